"""Certificates: ordered lists of deductions that solve no-guess boards.

`sapper.generate.certificate_checker` verifies certificates independently of the generator.
"""

from dataclasses import dataclass
from typing import Any

from sapper.game.difficulty import DIFFICULTIES, KINDS, Difficulty, Kind, difficulty_of
from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell

__all__ = ["DIFFICULTIES", "KINDS", "Certificate", "Difficulty", "Kind", "Step"]


@dataclass(frozen=True, slots=True)
class Step(JsonRecord):
    """A deduction from clues and earlier conclusions."""

    cell: Cell
    is_mine: bool
    """True if the cell is a mine, or False if the cell is safe and therefore revealed."""
    kind: Kind
    clues: tuple[Cell, ...]
    """The revealed cells whose clues the deduction uses."""
    uses_mine_count: bool


@dataclass(frozen=True, slots=True)
class Certificate(JsonRecord):
    """The deductions that solve a board after its first cell has been revealed."""

    first: Cell
    steps: tuple[Step, ...]

    @property
    def kind(self) -> Kind:
        """The hardest kind of deduction, or "clue" if the certificate has no steps."""
        return max((step.kind for step in self.steps), key=KINDS.index, default="clue")

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty of the hardest deduction."""
        return difficulty_of(self.kind)

    def to_json(self) -> dict[str, Any]:
        """Return the certificate's fields and difficulty as JSON-compatible dicts and lists."""
        return {**JsonRecord.to_json(self), "difficulty": self.difficulty}
