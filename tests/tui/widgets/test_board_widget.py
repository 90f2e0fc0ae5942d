"""The board: mouse, scrolling, sizes, and that only what changed is drawn again."""

from typing import Any

import pytest
from textual.pilot import Pilot
from tui_pilot import click, game_screen, go_to, line, perform, picture, press, settle

from sapper.game.view import parse_view
from sapper.tui.widgets.cell_renderer import AI_FLAG, FLAG, MINE, WRONG

FIRST, MINE_CELL, CLUE = (0, 0), (0, 5), (0, 4)


def test_the_left_button_reveals_and_chords_on_a_number() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, FIRST)
        assert screen.session.game.view.clue(FIRST) == 0
        assert screen.board.cursor == FIRST
        await click(pilot, screen, MINE_CELL, button=3)
        assert screen.session.game.view.flags == {MINE_CELL}
        await click(pilot, screen, CLUE)
        assert screen.session.game.view.clue((1, 5)) is not None

    perform(script)


def test_the_right_button_flags_and_the_middle_one_chords() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, FIRST)
        await click(pilot, screen, MINE_CELL, button=3)
        await click(pilot, screen, CLUE, button=2)
        assert screen.session.game.view.clue((1, 5)) is not None

    perform(script)


def test_a_button_that_is_let_go_on_another_cell_does_nothing() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await pilot.mouse_down("#board", offset=screen.board.place_of((0, 0)))
        await pilot.mouse_up("#board", offset=screen.board.place_of((4, 4)))
        await settle(pilot)
        assert screen.session.game.version == 0

    perform(script)


def test_a_click_beside_the_board_does_nothing() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await pilot.click("#board", offset=(0, 0))
        await settle(pilot)
        assert screen.session.game.version == 0

    perform(script)


def test_the_wheel_scrolls_a_large_board_and_takes_the_cursor_along() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        from textual import events

        board = screen.board
        first = line(screen, 1)
        for _ in range(20):
            board.post_message(
                events.MouseScrollDown(board, 5, 5, 0, 0, 0, shift=False, meta=False, ctrl=False)
            )
        await settle(pilot)
        assert line(screen, 1) != first
        assert board.cell_at(*board.place_of(board.cursor)) == board.cursor
        for _ in range(50):
            board.post_message(
                events.MouseScrollDown(board, 5, 5, 0, 0, 0, shift=True, meta=False, ctrl=False)
            )
        await settle(pilot)
        assert board.cell_at(*board.place_of(board.cursor)) == board.cursor
        assert board.place_of((59, 119))[0] < board.size.width

    perform(script, game_screen("120x60/900"))


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 6), (200, 60), (1, 1)])
def test_the_cursor_is_in_view_wherever_it_goes(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        board = screen.board
        for row, column in [(0, 0), (0, 99), (99, 99), (99, 0), (50, 50)]:
            board.place_cursor((row, column))
            await pilot.pause()
            x, y = board.place_of(board.cursor)
            if board.size.width > 6 and board.size.height > 1:
                assert 0 <= x < board.size.width
                assert 1 <= y < board.size.height

    perform(script, game_screen("100x100/1500"), size=size)


def test_a_resize_never_breaks_the_screen() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m", "m", "m", "H", "o")
        for size in [(20, 6), (140, 45), (10, 3), (60, 18), (1, 1), (300, 100), (80, 24)]:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert len(picture(pilot.app)) == size[1]
            await press(pilot, "right")
        assert screen.has_class("-narrow")

    perform(script, game_screen("expert"))


def test_the_panel_hides_where_the_board_needs_the_room() -> None:
    async def narrow(pilot: Pilot[None], screen: Any) -> None:
        assert not screen.query_one("#panel").display
        assert screen.query_one("#bar").display
        assert any("Space reveals" in row for row in picture(pilot.app))

    async def wide(pilot: Pilot[None], screen: Any) -> None:
        assert screen.query_one("#panel").display
        assert not screen.query_one("#bar").display
        assert any("Space reveals" in row for row in picture(pilot.app))

    perform(narrow, game_screen("expert"))
    perform(wide, game_screen("expert"), size=(120, 30))
    perform(wide, game_screen("beginner"))


def test_expert_fits_in_80_by_24_without_scrolling() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m", "H", "H", "H")
        assert screen.board.page == (16, 30)

    perform(script, game_screen("expert"))


def test_only_the_cells_that_changed_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        board = screen.board
        await press(pilot, "m", "right", "right")
        drawn: list[int] = []
        original = board.render_line
        monkeypatch.setattr(board, "render_line", lambda y: drawn.append(y) or original(y))
        await press(pilot, "f")
        assert set(drawn) == {board.place_of(board.cursor)[1]}
        drawn.clear()
        await press(pilot, "right")
        # The cursor left one cell for the next, and the number of its column is new.
        assert len(set(drawn)) == 2

    perform(script, game_screen("expert"))


def test_an_idle_game_draws_no_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        drawn: list[int] = []
        original = screen.board.render_line
        monkeypatch.setattr(screen.board, "render_line", lambda y: drawn.append(y) or original(y))
        await pilot.pause(1.2)
        assert drawn == []

    perform(script)


def test_every_kind_of_cell_has_a_figure_of_its_own() -> None:
    view = parse_view("12x2/8\n.12345678#Ff\n?*!#########")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        screen.board.show(view, wrong_flags=frozenset({(1, 3)}))
        await pilot.pause()
        rows = picture(pilot.app)
        text = "".join(rows)
        for figure in ("1", "8", FLAG, AI_FLAG, "?", MINE, WRONG):
            assert figure in text

    perform(script, game_screen("12x2/8"))


def test_without_colour_hidden_cells_have_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m", "m")
        assert any("▒▒" in row for row in picture(pilot.app))
        assert not any("▒" in row for row in [line(screen, 0)])

    perform(script, game_screen("expert"))


def test_the_colours_follow_the_theme_and_are_kept() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        dark = screen.board.figures.palette
        pilot.app.theme = "sapper-light"
        await settle(pilot)
        assert screen.board.figures.palette is not dark

    perform(script)

    async def again(pilot: Pilot[None], _screen: Any) -> None:
        assert pilot.app.theme == "sapper-light"

    perform(again)


def test_the_board_stays_where_it_is_whatever_is_said() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        places = set()
        for words in ("", "one line", "a line\n" * 3, "a line\n" * 30):
            screen.say(words)
            await settle(pilot)
            places.add((screen.board.region, screen.board.place_of((0, 0))))
        assert len(places) == 1

    for size in [(80, 24), (60, 24), (40, 15), (30, 10)]:
        perform(script, game_screen("expert"), size=size)
        perform(script, game_screen("beginner"), size=size)


def test_a_narrow_title_keeps_the_clock_and_the_status() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "space")
        title = picture(pilot.app)[0]
        assert title.split() == ["beginner", "9x9/10", "⚑", "10", "◷", "0:00", "●", "playing"]
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert picture(pilot.app)[0].startswith(" SAPPER   beginner")

    perform(script, size=(40, 15))


def test_odds_are_shown_where_a_hint_talks_of_cells() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (0, 0))
        await press(pilot, "space", "H", "H", "H", "o")
        areas = [cell for cell, mark in screen.board.marks.items() if mark.kind == "area"]
        assert areas
        for row, column in areas:
            assert screen.board._figure((row, column))[0].strip() not in ("", "•")

    perform(script)
