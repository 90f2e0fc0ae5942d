"""Where tasks run: here, on threads, in processes, or on a cluster.

A pool takes tasks and gives futures. Python strategies run in processes; strategies that play whole
games in the core run on threads, without the GIL.
"""

import multiprocessing
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Protocol, Self

from sapper import _core
from sapper.bench.tasks import Chunk, Task, is_native, play_task


class Pool(Protocol):
    """Something that plays tasks."""

    slots: int
    """How many tasks are worth submitting at once."""
    task_seconds: float
    """How long a task should take, as far as that can be foreseen."""

    def prepare(self, task: Task) -> None:
        """Start what tasks like this one need, so that it is not counted as their time."""

    def submit(self, task: Task) -> Future[Chunk]:
        """Begin a task, now or later."""

    def check(self) -> None:
        """Raise an error when no more results can be expected."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class LocalPool:
    """Plays on this machine.

    With one worker everything happens in this thread, without any other process.
    """

    task_seconds = 0.5

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self.slots = 1 if workers == 1 else 2 * workers
        self._exit = ExitStack()
        self._stop = _core.Stop()
        self._threads: Executor | None = None
        self._processes: Executor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()  # what is still played is of no use, and may take its time to think
        self._exit.close()

    def prepare(self, task: Task) -> None:
        """Start the threads or processes for tasks like this one."""
        if self._workers > 1:
            self._executor(task)

    def submit(self, task: Task) -> Future[Chunk]:
        """Begin a task; with one worker, play it."""
        if self._workers == 1:
            future: Future[Chunk] = Future()
            try:
                future.set_result(play_task(task))
            except Exception as error:
                future.set_exception(error)
            return future
        return self._executor(task).submit(play_task, task)

    def check(self) -> None:
        """Do nothing: a process that dies breaks its futures by itself."""

    def _executor(self, task: Task) -> Executor:
        if is_native(task):
            if self._threads is None:
                self._threads = self._open(
                    ThreadPoolExecutor(self._workers, initializer=self._stop.watch)
                )
            return self._threads
        if self._processes is None:
            self._processes = self._open(start_processes(self._workers))
        return self._processes

    def _open(self, executor: Executor) -> Executor:
        self._exit.callback(executor.shutdown, wait=True, cancel_futures=True)
        return executor


def start_processes(workers: int) -> ProcessPoolExecutor:
    """Return processes that have started and that leave Ctrl-C to this one."""
    # Spawned, not forked: a fork copies threads and locks of whoever calls in a half-way state.
    executor = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    with _ignored_interrupts():
        # An ignored signal stays ignored in the processes that are started meanwhile.
        for ready in [executor.submit(_warm_up) for _ in range(workers)]:
            ready.result()
    return executor


def _warm_up() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set signals
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
