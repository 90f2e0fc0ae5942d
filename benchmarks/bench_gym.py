"""Benchmark of the Gymnasium environments, in steps per second on one core.

`python benchmarks/bench_gym.py` measures the CPU time of this process. The time for drawing random
actions is not included. A step of a vector environment counts as one step per board. A second
figure excludes the steps that only start a new board.
"""

import statistics
import time

import gymnasium
import numpy as np

import sapper.compat.gym

ROUNDS = 5


def single_rate(steps: int = 100_000) -> float:
    """Return the steps per second of a single environment, including resets."""
    env = gymnasium.make(sapper.compat.gym.ID, level="9x9/10")
    actions = np.random.default_rng(1).integers(0, 81, steps).tolist()
    env.reset(seed=1)
    start = time.process_time()
    for action in actions:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()
    return steps / (time.process_time() - start)


def vector_rates(boards: int, steps: int, *, copy: bool = True) -> tuple[float, float]:
    """Return the total steps per second of all boards, with and without resets."""
    envs = gymnasium.make_vec(
        sapper.compat.gym.ID, num_envs=boards, level="9x9/10", copy=copy
    ).unwrapped
    assert isinstance(envs, sapper.compat.gym.MinesweeperVectorEnv)
    envs.reset(seed=1)
    seconds, played = 0.0, 0
    for _ in range(steps):
        actions = envs.sample_actions()
        start = time.process_time()
        rewards = envs.step(actions)[1]
        seconds += time.process_time() - start
        played += int(np.count_nonzero(rewards))
    return boards * steps / seconds, played / seconds


def show(label: str, rates: list[float]) -> None:
    """Print the median and the range of the rates."""
    print(
        f"{label:<46} {statistics.median(rates):>12,.0f} steps/s  "
        f"({min(rates):,.0f} to {max(rates):,.0f}, {len(rates)} rounds)"
    )


def main() -> None:
    """Run all measurements."""
    show("one environment, 9x9/10", [single_rate() for _ in range(ROUNDS)])
    for boards, steps in ((16, 20_000), (1024, 2_000), (16_384, 100)):
        rounds = [vector_rates(boards, steps) for _ in range(ROUNDS)]
        show(f"{boards:,} boards, 9x9/10", [total for total, _ in rounds])
        show("  without the steps that start a board", [played for _, played in rounds])
    rounds = [vector_rates(1024, 2_000, copy=False) for _ in range(ROUNDS)]
    show("1,024 boards, copy=False", [total for total, _ in rounds])


if __name__ == "__main__":
    main()
