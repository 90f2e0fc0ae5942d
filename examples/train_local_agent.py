"""Train a small agent on 5x5 boards: `python examples/train_local_agent.py`.

It plays 256 boards at once in the vectorised environment and learns from every reveal. The defaults
take one or two minutes on one core. The result is written to local-agent.npz; evaluate_agent.py
tells how good it is.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from local_agent import LocalAgent

from sapper.compat.gym import MinesweeperVectorEnv


def choose(agent: LocalAgent, observations: np.ndarray, rng: np.random.Generator, explore: float):
    """Return for each board an action and the row of inputs that belongs to it."""
    hidden = observations == -1
    rows = agent.inputs(observations, hidden)
    risks = agent.risks(rows)
    # Exploring: some boards reveal any cell, so that risky ones are learned about too.
    explorers = rng.random(len(observations)) < explore
    noise = rng.random(len(rows), dtype=np.float32)
    board, row, column = np.nonzero(hidden)
    score = np.where(explorers[board], noise, risks)
    order = np.lexsort((score, board))
    first = order[np.r_[True, board[order][1:] != board[order][:-1]]]
    return row[first] * observations.shape[2] + column[first], rows[first]


def train(level: str, boards: int, steps: int, seed: int) -> LocalAgent:
    """Play and learn, and say now and then how many games were won."""
    agent, rng = LocalAgent(seed=seed), np.random.default_rng(seed)
    envs = MinesweeperVectorEnv(boards, level)
    observations, _ = envs.reset(seed=seed)
    began = np.zeros(boards, np.bool_)  # boards whose last step only began a new game
    wins = games = 0
    begin = time.perf_counter()
    for step in range(1, steps + 1):
        share = step / steps
        actions, rows = choose(agent, observations, rng, explore=0.2 * (1 - share))
        observations, _, terminated, truncated, info = envs.step(actions)
        played = ~began
        agent.learn(rows[played], (terminated & ~info["won"])[played], rate=0.003 * (1.05 - share))
        began = terminated | truncated
        wins, games = wins + int(info["won"].sum()), games + int(terminated.sum())
        if step % max(1, steps // 10) == 0:
            seconds = time.perf_counter() - begin
            print(
                f"{step:6} steps, {seconds:4.0f} s: {wins / max(1, games):.1%} of {games} games won"
            )
            wins = games = 0
    return agent


def main() -> None:
    """Read the options, train and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="5x5/4")
    parser.add_argument("--boards", type=int, default=256)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("local-agent.npz"))
    options = parser.parse_args()
    agent = train(options.level, options.boards, options.steps, options.seed)
    agent.save(options.out)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
