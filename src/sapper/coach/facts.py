"""Facts of a search for proofs: sentences that know what they follow from.

Cells and clues are sets of bits (see `sapper.coach.region`). A fact is made once and never changed;
the facts that it uses form the proof.
"""

from typing import Final

from sapper.coach.proof_steps import Rule

NOTHING: Final[tuple["Fact", ...]] = ()


class Fact:
    """From `low` to `high` of the cells `mask` are mines, because of `uses`."""

    __slots__ = (
        "assumed",
        "cases",
        "clue",
        "clues",
        "comparisons",
        "high",
        "low",
        "mask",
        "rule",
        "uses",
    )

    def __init__(
        self,
        rule: Rule,
        mask: int,
        low: int,
        high: int,
        uses: tuple["Fact", ...] = NOTHING,
        *,
        clue: int | None = None,
        clues: int = 0,
        comparisons: int = 0,
        assumed: int = 0,
        cases: tuple[tuple["Fact", "Fact"], ...] = (),
    ) -> None:
        self.rule: Rule = rule
        self.mask = mask
        self.low = low
        self.high = high
        self.uses = uses
        self.clue = clue
        """The number of the cell with the clue, for the rule `clue`."""
        self.clues = clues
        """All clues under it, as a set; the mine count is the bit after the last cell."""
        self.comparisons = comparisons
        """All comparisons under it, each with its own bit."""
        self.assumed = assumed
        """All assumptions under it that still stand, each with its own bit."""
        self.cases = cases
        """(assumption, contradiction) of each case."""

    @property
    def is_settled(self) -> bool:
        """Whether it says of every cell of it what it is."""
        return self.high == 0 or self.low == self.mask.bit_count()

    @property
    def cost(self) -> tuple[int, int]:
        """How hard it is to see: how many comparisons it takes, then how many clues."""
        return self.comparisons.bit_count(), self.clues.bit_count()

    def __repr__(self) -> str:
        return f"<{self.rule} {self.mask:#x}: {self.low}-{self.high}>"


def subtract(
    base: Fact,
    known: tuple[Fact, ...],
    mask: int,
    low: int,
    high: int,
    *,
    comparison: int = 0,
) -> Fact:
    """Return the fact that `mask`, a part of `base`, has `low` to `high` mines because of `known`.

    `comparison` is the bit of this comparison, if it is one.
    """
    clues, comparisons, assumed = base.clues, base.comparisons | comparison, base.assumed
    for fact in known:
        clues |= fact.clues
        comparisons |= fact.comparisons
        assumed |= fact.assumed
    return Fact(
        "minus",
        mask,
        low,
        high,
        (base, *known),
        clues=clues,
        comparisons=comparisons,
        assumed=assumed,
    )
