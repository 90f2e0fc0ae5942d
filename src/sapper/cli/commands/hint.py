"""The `sapper hint` command, which prints the next move and its reason in three grades."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.board_printer import AREA, CLUE, MENTIONED, MOVE, HighlightStyle, draw_board
from sapper.cli.input_files import FileArgument, read_view
from sapper.coach.graded_hints import Hint, check_grade, hint
from sapper.game.rules import Cell
from sapper.inference.budget import DEFAULT_BUDGET, Budget

if TYPE_CHECKING:
    from sapper.game.view import View

GradeOption = Annotated[
    int,
    typer.Option(
        "--grade",
        metavar="1|2|3",
        help="Show the area (1), the clues (2) or the move with its proof (3).",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
SecondsOption = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="S",
        help="Estimate the odds if an exact count takes more than this many seconds.",
    ),
]


def hint_command(
    file: FileArgument,
    grade: GradeOption = 3,
    as_json: JsonOption = False,
    seconds: SecondsOption = DEFAULT_BUDGET.seconds,
) -> None:
    """Print the next move with its proof, or the best guess."""
    check_grade(grade)
    view = read_view(file)
    answer = hint(view, budget=Budget(seconds=seconds))
    if as_json:
        print(json.dumps(answer.to_json(grade)))
    else:
        print_hint(view, answer, grade)


def print_hint(view: "View", answer: Hint, grade: int) -> None:
    """Print the position with the highlights for a grade, followed by the text of the hint."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for line in draw_board(view, highlights_of(answer, grade)):
        console.print(line)
    console.print()
    console.print(answer.grades[grade - 1].text, markup=False)
    proof = answer.proof
    if grade == 3 and proof is not None:
        name = f", {proof.name}" if proof.name else ""
        number = proof.clue_count
        console.print(
            f"Kind: {proof.kind}{name} ({proof.difficulty}), {number} clue{'s' * (number != 1)}"
            f"{' including the mine count' if proof.uses_mine_count else ''}.",
            markup=False,
        )


def highlights_of(answer: Hint, grade: int) -> dict[Cell, HighlightStyle]:
    """Return the highlighted cells for one grade of a hint, with their styles."""
    shown = answer.grades[grade - 1]
    highlights = dict.fromkeys(shown.cells, AREA if grade == 1 else MENTIONED)
    if grade == 3 and answer.proof is not None:
        highlights = dict.fromkeys(answer.proof.cells, MENTIONED)
    if answer.guess is not None and grade == 2:
        highlights = dict.fromkeys(shown.cells, AREA)
    highlights |= dict.fromkeys(shown.clues, CLUE)
    if grade == 3:
        highlights[answer.cell] = MOVE
    return highlights
