"""The game window, tested with SDL's dummy video driver."""

import os
import random
from pathlib import Path

import numpy as np
import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from sapper import Rules
from sapper.cli import main
from sapper.compat.cs50.course_game import CourseGame
from sapper.compat.cs50.window import Window
from sapper.compat.cs50.window_layout import Layout
from sapper.errors import InvalidRules

SCREENSHOT = Path(__file__).parents[3] / "docs" / "images" / "cs50.png"


@pytest.fixture
def window() -> Window:
    random.seed(50)
    return Window(CourseGame(Rules.level("cs50", start="any")))


def click(window: Window, position: tuple[int, int], button: int = 1) -> None:
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=button))


def press(window: Window, *keys: int) -> None:
    for key in keys:
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=key))


def pixels(window: Window) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    return pygame.surfarray.array3d(window.screenshot())


def first_safe_cell(window: Window) -> tuple[int, int]:
    return next(c for c in window.game.rules.cells() if not window.game.board.is_mine(c))


def test_the_left_button_reveals_and_the_right_button_flags(window: Window) -> None:
    cell = first_safe_cell(window)
    position = window.layout.rectangle(cell).center
    click(window, position, button=3)
    assert window.game.flags == {cell}
    click(window, position)
    assert not window.game.revealed
    click(window, position, button=3)
    click(window, position)
    assert set(window.game.revealed) == {cell}
    click(window, position, button=2)


def test_a_revealed_cell_shows_its_number_even_if_it_is_0() -> None:
    window = Window(CourseGame(Rules(4, 1, 1, start="any")))
    mine = next(cell for cell in window.game.rules.cells() if window.game.board.is_mine(cell))
    zeros = [cell for cell in window.game.rules.cells() if abs(cell[1] - mine[1]) > 1]
    for cell in zeros:
        window.game.reveal(cell)
        box = window.layout.rectangle(cell).inflate(-8, -8)
        inside = pixels(window)[box.left : box.right, box.top : box.bottom].reshape(-1, 3)
        assert window.game.revealed[cell] == 0
        assert len(np.unique(inside, axis=0)) > 1  # a blank cell has a single colour


def test_flag_mode_makes_the_left_button_flag(window: Window) -> None:
    click(window, window.layout.buttons["Flag"].center)
    click(window, window.layout.rectangle((0, 0)).center)
    assert window.game.flags == {(0, 0)}


def test_the_buttons_move_reset_and_hide_the_knowledge(window: Window) -> None:
    for _ in range(3):
        click(window, window.layout.buttons["AI Move"].center)
    assert window.game.last is not None
    with_knowledge = pixels(window)
    click(window, window.layout.buttons["Knowledge"].center)
    assert (pixels(window) != with_knowledge).any()
    click(window, window.layout.buttons["Reset"].center)
    assert not window.game.revealed


def test_every_action_has_a_key(window: Window) -> None:
    press(window, pygame.K_SPACE, pygame.K_f)
    assert not window.game.revealed
    press(window, pygame.K_UP, pygame.K_LEFT, pygame.K_f)
    assert window.game.flags == {(3, 3)}
    press(window, pygame.K_f, pygame.K_RETURN)
    assert window.game.last == (3, 3)
    press(window, pygame.K_a, pygame.K_r, pygame.K_m, pygame.K_k, pygame.K_PAGEDOWN)
    assert window.state.is_flagging
    assert not window.state.shows_knowledge
    press(window, *[pygame.K_RIGHT] * 5, pygame.K_DOWN)
    assert window.state.cursor == (4, 0)
    press(window, pygame.K_ESCAPE)
    assert not window.is_open


def test_the_sentence_under_the_pointer_frames_its_cells(window: Window) -> None:
    while not window.game.ai.knowledge:
        press(window, pygame.K_a)
    cell = min(window.game.sentences()[0].cells)
    corner = window.layout.rectangle(cell).move(3, 14).topleft
    before = pixels(window)[corner].tolist()
    sentences = window.layout.sentences
    window.handle(
        pygame.event.Event(pygame.MOUSEMOTION, pos=(sentences.left + 30, sentences.top + 8))
    )
    assert pixels(window)[corner].tolist() == [255, 212, 59] != before


def test_a_long_list_of_sentences_can_be_scrolled(window: Window) -> None:
    window.game = CourseGame(Rules(30, 16, 60, start="any"), total_mines=True)
    window.layout = Layout.for_board(window.game.rules)
    for _ in range(20):
        press(window, pygame.K_a)
    window.game.ai.knowledge *= 1 + 100 // max(1, len(window.game.ai.knowledge))
    window.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-3))
    assert window.state.scroll == 3
    first = pixels(window)
    press(window, pygame.K_PAGEUP)
    assert window.state.scroll == 0
    assert (pixels(window) != first).any()


@pytest.mark.parametrize("end", ["won", "lost"])
def test_wins_and_losses_are_visible(window: Window, end: str) -> None:
    game = window.game
    mine = min(game.board.mines)
    game.flag(first_safe_cell(window))
    before = pixels(window)
    if end == "lost":
        game.reveal(mine)
    else:
        game.flags = set(game.board.mines)
    assert game.status == end
    box = window.layout.rectangle(mine)
    assert (pixels(window) != before)[box.left : box.right, box.top : box.bottom].any()


@pytest.mark.parametrize("size", ["1x1/0", "40x30/100", "8x30/20"])
def test_boards_of_many_sizes_fit_in_the_window(size: str) -> None:
    layout = Layout.for_board(Rules.parse(size, start="any"))
    whole = pygame.Rect((0, 0), layout.size)
    boxes = [layout.board, layout.panel, layout.sentences, layout.message, *layout.buttons.values()]
    assert all(whole.contains(box) for box in boxes)
    assert not layout.board.colliderect(layout.panel)
    assert layout.lines >= 5


def test_a_board_too_large_for_the_window_is_rejected() -> None:
    with pytest.raises(InvalidRules, match="does not fit in the window"):
        Layout.for_board(Rules(41, 5, 3))


def test_the_command_opens_and_closes_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def show_and_close() -> list[pygame.event.Event]:
        shown.append(pygame.display.get_caption()[0])
        is_third = len(shown) == 3
        move = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)
        return [pygame.event.Event(pygame.QUIT)] if is_third else [move]

    monkeypatch.setattr(pygame.event, "get", show_and_close)
    assert main(["cs50", "5x4/3", "--seed", "1", "--total-mines"]) == 0
    assert shown == ["Sapper: the CS50 board, 5x4/3"] * 3


def test_the_command_reports_a_missing_display(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nothing")
    assert main(["cs50"]) == 2
    assert capsys.readouterr().err.startswith("error: cannot open a window: ")


def test_an_invisible_driver_is_rejected_unless_the_user_chose_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    assert main(["cs50"]) == 2
    assert capsys.readouterr().err.splitlines()[-2:] == [
        "error: cannot open a window: no display found",
        "hint: sapper play works without a display",
    ]


def guide_window() -> Window:
    """Return the window shown in the guide."""
    random.seed(2783)
    window = Window(CourseGame(Rules.level("cs50", start="any")))
    for _ in range(25):
        window.game.ai_move()
    window.game.flag(min(window.game.ai.mines))
    window.state.pointer = window.layout.sentences.move(30, 52).topleft
    return window


def test_the_screenshot_in_the_guide_is_current() -> None:
    """Run `python -m tests.compat.cs50.test_window` to update the screenshot."""
    window = guide_window()
    shown = pygame.surfarray.array3d(pygame.image.load(SCREENSHOT)).astype(int)
    now = pixels(window).astype(int)
    assert shown.shape == now.shape
    # A different font version changes a few pixels; a different layout changes many.
    assert np.abs(shown - now).mean() < 3


if __name__ == "__main__":
    pygame.image.save(guide_window().screenshot(), SCREENSHOT)
