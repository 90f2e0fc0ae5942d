"""The `sapper drill` command, which presents drills by theme or from a recorded game."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import read_recorded_game
from sapper.cli.shared_options import SeedOption
from sapper.cli.terminal_detection import PlainOption, plain_console, uses_full_screen
from sapper.errors import IllegalMove, InvalidOption, SapperError, short_repr
from sapper.game.cell_names import cell_name, parse_cell_name
from sapper.game.rules import Cell
from sapper.game.seeds import MAX_SEED, check_seed, random_seed
from sapper.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator

    from sapper.coach.drill_builder import Drill, Theme
    from sapper.play.local_service import LocalService

_DEFAULT_COUNT = 5
_MAX_COUNT = 1000


def drill_command(
    theme: Annotated[
        str | None,
        typer.Argument(
            metavar="THEME",
            help="Practise one theme: single-clue, subset, 1-2-x, chain, mine-count, fifty-fifty "
            "or best-guess.",
            show_default="all themes",
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Limit the number of drills.",
            show_default="5 in plain text, unlimited in a terminal",
        ),
    ] = None,
    seed: SeedOption = None,
    from_file: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Practise the mistakes from a recorded game; use - for standard input.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per drill, including the answer.")
    ] = False,
    plain: PlainOption = False,
) -> int:
    """Practise finding the right cell.

    Due drills come first, and every answer is explained.
    """
    from sapper.coach.drill_builder import check_theme
    from sapper.play.computation import compute_in_thread, compute_inline, run_blocking
    from sapper.play.local_service import LocalService

    if count is not None and not 1 <= count <= _MAX_COUNT:
        raise InvalidOption(f"--count must be from 1 to {_MAX_COUNT}, not {count}")
    chosen = None if theme is None else check_theme(theme)
    if seed is not None:
        check_seed(seed)
    elif as_json:
        seed = random_seed()
    on_screen = uses_full_screen(plain=plain or as_json or from_file == "-")
    if count is None:
        count = _MAX_COUNT if on_screen else _DEFAULT_COUNT
    service = LocalService(compute_in_thread if on_screen else compute_inline)
    drills = (
        _drills_of_player(service, chosen, count, seed)
        if from_file is None
        else map(_ready, _mistakes(service, from_file, chosen)[:count])
    )
    if as_json:
        for drill in drills:
            print(json.dumps(run_blocking(drill).to_json()), flush=True)
    elif on_screen:
        from sapper.tui.sapper_app import run
        from sapper.tui.screens.drill_screen import DrillScreen

        service.open()
        return run(DrillScreen(drills), service)
    else:
        _ask_all(drills, service)
    return 0


def _drills_of_player(
    service: "LocalService", theme: "Theme | None", count: int, seed: int | None
) -> "Iterator[Awaitable[Drill]]":
    """Yield the player's drills, each as an awaitable.

    If no seed is given, due drills come first. With a seed but no theme, the drills cycle through
    all themes.
    """
    from sapper.coach.drill_builder import THEMES

    for number in range(count):
        if seed is None:
            yield service.drills.next(service.player, theme)
        else:
            next_theme = theme or THEMES[number % len(THEMES)]
            next_seed = (seed + number) % (MAX_SEED + 1)
            yield service.drills.next(service.player, next_theme, seed=next_seed)


async def _ready(drill: "Drill") -> "Drill":
    return drill


def _mistakes(service: "LocalService", name: str, theme: "Theme | None") -> "list[Drill]":
    """Return drills built from the mistakes in a recorded game."""
    from sapper.play.computation import run_blocking

    game = read_recorded_game(name)
    mistakes = run_blocking(service.evaluate_game(service.player, game)).drills
    drills = [drill for drill in mistakes if theme is None or drill.theme == theme]
    if not drills:
        suffix = f" with the theme {theme}" if mistakes else ""
        print(f"this game contains no mistakes{suffix}", file=sys.stderr)
    return drills


def _ask_all(drills: "Iterator[Awaitable[Drill]]", service: "LocalService") -> None:
    from sapper.play.computation import run_blocking

    try:
        service.open()
    except SapperError as error:  # drills also work without a database
        suffix = f"; {error.hint}" if error.hint else ""
        print(f"note: answers are not saved: {error}{suffix}", file=sys.stderr)
    answer_count = correct_count = 0
    try:
        for drill in drills:
            is_correct = _ask(run_blocking(drill), service)
            if is_correct is None:
                break
            answer_count += 1
            correct_count += is_correct
    finally:
        service.close()
    if answer_count:
        print(f"{correct_count} of {answer_count} correct")


def _ask(drill: "Drill", service: "LocalService") -> bool | None:
    """Present a drill and return whether the answer is correct, or None if the player quits."""
    from sapper.cli.board_printer import draw_board
    from sapper.play.computation import run_blocking

    console = plain_console()
    grade = 0
    headline = f"\n{drill.theme}, {counted(drill.view.mines, 'mine')}"
    console.print(headline, *draw_board(drill.view), sep="\n")
    console.print(f"{drill.question} (type a cell such as C4, or guess, hint or quit)")
    while line := sys.stdin.readline():
        word = line.strip().lower()
        if word in ("quit", "q", "exit"):
            return None
        if word in ("hint", "h", "?"):
            grade = min(grade + 1, 2)
            shown = drill.hint.grades[grade - 1]
            console.print(*draw_board(drill.view, shown.highlights), shown.text, sep="\n")
            continue
        if not word:
            continue
        try:
            cell = None if word == "guess" else _read_cell(word, drill)
            result = run_blocking(service.drills.answer(service.player, drill, cell)).result
        except IllegalMove as error:
            print(f"error: {error}", file=sys.stderr)
            continue
        proof = drill.hint.grades[2].highlights
        answer = f"{result.verdict} {result.explanation}"
        console.print(*draw_board(drill.view, proof), answer, sep="\n")
        return result.is_correct
    return None


def _read_cell(text: str, drill: "Drill") -> Cell:
    cell = parse_cell_name("".join(text.split()))
    if cell is None:
        raise IllegalMove(
            f"unknown answer {short_repr(text)}: type a cell such as C4, or guess, hint or quit"
        )
    rules = drill.view.rules
    if not rules.contains(cell):
        last = cell_name((rules.height - 1, rules.width - 1))
        raise IllegalMove(
            f"{short_repr(text.upper())} is off the board: valid cells are A1 to {last}"
        )
    return cell
