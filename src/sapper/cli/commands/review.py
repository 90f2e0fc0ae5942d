"""`sapper review`: which moves of a game were certain, which guesses were needed, and which not."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import read_recorded_game
from sapper.cli.terminal import PlainOption, is_terminal
from sapper.coach.guesses import percent
from sapper.game.cell_names import cell_name

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.coach.game_review import Review, ReviewedMove

RecordArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="The record of a game, also as RAWVF; - reads standard input."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")]
AllOption = Annotated[
    bool, typer.Option("--all", help="List every move, also those that were certain.")
]

_STYLES = {
    "certain": "green",
    "forced guess": "yellow",
    "needless guess": "dark_orange",
    "mistake": "bold red",
    "wrong flag": "bold red",
}
_QUIET = ("certain", "flag", "free", "undo")


def review_command(
    file: RecordArgument,
    as_json: JsonOption = False,
    every: AllOption = False,
    plain: PlainOption = False,
) -> int:
    """Show what was certain, which guesses were needed, luck and skill, and the turning point."""
    game = read_recorded_game(file)
    if is_terminal() and not (as_json or every or plain or file == "-"):
        from sapper.tui.persistence import Keeper
        from sapper.tui.sapper_app import run
        from sapper.tui.screens.review_screen import ReviewScreen

        return run(ReviewScreen(game), Keeper())
    from sapper.coach.game_review import review

    found = review(game)
    if as_json:
        print(json.dumps(found.to_json()))
    else:
        _print_review(found, every=every)
    return 0


def _print_review(found: "Review", *, every: bool) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    shown = [move for move in found.moves if every or move.move_class not in _QUIET]
    for move in shown:
        console.print(_line(move, is_turning_point=move.index == found.turning_point))
    hidden = len(found.moves) - len(shown)
    if hidden:
        were = "move was" if hidden == 1 else "moves were each"
        console.print(f"{hidden} other {were} certain, a flag, a mark or free; --all lists all.")
    console.print()
    for sentence in found.summary.replace(". ", ".\n").splitlines():
        console.print(sentence, markup=False)
    if found.three_bv_per_second is not None and found.efficiency is not None:
        console.print(
            f"3BV/s: {found.three_bv_per_second:.2f}. Efficiency: {percent(found.efficiency)}."
        )


def _line(move: "ReviewedMove", *, is_turning_point: bool) -> "Text":
    from rich.text import Text

    where = cell_name(move.move.cell) if move.move.cell else ""
    what = f"{move.move.kind} {where}"
    line = Text(f"{move.index + 1:>4}{'!' if is_turning_point else ' '}{move.move.at:>8.1f} s  ")
    line.append(f"{what:<14}")
    line.append(f"{move.move_class:<15}", style=_STYLES.get(move.move_class, "default"))
    line.append(move.judgement.text)
    return line
