"""Routes for a player's statistics and settings."""

import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request
from starlette.responses import Response

from sapper.web import response_schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response, raw_json_response
from sapper.web.error_responses import TOO_DEEPLY_NESTED, HttpError
from sapper.web.request_charges import reserve_storage
from sapper.web.response_jobs import statistics_json

router = APIRouter(prefix="/api", tags=["player"], responses=ERROR_RESPONSES)

_PLAYER_BYTES: Final = 200
"""The approximate size of a stored player without settings, in bytes."""


@router.get("/stats", response_model=response_schemas.StatisticsResponse)
async def statistics(request: Request) -> Response:
    """Return statistics on the player's finished games, grouped by level."""
    context = get_context(request)
    player = context.identity.current_player(request)
    if player is None:
        return json_response({"levels": []})
    return raw_json_response(
        await context.workers.run(player, statistics_json, context.settings.database, player)
    )


@router.get("/settings", response_model=dict[str, Any])
async def settings(request: Request) -> Response:
    """Return the player's settings as a JSON object with fields defined by the web page."""
    context = get_context(request)
    player = context.identity.current_player(request)
    text = "{}"
    if player is not None:
        text = await context.service.read(context.store.load_settings, player)
    return Response(text, media_type="application/json")


@router.put("/settings", response_model=dict[str, Any])
async def save_settings(
    request: Request, body: Annotated[dict[str, Any], Body(description="Any JSON object")]
) -> Response:
    """Store the player's settings. New players receive a cookie."""
    context = get_context(request)
    limit = context.settings.max_settings_bytes
    try:
        text = json.dumps(body, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise HttpError(
            "settings must not contain NaN or Infinity", status=422, code="invalid-settings"
        ) from None
    except RecursionError:  # The parser accepts slightly deeper nesting than the serialiser.
        raise HttpError(TOO_DEEPLY_NESTED, status=400) from None
    if len(text) > limit or "\\u0000" in text:
        raise HttpError(
            f"settings must be at most {limit} bytes long and must not contain null characters",
            status=422,
            code="invalid-settings",
        )
    player = context.identity.current_or_new_player(request)
    reserve_storage(_PLAYER_BYTES + 2 * len(text))  # A database page may contain a single row.
    await context.service.write(context.store.save_settings(player, text))
    return context.identity.with_cookie(
        request, player, Response(text, media_type="application/json")
    )
