"""Routes that list the available levels, strategies, patterns and systems."""

import json
from dataclasses import asdict
from functools import cache

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from sapper.coach.pattern_pages import pattern_pages
from sapper.game.json_record import json_value
from sapper.game.levels import LEVELS
from sapper.game.rules import STARTS, Rules
from sapper.play.five_systems import five_systems
from sapper.strategies import default_name, registry
from sapper.web import response_schemas as schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response, raw_json_response

router = APIRouter(prefix="/api", tags=["reference"], responses=ERROR_RESPONSES)


@router.get("/levels", response_model=schemas.LevelList)
async def levels(request: Request) -> Response:
    """Return the named levels, the start rules and the size limits for custom boards."""
    settings = get_context(request).settings
    named_levels = []
    for name, size in LEVELS.items():
        rules = Rules.parse(size)
        sides = {"width": rules.width, "height": rules.height, "mines": rules.mines}
        named_levels.append({"name": name, "size": size, **sides})
    limits = {"max_cells": settings.max_cells, "max_side": settings.max_side}
    return json_response({"levels": named_levels, "starts": list(STARTS), **limits})


@router.get("/strategies", response_model=schemas.StrategyList)
async def strategies() -> Response:
    """Return all strategies, strongest first, and the default strategy's name."""
    available = await run_in_threadpool(registry.available)
    listed = [
        {key: value for key, value in each._asdict().items() if key != "package"}
        for each in available.strategies
    ]
    return json_response({"strategies": listed, "default": default_name()})


@router.get("/systems", response_model=schemas.SystemList)
async def systems() -> Response:
    """Return the five systems that Sapper reimplements, with their features."""
    return json_response({"systems": [asdict(system) for system in five_systems()]})


@router.get("/patterns", response_model=schemas.PatternList)
async def patterns() -> Response:
    """Return the pattern library, including each pattern's boards and proofs."""
    return raw_json_response(await run_in_threadpool(_patterns_text))


@cache
def _patterns_text() -> str:
    return json.dumps({"patterns": json_value(pattern_pages())})
