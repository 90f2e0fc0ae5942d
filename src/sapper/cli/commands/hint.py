"""`sapper hint`: the next move of a position and why, in three grades."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.board_text import CLUE, LOOK, MOVE, TALKED_ABOUT, MarkStyle, draw_board
from sapper.cli.input_files import FileArgument, read_view
from sapper.coach.graded_hints import Hint, check_grade, hint
from sapper.game.rules import Cell
from sapper.inference.analysis import DEFAULT_BUDGET, Budget

if TYPE_CHECKING:
    from sapper.game.view import View

GradeOption = Annotated[
    int,
    typer.Option(
        "--grade", metavar="1|2|3", help="1: where to look; 2: which clues; 3: the move and why."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")]
SecondsOption = Annotated[
    float,
    typer.Option("--seconds", metavar="S", help="The most time; then the odds are estimated."),
]


def hint_command(
    file: FileArgument,
    grade: GradeOption = 3,
    as_json: JsonOption = False,
    seconds: SecondsOption = DEFAULT_BUDGET.seconds,
) -> None:
    """Print the next move: a certain cell with its proof, else the best guess with the odds."""
    check_grade(grade)
    view = read_view(file)
    answer = hint(view, budget=Budget(seconds=seconds))
    if as_json:
        print(json.dumps(answer.to_json(grade)))
    else:
        print_hint(view, answer, grade)


def print_hint(view: "View", answer: Hint, grade: int) -> None:
    """Draw the position with what the grade shows, and its words below."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for line in draw_board(view, marks_of(answer, grade)):
        console.print(line)
    console.print()
    console.print(answer.grades[grade - 1].text, markup=False)
    proof = answer.proof
    if grade == 3 and proof is not None:
        name = f", {proof.name}" if proof.name else ""
        number = proof.clue_count
        console.print(
            f"Kind: {proof.kind}{name} ({proof.difficulty}), {number} clue{'s' * (number != 1)}"
            f"{', the mine count among them' if proof.uses_mine_count else ''}.",
            markup=False,
        )


def marks_of(answer: Hint, grade: int) -> dict[Cell, MarkStyle]:
    """Return how the cells of a hint are marked."""
    shown = answer.grades[grade - 1]
    marks = dict.fromkeys(shown.cells, LOOK if grade == 1 else TALKED_ABOUT)
    if grade == 3 and answer.proof is not None:
        marks = dict.fromkeys(answer.proof.cells, TALKED_ABOUT)
    if answer.guess is not None and grade == 2:
        marks = dict.fromkeys(shown.cells, LOOK)
    marks |= dict.fromkeys(shown.clues, CLUE)
    if grade == 3:
        marks[answer.cell] = MOVE
    return marks
