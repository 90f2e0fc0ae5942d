"""The game clock."""

import time
from collections.abc import Callable


class Stopwatch:
    """A resumable stopwatch that accumulates its running time."""

    __slots__ = ("_accumulated", "_now", "_running_since", "is_running")

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Create a stopped stopwatch. Tests can replace the clock function `now`."""
        self._now = now
        self._accumulated = 0.0
        self._running_since = 0.0
        self.is_running = False

    @property
    def seconds(self) -> float:
        """The total running time in seconds."""
        if not self.is_running:
            return self._accumulated
        return self._accumulated + self._now() - self._running_since

    def start(self) -> None:
        """Start or resume the stopwatch. Starting a running stopwatch has no effect."""
        if not self.is_running:
            self._running_since = self._now()
            self.is_running = True

    def stop(self) -> None:
        """Stop the stopwatch. Stopping a stopped stopwatch has no effect."""
        self._accumulated = self.seconds
        self.is_running = False

    def set(self, seconds: float) -> None:
        """Stop the stopwatch and set its time, for example after loading a saved game."""
        self._accumulated = seconds
        self.is_running = False
