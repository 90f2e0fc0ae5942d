"""A fair queue that assigns worker slots to the jobs of client networks.

A job's priority is measured in seconds: the sum of the processor time recently used by its client
network, the expected durations of that network's other jobs, and the expected duration of the job
itself. Jobs with lower priority values run first. A hint for a player who sends few requests
therefore never waits for searches requested by busy client networks, no matter how many such
networks there are. Priorities are assigned per client network rather than per player, because a
client can obtain any number of player cookies. Priorities are based on processor time, because the
wall time of every job increases under load.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sapper.game.view import View
from sapper.web.error_responses import HttpError

_HALF_LIFE: Final = 10.0
"""The time in seconds after which half of the used worker time is forgotten."""
_MAX_NETWORKS: Final = 20_000
_MAX_SHORT_SECONDS: Final = 1.0
"""The maximum expected duration in seconds of a short job. Short jobs may use the last slot."""
_MAX_LIGHT_SECONDS: Final = 2.0
"""The maximum recent processor time, in seconds, of a client network whose short jobs may still use
the last slot."""
_SLOW_JOB_SECONDS: Final = 2.0
_CELLS_PER_SECOND: Final = 4000


def expected_seconds(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> float:
    """Return the expected duration of a job.

    Jobs that compute hints, odds or AI moves take a view as an argument and usually finish within
    milliseconds. All other jobs are expected to be slow, including AI moves with thinking time and
    jobs that declare a time limit.
    """
    view = next((arg for arg in args if isinstance(arg, View)), None)
    thinks = any("think" in arg for arg in args if isinstance(arg, str))
    if view is None or thinks or "seconds" in kwargs:
        return _SLOW_JOB_SECONDS
    return view.rules.cell_count / _CELLS_PER_SECOND


class RecentUsage:
    """The recent processor time of each client network, which decays exponentially."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # The seconds and the time of the last update for each network, oldest update first.
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def get(self, network: str) -> float:
        """Return the recent processor time of a client network in seconds."""
        now = self._clock()
        seconds, updated_at = self._used.get(network, (0.0, now))
        return seconds * math.exp2(-max(now - updated_at, 0.0) / _HALF_LIFE)

    def add(self, network: str, seconds: float) -> None:
        """Add the processor time of a finished job to the usage of its client network."""
        self._used[network] = self.get(network) + seconds, self._clock()
        self._used.move_to_end(network)
        if len(self._used) > _MAX_NETWORKS:
            self._used.popitem(last=False)


@dataclass(slots=True, eq=False)
class Job:
    """A job that is either waiting for a slot or running in one."""

    network: str
    seconds: float
    """The expected duration of the job in seconds."""
    priority: float
    turn: "asyncio.Future[None]"
    """A future that completes when a slot is assigned."""
    is_short: bool
    """True if the job may use the last slot."""


class FairQueue:
    """A semaphore with a fair queue of waiting jobs.

    If there are several slots, one is reserved for short jobs, and no client network may occupy all
    of them. Without a reserved slot, a short job would have to wait for the slow jobs of other
    clients.
    """

    def __init__(self, slots: int, max_waiting: int) -> None:
        self._free = slots
        self._max_shared = max(slots - 1, 1)
        self._max_waiting = max_waiting
        self._usage = RecentUsage()
        self._running: list[Job] = []
        self._waiting: list[Job] = []

    def enter(self, network: str, seconds: float) -> Job:
        """Add a job with the given expected duration.

        The job's `turn` completes when the job may start. If the queue is full, the job with the
        highest priority value is refused, and its `turn` raises HttpError.
        """
        others = sum(j.seconds for j in (*self._running, *self._waiting) if j.network == network)
        used = self._usage.get(network)
        is_short = seconds <= _MAX_SHORT_SECONDS and used <= _MAX_LIGHT_SECONDS
        turn = asyncio.get_running_loop().create_future()
        job = Job(network, seconds, used + others + seconds, turn, is_short)
        self._waiting.append(job)
        self._assign()
        if len(self._waiting) > self._max_waiting:
            refused = max(reversed(self._waiting), key=lambda each: each.priority)
            self._waiting.remove(refused)
            refused.turn.set_exception(too_many_jobs())
        return job

    def leave(self, job: Job, used_seconds: float = 0.0) -> None:
        """Remove a job in any state and assign its slot to the next job.

        `used_seconds` is the processor time that the job has used.
        """
        if job in self._running:
            self._running.remove(job)
            self._usage.add(job.network, used_seconds)
            self._free += 1
            self._assign()
        elif job in self._waiting:
            self._waiting.remove(job)
            job.turn.cancel()

    def _assign(self) -> None:
        """Assign the free slots to waiting jobs, lowest priority value first."""
        for job in sorted(self._waiting, key=lambda each: each.priority):
            if not self._free:
                return
            if self._may_start(job):
                self._free -= 1
                self._running.append(job)
                self._waiting.remove(job)
                job.turn.set_result(None)

    def _may_start(self, job: Job) -> bool:
        slow = sum(not each.is_short for each in self._running)
        same_network = sum(each.network == job.network for each in self._running)
        return same_network < self._max_shared and (job.is_short or slow < self._max_shared)


def too_many_jobs() -> HttpError:
    """Return the error for a job that is refused because there are too many jobs."""
    return HttpError("too many concurrent requests", status=429, hint="try again", retry_after=1)
