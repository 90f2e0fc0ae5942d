"""The data model of proofs. A proof is a list of steps, and each step derives a sentence.

A *sentence* states that a set of cells contains from `low` to `high` mines. Only six rules derive
sentences, so the proof checker is small:

- `clue`: the number of mines among a revealed cell's hidden neighbours equals its clue.
- `count`: the mines in the hidden cells add up to the board's mine count.
- `shown`: the position shows the cells as mines.
- `subtract`: the bounds on the remaining cells are the first premise's bounds minus the bounds of
  the other premises.
- `assume`: the sentence is the assumption that opens a case.
- `cases`: every mine count that leads to a contradiction is ruled out.

The steps of a proof are numbered from 0. Steps inside a case continue the numbering of the
enclosing steps. A sentence whose `low` exceeds its `high` is a contradiction and closes the case.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from sapper.game.difficulty import Difficulty, Kind, difficulty_of
from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell

Rule = Literal["clue", "count", "shown", "subtract", "assume", "cases"]
RULES: Final[tuple[str, ...]] = get_args(Rule)


@dataclass(frozen=True, slots=True)
class ProofStep(JsonRecord):
    """A proof step whose sentence states that `cells` contain from `low` to `high` mines."""

    rule: Rule
    cells: tuple[Cell, ...]
    low: int
    high: int
    text: str
    clue: Cell | None = None
    """The revealed cell whose clue the step applies, or None if the rule is not `clue`."""
    premises: tuple[int, ...] = ()
    """The numbers of the steps that imply the sentence.

    For `subtract`, the first premise is the minuend and the others are the subtrahends. For
    `cases`, the premises bound the number of mines before any case is ruled out."""
    cases: tuple[tuple["ProofStep", ...], ...] = ()
    """The refuted cases, or an empty tuple if the rule is not `cases`.

    Each case begins with an `assume` step and ends with a contradiction."""

    @property
    def is_conclusive(self) -> bool:
        """True if the sentence implies that all its cells are safe or that all are mines."""
        return self.low <= self.high and (self.high == 0 or self.low == len(self.cells))


@dataclass(frozen=True, slots=True)
class Proof(JsonRecord):
    """A proof that a hidden cell is safe or that the cell is a mine."""

    cell: Cell
    is_mine: bool
    kind: Kind
    """The kind of the hardest argument in the proof.

    An argument uses clues and known cells to determine the state of other cells. A `clue` argument
    applies one clue. A `pair` argument compares two sentences once. A `chain` argument makes
    several comparisons, and a `cases` argument refutes assumptions."""
    name: str | None
    """The name of the pattern that determines the cell, such as "1-2-1", or None if there is none.

    The patterns are defined in `content/patterns.txt`."""
    is_reduced: bool
    """True if the pattern appears only after known mines are subtracted from its clues."""
    clues: tuple[Cell, ...]
    """The revealed cells used in the proof, in order of first use."""
    uses_mine_count: bool
    cells: tuple[Cell, ...]
    """The hidden cells mentioned in the proof, in row-major order."""
    steps: tuple[ProofStep, ...]
    text: str

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty of the proof's hardest argument: easy, medium, hard or extreme."""
        return difficulty_of(self.kind)

    @property
    def pattern_text(self) -> str:
        """A sentence that names the pattern, or an empty string if `text` already does so."""
        if self.name is None or self.uses_mine_count:
            return ""
        return f"This is the {self.name} pattern{' after reduction' if self.is_reduced else ''}."

    @property
    def explanation(self) -> str:
        """The explanatory text, followed by the name of the pattern."""
        return f"{self.text} {self.pattern_text}".rstrip()

    @property
    def clue_count(self) -> int:
        """The number of clues used in the proof, including the board's mine count if it is used."""
        return len(self.clues) + self.uses_mine_count

    def to_json(self) -> dict[str, Any]:
        """Return the proof's fields and difficulty as JSON-compatible dicts and lists."""
        return {**JsonRecord.to_json(self), "difficulty": self.difficulty}
