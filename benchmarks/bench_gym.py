"""Steps per second of the Gymnasium environments, on one core: `python benchmarks/bench_gym.py`.

CPU time of this process. Actions are drawn beforehand or, for many boards, by the core and outside
the time that counts. A step of many boards is one step per board; those that only began a new board
are counted apart.
"""

import statistics
import time

import gymnasium
import numpy as np

import sapper.compat.gym

ROUNDS = 5


def single_rate(steps: int = 100_000) -> float:
    """Steps per second of one environment as `gymnasium.make` gives it, resets included."""
    env = gymnasium.make(sapper.compat.gym.ID, level="9x9/10")
    actions = np.random.default_rng(1).integers(0, 81, steps).tolist()
    env.reset(seed=1)
    begin = time.process_time()
    for action in actions:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()
    return steps / (time.process_time() - begin)


def vector_rates(boards: int, steps: int, *, copy: bool = True) -> tuple[float, float]:
    """Steps per second of all boards together; the second figure leaves out resets."""
    envs = gymnasium.make_vec(
        sapper.compat.gym.ID, num_envs=boards, level="9x9/10", copy=copy
    ).unwrapped
    envs.reset(seed=1)
    seconds, played = 0.0, 0
    for _ in range(steps):
        actions = envs.sample_actions()
        begin = time.process_time()
        rewards = envs.step(actions)[1]
        seconds += time.process_time() - begin
        played += int(np.count_nonzero(rewards))
    return boards * steps / seconds, played / seconds


def show(what: str, rates: list[float]) -> None:
    """Print the median of the rounds and their range."""
    print(
        f"{what:<46} {statistics.median(rates):>12,.0f} steps/s  "
        f"({min(rates):,.0f} to {max(rates):,.0f}, {len(rates)} rounds)"
    )


def main() -> None:
    """Measure everything."""
    show("one environment, 9x9/10", [single_rate() for _ in range(ROUNDS)])
    for boards, steps in ((16, 20_000), (1024, 2_000), (16_384, 100)):
        rounds = [vector_rates(boards, steps) for _ in range(ROUNDS)]
        show(f"{boards:,} boards of 9x9/10", [every for every, _ in rounds])
        show("  without the steps that begin a board", [played for _, played in rounds])
    rounds = [vector_rates(1024, 2_000, copy=False) for _ in range(ROUNDS)]
    show("1,024 boards, copy=False", [every for every, _ in rounds])


if __name__ == "__main__":
    main()
