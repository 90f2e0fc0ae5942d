"""The layout of the game window, with the board on the left and the AI's knowledge on the right."""

from dataclasses import dataclass
from typing import Final, Self

from pygame import Rect

from sapper.errors import InvalidRules
from sapper.game.rules import Cell, Rules
from sapper.game.wording import with_article

BUTTONS: Final = ("AI Move", "Flag", "Knowledge", "Reset")
LINE: Final = 22
"""The height of a line in the panel, in pixels."""
_MARGIN: Final = 24
_RULER: Final = 24
"""The space for the row and column numbers, which students need to understand the sentences."""
_PANEL: Final = 420
_MIN_HEIGHT: Final = 560
_MAX_CELL: Final = 56
_MIN_CELL: Final = 20
_MAX_COLUMNS: Final = 40
_MAX_ROWS: Final = 30


@dataclass(frozen=True)
class Layout:
    """The rectangles of the window's elements for a given board size."""

    size: tuple[int, int]
    cell: int
    """The side length of a cell in pixels."""
    board: Rect
    panel: Rect
    sentences: Rect
    """The rectangle of the list of sentences in the panel."""
    message: Rect
    buttons: dict[str, Rect]

    @classmethod
    def for_board(cls, rules: Rules) -> Self:
        """Return the window layout for a board. Raises InvalidRules if the board is too large."""
        if rules.width > _MAX_COLUMNS or rules.height > _MAX_ROWS:
            raise InvalidRules(
                f"{with_article(f'{rules.width}x{rules.height} board')} does not fit in the window",
                hint=f"the largest board is {_MAX_COLUMNS}x{_MAX_ROWS}",
            )
        cell = min(_MAX_CELL, max(_MIN_CELL, 800 // max(rules.width, rules.height)))
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
        """Return the rectangle of a cell in the window."""
        row, column = cell
        left, top = self.board.topleft
        return Rect(left + column * self.cell, top + row * self.cell, self.cell, self.cell)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell at a point, or None if the point is outside the board."""
        if not self.board.collidepoint(point):
            return None
        return (point[1] - self.board.top) // self.cell, (point[0] - self.board.left) // self.cell

    def button_at(self, point: tuple[int, int]) -> str | None:
        """Return the name of the button at a point, or None if there is none."""
        return next((name for name, box in self.buttons.items() if box.collidepoint(point)), None)

    @property
    def lines(self) -> int:
        """The number of sentences that the list can show at once."""
        return (self.sentences.height - LINE) // LINE

    def line_at(self, point: tuple[int, int]) -> int | None:
        """Return the index of the line at a point, or None if the point is outside the list."""
        if not self.sentences.collidepoint(point):
            return None
        line = (point[1] - self.sentences.top) // LINE
        return line if line < self.lines else None
