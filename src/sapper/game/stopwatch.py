"""How long a game has taken."""

import time
from collections.abc import Callable


class Stopwatch:
    """Counts seconds while it runs; what it has counted is never taken back."""

    __slots__ = ("_counted", "_now", "_running_since", "is_running")

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Take a source of time that never runs backwards; tests bring their own."""
        self._now = now
        self._counted = 0.0
        self._running_since = 0.0
        self.is_running = False

    @property
    def seconds(self) -> float:
        """All that was counted so far."""
        if not self.is_running:
            return self._counted
        return self._counted + self._now() - self._running_since

    def run(self) -> None:
        """Count from now on; nothing happens when it runs already."""
        if not self.is_running:
            self._running_since = self._now()
            self.is_running = True

    def stop(self) -> None:
        """Stop counting; nothing happens when it is stopped already."""
        self._counted = self.seconds
        self.is_running = False

    def resume_at(self, seconds: float) -> None:
        """Forget what was counted and stand still at `seconds`, as after loading a saved game."""
        self._counted = seconds
        self.is_running = False
