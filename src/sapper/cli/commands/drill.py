"""The `sapper drill` command, which presents practice positions from a theme or a game."""

import json
import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import read_recorded_game
from sapper.cli.shared_options import SeedOption
from sapper.cli.terminal import PlainOption, is_terminal
from sapper.errors import IllegalMove, InvalidOption, SapperError, short_repr
from sapper.game.cell_names import cell_name, row_number
from sapper.game.rules import Cell
from sapper.game.seeds import random_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from sapper.coach.drill_builder import Drill
    from sapper.tui.drill_source import DrillSource
    from sapper.tui.persistence import GamePersistence

_DEFAULT_COUNT = 5
_MAX_COUNT = 1000
_CELL = re.compile(r"([a-z]{1,3})\s*(\d{1,4})", re.IGNORECASE | re.ASCII)

ThemeArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="THEME",
        help="Practise one theme: single-clue, subset, 1-2-x, chain, mine-count, fifty-fifty or "
        "best-guess.",
        show_default="all themes in turn",
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

    Drills that are due come first, and every answer is explained.
    """
    if count is not None and not 1 <= count <= _MAX_COUNT:
        raise InvalidOption(f"--count must be from 1 to {_MAX_COUNT}, not {count}")
    if as_json:
        number = count or _DEFAULT_COUNT
        drills = (
            _new_drills(theme, number, seed)
            if from_file is None
            else _drills_from_game(theme, number, from_file)
        )
        for drill in drills:
            print(json.dumps(drill.to_json()), flush=True)
        return 0
    on_screen = is_terminal() and not plain and from_file != "-"
    if count is None:
        count = _MAX_COUNT if on_screen else _DEFAULT_COUNT
    return (_drill_on_screen if on_screen else _drill_in_plain_mode)(theme, count, seed, from_file)


def _source(
    persistence: "GamePersistence",
    theme: str | None,
    count: int,
    seed: int | None,
    from_file: str | None,
) -> "DrillSource":
    """Return a source of drills from a recorded game or from the player's deck.

    Raises SapperError if an argument is invalid.
    """
    from sapper.coach.drill_builder import check_theme
    from sapper.game.seeds import check_seed
    from sapper.tui.drill_source import drills_for_player, drills_from_list

    if from_file is not None:
        return drills_from_list(_drills_from_game(theme, count, from_file))
    checked_theme = None if theme is None else check_theme(theme)
    checked_seed = None if seed is None else check_seed(seed)
    next_drill = drills_for_player(persistence, checked_theme, checked_seed)
    return drills_from_list(drill for _ in range(count) if (drill := next_drill()) is not None)


def _drill_on_screen(theme: str | None, count: int, seed: int | None, from_file: str | None) -> int:
    from sapper.tui.persistence import GamePersistence
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.drill_screen import DrillScreen

    persistence = GamePersistence()
    source = _source(persistence, theme, count, seed, from_file)
    persistence.open()
    return run(DrillScreen(source, persistence), persistence)


def _drill_in_plain_mode(
    theme: str | None, count: int, seed: int | None, from_file: str | None
) -> int:
    from sapper.tui.persistence import GamePersistence

    persistence = GamePersistence()
    source = _source(persistence, theme, count, seed, from_file)
    try:
        persistence.open()
    except SapperError as error:  # drills also work without a database
        print(f"note: answers are not saved: {error}", file=sys.stderr)
    try:
        _ask_all(source, persistence)
    finally:
        persistence.close()
    return 0


def _new_drills(theme: str | None, count: int, seed: int | None) -> "Iterator[Drill]":
    from sapper.coach.drill_builder import THEMES, check_theme, make_drill
    from sapper.game.seeds import MAX_SEED, check_seed

    first = random_seed() if seed is None else check_seed(seed)
    themes = THEMES if theme is None else (check_theme(theme),)
    return (
        make_drill(themes[number % len(themes)], (first + number) % (MAX_SEED + 1))
        for number in range(count)
    )


def _drills_from_game(theme: str | None, count: int, name: str) -> "Iterator[Drill]":
    from sapper.coach.drill_builder import check_theme, drills_from_review
    from sapper.coach.game_review import review

    chosen = None if theme is None else check_theme(theme)
    mistakes = drills_from_review(review(read_recorded_game(name)))
    drills = [drill for drill in mistakes if chosen is None or drill.theme == chosen]
    if not drills:
        suffix = f" with the theme {chosen}" if mistakes else ""
        print(f"this game contains no mistakes{suffix}", file=sys.stderr)
    return iter(drills[:count])


def _ask_all(source: "DrillSource", persistence: "GamePersistence") -> None:
    from sapper.tui.drill_source import save_answer

    answer_count = correct_count = 0
    while (drill := source()) is not None:
        is_correct = _ask(drill)
        if is_correct is None:
            break
        answer_count += 1
        correct_count += is_correct
        save_answer(persistence, drill, is_correct=is_correct)
    if answer_count:
        print(f"{correct_count} of {answer_count} correct")


def _ask(drill: "Drill") -> bool | None:
    """Return whether the player's answer is correct, or None if the player quits."""
    from rich.console import Console

    from sapper.cli.board_printer import draw_board
    from sapper.cli.commands.hint import highlights_of
    from sapper.coach.drill_builder import check_answer

    console = Console(highlight=False, soft_wrap=True)
    grade = 0
    console.print(f"\n{drill.theme}, {drill.view.mines} mines")
    _draw(console, draw_board(drill.view, {}))
    console.print(f"{drill.question} (type a cell such as C4, guess, hint or quit)")
    while line := sys.stdin.readline():
        word = line.strip().lower()
        if word in ("quit", "q", "exit"):
            return None
        if word in ("hint", "h", "?"):
            grade = min(grade + 1, 2)
            _draw(console, draw_board(drill.view, highlights_of(drill.hint, grade)))
            console.print(drill.hint.grades[grade - 1].text, markup=False)
            continue
        if not word:
            continue
        try:
            verdict = check_answer(drill, None if word == "guess" else _read_cell(word, drill))
        except IllegalMove as error:
            print(f"error: {error}", file=sys.stderr)
            continue
        _draw(console, draw_board(drill.view, highlights_of(drill.hint, 3)))
        console.print(verdict.text, markup=False)
        return verdict.is_correct
    return None


def _draw(console: "Console", lines: "Iterator[Text]") -> None:
    for line in lines:
        console.print(line)


def _read_cell(text: str, drill: "Drill") -> Cell:
    match = _CELL.fullmatch(text)
    if not match:
        raise IllegalMove(
            f"unknown answer {short_repr(text)}: type a cell such as C4, guess, hint or quit"
        )
    cell = row_number(match[1]), int(match[2]) - 1
    rules = drill.view.rules
    if not rules.contains(cell):
        last = cell_name((rules.height - 1, rules.width - 1))
        raise IllegalMove(
            f"{short_repr(text.upper())} is off the board: valid cells are A1 to {last}"
        )
    return cell
