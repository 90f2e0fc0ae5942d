"""Routes that list the available levels and strategies."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from sapper.game.levels import LEVELS
from sapper.game.rules import STARTS, Rules
from sapper.strategies import default_name, registry
from sapper.web import response_schemas as schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response
from sapper.web.json_route import JsonRoute

router = APIRouter(
    route_class=JsonRoute, prefix="/api", tags=["catalog"], responses=ERROR_RESPONSES
)


@router.get("/levels", response_model=schemas.LevelList)
async def levels(request: Request) -> Response:
    """Return the named levels, the start rules and the size limits for custom boards."""
    settings = get_context(request).settings
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
    return json_response(
        {
            "levels": listed,
            "starts": list(STARTS),
            "max_cells": settings.max_cells,
            "max_side": settings.max_side,
        }
    )


@router.get("/strategies", response_model=schemas.StrategyList)
async def strategies() -> Response:
    """Return all strategies and the default strategy's name."""
    available = await run_in_threadpool(registry.available)
    listed = [
        {"name": each.name, "summary": each.summary, "uses_marks": each.uses_marks}
        for each in available.strategies
    ]
    return json_response({"strategies": listed, "default": default_name()})
