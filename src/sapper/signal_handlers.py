"""Temporary signal handlers, and protection of child processes from Ctrl-C."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def signal_handler(
    number: signal.Signals, handler: Callable[[int, Any], None] | int
) -> Iterator[None]:
    """Install a signal handler for the duration of the `with` block.

    `handler` is a function, `signal.SIG_IGN` or `signal.SIG_DFL`. Only the main thread may set
    signal handlers. In any other thread, the `with` block runs without the handler.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(number, handler)
    try:
        yield
    finally:
        # None means that the previous handler was not installed from Python.
        signal.signal(number, signal.SIG_DFL if previous is None else previous)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT in this thread, so that processes started in the `with` block ignore Ctrl-C.

    Pressing Ctrl-C in a terminal interrupts the parent process and its workers, but only the parent
    process should stop the workers. A new process inherits the signal mask of the thread that
    starts it, so the process is protected even during startup.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows has no signal masks.
        yield
        return
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)
