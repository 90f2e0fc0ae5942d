"""Routes for showing puzzles, checking answers, starting rush runs and viewing progress."""

import logging
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from sapper.coach.puzzle_builder import Answer, check_theme, themes
from sapper.errors import SapperError
from sapper.game.json_record import json_value
from sapper.play.game_service import PlayerGame
from sapper.play.puzzle_service import PuzzleMode, PuzzleResult
from sapper.web import request_schemas, response_schemas
from sapper.web.context import ERROR_RESPONSES, Context, get_context, json_response
from sapper.web.error_responses import HttpError
from sapper.web.request_charges import CURRENT_CLIENT, charge_storage, charge_work, reserve_storage

router = APIRouter(prefix="/api", tags=["puzzles"], responses=ERROR_RESPONSES)
log = logging.getLogger("sapper.web")

_CARD_BYTES: Final = 600
"""The approximate size of a stored puzzle card without its position, in bytes."""
_ATTEMPT_BYTES: Final = 600
# The choice of a puzzle and the progress depend on the player's latest attempts.
_CHOICE_CELLS_PER_ATTEMPT: Final = 5
_PROGRESS_CELLS_PER_ATTEMPT: Final = 15

Mode = Annotated[
    PuzzleMode,
    Query(
        description="`rated` shows a puzzle at the player's level until it is answered, `theme` "
        "the easiest unsolved puzzle on a theme, `mistakes` a missed puzzle that is due, and "
        "`rush` the next puzzle of a run"
    ),
]
Theme = Annotated[
    str,
    Query(
        max_length=40,
        description="One of `themes`; required if the mode is `theme`",
        json_schema_extra={"enum": ["", *themes()]},
    ),
]
Run = Annotated[str, Query(max_length=64, description="The id of the run in the mode `rush`")]
AttemptId = Annotated[
    str, Path(max_length=64, description="The id of one of the player's attempts")
]


@router.get("/puzzles/next", response_model=response_schemas.PuzzleResponse)
async def next_puzzle(
    request: Request, mode: Mode = "rated", theme: Theme = "", run: Run = ""
) -> Response:
    """Return the next puzzle. New players receive a cookie."""
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    chosen = check_theme(theme) if theme or mode == "theme" else None
    reserve_storage(_ATTEMPT_BYTES)
    service = context.service.puzzles
    charge_work(cells=_CHOICE_CELLS_PER_ATTEMPT * await service.count_attempts(player))
    # A rush run without an id cannot exist, so the service reports an error.
    run_id = run if mode == "rush" else None
    shown = await service.next(player, mode, theme=chosen, run=run_id)
    puzzle = shown.puzzle
    # The answers, the theme and the rating stay on the server until the player has answered.
    return context.identity.with_cookie(
        request,
        player,
        json_response(
            {
                "attempt": shown.attempt,
                "mode": shown.mode,
                "kind": puzzle.kind,
                "theme": puzzle.theme if mode == "theme" else None,
                "position": puzzle.position,
                "question": puzzle.question,
                "marked": json_value(puzzle.marked),
                "rating": round(shown.rating.value),
                "themes": list(themes()),
            }
        ),
    )


@router.post("/puzzles/rush", response_model=response_schemas.RushResponse)
async def start_rush(request: Request) -> Response:
    """Start a rush run of three minutes with three lives. New players receive a cookie."""
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    reserve_storage(_ATTEMPT_BYTES)
    run = await context.service.puzzles.start_rush(player)
    return context.identity.with_cookie(request, player, json_response(run.to_json()))


@router.get("/puzzles/progress", response_model=response_schemas.PuzzleProgress)
async def puzzle_progress(request: Request) -> Response:
    """Return the player's rating, rating history, progress by theme and best rush score."""
    context = get_context(request)
    player = context.identity.current_player(request) or ""
    service = context.service.puzzles
    charge_work(cells=_PROGRESS_CELLS_PER_ATTEMPT * await service.count_attempts(player))
    return json_response(await service.progress(player))


@router.post("/puzzles/{attempt_id}", response_model=response_schemas.PuzzleResultResponse)
async def answer_puzzle(
    request: Request, attempt_id: AttemptId, body: request_schemas.PuzzleAnswer
) -> Response:
    """Check an answer and explain the solution.

    An attempt can be answered only once. Subsequent answers require `retry` and do not change the
    ratings. A missed puzzle appears again in `mistakes` mode.
    """
    context = get_context(request)
    player = context.identity.current_player(request) or ""
    cell = None if body.cell is None else (body.cell[0], body.cell[1])
    answer = Answer(cell, body.number)
    service = context.service.puzzles
    check = service.retry if body.retry else service.answer
    result = await check(player, attempt_id, answer)
    if not result.result.is_correct and not body.retry:
        charge_storage(_CARD_BYTES + 2 * len(result.puzzle.position))
    return json_response(_result_json(result))


def _result_json(result: PuzzleResult) -> dict[str, Any]:
    puzzle = result.puzzle
    return {
        **result.result.to_json(),
        "theme": puzzle.theme,
        "puzzle_rating": puzzle.rating,
        "rating": round(result.after.value),
        "rating_change": round(result.after.value) - round(result.before.value),
        "due": result.due,
        "run": json_value(result.run),
    }


def learn_from_game(context: Context, game: PlayerGame) -> None:
    """Review a finished game in the background and store its accuracy and missed puzzles."""
    context.start_background_task(_save_evaluation(context, game))


async def _save_evaluation(context: Context, game: PlayerGame) -> None:
    # The request that ended the game is complete, but its network is charged for the review.
    if client := CURRENT_CLIENT.get():
        CURRENT_CLIENT.set(replace(client, receive=None))
    try:
        puzzles = await context.service.save_evaluation(game)
        charge_storage(sum(_CARD_BYTES + 2 * len(puzzle.position) for puzzle in puzzles))
    except (SapperError, HttpError) as error:
        # No client waits for this review, and the player can request one later.
        log.info("background review failed: %s", error)
