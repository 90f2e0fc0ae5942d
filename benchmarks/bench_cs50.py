"""The win rate of the CS50 AI under the rules of the course's own runner.

python benchmarks/bench_cs50.py [GAMES [FIRST_SEED]]
"""

import random
import sys

from sapper.compat.cs50 import Minesweeper, MinesweeperAI
from sapper.inference.confidence_interval import wilson


def is_won(seed: int) -> bool:
    """Play one game as the runner does. The AI wins if it has no move left and knows all mines."""
    random.seed(seed)
    game, ai = Minesweeper(), MinesweeperAI()
    while (move := ai.make_safe_move() or ai.make_random_move()) is not None:
        if game.is_mine(move):
            return False
        ai.add_knowledge(move, game.nearby_mines(move))
    return ai.mines == game.mines


def main(games: int, first_seed: int) -> None:
    """Print the win rate with its 95% interval."""
    wins = sum(is_won(seed) for seed in range(first_seed, first_seed + games))
    interval = wilson(wins, games)
    print(f"{wins} of {games} games won: {interval.low:.2%} to {interval.high:.2%}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if sys.argv[1:] else 5000,
        int(sys.argv[2]) if sys.argv[2:] else 0,
    )
