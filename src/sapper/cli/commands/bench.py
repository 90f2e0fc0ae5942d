"""The `sapper bench` command, which compares strategies over many games."""

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

from sapper.cli.shared_options import (
    LevelArgument,
    StartOption,
    ThinkOption,
    read_cell,
    read_rules,
    with_think_time,
)
from sapper.errors import InvalidBenchmark
from sapper.strategies import default_name
from sapper.strategies import names as strategy_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.bench import BenchResult, Progress

_DEFAULT_GAMES: Final = 1000
_MAX_GAMES_FOR_PRECISION: Final = 100_000_000
_EXIT_FAILED: Final = 1
_EXIT_INTERRUPTED: Final = 130
_EXIT_TERMINATED: Final = 143

GamesArgument = Annotated[
    int | None,
    typer.Argument(
        metavar="GAMES",
        help="Play this many games with each strategy.",
        show_default=str(_DEFAULT_GAMES),
    ),
]
StrategiesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="Benchmark this strategy; all selects every strategy. Add a strategy's options after "
        "a colon, as in pattern:one_one=no. Repeat --strategy to compare strategies on the same "
        "boards.",
        show_default="expert",
    ),
]
FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first",
        metavar="ROW,COLUMN",
        help="Set the first cell to reveal; the top left cell is 0,0.",
        show_default="chosen by the strategy",
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="NUMBER", help="Set the seed of the first board.")
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        help="Use this many worker processes.",
        show_default="all processors",
    ),
]
PrecisionOption = Annotated[
    float | None,
    typer.Option(
        "--precision",
        metavar="POINTS",
        help="Stop as soon as the half-width of the 95 % confidence interval is at most this many "
        "percentage points.",
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Use the Dask cluster with this scheduler address."
    ),
]
JsonOption = Annotated[
    str | None, typer.Option("--json", metavar="FILE|-", help="Write the results as JSON.")
]
CsvOption = Annotated[
    str | None, typer.Option("--csv", metavar="FILE|-", help="Write every game as CSV.")
]
PlotOption = Annotated[
    Path | None,
    typer.Option(
        "--plot", metavar="FILE", help="Write a plot of the results to a .png, .svg or .html file."
    ),
]
SignatureOption = Annotated[
    bool,
    typer.Option(
        "--signature", help="Print only a number that changes if any strategy plays differently."
    ),
]
NoFloodOption = Annotated[
    bool,
    typer.Option(
        "--no-flood", help="Reveal one cell at a time without flood fill, as in the CS50 game."
    ),
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
    """Compare strategies over many games.

    Ctrl-C or SIGTERM stops the run and reports the games completed so far.
    """
    names = [
        each for name in strategy or [] for each in (strategy_names() if name == "all" else [name])
    ]
    if signature:
        _reject_outputs(as_json, as_csv, plot)
        from sapper.bench.signature import signature as compute_signature

        print(compute_signature(with_think_time(names or [*strategy_names()], think)))
        return 0
    rules = read_rules(level, start)
    if workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if games is None:
        games = _DEFAULT_GAMES if precision is None else _MAX_GAMES_FOR_PRECISION
    _check_outputs(as_json, as_csv, plot)

    from sapper.bench import run

    names = with_think_time(names or [default_name()], think)
    cell = None if first is None else read_cell(first, rules)
    with _SigtermHandler() as sigterm:
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
            if not sigterm.is_received:
                raise
            print("terminated: no results yet", file=sys.stderr)
            return _EXIT_TERMINATED
        sigterm.can_interrupt = False
        written = _write(result, as_json, as_csv, plot)
    return _exit_code(result, games, is_terminated=sigterm.is_received) or int(not written)


class _SigtermHandler:
    """A context manager that turns SIGTERM into KeyboardInterrupt to save partial results."""

    def __init__(self) -> None:
        self.is_received = False
        self.can_interrupt = True
        """False after the first signal and while results are being written."""
        self._previous: Any = None

    def __enter__(self) -> Self:
        if _can_set_signals():
            self._previous = signal.signal(signal.SIGTERM, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        if _can_set_signals():
            # None means that the previous handler was not installed from Python.
            previous = signal.SIG_DFL if self._previous is None else self._previous
            signal.signal(signal.SIGTERM, previous)

    def _handle(self, _number: int, _frame: object) -> None:
        self.is_received = True
        if self.can_interrupt:
            self.can_interrupt = False
            raise KeyboardInterrupt


def _can_set_signals() -> bool:
    return threading.current_thread() is threading.main_thread()


def _reject_outputs(as_json: str | None, as_csv: str | None, plot: Path | None) -> None:
    """Raise InvalidBenchmark if --signature is combined with an output file."""
    for option, name in (("--json", as_json), ("--csv", as_csv), ("--plot", plot)):
        if name is not None:
            raise InvalidBenchmark(
                f"--signature cannot be combined with {option}",
                hint="the signature is a single number on stdout",
            )


def _check_outputs(as_json: str | None, as_csv: str | None, plot: Path | None) -> None:
    """Check that all outputs are writable before the run starts."""
    from sapper.bench.output_files import check_different, check_writable
    from sapper.bench.plot import check_plot

    if as_json == "-" and as_csv == "-":
        raise InvalidBenchmark("--json and --csv cannot both write to stdout")
    if plot is not None:
        check_plot(plot)
    outputs = {"--json": as_json, "--csv": as_csv, "--plot": plot}
    files = {
        option: Path(name) for option, name in outputs.items() if name is not None and name != "-"
    }
    check_different(files)
    for path in files.values():
        check_writable(path)


def _write(
    result: "BenchResult", as_json: str | None, as_csv: str | None, plot: Path | None
) -> bool:
    """Write and print all results; return whether every file is at the requested path."""
    from sapper.bench.output_files import write_file
    from sapper.bench.report import csv_text

    texts: list[tuple[str, bytes]] = []
    all_in_place = True
    if as_json is not None:
        texts.append((as_json, (json.dumps(result.as_dict(), indent=2) + "\n").encode()))
    if as_csv is not None:
        texts.append((as_csv, csv_text(result).encode()))
    for name, data in texts:
        if name != "-":
            all_in_place &= _check_path(Path(name), write_file(Path(name), data))
    if "-" in (as_json, as_csv):
        sys.stdout.write(next(data for name, data in texts if name == "-").decode())
    else:
        _print_tables(result)
    if plot is not None:
        from sapper.bench.plot import plot_bytes

        all_in_place &= _check_path(plot, write_file(plot, plot_bytes(result, plot.suffix)))
    return all_in_place


def _check_path(requested: Path, written: Path) -> bool:
    """Return whether a file was written to the requested path; if not, print the actual path."""
    if written != requested:
        print(f"cannot write {requested}; the results are in {written}", file=sys.stderr)
    return written == requested


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

    # Piped output is wide, so that no column is truncated.
    console = Console(width=None if sys.stdout.isatty() else 160)
    print(headline(result))
    print(f"{result.workers} workers, {environment()}")
    console.print(strategy_table(result))
    console.print(time_table(result))
    console.print(loss_table(result))
    if len(result.strategies) > 1:
        console.print(pair_table(result))


def _exit_code(result: "BenchResult", games: int, *, is_terminated: bool) -> int:
    completed = f"{result.games} of {games} games completed by every strategy"
    # A signal to the process group also terminates the workers, which would look like a failure.
    if is_terminated:
        print(f"terminated: {completed}", file=sys.stderr)
        return _EXIT_TERMINATED
    if result.stopped is None:
        return 0
    if result.stopped == "interrupted":
        print(f"interrupted: {completed}", file=sys.stderr)
        return _EXIT_INTERRUPTED
    print(
        f"error: {result.stopped}\nhint: {completed}; the results above are valid", file=sys.stderr
    )
    return _EXIT_FAILED


@contextmanager
def _progress_bar(
    games: int, precision: float | None
) -> Iterator["Callable[[Progress], None] | None"]:
    """Show the current win rates on stderr if stderr is a terminal."""
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
