"""How one cell looks: two characters and a style, from what the view, marks and odds say."""

from typing import Final

from rich.style import Style

from sapper.game import notation
from sapper.game.rules import Cell
from sapper.tui import highlights
from sapper.tui.highlights import Mark, Odds
from sapper.tui.themes import Palette, odds_colours, style

FLAG: Final = "⚑"
AI_FLAG: Final = "⚐"
MINE: Final = "✹"
WRONG: Final = "✗"
SAFE: Final = "✓"
DANGER: Final = "✕"
AREA: Final = "•"
ELSEWHERE: Final = "·"
_ORDER: Final = "¹²³⁴⁵⁶⁷⁸⁹"
HIDDEN_WITHOUT_COLOUR: Final = "▒▒"

Figure = tuple[str, Style]


class Figures:
    """Looks cells up for one palette."""

    def __init__(self, palette: Palette, *, has_colour: bool) -> None:
        self.palette = palette
        self._has_colour = has_colour
        # Without colour a hidden cell needs a figure of its own.
        self._blank = "  " if has_colour else HIDDEN_WITHOUT_COLOUR

    def clue(self, value: int, cell: Cell, mark: Mark | None) -> Figure:
        """Return a revealed cell: its number, with its place in a proof."""
        palette = self.palette
        background = palette.revealed[sum(cell) & 1]
        figure = " " if value == 0 else str(value)
        if mark is None:
            bold = value > 0
            return f"{figure} ", style(palette.clues[value], background, bold=bold)
        if mark.kind == "clue":
            order = _ORDER[mark.number - 1] if mark.number <= len(_ORDER) else "⁺"
            colours = (self._over(palette.clue_mark), palette.clue_mark)
            return f"{figure}{order}", style(*colours, bold=True, underline=not self._has_colour)
        foreground, background, after = self._marked(mark)
        return f"{figure}{after}", style(foreground, background, bold=True)

    def hidden(
        self, shown: int, cell: Cell, mark: Mark | None, odds: Odds | None, *, is_wrong: bool
    ) -> Figure:
        """Return a cell that is not revealed."""
        palette = self.palette
        if shown == notation.EXPLODED:
            return f"{MINE} ", style(*palette.exploded, bold=True)
        background = palette.hidden[sum(cell) & 1]
        figure, foreground = self._shown(shown, is_wrong=is_wrong)
        if mark is not None:
            foreground, background, after = self._marked(mark)
            if mark.kind == "area" and odds is not None and not shown:
                after = self._chance("", cell, odds)[0]  # the ground tells that a hint talks of it
            own = figure if figure.strip() and figure != self._blank else ""
            return f"{own}{after} "[:2], style(foreground, background, bold=True)
        if odds is not None and shown not in (notation.MINE, notation.EXPLODED):
            return self._chance(figure.strip() if shown else "", cell, odds)
        bold = shown != 0
        return figure, style(foreground, background, bold=bold)

    def at_cursor(self, figure: Figure) -> Figure:
        """Return a figure with the cursor on it."""
        text, _ = figure
        return text, style(*self.palette.cursor, bold=True)

    def _shown(self, shown: int, *, is_wrong: bool) -> tuple[str, str]:
        palette = self.palette
        if is_wrong:
            return f"{WRONG} ", palette.wrong
        if shown == notation.FLAG:
            return f"{FLAG} ", palette.flag
        if shown == notation.AI_FLAG:
            return f"{AI_FLAG} ", palette.ai_flag
        if shown == notation.QUESTION:
            return "? ", palette.question
        if shown == notation.MINE:
            return f"{MINE} ", palette.mine
        return self._blank, palette.hidden_edge

    def _marked(self, mark: Mark) -> tuple[str, str, str]:
        palette = self.palette
        colours, figure = {
            "safe": (palette.safe, SAFE),
            "mine": (palette.danger, DANGER),
            "guess": (palette.guess, "~"),
            "fault": (palette.exploded, "!"),
            "move": (palette.moved, "◆"),
            "better": (palette.safe, "▲"),
        }.get(mark.kind, (palette.area, AREA))
        return *colours, figure

    def _chance(self, own: str, cell: Cell, odds: Odds) -> Figure:
        code = odds.shown[cell[0]][cell[1]]
        if code == highlights.SAFE:
            text, colours = SAFE, self.palette.safe
        elif code == highlights.MINE:
            text, colours = DANGER, self.palette.danger
        else:
            # The same figure a hundred times would hide those that matter; the words tell it.
            text = ELSEWHERE if code >= highlights.COMMON_FROM else f"{code:>2}"
            colours = odds_colours(
                self.palette, code % highlights.COMMON_FROM, is_second=bool(sum(cell) & 1)
            )
        if own:  # a flag stays to be seen
            text = own + (text if len(text) == 1 else " ")
        is_best = cell == odds.best
        return f"{text} "[:2], style(*colours, bold=is_best, underline=is_best)

    def _over(self, background: str) -> str:
        red, green, blue = (int(background[i : i + 2], 16) for i in (1, 3, 5))
        return "#101418" if red * 0.3 + green * 0.59 + blue * 0.11 > 128 else "#ffffff"
