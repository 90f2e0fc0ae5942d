"""The fit of the initial puzzle ratings to simulated players.

    python -m benchmarks.fit_puzzle_ratings [PUZZLES_PER_THEME]

Every rung of the ladder in `puzzle_players.py` tries each puzzle of a sample twice. The successes
give the puzzle's success rate for every skill, and the logistic curve that fits it best gives the
puzzle's difficulty. A linear regression on the puzzle's features explains the difficulties. The
sample contains only boards with even seeds; `bench_puzzle_ratings.py` measures on the others.
"""

import random
import sys
from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray

from benchmarks.puzzle_players import LADDER
from sapper.coach.initial_puzzle_rating import LUCK, features
from sapper.coach.puzzle_builder import Puzzle
from sapper.generate.puzzle_supply import PuzzleSource, load_supply

POINTS_PER_RUNG = 173.7178
ZERO = 550
"""The rating of a player with the skill 0."""
TRIES = 6
RIDGE = 0.5
STEP = 5
"""Coefficients are rounded to multiples of this number."""
_SKILLS = np.linspace(-1, len(LADDER), 61)
_DIFFICULTIES = np.linspace(0, 11, 221)


def main() -> None:
    """Fit the coefficients, and print them with the residual deviation of each group."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    sources = sample_sources(size)
    puzzles = [source.build() for source in sources]
    rng = random.Random(1)
    successes = [
        [sum(rung.solves(puzzle, rng) for _ in range(TRIES)) / TRIES for rung in LADDER]
        for puzzle in puzzles
    ]
    print_fit(sources, puzzles, np.array(successes))


def sample_sources(size: int) -> list[PuzzleSource]:
    """Return up to `size` puzzles of each theme on boards with even seeds."""
    rng = random.Random(1)
    by_theme = defaultdict(list)
    for source in load_supply().sources:
        if source.seed % 2 == 0:
            by_theme[source.theme].append(source)
    return [
        source
        for _, found in sorted(by_theme.items())
        for source in rng.sample(found, min(size, len(found)))
    ]


def print_fit(
    sources: list[PuzzleSource], puzzles: list[Puzzle], successes: NDArray[np.float64]
) -> None:
    """Fit and print the coefficients of each group of puzzles."""
    curves = successes @ rung_probabilities().T
    supplied = Counter(source.theme for source in load_supply().sources)
    sampled = Counter(source.theme for source in sources)
    groups: dict[str, list[int]] = defaultdict(list)
    for index, puzzle in enumerate(puzzles):
        if puzzle.kind == "certain" and not puzzle.answers:
            continue  # everyone who finds nothing is right; the luck of the kind allows for it
        groups[group_of(puzzle)].append(index)
    for name, indices in groups.items():
        rows = [features(puzzles[index]) for index in indices]
        names = list(dict.fromkeys(each for row in rows for each in row))
        matrix = np.array([[row.get(each, 0.0) for each in names] for row in rows])
        target = np.array([difficulty(curves[i], LUCK[puzzles[i].kind]) for i in indices])
        weight = np.array([supplied[sources[i].theme] / sampled[sources[i].theme] for i in indices])
        found = regress(matrix, ZERO + POINTS_PER_RUNG * target, weight)
        residuals = ZERO + POINTS_PER_RUNG * target - matrix @ found
        deviation = float(np.sqrt(np.average(residuals**2, weights=weight)))
        print(f"# {name}: {len(indices)} puzzles, residual deviation {deviation:.0f}")
        for feature, value in zip(names, found, strict=True):
            print(f'"{feature}": {value:.0f},')


def group_of(puzzle: Puzzle) -> str:
    """Return the group of puzzles that a puzzle's coefficients are fitted to."""
    if puzzle.kind not in ("safe", "mine"):
        return puzzle.kind
    return "clue" if puzzle.proof is not None and puzzle.proof.kind == "clue" else "long proof"


def rung_probabilities() -> NDArray[np.float64]:
    """Return the probability of each rung for each skill."""
    edges = np.arange(1, len(LADDER))
    below = 1 / (1 + np.exp(_SKILLS[:, None] - edges[None, :]))
    zero, one = np.zeros((len(_SKILLS), 1)), np.ones((len(_SKILLS), 1))
    return np.diff(np.hstack([zero, below, one]), axis=1)


def difficulty(curve: NDArray[np.float64], luck: float) -> float:
    """Return the difficulty of the logistic curve that is most likely, given the success rates."""
    level = 1 / (1 + np.exp(_DIFFICULTIES[:, None] - _SKILLS[None, :]))
    predicted = np.clip(luck + (1 - luck) * level, 1e-6, 1 - 1e-6)
    likelihood = curve * np.log(predicted) + (1 - curve) * np.log(1 - predicted)
    return float(_DIFFICULTIES[likelihood.sum(axis=1).argmax()])


def regress(
    matrix: NDArray[np.float64], target: NDArray[np.float64], weight: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the rounded coefficients of a weighted ridge regression."""
    weighted = matrix * weight[:, None]
    ridge = RIDGE * np.eye(matrix.shape[1])
    found = np.linalg.solve(matrix.T @ weighted + ridge, weighted.T @ target)
    return STEP * np.round(found / STEP)


if __name__ == "__main__":
    main()
