"""The process that thinks for the server: one question per line of JSON, one answer per line.

It runs apart so that a slow strategy holds up nobody who plays, and can be ended when it takes too
long. `python -m sapper.web.thinker` reads questions until its input ends, as when the server dies.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from sapper.coach.hints import hint as coach_hint
from sapper.errors import BudgetExceeded, IllegalMove, SapperError
from sapper.game.view import parse_view
from sapper.inference.exact import Budget, analyse
from sapper.session import Session

# A thousand steps of a large board with its rows would be megabytes.
_MOST_ROW_CHARACTERS = 200_000


def play(record: str, strategy: str | None, steps: int, seconds: float) -> dict[str, Any]:
    """Return up to so many steps of a strategy, fewer when the time is over."""
    session = Session.load(record)
    if session.game.is_over:
        raise IllegalMove(f"the AI cannot move: the game is {session.game.status}")
    end = time.monotonic() + seconds
    with_rows = session.rules.cell_count * steps <= _MOST_ROW_CHARACTERS
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


def odds(record: str, seconds: float) -> dict[str, Any]:
    """Return the odds of a game's position."""
    return Session.load(record).odds(budget=Budget(seconds=seconds))


def analysis(position: str, seconds: float) -> dict[str, Any]:
    """Return the odds of any position."""
    view = parse_view(position)
    budget = Budget(seconds=seconds / 2)
    answer = analyse(view, budget=budget).to_json()
    try:
        advice = coach_hint(view, budget=budget).to_json()
    except (IllegalMove, BudgetExceeded):  # nothing left to do, or nothing to be found
        advice = None
    return {**answer, "text": str(view), "hint": advice}


QUESTIONS: dict[str, Callable[..., Any]] = {
    "play": play,
    "hint": hint,
    "odds": odds,
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


def main() -> None:
    """Answer until there is nobody who asks."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer_to(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
