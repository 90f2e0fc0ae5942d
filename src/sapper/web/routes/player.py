"""The routes of a player: statistics and settings."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from starlette.responses import Response

from sapper.web import schemas
from sapper.web.context import ERRORS, answer, context_of
from sapper.web.error_responses import TOO_DEEP, Problem

router = APIRouter(prefix="/api", tags=["player"], responses=ERRORS)


@router.get("/stats", response_model=schemas.Statistics)
async def statistics(request: Request) -> Response:
    """Return what the player's finished games add up to, level by level."""
    context = context_of(request)
    player = context.players.known(request)
    levels = [] if player is None else await context.tables.read(context.store.statistics, player)
    return answer({"levels": levels})


@router.get("/settings", response_model=dict[str, Any])
async def settings(request: Request) -> Response:
    """Return the settings that the player has kept; an object of the page's own making."""
    context = context_of(request)
    player = context.players.known(request)
    kept = "{}" if player is None else await context.tables.read(context.store.settings, player)
    return Response(kept, media_type="application/json")


@router.put("/settings", response_model=dict[str, Any])
async def set_settings(
    request: Request, body: Annotated[dict[str, Any], Body(description="any JSON object")]
) -> Response:
    """Keep the settings of the player. A new player gets a cookie."""
    context = context_of(request)
    most = context.settings.settings_bytes
    try:
        text = json.dumps(body, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise Problem(
            422, "settings must be JSON: NaN and Infinity are not", code="invalid-settings"
        ) from None
    except RecursionError:  # it could just be read
        raise Problem(400, TOO_DEEP) from None
    if len(text) > most or "\\u0000" in text:
        raise Problem(
            422,
            f"settings must be at most {most} bytes, without null characters",
            code="invalid-settings",
        )
    player = context.players.welcome(request)
    await context.tables.write(context.store.set_settings(player, text))
    response = Response(text, media_type="application/json")
    context.players.remember(request, response, player)
    return response
