"""`sapper analyse`: the odds of a position."""

import json
import math
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import FileArgument, read_view
from sapper.cli.options import ThinkOption
from sapper.game.cell_names import cell_name, row_letters
from sapper.game.rules import Cell
from sapper.inference.analysis import DEFAULT_BUDGET, Analysis, Budget, analyse
from sapper.inference.rollouts import Thought, check_seconds, think_about

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")]
TrustOption = Annotated[
    bool,
    typer.Option("--trust-flags", help="Take flagged cells for mines; else flags do not count."),
]
SecondsOption = Annotated[
    float,
    typer.Option("--seconds", metavar="S", help="The most time; then the odds are estimated."),
]
ExactOption = Annotated[
    bool, typer.Option("--exact", help="End with an error rather than with an estimate.")
]

# From blue (safe) to orange (mine): people with any colour vision can tell them apart.
_COLOURS = (
    (0.05, "bold bright_blue"),
    (0.15, "bright_blue"),
    (0.25, "cyan"),
    (0.5, "yellow"),
    (1.0, "dark_orange"),
)
_MAX_DIGITS = 15


def analyse_command(
    file: FileArgument,
    as_json: JsonOption = False,
    trust_flags: TrustOption = False,
    seconds: SecondsOption = DEFAULT_BUDGET.seconds,
    exact: ExactOption = False,
    think: ThinkOption = None,
) -> None:
    """Print how likely each hidden cell is a mine, what is certain, and the best cell."""
    odds = analyse(
        read_view(file),
        budget=Budget(seconds=seconds),
        on_limit="raise" if exact else "estimate",
        trust_flags=trust_flags,
    )
    thought = None if think is None else think_about(odds, seconds=check_seconds(think))
    if as_json:
        answer = odds.to_json()
        print(json.dumps(answer if thought is None else {**answer, "thought": thought.to_json()}))
        return
    _print_table(odds)
    if thought is not None:
        _print_thought(thought)
    elif odds.win_probability is not None:
        print(f"Chance to win: {_long(odds.win_probability)}, by best play.")


def _print_thought(thought: Thought) -> None:
    if thought.win_probability is None:
        print("Chance to win: not known, the position is too wide to be played to its end.")
        return
    chance = _long(thought.win_probability)
    if thought.exact:
        print(f"Chance to win: {chance}, by best play.")
    else:
        low, high = (f"{each:.1%}" for each in thought.interval)
        print(f"Chance to win: about {chance} ({low} to {high}), from {thought.games:,} games.")
    for cell, wins, games in thought.compared:
        if games:
            print(f"  {cell_name(cell)} won {wins:,} of {games:,} games ({wins / games:.1%}).")
    if thought.best:
        print(f"Best after thinking: {cell_name(thought.best)}.")


def _print_table(odds: Analysis) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for line in _table(odds):
        console.print(line)
    console.print()
    console.print("Hidden cells: chance of a mine in per cent; ok is certainly safe, ** a mine.")
    console.print("Revealed cells: their clue in brackets.")
    if odds.standard_error is not None:
        error = float(odds.standard_error.max())
        console.print(
            f"Too wide to count: an estimate from {odds.runs} runs, "
            f"standard error up to {error:.1%}."
        )
    if odds.view.is_untouched and odds.view.rules.start == "any":
        console.print("Nothing is revealed, and the first reveal may hit a mine (start any).")
    console.print(f"Layouts: {_layouts(odds)}.")
    console.print(f"Safe: {_names(odds.safe)}.")
    console.print(f"Mines: {_names(odds.mines)}.")
    if odds.best:
        risk = float(odds.mine_probability[odds.best])
        console.print(f"Best: {cell_name(odds.best)} (risk {_long(risk)}).")


def _table(odds: Analysis) -> "Iterator[Text]":
    from rich.text import Text

    margin = len(row_letters(odds.view.height - 1))
    columns = "".join(f"{column + 1:>4}" for column in range(odds.view.width))
    yield Text(" " * margin + columns)
    for row in range(odds.view.height):
        line = Text(f"{row_letters(row):>{margin}}")
        for column in range(odds.view.width):
            line.append(*_entry(odds, (row, column)))
        yield line


def _entry(odds: Analysis, cell: Cell) -> tuple[str, str]:
    """Return the text of a cell, four characters wide, and its style."""
    clue = odds.view.clue(cell)
    if clue is not None:
        return (f" [{clue or '.'}]", "dim")
    if cell in odds.safe:
        return ("  ok", "bold reverse bright_blue")
    if cell in odds.mines:
        return ("  **", "bold reverse dark_orange")
    risk = float(odds.mine_probability[cell])
    return (f"{_short(risk):>4}", next(style for limit, style in _COLOURS if risk <= limit))


def _short(risk: float) -> str:
    """Return per cent in three characters; what is not certain never looks as if it were."""
    percent = risk * 100
    if percent < 0.1:
        return "<.1"
    if percent >= 99.5:
        return ">99"
    return f"{percent:.1f}" if percent < 9.95 else f"{percent:.0f}"


def _long(risk: float) -> str:
    if 0 < risk < 0.001:
        return "under 0.1%"
    return "over 99.9%" if 0.999 < risk < 1 else f"{risk:.1%}"


def _layouts(odds: Analysis) -> str:
    digits = max(odds.log_layouts / math.log(10), 0.0)
    if odds.layouts is not None and digits < _MAX_DIGITS:
        return f"{odds.layouts:,}"
    exponent = math.floor(digits)
    return f"about {10 ** (digits - exponent):.3f}e{exponent}"


def _names(cells: frozenset[Cell]) -> str:
    return ", ".join(cell_name(cell) for cell in sorted(cells)) or "none"
