"""The `sapper learn` command, which teaches Minesweeper with interactive lessons."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.plain_mode import parse_move
from sapper.cli.terminal_detection import PlainOption, plain_console, uses_full_screen
from sapper.errors import IllegalMove, SapperError, short_repr
from sapper.game.view import parse_view

if TYPE_CHECKING:
    from sapper.coach.lesson_content import Step
    from sapper.play.lesson_feedback import LessonMove
    from sapper.play.lesson_service import LessonStatus
    from sapper.play.local_service import LocalService

_COMMANDS = "'O A1' reveals, 'M A1' flags, 'C A1' chords; or type 'again', 'skip' or 'quit'"


class _Quit(Exception):
    """An exception raised when the learner quits."""


def learn(
    lesson: Annotated[
        str | None,
        typer.Argument(
            metavar="LESSON",
            help="The name or number of a lesson, as shown by --list.",
            show_default="all lessons in a terminal, otherwise the first that is not completed",
        ),
    ] = None,
    list_only: Annotated[
        bool, typer.Option("--list", help="List the lessons with your progress.")
    ] = False,
    plain: PlainOption = False,
) -> int:
    """Learn to play with short interactive lessons.

    The lessons lead from the first click to expert play.
    """
    from sapper.play.computation import compute_in_thread, compute_inline, run_blocking
    from sapper.play.local_service import LocalService

    on_screen = uses_full_screen(plain=plain or list_only)
    service = LocalService(compute_in_thread if on_screen else compute_inline)
    try:
        service.open()
    except SapperError as error:  # Lessons also work without a database.
        print(f"note: progress is not saved: {error}", file=sys.stderr)
    try:
        lessons = run_blocking(service.lessons.list_lessons(service.player))
        if list_only:
            _print_lessons(lessons)
        elif on_screen:
            return _run_screen(service, lessons, lesson)
        else:
            _teach(service, _choose(lessons, lesson))
    finally:
        service.close()
    return 0


def _run_screen(service: "LocalService", lessons: "list[LessonStatus]", name: str | None) -> int:
    """Open the named lesson, or the list of lessons if no lesson is named."""
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.lesson_list_screen import LessonsScreen
    from sapper.tui.screens.lesson_screen import LessonScreen

    if name is None:
        return run(LessonsScreen(), service)
    chosen = _choose(lessons, name)
    return run(LessonScreen(chosen.lesson, chosen.completed), service)


def _print_lessons(lessons: "list[LessonStatus]") -> None:
    for number, status in enumerate(lessons, start=1):
        done, total = len(status.completed), len(status.lesson.steps)
        mark = "x" if status.is_completed else " "
        print(
            f"[{mark}] {number:>2}  {status.lesson.id:<18} {status.lesson.title} ({done}/{total})"
        )


def _choose(lessons: "list[LessonStatus]", name: str | None) -> "LessonStatus":
    """Return the named lesson, or the first lesson that has not been completed.

    Raises NotFound if no lesson has that name.
    """
    from sapper.coach.lesson_content import find_lesson

    if name is None:
        unfinished = (status for status in lessons if not status.is_completed)
        return next(unfinished, lessons[0])
    if name.isdecimal() and 0 < int(name) <= len(lessons):
        return lessons[int(name) - 1]
    found = find_lesson(name)
    return next(status for status in lessons if status.lesson == found)


def _teach(service: "LocalService", status: "LessonStatus") -> None:
    """Present the steps of a lesson until it is completed or the learner quits."""
    lesson = status.lesson
    print(f"{lesson.title}\n{lesson.summary}")
    try:
        for number, step in enumerate(lesson.steps, start=1):
            print(f"\n{number}/{len(lesson.steps)} {step.heading}\n{step.text}")
            _present(service, lesson.id, number, step)
    except _Quit:
        return
    print("\nEnd of the lesson. Type sapper learn for the next one.")


def _present(service: "LocalService", lesson_id: str, number: int, step: "Step") -> None:
    """Let the learner work on a step until the goal is reached or the step is skipped."""
    from sapper.cli.board_printer import draw_board
    from sapper.play.computation import run_blocking

    console = plain_console()
    made: list[LessonMove] = []
    view = step.view
    console.print(*draw_board(view), f"Mines: {view.mines}. {_COMMANDS}.", sep="\n")
    while word := _read_word():
        if word in ("again", "a"):
            made.clear()
            console.print(*draw_board(step.view), sep="\n")
            continue
        try:
            move = _parse(word)
            attempt = run_blocking(
                service.lessons.attempt(service.player, lesson_id, number, [*made, move])
            )
        except IllegalMove as error:
            print(f"error: {error}", file=sys.stderr)
            continue
        feedback = attempt.feedback
        assert feedback is not None  # noqa: S101  # there is at least one move
        if feedback.is_made:
            made.append(move)
        view = parse_view("\n".join([str(step.view.rules), *attempt.rows]))
        console.print(*draw_board(view, feedback.highlights), feedback.text, sep="\n")
        if attempt.is_done:
            print(step.success)
            return


def _read_word() -> str | None:
    """Return the learner's next command, or None if the learner skips the step.

    Raises _Quit at the end of the input.
    """
    while line := sys.stdin.readline():
        word = "".join(line.split()).lower()
        if word in ("quit", "q", "exit"):
            raise _Quit
        if word in ("skip", "s"):
            return None
        if word:
            return word
    raise _Quit


def _parse(word: str) -> "LessonMove":
    if (move := parse_move(word)) is None:
        raise IllegalMove(f"unknown command {short_repr(word)}: {_COMMANDS}")
    return move
