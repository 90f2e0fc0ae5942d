"""The window: turns clicks and keys into moves of a course game, and draws it."""

import os
import warnings
from typing import Final

import pygame

from sapper.compat.cs50.course_game import CourseGame
from sapper.compat.cs50.drawing import Look, draw, forget_fonts
from sapper.compat.cs50.window_layout import Layout
from sapper.errors import SapperError

_FRAMES_PER_SECOND: Final = 30
_LEFT, _RIGHT = 1, 3
_STEPS: Final = {
    pygame.K_UP: (-1, 0),
    pygame.K_DOWN: (1, 0),
    pygame.K_LEFT: (0, -1),
    pygame.K_RIGHT: (0, 1),
}
_KEYS: Final = {
    pygame.K_a: "AI Move",
    pygame.K_m: "Flag",
    pygame.K_k: "Knowledge",
    pygame.K_r: "Reset",
}
_UNSEEN: Final = ("offscreen", "dummy")
"""Drivers of SDL that show nothing. It takes one by itself where there is no display."""


def _check_that_it_is_seen() -> None:
    """Raise pygame.error if nobody can see or close the window, and nobody asked for that."""
    is_chosen = "SDL_VIDEODRIVER" in os.environ or "SDL_VIDEO_DRIVER" in os.environ
    if pygame.display.get_driver() in _UNSEEN and not is_chosen:
        pygame.quit()
        raise pygame.error("there is no display")


class Window:
    """One game in a window."""

    def __init__(self, game: CourseGame) -> None:
        self.game = game
        self.layout = Layout.of(game.rules)
        self.look = Look()
        self.is_open = True

    def run(self) -> None:
        """Show the window until it is closed. Raises SapperError where there is no display."""
        try:
            pygame.display.init()
            pygame.font.init()
            with warnings.catch_warnings():
                # A slow renderer is fast enough for this.
                warnings.simplefilter("ignore")
                flags = pygame.RESIZABLE | pygame.SCALED
                surface = pygame.display.set_mode(self.layout.size, flags)
            _check_that_it_is_seen()
        except pygame.error as error:
            raise SapperError(
                f"cannot open a window: {error}", hint="sapper play needs no display"
            ) from None
        try:
            pygame.display.set_caption(f"Sapper: the CS50 board, {self.game.rules}")
            clock = pygame.time.Clock()
            while self.is_open:
                for event in pygame.event.get():
                    self.handle(event)
                draw(surface, self.game, self.layout, self.look)
                pygame.display.flip()
                clock.tick(_FRAMES_PER_SECOND)
        finally:
            forget_fonts()
            pygame.quit()

    def picture(self) -> pygame.Surface:
        """Return what the window shows; no display is needed."""
        pygame.font.init()
        surface = pygame.Surface(self.layout.size)
        draw(surface, self.game, self.layout, self.look)
        return surface

    def handle(self, event: pygame.event.Event) -> None:
        """Do what an event asks for; others are left alone."""
        if event.type == pygame.QUIT:
            self.is_open = False
        elif event.type == pygame.MOUSEMOTION:
            self.look.pointer = event.pos
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.look.pointer = event.pos
            self._click(event.pos, event.button)
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
        elif event.type == pygame.KEYDOWN:
            self._press(event.key)

    def _click(self, place: tuple[int, int], button: int) -> None:
        if button not in (_LEFT, _RIGHT):
            return
        name = self.layout.button_at(place)
        cell = self.layout.cell_at(place)
        if name is not None and button == _LEFT:
            self._push(name)
        elif cell is not None and (button == _RIGHT or self.look.is_flagging):
            self.game.flag(cell)
        elif cell is not None:
            self.game.reveal(cell)
        self._scroll(0)

    def _push(self, name: str) -> None:
        if name == "AI Move":
            self.game.ai_move()
        elif name == "Reset":
            self.game.reset()
        elif name == "Flag":
            self.look.is_flagging = not self.look.is_flagging
        elif name == "Knowledge":
            self.look.shows_knowledge = not self.look.shows_knowledge
        self._scroll(0)

    def _press(self, key: int) -> None:
        look = self.look
        if key in (pygame.K_q, pygame.K_ESCAPE):
            self.is_open = False
        elif key in _KEYS:
            self._push(_KEYS[key])
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._scroll(self.layout.lines * (1 if key == pygame.K_PAGEDOWN else -1))
        elif key in _STEPS:
            row, column = look.cursor or self.game.rules.centre
            down, right = _STEPS[key]
            rules = self.game.rules
            look.cursor = (row + down) % rules.height, (column + right) % rules.width
        elif look.cursor is not None and key in (pygame.K_SPACE, pygame.K_RETURN):
            self.game.reveal(look.cursor)
        elif look.cursor is not None and key == pygame.K_f:
            self.game.flag(look.cursor)

    def _scroll(self, lines: int) -> None:
        most = max(0, len(self.game.ai.knowledge) - self.layout.lines)
        self.look.scroll = min(most, max(0, self.look.scroll + lines))
