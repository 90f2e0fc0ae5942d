"""A simulation of puzzle ratings: players made of strategies and noise solve rated puzzles.

    python -m benchmarks.bench_puzzle_ratings [ATTEMPTS] [SEED]

Every player solves unseen puzzles near its rating, and both ratings change as on the server. After
the first half of the attempts, the predictions are compared with the results, for the rated puzzles
and for as many random ones. The puzzles are on boards with odd seeds, which the fit of the initial
ratings does not use.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterable

from benchmarks.puzzle_players import LADDER, SimulatedPlayer
from sapper.coach.initial_puzzle_rating import DEVIATIONS, LUCK
from sapper.coach.puzzle_builder import Puzzle
from sapper.generate.puzzle_supply import PuzzleSupply, load_supply
from sapper.play.puzzle_ratings import FIRST_RATING, Rating, expected_score, rate

PLAYERS = [SimulatedPlayer(skill) for skill in (1.5, 3.5, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.5)]
"""The players in order of strength."""
BANDS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

Prediction = tuple[float, bool]
"""A predicted success rate and the result."""


class Simulation:
    """Players, puzzles and their ratings."""

    def __init__(self, seed: int) -> None:
        self.supply = PuzzleSupply(each for each in load_supply().sources if each.seed % 2)
        self.rng = random.Random(seed)
        self.ratings = [FIRST_RATING] * len(PLAYERS)
        self.puzzle_ratings: dict[str, Rating] = {}
        self.seen: list[set[str]] = [set() for _ in PLAYERS]
        self.rated: list[tuple[str, Prediction]] = []
        self.random: list[tuple[str, Prediction]] = []

    def run(self, attempts: int) -> None:
        """Let every player answer a number of rated puzzles."""
        for number in range(attempts):
            is_measured = number >= attempts // 2
            for index, player in enumerate(PLAYERS):
                self._answer_rated(index, player, is_measured=is_measured)
                if is_measured:
                    self._predict_random(index, player)

    def _answer_rated(self, index: int, player: SimulatedPlayer, *, is_measured: bool) -> None:
        own = self.ratings[index]
        source = self.supply.near(own.value, self.rng, seen=self.seen[index])
        if source is None:
            sys.exit("the supply is exhausted")
        self.seen[index].add(source.key)
        puzzle = source.build()
        other = self._rating_of(puzzle)
        luck = LUCK[puzzle.kind]
        is_correct = player.solves(puzzle, self.rng)
        if is_measured:
            expected = expected_score(own, other, luck=luck)
            self.rated.append((puzzle.kind, (expected, is_correct)))
        after, puzzle_after = rate(own, other, is_correct=is_correct, luck=luck)
        self.ratings[index] = after
        if puzzle.kind != "certain":
            self.puzzle_ratings[puzzle.id] = puzzle_after

    def _predict_random(self, index: int, player: SimulatedPlayer) -> None:
        puzzle = self.rng.choice(self.supply.sources).build()
        own, other = self.ratings[index], self._rating_of(puzzle)
        expected = expected_score(own, other, luck=LUCK[puzzle.kind])
        self.random.append((puzzle.kind, (expected, player.solves(puzzle, self.rng))))

    def _rating_of(self, puzzle: Puzzle) -> Rating:
        initial = Rating(puzzle.rating, DEVIATIONS[puzzle.kind])
        return self.puzzle_ratings.get(puzzle.id, initial)


def print_bands(title: str, predictions: Iterable[Prediction]) -> None:
    """Print the predicted and the observed success rate in each band."""
    bands: dict[int, list[Prediction]] = defaultdict(list)
    for each in predictions:
        bands[sum(each[0] >= low for low in BANDS[1:-1])].append(each)
    print(f"\n{title}\nband        attempts  predicted  observed  difference")
    for band, found in sorted(bands.items()):
        print_row(f"{BANDS[band]:4.0%}-{BANDS[band + 1]:4.0%}", found)


def print_row(name: str, found: list[Prediction]) -> None:
    """Print the mean prediction and the mean result of some attempts."""
    predicted = sum(each for each, _ in found) / len(found)
    observed = sum(is_correct for _, is_correct in found) / len(found)
    difference = 100 * (observed - predicted)
    print(f"{name:11}{len(found):9}{predicted:11.1%}{observed:10.1%}{difference:+12.1f}")


def main() -> None:
    """Run the simulation, and print the ratings and the calibration."""
    attempts = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    simulation = Simulation(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    simulation.run(attempts)
    print(f"{attempts} rated attempts per player")
    for player, rating in zip(PLAYERS, simulation.ratings, strict=True):
        rung = LADDER[int(player.skill)]
        print(f"skill {player.skill:4} ({rung}): {rating.value:5.0f} ± {rating.deviation:.0f}")
    print_bands("Rated puzzles", (each for _, each in simulation.rated))
    print_bands("Random puzzles", (each for _, each in simulation.random))
    print("\nRated puzzles by kind")
    for kind in LUCK:
        if found := [each for name, each in simulation.rated if name == kind]:
            print_row(kind, found)


if __name__ == "__main__":
    main()
