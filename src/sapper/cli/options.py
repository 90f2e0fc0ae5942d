"""Arguments and options that several commands share."""

import re
from typing import Annotated

import typer

from sapper.errors import IllegalMove, InvalidBudget, InvalidOption, InvalidRules, quoted
from sapper.game.rules import STARTS, Cell, Rules, Start, closest_name
from sapper.inference.rollouts import check_seconds
from sapper.strategies import registry

LevelArgument = Annotated[
    str, typer.Argument(metavar="LEVEL", help="A level such as expert, or a size such as 30x16/99.")
]
StartOption = Annotated[
    str,
    typer.Option(
        "--start",
        metavar="|".join(STARTS),
        help="What the first reveal promises: no mine, nor around it, or nothing.",
    ),
]


ThinkOption = Annotated[
    float | None,
    typer.Option(
        "--think", metavar="SECONDS", help="Time that expert takes for each guess; none by default."
    ),
]


def read_whole_number(text: str) -> int:
    """Return the number that was typed; the message of the parser would not name it."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{quoted(text)} is not a whole number") from None


SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="NUMBER",
        help="The board's seed; random if not given.",
        parser=read_whole_number,
    ),
]


def with_thought(strategies: list[str], think: float | None) -> list[str]:
    """Return the strategies of a command line, with its time for those that can think."""
    if think is None:
        return strategies
    parsed = [registry.parse(each) for each in strategies]  # what is wrong with them is told first
    try:
        seconds = check_seconds(think)
    except InvalidBudget as error:
        raise InvalidOption(str(error)) from None
    thinkers = [name for name, _ in parsed if registry.has_option(name, "think")]
    if not thinkers:
        raise InvalidOption(f"--think is not for {', '.join(name for name, _ in parsed)}")
    return [
        f"{each}{',' if ':' in each else ':'}think={seconds:.12g}" if name in thinkers else each
        for each, (name, _) in zip(strategies, parsed, strict=True)
    ]


def read_rules(level: str, start: str) -> Rules:
    """Return the rules that the options name. Raises InvalidRules."""
    if start not in STARTS:
        nearest = closest_name(start, STARTS)
        known = f"choose one of {', '.join(STARTS)}"
        raise InvalidRules(
            f"unknown start rule {quoted(start)}",
            hint=f"did you mean {nearest}?" if nearest else known,
        )
    chosen: Start = start  # type: ignore[assignment]
    return Rules.level(level, start=chosen)


def read_cell(text: str, rules: Rules) -> Cell:
    """Return the cell that an option names as ROW,COLUMN. Raises IllegalMove."""
    match = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", text, re.ASCII)
    cell = (int(match[1]), int(match[2])) if match else None
    if cell is None or not rules.contains(cell):
        raise IllegalMove(
            f"--first {text[:40]!r} is not a cell of the board",
            hint=f"ROW,COLUMN from 0,0 to {rules.height - 1},{rules.width - 1}",
        )
    return cell


def _print_version(wanted: bool) -> None:
    if wanted:
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
