"""Daily boards: one attempt per player, ranks and streaks."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import NotFound
from sapper.generate.daily_board import daily_board
from sapper.play.computation import compute_inline
from sapper.play.daily_service import DailyService, daily_streak
from sapper.play.game_service import GameService, PlayerGame
from sapper.store import Store

ME, OTHER, THIRD = "a" * 22, "b" * 22, "c" * 22
DAY = date(2026, 3, 2)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[GameService]:
    opened = GameService(compute_inline, Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}"))
    opened.daily = DailyService(opened, today=lambda: DAY)
    yield opened
    opened.close()


def run(call: Any) -> Any:
    return asyncio.run(call)


async def win(service: GameService, game: PlayerGame) -> None:
    session = game.session
    board = daily_board(DAY, session.rules.level_name)
    session.move("reveal", board.first)
    for cell in session.rules.cells():
        if session.game.is_over:
            break
        if cell not in board.layout:
            session.move("reveal", cell)
    await service.save(game)


async def lose(service: GameService, game: PlayerGame) -> None:
    board = daily_board(DAY, game.session.rules.level_name)
    game.session.move("reveal", board.first)
    game.session.move("reveal", min(board.layout))
    await service.save(game)


def test_a_second_tab_opens_the_same_attempt(service: GameService) -> None:
    async def open_twice() -> list[PlayerGame]:
        return list(await asyncio.gather(*(service.daily.start(ME, "beginner") for _ in range(2))))

    first, second = run(open_twice())
    assert first.id == second.id
    assert first.session.options.no_guess
    assert not first.session.assistance_snapshot()["assisted"]


def test_players_of_the_day_are_ranked_by_time(service: GameService) -> None:
    async def play() -> list[dict[str, Any]]:
        for player, finish in ((ME, win), (OTHER, win), (THIRD, lose)):
            await finish(service, await service.daily.start(player, "beginner"))
        return [await service.daily.overview(player) for player in (ME, OTHER, THIRD)]

    levels = [overview["levels"][0] for overview in run(play())]
    assert [level["players"] for level in levels] == [3, 3, 3]
    assert sorted(level["rank"] or 0 for level in levels) == [0, 1, 2]
    assert (levels[2]["status"], levels[2]["percentile"]) == ("lost", None)
    assert max(level["percentile"] or 0 for level in levels) == 100.0


def test_assisted_and_paused_attempts_are_not_ranked(service: GameService) -> None:
    async def play() -> list[dict[str, Any]]:
        helped = await service.daily.start(ME, "beginner")
        await service.count_assistance(helped, "hints")
        await win(service, helped)
        paused = await service.daily.start(OTHER, "beginner")
        paused.session.move("reveal", daily_board(DAY, "beginner").first)
        paused.session.pause()
        paused.session.resume_clock()
        await win(service, paused)
        return [await service.daily.overview(player) for player in (ME, OTHER)]

    for overview in run(play()):
        level = overview["levels"][0]
        assert (level["status"], level["counted"], level["rank"]) == ("won", False, None)
        assert (level["players"], overview["streak"]) == (0, 0)
        assert "Not ranked" in level["share_text"]


def test_the_share_text_spoils_nothing(service: GameService) -> None:
    async def play() -> dict[str, Any]:
        game = await service.daily.start(ME, "beginner")
        assert (await service.daily.overview(ME))["levels"][0]["share_text"] is None
        await win(service, game)
        return await service.daily.overview(ME)

    overview = run(play())
    lines = overview["levels"][0]["share_text"].splitlines()
    assert lines[0] == "Sapper daily 2026-03-02, beginner"
    assert lines[1].startswith("Won in ")
    assert lines[2:] == ["Rank 1 of 1"]
    assert overview["streak"] == 1


def test_deleting_the_game_does_not_allow_a_second_attempt(service: GameService) -> None:
    async def delete() -> None:
        game = await service.daily.start(ME, "beginner")
        await lose(service, game)
        assert game.id is not None
        await service.history.delete(ME, game.id)
        assert (await service.daily.overview(ME))["levels"][0]["status"] == "deleted"
        with pytest.raises(NotFound, match="you have deleted your game on today's board"):
            await service.daily.start(ME, "beginner")

    run(delete())


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ([], 0),
        (["2026-03-02"], 1),
        (["2026-03-01"], 1),  # today's board can still be won
        (["2026-02-28"], 0),
        (["2026-03-02", "2026-03-01", "2026-02-28", "2026-02-26"], 3),
        (["2026-03-03"], 0),  # the server's clock was set back
    ],
)
def test_the_streak_counts_consecutive_days(days: list[str], streak: int) -> None:
    assert daily_streak(days, DAY) == streak


def test_the_results_of_a_large_field_are_reused(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each overview once counted all players six times, which took 0.25 seconds for 50,000 players.
    monkeypatch.setattr("sapper.play.daily_service._LARGE_FIELD", 1)
    run(win(service, run(service.daily.start(ME, "beginner"))))
    assert service.store is not None
    attempts = service.store.daily_attempts
    loaded: list[str] = []
    load = attempts.field
    monkeypatch.setattr(
        attempts, "field", lambda day, level: loaded.append(level) or load(day, level)
    )
    for _ in range(3):
        level = run(service.daily.overview(ME))["levels"][0]
        assert (level["rank"], level["players"], level["percentile"]) == (1, 1, 100.0)
    assert loaded.count("beginner") == 1
    run(win(service, run(service.daily.start(OTHER, "beginner"))))
    level = run(service.daily.overview(OTHER))["levels"][0]
    assert level["rank"] in (1, 2)
    assert level["players"] >= level["rank"]
