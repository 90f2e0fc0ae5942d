"""Routes for analysing positions, converting board files and reading positions from images."""

import asyncio
import base64
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from sapper.errors import FormatError
from sapper.game.view import parse_view
from sapper.play.analyser_report import analyse_position
from sapper.web import request_schemas, response_schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response, raw_json_response
from sapper.web.response_jobs import file_position, picture_position, to_json

router = APIRouter(prefix="/api", tags=["analyser"], responses=ERROR_RESPONSES)


@router.post("/analyse", response_model=response_schemas.AnalysisResponse)
async def analyse(request: Request, body: request_schemas.AnalyseRequest) -> Response:
    """Return the mine probabilities for a position."""
    context = get_context(request)
    view = parse_view(body.position)
    context.settings.board_limits.check(view.width, view.height)
    report = await context.service.search(_requester(request), analyse_position, view)
    return raw_json_response(await asyncio.to_thread(lambda: to_json(report.to_json())))


@router.post("/convert", response_model=response_schemas.PositionResponse)
async def convert(request: Request, body: request_schemas.ConvertRequest) -> Response:
    """Convert a file to a position. The file format is detected automatically.

    If the file contains a board without a game, every cell of the position is revealed.
    """
    try:
        data = base64.b64decode(body.base64, validate=True)
    except ValueError:
        raise FormatError("the file is not valid Base64") from None
    context = get_context(request)
    position = await context.workers.run(
        _requester(request), file_position, data, context.settings.board_limits
    )
    return json_response({"position": position})


@router.post(
    "/scan",
    response_model=response_schemas.ScanResponse,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
async def scan(
    request: Request,
    mines: Annotated[
        int | None, Query(ge=0, le=1_000_000, description="The number of mines, if it is known.")
    ] = None,
) -> Response:
    """Read the position from an image.

    The request body is the image file, which is not stored.
    """
    context = get_context(request)
    data = await request.body()
    answer = await context.workers.run(
        _requester(request), picture_position, data, mines, context.settings.board_limits
    )
    return json_response(answer)


def _requester(request: Request) -> str:
    """Return the requesting player, or the client's address if the request has no player cookie."""
    player = get_context(request).identity.current_player(request)
    return player or (request.client.host if request.client else "unknown")
