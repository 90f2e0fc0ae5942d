"""Benchmarks of games in Python: the CPU time of whole games, the largest board and start-up."""

import resource
import subprocess
import sys
import time

from sapper import Game, Rules

EXPERT = Rules.level("expert")


def solving_clicks(seed: int) -> list[tuple[int, int]]:
    """Return a minimal list of reveals that solves a board, one per unit of 3BV."""
    game = Game(EXPERT, seed=seed)
    game.reveal((0, 0))
    clicks = [(0, 0)]
    safe = [cell for cell in EXPERT.cells() if cell not in game.layout]
    clues = {cell: len(game.layout.intersection(EXPERT.neighbours(cell))) for cell in safe}
    for cell in sorted(safe, key=lambda cell: clues[cell] > 0):
        if game.view.clue(cell) is None:
            game.reveal(cell)
            clicks.append(cell)
    assert game.status == "won"
    return clicks


def bench_boards(boards: int = 2000) -> None:
    """Measure placing the mines of expert boards and revealing all safe cells."""
    clicks = [solving_clicks(seed) for seed in range(boards)]
    start = time.process_time()
    for seed, cells in enumerate(clicks):
        game = Game(EXPERT, seed=seed)
        for cell in cells:
            game.reveal(cell)
    each = (time.process_time() - start) / boards
    reveals = sum(map(len, clicks)) / boards
    print(
        f"Game  place and reveal 30x16/99 {each * 1e6:7.1f} us/board  "
        f"({boards} boards, seeds 0..{boards - 1}, {reveals:.1f} reveals each)"
    )


def bench_largest() -> None:
    """Measure the reveal of an empty 2000x2000 board and the peak memory of this process."""
    rules = Rules(width=2000, height=2000, mines=0)
    game = Game(rules, seed=1)
    start = time.process_time()
    opened = game.reveal((1000, 1000))
    seconds = time.process_time() - start
    _ = game.view.cells
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert opened == rules.cell_count
    assert game.status == "won"
    print(f"Game  reveal empty 2000x2000    {seconds:7.3f} s         (peak memory {peak:.0f} MB)")


def bench_start(name: str, arguments: list[str], runs: int = 10) -> None:
    """Measure the median and minimum CPU time of a whole process over several runs."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    times.sort()
    median, minimum = times[runs // 2], times[0]
    print(f"start {name:<25} {median:7.3f} s CPU     (median of {runs}, minimum {minimum:.3f})")


if __name__ == "__main__":
    if sys.argv[1:] == ["largest"]:
        bench_largest()
    else:
        bench_boards()
        subprocess.run([sys.executable, __file__, "largest"], check=True)
        bench_start("python -c pass", ["-c", "pass"])
        bench_start("import sapper", ["-c", "import sapper"])
        bench_start("sapper --help", ["-m", "sapper", "--help"])
