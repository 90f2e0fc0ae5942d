"""The clock of a game."""

import time
from collections.abc import Callable


class Stopwatch:
    """A stopwatch that accumulates the seconds of all periods in which it runs."""

    __slots__ = ("_accumulated", "_now", "_running_since", "is_running")

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Create a stopped stopwatch; `now` is a monotonic clock that tests can replace."""
        self._now = now
        self._accumulated = 0.0
        self._running_since = 0.0
        self.is_running = False

    @property
    def seconds(self) -> float:
        """The total running time so far."""
        if not self.is_running:
            return self._accumulated
        return self._accumulated + self._now() - self._running_since

    def start(self) -> None:
        """Start or continue; a running stopwatch is left unchanged."""
        if not self.is_running:
            self._running_since = self._now()
            self.is_running = True

    def stop(self) -> None:
        """Stop; a stopped stopwatch is left unchanged."""
        self._accumulated = self.seconds
        self.is_running = False

    def set(self, seconds: float) -> None:
        """Stop and set the accumulated time, for example after loading a saved game."""
        self._accumulated = seconds
        self.is_running = False
