"""Executors for benchmark tasks on the local machine.

An executor accepts tasks and returns futures. Python strategies run in processes. Strategies that
play whole games in the core run in threads, because the core releases the GIL.
"""

import concurrent.futures
import multiprocessing
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Protocol, Self

from sapper import _core
from sapper.bench.tasks import Chunk, Task, is_native, play_task


class Executor(Protocol):
    """The interface between the benchmark runner and the workers that play tasks."""

    max_pending: int
    """The maximum number of unfinished tasks."""
    task_seconds: float
    """The target duration of a task in seconds."""

    def prepare(self, task: Task) -> None:
        """Start the workers for tasks of this kind, so that their start-up is not measured."""

    def submit(self, task: Task) -> Future[Chunk]:
        """Schedule a task."""

    def check_alive(self) -> None:
        """Raise an error if no more results can be expected."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class LocalExecutor:
    """An executor on this machine, which uses the calling thread if there is only one worker."""

    task_seconds = 0.5

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self.max_pending = 1 if workers == 1 else 2 * workers
        self._exit = ExitStack()
        self._cancellation = _core.CancellationToken()
        self._threads: concurrent.futures.Executor | None = None
        self._processes: concurrent.futures.Executor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._cancellation.cancel()  # abandon running games, whose results are not needed
        self._exit.close()

    def prepare(self, task: Task) -> None:
        """Start the threads or processes for tasks of this kind."""
        if self._workers > 1:
            self._pool_for(task)

    def submit(self, task: Task) -> Future[Chunk]:
        """Schedule a task, or play it immediately if there is only one worker."""
        if self._workers == 1:
            future: Future[Chunk] = Future()
            try:
                future.set_result(play_task(task))
            except Exception as error:
                future.set_exception(error)
            return future
        return self._pool_for(task).submit(play_task, task)

    def check_alive(self) -> None:
        """Do nothing, because the futures of a dead process raise an error."""

    def _pool_for(self, task: Task) -> concurrent.futures.Executor:
        if is_native(task):
            if self._threads is None:
                self._threads = self._register(
                    ThreadPoolExecutor(
                        self._workers, initializer=self._cancellation.attach_to_thread
                    )
                )
            return self._threads
        if self._processes is None:
            self._processes = self._register(start_processes(self._workers))
        return self._processes

    def _register(self, pool: concurrent.futures.Executor) -> concurrent.futures.Executor:
        """Return the pool after registering it to be shut down when this executor exits."""
        self._exit.callback(pool.shutdown, wait=True, cancel_futures=True)
        return pool


def start_processes(workers: int) -> ProcessPoolExecutor:
    """Return a pool of running processes that ignore Ctrl-C."""
    # Spawn instead of fork, because a forked process may inherit locks held by other threads.
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    with _ignored_interrupts():
        # Child processes inherit the ignored signal.
        for ready in [pool.submit(_warm_up) for _ in range(workers)]:
            ready.result()
    return pool


def _warm_up() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set signal handlers
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
