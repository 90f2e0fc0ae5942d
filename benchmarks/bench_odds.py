"""Benchmarks of the exact engine: a comparison with ms-toollib, growth, huge and hostile boards.

    python benchmarks/bench_odds.py [versus] [growth] [huge] [hostile]

Without arguments, all four benchmarks run. `growth` writes docs/images/odds-growth.svg.
"""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.seeded_positions import positions_in_progress, stuck_positions
from sapper import Budget, Game, Rules, View, analyse

EXPERT = Rules.level("expert")
SVG = Path(__file__).parent.parent / "docs" / "images" / "odds-growth.svg"


def time_once(call: Callable[[], object]) -> float:
    """Return the duration of one call in seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def quantile(values: list[float], share: float) -> float:
    """Return a quantile of the values."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def bench_versus(count: int = 500, repeats: int = 5) -> None:
    """Measure both libraries alternately on the same positions, and compare their results."""
    import ms_toollib

    views = stuck_positions(EXPERT, count, min_revealed=100, max_revealed=300)
    boards = [[[10 if c < 0 else int(c) for c in row] for row in view.cells] for view in views]
    ours: list[float] = []
    theirs: list[float] = []
    worst = 0.0
    for view, board in zip(views, boards, strict=True):
        # The minimum of several calls reduces the effect of other load on the machine.
        ours.append(min(time_once(lambda v=view: analyse(v)) for _ in range(repeats)))
        theirs.append(
            min(
                time_once(lambda b=board: ms_toollib.cal_probability_onboard(b, EXPERT.mines))
                for _ in range(repeats)
            )
        )
        other, _ = ms_toollib.cal_probability_onboard(board, EXPERT.mines)
        probability = analyse(view).mine_probability
        for r, row in enumerate(other):
            for c, value in enumerate(row):
                if view.clue((r, c)) is None:
                    worst = max(worst, abs(value - probability[r, c]))
    print(
        f"odds of {count} stuck 30x16/99 positions with 100-300 revealed cells, "
        f"best of {repeats} calls each"
    )
    print(f"{'':16}{'median':>10}{'95%':>10}{'max':>10}   microseconds")
    for name, times in (("sapper", ours), ("ms-toollib", theirs)):
        figures = (statistics.median(times), quantile(times, 0.95), max(times))
        print(f"{name:16}" + "".join(f"{figure * 1e6:10.1f}" for figure in figures))
    print(
        f"{'times faster':16}{statistics.median(theirs) / statistics.median(ours):10.1f}"
        f"{quantile(theirs, 0.95) / quantile(ours, 0.95):10.1f}{max(theirs) / max(ours):10.1f}"
    )
    print(f"maximum difference between probabilities: {worst:.1e}")


def bench_growth() -> None:
    """Measure the time per frontier cell on boards with the same mine density and progress."""
    sizes = [(30, 16, 50), (60, 32, 30), (120, 64, 12), (240, 128, 4)]
    rows: list[tuple[str, int, float]] = []
    print("growth: 20.6% mines, 40% of the cells revealed, medians")
    print(f"{'board':>14}{'positions':>11}{'frontier':>10}{'time/us':>11}{'ns/frontier cell':>18}")
    for width, height, count in sizes:
        cells = width * height
        rules = Rules(width, height, cells * 99 // 480)
        views = positions_in_progress(rules, count, revealed=cells * 40 // 100)
        times = [min(time_once(lambda v=view: analyse(v)) for _ in range(9)) for view in views]
        frontiers = [frontier_cells(view) for view in views]
        each = statistics.median(t / f for t, f in zip(times, frontiers, strict=True))
        rows.append((f"{width}x{height}", cells, each * 1e9))
        print(
            f"{rules!s:>14}{count:11}{statistics.median(frontiers):10.0f}"
            f"{statistics.median(times) * 1e6:11.1f}{each * 1e9:18.1f}"
        )
    print(f"ratio of last to first: {rows[-1][2] / rows[0][2]:.2f}")
    plot_growth(rows)


def frontier_cells(view: View) -> int:
    """Return the number of hidden cells next to a revealed cell."""
    hidden = (cell for cell in view.rules.cells() if view.clue(cell) is None)
    return sum(
        any(view.clue(other) is not None for other in view.rules.neighbours(cell))
        for cell in hidden
    )


def plot_growth(rows: list[tuple[str, int, float]]) -> None:
    """Plot the time per frontier cell against the size of the board."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "sapper"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.2), layout="constrained")
    axes.plot([cells for _, cells, _ in rows], [each for _, _, each in rows], marker="o")
    for name, cells, each in rows:
        axes.annotate(name, (cells, each), textcoords="offset points", xytext=(0, 8), ha="center")
    axes.set_xscale("log", base=2)
    axes.set_ylim(0, 2.2 * rows[0][2])
    axes.axhline(2 * rows[0][2], linestyle=":", color="grey")
    axes.set_xlabel("cells of the board")
    axes.set_ylabel("ns per frontier cell")
    axes.set_title("Exact odds: time per frontier cell, same density and progress")
    SVG.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(SVG, metadata={"Date": None})


def bench_huge() -> None:
    """Measure the analysis of a board with a million cells, untouched and after an opening."""
    rules = Rules(1000, 1000, 200_000, start="opening")
    game = Game(rules, seed=1)
    for state in ("untouched", "after an opening"):
        start = time.perf_counter()
        odds = analyse(game.view)
        seconds = time.perf_counter() - start
        error = abs(float(odds.mine_probability.sum()) / rules.mines - 1)
        print(
            f"huge 1000x1000/200000 {state:18}{seconds:7.3f} s, error of the sum {error:.1e}, "
            f"exact={odds.exact}, peak memory {peak_megabytes():.0f} MB"
        )
        if game.status == "ready":
            game.reveal(rules.centre)


def show_cells(side: int, seed: int, shows: Callable[[int, int, int], bool]) -> View:
    """Return the board with the given seed and all clues that `shows` selects.

    `shows(row, column, clue)` returns whether a clue is revealed.
    """
    game = Game(Rules(side, side, side * side // 5, start="any"), seed)
    game.reveal((0, 0))
    rows = [
        [clue if clue >= 0 and shows(r, c, clue) else -1 for c, clue in enumerate(row)]
        for r, row in enumerate(game.solution.cells.tolist())
    ]
    return View.from_array(rows, mines=game.rules.mines)


def checkerboard(side: int, seed: int) -> View:
    """Return a board on which the black cells of a chessboard are revealed."""
    return show_cells(side, seed, lambda row, column, _: (row + column) % 2 == 0)


def blind_checkerboard(side: int, seed: int) -> View:
    """Return a checkerboard on which empty cells, the most informative ones, stay hidden."""
    return show_cells(side, seed, lambda row, column, clue: (row + column) % 2 == 0 and clue > 0)


def lattice(side: int, seed: int) -> View:
    """Return a board on which every second cell in every second row is revealed."""
    return show_cells(side, seed, lambda row, column, _: row % 2 == 1 and column % 2 == 1)


HOSTILE = {"checkerboard": checkerboard, "blind": blind_checkerboard, "lattice": lattice}


def bench_hostile() -> None:
    """Measure hostile positions, each in a new process so that its peak memory is known."""
    for name in HOSTILE:
        for side in (10, 20, 40, 80, 200):
            subprocess.run([sys.executable, __file__, "one-hostile", name, str(side)], check=True)


def bench_one_hostile(name: str, side: int, seconds: float = 2.0) -> None:
    """Measure one hostile position."""
    view = HOSTILE[name](side, seed=3)
    from sapper.errors import BudgetExceeded

    start = time.perf_counter()
    try:
        odds = analyse(view, budget=Budget(seconds=seconds))
        error = odds.standard_error
        outcome = (
            "exact" if odds.exact else f"estimate, {odds.runs} runs, error up to {error.max():.3f}"
        )
        total = f", sum of probabilities / mines {odds.mine_probability.sum() / view.mines:.6f}"
    except BudgetExceeded as exceeded:
        outcome, total = str(exceeded), ""
    spent = time.perf_counter() - start
    print(
        f"hostile {name:13}{side:4}x{side:<4}{spent:6.2f} s of {seconds:g} s, "
        f"peak {peak_megabytes():4.0f} MB: {outcome}{total}"
    )


def peak_megabytes() -> float:
    """Return the peak memory usage of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["one-hostile", name, side]:
            bench_one_hostile(name, int(side))
        case words if not set(words) <= {"versus", "growth", "huge", "hostile"}:
            sys.exit(__doc__)
        case words:
            for word in words or ["versus", "growth", "huge", "hostile"]:
                {
                    "versus": bench_versus,
                    "growth": bench_growth,
                    "huge": bench_huge,
                    "hostile": bench_hostile,
                }[word]()
