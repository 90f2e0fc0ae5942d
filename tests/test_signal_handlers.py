"""Temporary signal handlers."""

import signal
import threading

from sapper.signal_handlers import signal_handler


def test_a_handler_is_replaced_only_inside_the_block() -> None:
    received: list[int] = []
    before = signal.getsignal(signal.SIGUSR1)
    with signal_handler(signal.SIGUSR1, lambda number, _frame: received.append(number)):
        signal.raise_signal(signal.SIGUSR1)
    assert received == [signal.SIGUSR1]
    assert signal.getsignal(signal.SIGUSR1) == before


def test_the_block_runs_without_the_handler_in_another_thread() -> None:
    found: list[object] = []

    def run() -> None:
        with signal_handler(signal.SIGUSR1, signal.SIG_IGN):
            found.append(signal.getsignal(signal.SIGUSR1))

    before = signal.getsignal(signal.SIGUSR1)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [before]
