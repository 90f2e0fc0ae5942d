"""What the store gives back: games, short lists and statistics as plain values."""

from dataclasses import dataclass
from typing import Any

from sapper.game.game import Game
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.replay import join_replay
from sapper.game.rules import Cell, Rules


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the database has it, with all its moves."""

    id: str
    player: str
    rules: Rules
    seed: int | None
    layout: tuple[Cell, ...] | None
    terms: GameOptions
    assists: AssistanceUsed
    version: int
    status: str
    share: str | None
    idle: float
    """Seconds since the last move."""
    moves: tuple[str, ...]

    def record(self) -> str:
        """Return the text from which a session goes on. It contains the mines."""
        return join_replay(self.rules, self.seed, self.layout, self.terms, self.assists, self.moves)


@dataclass(frozen=True, slots=True)
class Progress:
    """What has become of a game since a version of it."""

    player: str
    share: str | None
    assists: AssistanceUsed
    idle: float
    """Seconds since the last move."""
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """What the database says of a game now, without its moves."""

    player: str
    version: int
    status: str
    assists: AssistanceUsed
    share: str | None


def ending_of(game: Game) -> dict[str, Any]:
    """Return the columns that tell how a game ended; all None while it runs."""
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
