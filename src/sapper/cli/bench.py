"""`sapper bench`: which strategy is better, by how much, and how surely."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sapper.cli.options import (
    LevelArgument,
    StartOption,
    ThinkOption,
    read_cell,
    read_rules,
    with_thought,
)
from sapper.errors import InvalidBenchmark
from sapper.strategies import default_name
from sapper.strategies import names as strategy_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.bench import BenchResult, Progress

_GAMES: Final = 1000
_MOST_GAMES_FOR_PRECISION: Final = 100_000_000
_EXIT_FAILED: Final = 1
_EXIT_INTERRUPTED: Final = 130

GamesArgument = Annotated[
    int | None, typer.Argument(metavar="GAMES", help="How many games each strategy plays.")
]
StrategiesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="A strategy, or all; several play the same boards. With options: pattern:one_one=no",
    ),
]
FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first", metavar="ROW,COLUMN", help="The first reveal, from 0,0; by default its own."
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="NUMBER", help="The seed of the first board.")
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="Processors to use; all if not given."),
]
PrecisionOption = Annotated[
    float | None,
    typer.Option(
        "--precision",
        metavar="POINTS",
        help="Stop when the 95 % interval is at most so many percentage points to each side.",
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on the workers of a dask scheduler."),
]
JsonOption = Annotated[
    str | None, typer.Option("--json", metavar="FILE|-", help="Write the results as JSON.")
]
CsvOption = Annotated[
    str | None, typer.Option("--csv", metavar="FILE|-", help="Write every game as CSV.")
]
PlotOption = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw the results: .png, .svg or .html."),
]
SignatureOption = Annotated[
    bool,
    typer.Option(
        "--signature", help="Print one number that changes when play does; nothing else is done."
    ),
]
NoFloodOption = Annotated[
    bool, typer.Option("--no-flood", help="A reveal opens one cell only, as in the cs50 game.")
]


def bench(
    level: LevelArgument = "beginner",
    games: GamesArgument = None,
    strategy: StrategiesOption = None,
    start: StartOption = "safe",
    first: FirstOption = None,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    precision: PrecisionOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = None,
    as_csv: CsvOption = None,
    plot: PlotOption = None,
    signature: SignatureOption = False,
    no_flood: NoFloodOption = False,
    think: ThinkOption = None,
) -> int:
    """Let strategies play many games and report how they did.

    Ctrl-C ends the run and reports what was played until then.
    """
    names = [
        each for name in strategy or [] for each in (strategy_names() if name == "all" else [name])
    ]
    if signature:
        from sapper.bench.signature import signature as compute_signature

        print(compute_signature(names))
        return 0
    rules = read_rules(level, start)
    if workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if games is None:
        games = _GAMES if precision is None else _MOST_GAMES_FOR_PRECISION
    _check_outputs(as_json, as_csv, plot)

    from sapper.bench import run

    names = [with_thought(name, think) for name in names or [default_name()]]
    with _progress_bar(games, precision) as on_progress:
        result = run(
            names,
            rules,
            games,
            seed=seed,
            first=None if first is None else read_cell(first, rules),
            flood=not no_flood,
            workers=workers,
            precision=precision,
            cluster=cluster,
            on_progress=on_progress,
        )
    _write(result, as_json, as_csv, plot)
    return _exit_code(result, games)


def _check_outputs(as_json: str | None, as_csv: str | None, plot: Path | None) -> None:
    """See that everything can be written, before hours of work are spent."""
    from sapper.bench.output import check_writable
    from sapper.bench.plot import check_plot

    if as_json == "-" and as_csv == "-":
        raise InvalidBenchmark("--json and --csv cannot both go to stdout")
    if plot is not None:
        check_plot(plot)
    for name in (as_json, as_csv, plot):
        if name is not None and name != "-":
            check_writable(Path(name))


def _write(
    result: "BenchResult", as_json: str | None, as_csv: str | None, plot: Path | None
) -> None:
    from sapper.bench.output import write_file
    from sapper.bench.report import csv_text

    texts: list[tuple[str, bytes]] = []
    if as_json is not None:
        texts.append((as_json, (json.dumps(result.as_dict(), indent=2) + "\n").encode()))
    if as_csv is not None:
        texts.append((as_csv, csv_text(result).encode()))
    for name, data in texts:
        if name != "-":
            _report_place(Path(name), write_file(Path(name), data))
    if "-" in (as_json, as_csv):
        sys.stdout.write(next(data for name, data in texts if name == "-").decode())
    else:
        _print_tables(result)
    if plot is not None:
        from sapper.bench.plot import plot_bytes

        _report_place(plot, write_file(plot, plot_bytes(result, plot.suffix)))


def _report_place(wanted: Path, written: Path) -> None:
    if written != wanted:
        print(f"cannot write {wanted}; the results are in {written}", file=sys.stderr)


def _print_tables(result: "BenchResult") -> None:
    from rich.console import Console

    from sapper.bench.report import environment, headline, loss_table, pair_table, strategy_table

    # Piped output is not cut at 80 columns.
    console = Console(width=None if sys.stdout.isatty() else 160)
    print(headline(result))
    print(f"{result.workers} workers, {environment()}")
    console.print(strategy_table(result))
    console.print(loss_table(result))
    if len(result.strategies) > 1:
        console.print(pair_table(result))


def _exit_code(result: "BenchResult", games: int) -> int:
    if result.stopped is None:
        return 0
    played = f"{result.games} of {games} games were played by every strategy"
    if result.stopped == "interrupted":
        print(f"interrupted: {played}", file=sys.stderr)
        return _EXIT_INTERRUPTED
    print(f"error: {result.stopped}\nhint: {played}; the results above hold", file=sys.stderr)
    return _EXIT_FAILED


@contextmanager
def _progress_bar(
    games: int, precision: float | None
) -> Iterator["Callable[[Progress], None] | None"]:
    """Show the running win rates on stderr, when it is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    from sapper.inference.interval import wilson

    total = None if precision is not None else games
    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def show(progress: "Progress") -> None:
            games = progress.games
            if not games:
                return
            rates = (
                f"{name} {wins / games:.2%} ±{100 * wilson(wins, games).half_width:.2f}"
                for name, wins in progress.wins.items()
            )
            bar.update(task, completed=games, description="  ".join(rates))

        yield show
