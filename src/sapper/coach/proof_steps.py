"""What a proof is made of: sentences about hidden cells, each with the reason why it holds.

A *sentence* says that from `low` to `high` of some cells are mines. A step adds one sentence to
those before it. There are few rules, so that a checker stays small:

- `clue`: the revealed cell `clue` touches just these hidden cells, and as many mines as it shows.
- `count`: all hidden cells hold all mines.
- `shown`: the position shows these mines.
- `minus`: the sentence of the first step in `uses`, less what the others say of parts of it.
- `assume`: the first step of a case.
- `cases`: numbers of mines in the cells that lead to a contradiction are struck out.

Steps are numbered from 0; inside a case the numbers go on from those of the steps around it. A
sentence whose `low` is greater than its `high` is a contradiction: it ends a case.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from sapper.game.rules import Cell

Rule = Literal["clue", "count", "shown", "minus", "assume", "cases"]
Kind = Literal["clue", "pair", "chain", "cases"]
Difficulty = Literal["easy", "medium", "hard", "extreme"]

RULES: Final[tuple[str, ...]] = get_args(Rule)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""From the simplest to the hardest."""
DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)


def difficulty_of(kind: Kind) -> Difficulty:
    """Return how hard a proof of that kind is to find.

    >>> [difficulty_of(kind) for kind in KINDS]
    ['easy', 'medium', 'hard', 'extreme']
    """
    return DIFFICULTIES[KINDS.index(kind)]


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of a proof: from `low` to `high` of `cells` are mines."""

    rule: Rule
    cells: tuple[Cell, ...]
    low: int
    high: int
    text: str
    clue: Cell | None = None
    """The clue that says so; only for the rule `clue`."""
    uses: tuple[int, ...] = ()
    """The numbers of the steps that it follows from; for `minus` the first is the one that the
    others are taken from, for `cases` they say which numbers of mines are possible at all."""
    cases: tuple[tuple["Step", ...], ...] = ()
    """Only for the rule `cases`: each case begins with `assume` and ends with a contradiction."""

    @property
    def is_contradiction(self) -> bool:
        """Whether no number of mines is left."""
        return self.low > self.high

    @property
    def is_settled(self) -> bool:
        """Whether it says of every cell of it what it is."""
        return not self.is_contradiction and (self.high == 0 or self.low == len(self.cells))

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        return {
            "rule": self.rule,
            "cells": [list(cell) for cell in self.cells],
            "low": self.low,
            "high": self.high,
            "text": self.text,
            "clue": list(self.clue) if self.clue else None,
            "uses": list(self.uses),
            "cases": [[step.to_json() for step in case] for case in self.cases],
        }


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a hidden cell is certainly safe, or certainly a mine."""

    cell: Cell
    is_mine: bool
    kind: Kind
    """The simplest kind that was found: one clue at a time, one comparison of two, several
    comparisons, or cases."""
    name: str | None
    """What players call the pattern, such as "1-2-X" or "subset"; None when it has no name."""
    clues: tuple[Cell, ...]
    """The revealed cells that it rests on, in the order of the argument."""
    uses_mine_count: bool
    cells: tuple[Cell, ...]
    """The hidden cells that it talks about, row by row."""
    steps: tuple[Step, ...]
    text: str

    @property
    def difficulty(self) -> Difficulty:
        """How hard it is to find: easy, medium, hard or extreme, by its kind."""
        return difficulty_of(self.kind)

    @property
    def clue_count(self) -> int:
        """How many clues it rests on, the mine count included."""
        return len(self.clues) + self.uses_mine_count

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
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
