"""Size limits for boards and games that come from untrusted sources."""

from dataclasses import dataclass

from sapper.errors import InvalidRules


@dataclass(frozen=True, slots=True)
class BoardLimits:
    """The largest board and the longest game that a program accepts."""

    max_cells: int
    max_side: int
    max_replayed_cells: int
    """The maximum number of moves times cells, which bounds the time to replay a game."""

    def check(self, width: int, height: int, *, moves: int = 0) -> None:
        """Raise InvalidRules if a board is too large or a game is too long for its board.

        >>> BoardLimits(max_cells=100, max_side=50, max_replayed_cells=10_000).check(10, 11)
        Traceback (most recent call last):
        sapper.errors.InvalidRules: the board size 10x11 is too large
        """
        cells = width * height
        if cells > self.max_cells or max(width, height) > self.max_side:
            raise InvalidRules(
                f"the board size {width}x{height} is too large",
                hint=f"use at most {self.max_cells} cells and sides of at most {self.max_side}",
                field="level",
            )
        if moves * cells > self.max_replayed_cells:
            raise InvalidRules(
                f"a game with {moves} moves is too long for a {width}x{height} board",
                hint=f"use at most {self.max_replayed_cells // cells} moves",
            )
