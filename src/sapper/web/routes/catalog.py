"""The routes that tell what there is: levels, strategies, and the analyser."""

import base64

from fastapi import APIRouter, Request
from starlette.responses import Response

from sapper.compat.formats import read_mbf
from sapper.errors import FormatError
from sapper.game.levels import LEVELS
from sapper.game.rules import STARTS, Rules
from sapper.game.view import parse_view
from sapper.strategies import default_name, registry
from sapper.web import schemas
from sapper.web.context import ERRORS, answer, context_of
from sapper.web.routes.games import check_size

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/levels", response_model=schemas.LevelList, tags=["lists"])
async def levels(request: Request) -> Response:
    """Return the boards that have names, and the limits of others."""
    settings = context_of(request).settings
    listed = []
    for name, size in LEVELS.items():
        rules = Rules.parse(size)
        listed.append(
            {
                "name": name,
                "size": size,
                "width": rules.width,
                "height": rules.height,
                "mines": rules.mines,
            }
        )
    return answer(
        {
            "levels": listed,
            "starts": list(STARTS),
            "max_cells": settings.max_cells,
            "max_side": settings.max_side,
        }
    )


@router.get("/strategies", response_model=schemas.StrategyList, tags=["lists"])
async def strategies() -> Response:
    """Return all players that can be asked to move."""
    listed = [{"name": name, "summary": registry.get(name).summary} for name in registry.names()]
    return answer({"strategies": listed, "default": default_name()})


@router.post("/analyse", response_model=schemas.OddsAnswer, tags=["analyser"])
async def analyse(request: Request, body: schemas.Position) -> Response:
    """Return the odds of any position."""
    context = context_of(request)
    view = parse_view(body.position)
    check_size(view.rules, context)
    player = context.players.known(request) or _address(request)
    odds = await context.thinkers.ask(player, "analysis", position=str(view), seconds=body.seconds)
    return answer(odds)


@router.post("/convert", response_model=schemas.PositionText, tags=["analyser"])
async def convert(request: Request, body: schemas.BoardFile) -> Response:
    """Return the position of an MBF file: the whole board, its mines shown."""
    try:
        data = base64.b64decode(body.base64, validate=True)
    except ValueError:
        raise FormatError("the file did not arrive whole: it is not Base64") from None
    game = read_mbf(data)
    check_size(game.rules, context_of(request))
    return answer({"position": str(game.solution)})


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"
