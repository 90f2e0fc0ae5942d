"""The board widget: mouse, scrolling, cell sizes and redrawing."""

from typing import Any

import pytest
from textual.pilot import Pilot

from sapper.game.view import parse_view
from sapper.tui.widgets.cell_renderer import AI_FLAG, AREA, FLAG, MINE, WRONG_FLAG
from tests.tui_pilot import (
    board_line,
    click,
    game_screen,
    go_to,
    perform,
    press,
    screen_lines,
    settle,
)

FIRST, MINE_CELL, CLUE = (0, 0), (0, 5), (0, 4)


def test_the_left_button_reveals_cells_and_chords_on_numbers() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, FIRST)
        assert screen.session.game.view.clue(FIRST) == 0
        assert screen.board.cursor == FIRST
        await click(pilot, screen, MINE_CELL, button=3)
        assert screen.session.game.view.flags == {MINE_CELL}
        await click(pilot, screen, CLUE)
        assert screen.session.game.view.clue((1, 5)) is not None

    perform(script)


def test_the_right_button_flags_and_the_middle_button_chords() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, FIRST)
        await click(pilot, screen, MINE_CELL, button=3)
        await click(pilot, screen, CLUE, button=2)
        assert screen.session.game.view.clue((1, 5)) is not None

    perform(script)


def test_releasing_a_button_on_another_cell_does_nothing() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await pilot.mouse_down("#board", offset=screen.board.geometry.centre_of((0, 0)))
        await pilot.mouse_up("#board", offset=screen.board.geometry.centre_of((4, 4)))
        await settle(pilot)
        assert screen.session.game.version == 0

    perform(script)


def test_a_click_outside_the_board_does_nothing() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await pilot.click("#board", offset=(0, 0))
        await settle(pilot)
        assert screen.session.game.version == 0

    perform(script)


def test_the_wheel_scrolls_a_large_board_together_with_the_cursor() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        from textual import events

        board = screen.board
        first_line = board_line(screen, 1)
        for _ in range(20):
            board.post_message(
                events.MouseScrollDown(board, 5, 5, 0, 0, 0, shift=False, meta=False, ctrl=False)
            )
        await settle(pilot)
        assert board_line(screen, 1) != first_line
        assert board.geometry.cell_at(*board.geometry.centre_of(board.cursor)) == board.cursor
        for _ in range(50):
            board.post_message(
                events.MouseScrollDown(board, 5, 5, 0, 0, 0, shift=True, meta=False, ctrl=False)
            )
        await settle(pilot)
        assert board.geometry.cell_at(*board.geometry.centre_of(board.cursor)) == board.cursor
        assert board.geometry.centre_of((59, 119))[0] < board.size.width

    perform(script, game_screen("120x60/900"))


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 6), (200, 60), (1, 1)])
def test_the_cursor_is_always_visible(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        board = screen.board
        for row, column in [(0, 0), (0, 99), (99, 99), (99, 0), (50, 50)]:
            board.place_cursor((row, column))
            await pilot.pause()
            x, y = board.geometry.centre_of(board.cursor)
            if board.size.width > 6 and board.size.height > 1:
                assert 0 <= x < board.size.width
                assert 1 <= y < board.size.height

    perform(script, game_screen("100x100/1500"), size=size)


def test_an_expert_board_fits_into_80_by_24_without_scrolling() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m", "H", "H", "H")
        assert screen.board.geometry.page == (16, 30)

    perform(script, game_screen("expert"))


def test_only_changed_cells_are_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        board = screen.board
        await press(pilot, "m", "right", "right")
        drawn: list[int] = []
        original = board.render_line
        monkeypatch.setattr(board, "render_line", lambda y: drawn.append(y) or original(y))
        await press(pilot, "f")
        assert set(drawn) == {board.geometry.centre_of(board.cursor)[1]}
        drawn.clear()
        await press(pilot, "right")
        # The line of the two cells, and the line with the column numbers.
        assert len(set(drawn)) == 2

    perform(script, game_screen("expert"))


def test_an_idle_game_redraws_no_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        drawn: list[int] = []
        original = screen.board.render_line
        monkeypatch.setattr(screen.board, "render_line", lambda y: drawn.append(y) or original(y))
        await pilot.pause(1.2)
        assert drawn == []

    perform(script)


def test_every_kind_of_cell_has_its_own_symbol() -> None:
    view = parse_view("12x2/8\n.12345678#Ff\n?*!#########")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        screen.board.show(view, wrong_flags=frozenset({(1, 3)}))
        await pilot.pause()
        rows = screen_lines(pilot.app)
        text = "".join(rows)
        for symbol in ("1", "8", FLAG, AI_FLAG, "?", MINE, WRONG_FLAG):
            assert symbol in text

    perform(script, game_screen("12x2/8"))


def test_hidden_cells_have_a_symbol_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m", "m")
        assert any("▒▒" in row for row in screen_lines(pilot.app))
        assert not any("▒" in row for row in [board_line(screen, 0)])

    perform(script, game_screen("expert"))


def test_odds_are_visible_inside_a_hint_area() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (0, 0))
        await press(pilot, "space", "H", "H", "H", "o")
        areas = [
            cell for cell, highlight in screen.board.highlights.items() if highlight.kind == "area"
        ]
        assert areas
        for row, column in areas:
            assert screen.board._render_cell((row, column))[0].strip() not in ("", AREA)

    perform(script)
