"""Routes for analysing positions and converting board files."""

import base64

from fastapi import APIRouter, Request
from starlette.responses import Response

from sapper.compat.formats import read_mbf
from sapper.errors import FormatError
from sapper.game.view import parse_view
from sapper.play.position_report import analyse_position
from sapper.web import request_schemas, response_schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response
from sapper.web.routes.game_routes import check_size

router = APIRouter(prefix="/api", tags=["analyser"], responses=ERROR_RESPONSES)


@router.post("/analyse", response_model=response_schemas.AnalysisResponse)
async def analyse(request: Request, body: request_schemas.AnalyseRequest) -> Response:
    """Return the mine probabilities for a position."""
    context = get_context(request)
    view = parse_view(body.position)
    check_size(view.rules, context)
    player = context.identity.current_player(request) or _address(request)
    report = await context.workers.run(player, analyse_position, view, seconds=body.seconds)
    return json_response(report.to_json())


@router.post("/convert", response_model=response_schemas.PositionResponse)
async def convert(request: Request, body: request_schemas.ConvertRequest) -> Response:
    """Convert an MBF board file to a position with every cell visible."""
    try:
        data = base64.b64decode(body.base64, validate=True)
    except ValueError:
        raise FormatError("the file is not valid Base64") from None
    game = read_mbf(data)
    check_size(game.rules, get_context(request))
    return json_response({"position": str(game.solution)})


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"
