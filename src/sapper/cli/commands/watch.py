"""The `sapper watch` command, which shows a strategy playing a game and explains every step."""

import sys
import time
from contextlib import aclosing
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sapper.cli.shared_options import (
    FirstOption,
    LevelArgument,
    SeedOption,
    StartOption,
    ThinkOption,
    complete_strategy,
    read_first,
    read_rules,
    with_think_time,
)
from sapper.cli.terminal_detection import PlainOption, uses_full_screen
from sapper.errors import InvalidBenchmark
from sapper.game.cell_names import cell_name
from sapper.game.seeds import check_seed, random_seed
from sapper.strategies import default_name, registry

if TYPE_CHECKING:
    from sapper.play.watched_ai_game import WatchedAiGame

_DEFAULT_DELAY: Final = 0.4
_MAX_DELAY: Final = 60


def watch(
    level: LevelArgument = "beginner",
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Watch this strategy.",
            show_default="expert",
            autocompletion=complete_strategy,
        ),
    ] = None,
    start: StartOption = "safe",
    seed: SeedOption = None,
    first: FirstOption = None,
    delay: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Wait this long between steps.",
            show_default="0.4 in a terminal, 0 in a pipe",
        ),
    ] = None,
    plain: PlainOption = False,
    think: ThinkOption = None,
) -> int:
    """Watch a strategy play one game.

    In the drawings, `f` marks the mines that the strategy has found.
    """
    rules = read_rules(level, start)
    chosen = random_seed() if seed is None else check_seed(seed)
    (strategy,) = with_think_time([strategy or default_name()], think)
    registry.parse(strategy)  # Invalid options are reported before anything is printed.
    if delay is not None and not 0 <= delay <= _MAX_DELAY:
        raise InvalidBenchmark(f"--delay must be between 0 and {_MAX_DELAY} seconds, not {delay}")
    cell = read_first(first, rules)
    if delay is None:
        delay = _DEFAULT_DELAY if sys.stdout.isatty() else 0.0
    if uses_full_screen(plain=plain):
        from sapper.tui.sapper_app import run
        from sapper.tui.screens.watch_screen import WatchScreen

        return run(WatchScreen(rules, strategy, chosen, first=cell, delay=delay))
    from sapper.play.computation import run_blocking
    from sapper.play.watched_ai_game import WatchedAiGame

    print(f"{strategy} plays {rules} start {rules.start}, seed {chosen}", flush=True)
    run_blocking(_print_steps(WatchedAiGame(rules, strategy, chosen, first=cell), delay))
    return 0


async def _print_steps(game: "WatchedAiGame", pause: float) -> None:
    """Print the board and the reason for each step, followed by the result."""
    from sapper.play.computation import compute_inline
    from sapper.play.game_service import GameService

    async with aclosing(game.steps(GameService(compute_inline))) as steps:
        async for step in steps:
            heading = f"step {game.step_count}: {step.kind} {cell_name(step.cell)} - {step.reason}"
            print("", heading, *game.session.game.view.rows, sep="\n", flush=True)
            time.sleep(pause)
    print(f"\n{game.result}")
