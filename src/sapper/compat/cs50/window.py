"""The game window, which converts mouse and keyboard input into moves and draws the game."""

import os
import warnings
from typing import Final

import pygame

from sapper.compat.cs50.course_game import CourseGame
from sapper.compat.cs50.drawing import WindowState, clear_fonts, draw
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
_INVISIBLE_DRIVERS: Final = ("offscreen", "dummy")
"""The SDL video drivers that need no display. SDL falls back to them if it finds no display."""


def _check_visible() -> None:
    """Raise pygame.error if SDL fell back to a video driver without a display."""
    is_chosen = "SDL_VIDEODRIVER" in os.environ or "SDL_VIDEO_DRIVER" in os.environ
    if pygame.display.get_driver() in _INVISIBLE_DRIVERS and not is_chosen:
        pygame.quit()
        raise pygame.error("no display found")


class Window:
    """A window that shows one course game."""

    def __init__(self, game: CourseGame) -> None:
        self.game = game
        self.layout = Layout.for_board(game.rules)
        self.state = WindowState()
        self.is_open = True

    def run(self) -> None:
        """Show the window until it is closed. Raises SapperError if there is no display."""
        try:
            pygame.display.init()
            pygame.font.init()
            with warnings.catch_warnings():
                # pygame warns about slow renderers, which are fast enough for this window.
                warnings.simplefilter("ignore")
                flags = pygame.RESIZABLE | pygame.SCALED
                surface = pygame.display.set_mode(self.layout.size, flags)
            _check_visible()
        except pygame.error as error:
            raise SapperError(
                f"cannot open a window: {error}", hint="sapper play works without a display"
            ) from None
        try:
            pygame.display.set_caption(f"Sapper: the CS50 board, {self.game.rules}")
            clock = pygame.time.Clock()
            while self.is_open:
                for event in pygame.event.get():
                    self.handle(event)
                draw(surface, self.game, self.layout, self.state)
                pygame.display.flip()
                clock.tick(_FRAMES_PER_SECOND)
        finally:
            clear_fonts()
            pygame.quit()

    def screenshot(self) -> pygame.Surface:
        """Return the window's contents as a pygame surface, without requiring a display."""
        pygame.font.init()
        surface = pygame.Surface(self.layout.size)
        draw(surface, self.game, self.layout, self.state)
        return surface

    def handle(self, event: pygame.event.Event) -> None:
        """Handle a pygame event, ignoring unknown event types."""
        if event.type == pygame.QUIT:
            self.is_open = False
        elif event.type == pygame.MOUSEMOTION:
            self.state.pointer = event.pos
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.state.pointer = event.pos
            self._click(event.pos, event.button)
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
        elif event.type == pygame.KEYDOWN:
            self._press_key(event.key)

    def _click(self, position: tuple[int, int], button: int) -> None:
        if button not in (_LEFT, _RIGHT):
            return
        name = self.layout.button_at(position)
        cell = self.layout.cell_at(position)
        if name is not None and button == _LEFT:
            self._press_button(name)
        elif cell is not None and (button == _RIGHT or self.state.is_flagging):
            self.game.flag(cell)
        elif cell is not None:
            self.game.reveal(cell)
        self._scroll(0)

    def _press_button(self, name: str) -> None:
        if name == "AI Move":
            self.game.ai_move()
        elif name == "Reset":
            self.game.reset()
        elif name == "Flag":
            self.state.is_flagging = not self.state.is_flagging
        elif name == "Knowledge":
            self.state.shows_knowledge = not self.state.shows_knowledge
        self._scroll(0)

    def _press_key(self, key: int) -> None:
        state = self.state
        if key in (pygame.K_q, pygame.K_ESCAPE):
            self.is_open = False
        elif key in _KEYS:
            self._press_button(_KEYS[key])
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._scroll(self.layout.lines * (1 if key == pygame.K_PAGEDOWN else -1))
        elif key in _STEPS:
            row, column = state.cursor or self.game.rules.centre
            down, right = _STEPS[key]
            rules = self.game.rules
            state.cursor = (row + down) % rules.height, (column + right) % rules.width
        elif state.cursor is not None and key in (pygame.K_SPACE, pygame.K_RETURN):
            self.game.reveal(state.cursor)
        elif state.cursor is not None and key == pygame.K_f:
            self.game.flag(state.cursor)

    def _scroll(self, lines: int) -> None:
        max_scroll = max(0, len(self.game.ai.knowledge) - self.layout.lines)
        self.state.scroll = min(max_scroll, max(0, self.state.scroll + lines))
