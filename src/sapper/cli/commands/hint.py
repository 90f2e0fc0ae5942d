"""The `sapper hint` command, which prints a hint of grade 1, 2 or 3."""

import json
from typing import Annotated

import typer

from sapper.cli.board_printer import draw_board
from sapper.cli.input_files import FileArgument, read_view
from sapper.cli.shared_options import BudgetOption, JsonOption, MinesOption
from sapper.cli.terminal_detection import plain_console
from sapper.coach.graded_hints import check_grade, hint
from sapper.inference.budget import DEFAULT_BUDGET, Budget


def hint_command(
    file: FileArgument,
    grade: Annotated[
        int,
        typer.Option(
            metavar="1|2|3",
            help="Show the area (1), the clues (2) or the move with its proof (3).",
        ),
    ] = 3,
    as_json: JsonOption = False,
    seconds: BudgetOption = DEFAULT_BUDGET.seconds,
    mines: MinesOption = None,
) -> None:
    """Print the next move with its proof.

    If nothing is certain, print the best guess.
    """
    check_grade(grade)
    view = read_view(file, mines=mines)
    answer = hint(view, budget=Budget(seconds=seconds))
    if as_json:
        print(json.dumps(answer.to_json(grade)))
        return
    console = plain_console()
    shown = answer.grades[grade - 1]
    console.print(*draw_board(view, shown.highlights), "", shown.text, sep="\n")
    proof = answer.proof
    if grade == 3 and proof is not None:
        name = f", {proof.name}" if proof.name else ""
        name += " after reduction" if proof.is_reduced else ""
        number = proof.clue_count
        console.print(
            f"Kind: {proof.kind}{name} ({proof.difficulty}), {number} clue{'s' * (number != 1)}"
            f"{' including the mine count' if proof.uses_mine_count else ''}."
        )
