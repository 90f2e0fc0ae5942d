"""Win rates of all strategies and their variants on the standard boards, as a table and a plot.

python benchmarks/ladder.py [GAMES [PLOT]]
"""

import os
import sys

from sapper import Rules, bench, strategies
from sapper.bench.report import environment
from sapper.game.rules import STARTS

SIZES = ("8x8/10", "9x9/10", "16x16/40", "30x16/99")
VARIANTS = (
    "layered:derive=yes,count=yes",
    "pattern:one_one=yes,reduction=yes",
    "score:mark=yes",
)
FIRST_SEED = 2_000_000_000
WORKERS = os.cpu_count() or 1

# Maps start rule, size and strategy to (win rate, lower limit, upper limit), in percent.
Rates = dict[str, dict[str, dict[str, tuple[float, float, float]]]]


def main(games: int, plot_path: str | None) -> None:
    """Print the win rates as Markdown tables and optionally plot them."""
    names = sorted([*strategies.names(), *VARIANTS])
    last = FIRST_SEED + games - 1
    print(f"{games} games each, seeds {FIRST_SEED}-{last}, {WORKERS} workers, {environment()}\n")
    rates: Rates = {}
    for start in STARTS:
        print(f"| start `{start}` | {' | '.join(SIZES)} |")
        print(f"|---|{'---|' * len(SIZES)}")
        cells: dict[str, list[str]] = {name: [] for name in names}
        for size in SIZES:
            rules = Rules.parse(size, start=start)
            result = bench.run(names, rules, games, seed=FIRST_SEED, workers=WORKERS)
            for each in result.strategies:
                spread = 50 * (each.high - each.low)
                cells[each.name].append(
                    f"{each.win_rate:.1%} ± {spread:.1f}, {each.games_per_second:,.0f}/s"
                )
                rates.setdefault(start, {}).setdefault(size, {})[each.name] = (
                    100 * each.win_rate,
                    100 * each.low,
                    100 * each.high,
                )
        for name in names:
            print(f"| `{name}` | {' | '.join(cells[name])} |")
        print(flush=True)
    if plot_path:
        draw(rates, plot_path)


def draw(rates: Rates, plot_path: str) -> None:
    """Plot the win rates with their confidence intervals, one panel per start rule."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.6), layout="constrained")
    panels = figure.subplots(1, len(rates), sharey=True)
    for panel, (start, sizes) in zip(panels, rates.items(), strict=True):
        for marker, (size, found) in zip("os^D", sizes.items(), strict=True):
            middle = [rate for rate, _, _ in found.values()]
            low = [rate - low for rate, low, _ in found.values()]
            high = [high - rate for rate, _, high in found.values()]
            panel.errorbar(middle, list(found), xerr=(low, high), fmt=marker, ms=5, label=size)
        panel.set_title(f"start {start}", fontsize=10)
        panel.set_xlabel("games won, %")
        panel.set_xlim(-2, 102)
        panel.grid(axis="x", alpha=0.3)
    panels[0].legend(fontsize=8)
    figure.savefig(plot_path, metadata={"Date": None} if plot_path.endswith(".svg") else None)


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if sys.argv[1:] else 2000,
        sys.argv[2] if sys.argv[2:] else None,
    )
