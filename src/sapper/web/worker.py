"""The process that thinks for the server: one question per line of JSON, one answer per line.

Its first line says that it is ready.

It runs apart so that a slow strategy holds up nobody who plays, and can be ended when it takes too
long. `main` reads questions until its input ends, as when the server dies.
"""

import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sapper.coach import drill_builder
from sapper.coach.game_review import Review
from sapper.coach.graded_hints import hint as coach_hint
from sapper.errors import BudgetExceeded, IllegalMove, SapperError
from sapper.game.rules import Rules, Start
from sapper.game.view import parse_view
from sapper.generate.certificate import Difficulty
from sapper.inference.analysis import Budget, analyse
from sapper.inference.rollouts import think_about
from sapper.session import Session

# A thousand steps of a large board with its rows would be megabytes.
_MAX_ROW_CHARACTERS = 200_000
# The most drills that one game gives; who lost so often has enough to learn from.
_MAX_LESSONS = 20
# Less than this is no time even for the usual positions, which take a thousandth of it.
_MIN_SECONDS = 0.02
# An analysis is played to its end for so long at most, or so often.
_THINK_SECONDS = 0.4
_THINK_GAMES = 2000


def play(record: str, strategy: str | None, steps: int, seconds: float) -> dict[str, Any]:
    """Return up to so many steps of a strategy, fewer when the time is over."""
    session = Session.load(record)
    if session.game.is_over:
        raise IllegalMove(f"the AI cannot move: the game is {session.game.status}")
    end = time.monotonic() + seconds
    with_rows = session.rules.cell_count * steps <= _MAX_ROW_CHARACTERS
    made: list[dict[str, Any]] = []
    stopped = None
    try:
        for step in session.play_to_end(strategy):
            rows = {"rows": session.snapshot()["rows"]} if with_rows else {}
            made.append({**step.to_json(), **rows})
            if len(made) == steps:
                break
            if time.monotonic() > end:
                stopped = f"the AI stopped after {seconds:g} seconds"
                break
    except IllegalMove as error:
        if not made:
            raise
        stopped = str(error)
    return {"steps": made, "stopped": stopped}


def hint(record: str, grade: int, seconds: float) -> dict[str, Any]:
    """Return the next move of a game and why."""
    return Session.load(record).hint(grade, budget=Budget(seconds=seconds))


def no_guess(
    size: str,
    start: Start,
    seed: int | None,
    difficulty: Difficulty | None,
    practice: bool,
    seconds: float,
) -> str:
    """Return the record of a new game on a board that needs no guess."""
    rules = Rules.parse(size, start=start)
    return Session.without_guessing(
        rules, seed, difficulty=difficulty, practice=practice, seconds=seconds
    ).save()


def review(record: str, seconds: float) -> dict[str, Any]:
    """Return what there is to say of every move."""
    return _review(record, seconds).to_json()


def lessons(record: str, seconds: float) -> dict[str, Any]:
    """Return what a finished game teaches: its accuracy, and a drill for each mistake."""
    judged = _review(record, seconds)
    found = drill_builder.drills_from(judged)[:_MAX_LESSONS]
    return {
        "accuracy": judged.accuracy,
        "drills": [{"id": d.id, "theme": d.theme, "position": d.position} for d in found],
    }


def _review(record: str, seconds: float) -> Review:
    session = Session.load(record)
    each = seconds / max(session.game.version, 1)
    return session.review(budget=Budget(seconds=max(each, _MIN_SECONDS)))


def make_drill(theme: str | None, seed: int) -> dict[str, Any]:
    """Return a new drill, of any theme if none is named."""
    chosen = drill_builder.THEMES[seed % len(drill_builder.THEMES)] if theme is None else theme
    return drill_builder.make_drill(drill_builder.check_theme(chosen), seed).to_json()


def read_drill(position: str, theme: str) -> dict[str, Any]:
    """Return the drill of a position that was asked before."""
    return drill_builder.drill_of(parse_view(position), drill_builder.check_theme(theme)).to_json()


def answer_drill(position: str, theme: str, cell: list[int] | None) -> dict[str, Any]:
    """Return whether an answer is right, and why."""
    drill = drill_builder.drill_of(parse_view(position), drill_builder.check_theme(theme))
    verdict = drill_builder.answer_drill(drill, (cell[0], cell[1]) if cell else None)
    return {**verdict.to_json(), "hint": drill.hint.to_json()}


def odds(record: str, seconds: float) -> dict[str, Any]:
    """Return the odds of a game's position."""
    return Session.load(record).odds(budget=Budget(seconds=seconds))


def analysis(position: str, seconds: float) -> dict[str, Any]:
    """Return the odds of any position."""
    view = parse_view(position)
    budget = Budget(seconds=seconds / 2)
    odds = analyse(view, budget=budget)
    answer = odds.to_json()
    if odds.exact:
        thinking = min(_THINK_SECONDS, seconds / 4)
        answer["thought"] = think_about(odds, seconds=thinking, games=_THINK_GAMES).to_json()
    try:
        advice = coach_hint(view, budget=budget).to_json()
    except (IllegalMove, BudgetExceeded):  # nothing left to do, or nothing to be found
        advice = None
    return {**answer, "text": str(view), "hint": advice}


QUESTIONS: dict[str, Callable[..., Any]] = {
    "play": play,
    "hint": hint,
    "odds": odds,
    "no_guess": no_guess,
    "review": review,
    "lessons": lessons,
    "make_drill": make_drill,
    "read_drill": read_drill,
    "answer_drill": answer_drill,
    "analysis": analysis,
}


def answer_to(line: str) -> dict[str, Any]:
    """Return the answer to one question, or the error of Sapper that it ended in."""
    question = json.loads(line)
    try:
        return {"answer": QUESTIONS[question["ask"]](**question["with"])}
    except SapperError as error:
        return {
            "error": {
                "type": type(error).__name__,
                "message": str(error),
                "hint": error.hint,
                "cell": getattr(error, "cell", None),
            }
        }
    except MemoryError:
        return {
            "error": {
                "type": "BudgetExceeded",
                "message": "this needs more memory than one question may have",
                "hint": "choose a smaller board",
                "cell": None,
            }
        }


def limit_memory(megabytes: int) -> None:
    """Let this process have so much memory and no more, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows has none
        return
    most = megabytes * 2**20
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        mapped = pages * resource.getpagesize()
    except (OSError, ValueError):
        mapped = 0
    # Under a sanitizer a process has terabytes that it never uses.
    if mapped < most:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main(megabytes: int) -> None:
    """Answer until there is nobody who asks."""
    limit_memory(megabytes)
    # Ctrl-C in a terminal reaches all processes; the server decides when this one ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer_to(line)) + "\n")
        sys.stdout.flush()
