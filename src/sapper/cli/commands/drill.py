"""`sapper drill`: positions to practise on, by theme or from the mistakes of a game."""

import json
import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import read_recorded_game
from sapper.cli.options import SeedOption
from sapper.cli.terminal import PlainOption, is_terminal
from sapper.errors import IllegalMove, InvalidOption, SapperError, quoted
from sapper.game.cell_names import cell_name, row_number
from sapper.game.game import choose_seed
from sapper.game.rules import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from sapper.coach.drill_builder import Drill
    from sapper.tui.drill_source import Source
    from sapper.tui.persistence import Keeper

_COUNT = 5
_MOST = 1000
_CELL = re.compile(r"([a-z]{1,3})\s*(\d{1,4})", re.IGNORECASE | re.ASCII)

ThemeArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[THEME]",
        help="single-clue, subset, 1-2-x, chain, mine-count, fifty-fifty or best-guess; "
        "each in turn if not given.",
    ),
]
CountOption = Annotated[
    int | None,
    typer.Option(
        "--count", metavar="N", help="How many drills: 5 in lines of text, else until you leave."
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from", metavar="FILE", help="Take the mistakes of a recorded game; - reads stdin."
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="One JSON object per line, answers included.")
]


def drill_command(
    theme: ThemeArgument = None,
    count: CountOption = None,
    seed: SeedOption = None,
    from_file: FromOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> int:
    """Ask for the right cell, what is due for you first, and prove the answer."""
    if count is not None and not 1 <= count <= _MOST:
        raise InvalidOption(f"cannot make {count} drills: choose from 1 to {_MOST}")
    if as_json:
        number = count or _COUNT
        drills = _made(theme, number, seed) if from_file is None else _own(theme, number, from_file)
        for drill in drills:
            print(json.dumps(drill.to_json()), flush=True)
        return 0
    on_screen = is_terminal() and not plain and from_file != "-"
    if count is None:
        count = _MOST if on_screen else _COUNT
    return (_drill_on_screen if on_screen else _drill_in_lines)(theme, count, seed, from_file)


def _source(
    keeper: "Keeper", theme: str | None, count: int, seed: int | None, from_file: str | None
) -> "Source":
    """Return where drills come from: a file, or the player's own. Raises SapperError."""
    from sapper.coach.drill_builder import check_theme
    from sapper.game.game import check_seed
    from sapper.tui.drill_source import drills_of_list, drills_of_player

    if from_file is not None:
        return drills_of_list(_own(theme, count, from_file))
    wanted = None if theme is None else check_theme(theme)
    own = drills_of_player(keeper, wanted, None if seed is None else check_seed(seed))
    return drills_of_list(drill for _ in range(count) if (drill := own()) is not None)


def _drill_on_screen(theme: str | None, count: int, seed: int | None, from_file: str | None) -> int:
    from sapper.tui.persistence import Keeper
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.drill_screen import DrillScreen

    keeper = Keeper()
    source = _source(keeper, theme, count, seed, from_file)
    keeper.open()
    return run(DrillScreen(source, keeper), keeper)


def _drill_in_lines(theme: str | None, count: int, seed: int | None, from_file: str | None) -> int:
    from sapper.tui.persistence import Keeper

    keeper = Keeper()
    source = _source(keeper, theme, count, seed, from_file)
    try:
        keeper.open()
    except SapperError as error:  # a pipe may run where nothing can be kept
        print(f"note: answers are not kept: {error}", file=sys.stderr)
    try:
        _ask_all(source, keeper)
    finally:
        keeper.close()
    return 0


def _made(theme: str | None, count: int, seed: int | None) -> "Iterator[Drill]":
    from sapper.coach.drill_builder import THEMES, check_theme, make_drill
    from sapper.game.game import MAX_SEED, check_seed

    first = choose_seed() if seed is None else check_seed(seed)
    themes = THEMES if theme is None else (check_theme(theme),)
    return (
        make_drill(themes[number % len(themes)], (first + number) % (MAX_SEED + 1))
        for number in range(count)
    )


def _own(theme: str | None, count: int, name: str) -> "Iterator[Drill]":
    from sapper.coach.drill_builder import check_theme, drills_from
    from sapper.coach.game_review import review

    wanted = None if theme is None else check_theme(theme)
    mistakes = drills_from(review(read_recorded_game(name)))
    found = [drill for drill in mistakes if wanted is None or drill.theme == wanted]
    if not found:
        kind = f" of the theme {wanted}" if mistakes else ""
        print(f"no mistake{kind} to learn from in this game", file=sys.stderr)
    return iter(found[:count])


def _ask_all(source: "Source", keeper: "Keeper") -> None:
    from sapper.tui.drill_source import keep_answer

    asked = right = 0
    while (drill := source()) is not None:
        answer = _ask(drill)
        if answer is None:
            break
        asked += 1
        right += answer
        keep_answer(keeper, drill, is_right=answer)
    if asked:
        print(f"{right} of {asked} right")


def _ask(drill: "Drill") -> bool | None:
    """Ask until there is an answer; return whether it was right, None when the player stops."""
    from rich.console import Console

    from sapper.cli.board_text import draw_board
    from sapper.cli.commands.hint import marks_of
    from sapper.coach.drill_builder import answer_drill

    console = Console(highlight=False, soft_wrap=True)
    grade = 0
    console.print(f"\n{drill.theme}, {drill.view.mines} mines")
    _draw(console, draw_board(drill.view, {}))
    console.print(f"{drill.question} (a cell such as C4, guess, hint or quit)")
    while line := sys.stdin.readline():
        word = line.strip().lower()
        if word in ("quit", "q", "exit"):
            return None
        if word in ("hint", "h", "?"):
            grade = min(grade + 1, 2)
            _draw(console, draw_board(drill.view, marks_of(drill.hint, grade)))
            console.print(drill.hint.grades[grade - 1].text, markup=False)
            continue
        if not word:
            continue
        try:
            verdict = answer_drill(drill, None if word == "guess" else _read_cell(word, drill))
        except IllegalMove as error:
            print(f"error: {error}", file=sys.stderr)
            continue
        _draw(console, draw_board(drill.view, marks_of(drill.hint, 3)))
        console.print(verdict.text, markup=False)
        return verdict.is_right
    return None


def _draw(console: "Console", lines: "Iterator[Text]") -> None:
    for line in lines:
        console.print(line)


def _read_cell(text: str, drill: "Drill") -> Cell:
    match = _CELL.fullmatch(text)
    if not match:
        raise IllegalMove(f"not a cell: {quoted(text)}; type a row and a column such as C4")
    cell = row_number(match[1]), int(match[2]) - 1
    rules = drill.view.rules
    if not rules.contains(cell):
        last = cell_name((rules.height - 1, rules.width - 1))
        raise IllegalMove(f"{quoted(text.upper())} is off the board: cells are A1 to {last}")
    return cell
