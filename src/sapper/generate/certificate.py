"""The certificate of a no-guess board: every deduction that clears it, in order.

A certificate is data. `sapper.generate.certificate_checker` verifies it independently of the
generator.
"""

from dataclasses import dataclass
from typing import Any

from sapper.coach.proof_steps import DIFFICULTIES, KINDS, Difficulty, Kind, difficulty_of
from sapper.game.rules import Cell

__all__ = ["DIFFICULTIES", "KINDS", "Certificate", "Difficulty", "Kind", "Step"]


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
        return difficulty_of(self.kind)

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        return {
            "first": list(self.first),
            "difficulty": self.difficulty,
            "steps": [step.to_json() for step in self.steps],
        }
