"""The worker process, which reads one job per line of JSON and writes one result per line.

The first line of output reports that the worker is ready. Workers are separate processes, so that
slow jobs do not delay other requests and can be killed if they take too long. `main` runs until its
input ends, which also happens when the server dies.
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
from sapper.inference.analysis import analyse
from sapper.inference.budget import Budget
from sapper.inference.rollout_search import search_rollouts
from sapper.session import Session

# The rows of a thousand steps on a large board would take up megabytes.
_MAX_ROW_CHARACTERS = 200_000
_MAX_DRILLS_PER_GAME = 20
# The shortest budget for one position in a review. A typical position needs a thousandth of this.
_MIN_POSITION_SECONDS = 0.02
# Limits for the rollout search in an analysis.
_MAX_ROLLOUT_SECONDS = 0.4
_MAX_ROLLOUT_GAMES = 2000


def play_steps(record: str, strategy: str | None, steps: int, seconds: float) -> dict[str, Any]:
    """Return up to `steps` moves by a strategy, or fewer if the time runs out."""
    session = Session.load(record)
    if session.game.is_over:
        raise IllegalMove(f"the AI cannot move: the game is {session.game.status}")
    deadline = time.monotonic() + seconds
    has_rows = session.rules.cell_count * steps <= _MAX_ROW_CHARACTERS
    made: list[dict[str, Any]] = []
    stopped = None
    try:
        for step in session.play_to_end(strategy):
            rows = {"rows": session.snapshot()["rows"]} if has_rows else {}
            made.append({**step.to_json(), **rows})
            if len(made) == steps:
                break
            if time.monotonic() > deadline:
                stopped = f"the AI stopped after {seconds:g} seconds"
                break
    except IllegalMove as error:
        if not made:
            raise
        stopped = str(error)
    return {"steps": made, "stopped": stopped}


def hint(record: str, grade: int, seconds: float) -> dict[str, Any]:
    """Return a hint for a game."""
    return Session.load(record).hint(grade, budget=Budget(seconds=seconds))


def new_no_guess_game(
    size: str,
    start: Start,
    seed: int | None,
    difficulty: Difficulty | None,
    practice: bool,
    seconds: float,
) -> str:
    """Return the record of a new game on a board that can be solved without guessing."""
    rules = Rules.parse(size, start=start)
    return Session.without_guessing(
        rules, seed, difficulty=difficulty, practice=practice, seconds=seconds
    ).save()


def review(record: str, seconds: float) -> dict[str, Any]:
    """Return the review of a game."""
    return _review(record, seconds).to_json()


def find_mistakes(record: str, seconds: float) -> dict[str, Any]:
    """Return the accuracy of a finished game and a drill for each mistake."""
    found = _review(record, seconds)
    drills = drill_builder.drills_from_review(found)[:_MAX_DRILLS_PER_GAME]
    return {
        "accuracy": found.accuracy,
        "drills": [{"id": d.id, "theme": d.theme, "position": d.position} for d in drills],
    }


def _review(record: str, seconds: float) -> Review:
    session = Session.load(record)
    position_seconds = max(seconds / max(session.game.version, 1), _MIN_POSITION_SECONDS)
    return session.review(budget=Budget(seconds=position_seconds))


def make_drill(theme: str | None, seed: int) -> dict[str, Any]:
    """Return a new drill for a theme. If `theme` is None, the seed selects the theme."""
    chosen = drill_builder.THEMES[seed % len(drill_builder.THEMES)] if theme is None else theme
    return drill_builder.make_drill(drill_builder.check_theme(chosen), seed).to_json()


def load_drill(position: str, theme: str) -> dict[str, Any]:
    """Return the drill for a stored position."""
    return _drill(position, theme).to_json()


def check_drill_answer(position: str, theme: str, cell: list[int] | None) -> dict[str, Any]:
    """Return whether an answer is correct, together with an explanation."""
    drill = _drill(position, theme)
    result = drill_builder.check_answer(drill, (cell[0], cell[1]) if cell else None)
    return {**result.to_json(), "hint": drill.hint.to_json()}


def _drill(position: str, theme: str) -> drill_builder.Drill:
    checked_theme = drill_builder.check_theme(theme)
    return drill_builder.drill_from_position(parse_view(position), checked_theme)


def odds(record: str, seconds: float) -> dict[str, Any]:
    """Return the mine probabilities of a game's position."""
    return Session.load(record).odds(budget=Budget(seconds=seconds))


def analyse_position(position: str, seconds: float) -> dict[str, Any]:
    """Return the mine probabilities, rollout results and a hint for a position."""
    view = parse_view(position)
    budget = Budget(seconds=seconds / 2)
    found = analyse(view, budget=budget)
    result = found.to_json()
    if found.exact:
        rollout_seconds = min(_MAX_ROLLOUT_SECONDS, seconds / 4)
        rollouts = search_rollouts(found, seconds=rollout_seconds, games=_MAX_ROLLOUT_GAMES)
        result["rollouts"] = rollouts.to_json()
    try:
        advice = coach_hint(view, budget=budget).to_json()
    except (IllegalMove, BudgetExceeded):  # nothing left to reveal, or no hint within the budget
        advice = None
    return {**result, "text": str(view), "hint": advice}


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        play_steps,
        hint,
        odds,
        new_no_guess_game,
        review,
        find_mistakes,
        make_drill,
        load_drill,
        check_drill_answer,
        analyse_position,
    )
}


def run_job(line: str) -> dict[str, Any]:
    """Run a job encoded as a line of JSON.

    Return its result, or a description of the SapperError it raised.
    """
    request = json.loads(line)
    try:
        return {"result": JOBS[request["job"]](**request["arguments"])}
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
                "message": "the request requires more memory than a worker may use",
                "hint": "choose a smaller board",
                "cell": None,
            }
        }


def limit_memory(megabytes: int) -> None:
    """Limit the memory of this process if the system supports memory limits."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limit = megabytes * 2**20
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        mapped = pages * resource.getpagesize()
    except (OSError, ValueError):
        mapped = 0
    # A sanitizer reserves terabytes of address space, so no limit can be set.
    if mapped < limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def main(megabytes: int) -> None:
    """Run jobs from stdin until the input ends."""
    limit_memory(megabytes)
    # Ctrl-C in a terminal reaches all processes, but only the server decides when workers stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(run_job(line)) + "\n")
        sys.stdout.flush()
