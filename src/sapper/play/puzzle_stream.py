"""Streams of puzzles that a player solves one after another."""

from typing import TYPE_CHECKING, Final, Protocol

from sapper.game.seeds import MAX_SEED
from sapper.play.puzzle_ratings import FIRST_RATING
from sapper.play.puzzle_rush import RushRun
from sapper.play.puzzle_service import PuzzleMode, ShownPuzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.coach.puzzle_builder import Puzzle
    from sapper.play.local_service import LocalService

MAX_PUZZLES: Final = 1000
"""The maximum number of puzzles in one stream, except in a rush run."""


class PuzzleStream(Protocol):
    """A source of puzzles."""

    mode: PuzzleMode
    theme: str | None
    run: RushRun | None
    """The rush run, or None in other modes and before the first puzzle."""

    async def next(self) -> ShownPuzzle | None:
        """Return the next puzzle, or None if no puzzles are left."""


class StoredPuzzles:
    """A stream of puzzles that the service chooses for the local player."""

    def __init__(
        self,
        service: "LocalService",
        mode: PuzzleMode = "rated",
        *,
        theme: str | None = None,
        seed: int | None = None,
        count: int = MAX_PUZZLES,
    ) -> None:
        """Create a stream of up to `count` puzzles, which are reproducible if a seed is given."""
        self._service = service
        self.mode, self.theme = mode, theme
        self._seed, self._left = seed, count
        self.run: RushRun | None = None

    async def next(self) -> ShownPuzzle | None:
        """Return the next puzzle, or None if no puzzles are left or the rush run is over.

        The first puzzle of a rush run starts the clock. Raises NotFound if no missed
        puzzles are due for review.
        """
        puzzles, player = self._service.puzzles, self._service.player
        if self.mode == "rush":
            if self.run is None:
                self.run = await puzzles.start_rush(player)
            self.run = await puzzles.load_run(player, self.run.id)
            if self.run.is_over:
                return None
            return await puzzles.next(player, "rush", run=self.run.id)
        if not self._left:
            return None
        self._left -= 1
        shown = await puzzles.next(player, self.mode, theme=self.theme, seed=self._seed)
        if self._seed is not None:
            self._seed = (self._seed + 1) % (MAX_SEED + 1)
        return shown


class GivenPuzzles:
    """A stream over a fixed list of puzzles, such as the mistakes in a recorded game."""

    def __init__(self, puzzles: "Iterable[Puzzle]", mode: PuzzleMode = "mistakes") -> None:
        self.mode: PuzzleMode = mode
        self.theme: str | None = None
        self.run: RushRun | None = None
        self._puzzles = iter(puzzles)

    async def next(self) -> ShownPuzzle | None:
        """Return the next puzzle, or None if no puzzles are left."""
        puzzle = next(self._puzzles, None)
        return None if puzzle is None else ShownPuzzle(None, self.mode, puzzle, FIRST_RATING)
