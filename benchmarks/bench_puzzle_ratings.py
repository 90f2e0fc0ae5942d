"""A simulation of puzzle ratings: players made of strategies and noise solve rated puzzles.

    python benchmarks/bench_puzzle_ratings.py [ATTEMPTS]

Every player solves unseen puzzles near its rating, and both ratings change as on the server. With
the given probability, a player chooses a random hidden cell instead. The second half of each
player's attempts is compared with the predictions.
"""

import random
import sys
from collections import defaultdict

from sapper.coach.puzzle_builder import Answer, Puzzle
from sapper.generate.puzzle_supply import load_supply
from sapper.play.puzzle_ratings import (
    FIRST_RATING,
    PUZZLE_DEVIATION,
    Rating,
    expected_score,
    rate,
)
from sapper.strategies import get

# In order of strength.
PLAYERS = [
    ("single-point", 0.5),
    ("single-point", 0.0),
    ("pattern", 0.0),
    ("layered", 0.2),
    ("layered", 0.0),
    ("exact", 0.2),
    ("exact", 0.0),
]
BANDS = ((0.0, 0.4), (0.4, 0.5), (0.5, 0.6), (0.6, 0.7), (0.7, 1.0))


def answer_of(name: str, noise: float, puzzle: Puzzle, rng: random.Random) -> Answer:
    """Return a player's answer to a puzzle."""
    view = puzzle.view
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    is_careless = rng.random() < noise
    if puzzle.kind == "count":
        risks = get(name).advise(view).risks if name == "exact" and not is_careless else {}
        density = view.mines / len(hidden)
        return Answer(number=round(sum(risks.get(cell, density) for cell in puzzle.marked)))
    if is_careless:
        return Answer(rng.choice(hidden))
    advice = get(name).advise(view)
    if puzzle.kind == "mine":
        return Answer(min(advice.mines) if advice.mines else rng.choice(hidden))
    if advice.safe:
        return Answer(min(advice.safe))
    if puzzle.kind == "certain":
        return Answer()
    risks = {cell: risk for cell, risk in advice.risks.items() if cell in set(hidden)}
    return Answer(min(risks, key=lambda cell: (risks[cell], cell)) if risks else advice.best)


def is_correct(puzzle: Puzzle, answer: Answer) -> bool:
    """Return whether an answer is correct, without an explanation."""
    if puzzle.kind == "count":
        return answer.number == puzzle.number
    if answer.cell is None:
        return puzzle.kind == "certain" and not puzzle.answers
    return answer.cell in puzzle.answers


def main() -> None:
    """Simulate all players in turn, and print their ratings and the calibration."""
    attempts = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    supply = load_supply()
    rng = random.Random(1)
    ratings = [FIRST_RATING] * len(PLAYERS)
    seen: list[set[str]] = [set() for _ in PLAYERS]
    puzzles: dict[str, Rating] = {}
    results: dict[tuple[float, float], list[tuple[float, bool]]] = defaultdict(list)
    for number in range(attempts):
        for index, (name, noise) in enumerate(PLAYERS):
            own = ratings[index]
            source = supply.near(own.value, rng, seen=seen[index])
            if source is None:
                sys.exit("the supply is exhausted")
            seen[index].add(source.key)
            puzzle = source.build()
            other = puzzles.get(source.key, Rating(source.rating, PUZZLE_DEVIATION))
            correct = is_correct(puzzle, answer_of(name, noise, puzzle, rng))
            if number >= attempts // 2:
                expected = expected_score(own, other)
                band = next(each for each in BANDS if each[0] <= expected < each[1])
                results[band].append((expected, correct))
            ratings[index], puzzles[source.key] = rate(own, other, is_correct=correct)
    print(f"{attempts} attempts per player")
    for (name, noise), rating in zip(PLAYERS, ratings, strict=True):
        print(f"{name:14} noise {noise:.1f}: {rating.value:5.0f} ± {rating.deviation:.0f}")
    for low, high in BANDS:
        found = results[low, high]
        if found:
            expected = sum(each for each, _ in found) / len(found)
            observed = sum(correct for _, correct in found) / len(found)
            print(
                f"predicted {low:.0%} to {high:.0%}: {len(found):5} attempts, "
                f"predicted {expected:.1%}, observed {observed:.1%}"
            )


if __name__ == "__main__":
    main()
