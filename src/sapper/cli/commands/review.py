"""The `sapper review` command, which assesses every move in a recorded game."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import read_recorded_game
from sapper.cli.shared_options import JsonOption
from sapper.cli.terminal_detection import PlainOption, plain_console, uses_full_screen
from sapper.coach.guess_ranking import percent
from sapper.game.cell_names import cell_name

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.coach.game_review import Review, ReviewedMove


_ROUTINE = ("certain", "flag", "free", "no effect", "undo")


def review_command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Read this replay or RAWVF file; use - for standard input."
        ),
    ],
    as_json: JsonOption = False,
    is_complete: Annotated[
        bool, typer.Option("--all", help="List every move, including certain moves and flags.")
    ] = False,
    plain: PlainOption = False,
) -> int:
    """Review a recorded game move by move.

    The review identifies guesses, mistakes and the turning point, and separates luck from skill.
    """
    game = read_recorded_game(file)
    if uses_full_screen(plain=plain or as_json or is_complete or file == "-"):
        from sapper.play.game_service import PlayerGame
        from sapper.play.session import Session
        from sapper.tui.sapper_app import run
        from sapper.tui.screens.review_screen import ReviewScreen

        return run(ReviewScreen(PlayerGame("", Session.resume(game))))
    from sapper.coach.game_review import review

    result = review(game)
    if as_json:
        print(json.dumps(result.to_json()))
    else:
        _print_review(result, is_complete=is_complete)
    return 0


def _print_review(result: "Review", *, is_complete: bool) -> None:
    console = plain_console()
    shown = [move for move in result.moves if is_complete or move.move_class not in _ROUTINE]
    for move in shown:
        console.print(_line(move, is_turning_point=move.index == result.turning_point))
    hidden = len(result.moves) - len(shown)
    if hidden:
        moves = "move" if hidden == 1 else "moves"
        console.print(f"{hidden} routine {moves} not listed; use --all to list every move.")
    console.print("\n" + "\n".join(result.summary))
    if result.three_bv_per_second is not None and result.ioe is not None:
        console.print(f"3BV/s: {result.three_bv_per_second:.2f}. IOE: {percent(result.ioe)}.")


def _line(move: "ReviewedMove", *, is_turning_point: bool) -> "Text":
    from rich.text import Text

    from sapper.tui.game_text import MOVE_STYLES

    name = cell_name(move.move.cell) if move.move.cell else ""
    action = f"{move.move.kind} {name}"
    line = Text(f"{move.index + 1:>4}{'!' if is_turning_point else ' '}{move.move.at:>8.1f} s  ")
    line.append(f"{action:<14}")
    line.append(f"{move.move_class:<15}", style=MOVE_STYLES.get(move.move_class, "default"))
    line.append(move.assessment.text)
    return line
