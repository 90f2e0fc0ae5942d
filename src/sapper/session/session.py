"""A player at a board: moves in, snapshots out.

Front ends translate input to a move, call the session and draw the snapshot. They never count
neighbours or decide a win themselves.
"""

import time
from collections.abc import Callable
from typing import Self, TypedDict

from sapper.errors import IllegalMove, quoted
from sapper.game.game import Game, Status
from sapper.game.moves import KINDS, Actor
from sapper.game.replay import read_replay, write_replay
from sapper.game.rules import Cell, Rules


class Result(TypedDict):
    """What is told about a board once its game is over."""

    seed: int | None
    mines: list[list[int]]
    wrong_flags: list[list[int]]
    openings: int
    islands: int
    three_bv: int
    solved_three_bv: int
    efficiency: float
    three_bv_per_second: float


class Snapshot(TypedDict):
    """All that a front end draws; ready for JSON. Nothing in it tells about hidden mines."""

    level: str
    width: int
    height: int
    mines: int
    start: str
    status: Status
    rows: list[str]
    mines_left: int
    seconds: float
    version: int
    clicks: int
    undos: int
    losses_undone: int
    can_undo: bool
    result: Result | None


class Session:
    """One player's current game.

    >>> session = Session(Rules(width=4, height=2, mines=1), seed=5)
    >>> session.move("reveal", (0, 0))
    4
    >>> session.snapshot()["rows"]
    ['.1##', '.1##']
    """

    def __init__(
        self,
        rules: Rules,
        seed: int | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with a new game; without a seed one is chosen."""
        self._now = now
        self._game = Game(rules, seed, now=now)

    @classmethod
    def load(cls, text: str, *, now: Callable[[], float] = time.monotonic) -> Self:
        """Go on with a saved game. Raises ReplayError."""
        session = cls.__new__(cls)
        session._now = now
        session._game = read_replay(text, now=now)
        return session

    def save(self) -> str:
        """Return all that `load` needs. It contains the mines: keep it from the player."""
        return write_replay(self._game)

    def replay(self) -> str:
        """Return the record of a finished game. Raises IllegalMove while it is being played."""
        if not self._game.is_over:
            raise IllegalMove("cannot show the record of a game that is not over")
        return self.save()

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._game

    @property
    def rules(self) -> Rules:
        """The rules of the game being played."""
        return self._game.rules

    def new(self, rules: Rules | None = None, seed: int | None = None) -> None:
        """Begin another game, by the same rules unless others are given."""
        self._game = Game(rules or self.rules, seed, now=self._now)

    def retry(self) -> None:
        """Begin again on the same board."""
        if self._game.seed is None:
            self._game = Game.from_layout(self.rules, self._game.layout, now=self._now)
        else:
            self._game = Game(self.rules, self._game.seed, now=self._now)

    def move(self, kind: str, cell: Cell | None = None, *, by: Actor = "player") -> int:
        """Make a move: "reveal", "flag", "question", "chord" or "undo".

        Returns how many cells it changed, 0 for a move without effect. Raises IllegalMove, and then
        nothing has changed.
        """
        if kind not in KINDS:
            raise IllegalMove(f"unknown move {quoted(kind)}", hint=f"moves are {', '.join(KINDS)}")
        if kind == "undo":
            return self.undo(by=by)
        changed: int = getattr(self._game, kind)(cell, by=by)
        return changed

    def undo(self, *, by: Actor = "player") -> int:
        """Take back the last move. Returns how many cells changed. Raises IllegalMove."""
        before = self._game.view
        self._game.undo(by=by)
        return before.count_differences(self._game.view)

    def snapshot(self) -> Snapshot:
        """Return what there is to see now."""
        game = self._game
        return {
            "level": self.rules.level_name,
            "width": self.rules.width,
            "height": self.rules.height,
            "mines": self.rules.mines,
            "start": self.rules.start,
            "status": game.status,
            "rows": game.view.rows,
            "mines_left": game.mines_left,
            "seconds": game.seconds,
            "version": game.version,
            "clicks": game.clicks,
            "undos": game.undos,
            "losses_undone": game.losses_undone,
            "can_undo": game.can_undo,
            "result": self._result() if game.is_over else None,
        }

    def _result(self) -> Result:
        metrics = self._game.metrics()
        return {
            "seed": self._game.seed,
            "mines": [list(cell) for cell in sorted(self._game.layout)],
            "wrong_flags": [list(cell) for cell in sorted(self._game.wrong_flags)],
            "openings": metrics.openings,
            "islands": metrics.islands,
            "three_bv": metrics.three_bv,
            "solved_three_bv": metrics.solved_three_bv,
            "efficiency": metrics.efficiency,
            "three_bv_per_second": metrics.three_bv_per_second,
        }
