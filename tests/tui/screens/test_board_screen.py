"""The layout of screens with a board."""

from typing import Any

from textual.pilot import Pilot

from tests.tui_pilot import game_screen, perform, press, screen_lines, settle


def test_the_panel_becomes_a_bar_if_the_board_needs_the_space() -> None:
    async def narrow(pilot: Pilot[None], screen: Any) -> None:
        assert screen.query_one("#panel").region.y == screen.board.region.bottom
        assert any("Move with the arrow" in row for row in screen_lines(pilot.app))

    async def wide(pilot: Pilot[None], screen: Any) -> None:
        assert screen.query_one("#panel").region.x == screen.board.region.right
        assert any("Move with the arrow" in row for row in screen_lines(pilot.app))

    perform(narrow, game_screen("expert"))
    perform(wide, game_screen("expert"), size=(120, 30))
    perform(wide, game_screen("beginner"))


def test_messages_of_any_length_do_not_move_the_board() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        positions = set()
        for message in ("", "one line", "a line\n" * 3, "a line\n" * 30):
            screen.show_message(message)
            await settle(pilot)
            positions.add((screen.board.region, screen.board.geometry.centre_of((0, 0))))
        assert len(positions) == 1

    for size in [(80, 24), (60, 24), (40, 15), (30, 10)]:
        perform(script, game_screen("expert"), size=size)
        perform(script, game_screen("beginner"), size=size)


def test_a_narrow_title_still_shows_the_clock_and_the_status() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "space")
        title = screen_lines(pilot.app)[0]
        assert title.split() == ["beginner", "9x9/10", "⚑", "10", "◷", "0:00", "●", "playing"]
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert screen_lines(pilot.app)[0].startswith(" SAPPER   beginner")

    perform(script, size=(40, 15))


def test_the_screen_survives_any_resize() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m", "m", "m", "H", "o")
        for size in [(20, 6), (140, 45), (10, 3), (60, 18), (1, 1), (300, 100), (80, 24)]:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert len(screen_lines(pilot.app)) == size[1]
            await press(pilot, "right")
        assert screen.has_class("-narrow")

    perform(script, game_screen("expert"))
