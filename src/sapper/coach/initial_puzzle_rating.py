"""Initial puzzle ratings, computed with a linear formula fitted to simulated players.

The rating is the sum of a puzzle's features, each multiplied by its coefficient. The scripts in
`benchmarks/` fit the formula and test it on other puzzles, and docs/research/puzzle-ratings.md
describes the method.
"""

from collections.abc import Mapping
from math import log2
from typing import TYPE_CHECKING, Final

from sapper.game import position_notation
from sapper.game.view import View

if TYPE_CHECKING:
    from sapper.coach.puzzle_builder import Puzzle, PuzzleKind

MIN_RATING: Final = 600
MAX_RATING: Final = 2400
COEFFICIENTS: Final[Mapping[str, float]] = {
    "clue": 745,
    "clue: clues": 245,
    "clue: mine count": 0,
    "clue: asks for a mine": -160,
    "clue: answers": -85,
    "clue: hidden cells": 75,
    "pair": 1575,
    "pair: clues": 40,
    "chain": 1635,
    "chain: clues": 55,
    "cases": 1470,
    "cases: clues": 110,
    "mine count": -175,
    "asks for a mine": -130,
    "answers": -105,
    "hidden cells": 55,
    "certain": 1870,
    "certain: endgame": 85,
    "certain: frontier": 50,
    "count": 1440,
    "count: marked cells": 245,
    "count: number": -20,
    "guess": 1430,
    "guess: frontier": 135,
    "guess: answers": -105,
}
"""The number of rating points for each feature."""
LUCK: Final[Mapping["PuzzleKind", float]] = {
    "safe": 0.05,
    "mine": 0.1,
    "certain": 0.5,
    "count": 0.33,
    "guess": 0.05,
}
"""The probability that a player who does not know the answer guesses it."""
DEVIATIONS: Final[Mapping["PuzzleKind", float]] = {
    "safe": 135.0,
    "mine": 135.0,
    "certain": 190.0,
    "count": 400.0,
    "guess": 145.0,
}
"""The deviation of the initial rating: the residual deviation of the fit."""
_MAX_ENDGAME_CELLS: Final = 4
"""The maximum number of hidden safe cells in an endgame."""


def initial_rating(puzzle: "Puzzle") -> int:
    """Return the rating of a puzzle that nobody has answered."""
    if puzzle.kind in ("safe", "mine") and puzzle.proof is None:
        return MAX_RATING
    rating = sum(COEFFICIENTS[name] * value for name, value in features(puzzle).items())
    return round(min(max(rating, MIN_RATING), MAX_RATING))


def features(puzzle: "Puzzle") -> dict[str, float]:
    """Return the features that determine a puzzle's rating.

    Counts of cells, clues and answers are replaced by their base-2 logarithms. The features of a
    `certain` puzzle are those that every player sees, because its rating must not disclose whether
    a cell is safe.
    """
    view = puzzle.view
    if puzzle.kind == "certain":
        return {
            "certain": 1.0,
            "certain: endgame": float(is_endgame(view)),
            "certain: frontier": log2(max(_frontier_size(view), 1)),
        }
    if puzzle.kind == "count":
        assert puzzle.number is not None  # noqa: S101  # every count puzzle has a number
        return {
            "count": 1.0,
            "count: marked cells": log2(len(puzzle.marked)),
            "count: number": puzzle.number,
        }
    if puzzle.kind == "guess":
        return {
            "guess": 1.0,
            "guess: frontier": log2(max(_frontier_size(view), 1)),
            "guess: answers": log2(len(puzzle.answers)),
        }
    proof = puzzle.proof
    assert proof is not None  # noqa: S101  # checked by the caller
    prefix = "clue: " if proof.kind == "clue" else ""
    return {
        proof.kind: 1.0,
        f"{proof.kind}: clues": log2(proof.clue_count),
        f"{prefix}mine count": float(proof.uses_mine_count),
        f"{prefix}asks for a mine": float(puzzle.kind == "mine"),
        f"{prefix}answers": log2(len(puzzle.answers)),
        f"{prefix}hidden cells": log2(_hidden_count(view)),
    }


def is_endgame(view: View) -> bool:
    """Return whether only a few safe cells are left."""
    return _hidden_count(view) <= view.mines + _MAX_ENDGAME_CELLS


def _hidden_count(view: View) -> int:
    return view.cell_bytes.count(position_notation.HIDDEN & 0xFF)


def _frontier_size(view: View) -> int:
    clues = (cell for cell in view.rules.cells() if view.clue(cell))
    near = {near for clue in clues for near in view.rules.neighbours(clue)}
    return sum(view.clue(cell) is None for cell in near)
