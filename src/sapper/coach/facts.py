"""Intermediate facts of the proof search, each with the premises that it follows from.

Sets of cells and sets of clues are bit masks (see `sapper.coach.region`). A fact is immutable, and
the graph of its premises is its proof.
"""

from sapper.coach.proof_steps import Rule


class Fact:
    """A derived statement that the cells in `mask` contain from `low` to `high` mines."""

    __slots__ = (
        "assumptions",
        "cases",
        "clue",
        "clues",
        "comparisons",
        "high",
        "low",
        "mask",
        "premises",
        "rule",
    )

    def __init__(
        self,
        rule: Rule,
        mask: int,
        low: int,
        high: int,
        premises: tuple["Fact", ...] = (),
        *,
        clue: int | None = None,
        clues: int = 0,
        comparisons: int = 0,
        assumptions: int = 0,
        cases: tuple[tuple["Fact", "Fact"], ...] = (),
    ) -> None:
        self.rule: Rule = rule
        self.mask = mask
        self.low = low
        self.high = high
        self.premises = premises
        self.clue = clue
        """The index of the revealed cell, or None if the rule is not `clue`."""
        self.clues = clues
        """Bit mask of all clues in the proof; the bit after the last cell is the mine count."""
        self.comparisons = comparisons
        """Bit mask of all comparisons in the proof, with one bit per comparison."""
        self.assumptions = assumptions
        """Bit mask of the assumptions that are still open, with one bit per assumption."""
        self.cases = cases
        """The (assumption, contradiction) pair of every refuted case."""

    @property
    def is_conclusive(self) -> bool:
        """True if the fact decides every one of its cells."""
        return self.high == 0 or self.low == self.mask.bit_count()

    @property
    def cost(self) -> tuple[int, int]:
        """The number of comparisons and the number of clues in the proof, for ordering proofs."""
        return self.comparisons.bit_count(), self.clues.bit_count()

    def __repr__(self) -> str:
        return f"<{self.rule} {self.mask:#x}: {self.low}-{self.high}>"


def subtract(
    base: Fact,
    others: tuple[Fact, ...],
    mask: int,
    low: int,
    high: int,
    *,
    comparison: int = 0,
) -> Fact:
    """Return a fact stating that `mask`, a subset of `base`, contains `low` to `high` mines.

    `others` are the facts subtracted from `base`. `comparison` is the bit that identifies this
    comparison, or 0 if the subtraction does not count as a comparison.
    """
    clues, comparisons, assumptions = base.clues, base.comparisons | comparison, base.assumptions
    for fact in others:
        clues |= fact.clues
        comparisons |= fact.comparisons
        assumptions |= fact.assumptions
    return Fact(
        "subtract",
        mask,
        low,
        high,
        (base, *others),
        clues=clues,
        comparisons=comparisons,
        assumptions=assumptions,
    )
