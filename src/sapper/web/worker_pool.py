"""A pool of worker processes with a fair queue for expensive jobs; see `sapper.web.worker`."""

import asyncio
import heapq
import itertools
import json
import subprocess
import sys
import threading
from asyncio import FIRST_COMPLETED
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from sapper import errors
from sapper.web.client import CURRENT_CLIENT, Client
from sapper.web.error_responses import HttpError

# The worker lowers its priority first, because its imports already take processor time.
_WORKER_PROGRAM: Final = """
import os
if hasattr(os, "nice"):
    os.nice(10)
if hasattr(os, "sched_setscheduler"):
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
from sapper.web.worker import main
main({megabytes})
"""


class _WorkerSlots:
    """A semaphore with a priority queue of waiting jobs.

    A job's priority is the number of jobs that its network already had in the pool, so networks
    with few jobs come first. One client can pose as many players, because cookies are free, but all
    of these players share one network.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._queue: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    def try_acquire(self) -> bool:
        """Take a slot and return True, or return False if no slot is free."""
        if not self._free:
            return False
        self._free -= 1
        return True

    def enqueue(self, priority: int) -> "asyncio.Future[None]":
        """Return a future that completes when a slot is assigned; low priorities come first."""
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (priority, next(self._numbers), turn))
        return turn

    def abandon(self, turn: "asyncio.Future[None]") -> None:
        """Leave the queue, and release the slot if one was already assigned."""
        if turn.done() and not turn.cancelled():
            self.release()
        turn.cancel()

    def release(self) -> None:
        """Assign the slot to the next job in the queue, or mark the slot as free."""
        while self._queue:
            turn = heapq.heappop(self._queue)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class WorkerPool:
    """A pool that runs jobs in worker processes and kills workers that take too long."""

    def __init__(
        self,
        *,
        workers: int,
        max_queued_jobs: int,
        max_jobs_per_player: int,
        max_jobs_per_network: int,
        job_seconds: float,
        worker_memory_mb: int,
    ) -> None:
        self._idle: list[subprocess.Popen[str]] = []
        self._processes: set[subprocess.Popen[str]] = set()
        self._starting: set[subprocess.Popen[str]] = set()
        """Processes that have not yet reported that they are ready."""
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="sapper-worker-pool")
        self._max_jobs = max_queued_jobs + workers
        self._max_jobs_per_player = max_jobs_per_player
        self._max_jobs_per_network = max_jobs_per_network
        self._job_timeout = 2 * job_seconds + 5
        # On a busy machine, a low-priority process may take a long time to start.
        self._start_timeout = 60.0
        self._program = _WORKER_PROGRAM.format(megabytes=worker_memory_mb)
        self._slots = _WorkerSlots(workers)
        self._jobs_by_player: Counter[str] = Counter()
        self._jobs_by_network: Counter[str] = Counter()
        self._is_closed = False
        self.refused_jobs = 0
        self.failed_jobs = 0

    @property
    def active_jobs(self) -> int:
        """The number of running and waiting jobs."""
        return self._jobs_by_player.total()

    def prestart(self) -> None:
        """Start one worker before the first job arrives."""
        with self._lock:
            self._idle.append(self._start_worker())

    async def run(self, player: str, job: str, **arguments: Any) -> Any:
        """Run a job from `sapper.web.worker.JOBS` in a worker and return its result.

        Raises the job's SapperError, or BudgetExceeded if the worker was killed or died. Raises
        HttpError with status 429 if there are too many jobs, and with status 408 if the client
        disconnects while its job is waiting.
        """
        client = CURRENT_CLIENT.get()
        network = client.network if client else ""
        network_jobs = self._jobs_by_network[network]
        if (
            self.active_jobs >= self._max_jobs
            or self._jobs_by_player[player] >= self._max_jobs_per_player
            or (client and network_jobs >= self._max_jobs_per_network)
        ):
            self.refused_jobs += 1
            raise HttpError(429, "too many concurrent requests", hint="try again", retry_after=1)
        self._jobs_by_player[player] += 1
        self._jobs_by_network[network] += 1
        try:
            line = json.dumps({"job": job, "arguments": arguments})
            response = await self._wait_and_run(line, network_jobs, client)
        finally:
            for counter, key in ((self._jobs_by_player, player), (self._jobs_by_network, network)):
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]
        if "error" in response:
            raise _to_exception(response["error"])
        return response["result"]

    async def _wait_and_run(self, line: str, priority: int, client: Client | None) -> Any:
        await self._wait_for_slot(priority, client)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._run_in_worker, line)
        finally:
            self._slots.release()

    async def _wait_for_slot(self, priority: int, client: Client | None) -> None:
        if self._slots.try_acquire():
            return
        turn = self._slots.enqueue(priority)
        disconnect = asyncio.ensure_future(client.wait_for_disconnect()) if client else None
        try:
            await asyncio.wait(
                {turn, disconnect} if disconnect else {turn}, return_when=FIRST_COMPLETED
            )
        except asyncio.CancelledError:
            self._slots.abandon(turn)
            raise
        finally:
            if disconnect:
                disconnect.cancel()
        if not turn.done():
            self._slots.abandon(turn)
            raise HttpError(408, "the client has disconnected")

    def close(self) -> None:
        """Kill all workers."""
        self._is_closed = True
        with self._lock:
            for process in self._processes:
                process.kill()
        self._threads.shutdown()
        for process in self._processes:
            process.communicate()

    def _run_in_worker(self, line: str) -> Any:
        with self._lock:
            process = self._idle.pop() if self._idle else self._start_worker()
            is_new = process in self._starting
            self._starting.discard(process)
        response = ""
        if not is_new or self._exchange(process, "", self._start_timeout):
            response = self._exchange(process, line + "\n", self._job_timeout)
        if response.endswith("\n"):
            with self._lock:
                self._idle.append(process)
            return json.loads(response)
        with self._lock:
            self._processes.discard(process)
        process.kill()
        process.communicate()
        self.failed_jobs += 1
        raise errors.BudgetExceeded(
            "the computation took too long and was stopped",
            hint="choose a faster strategy or a smaller board",
        )

    def _exchange(self, process: "subprocess.Popen[str]", line: str, timeout: float) -> str:
        """Send a line and return the next line of output, or "" if the process died."""
        timer = threading.Timer(timeout, process.kill)
        timer.start()
        try:
            assert process.stdin is not None  # noqa: S101
            assert process.stdout is not None  # noqa: S101
            process.stdin.write(line)
            process.stdin.flush()
            return process.stdout.readline()
        except OSError:
            return ""
        finally:
            timer.cancel()

    def _start_worker(self) -> "subprocess.Popen[str]":
        if self._is_closed:
            raise errors.BudgetExceeded("the server is shutting down")
        process = subprocess.Popen(  # noqa: S603 (the command contains no external input)
            [sys.executable, "-c", self._program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._processes.add(process)
        self._starting.add(process)
        return process


def _to_exception(description: dict[str, Any]) -> errors.SapperError:
    error_class = getattr(errors, description["type"])
    if error_class is errors.InconsistentView:
        cell = description["cell"]
        return errors.InconsistentView(
            description["message"], cell=tuple(cell) if cell else None, hint=description["hint"]
        )
    error: errors.SapperError = error_class(description["message"], hint=description["hint"])
    return error
