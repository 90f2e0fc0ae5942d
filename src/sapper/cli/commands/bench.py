"""`sapper bench`: which strategy is better, by how much, and how surely."""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Self

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
_MAX_GAMES_FOR_PRECISION: Final = 100_000_000
_EXIT_FAILED: Final = 1
_EXIT_INTERRUPTED: Final = 130
_EXIT_TERMINATED: Final = 143

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

    Ctrl-C or SIGTERM ends the run and reports what was played until then.
    """
    names = [
        each for name in strategy or [] for each in (strategy_names() if name == "all" else [name])
    ]
    if signature:
        _refuse_outputs(as_json, as_csv, plot)
        from sapper.bench.signature import signature as compute_signature

        print(compute_signature(with_thought(names or [*strategy_names()], think)))
        return 0
    rules = read_rules(level, start)
    if workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if games is None:
        games = _GAMES if precision is None else _MAX_GAMES_FOR_PRECISION
    _check_outputs(as_json, as_csv, plot)

    from sapper.bench import run

    names = with_thought(names or [default_name()], think)
    cell = None if first is None else read_cell(first, rules)
    with _Termination() as termination:
        try:
            with _progress_bar(games, precision) as on_progress:
                result = run(
                    names,
                    rules,
                    games,
                    seed=seed,
                    first=cell,
                    flood=not no_flood,
                    workers=workers,
                    precision=precision,
                    cluster=cluster,
                    on_progress=on_progress,
                )
        except KeyboardInterrupt:
            if not termination.came:
                raise
            print("terminated: there are no results", file=sys.stderr)
            return _EXIT_TERMINATED
        termination.interrupts = False
        written = _write(result, as_json, as_csv, plot)
    return _exit_code(result, games, terminated=termination.came) or int(not written)


class _Termination:
    """SIGTERM ends play as Ctrl-C does, and lets the results be written."""

    def __init__(self) -> None:
        self.came = False
        self.interrupts = True
        """Whether it ends what runs now; once is enough, and writing is finished."""
        self._before: Any = None

    def __enter__(self) -> Self:
        if _may_set_signals():
            self._before = signal.signal(signal.SIGTERM, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        if _may_set_signals():
            # None stands for a handler that Python does not know and cannot set again.
            before = signal.SIG_DFL if self._before is None else self._before
            signal.signal(signal.SIGTERM, before)

    def _take(self, _number: int, _frame: object) -> None:
        self.came = True
        if self.interrupts:
            self.interrupts = False
            raise KeyboardInterrupt


def _may_set_signals() -> bool:
    return threading.current_thread() is threading.main_thread()


def _refuse_outputs(as_json: str | None, as_csv: str | None, plot: Path | None) -> None:
    """Refuse files for results where there are none."""
    for option, name in (("--json", as_json), ("--csv", as_csv), ("--plot", plot)):
        if name is not None:
            raise InvalidBenchmark(
                f"--signature and {option} do not go together",
                hint="the signature is one number on stdout and has no other results",
            )


def _check_outputs(as_json: str | None, as_csv: str | None, plot: Path | None) -> None:
    """See that everything can be written, before hours of work are spent."""
    from sapper.bench.output_files import check_different, check_writable
    from sapper.bench.plot import check_plot

    if as_json == "-" and as_csv == "-":
        raise InvalidBenchmark("--json and --csv cannot both go to stdout")
    if plot is not None:
        check_plot(plot)
    named = {"--json": as_json, "--csv": as_csv, "--plot": plot}
    files = {
        option: Path(name) for option, name in named.items() if name is not None and name != "-"
    }
    check_different(files)
    for path in files.values():
        check_writable(path)


def _write(
    result: "BenchResult", as_json: str | None, as_csv: str | None, plot: Path | None
) -> bool:
    """Write and print everything. Returns whether all files are where they were wanted."""
    from sapper.bench.output_files import write_file
    from sapper.bench.report import csv_text

    texts: list[tuple[str, bytes]] = []
    in_place = True
    if as_json is not None:
        texts.append((as_json, (json.dumps(result.as_dict(), indent=2) + "\n").encode()))
    if as_csv is not None:
        texts.append((as_csv, csv_text(result).encode()))
    for name, data in texts:
        if name != "-":
            in_place &= _report_place(Path(name), write_file(Path(name), data))
    if "-" in (as_json, as_csv):
        sys.stdout.write(next(data for name, data in texts if name == "-").decode())
    else:
        _print_tables(result)
    if plot is not None:
        from sapper.bench.plot import plot_bytes

        in_place &= _report_place(plot, write_file(plot, plot_bytes(result, plot.suffix)))
    return in_place


def _report_place(wanted: Path, written: Path) -> bool:
    """Tell where the results are, if elsewhere. Returns whether they are where they should be."""
    if written != wanted:
        print(f"cannot write {wanted}; the results are in {written}", file=sys.stderr)
    return written == wanted


def _print_tables(result: "BenchResult") -> None:
    from rich.console import Console

    from sapper.bench.report import (
        environment,
        headline,
        loss_table,
        pair_table,
        strategy_table,
        time_table,
    )

    # Piped output is not cut at 80 columns.
    console = Console(width=None if sys.stdout.isatty() else 160)
    print(headline(result))
    print(f"{result.workers} workers, {environment()}")
    console.print(strategy_table(result))
    console.print(time_table(result))
    console.print(loss_table(result))
    if len(result.strategies) > 1:
        console.print(pair_table(result))


def _exit_code(result: "BenchResult", games: int, *, terminated: bool) -> int:
    played = f"{result.games} of {games} games were played by every strategy"
    # Whoever ends a whole group of processes ends workers too, and play may stop for that.
    if terminated:
        print(f"terminated: {played}", file=sys.stderr)
        return _EXIT_TERMINATED
    if result.stopped is None:
        return 0
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

    from sapper.inference.confidence_interval import wilson

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
