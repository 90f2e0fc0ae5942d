"""Data types for the stored games that the store returns."""

from dataclasses import dataclass
from typing import Any, Final

from sapper.errors import SapperError, StoreError
from sapper.game.game import Game
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.moves import parse_move
from sapper.game.rules import Cell, Rules
from sapper.store.database import now


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """The current state of a stored game, without its moves."""

    id: str
    player: str
    version: int
    status: str
    assistance: AssistanceUsed
    share_token: str | None
    moved_at: float
    """The time of the last move, in seconds since 1970."""
    idle: float
    """The number of seconds since the last move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameUpdate(GameState):
    """The current state of a stored game and the moves made since a given version."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame(GameState):
    """A stored game with all of its moves."""

    rules: Rules
    seed: int | None
    layout: tuple[Cell, ...] | None
    options: GameOptions
    moves: tuple[str, ...]

    def to_game(self) -> Game:
        """Rebuild the game from its moves, with the clock running if the game is not over.

        Raises StoreError if the stored game is damaged.
        """
        try:
            return Game.from_moves(
                self.rules,
                map(parse_move, self.moves),
                seed=self.seed,
                mines=self.layout,
                idle=self.idle,
            )
        except SapperError:
            # The original error would disclose the damaged value, which may be the seed of a
            # running game.
            raise StoreError("the stored game is damaged") from None


MAX_PICTURE_CELLS: Final = 1200
"""The maximum number of cells for which a finished game's final position is stored."""


def new_row(
    game_id: str,
    player: str,
    game: Game,
    *,
    options: GameOptions,
    assistance: AssistanceUsed | None = None,
) -> dict[str, Any]:
    """Return the row of the `games` table for a new game."""
    counts = assistance or AssistanceUsed()
    columns = changing_columns(game)
    layout = None
    if game.seed is None:
        layout = " ".join(f"{row},{column}" for row, column in sorted(game.layout))
    return {
        "id": game_id,
        "player": player,
        "level": game.rules.level_name,
        "size": str(game.rules),
        "start": game.rules.start,
        "seed": None if game.seed is None else str(game.seed),
        "layout": layout,
        "options": options.to_line() or "terms",
        "no_guess": int(options.no_guess),
        "hints": counts.hints,
        "odds": counts.odds,
        "created_at": columns["moved_at"],
        **columns,
    }


def changing_columns(game: Game) -> dict[str, Any]:
    """Return the values of the columns that a move can change.

    The result columns are None until the game is over. The game's accuracy and review digest are
    stored later.
    """
    metrics = game.metrics() if game.is_over else None
    has_picture = game.is_over and game.rules.cell_count <= MAX_PICTURE_CELLS
    return {
        "version": game.version,
        "status": game.status,
        "assisted_moves": game.assisted_moves,
        "revealed": game.rules.cell_count - game.view.hidden_count,
        "pauses": game.pauses,
        "moved_at": now(),
        "seconds": metrics.seconds if metrics else None,
        "clicks": metrics.clicks if metrics else None,
        "three_bv": metrics.three_bv if metrics else None,
        "solved_three_bv": metrics.solved_three_bv if metrics else None,
        "accuracy": None,
        "picture": "".join(game.view.rows) if has_picture else None,
        "digest": None,
    }
