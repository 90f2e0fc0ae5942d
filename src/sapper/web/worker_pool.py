"""A pool of worker processes for searches."""

import asyncio
import time
from asyncio import FIRST_COMPLETED
from collections import Counter
from collections.abc import Callable
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar
from weakref import WeakSet

from pebble import ProcessExpired, ProcessPool

from sapper.errors import BudgetExceeded
from sapper.signal_handlers import interrupts_blocked
from sapper.web.error_responses import HttpError
from sapper.web.fair_queue import FairQueue, Job, expected_seconds, too_many_jobs
from sapper.web.request_charges import CURRENT_CLIENT, Client
from sapper.web.worker import run_timed, start_worker

Result = TypeVar("Result")


class _WorkerProcess(SpawnProcess):
    """A worker process that Ctrl-C does not interrupt."""

    def start(self) -> None:
        with interrupts_blocked():
            super().start()


class _WorkerContext(SpawnContext):
    """A multiprocessing context that keeps track of its processes.

    Processes are spawned rather than forked, because a fork may inherit locks held by other
    threads.
    """

    def __init__(self) -> None:
        super().__init__()
        self._processes: WeakSet[SpawnProcess] = WeakSet()

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = _WorkerProcess(*args, **kwargs)
        self._processes.add(process)
        return process

    def kill_all(self) -> None:
        for process in list(self._processes):
            if process.is_alive():
                process.kill()


class WorkerPool:
    """A pool that runs jobs in worker processes and kills workers that exceed the time limit."""

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
        self._context = _WorkerContext()
        self._pool = ProcessPool(
            max_workers=workers,
            initializer=start_worker,
            initargs=(worker_memory_mb,),
            context=self._context,
        )
        self._max_jobs_per_player = max_jobs_per_player
        self._max_jobs_per_network = max_jobs_per_network
        self._job_timeout = 2 * job_seconds + 5
        self._queue = FairQueue(workers, max_queued_jobs)
        self._jobs_by_player: Counter[str] = Counter()
        self._jobs_by_network: Counter[str] = Counter()
        self.refused_jobs = 0
        self.failed_jobs = 0

    @property
    def active_jobs(self) -> int:
        """The number of running and waiting jobs."""
        return self._jobs_by_player.total()

    def prestart(self) -> None:
        """Start the workers before the first job arrives."""
        self._pool.schedule(int)

    async def run(
        self, player: str, function: Callable[..., Result], /, *args: Any, **kwargs: Any
    ) -> Result:
        """Run `function(*args, **kwargs)` in a worker and return its result.

        Re-raises the function's exceptions. Raises BudgetExceeded if the worker dies or exceeds its
        time or memory limit. Raises HttpError with status 429 if there are too many jobs, or with
        status 408 if the client disconnects while its job is queued.
        """
        client = CURRENT_CLIENT.get()
        network = client.network if client else ""
        if self._jobs_by_player[player] >= self._max_jobs_per_player or (
            client and self._jobs_by_network[network] >= self._max_jobs_per_network
        ):
            self.refused_jobs += 1
            raise too_many_jobs()
        self._jobs_by_player[player] += 1
        self._jobs_by_network[network] += 1
        job = self._queue.enter(network, expected_seconds(args, kwargs))
        used_seconds = 0.0
        try:
            await self._wait_for_turn(job, client)
            started_at = time.monotonic()
            try:
                result, used_seconds = await self._run(function, args, kwargs)
            except BaseException:
                used_seconds = time.monotonic() - started_at
                raise
            return result
        finally:
            self._queue.leave(job, used_seconds)
            for counter, key in ((self._jobs_by_player, player), (self._jobs_by_network, network)):
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    async def _run(
        self, function: Callable[..., Result], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Result, float]:
        """Return the result of a job and the processor time that the job used."""
        try:
            scheduled = self._pool.schedule(
                run_timed, (function, args, kwargs), timeout=self._job_timeout
            )
            return await asyncio.wrap_future(scheduled)
        except (TimeoutError, ProcessExpired):
            self.failed_jobs += 1
            raise BudgetExceeded(
                "the computation took too long and was stopped",
                hint="choose a faster strategy or a smaller board",
            ) from None
        except MemoryError:
            raise BudgetExceeded(
                "the request exceeds the worker memory limit",
                hint="choose a smaller board",
            ) from None

    async def _wait_for_turn(self, job: Job, client: Client | None) -> None:
        turn, disconnect = job.turn, None
        if not turn.done() and client and client.receive:
            disconnect = asyncio.ensure_future(client.wait_for_disconnect())
        try:
            await asyncio.wait(
                {turn, disconnect} if disconnect else {turn}, return_when=FIRST_COMPLETED
            )
        finally:
            if disconnect:
                disconnect.cancel()
        if not turn.done():
            raise HttpError("the client has disconnected", status=408)
        if turn.exception():
            self.refused_jobs += 1
        turn.result()

    def close(self) -> None:
        """Kill all workers."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        # Pebble deletes the workers' semaphores before it stops the workers one by one. A worker
        # that is still starting would print a traceback.
        self._context.kill_all()
        self._pool.join()
