"""The `sapper drill` command, which presents drills by theme or from a recorded game."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import read_recorded_game
from sapper.cli.shared_options import SeedOption
from sapper.cli.terminal import PlainOption, uses_full_screen
from sapper.errors import IllegalMove, InvalidOption, SapperError, short_repr
from sapper.game.cell_names import cell_name, parse_cell_name
from sapper.game.rules import Cell
from sapper.game.seeds import random_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from sapper.coach.drill_builder import Drill
    from sapper.play.local_service import LocalService
    from sapper.tui.screens.drill_screen import NextDrill

_DEFAULT_COUNT = 5
_MAX_COUNT = 1000

ThemeArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="THEME",
        help="Practise one theme: single-clue, subset, 1-2-x, chain, mine-count, fifty-fifty or "
        "best-guess.",
        show_default="all themes",
    ),
]
CountOption = Annotated[
    int | None,
    typer.Option(
        "--count",
        metavar="N",
        help="Limit the number of drills.",
        show_default="5 in plain text, unlimited in a terminal",
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FILE",
        help="Practise the mistakes from a recorded game; use - for standard input.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object per drill, including the answer.")
]


def drill_command(
    theme: ThemeArgument = None,
    count: CountOption = None,
    seed: SeedOption = None,
    from_file: FromOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> int:
    """Practise finding the right cell.

    Due drills come first, and every answer is explained.
    """
    from sapper.play.computation import compute_in_thread, compute_inline
    from sapper.play.local_service import LocalService

    if count is not None and not 1 <= count <= _MAX_COUNT:
        raise InvalidOption(f"--count must be from 1 to {_MAX_COUNT}, not {count}")
    if as_json and seed is None:
        seed = random_seed()
    on_screen = uses_full_screen(plain=plain or as_json or from_file == "-")
    if count is None:
        count = _MAX_COUNT if on_screen else _DEFAULT_COUNT
    service = LocalService(compute_in_thread if on_screen else compute_inline)
    next_drill = (
        _drills_of_player(service, theme, count, seed)
        if from_file is None
        else _drills_from_game(theme, count, from_file)
    )
    if as_json:
        _print_json(next_drill)
    elif on_screen:
        from sapper.tui.sapper_app import run
        from sapper.tui.screens.drill_screen import DrillScreen

        service.open()
        return run(DrillScreen(next_drill), service)
    else:
        _ask_all(next_drill, service)
    return 0


def _drills_of_player(
    service: "LocalService", theme: str | None, count: int, seed: int | None
) -> "NextDrill":
    """Return a function that provides the player's drills one at a time.

    If no seed is given, due drills come first. With a seed but no theme, the drills cycle through
    all themes. Raises UnknownTheme or InvalidSeed if the theme or the seed is invalid.
    """
    from sapper.coach.drill_builder import THEMES, check_theme
    from sapper.game.seeds import MAX_SEED, check_seed

    chosen = None if theme is None else check_theme(theme)
    first = None if seed is None else check_seed(seed)
    numbers = iter(range(count))

    async def next_drill() -> "Drill | None":
        number = next(numbers, None)
        if number is None:
            return None
        if first is None:
            return await service.drills.next(service.player, chosen)
        return await service.drills.next(
            service.player,
            chosen or THEMES[number % len(THEMES)],
            seed=(first + number) % (MAX_SEED + 1),
        )

    return next_drill


def _drills_from_game(theme: str | None, count: int, name: str) -> "NextDrill":
    """Return a function that provides drills built from the mistakes in a recorded game."""
    from sapper.coach.drill_builder import check_theme, drills_from_review
    from sapper.coach.game_review import review

    chosen = None if theme is None else check_theme(theme)
    mistakes = drills_from_review(review(read_recorded_game(name)), limit=_MAX_COUNT)
    drills = [drill for drill in mistakes if chosen is None or drill.theme == chosen]
    if not drills:
        suffix = f" with the theme {chosen}" if mistakes else ""
        print(f"this game contains no mistakes{suffix}", file=sys.stderr)
    remaining = iter(drills[:count])

    async def next_drill() -> "Drill | None":
        return next(remaining, None)

    return next_drill


def _print_json(next_drill: "NextDrill") -> None:
    from sapper.play.computation import run_blocking

    while (drill := run_blocking(next_drill())) is not None:
        print(json.dumps(drill.to_json()), flush=True)


def _ask_all(next_drill: "NextDrill", service: "LocalService") -> None:
    from sapper.play.computation import run_blocking

    try:
        service.open()
    except SapperError as error:  # drills also work without a database
        suffix = f"; {error.hint}" if error.hint else ""
        print(f"note: answers are not saved: {error}{suffix}", file=sys.stderr)
    answer_count = correct_count = 0
    try:
        while (drill := run_blocking(next_drill())) is not None:
            is_correct = _ask(drill, service)
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
    from rich.console import Console

    from sapper.cli.board_printer import draw_board
    from sapper.play.computation import run_blocking

    console = Console(highlight=False, soft_wrap=True)
    grade = 0
    console.print(f"\n{drill.theme}, {drill.view.mines} mines")
    _draw(console, draw_board(drill.view))
    console.print(f"{drill.question} (type a cell such as C4, or guess, hint or quit)")
    while line := sys.stdin.readline():
        word = line.strip().lower()
        if word in ("quit", "q", "exit"):
            return None
        if word in ("hint", "h", "?"):
            grade = min(grade + 1, 2)
            shown = drill.hint.grades[grade - 1]
            _draw(console, draw_board(drill.view, shown.highlights))
            console.print(shown.text, markup=False)
            continue
        if not word:
            continue
        try:
            cell = None if word == "guess" else _read_cell(word, drill)
            result = run_blocking(service.drills.answer(service.player, drill, cell)).result
        except IllegalMove as error:
            print(f"error: {error}", file=sys.stderr)
            continue
        _draw(console, draw_board(drill.view, drill.hint.grades[2].highlights))
        console.print(f"{result.verdict} {result.explanation}", markup=False)
        return result.is_correct
    return None


def _draw(console: "Console", lines: "Iterator[Text]") -> None:
    for line in lines:
        console.print(line)


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
