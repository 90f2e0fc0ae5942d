"""Routes for challenges between players."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from sapper.web import request_schemas, response_schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response, raw_json_response
from sapper.web.game_cache import GAME_BYTES, MINE_BYTES
from sapper.web.request_charges import charge_storage, pay_for_work, reserve_storage
from sapper.web.response_jobs import challenge_json
from sapper.web.routes.game_routes import GameId, game_json

router = APIRouter(prefix="/api", tags=["challenges"], responses=ERROR_RESPONSES)

ChallengeCode = Annotated[str, Path(max_length=64, description="The code of a challenge")]
_CHALLENGE_BYTES: Final = 500


async def _pay(moves: int) -> None:
    await pay_for_work(moves=moves)


@router.post("/games/{game_id}/challenge", response_model=response_schemas.ChallengeLink)
async def create_challenge(
    request: Request, game_id: GameId, body: request_schemas.NewChallenge
) -> Response:
    """Create a link that lets other people play the board of a finished game."""
    context = get_context(request)
    game = await context.game_cache.get(game_id, context.identity.current_player(request))
    reserve_storage(_CHALLENGE_BYTES)
    code = await context.service.challenges.create(
        game, name=body.name, hides_result=body.hides_result
    )
    return json_response({"challenge": code})


@router.get("/challenges/{code}", response_model=response_schemas.ChallengeResponse)
async def get_challenge(request: Request, code: ChallengeCode) -> Response:
    """Return a challenge and the results that the player may see.

    The moves of both players are included after the player has finished the board.
    """
    context = get_context(request)
    player = context.identity.current_player(request)
    return raw_json_response(
        await context.service.challenges.describe(code, player, render=challenge_json, pay=_pay)
    )


@router.post("/challenges/{code}/games", response_model=response_schemas.GameResponse)
async def accept_challenge(
    request: Request, code: ChallengeCode, body: request_schemas.AcceptedChallenge
) -> Response:
    """Start a game on a challenge's board, or return the player's existing game.

    New players receive a cookie. The game counts as assisted, because another player knows the
    board.
    """
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    reserve_storage(2 * GAME_BYTES)
    load = partial(context.game_cache.get, player=player)
    game = await context.service.challenges.accept(
        code, player, name=body.name, pay=_pay, load=load
    )
    charge_storage(MINE_BYTES * game.session.rules.mines)
    return context.identity.with_cookie(request, player, json_response(game_json(game)))
