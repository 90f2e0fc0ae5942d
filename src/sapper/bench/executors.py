"""The executor interface and an executor for the local machine.

An executor accepts tasks and returns futures. Python strategies run in separate processes.
Strategies that play whole games in the core run in threads, because the core releases the GIL.
"""

import concurrent.futures
import multiprocessing
import os
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from functools import cached_property
from multiprocessing.connection import wait
from typing import Protocol

from sapper import _core
from sapper.bench.tasks import GameResults, Task, play_task
from sapper.signal_handlers import interrupts_blocked


class Executor(Protocol):
    """The interface between the benchmark runner and the workers that execute its tasks."""

    max_pending: int
    """The maximum number of unfinished tasks."""
    task_seconds: float
    """The target duration of a task in seconds."""

    def prepare(self, task: Task) -> None:
        """Start the workers that `task` needs, so that their start-up time is not measured."""

    def submit(self, task: Task) -> Future[GameResults]:
        """Schedule a task and return a future for its results."""

    def check_alive(self) -> None:
        """Raise an error if the workers can no longer return results."""


class LocalExecutor(Executor, AbstractContextManager["LocalExecutor"]):
    """An executor that runs tasks on this machine, in the calling thread if `workers` is 1."""

    task_seconds = 0.5

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self.max_pending = 1 if workers == 1 else 2 * workers
        self._exit = ExitStack()
        self._cancellation = _core.CancellationToken()

    def __exit__(self, *_: object) -> None:
        # Running games are abandoned, because their results are not needed.
        self._cancellation.cancel()
        self._exit.close()

    def prepare(self, task: Task) -> None:
        """Start the threads or processes that `task` needs, unless there is only one worker."""
        if self._workers > 1:
            self._pool_for(task)

    def submit(self, task: Task) -> Future[GameResults]:
        """Schedule a task, or run it immediately if there is only one worker."""
        if self._workers > 1:
            return self._pool_for(task).submit(play_task, task)
        future: Future[GameResults] = Future()
        try:
            future.set_result(play_task(task))
        except Exception as error:
            future.set_exception(error)
        return future

    def check_alive(self) -> None:
        """Do nothing, because a task's future raises an error if its worker process dies."""

    def _pool_for(self, task: Task) -> concurrent.futures.Executor:
        return self._threads if task.is_native else self._processes

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        initializer = self._cancellation.attach_to_thread
        pool = ThreadPoolExecutor(self._workers, initializer=initializer)
        self._exit.callback(pool.shutdown, cancel_futures=True)
        return pool

    @cached_property
    def _processes(self) -> ProcessPoolExecutor:
        pool = start_processes(self._workers)
        self._exit.callback(pool.shutdown, cancel_futures=True)
        return pool


def start_processes(workers: int) -> ProcessPoolExecutor:
    """Start a pool of worker processes that ignore Ctrl-C and exit when this process dies."""
    # New processes are spawned instead of forked, because a fork may inherit locks held by other
    # threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_watch_parent)
    with interrupts_blocked():
        for ready in [pool.submit(os.getpid) for _ in range(workers)]:
            ready.result()
    return pool


def _watch_parent() -> None:
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    """Wait for the parent process to exit, then exit.

    Pool workers hold both ends of the pool's queues, so a worker whose parent process was killed
    would otherwise wait forever for its next task.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
