"""The fair queue: the order in which the jobs of networks get worker slots."""

import asyncio
from collections.abc import Callable

import pytest

from sapper.game.rules import Rules
from sapper.game.view import View, parse_view
from sapper.web.error_responses import HttpError
from sapper.web.fair_queue import FairQueue, Job, RecentUsage, expected_seconds

VIEW = parse_view("3x1/1\n#1#")


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def run(scenario: Callable[[FairQueue], None], *, slots: int, max_waiting: int = 10) -> None:
    """Run a scenario on an event loop."""

    async def main() -> None:
        scenario(FairQueue(slots, max_waiting))

    asyncio.run(main())


def has_started(*jobs: Job) -> list[bool]:
    return [job.turn.done() for job in jobs]


def test_one_network_cannot_occupy_all_workers() -> None:
    # A hint once had to wait for the slow jobs that another network ran on all workers.
    def scenario(queue: FairQueue) -> None:
        greedy = [queue.enter("greedy", 0.1) for _ in range(4)]
        assert has_started(*greedy) == [True, True, False, False]
        modest = [queue.enter("modest", 0.1) for _ in range(2)]
        assert has_started(*modest) == [True, False]
        queue.leave(greedy[0])
        assert has_started(greedy[2], modest[1]) == [False, True]
        queue.leave(greedy[2])
        queue.leave(modest[0])
        assert has_started(greedy[3]) == [True]

    run(scenario, slots=3)


def test_slow_jobs_of_many_networks_leave_a_worker_for_hints() -> None:
    # Forty networks with one slow job each once occupied all workers, and hints took 20 seconds.
    def scenario(queue: FairQueue) -> None:
        slow = [queue.enter(f"attacker {number}", 2.0) for number in range(9)]
        assert has_started(*slow) == [True, True] + [False] * 7
        for number in range(5):
            hint = queue.enter(f"player {number}", 0.1)
            assert has_started(hint) == [True]
            queue.leave(hint)

    run(scenario, slots=3)


def test_a_network_that_used_the_workers_waits_behind_one_that_did_not() -> None:
    # The priority was once the number of a network's jobs, so networks with one slow job after the
    # other came before a player with a few hints.
    def scenario(queue: FairQueue) -> None:
        heavy = queue.enter("attacker", 0.1)
        queue.leave(heavy, used_seconds=5.0)
        for number in range(2):
            queue.enter(f"other {number}", 0.1)
        later = queue.enter("attacker", 0.1)
        hint = queue.enter("player", 0.1)
        assert later.priority == pytest.approx(5.1, rel=0.01)
        assert has_started(later, hint) == [False, False]
        queue.leave(queue._running[0])
        assert has_started(later, hint) == [False, True]

    run(scenario, slots=2)


def test_a_full_queue_refuses_the_job_of_the_network_that_used_the_most() -> None:
    def scenario(queue: FairQueue) -> None:
        heavy = queue.enter("attacker", 0.1)
        queue.leave(heavy, used_seconds=5.0)
        running = queue.enter("other", 0.1)
        refused = queue.enter("attacker", 0.1)
        waiting = [queue.enter(f"player {number}", 0.1) for number in range(2)]
        assert isinstance(refused.turn.exception(), HttpError)
        assert has_started(running, *waiting) == [True, False, False]

    run(scenario, slots=1, max_waiting=2)


def test_a_network_that_used_the_workers_cannot_use_the_last_one() -> None:
    def scenario(queue: FairQueue) -> None:
        queue.leave(queue.enter("attacker", 0.1), used_seconds=5.0)
        jobs = [queue.enter(network, 2.0) for network in ("first", "second")]
        jobs += [queue.enter(network, 0.1) for network in ("attacker", "player")]
        assert has_started(*jobs) == [True, True, False, True]

    run(scenario, slots=3)


def test_a_single_worker_runs_slow_jobs_too() -> None:
    def scenario(queue: FairQueue) -> None:
        assert has_started(queue.enter("me", 2.0)) == [True]

    run(scenario, slots=1)


def test_used_time_is_forgotten_by_half_every_ten_seconds() -> None:
    clock = Clock()
    usage = RecentUsage(clock)
    usage.add("me", 4.0)
    clock.now += 20
    assert usage.get("me") == pytest.approx(1.0)
    assert usage.get("other") == 0.0


def test_jobs_on_small_views_are_expected_to_be_short() -> None:
    assert expected_seconds((VIEW,), {}) < 0.01
    assert expected_seconds((VIEW, "expert", 0), {"max_think": 2.5}) < 0.01
    large = View(Rules(100, 100, 10, start="any"), bytes([255]) * 10_000)
    slow = [
        ((large,), {}),
        ((VIEW, "expert:think=2", 0), {}),
        ((VIEW,), {"seconds": 5.0}),
        (("text",), {}),
    ]
    assert [expected_seconds(args, kwargs) >= 2.0 for args, kwargs in slow] == [True] * 4
