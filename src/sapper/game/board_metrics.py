"""Figures that players compare after a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Metrics:
    """Figures of a layout and of how it was played.

    They tell about the mines, so a player sees them only after the end.
    """

    openings: int
    """8-connected regions of cells with no mine near."""
    islands: int
    """8-connected regions of clues that touch no opening."""
    three_bv: int
    """The fewest reveals that clear the board: openings, and clues that touch none."""
    solved_three_bv: int
    """How many of those are done; all of them in a game that is won."""
    clicks: int
    """Moves of the player that had an effect, undo not counted."""
    seconds: float

    @property
    def efficiency(self) -> float:
        """3BV done per click, 0.0 before the first click."""
        return self.solved_three_bv / self.clicks if self.clicks else 0.0

    @property
    def three_bv_per_second(self) -> float:
        """3BV done per second, 0.0 when no time has passed."""
        return self.solved_three_bv / self.seconds if self.seconds > 0 else 0.0
