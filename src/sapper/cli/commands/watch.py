"""The `sapper watch` command, which shows a strategy's game with the reason for every step."""

import sys
import time
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sapper.cli.shared_options import (
    LevelArgument,
    SeedOption,
    StartOption,
    ThinkOption,
    read_cell,
    read_rules,
    with_think_time,
)
from sapper.cli.terminal import PlainOption, is_terminal
from sapper.errors import InvalidBenchmark
from sapper.game.seeds import check_seed, random_seed
from sapper.strategies import default_name, registry
from sapper.strategies.base import strategy_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.bench.play_loop import FloodBoard, Step
    from sapper.game.rules import Cell, Rules
    from sapper.strategies import Strategy

_DEFAULT_DELAY: Final = 0.4
_MAX_DELAY: Final = 60

StrategyOption = Annotated[
    str | None,
    typer.Option("--strategy", metavar="NAME", help="Watch this strategy.", show_default="expert"),
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
DelayOption = Annotated[
    float | None,
    typer.Option(
        "--delay",
        metavar="SECONDS",
        help="Wait this long between steps.",
        show_default="0.4 in a terminal, 0 in a pipe",
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
    """Watch a strategy play one game.

    The symbol f marks the mines that the strategy has found.
    """
    rules = read_rules(level, start)
    chosen = random_seed() if seed is None else check_seed(seed)
    (strategy,) = with_think_time([strategy or default_name()], think)
    name, options = registry.parse(strategy)
    if delay is not None and not 0 <= delay <= _MAX_DELAY:
        raise InvalidBenchmark(f"--delay must be from 0 to {_MAX_DELAY} seconds, not {delay}")
    cell = None if first is None else read_cell(first, rules)
    if is_terminal() and not plain:
        return _watch_on_screen(rules, strategy, chosen, cell, delay)
    from sapper.bench.play_loop import FloodBoard

    is_tty = sys.stdout.isatty()
    pause = delay if delay is not None else _DEFAULT_DELAY if is_tty else 0.0
    instance = registry.get(name, seed=strategy_seed(chosen), **options)
    board = FloodBoard(rules, chosen)
    print(f"{name} plays {rules} start {rules.start}, seed {chosen}", flush=True)
    frames = _frames(instance, board, _steps(instance, board, chosen, cell))
    if is_tty:
        _show_in_place(frames, pause)
    else:
        for frame in frames:
            print(frame, flush=True)
            time.sleep(pause)
    return 0


def _watch_on_screen(
    rules: "Rules", strategy: str, seed: int, first: "Cell | None", delay: float | None
) -> int:
    from sapper.tui.persistence import GamePersistence
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.watch_screen import WatchScreen

    pause = _DEFAULT_DELAY if delay is None else delay
    return run(WatchScreen(rules, strategy, seed, first=first, delay=pause), GamePersistence())


def _steps(
    strategy: "Strategy", board: "FloodBoard", seed: int, first: "Cell | None"
) -> "Iterator[Step]":
    """Yield the steps of the game. Raises StrategyFailed if the strategy fails."""
    from sapper.bench.play_loop import play_steps, wrap_strategy_errors

    with wrap_strategy_errors(strategy, board.view.rules, seed):
        yield from play_steps(strategy, board, first=first)


def _frames(strategy: "Strategy", board: "FloodBoard", steps: "Iterator[Step]") -> "Iterator[str]":
    """Yield the board and the reason for each step, and finally the result."""
    from sapper.game.position_notation import AI_FLAG
    from sapper.game.view import View

    number = guesses = 0
    step = None
    for number, step in enumerate(steps, start=1):
        guesses += step.is_guess
        view = board.view
        if not board.is_over:
            shown = bytearray(view.rules.cell_count)
            for row, column in step.advice.mines:
                shown[row * view.width + column] = AI_FLAG
            view = View(view.rules, view.cell_bytes, bytes(shown))
        reason = step.advice.reason if step.cell == step.advice.best else "also safe"
        heading = f"step {number}: reveal {step.cell} - {reason}"
        yield "\n".join(["", heading, *view.rows])
    counts = _counts(number, guesses)
    if board.is_won:
        yield f"\n{strategy.name} won: {counts}"
    elif step is not None:
        risk = step.advice.risks.get(step.cell, 0.0)
        result = f"lost at {step.cell} with an estimated risk of {risk:.0%}"
        yield f"\n{strategy.name} {result}: {counts}"


def _counts(reveals: int, guesses: int) -> str:
    """Describe the number of reveals and guesses.

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
            # The result is a single line below the last board.
            last = frame if frame.count("\n") > 1 else last + frame
            live.update(Text(last), refresh=True)
            time.sleep(pause)
