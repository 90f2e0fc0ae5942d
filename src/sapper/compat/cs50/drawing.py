"""Draws a game of the course: cells, flags, mines, and the knowledge of the AI as sentences.

Colours never speak alone: safe cells have a ring, mines a cross, the cells of the sentence under
the pointer a frame.
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
_CLUES: Final = ("#8fa0b5", "#1c5fd4", "#18794e", "#c62a2f", "#5b2fc4", "#8a3b12", "#0b7a83",
                 "#222222", "#6a6a6a")  # fmt: skip


@dataclass
class Look:
    """What belongs to the window alone: where the pointer and the cursor are, and its switches."""

    pointer: tuple[int, int] = (-1, -1)
    cursor: Cell | None = None
    """The cell that the keyboard moves; None until a key was used."""
    scroll: int = 0
    is_flagging: bool = False
    shows_knowledge: bool = True


@cache
def _font(size: int) -> pygame.font.Font:
    return pygame.font.Font(None, size)


def forget_fonts() -> None:
    """Let go of fonts; they cannot be used after pygame has ended."""
    _font.cache_clear()


def pointed_sentence(game: CourseGame, layout: Layout, look: Look) -> Sentence | None:
    """Return the sentence under the pointer."""
    line = layout.line_at(look.pointer)
    if line is None or not look.shows_knowledge:
        return None
    sentences = game.sentences()
    number = line + look.scroll
    return sentences[number] if number < len(sentences) else None


def draw(surface: Surface, game: CourseGame, layout: Layout, look: Look) -> None:
    """Draw the whole window."""
    surface.fill(_BACKGROUND)
    pointed = pointed_sentence(game, layout, look)
    _draw_rulers(surface, game, layout)
    for cell in game.rules.cells():
        _draw_cell(surface, game, layout, look, cell)
    for cell in pointed.cells if pointed else ():
        pygame.draw.rect(surface, _FRAME, layout.rectangle(cell).inflate(-2, -2), 3, 6)
    if look.cursor is not None:
        pygame.draw.rect(surface, _TEXT, layout.rectangle(look.cursor).inflate(-6, -6), 2, 4)
    _draw_buttons(surface, game, layout, look)
    if look.shows_knowledge:
        _draw_summary(surface, game, layout)
        _draw_sentences(surface, game, layout, look, pointed)
    colour = {"won": _SAFE, "lost": _LOST, "playing": _TEXT}[game.status]
    _write(surface, game.message, layout.message.topleft, colour, 24, layout.message.width)


def _write(
    surface: Surface,
    text: str,
    place: tuple[int, int],
    colour: Color,
    size: int = 22,
    width: int | None = None,
) -> None:
    """Write a line, cut with dots where it would be wider than `width`."""
    font = _font(size)
    if width is not None and font.size(text)[0] > width:
        while text and font.size(text + " ...")[0] > width:
            text = text[:-1]
        text += " ..."
    surface.blit(font.render(text, True, colour), place)


def _centre(surface: Surface, text: str, box: Rect, colour: Color, size: int) -> None:
    image = _font(size).render(text, True, colour)
    surface.blit(image, image.get_rect(center=box.center))


def _draw_rulers(surface: Surface, game: CourseGame, layout: Layout) -> None:
    for column in range(game.rules.width):
        box = layout.rectangle((0, column)).move(0, -layout.cell // 2 - 12)
        _centre(surface, str(column), box, _DIM, 20)
    for row in range(game.rules.height):
        box = layout.rectangle((row, 0))
        _centre(surface, str(row), Rect(box.left - 24, box.top, 20, box.height), _DIM, 20)


def _draw_cell(surface: Surface, game: CourseGame, layout: Layout, look: Look, cell: Cell) -> None:
    box = layout.rectangle(cell)
    inner = box.inflate(-2, -2)
    is_over = game.status != "playing"
    if cell in game.revealed:
        pygame.draw.rect(surface, _OPEN, inner, border_radius=4)
        count = game.revealed[cell]
        if count:
            _centre(surface, str(count), box, Color(_CLUES[count]), layout.cell * 3 // 4)
        if cell == game.last:
            pygame.draw.rect(surface, _SAFE, inner, 2, 4)
        return
    exploded = cell == game.exploded
    pygame.draw.rect(surface, _LOST if exploded else _HIDDEN, inner, border_radius=4)
    pygame.draw.rect(surface, _HIDDEN_EDGE, inner, 1, 4)
    if cell in game.flags:
        _draw_flag(surface, box, is_wrong=is_over and not game.board.is_mine(cell))
    elif is_over and game.board.is_mine(cell):
        _draw_mine(surface, box)
    elif look.shows_knowledge and not is_over:
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
        begin = (x - reach * dx, y - reach * dy)
        pygame.draw.line(surface, _GRID, begin, (x + reach * dx, y + reach * dy), width)
    pygame.draw.circle(surface, _GRID, (x, y), radius)
    pygame.draw.circle(surface, _TEXT, (x - radius // 3, y - radius // 3), max(1, radius // 4))


def _draw_buttons(surface: Surface, game: CourseGame, layout: Layout, look: Look) -> None:
    is_on = {"Flag": look.is_flagging, "Knowledge": look.shows_knowledge}
    for name, box in layout.buttons.items():
        usable = game.status == "playing" or name in ("Reset", "Knowledge")
        face = _SAFE if is_on.get(name) else _OPEN if usable else _HIDDEN
        if usable and box.collidepoint(look.pointer):
            face = face.lerp(_FRAME, 0.35)
        pygame.draw.rect(surface, face, box, border_radius=8)
        _centre(surface, name, box, _BACKGROUND, 22)


def _draw_summary(surface: Surface, game: CourseGame, layout: Layout) -> None:
    x, y = layout.panel.left, layout.panel.top + 56
    ai = game.ai
    safes = ai.safes - ai.moves_made
    mines_left = game.rules.mines - len(game.flags)
    moves = len(game.revealed)
    _write(
        surface, f"Mines {game.rules.mines}, flags left {mines_left}, moves {moves}", (x, y), _DIM
    )
    pygame.draw.circle(surface, _SAFE, (x + 7, y + LINE + 8), 6, 2)
    width = layout.panel.width - 24
    _write(surface, f"Safe: {_names(safes)}", (x + 22, y + LINE), _SAFE, 22, width)
    _draw_cross(surface, Rect(x - 8, y + 2 * LINE - 7, 30, 30), _MINE)
    _write(surface, f"Mines: {_names(ai.mines)}", (x + 22, y + 2 * LINE), _MINE, 22, width)


def _draw_sentences(
    surface: Surface, game: CourseGame, layout: Layout, look: Look, pointed: Sentence | None
) -> None:
    title = "Of these cells, so many are mines (a dot marks what is new):"
    _write(surface, title, (layout.sentences.left, layout.sentences.top - LINE - 6), _DIM, 20)
    pygame.draw.rect(surface, _PANEL, layout.sentences.inflate(12, 8), border_radius=8)
    sentences = game.sentences()
    left, top = layout.sentences.topleft
    if not sentences:
        _write(surface, "The AI has no open sentence.", (left + 4, top + 4), _DIM)
    shown = sentences[look.scroll : look.scroll + layout.lines]
    for number, sentence in enumerate(shown):
        y = top + number * LINE + 4
        is_new = sentence in game.new_sentences
        colour = _FRAME if sentence is pointed else _TEXT if is_new else _DIM
        if is_new:
            pygame.draw.circle(surface, _FRAME, (left + 6, y + 8), 3)
        text = f"{{{_names(sentence.cells)}}} = {sentence.count}"
        _write_sentence(surface, text, (left + 16, y), colour, layout.sentences.width - 20)
    rest = len(sentences) - len(shown)
    word = "sentence" if len(sentences) == 1 else "sentences"
    scroll = f", {rest} more: turn the wheel" if rest else ""
    place = (left + 4, layout.sentences.bottom - LINE + 4)
    _write(surface, f"{len(sentences)} {word}{scroll}", place, _DIM, 20)


def _write_sentence(
    surface: Surface, text: str, place: tuple[int, int], colour: Color, width: int
) -> None:
    """Write a sentence; in one that is too long the cells are cut, never the count."""
    font = _font(22)
    cells, _, count = text.rpartition("}")
    if font.size(text)[0] > width:
        while cells and font.size(f"{cells} ...}}{count}")[0] > width:
            cells = cells.rpartition(" ")[0]
        text = f"{cells} ...}}{count}"
    _write(surface, text, place, colour)


def _names(cells: Iterable[Cell]) -> str:
    return " ".join(f"({row},{column})" for row, column in sorted(cells)) or "none"
