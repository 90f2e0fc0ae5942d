"""Drawing functions for the game window, including the board and the AI's knowledge.

No information is conveyed by colour alone. Safe cells are marked with a ring, mines with a cross,
and the cells in the sentence under the pointer with a frame.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

import pygame
from pygame import Color, Rect, Surface

from sapper.compat.cs50 import Sentence
from sapper.compat.cs50.course_game import CourseGame
from sapper.compat.cs50.window_layout import LINE, Layout
from sapper.game.rules import Cell

_BACKGROUND: Final = Color("#10161f")
_PANEL: Final = Color("#182230")
_TEXT: Final = Color("#e8edf4")
_DIM: Final = Color("#8fa0b5")
_HIDDEN: Final = Color("#4a5d78")
_HIDDEN_EDGE: Final = Color("#63789a")
_OPEN: Final = Color("#dfe6ef")
_GRID: Final = Color("#0b1017")
_SAFE: Final = Color("#4cc9a6")
_MINE: Final = Color("#ff9f43")
_LOST: Final = Color("#e5484d")
_FRAME: Final = Color("#ffd43b")
_CLUES: Final = ("#56677c", "#1c5fd4", "#18794e", "#c62a2f", "#5b2fc4", "#8a3b12", "#0b7a83",
                 "#222222", "#6a6a6a")  # fmt: skip


@dataclass
class WindowState:
    """The state of the window: pointer, keyboard cursor, scroll position and modes."""

    pointer: tuple[int, int] = (-1, -1)
    cursor: Cell | None = None
    """The cell at the keyboard cursor, or None until an arrow key is pressed."""
    scroll: int = 0
    is_flagging: bool = False
    shows_knowledge: bool = True


@cache
def _font(size: int) -> pygame.font.Font:
    return pygame.font.Font(None, size)


def clear_fonts() -> None:
    """Clear the font cache, because fonts become invalid when pygame quits."""
    _font.cache_clear()


def sentence_at_pointer(game: CourseGame, layout: Layout, state: WindowState) -> Sentence | None:
    """Return the sentence under the mouse pointer, or None if there is none."""
    line = layout.line_at(state.pointer)
    if line is None or not state.shows_knowledge:
        return None
    sentences = game.sentences()
    number = line + state.scroll
    return sentences[number] if number < len(sentences) else None


def draw(surface: Surface, game: CourseGame, layout: Layout, state: WindowState) -> None:
    """Draw all parts of the window."""
    surface.fill(_BACKGROUND)
    highlighted = sentence_at_pointer(game, layout, state)
    _draw_rulers(surface, game, layout)
    for cell in game.rules.cells():
        _draw_cell(surface, game, layout, state, cell)
    for cell in highlighted.cells if highlighted else ():
        pygame.draw.rect(surface, _FRAME, layout.rectangle(cell).inflate(-2, -2), 3, 6)
    if state.cursor is not None:
        pygame.draw.rect(surface, _TEXT, layout.rectangle(state.cursor).inflate(-6, -6), 2, 4)
    _draw_buttons(surface, game, layout, state)
    if state.shows_knowledge:
        _draw_summary(surface, game, layout)
        _draw_sentences(surface, game, layout, state, highlighted)
    colour = {"won": _SAFE, "lost": _LOST, "playing": _TEXT}[game.status]
    _draw_text(surface, game.message, layout.message.topleft, colour, 24, layout.message.width)


def _draw_text(
    surface: Surface,
    text: str,
    position: tuple[int, int],
    colour: Color,
    size: int = 22,
    width: int | None = None,
) -> None:
    """Draw a line of text, truncating text wider than `width` with an ellipsis."""
    font = _font(size)
    if width is not None and font.size(text)[0] > width:
        while text and font.size(text + " ...")[0] > width:
            text = text[:-1]
        text += " ..."
    surface.blit(font.render(text, True, colour), position)


def _draw_centred(surface: Surface, text: str, box: Rect, colour: Color, size: int) -> None:
    image = _font(size).render(text, True, colour)
    surface.blit(image, image.get_rect(center=box.center))


def _draw_rulers(surface: Surface, game: CourseGame, layout: Layout) -> None:
    for column in range(game.rules.width):
        box = layout.rectangle((0, column)).move(0, -layout.cell // 2 - 12)
        _draw_centred(surface, str(column), box, _DIM, 20)
    for row in range(game.rules.height):
        box = layout.rectangle((row, 0))
        _draw_centred(surface, str(row), Rect(box.left - 24, box.top, 20, box.height), _DIM, 20)


def _draw_cell(
    surface: Surface, game: CourseGame, layout: Layout, state: WindowState, cell: Cell
) -> None:
    box = layout.rectangle(cell)
    inner = box.inflate(-2, -2)
    is_over = game.status != "playing"
    if cell in game.revealed:
        pygame.draw.rect(surface, _OPEN, inner, border_radius=4)
        count = game.revealed[cell]
        _draw_centred(surface, str(count), box, Color(_CLUES[count]), layout.cell * 3 // 4)
        if cell == game.last:
            pygame.draw.rect(surface, _SAFE, inner, 2, 4)
        return
    is_exploded = cell == game.exploded
    pygame.draw.rect(surface, _LOST if is_exploded else _HIDDEN, inner, border_radius=4)
    pygame.draw.rect(surface, _HIDDEN_EDGE, inner, 1, 4)
    if cell in game.flags:
        _draw_flag(surface, box, is_wrong=is_over and not game.board.is_mine(cell))
    elif is_over and game.board.is_mine(cell):
        _draw_mine(surface, box)
    elif state.shows_knowledge and not is_over:
        if cell in game.ai.mines:
            _draw_cross(surface, box, _MINE)
        elif cell in game.ai.safes:
            pygame.draw.circle(surface, _SAFE, box.center, box.width // 5, max(2, box.width // 16))


def _draw_cross(surface: Surface, box: Rect, colour: Color) -> None:
    reach, width = box.width // 5, max(2, box.width // 14)
    x, y = box.center
    pygame.draw.line(surface, colour, (x - reach, y - reach), (x + reach, y + reach), width)
    pygame.draw.line(surface, colour, (x - reach, y + reach), (x + reach, y - reach), width)


def _draw_flag(surface: Surface, box: Rect, *, is_wrong: bool) -> None:
    x, y, unit = box.centerx, box.centery, box.width / 10
    pygame.draw.line(
        surface, _TEXT, (x - unit, y - 3 * unit), (x - unit, y + 3 * unit), max(2, box.width // 18)
    )
    cloth = [(x - unit, y - 3 * unit), (x + 2.5 * unit, y - 1.5 * unit), (x - unit, y)]
    pygame.draw.polygon(surface, _MINE, cloth)
    if is_wrong:
        _draw_cross(surface, box, _LOST)


def _draw_mine(surface: Surface, box: Rect) -> None:
    x, y, radius = box.centerx, box.centery, box.width * 2 // 9
    reach, width = box.width * 3 // 9, max(2, box.width // 16)
    for dx, dy in ((1.0, 0.0), (0.0, 1.0), (0.7, 0.7), (0.7, -0.7)):
        start = (x - reach * dx, y - reach * dy)
        pygame.draw.line(surface, _GRID, start, (x + reach * dx, y + reach * dy), width)
    pygame.draw.circle(surface, _GRID, (x, y), radius)
    pygame.draw.circle(surface, _TEXT, (x - radius // 3, y - radius // 3), max(1, radius // 4))


def _draw_buttons(surface: Surface, game: CourseGame, layout: Layout, state: WindowState) -> None:
    is_on = {"Flag": state.is_flagging, "Knowledge": state.shows_knowledge}
    for name, box in layout.buttons.items():
        is_enabled = game.status == "playing" or name in ("Reset", "Knowledge")
        face = _SAFE if is_on.get(name) else _OPEN if is_enabled else _HIDDEN
        if is_enabled and box.collidepoint(state.pointer):
            face = face.lerp(_FRAME, 0.35)
        pygame.draw.rect(surface, face, box, border_radius=8)
        _draw_centred(surface, name, box, _BACKGROUND, 22)


def _draw_summary(surface: Surface, game: CourseGame, layout: Layout) -> None:
    x, y = layout.panel.left, layout.panel.top + 56
    ai = game.ai
    safes = ai.safes - ai.moves_made
    mines_left = game.rules.mines - len(game.flags)
    moves = len(game.revealed)
    _draw_text(
        surface, f"Mines {game.rules.mines}, flags left {mines_left}, moves {moves}", (x, y), _DIM
    )
    pygame.draw.circle(surface, _SAFE, (x + 7, y + LINE + 8), 6, 2)
    width = layout.panel.width - 24
    _draw_text(surface, f"Safe: {_names(safes)}", (x + 22, y + LINE), _SAFE, 22, width)
    _draw_cross(surface, Rect(x - 8, y + 2 * LINE - 7, 30, 30), _MINE)
    _draw_text(surface, f"Mines: {_names(ai.mines)}", (x + 22, y + 2 * LINE), _MINE, 22, width)


def _draw_sentences(
    surface: Surface,
    game: CourseGame,
    layout: Layout,
    state: WindowState,
    highlighted: Sentence | None,
) -> None:
    title = "{cells} = number of mines (a dot marks new sentences):"
    _draw_text(surface, title, (layout.sentences.left, layout.sentences.top - LINE - 6), _DIM, 20)
    pygame.draw.rect(surface, _PANEL, layout.sentences.inflate(12, 8), border_radius=8)
    sentences = game.sentences()
    left, top = layout.sentences.topleft
    if not sentences:
        _draw_text(surface, "No open sentences.", (left + 4, top + 4), _DIM)
    shown = sentences[state.scroll : state.scroll + layout.lines]
    for number, sentence in enumerate(shown):
        y = top + number * LINE + 4
        is_new = sentence in game.new_sentences
        colour = _FRAME if sentence is highlighted else _TEXT if is_new else _DIM
        if is_new:
            pygame.draw.circle(surface, _FRAME, (left + 6, y + 8), 3)
        text = f"{{{_names(sentence.cells)}}} = {sentence.count}"
        _draw_sentence(surface, text, (left + 16, y), colour, layout.sentences.width - 20)
    rest = len(sentences) - len(shown)
    word = "sentence" if len(sentences) == 1 else "sentences"
    scroll = f", scroll for {rest} more" if rest else ""
    position = (left + 4, layout.sentences.bottom - LINE + 4)
    _draw_text(surface, f"{len(sentences)} {word}{scroll}", position, _DIM, 20)


def _draw_sentence(
    surface: Surface, text: str, position: tuple[int, int], colour: Color, width: int
) -> None:
    """Draw a sentence, truncating its cell list if the text does not fit."""
    font = _font(22)
    cells, _, count = text.rpartition("}")
    if font.size(text)[0] > width:
        while cells and font.size(f"{cells} ...}}{count}")[0] > width:
            cells = cells.rpartition(" ")[0]
        text = f"{cells} ...}}{count}"
    _draw_text(surface, text, position, colour)


def _names(cells: Iterable[Cell]) -> str:
    return " ".join(f"({row},{column})" for row, column in sorted(cells)) or "none"
