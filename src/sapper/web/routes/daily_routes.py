"""Routes for the daily boards."""

from functools import partial
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from sapper.web import response_schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response
from sapper.web.game_cache import GAME_BYTES
from sapper.web.request_charges import charge_work, reserve_storage
from sapper.web.routes.game_routes import game_json

router = APIRouter(prefix="/api", tags=["daily boards"], responses=ERROR_RESPONSES)

# The overview reads seven results from the database.
_OVERVIEW_CELLS: Final = 2000
Level = Annotated[
    Literal["beginner", "intermediate", "expert"], Path(description="A level with a daily board")
]


@router.get("/daily", response_model=response_schemas.DailyResponse)
async def get_daily(request: Request) -> Response:
    """Return today's boards with the player's results, streak and rank on this server."""
    context = get_context(request)
    player = context.identity.current_player(request)
    charge_work(cells=_OVERVIEW_CELLS)
    return json_response(await context.service.daily.overview(player))


@router.post("/daily/{level}", response_model=response_schemas.GameResponse)
async def start_daily(request: Request, level: Level) -> Response:
    """Start today's board, or return the player's existing attempt.

    New players receive a cookie.
    """
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    reserve_storage(2 * GAME_BYTES)
    load = partial(context.game_cache.get, player=player)
    game = await context.service.daily.start(player, level, load=load)
    return context.identity.with_cookie(request, player, json_response(game_json(game)))
