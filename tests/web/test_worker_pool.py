"""The worker pool: limits, fairness, slow jobs and dying workers."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper.errors import BudgetExceeded, InconsistentView, UnknownStrategy
from sapper.game.view import parse_view
from sapper.inference.budget import Budget
from sapper.play.analyser_report import analyse_position
from sapper.strategies.ai_moves import advise
from sapper.web.error_responses import HttpError
from sapper.web.rate_limit import NetworkLimits
from sapper.web.request_charges import CURRENT_CLIENT, Client
from sapper.web.settings import Settings
from sapper.web.worker_pool import WorkerPool
from tests.sapper_command import PATIENCE
from tests.server import error_of, move, new_game, open_client

VIEW = parse_view("3x1/1\n#1#")
BUDGET = Budget(seconds=0.5)


def run_with_pool(
    scenario: Callable[[WorkerPool], Coroutine[Any, Any, Any]], **limits: Any
) -> tuple[Any, WorkerPool]:
    """Run a scenario with a pool; return its result and the closed pool."""
    defaults = {
        "workers": 1,
        "max_queued_jobs": 4,
        "max_jobs_per_player": 2,
        "max_jobs_per_network": 100,
        "job_seconds": 5.0,
        "worker_memory_mb": 2048,
    }
    pool = WorkerPool(**{**defaults, **limits})
    try:
        # A separate thread, because browser tests leave an event loop running in the main thread.
        with ThreadPoolExecutor(1) as executor:
            return executor.submit(asyncio.run, scenario(pool)).result(), pool
    finally:
        pool.close()


def test_a_worker_returns_the_result_of_a_job() -> None:
    async def scenario(pool: WorkerPool) -> Any:
        return await pool.run("me", analyse_position, VIEW, budget=BUDGET)

    result, pool = run_with_pool(scenario)
    assert result.odds.layouts == 2
    assert result.hint.certain is False
    assert pool.active_jobs == 0


def test_a_sapper_error_is_raised_again_with_its_fields() -> None:
    async def scenario(pool: WorkerPool) -> None:
        with pytest.raises(InconsistentView) as caught:
            await pool.run("me", analyse_position, parse_view("3x1/1\n#8#"), budget=BUDGET)
        assert caught.value.cell == (0, 1)
        with pytest.raises(UnknownStrategy) as unknown:
            await pool.run("me", advise, VIEW, "expart", 0)
        assert unknown.value.hint == "did you mean expert?"
        # The worker survives.
        assert await pool.run("me", analyse_position, VIEW, budget=BUDGET)

    run_with_pool(scenario)


def test_a_job_beyond_its_time_limit_is_killed() -> None:
    rows = ["#" * 60, "".join("2#"[i % 2] for i in range(60))] * 30
    bomb = parse_view(f"60x60/1400\n{chr(10).join(rows)}")

    async def scenario(pool: WorkerPool) -> None:
        await pool.run("me", analyse_position, VIEW, budget=BUDGET)
        pool._job_timeout = 0.05
        with pytest.raises(BudgetExceeded, match="took too long"):
            await pool.run("me", analyse_position, bomb, budget=Budget(seconds=10.0))

    _, pool = run_with_pool(scenario)
    assert pool.failed_jobs == 1


def test_a_dead_worker_is_replaced() -> None:
    async def scenario(pool: WorkerPool) -> None:
        await pool.run("me", analyse_position, VIEW, budget=BUDGET)
        with pytest.raises(BudgetExceeded, match="was stopped"):
            await pool.run("me", os._exit, 1)
        assert await pool.run("me", analyse_position, VIEW, budget=BUDGET)

    run_with_pool(scenario)


def test_a_job_that_runs_out_of_memory_is_an_error() -> None:
    async def scenario(pool: WorkerPool) -> None:
        with pytest.raises(BudgetExceeded, match="exceeds the worker memory limit"):
            await pool.run("me", bytearray, 2**62)

    run_with_pool(scenario)


def test_jobs_beyond_the_limit_are_refused_with_a_retry_time() -> None:
    async def scenario(pool: WorkerPool) -> list[Any]:
        jobs = [pool.run(str(number), analyse_position, VIEW, budget=BUDGET) for number in range(8)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    results, pool = run_with_pool(scenario)
    refused = [result for result in results if isinstance(result, HttpError)]
    assert len(refused) == 3  # one runs and four wait
    assert {(error.status, error.retry_after) for error in refused} == {(429, 1)}
    assert pool.refused_jobs == 3


def test_one_player_cannot_fill_the_queue() -> None:
    async def scenario(pool: WorkerPool) -> list[Any]:
        players = ["greedy"] * 4 + ["modest"]
        jobs = [pool.run(player, analyse_position, VIEW, budget=BUDGET) for player in players]
        return await asyncio.gather(*jobs, return_exceptions=True)

    results, _ = run_with_pool(scenario)
    assert [isinstance(result, HttpError) for result in results] == [
        False,
        False,
        True,
        True,
        False,
    ]


async def run_from(network: str, pool: WorkerPool, player: str, *, stays: bool = True) -> Any:
    """Run a job for a client of a network that stays connected or has disconnected."""

    async def receive() -> dict[str, str]:
        if stays:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    limits = NetworkLimits(Settings())
    CURRENT_CLIENT.set(Client(network, limits, receive))  # only for this task
    return await pool.run(player, analyse_position, VIEW, budget=BUDGET)


def test_many_players_of_one_network_cannot_fill_the_queue() -> None:
    async def scenario(pool: WorkerPool) -> list[Any]:
        requests = [("greedy", f"player {number}") for number in range(4)] + [("modest", "me")]
        return await asyncio.gather(
            *(asyncio.create_task(run_from(network, pool, who)) for network, who in requests),
            return_exceptions=True,
        )

    results, _ = run_with_pool(scenario, max_jobs_per_network=2)
    assert [isinstance(result, HttpError) for result in results] == [
        False,
        False,
        True,
        True,
        False,
    ]


def test_a_network_with_many_jobs_waits_behind_one_with_few() -> None:
    order: list[str] = []

    async def run_and_record(network: str, pool: WorkerPool, player: str) -> None:
        await run_from(network, pool, player)
        order.append(network)

    async def scenario(pool: WorkerPool) -> None:
        networks = ["greedy", "greedy", "greedy", "modest"]
        tasks = [
            asyncio.create_task(run_and_record(network, pool, f"player {number}"))
            for number, network in enumerate(networks)
        ]
        await asyncio.gather(*tasks)

    run_with_pool(scenario)
    assert order == ["greedy", "modest", "greedy", "greedy"]


def test_a_full_queue_refuses_a_job_of_the_network_with_the_most_jobs() -> None:
    # Three networks at their limits once filled the queue, and every other network was refused.
    async def scenario(pool: WorkerPool) -> list[Any]:
        networks = ["greedy"] * 5 + ["modest"]
        return await asyncio.gather(
            *(
                asyncio.create_task(run_from(network, pool, f"player {number}"))
                for number, network in enumerate(networks)
            ),
            return_exceptions=True,
        )

    results, pool = run_with_pool(scenario)
    assert [isinstance(result, HttpError) for result in results] == [False] * 4 + [True, False]
    assert pool.refused_jobs == 1


def test_a_waiting_job_is_dropped_when_its_client_disconnects() -> None:
    async def scenario(pool: WorkerPool) -> list[Any]:
        first = asyncio.create_task(run_from("here", pool, "me"))
        await asyncio.sleep(0)  # the first job occupies the only worker
        gone = [
            asyncio.create_task(run_from("there", pool, f"player {n}", stays=False))
            for n in range(3)
        ]
        refused = await asyncio.gather(*gone, return_exceptions=True)
        assert pool.active_jobs == 1
        assert (await first).odds.layouts == 2
        assert (await run_from("there", pool, "player 0")).odds.layouts == 2
        return refused

    refused, pool = run_with_pool(scenario)
    assert [error.status for error in refused] == [408, 408, 408]
    assert pool.active_jobs == 0


CLOSED_EARLY = """
import asyncio, os, signal, time
from sapper.errors import BudgetExceeded
from sapper.web.worker_pool import WorkerPool

def ignore_sigterm():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)

async def replace_a_worker(pool):
    slow = asyncio.ensure_future(pool.run("slow", ignore_sigterm))
    try:
        await pool.run("me", os._exit, 1)
    except BudgetExceeded:
        pass
    await asyncio.sleep(0.15)  # the pool checks its workers every 0.1 seconds
    pool.close()
    slow.cancel()

if __name__ == "__main__":
    pool = WorkerPool(
        workers=2, max_queued_jobs=4, max_jobs_per_player=2, max_jobs_per_network=4,
        job_seconds=60.0, worker_memory_mb=2048,
    )
    asyncio.run(replace_a_worker(pool))
"""


def test_closing_a_pool_while_a_worker_starts_prints_no_traceback(tmp_path: Path) -> None:
    program = tmp_path / "closed_early.py"
    program.write_text(CLOSED_EARLY)
    result = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_ctrl_c_does_not_interrupt_a_worker_that_is_starting() -> None:
    async def scenario(pool: WorkerPool) -> int:
        pool.prestart()
        (worker,) = multiprocessing.active_children()
        os.kill(worker.pid or 0, signal.SIGINT)
        assert await pool.run("me", abs, -1) == 1
        return (worker.pid or 0) - await pool.run("me", os.getpid)

    difference, _ = run_with_pool(scenario)
    assert difference == 0  # the worker was not replaced


def test_a_refused_job_gets_429_with_retry_after(tmp_path: Path) -> None:
    with open_client(tmp_path, max_jobs_per_player=0) as client:
        game = new_game(client)
        response = client.get(f"/api/games/{game['id']}/hint")
        assert response.status_code == 429
        assert response.headers["retry-after"] == "1"
        assert error_of(response)["code"] == "too-many-requests"
        assert client.get(f"/api/games/{game['id']}").json()["assistance"]["hints"] == 0


def test_a_worker_generates_a_no_guess_game_that_logic_wins(client: TestClient) -> None:
    game = new_game(client, no_guess=True, difficulty="easy", level="beginner")
    assert game["no_guess"]
    assert game["difficulty"] == "easy"
    assert not game["assisted"]
    body = {"kind": "reveal", "cell": [0, 0], "version": 0}
    response = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert error_of(response)["code"] == "illegal-move"
    game = move(client, game, "reveal", tuple(game["first"]))
    while game["status"] == "playing":
        body = {"steps": 1000, "version": game["version"]}
        game = client.post(f"/api/games/{game['id']}/ai", json=body).json()["game"]
    assert game["status"] == "won"


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"level": "4x4/14", "no_guess": True}, "board-not-found"),
        ({"difficulty": "easy"}, "invalid-board-request"),
    ],
)
def test_an_impossible_no_guess_board_is_rejected(
    client: TestClient, setup: dict[str, Any], code: str
) -> None:
    response = client.post("/api/games", json=setup)
    assert response.status_code == 422
    assert error_of(response)["code"] == code
