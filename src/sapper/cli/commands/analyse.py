"""The `sapper analyse` command, which prints a position's mine probabilities."""

import json
import math
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import FileArgument, read_view
from sapper.cli.shared_options import BudgetOption, JsonOption, MinesOption
from sapper.cli.terminal_detection import plain_console
from sapper.game.cell_names import cell_name, row_letters
from sapper.game.rules import Cell
from sapper.game.wording import counted
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import DEFAULT_BUDGET, Budget
from sapper.inference.rollout_search import RolloutResult, check_seconds, search_rollouts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text


# A colour-blind-safe scale from blue (safe) to orange (mine).
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
    trust_flags: Annotated[
        bool,
        typer.Option(
            "--trust-flags", help="Treat flagged cells as mines; by default, flags are ignored."
        ),
    ] = False,
    seconds: BudgetOption = DEFAULT_BUDGET.seconds,
    exact: Annotated[
        bool, typer.Option("--exact", help="Fail instead of estimating the odds.")
    ] = False,
    think: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Spend this much time on rollouts to estimate the win probability.",
            show_default="no rollouts",
        ),
    ] = None,
    mines: MinesOption = None,
) -> None:
    """Print a position's odds, safe cells, mines and best cell."""
    odds = analyse(
        read_view(file, mines=mines),
        budget=Budget(seconds=seconds),
        on_limit="raise" if exact else "estimate",
        trust_flags=trust_flags,
    )
    result = None if think is None else search_rollouts(odds, seconds=check_seconds(think))
    if as_json:
        answer = odds.to_json()
        print(json.dumps(answer if result is None else {**answer, "rollouts": result.to_json()}))
        return
    _print_table(odds)
    if result is not None:
        _print_rollouts(result)
    elif odds.win_probability is not None:
        print(f"Win probability: {_long(odds.win_probability)} with perfect play.")


def _print_rollouts(result: RolloutResult) -> None:
    if result.win_probability is None:
        print("Win probability: unknown, because the position is too complex for rollouts.")
        return
    probability = _long(result.win_probability)
    if result.exact:
        print(f"Win probability: {probability} with perfect play.")
    else:
        low, high = (f"{each:.1%}" for each in result.interval)
        print(
            f"Win probability: about {probability} ({low} to {high}), "
            f"from {result.games:,} rollouts."
        )
    for each in result.candidates:
        share = f"{each.wins:,} of {each.games:,} rollouts won ({each.wins / each.games:.1%})"
        print(f"  {cell_name(each.cell)}: {share}.")
    if result.best:
        print(f"Best cell after rollouts: {cell_name(result.best)}.")


def _print_table(odds: Analysis) -> None:
    console = plain_console()
    console.print(*_table(odds), "", sep="\n")
    console.print("Hidden cells: mine probability in percent; ok is safe, ** is a mine.")
    console.print("Revealed cells: the clue in brackets.")
    if odds.standard_error is not None:
        error = float(odds.standard_error.max())
        console.print(
            f"The odds are estimated from {counted(odds.runs, 'run')} with a standard error of "
            f"up to {error:.1%}, because the position is too complex to count exactly."
        )
    if odds.view.is_untouched and odds.view.rules.start == "any":
        console.print("The first reveal may hit a mine because the start rule is any.")
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
    """Return a cell's text, padded to four characters, and its style."""
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
    """Format a probability as a percentage of up to three characters, never rounded to 0 or 100."""
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
