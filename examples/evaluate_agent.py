"""Compare a trained agent with Sapper's strategies on the same boards.

Run `python examples/evaluate_agent.py` after training. Any object with the attributes `name`,
`first_move` and `advise` can be evaluated this way.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from local_agent import LocalAgent

from sapper import Rules, bench


def main() -> None:
    """Parse the options, play the games and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent", type=Path, nargs="?", default=Path("local-agent.npz"))
    parser.add_argument("--level", default="5x5/4")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1_000_000, help="seed of the first board")
    options = parser.parse_args()
    agent = LocalAgent.load(options.agent)
    result = bench.run(
        [agent, "random", "single-point", "exact"],
        Rules.level(options.level),
        options.games,
        seed=options.seed,
    )
    for each in result.strategies:
        print(f"{each.name:<14} {each.win_rate:6.1%}  ({each.low:.1%} to {each.high:.1%})")
    for a, b, pair in result.pairs():
        if a.name == agent.name:
            low, high = f"{pair.low * 100:+.1f}", f"{pair.high * 100:+.1f}"
            print(f"{a.name} - {b.name}: {pair.difference * 100:+.1f} points ({low} to {high})")


if __name__ == "__main__":
    main()
