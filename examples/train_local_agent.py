"""Train a small agent on 5x5 boards.

Run `python examples/train_local_agent.py`. The agent plays 256 boards at a time in the vector
environment and learns from every reveal. With the default options, the training takes one or two
minutes on one core. The weights are saved to local-agent.npz, and evaluate_agent.py measures the
win rate.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from local_agent import LocalAgent

from sapper.compat.gym import MinesweeperVectorEnv


def choose_actions(
    agent: LocalAgent, observations: np.ndarray, rng: np.random.Generator, explore: float
):
    """Return an action for each board, and the network inputs of the chosen cells."""
    hidden = observations == -1
    rows = agent.inputs(observations, hidden)
    risks = agent.risks(rows)
    # On some boards, the agent reveals a random cell, so that it also learns about risky cells.
    explorers = rng.random(len(observations)) < explore
    noise = rng.random(len(rows), dtype=np.float32)
    board, row, column = np.nonzero(hidden)
    score = np.where(explorers[board], noise, risks)
    order = np.lexsort((score, board))
    first = order[np.r_[True, board[order][1:] != board[order][:-1]]]
    return row[first] * observations.shape[2] + column[first], rows[first]


def train(level: str, boards: int, steps: int, seed: int) -> LocalAgent:
    """Train an agent and print the win rate at regular intervals."""
    agent, rng = LocalAgent(seed=seed), np.random.default_rng(seed)
    envs = MinesweeperVectorEnv(boards, level)
    observations, _ = envs.reset(seed=seed)
    is_reset = np.zeros(boards, np.bool_)  # boards whose next step only starts a new game
    wins = games = 0
    start = time.perf_counter()
    for step in range(1, steps + 1):
        progress = step / steps
        actions, rows = choose_actions(agent, observations, rng, explore=0.2 * (1 - progress))
        observations, _, terminated, truncated, info = envs.step(actions)
        played = ~is_reset
        agent.learn(
            rows[played], (terminated & ~info["won"])[played], rate=0.003 * (1.05 - progress)
        )
        is_reset = terminated | truncated
        wins, games = wins + int(info["won"].sum()), games + int(terminated.sum())
        if step % max(1, steps // 10) == 0:
            seconds = time.perf_counter() - start
            print(
                f"{step:6} steps, {seconds:4.0f} s: {wins / max(1, games):.1%} of {games} games won"
            )
            wins = games = 0
    return agent


def main() -> None:
    """Parse the options, train an agent and save it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="5x5/4")
    parser.add_argument("--boards", type=int, default=256)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("local-agent.npz"))
    options = parser.parse_args()
    agent = train(options.level, options.boards, options.steps, options.seed)
    agent.save(options.out)
    print(f"saved {options.out}")


if __name__ == "__main__":
    main()
