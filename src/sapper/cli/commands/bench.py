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
    complete_strategy,
    read_cell,
    read_rules,
    with_think_time,
)
from sapper.errors import InvalidBenchmark
from sapper.strategies import default_name, registry

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
        "a colon, as in pattern:one_one=yes. Repeat --strategy to compare strategies on the same "
        "boards.",
        show_default="expert",
        autocompletion=complete_strategy,
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
        help="Use this many parallel workers: threads or processes, depending on the strategy.",
        show_default="all processors",
    ),
]
PrecisionOption = Annotated[
    float | None,
    typer.Option(
        "--precision",
        metavar="POINTS",
        help="Stop as soon as the half-width of the 95% confidence interval is at most this many "
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

    On Ctrl-C or SIGTERM, the run stops and reports the games completed so far.
    """
    names = [
        each
        for name in strategy or []
        for each in (_available_names() if name == "all" else [name])
    ]
    given = {"--json": as_json, "--csv": as_csv, "--plot": plot}
    outputs = {option: str(name) for option, name in given.items() if name is not None}
    if signature:
        if outputs:
            raise InvalidBenchmark(
                f"--signature cannot be combined with {next(iter(outputs))}",
                hint="the signature is a single number on stdout",
            )
        from sapper.bench.signature import signature as compute_signature

        print(compute_signature(with_think_time(names or [*registry.built_in_names()], think)))
        return 0
    rules = read_rules(level, start)
    if workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if games is None:
        games = _DEFAULT_GAMES if precision is None else _MAX_GAMES_FOR_PRECISION
    _check_outputs(outputs)

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
        all_in_place = _write_files(result, outputs)
        _write_stdout(result, outputs)
    return _exit_code(result, games, is_terminated=sigterm.is_received) or int(not all_in_place)


def _available_names() -> list[str]:
    """Return the names of all usable strategies, and warn about those that fail to load."""
    available, problems = registry.available()
    for problem in problems:
        print(f"warning: {problem}", file=sys.stderr)
    return [each.name for each in available]


class _SigtermHandler:
    """A context manager that turns SIGTERM into KeyboardInterrupt so that results are saved."""

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


def _check_outputs(outputs: dict[str, str]) -> None:
    """Check that all outputs are writable before the run starts."""
    from sapper.bench.output_files import check_different, check_writable
    from sapper.bench.plot import check_plot

    if outputs.get("--json") == outputs.get("--csv") == "-":
        raise InvalidBenchmark("--json and --csv cannot both write to stdout")
    if "--plot" in outputs:
        check_plot(Path(outputs["--plot"]))
    files = {option: Path(name) for option, name in outputs.items() if name != "-"}
    check_different(files)
    for path in files.values():
        check_writable(path)


def _write_files(result: "BenchResult", outputs: dict[str, str]) -> bool:
    """Write all result files, and return whether every file was written to its requested path."""
    from sapper.bench.output_files import write_file

    all_in_place = True
    for option, name in outputs.items():
        if name == "-":
            continue
        requested = Path(name)
        written = write_file(requested, _export(result, option, requested.suffix))
        if written != requested:
            print(f"cannot write {requested}; the results are in {written}", file=sys.stderr)
            all_in_place = False
    return all_in_place


def _export(result: "BenchResult", option: str, suffix: str = "") -> bytes:
    """Return the results in the format selected by an output option."""
    if option == "--json":
        return (json.dumps(result.as_dict(), indent=2) + "\n").encode()
    if option == "--csv":
        from sapper.bench.report import csv_text

        return csv_text(result).encode()
    from sapper.bench.plot import plot_bytes

    return plot_bytes(result, suffix)


def _write_stdout(result: "BenchResult", outputs: dict[str, str]) -> None:
    """Write the output directed to `-` to stdout, or the result tables if there is none."""
    for option, name in outputs.items():
        if name == "-":
            sys.stdout.write(_export(result, option).decode())
            return
    from rich.console import Console

    from sapper.bench.report import environment, headline, tables

    # Use a wide console for piped output so that no column is truncated.
    console = Console(width=None if sys.stdout.isatty() else 160)
    print(headline(result))
    print(f"{result.options.workers} workers, {environment()}")
    for table in tables(result):
        console.print(table)


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
    """If stderr is a terminal, show a progress bar with the current win rates."""
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
