"""Benchmarks of the coach: hint, review and puzzle times, and proof sizes.

    python benchmarks/bench_coach.py [hints] [reviews] [puzzles]

Without arguments, all benchmarks run. The positions come from games on seeded expert boards. The
proof checker verifies every proof, and its time is not included.
"""

import random
import statistics
import sys
import time
from collections import Counter

from sapper import Game, Rules, View, analyse, hint
from sapper.coach.counterexample import find_layout
from sapper.coach.game_review import review
from sapper.coach.proof_checker import check
from sapper.coach.proof_search import prove
from sapper.coach.proof_steps import Proof
from sapper.game.difficulty import KINDS
from sapper.generate.puzzle_supply import load_supply

EXPERT = Rules.level("expert")
GAMES = 200


def quantile(values: list[float], share: float) -> float:
    """Return the value below which the given share of the values lies."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def line(name: str, seconds: list[float]) -> str:
    """Return a table row with the quantiles of CPU times, in milliseconds."""
    figures = (
        statistics.median(seconds),
        quantile(seconds, 0.95),
        quantile(seconds, 0.99),
        max(seconds),
    )
    return f"{name:34}{len(seconds):8}" + "".join(f"{figure * 1e3:10.2f}" for figure in figures)


def bench_hints() -> None:
    """Measure hints in every position of expert games, and proofs for random certain cells."""
    certain: list[float] = []
    guesses: list[float] = []
    moves: list[float] = []
    hint_proofs: list[Proof] = []
    move_proofs: list[Proof] = []
    unproved = 0
    for seed in range(GAMES):
        game = Game(EXPERT, seed)
        rng = random.Random(seed)
        game.reveal((0, 0))
        while not game.is_over:
            view = View(EXPERT, game.view.cell_bytes)
            start = time.process_time()
            answer = hint(view)
            seconds = time.process_time() - start
            if not answer.certain:
                guesses.append(seconds)
                game.reveal(answer.cell)
                continue
            certain.append(seconds)
            if answer.proof is None:
                unproved += 1
            else:
                check(view, answer.proof)
                hint_proofs.append(answer.proof)
            # Players reveal certain cells in any order, so the move is a random certain cell.
            odds = analyse(view)
            cell = rng.choice(sorted(odds.safe))
            start = time.process_time()
            proof = prove(view, cell)
            moves.append(time.process_time() - start)
            check(view, proof)
            move_proofs.append(proof)
            game.reveal(cell)
    print(f"positions from {GAMES} expert games (30x16/99, start safe, seeds 0-{GAMES - 1})")
    print(f"{'':34}{'calls':>8}{'median':>10}{'95%':>10}{'99%':>10}{'max':>10}   ms")
    print(line("hint with its proof", certain))
    print(line("hint for a guess with its odds", guesses))
    print(line("hint, both", certain + guesses))
    print(line("prove any certain cell", moves))
    print(f"certain hints without a proof: {unproved}; every proof passed the checker")
    show_sizes("hints (the easiest cell)", hint_proofs)
    show_sizes("moves (any certain cell)", move_proofs)


def show_sizes(name: str, proofs: list[Proof]) -> None:
    """Print the distributions of clue counts and proof kinds."""
    sizes = [proof.clue_count for proof in proofs]
    counts = Counter(min(size, 8) for size in sizes)
    print(f"clues per proof, {name}: median {statistics.median(sizes):g}, maximum {max(sizes)}")
    print("  " + "  ".join(
        f"{size}{'+' if size == 8 else ''}: {counts[size] / len(sizes):.2%}"
        for size in range(1, 9)
    ))  # fmt: skip
    kinds = Counter(proof.kind for proof in proofs)
    with_count = sum(proof.uses_mine_count for proof in proofs)
    print("  " + "  ".join(f"{kind}: {kinds[kind] / len(proofs):.2%}" for kind in KINDS)
          + f"  with the mine count: {with_count / len(proofs):.2%}")  # fmt: skip


def careless_game(seed: int) -> Game:
    """Return a finished game with flagged mines, in which one move in ten is random."""
    rng = random.Random(seed)
    game = Game(EXPERT, seed)
    game.reveal((0, 0))
    while not game.is_over:
        odds = analyse(game.view)
        for cell in sorted(odds.mines - game.view.flags):
            game.flag(cell)
        hidden = [c for c in EXPERT.cells() if game.view.clue(c) is None and c not in odds.mines]
        best = min(odds.safe) if odds.safe else odds.best
        cell = rng.choice(hidden) if rng.random() < 0.1 else best
        # Avoid mines, so that the game continues to the end.
        if cell in game.layout:
            cell = next(c for c in hidden if c not in game.layout)
        game.reveal(cell)
    return game


def bench_reviews() -> None:
    """Measure reviews of whole expert games."""
    games = [careless_game(seed) for seed in range(50)]
    times = []
    needless = 0
    for game in games:
        start = time.process_time()
        found = review(game)
        times.append(time.process_time() - start)
        needless += found.count("needless guess")
    moves = statistics.median(len(game.history) for game in games)
    print(f"reviews of {len(games)} expert games played to the end, median {moves:g} moves, "
          f"{needless} needless guesses found")  # fmt: skip
    print(f"{'':34}{'calls':>8}{'median':>10}{'95%':>10}{'99%':>10}{'max':>10}   ms")
    print(line("review", times))


def bench_puzzles() -> None:
    """Measure how long it takes to rebuild a puzzle, and to refute a wrong cell."""
    print(f"{'':34}{'calls':>8}{'median':>10}{'95%':>10}{'99%':>10}{'max':>10}   ms")
    times = []
    for source in load_supply().sources[::50]:
        start = time.process_time()
        source.build()
        times.append(time.process_time() - start)
    print(line("rebuild a puzzle", times))
    times = []
    for seed in range(50):
        game = Game(EXPERT, seed)
        rng = random.Random(seed)
        game.reveal((0, 0))
        while not game.is_over and (safe := analyse(game.view).safe):
            game.reveal(rng.choice(sorted(safe)))
        odds = analyse(game.view)
        hidden = [cell for cell in EXPERT.cells() if game.view.clue(cell) is None]
        wrong = [cell for cell in hidden if cell not in odds.safe]
        for cell in rng.sample(wrong, min(20, len(wrong))):
            start = time.process_time()
            find_layout(game.view, cell, is_mine=True)
            times.append(time.process_time() - start)
    print(line("counterexample on 30x16/99", times))


BENCHMARKS = {"hints": bench_hints, "reviews": bench_reviews, "puzzles": bench_puzzles}

if __name__ == "__main__":
    names = sys.argv[1:] or list(BENCHMARKS)
    if not set(names) <= set(BENCHMARKS):
        sys.exit(__doc__)
    for name in names:
        BENCHMARKS[name]()
