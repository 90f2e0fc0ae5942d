"""The `sapper puzzle` command, which shows puzzles and checks the answers."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.input_files import read_recorded_game
from sapper.cli.shared_options import SeedOption
from sapper.cli.terminal_detection import PlainOption, plain_console, uses_full_screen
from sapper.errors import IllegalMove, InvalidOption, NotFound, SapperError, short_repr
from sapper.game.cell_names import cell_name, parse_cell_name
from sapper.game.seeds import check_seed, random_seed
from sapper.game.wording import counted

if TYPE_CHECKING:
    from sapper.coach.puzzle_builder import Answer, Puzzle
    from sapper.play.local_service import LocalService
    from sapper.play.puzzle_service import PuzzleMode, PuzzleResult, ShownPuzzle
    from sapper.play.puzzle_stream import PuzzleStream

_DEFAULT_COUNT = 5


def puzzle_command(
    theme: Annotated[
        str | None,
        typer.Argument(
            metavar="THEME",
            help="Practise one theme from easy to hard, such as 1-2-1, chain or counting.",
            show_default="all kinds in a terminal, otherwise rated puzzles",
        ),
    ] = None,
    mistakes: Annotated[
        bool, typer.Option("--mistakes", help="Repeat the missed puzzles that are due.")
    ] = False,
    rush: Annotated[
        bool,
        typer.Option(
            "--rush", help="Solve as many puzzles as you can in three minutes, with three lives."
        ),
    ] = False,
    count: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Limit the number of puzzles.",
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
        bool, typer.Option("--json", help="Print one JSON object per puzzle, with the answer.")
    ] = False,
    plain: PlainOption = False,
) -> int:
    """Solve puzzles in the terminal.

    Every answer is explained, and a counterexample refutes a wrong cell.
    """
    from sapper.coach.puzzle_builder import check_theme
    from sapper.play.computation import compute_in_thread, compute_inline, run_blocking
    from sapper.play.local_service import LocalService
    from sapper.play.puzzle_stream import MAX_PUZZLES, StoredPuzzles

    if count is not None and not 1 <= count <= MAX_PUZZLES:
        raise InvalidOption(f"--count must be between 1 and {MAX_PUZZLES}, not {count}")
    if sum((theme is not None, mistakes, rush)) > 1:
        raise InvalidOption("a theme, --mistakes and --rush cannot be combined")
    chosen = None if theme is None else check_theme(theme)
    if seed is not None:
        check_seed(seed)
    elif as_json:
        seed = random_seed()
    on_screen = uses_full_screen(plain=plain or as_json or from_file == "-")
    if count is None:
        count = MAX_PUZZLES if on_screen else _DEFAULT_COUNT
    service = LocalService(compute_in_thread if on_screen else compute_inline)
    if from_file is not None:
        puzzles = _mistakes_of_game(service, from_file, chosen, count)
    else:
        mode: PuzzleMode = (
            "rush" if rush else "mistakes" if mistakes else "rated" if chosen is None else "theme"
        )
        puzzles = StoredPuzzles(service, mode, theme=chosen, seed=seed, count=count)
    if as_json:
        while (shown := run_blocking(puzzles.next())) is not None:
            print(json.dumps(shown.puzzle.to_json()), flush=True)
    elif on_screen:
        from sapper.tui.sapper_app import run
        from sapper.tui.screens.puzzle_list_screen import PuzzlesScreen
        from sapper.tui.screens.puzzle_screen import PuzzleScreen

        service.open()
        is_chosen = chosen or mistakes or rush or from_file or seed is not None
        return run(PuzzleScreen(puzzles) if is_chosen else PuzzlesScreen(), service)
    else:
        _ask_all(puzzles, service)
    return 0


def _mistakes_of_game(
    service: "LocalService", name: str, theme: str | None, count: int
) -> "PuzzleStream":
    """Return puzzles built from the mistakes in a recorded game."""
    from sapper.play.computation import run_blocking
    from sapper.play.puzzle_stream import GivenPuzzles

    game = read_recorded_game(name)
    mistakes = run_blocking(service.evaluate_game(service.player, game)).puzzles
    puzzles = [puzzle for puzzle in mistakes if theme is None or puzzle.theme == theme]
    if not puzzles:
        suffix = f" with the theme {theme}" if mistakes else ""
        print(f"this game contains no mistakes{suffix}", file=sys.stderr)
    return GivenPuzzles(puzzles[:count])


def _ask_all(puzzles: "PuzzleStream", service: "LocalService") -> None:
    from sapper.play.computation import run_blocking

    try:
        service.open()
    except SapperError as error:  # Puzzles also work without a database.
        suffix = f"; {error.hint}" if error.hint else ""
        print(f"note: answers are not saved: {error}{suffix}", file=sys.stderr)
    answer_count = correct_count = 0
    try:
        while True:
            try:
                shown = run_blocking(puzzles.next())
            except NotFound as error:
                if not answer_count:
                    raise
                print(error)
                break
            if shown is None:
                break
            result = _ask(shown, service)
            if result is None:
                break
            answer_count += 1
            correct_count += result.result.is_correct
    finally:
        service.close()
    if answer_count:
        print(f"{correct_count} of {answer_count} correct")


def _ask(shown: "ShownPuzzle", service: "LocalService") -> "PuzzleResult | None":
    """Show a puzzle and return the assessment of the answer, or None if the player quits."""
    from sapper.cli.board_printer import draw_board
    from sapper.coach.highlights import highlight
    from sapper.play.computation import run_blocking

    console = plain_console()
    puzzle, grade = shown.puzzle, 0
    marked = highlight(area=puzzle.marked)
    title = f"{puzzle.theme}, " if shown.mode in ("theme", "mistakes") else ""
    console.print(
        f"\n{title}{counted(puzzle.view.mines, 'mine')}", *draw_board(puzzle.view, marked), sep="\n"
    )
    expected = "a number" if puzzle.kind == "count" else "a cell such as C4, 'guess'"
    console.print(f"{puzzle.question} (type {expected}, 'hint' or 'quit')")
    while line := sys.stdin.readline():
        word = line.strip().lower()
        if word in ("quit", "q", "exit"):
            return None
        if word in ("hint", "h", "?"):
            grade = min(grade + 1, 2)
            hint = puzzle.grades[grade - 1]
            console.print(*draw_board(puzzle.view, hint.highlights), hint.text, sep="\n")
            continue
        if not word:
            continue
        try:
            answer = _read_answer(word, puzzle)
            result = run_blocking(
                service.puzzles.answer_shown(service.player, shown, answer, is_hinted=grade > 0)
            )
        except IllegalMove as error:
            print(f"error: {error}", file=sys.stderr)
            continue
        _print_result(result)
        return result
    return None


def _print_result(result: "PuzzleResult") -> None:
    from sapper.cli.board_printer import draw_board
    from sapper.coach.counterexample import with_layout

    console = plain_console()
    puzzle, found = result.puzzle, result.result
    if found.counterexample is not None:
        console.print("A layout that refutes your answer:")
        console.print(*draw_board(with_layout(puzzle.view, found.counterexample)), sep="\n")
    console.print(
        *draw_board(puzzle.view, found.highlights),
        f"{found.verdict} {found.explanation}",
        sep="\n",
    )
    if result.after != result.before:
        change = round(result.after.value) - round(result.before.value)
        console.print(f"Rating: {result.after.value:.0f} ({change:+d}), theme: {puzzle.theme}")
    if result.run is not None:
        run = result.run
        console.print(f"Score {run.score}, {run.lives} lives, {run.seconds_left:.0f} s left")


def _read_answer(text: str, puzzle: "Puzzle") -> "Answer":
    from sapper.coach.puzzle_builder import Answer

    if text == "guess":
        return Answer()
    if puzzle.kind == "count":
        if not (text.isascii() and text.isdecimal() and len(text) <= 4):
            raise IllegalMove(f"unknown answer {short_repr(text)}: type a number, 'hint' or 'quit'")
        return Answer(number=int(text))
    cell = parse_cell_name("".join(text.split()))
    if cell is None:
        raise IllegalMove(
            f"unknown answer {short_repr(text)}: type a cell such as C4, 'guess', 'hint' or 'quit'"
        )
    rules = puzzle.view.rules
    if not rules.contains(cell):
        last = cell_name((rules.height - 1, rules.width - 1))
        raise IllegalMove(
            f"{short_repr(text.upper())} is off the board: valid cells are A1 to {last}"
        )
    return Answer(cell)
