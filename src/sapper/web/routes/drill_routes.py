"""Routes for drills built from the player's mistakes or generated for a theme."""

import logging
from dataclasses import replace
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from sapper.coach.drill_builder import THEMES, check_theme
from sapper.errors import SapperError
from sapper.play.game_service import PlayerGame
from sapper.web import request_schemas, response_schemas
from sapper.web.client_quotas import CURRENT_CLIENT, charge_storage, reserve_storage
from sapper.web.context import ERROR_RESPONSES, Context, get_context, json_response
from sapper.web.error_responses import HttpError

router = APIRouter(prefix="/api", tags=["drills"], responses=ERROR_RESPONSES)
log = logging.getLogger("sapper.web")

_CARD_BYTES: Final = 400
"""The size of a stored drill card without its position."""

Theme = Annotated[
    str,
    Query(
        max_length=40,
        description="One of `themes`, or empty for any theme",
        json_schema_extra={"enum": ["", *THEMES]},
    ),
]
DrillId = Annotated[str, Path(max_length=64, description="The id of one of the player's drills")]


@router.get("/drills/next", response_model=response_schemas.DrillResponse)
async def next_drill(request: Request, theme: Theme = "") -> Response:
    """Return a drill that is due, or a new one if none is due. New players receive a cookie."""
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    chosen_theme = check_theme(theme) if theme else None
    reserve_storage(_CARD_BYTES)
    drill = (await context.service.drills.next(player, chosen_theme)).to_json()
    charge_storage(2 * len(drill["position"]))  # a page may contain a single row
    # The correct cells stay on the server until the player has answered.
    visible = {name: drill[name] for name in ("id", "theme", "position", "question")}
    response = json_response({**visible, "themes": list(THEMES)})
    context.identity.set_cookie(request, response, player)
    return response


@router.post("/drills/{drill_id}", response_model=response_schemas.DrillResultResponse)
async def answer_drill(
    request: Request, drill_id: DrillId, body: request_schemas.DrillAnswer
) -> Response:
    """Check a drill answer and explain the solution.

    An incorrectly answered drill comes up again soon.
    """
    context = get_context(request)
    player = context.identity.current_player(request) or ""
    drill = await context.service.drills.load(player, drill_id)
    cell = None if body.cell is None else (body.cell[0], body.cell[1])
    answer = await context.service.drills.answer(player, drill, cell)
    hint = drill.hint.to_json()
    return json_response({**answer.result.to_json(), "hint": hint, "due": answer.due})


def learn_from_game(context: Context, game: PlayerGame) -> None:
    """Review a finished game in the background, and store its accuracy and the resulting drills."""
    context.start_background_task(_save_evaluation(context, game))


async def _save_evaluation(context: Context, game: PlayerGame) -> None:
    # The request that ended the game is complete, but its network pays for the review.
    if client := CURRENT_CLIENT.get():
        CURRENT_CLIENT.set(replace(client, receive=None))
    try:
        drills = await context.service.save_evaluation(game)
        charge_storage(sum(_CARD_BYTES + 2 * len(drill.position) for drill in drills))
    except (SapperError, HttpError) as error:
        # No client waits for this review, and the player can request one later.
        log.info("background review failed: %s", error)
