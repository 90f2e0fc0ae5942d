"""Questions that are thought about elsewhere: limits, slow ones, broken ones."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from server import begin, error_of, move, open_client
from starlette.testclient import TestClient
from terminal import PATIENCE

from sapper.errors import BudgetExceeded, IllegalMove, InconsistentView
from sapper.web.client import ASKER, Asker
from sapper.web.error_responses import Problem
from sapper.web.worker_pool import Thinkers

POSITION = "3x1/1\n#1#"


def with_thinkers(
    work: Callable[[Thinkers], Coroutine[Any, Any, Any]], **limits: Any
) -> tuple[Any, Thinkers]:
    usual = {
        "processes": 1,
        "max_waiting": 4,
        "max_of_a_player": 2,
        "max_of_a_household": 100,
        "seconds": 5.0,
        "megabytes": 2048,
    }
    thinkers = Thinkers(**{**usual, **limits})
    try:
        # A thread of its own: tests of the browser leave a loop running in the main one.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, work(thinkers)).result(), thinkers
    finally:
        thinkers.close()


def test_an_answer_comes_from_another_process() -> None:
    async def ask(thinkers: Thinkers) -> Any:
        return await thinkers.ask("me", "analysis", position=POSITION, seconds=1.0)

    answer, thinkers = with_thinkers(ask)
    assert answer["layouts"] == 2
    assert answer["hint"]["certain"] is False
    assert thinkers.waiting == 0


def test_errors_of_sapper_come_back_as_they_were() -> None:
    async def ask(thinkers: Thinkers) -> None:
        with pytest.raises(InconsistentView) as caught:
            await thinkers.ask("me", "analysis", position="3x1/1\n#8#", seconds=1.0)
        assert caught.value.cell == (0, 1)
        record = "sapper-replay 1\nrules 1x1/1 any\nmines 0,0\n0.000 reveal 0,0\n"
        with pytest.raises(IllegalMove, match="the game is lost"):
            await thinkers.ask("me", "play", record=record, strategy=None, steps=1, seconds=1.0)
        # The process lives on.
        assert await thinkers.ask("me", "analysis", position=POSITION, seconds=1.0)

    with_thinkers(ask)


def test_a_process_that_takes_too_long_is_ended_and_the_next_question_is_answered() -> None:
    async def ask(thinkers: Thinkers) -> None:
        thinkers._start_patience = 0.001  # no process even starts so quickly
        with pytest.raises(BudgetExceeded, match="took too long"):
            await thinkers.ask("me", "analysis", position=POSITION, seconds=1.0)
        thinkers._start_patience = 60.0
        assert await thinkers.ask("me", "analysis", position=POSITION, seconds=1.0)

    _, thinkers = with_thinkers(ask)
    assert thinkers.ended == 1


def test_a_question_that_takes_too_long_is_ended_with_its_process() -> None:
    rows = ["#" * 60, "".join("2#"[i % 2] for i in range(60))] * 30
    bomb = f"60x60/1400\n{chr(10).join(rows)}"

    async def ask(thinkers: Thinkers) -> None:
        await thinkers.ask("me", "analysis", position=POSITION, seconds=1.0)
        thinkers._patience = 0.05
        with pytest.raises(BudgetExceeded, match="took too long"):
            await thinkers.ask("me", "analysis", position=bomb, seconds=20.0)

    _, thinkers = with_thinkers(ask)
    assert thinkers.ended == 1


def test_a_process_that_dies_is_replaced() -> None:
    async def ask(thinkers: Thinkers) -> None:
        await thinkers.ask("me", "analysis", position=POSITION, seconds=1.0)
        for process in thinkers._all:
            process.kill()
            process.wait()
        with pytest.raises(BudgetExceeded):
            await thinkers.ask("me", "analysis", position=POSITION, seconds=1.0)
        assert await thinkers.ask("me", "analysis", position=POSITION, seconds=1.0)

    with_thinkers(ask)


def test_too_many_questions_at_once_are_refused_with_a_time_to_wait() -> None:
    async def ask(thinkers: Thinkers) -> list[Any]:
        questions = [
            thinkers.ask(f"player {number}", "analysis", position=POSITION, seconds=1.0)
            for number in range(8)
        ]
        return await asyncio.gather(*questions, return_exceptions=True)

    answers, thinkers = with_thinkers(ask)
    refused = [answer for answer in answers if isinstance(answer, Problem)]
    assert len(refused) == 3  # one is thought about and four may wait
    assert {(problem.status, problem.retry_after) for problem in refused} == {(429, 1)}
    assert thinkers.refused == 3


def test_one_player_cannot_take_all_the_places() -> None:
    async def ask(thinkers: Thinkers) -> list[Any]:
        players = ["greedy"] * 4 + ["modest"]
        questions = [
            thinkers.ask(player, "analysis", position=POSITION, seconds=1.0) for player in players
        ]
        return await asyncio.gather(*questions, return_exceptions=True)

    answers, _ = with_thinkers(ask)
    assert [isinstance(answer, Problem) for answer in answers] == [False, False, True, True, False]


async def ask_from(household: str, thinkers: Thinkers, player: str, *, stays: bool = True) -> Any:
    """Ask as a request of that household would, whose client stays or has hung up."""

    async def receive() -> dict[str, str]:
        if stays:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    ASKER.set(Asker(household, receive))  # of this task alone
    return await thinkers.ask(player, "analysis", position=POSITION, seconds=1.0)


def test_one_household_of_many_players_cannot_take_all_the_places() -> None:
    async def ask(thinkers: Thinkers) -> list[Any]:
        questions = [("greedy", f"player {number}") for number in range(4)] + [("modest", "me")]
        return await asyncio.gather(
            *(asyncio.create_task(ask_from(home, thinkers, who)) for home, who in questions),
            return_exceptions=True,
        )

    answers, _ = with_thinkers(ask, max_of_a_household=2)
    assert [isinstance(answer, Problem) for answer in answers] == [False, False, True, True, False]


def test_a_household_that_asks_much_waits_behind_one_that_asks_little() -> None:
    order: list[str] = []

    async def ask_and_note(household: str, thinkers: Thinkers, player: str) -> None:
        await ask_from(household, thinkers, player)
        order.append(household)

    async def ask(thinkers: Thinkers) -> None:
        households = ["greedy", "greedy", "greedy", "modest"]
        tasks = [
            asyncio.create_task(ask_and_note(home, thinkers, f"player {number}"))
            for number, home in enumerate(households)
        ]
        await asyncio.gather(*tasks)

    with_thinkers(ask)
    assert order == ["greedy", "modest", "greedy", "greedy"]


def test_a_question_whose_client_has_hung_up_is_not_thought_about() -> None:
    async def ask(thinkers: Thinkers) -> list[Any]:
        first = asyncio.create_task(ask_from("here", thinkers, "me"))
        await asyncio.sleep(0)  # it has the only place
        gone = [
            asyncio.create_task(ask_from("there", thinkers, f"player {n}", stays=False))
            for n in range(3)
        ]
        refused = await asyncio.gather(*gone, return_exceptions=True)
        assert thinkers.waiting == 1
        assert (await first)["layouts"] == 2
        assert (await ask_from("there", thinkers, "player 0"))["layouts"] == 2
        return refused

    refused, thinkers = with_thinkers(ask)
    assert [problem.status for problem in refused] == [408, 408, 408]
    assert thinkers.waiting == 0


def test_a_refusal_over_http_has_the_shape_and_the_header(tmp_path: Path) -> None:
    with open_client(tmp_path, max_waiting_of_a_player=0) as client:
        game = begin(client)
        answer = client.get(f"/api/games/{game['id']}/hint")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "1"
        assert error_of(answer)["code"] == "too-busy"
        assert client.get(f"/api/games/{game['id']}").json()["assists"]["hints"] == 0


def test_the_ai_that_runs_out_of_time_keeps_the_steps_it_made(tmp_path: Path) -> None:
    with open_client(tmp_path, think_seconds=0.001) as client:
        # A machine that is busy elsewhere may leave the process of low priority no time for long.
        client.app.state.context.thinkers._patience = PATIENCE
        game = begin(client, level="expert", seed=1)
        answer = client.post(
            f"/api/games/{game['id']}/ai", json={"steps": 1000, "version": 0}
        ).json()
        assert 1 <= len(answer["steps"]) < 1000
        assert answer["stopped"] == "the AI stopped after 0.001 seconds"
        assert answer["game"]["version"] == len(answer["steps"])


def test_a_game_without_guessing_is_made_elsewhere_and_won_by_logic(client: TestClient) -> None:
    game = begin(client, no_guess=True, difficulty="easy", level="beginner")
    assert game["no_guess"]
    assert game["difficulty"] == "easy"
    assert not game["assisted"]
    body = {"kind": "reveal", "cell": [0, 0], "version": 0}
    answer = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert error_of(answer)["code"] == "illegal-move"
    game = move(client, game, "reveal", tuple(game["first"]))
    body = {"steps": 1000, "version": game["version"]}
    end = client.post(f"/api/games/{game['id']}/ai", json=body).json()
    assert end["game"]["status"] == "won"


def test_a_board_that_cannot_be_made_without_guessing_is_refused(client: TestClient) -> None:
    for setup in ({"level": "4x4/14", "no_guess": True}, {"difficulty": "easy"}):
        answer = client.post("/api/games", json=setup)
        assert answer.status_code == 422
        assert error_of(answer)["code"] in ("board-not-found", "invalid-wish", "invalid-rules")
