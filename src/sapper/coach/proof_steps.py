"""The data model of a proof, in which each step derives one sentence about hidden cells.

A *sentence* states that some cells contain from `low` to `high` mines. There are only six rules for
deriving sentences, which keeps the proof checker small:

- `clue`: the hidden neighbours of a revealed cell contain as many mines as its clue states.
- `count`: the hidden cells contain all mines of the board.
- `shown`: the cells are mines that the position shows.
- `subtract`: the bounds of the other premises are subtracted from the first premise.
- `assume`: the sentence is an assumption that begins a case.
- `cases`: the numbers of mines that lead to a contradiction are excluded.

Steps are numbered from 0. Steps inside a case continue the numbering of the enclosing steps. A
sentence whose `low` is greater than its `high` is a contradiction, which ends a case.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from sapper.game.rules import Cell

Rule = Literal["clue", "count", "shown", "subtract", "assume", "cases"]
Kind = Literal["clue", "pair", "chain", "cases"]
Difficulty = Literal["easy", "medium", "hard", "extreme"]

RULES: Final[tuple[str, ...]] = get_args(Rule)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The kinds of proof, from the simplest to the hardest."""
DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)


def difficulty_of(kind: Kind) -> Difficulty:
    """Return the difficulty of a kind of proof.

    >>> [difficulty_of(kind) for kind in KINDS]
    ['easy', 'medium', 'hard', 'extreme']
    """
    return DIFFICULTIES[KINDS.index(kind)]


@dataclass(frozen=True, slots=True)
class Step:
    """A proof step, which states that `cells` contain from `low` to `high` mines."""

    rule: Rule
    cells: tuple[Cell, ...]
    low: int
    high: int
    text: str
    clue: Cell | None = None
    """The revealed cell whose clue the sentence states, or None if the rule is not `clue`."""
    premises: tuple[int, ...] = ()
    """The numbers of the steps that the sentence follows from.

    For `subtract`, the first premise is the minuend and the others are subtracted from it. For
    `cases`, the premises bound the number of mines before any case is excluded."""
    cases: tuple[tuple["Step", ...], ...] = ()
    """The refuted cases, or an empty tuple if the rule is not `cases`.

    Each case begins with `assume` and ends with a contradiction."""

    @property
    def is_contradiction(self) -> bool:
        """True if no number of mines satisfies the sentence."""
        return self.low > self.high

    @property
    def is_conclusive(self) -> bool:
        """True if the sentence decides every one of its cells."""
        return not self.is_contradiction and (self.high == 0 or self.low == len(self.cells))

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON-compatible dicts and lists."""
        return {
            "rule": self.rule,
            "cells": [list(cell) for cell in self.cells],
            "low": self.low,
            "high": self.high,
            "text": self.text,
            "clue": list(self.clue) if self.clue else None,
            "premises": list(self.premises),
            "cases": [[step.to_json() for step in case] for case in self.cases],
        }


@dataclass(frozen=True, slots=True)
class Proof:
    """An argument that a hidden cell is certainly safe or certainly a mine."""

    cell: Cell
    is_mine: bool
    kind: Kind
    """The kind of reasoning that the proof uses.

    A `clue` proof applies one clue at a time, a `pair` proof compares two sentences once, a `chain`
    proof makes several comparisons, and a `cases` proof makes assumptions."""
    name: str | None
    """The common name of the pattern, such as "1-2-X" or "subset", or None if it has no name."""
    clues: tuple[Cell, ...]
    """The revealed cells used in the proof, in order of first use."""
    uses_mine_count: bool
    cells: tuple[Cell, ...]
    """The hidden cells mentioned in the proof, in row-major order."""
    steps: tuple[Step, ...]
    text: str

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty that corresponds to the kind: easy, medium, hard or extreme."""
        return difficulty_of(self.kind)

    @property
    def clue_count(self) -> int:
        """The number of clues used, including the mine count."""
        return len(self.clues) + self.uses_mine_count

    def to_json(self) -> dict[str, Any]:
        """Return the proof as JSON-compatible dicts and lists."""
        return {
            "cell": list(self.cell),
            "is_mine": self.is_mine,
            "kind": self.kind,
            "difficulty": self.difficulty,
            "name": self.name,
            "clues": [list(clue) for clue in self.clues],
            "uses_mine_count": self.uses_mine_count,
            "cells": [list(cell) for cell in self.cells],
            "steps": [step.to_json() for step in self.steps],
            "text": self.text,
        }
