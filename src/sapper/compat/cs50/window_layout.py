"""Where things are in the window: the board on the left, the knowledge on the right."""

from dataclasses import dataclass
from typing import Final, Self

from pygame import Rect

from sapper.errors import InvalidRules
from sapper.game.rules import Cell, Rules

BUTTONS: Final = ("AI Move", "Flag", "Knowledge", "Reset")
LINE: Final = 22
"""The height of a line of text in the panel."""
_MARGIN: Final = 24
_RULER: Final = 24
"""Room for the numbers of rows and columns, which students need to read sentences."""
_PANEL: Final = 420
_MIN_HEIGHT: Final = 560
_LARGEST_CELL: Final = 56
_SMALLEST_CELL: Final = 20
_MAX_COLUMNS: Final = 40
_MAX_ROWS: Final = 30


@dataclass(frozen=True)
class Layout:
    """Rectangles of a window for one size of board."""

    size: tuple[int, int]
    cell: int
    """The side of a cell."""
    board: Rect
    panel: Rect
    sentences: Rect
    """The part of the panel where sentences are listed."""
    message: Rect
    buttons: dict[str, Rect]

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """Return the layout for a board. Raises InvalidRules for one too large to be shown."""
        if rules.width > _MAX_COLUMNS or rules.height > _MAX_ROWS:
            raise InvalidRules(
                f"the window cannot show a board of {rules.width}x{rules.height}",
                hint=f"the largest is {_MAX_COLUMNS}x{_MAX_ROWS}",
            )
        cell = min(_LARGEST_CELL, max(_SMALLEST_CELL, 800 // max(rules.width, rules.height)))
        board = Rect(_MARGIN + _RULER, _MARGIN + _RULER, rules.width * cell, rules.height * cell)
        board_width = max(board.width, 260)
        height = max(board.bottom + _MARGIN, _MIN_HEIGHT) + LINE + _MARGIN
        panel = Rect(board.left + board_width + _MARGIN, _MARGIN, _PANEL, height - 3 * _MARGIN)
        message = Rect(_MARGIN, height - LINE - _MARGIN // 2 - 4, panel.right - _MARGIN, LINE)
        top = panel.top + 56
        sentences = Rect(panel.left, top + 4 * LINE + 22, panel.width, 0)
        sentences.height = message.top - 12 - sentences.top
        width = (panel.width - 3 * 8) // 4
        buttons = {
            name: Rect(panel.left + number * (width + 8), panel.top, width, 40)
            for number, name in enumerate(BUTTONS)
        }
        size = (panel.right + _MARGIN, height)
        return cls(size, cell, board, panel, sentences, message, buttons)

    def rectangle(self, cell: Cell) -> Rect:
        """Return where a cell is."""
        row, column = cell
        left, top = self.board.topleft
        return Rect(left + column * self.cell, top + row * self.cell, self.cell, self.cell)

    def cell_at(self, place: tuple[int, int]) -> Cell | None:
        """Return the cell under a point, None beside the board."""
        if not self.board.collidepoint(place):
            return None
        return (place[1] - self.board.top) // self.cell, (place[0] - self.board.left) // self.cell

    def button_at(self, place: tuple[int, int]) -> str | None:
        """Return the name of the button under a point."""
        return next((name for name, box in self.buttons.items() if box.collidepoint(place)), None)

    @property
    def lines(self) -> int:
        """How many sentences can be seen at once."""
        return (self.sentences.height - LINE) // LINE

    def line_at(self, place: tuple[int, int]) -> int | None:
        """Return the number of the line of sentences under a point."""
        if not self.sentences.collidepoint(place):
            return None
        line = (place[1] - self.sentences.top) // LINE
        return line if line < self.lines else None
