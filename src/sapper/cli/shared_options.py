"""Arguments and options shared by several commands."""

import sys
from typing import Annotated, cast

import typer

from sapper.errors import (
    IllegalMove,
    InvalidBudget,
    InvalidOption,
    InvalidRules,
    closest_name,
    short_repr,
)
from sapper.game.levels import LEVELS
from sapper.game.rules import STARTS, Cell, Rules, Start
from sapper.inference.rollout_search import check_seconds
from sapper.strategies import registry
from sapper.strategies.registry import StrategySummary


def complete_level(incomplete: str) -> list[tuple[str, str]]:
    """Return the shell completions for an incomplete level name, with the board sizes."""
    return [(name, size) for name, size in LEVELS.items() if name.startswith(incomplete.lower())]


def complete_start(incomplete: str) -> list[str]:
    """Return the shell completions for an incomplete start rule."""
    return [start for start in STARTS if start.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """Return the shell completions for an incomplete strategy name."""
    return [name for name in registry.names() if name.startswith(incomplete)]


LevelArgument = Annotated[
    str,
    typer.Argument(
        metavar="LEVEL",
        help="Choose a level such as expert or a size such as 30x16/99.",
        autocompletion=complete_level,
    ),
]
StartOption = Annotated[
    str,
    typer.Option(
        metavar="|".join(STARTS),
        autocompletion=complete_start,
        help="Set the rule for the first reveal: safe (never a mine), opening (always an opening) "
        "or any (may be a mine).",
    ),
]
ThinkOption = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Let the expert strategy spend this much time on each guess.",
        show_default="no rollouts",
    ),
]


def read_whole_number(text: str) -> int:
    """Parse an integer from the command line.

    Unlike Typer's own parser, this function quotes the invalid input in its error message.
    """
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{short_repr(text)} is not a whole number") from None


SeedOption = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        help="Set the seed of the board.",
        show_default="random",
        parser=read_whole_number,
    ),
]
FirstOption = Annotated[
    str | None,
    typer.Option(
        metavar="ROW,COLUMN",
        help="Set the first cell to reveal; the top left cell is 0,0.",
        show_default="chosen by the strategy",
    ),
]
BudgetOption = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="S",
        help="Estimate the odds if an exact count takes more than this many seconds.",
    ),
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Use this database for saved games.",
        show_default="SQLite in your data folder",
    ),
]
MinesOption = Annotated[
    int | None,
    typer.Option(
        "--mines",
        metavar="NUMBER",
        min=0,
        help="Set the mine count of the board in an image.",
        show_default="read from the image",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def available_strategies() -> tuple[StrategySummary, ...]:
    """Return all usable strategies and warn about those that fail to load."""
    available, problems = registry.available()
    for problem in problems:
        print(f"warning: {problem}", file=sys.stderr)
    return available


def with_think_time(strategies: list[str], think: float | None) -> list[str]:
    """Return the strategies, adding the value of --think to those that support the option.

    Raises InvalidOption if the value of --think is invalid or no strategy supports the option.
    """
    if think is None:
        return strategies
    parsed = [registry.parse(each) for each in strategies]  # Invalid names are reported first.
    try:
        seconds = check_seconds(think)
    except InvalidBudget as error:
        raise InvalidOption(str(error)) from None
    supporting = [name for name, _ in parsed if registry.has_option(name, "think")]
    if not supporting:
        raise InvalidOption(f"--think does not apply to {', '.join(name for name, _ in parsed)}")
    return [
        f"{each}{',' if ':' in each else ':'}think={seconds:.12g}" if name in supporting else each
        for each, (name, _) in zip(strategies, parsed, strict=True)
    ]


def read_rules(level: str, start: str) -> Rules:
    """Return the rules for a level and a start rule.

    Raises InvalidRules if the level or the start rule is invalid.
    """
    try:
        return Rules.level(level, start=cast("Start", start))
    except InvalidRules as error:
        if error.field == "start" and (nearest := closest_name(start, STARTS)):
            error.hint = f"did you mean {nearest}?"
        raise


def read_first(text: str | None, rules: Rules) -> Cell | None:
    """Parse the value of --first (ROW,COLUMN), or return None if the option is not given.

    Raises IllegalMove if the text is malformed or the cell is off the board.
    """
    if text is None:
        return None
    numbers = [part.strip() for part in text.split(",")]
    is_pair = len(numbers) == 2 and all(n.isascii() and n.isdecimal() for n in numbers)
    cell = (int(numbers[0][:9]), int(numbers[1][:9])) if is_pair else None
    if cell is None or not rules.contains(cell):
        raise IllegalMove(
            f"--first must be a cell on the board, not {text[:40]!r}",
            hint=f"use ROW,COLUMN from 0,0 to {rules.height - 1},{rules.width - 1}",
        )
    return cell


def _print_version(is_requested: bool) -> None:
    if is_requested:
        from sapper import __version__

        print(f"sapper {__version__}")
        raise typer.Exit


def common_options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Minesweeper to play, learn, analyse and study."""
