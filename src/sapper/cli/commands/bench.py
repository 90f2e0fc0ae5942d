"""The `sapper bench` command, which compares strategies over many games.

`sapper.cli.command_aliases` defines the alias `sapper benchmark`.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sapper.cli.output_files import check_different, check_writable, write_file
from sapper.cli.shared_options import (
    FirstOption,
    LevelArgument,
    StartOption,
    ThinkOption,
    available_strategies,
    complete_strategy,
    read_first,
    read_rules,
    read_whole_number,
    with_think_time,
)
from sapper.errors import InvalidBenchmark
from sapper.game.wording import counted
from sapper.signal_handlers import signal_handler
from sapper.strategies import default_name, registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.bench import BenchResult, Progress

_DEFAULT_GAMES: Final = 1000
_MAX_GAMES_FOR_PRECISION: Final = 100_000_000
_EXIT_FAILED: Final = 1
_EXIT_INTERRUPTED: Final = 130
_EXIT_TERMINATED: Final = 143


def bench(
    level: LevelArgument = "beginner",
    games: Annotated[
        int | None,
        typer.Argument(
            metavar="GAMES",
            help="Play this many games with each strategy.",
            show_default=str(_DEFAULT_GAMES),
            parser=read_whole_number,
        ),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Benchmark this strategy; all selects every strategy. Add a strategy's options "
            "after a colon, as in pattern:one_one=yes. Repeat --strategy to compare strategies on "
            "the same boards.",
            show_default="expert",
            autocompletion=complete_strategy,
        ),
    ] = None,
    start: StartOption = "safe",
    first: FirstOption = None,
    seed: Annotated[
        int, typer.Option(metavar="NUMBER", help="Set the seed of the first board.")
    ] = 0,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Use this many parallel workers: threads or processes, depending on the strategy.",
            show_default="all processors",
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS",
            help="Stop as soon as the half-width of the 95% confidence interval is at most this "
            "many percentage points.",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Use the Dask cluster with this scheduler address."),
    ] = None,
    as_json: Annotated[
        str | None, typer.Option("--json", metavar="FILE|-", help="Write the results as JSON.")
    ] = None,
    as_csv: Annotated[
        str | None, typer.Option("--csv", metavar="FILE|-", help="Write every game as CSV.")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write a plot of the results to a .png, .svg or .html file."
        ),
    ] = None,
    signature: Annotated[
        bool,
        typer.Option(
            "--signature",
            help="Print only a number that changes if any strategy plays differently.",
        ),
    ] = False,
    no_flood: Annotated[
        bool,
        typer.Option(
            "--no-flood", help="Reveal one cell at a time without flood fill, as in the CS50 game."
        ),
    ] = False,
    think: ThinkOption = None,
) -> int:
    """Compare strategies over many games.

    On Ctrl-C or SIGTERM, the run stops and reports the games completed so far.
    """
    names = [
        each
        for name in strategy or []
        for each in ([known.name for known in available_strategies()] if name == "all" else [name])
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
    sigterm = _SigtermHandler()
    with signal_handler(signal.SIGTERM, sigterm):
        try:
            with _progress_bar(games, precision) as on_progress:
                result = run(
                    names,
                    rules,
                    games,
                    seed=seed,
                    first=read_first(first, rules),
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
        all_in_place = _write_results(result, outputs)
    return _exit_code(result, games, is_terminated=sigterm.is_received) or int(not all_in_place)


@dataclass
class _SigtermHandler:
    """A handler that turns SIGTERM into KeyboardInterrupt, so that the results are saved."""

    is_received: bool = False
    can_interrupt: bool = True
    """True until the first signal, and False while results are being written."""

    def __call__(self, _number: int, _frame: object) -> None:
        self.is_received = True
        if self.can_interrupt:
            self.can_interrupt = False
            raise KeyboardInterrupt


def _check_outputs(outputs: dict[str, str]) -> None:
    """Check before the run starts that all output files are writable."""
    from sapper.bench.plot import check_plot

    if outputs.get("--json") == outputs.get("--csv") == "-":
        raise InvalidBenchmark("--json and --csv cannot both write to stdout")
    if "--plot" in outputs:
        check_plot(Path(outputs["--plot"]))
    files = {option: Path(name) for option, name in outputs.items() if name != "-"}
    check_different(files)
    for path in files.values():
        check_writable(path)


def _write_results(result: "BenchResult", outputs: dict[str, str]) -> bool:
    """Write all outputs and return whether every file was written to the requested path.

    The result tables are printed unless an output is directed to stdout.
    """
    all_in_place = True
    for option, name in sorted(outputs.items(), key=lambda output: output[1] == "-"):
        requested = Path(name)
        data = _export(result, option, requested.suffix)
        if name == "-":
            sys.stdout.write(data.decode())
        elif (written := write_file(requested, data)) != requested:
            print(f"cannot write {requested}; the results are in {written}", file=sys.stderr)
            all_in_place = False
    if "-" not in outputs.values():
        _print_tables(result)
    return all_in_place


def _export(result: "BenchResult", option: str, suffix: str) -> bytes:
    """Return the results in the format selected by an output option."""
    if option == "--json":
        return (json.dumps(result.as_dict(), indent=2) + "\n").encode()
    if option == "--csv":
        from sapper.bench.report import csv_text

        return csv_text(result).encode()
    from sapper.bench.plot import plot_bytes

    return plot_bytes(result, suffix)


def _print_tables(result: "BenchResult") -> None:
    from rich.console import Console

    from sapper.bench.report import environment, headline, tables

    # A wide console keeps the columns of piped output from being truncated.
    console = Console(width=None if sys.stdout.isatty() else 160)
    print(headline(result))
    print(f"{result.options.workers} workers, {environment()}")
    for table in tables(result):
        console.print(table)


def _exit_code(result: "BenchResult", games: int, *, is_terminated: bool) -> int:
    completed = f"{result.games} of {counted(games, 'game')} completed by every strategy"
    # A signal to the process group also terminates the workers, which would otherwise look like a
    # failure.
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
def _progress_bar(games: int, precision: float | None) -> Iterator["Callable[[Progress], None]"]:
    """Show a progress bar with the current win rates if stderr is a terminal."""
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
    console = Console(stderr=True)
    with Bar(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
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
