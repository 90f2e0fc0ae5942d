"""`sapper watch`: a strategy at work, step by step, with its reasons."""

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import (
    LevelArgument,
    SeedOption,
    StartOption,
    ThinkOption,
    read_cell,
    read_rules,
    with_thought,
)
from sapper.cli.terminal import PlainOption, is_terminal
from sapper.errors import InvalidBenchmark
from sapper.game.game import check_seed, choose_seed
from sapper.strategies import default_name, registry
from sapper.strategies.base import player_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.bench.tasks import FloodTable, Step
    from sapper.game.rules import Cell, Rules
    from sapper.strategies import Strategy

StrategyOption = Annotated[
    str | None,
    typer.Option("--strategy", metavar="NAME", help="Who plays; the strongest if not given."),
]
FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first", metavar="ROW,COLUMN", help="The first reveal, from 0,0; by default its own."
    ),
]
DelayOption = Annotated[
    float | None,
    typer.Option(
        "--delay", metavar="SECONDS", help="Time between steps: 0.4 in a terminal, 0 in a pipe."
    ),
]


def watch(
    level: LevelArgument = "beginner",
    strategy: StrategyOption = None,
    start: StartOption = "safe",
    seed: SeedOption = None,
    first: FirstOption = None,
    delay: DelayOption = None,
    plain: PlainOption = False,
    think: ThinkOption = None,
) -> int:
    """Show a strategy playing one game; f is a mine that it has found."""
    rules = read_rules(level, start)
    chosen = choose_seed() if seed is None else check_seed(seed)
    (strategy,) = with_thought([strategy or default_name()], think)
    name, options = registry.parse(strategy)
    if delay is not None and not 0 <= delay <= 60:
        raise InvalidBenchmark(f"cannot wait {delay} seconds: choose from 0 to 60")
    cell = None if first is None else read_cell(first, rules)
    if is_terminal() and not plain:
        return _watch_on_screen(rules, strategy, chosen, cell, delay)
    from sapper.bench.tasks import FloodTable

    in_terminal = sys.stdout.isatty()
    pause = delay if delay is not None else 0.4 if in_terminal else 0.0
    player = registry.get(name, seed=player_seed(chosen), **options)
    table = FloodTable(rules, chosen)
    print(f"{name} plays {rules} start {rules.start}, seed {chosen}", flush=True)
    frames = _frames(player, table, _steps(player, table, chosen, cell))
    if in_terminal:
        _show_in_place(frames, pause)
    else:
        for frame in frames:
            print(frame, flush=True)
            time.sleep(pause)
    return 0


def _watch_on_screen(
    rules: "Rules", strategy: str, seed: int, first: "Cell | None", delay: float | None
) -> int:
    from sapper.tui.persistence import Keeper
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.watch_screen import WatchScreen

    pause = 0.4 if delay is None else delay
    return run(WatchScreen(rules, strategy, seed, first=first, delay=pause), Keeper())


def _steps(
    player: "Strategy", table: "FloodTable", seed: int, first: "Cell | None"
) -> "Iterator[Step]":
    """Yield the steps of the game. Raises StrategyFailed as a benchmark does."""
    from sapper.bench.tasks import blame, play_steps

    with blame(player, table.view.rules, seed):
        yield from play_steps(player, table, first=first)


def _frames(strategy: "Strategy", table: "FloodTable", steps: "Iterator[Step]") -> "Iterator[str]":
    """Yield what is to be seen after each step, and at last how the game ended."""
    from sapper.game.notation import AI_FLAG
    from sapper.game.view import View

    number = guesses = 0
    step = None
    for number, step in enumerate(steps, start=1):
        guesses += step.is_guess
        view = table.view
        if not table.is_over:
            shown = bytearray(view.rules.cell_count)
            for row, column in step.advice.mines:
                shown[row * view.width + column] = AI_FLAG
            view = View(view.rules, view.cell_bytes, bytes(shown))
        reason = step.advice.reason if step.cell == step.advice.best else "safe as well"
        heading = f"step {number}: reveal {step.cell} - {reason}"
        yield "\n".join(["", heading, *view.rows])
    counts = _counts(number, guesses)
    if table.is_won:
        yield f"\n{strategy.name} won: {counts}"
    elif step is not None:
        risk = step.advice.risks.get(step.cell, 0.0)
        yield f"\n{strategy.name} lost at {step.cell}, at an estimated risk of {risk:.0%}: {counts}"


def _counts(reveals: int, guesses: int) -> str:
    """Return how many moves a game had.

    >>> _counts(1, 0), _counts(9, 1), _counts(9, 2)
    ('1 reveal, no guess', '9 reveals, 1 of them a guess', '9 reveals, 2 of them guesses')
    """
    if reveals == 1:
        return f"1 reveal, {'a' if guesses else 'no'} guess"
    return f"{reveals} reveals, {guesses} of them {'a guess' if guesses == 1 else 'guesses'}"


def _show_in_place(frames: "Iterator[str]", pause: float) -> None:
    from rich.live import Live
    from rich.text import Text

    with Live(auto_refresh=False) as live:
        last = ""
        for frame in frames:
            # The end is told under the last board.
            last = frame if frame.count("\n") > 1 else last + frame
            live.update(Text(last), refresh=True)
            time.sleep(pause)
