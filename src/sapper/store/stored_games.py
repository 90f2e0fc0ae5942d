"""Value objects returned by the store."""

from dataclasses import dataclass
from typing import Any

from sapper.errors import SapperError, StoreError
from sapper.game.game import Game
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.moves import parse_move
from sapper.game.rules import Cell, Rules


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game with all of its moves."""

    id: str
    player: str
    rules: Rules
    seed: int | None
    layout: tuple[Cell, ...] | None
    options: GameOptions
    assistance: AssistanceUsed
    version: int
    status: str
    share_token: str | None
    idle: float
    """Seconds since the last move."""
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
            # The error would show the damaged value, which may be the seed of a running game.
            raise StoreError("the stored game is damaged") from None


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """The changes to a game since a given version."""

    player: str
    share_token: str | None
    assistance: AssistanceUsed
    idle: float
    """Seconds since the last move."""
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """The current state of a stored game, without its moves."""

    player: str
    version: int
    status: str
    assistance: AssistanceUsed
    share_token: str | None


def result_columns(game: Game) -> dict[str, Any]:
    """Return the values of a game's result columns, which are None until the game is over."""
    if not game.is_over:
        return dict.fromkeys(("seconds", "clicks", "three_bv", "solved_three_bv", "accuracy"))
    metrics = game.metrics()
    return {
        "seconds": metrics.seconds,
        "clicks": metrics.clicks,
        "three_bv": metrics.three_bv,
        "solved_three_bv": metrics.solved_three_bv,
        "accuracy": None,
    }
