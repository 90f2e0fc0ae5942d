"""Board and game metrics such as 3BV, which players compare after a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Metrics:
    """Metrics for a layout and for a game played on it.

    The metrics disclose information about the mines, so players see them only after the game is
    over.
    """

    openings: int
    """The number of 8-connected regions of cells without neighbouring mines."""
    islands: int
    """The number of 8-connected regions of clues that touch no opening."""
    three_bv: int
    """The minimum number of reveals needed to clear the board: one for each opening, plus one for
    each clue that touches no opening."""
    solved_three_bv: int
    """The 3BV solved so far, which equals `three_bv` once the game is won."""
    clicks: int
    """The number of moves that the player tried to make, excluding undos."""
    useful_clicks: int
    """The number of player moves that changed the board, excluding undos."""
    seconds: float

    @property
    def ioe(self) -> float:
        """The index of efficiency: the solved 3BV per click, or 0.0 before the first click."""
        return self.solved_three_bv / self.clicks if self.clicks else 0.0

    @property
    def throughput(self) -> float:
        """The solved 3BV per useful click, or 0.0 before the first useful click."""
        return self.solved_three_bv / self.useful_clicks if self.useful_clicks else 0.0

    @property
    def correctness(self) -> float:
        """The fraction of clicks that were useful, or 0.0 before the first click."""
        return self.useful_clicks / self.clicks if self.clicks else 0.0

    @property
    def three_bv_per_second(self) -> float:
        """The solved 3BV per second, or 0.0 if no time has passed."""
        return self.solved_three_bv / self.seconds if self.seconds > 0 else 0.0
