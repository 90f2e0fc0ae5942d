"""Board and game metrics that players compare after a game, such as the 3BV."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of a layout and a game played on it.

    The metrics reveal information about the mines, so players see them only after the game is over.
    """

    openings: int
    """The number of 8-connected regions of cells without neighbouring mines."""
    islands: int
    """The number of 8-connected regions of clues that touch no opening."""
    three_bv: int
    """The minimum number of reveals that clear the board: one for each opening and one for each
    clue that touches no opening."""
    solved_three_bv: int
    """The part of the 3BV that has been solved, which equals `three_bv` in a won game."""
    clicks: int
    """The number of effective moves by the player, not counting undo moves."""
    seconds: float

    @property
    def efficiency(self) -> float:
        """The solved 3BV per click, or 0.0 before the first click."""
        return self.solved_three_bv / self.clicks if self.clicks else 0.0

    @property
    def three_bv_per_second(self) -> float:
        """The solved 3BV per second, or 0.0 if no time has passed."""
        return self.solved_three_bv / self.seconds if self.seconds > 0 else 0.0
