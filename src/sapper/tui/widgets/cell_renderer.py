"""The cell renderer, which draws each cell as two styled characters."""

from typing import Final

from rich.style import Style

from sapper.coach.highlights import Highlight
from sapper.game import position_notation
from sapper.game.rules import Cell
from sapper.tui import odds_overlay
from sapper.tui.colour_themes import Palette, contrasting, odds_colours, style
from sapper.tui.odds_overlay import OddsOverlay

FLAG: Final = "⚑"
AI_FLAG: Final = "⚐"
MINE: Final = "✹"
WRONG_FLAG: Final = "✗"
SAFE: Final = "✓"
CERTAIN_MINE: Final = "✕"
AREA: Final = "•"
COMMON_ODDS: Final = "·"
"""The symbol for the most common probability, which the message panel shows once."""
_SUPERSCRIPTS: Final = "¹²³⁴⁵⁶⁷⁸⁹"
HIDDEN_WITHOUT_COLOUR: Final = "▒▒"

RenderedCell = tuple[str, Style]


class CellRenderer:
    """A renderer that draws cells in a palette's colours."""

    def __init__(self, palette: Palette, *, has_colour: bool) -> None:
        self.palette = palette
        self._has_colour = has_colour
        # Without colour, only the symbol distinguishes a hidden cell from an empty cell.
        self._blank = "  " if has_colour else HIDDEN_WITHOUT_COLOUR
        self._marks = {
            position_notation.FLAG: (f"{FLAG} ", palette.flag),
            position_notation.AI_FLAG: (f"{AI_FLAG} ", palette.ai_flag),
            position_notation.QUESTION: ("? ", palette.question),
            position_notation.MINE: (f"{MINE} ", palette.mine),
        }

    def clue(self, value: int, cell: Cell, highlight: Highlight | None) -> RenderedCell:
        """Render a revealed cell, with a superscript number if its clue is part of a proof."""
        palette = self.palette
        background = palette.revealed[sum(cell) & 1]
        digit = " " if value == 0 else str(value)
        if highlight is None:
            bold = value > 0
            return f"{digit} ", style(palette.clues[value], background, bold=bold)
        if number := highlight.number:
            suffix = _SUPERSCRIPTS[number - 1] if number <= len(_SUPERSCRIPTS) else "⁺"
            background = palette.clue_highlight
            foreground = contrasting(background)
            underline = not self._has_colour
            return f"{digit}{suffix}", style(foreground, background, bold=True, underline=underline)
        foreground, background, symbol = self._highlight_style(highlight)
        return f"{digit}{symbol}", style(foreground, background, bold=True)

    def hidden(
        self,
        shown: int,
        cell: Cell,
        highlight: Highlight | None,
        odds: OddsOverlay | None,
        *,
        is_wrong_flag: bool,
    ) -> RenderedCell:
        """Render a hidden cell with its mark, mine, highlight or odds."""
        palette = self.palette
        if shown == position_notation.EXPLODED:
            return f"{MINE} ", style(*palette.exploded, bold=True)
        background = palette.hidden[sum(cell) & 1]
        content, foreground = self._marks.get(shown, (self._blank, palette.hidden_edge))
        if is_wrong_flag:
            content, foreground = f"{WRONG_FLAG} ", palette.wrong
        if highlight is not None:
            foreground, background, symbol = self._highlight_style(highlight)
            if highlight.kind == "area" and odds is not None and not shown:
                # The background colour still shows the area.
                symbol = self._odds("", cell, odds)[0]
            mark = content if content.strip() and content != self._blank else ""
            return f"{mark}{symbol} "[:2], style(foreground, background, bold=True)
        if odds is not None and shown not in (position_notation.MINE, position_notation.EXPLODED):
            return self._odds(content.strip() if shown else "", cell, odds)
        bold = shown != 0
        return content, style(foreground, background, bold=bold)

    def _highlight_style(self, highlight: Highlight) -> tuple[str, str, str]:
        """Return the foreground colour, background colour and symbol for a highlight."""
        palette = self.palette
        colours, symbol = {
            "safe": (palette.safe, SAFE),
            "mine": (palette.danger, CERTAIN_MINE),
            "guess": (palette.guess, "~"),
            "error": (palette.exploded, "!"),
            "last-move": (palette.last_move, "◆"),
            "better": (palette.safe, "▲"),
        }.get(highlight.kind, (palette.area, AREA))
        return *colours, symbol

    def _odds(self, mark: str, cell: Cell, odds: OddsOverlay) -> RenderedCell:
        code = odds.codes[cell[0]][cell[1]]
        if code == odds_overlay.SAFE:
            text, colours = SAFE, self.palette.safe
        elif code == odds_overlay.MINE:
            text, colours = CERTAIN_MINE, self.palette.danger
        else:
            # Hundreds of equal numbers would obscure the interesting ones.
            text = COMMON_ODDS if code >= odds_overlay.COMMON_OFFSET else f"{code:>2}"
            colours = odds_colours(
                self.palette, code % odds_overlay.COMMON_OFFSET, is_shaded=bool(sum(cell) & 1)
            )
        if mark:  # Flags and question marks stay visible.
            text = mark + (text if len(text) == 1 else " ")
        is_best = cell == odds.odds.best
        return f"{text} "[:2], style(*colours, bold=is_best, underline=is_best)
