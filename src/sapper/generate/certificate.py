"""The certificate of a no-guess board: every deduction that clears it, in order.

A certificate is data. `sapper.generate.checking` verifies it without knowing how it was found.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from sapper.game.rules import Cell

Kind = Literal["clue", "pair", "chain", "cases"]
Difficulty = Literal["easy", "medium", "hard", "extreme"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""Kinds of argument, from the simplest to the hardest."""
DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)
"""What a board is called whose hardest argument is of the kind at the same place of `KINDS`."""


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction: these clues, and what earlier steps have shown, leave no other way."""

    cell: Cell
    is_mine: bool
    """Whether the cell is shown to be a mine; else it is safe and is revealed."""
    kind: Kind
    clues: tuple[Cell, ...]
    """Revealed cells, in the order of the argument."""
    uses_mine_count: bool

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        return {
            "cell": list(self.cell),
            "is_mine": self.is_mine,
            "kind": self.kind,
            "clues": [list(clue) for clue in self.clues],
            "uses_mine_count": self.uses_mine_count,
        }


@dataclass(frozen=True, slots=True)
class Certificate:
    """All deductions that clear a board after its first cell was revealed."""

    first: Cell
    steps: tuple[Step, ...]

    @property
    def kind(self) -> Kind:
        """The hardest kind of argument in it; "clue" when there is none at all."""
        return max((step.kind for step in self.steps), key=KINDS.index, default="clue")

    @property
    def difficulty(self) -> Difficulty:
        """How hard the board is: the name for its hardest kind of argument."""
        return DIFFICULTIES[KINDS.index(self.kind)]

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        return {
            "first": list(self.first),
            "difficulty": self.difficulty,
            "steps": [step.to_json() for step in self.steps],
        }
