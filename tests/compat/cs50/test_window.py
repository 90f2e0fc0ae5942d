"""The window without a screen: SDL's dummy video driver, events and pictures."""

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

PICTURE = Path(__file__).parents[3] / "docs" / "images" / "cs50.png"


@pytest.fixture
def window() -> Window:
    random.seed(50)
    return Window(CourseGame(Rules.level("cs50", start="any")))


def click(window: Window, place: tuple[int, int], button: int = 1) -> None:
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=button))


def press(window: Window, *keys: int) -> None:
    for key in keys:
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=key))


def pixels(window: Window) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    return pygame.surfarray.array3d(window.picture())


def a_safe_cell(window: Window) -> tuple[int, int]:
    return next(c for c in window.game.rules.cells() if not window.game.board.is_mine(c))


def test_the_left_button_reveals_and_the_right_one_flags(window: Window) -> None:
    cell = a_safe_cell(window)
    place = window.layout.rectangle(cell).center
    click(window, place, button=3)
    assert window.game.flags == {cell}
    click(window, place)
    assert not window.game.revealed
    click(window, place, button=3)
    click(window, place)
    assert set(window.game.revealed) == {cell}
    click(window, place, button=2)


def test_flag_mode_makes_the_left_button_flag(window: Window) -> None:
    click(window, window.layout.buttons["Flag"].center)
    click(window, window.layout.rectangle((0, 0)).center)
    assert window.game.flags == {(0, 0)}


def test_the_buttons_move_reset_and_hide_what_the_ai_knows(window: Window) -> None:
    for _ in range(3):
        click(window, window.layout.buttons["AI Move"].center)
    assert window.game.last is not None
    with_knowledge = pixels(window)
    click(window, window.layout.buttons["Knowledge"].center)
    assert (pixels(window) != with_knowledge).any()
    click(window, window.layout.buttons["Reset"].center)
    assert not window.game.revealed


def test_all_can_be_done_with_keys(window: Window) -> None:
    press(window, pygame.K_SPACE, pygame.K_f)
    assert not window.game.revealed
    press(window, pygame.K_UP, pygame.K_LEFT, pygame.K_f)
    assert window.game.flags == {(3, 3)}
    press(window, pygame.K_f, pygame.K_RETURN)
    assert window.game.last == (3, 3)
    press(window, pygame.K_a, pygame.K_r, pygame.K_m, pygame.K_k, pygame.K_PAGEDOWN)
    assert window.look.is_flagging
    assert not window.look.shows_knowledge
    press(window, *[pygame.K_RIGHT] * 5, pygame.K_DOWN)
    assert window.look.cursor == (4, 0)
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


def test_long_knowledge_is_scrolled_and_cut_before_its_count(window: Window) -> None:
    window.game = CourseGame(Rules(30, 16, 60, start="any"), total_mines=True)
    window.layout = Layout.of(window.game.rules)
    for _ in range(20):
        press(window, pygame.K_a)
    window.game.ai.knowledge *= 1 + 100 // max(1, len(window.game.ai.knowledge))
    window.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-3))
    assert window.look.scroll == 3
    first = pixels(window)
    press(window, pygame.K_PAGEUP)
    assert window.look.scroll == 0
    assert (pixels(window) != first).any()


@pytest.mark.parametrize("end", ["won", "lost"])
def test_both_ends_are_shown(window: Window, end: str) -> None:
    game = window.game
    mine = min(game.board.mines)
    game.flag(a_safe_cell(window))
    before = pixels(window)
    if end == "lost":
        game.reveal(mine)
    else:
        game.flags = set(game.board.mines)
    assert game.status == end
    box = window.layout.rectangle(mine)
    assert (pixels(window) != before)[box.left : box.right, box.top : box.bottom].any()


@pytest.mark.parametrize("size", ["1x1/0", "40x30/100", "8x30/20"])
def test_boards_of_many_sizes_fit_their_window(size: str) -> None:
    layout = Layout.of(Rules.parse(size, start="any"))
    whole = pygame.Rect((0, 0), layout.size)
    boxes = [layout.board, layout.panel, layout.sentences, layout.message, *layout.buttons.values()]
    assert all(whole.contains(box) for box in boxes)
    assert not layout.board.colliderect(layout.panel)
    assert layout.lines >= 5


def test_a_board_too_large_for_the_window_is_refused() -> None:
    with pytest.raises(InvalidRules, match="cannot show"):
        Layout.of(Rules(41, 5, 3))


def test_the_command_opens_a_window_and_closes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def show_and_close() -> list[pygame.event.Event]:
        shown.append(pygame.display.get_caption()[0])
        is_third = len(shown) == 3
        move = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)
        return [pygame.event.Event(pygame.QUIT)] if is_third else [move]

    monkeypatch.setattr(pygame.event, "get", show_and_close)
    assert main(["cs50", "5x4/3", "--seed", "1", "--total-mines"]) == 0
    assert shown == ["Sapper: the CS50 board, 5x4/3"] * 3


def test_without_a_display_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nothing")
    assert main(["cs50"]) == 2
    assert capsys.readouterr().err.startswith("error: cannot open a window: ")


def test_a_driver_that_shows_nothing_is_refused_unless_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    assert main(["cs50"]) == 2
    assert capsys.readouterr().err.splitlines()[-2:] == [
        "error: cannot open a window: there is no display",
        "hint: sapper play needs no display",
    ]


def game_of_the_guide() -> Window:
    """The game that the guide shows: found by its seed."""
    random.seed(2783)
    window = Window(CourseGame(Rules.level("cs50", start="any")))
    for _ in range(25):
        window.game.ai_move()
    window.game.flag(min(window.game.ai.mines))
    window.look.pointer = window.layout.sentences.move(30, 52).topleft
    return window


def test_the_picture_of_the_guide_shows_the_window_as_it_is() -> None:
    """To renew it: python -m tests.compat.cs50.test_window."""
    window = game_of_the_guide()
    shown = pygame.surfarray.array3d(pygame.image.load(PICTURE)).astype(int)
    now = pixels(window).astype(int)
    assert shown.shape == now.shape
    # Another version of the font moves a few pixels; another layout moves many.
    assert np.abs(shown - now).mean() < 3


if __name__ == "__main__":
    pygame.image.save(game_of_the_guide().picture(), PICTURE)
