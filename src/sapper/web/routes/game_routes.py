"""Routes for playing, reviewing, replaying and sharing games."""

import asyncio
import re
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from sapper.errors import InvalidRules
from sapper.game.rules import Rules
from sapper.play.game_service import PlayerGame
from sapper.play.game_setup import GameSetup
from sapper.play.session import Session
from sapper.web import request_schemas, response_schemas
from sapper.web.context import (
    ERROR_RESPONSES,
    Context,
    get_context,
    json_response,
    raw_json_response,
)
from sapper.web.request_charges import charge_work
from sapper.web.response_jobs import replay_json, review_json, to_json

_SIDES: Final = re.compile(r"\s*(\d{1,9})x(\d{1,9})", re.ASCII)

# The cost of a summary, in cells. A summary compares the game with all of the player's other games.
_SUMMARY_CELLS: Final = 10_000

router = APIRouter(prefix="/api", tags=["games"], responses=ERROR_RESPONSES)

GameId = Annotated[str, Path(max_length=64, description="The id of one of the player's games")]
ShareToken = Annotated[str, Path(max_length=64, description="The token of a share link")]
Grade = Annotated[
    int,
    Query(
        ge=1,
        le=3,
        description="The level of detail: 1 for the area, 2 for the clues, 3 for the move",
    ),
]
Format = Annotated[Literal["text", "json"], Query(alias="format")]


@router.post("/games", status_code=201, response_model=response_schemas.GameResponse)
async def create_game(request: Request, body: request_schemas.NewGame) -> Response:
    """Start a game. New players receive a cookie."""
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    if body.retry_of is None:
        setup = GameSetup(
            _parse_rules(body, context),
            practice=body.practice,
            no_guess=body.no_guess,
            difficulty=body.difficulty,
        )
        game = await context.service.new_game(player, setup, seed=body.seed)
    else:
        previous = await context.game_cache.get(body.retry_of, player)
        game = PlayerGame(player, previous.session.retry(practice=body.practice))
    await context.game_cache.create(game)
    return context.identity.with_cookie(request, player, json_response(game_json(game), 201))


def _parse_rules(body: request_schemas.NewGame, context: Context) -> Rules:
    """Parse the requested rules.

    Raises InvalidRules if the rules are invalid or the board exceeds the server's size limits.
    """
    try:
        rules = Rules.level(body.level, start=body.start)
    except InvalidRules:
        # The library's own message would state limits that exceed the limits of the server.
        if sides := _SIDES.match(body.level):
            context.settings.board_limits.check(*map(int, sides.groups()))
        raise
    context.settings.board_limits.check(rules.width, rules.height)
    return rules


@router.get("/games/{game_id}", response_model=response_schemas.GameResponse)
async def get_game(request: Request, game_id: GameId) -> Response:
    """Return the state of a game as shown to its player."""
    return json_response(game_json(await _load_game(request, game_id)))


@router.post("/games/{game_id}/moves", response_model=response_schemas.GameResponse)
async def move(request: Request, game_id: GameId, body: request_schemas.NewMove) -> Response:
    """Make a move and store it before responding.

    A request with a stale version fails with status 409.
    """
    context = get_context(request)
    player = context.identity.current_player(request)
    row, column = body.cell
    async with context.game_cache.change(game_id, player, body.version) as game:
        await context.service.change(game, lambda: game.session.move(body.kind, (row, column)))
    return json_response(game_json(game))


@router.post("/games/{game_id}/undo", response_model=response_schemas.GameResponse)
async def undo(request: Request, game_id: GameId, body: request_schemas.UndoRequest) -> Response:
    """Undo the last move in a practice game."""
    context = get_context(request)
    player = context.identity.current_player(request)
    async with context.game_cache.change(game_id, player, body.version) as game:
        await context.service.change(game, game.session.undo)
    return json_response(game_json(game))


@router.post("/games/{game_id}/pause", response_model=response_schemas.GameResponse)
async def pause(request: Request, game_id: GameId) -> Response:
    """Stop the clock and cover the board until the game is resumed.

    A paused game is marked in the statistics, and its time is not ranked. Pausing a game that is
    already paused or not in progress has no effect.
    """
    context = get_context(request)
    player = context.identity.current_player(request)
    async with context.game_cache.change(game_id, player, None) as game:
        await context.service.change(game, game.session.pause)
    return json_response(game_json(game))


@router.post("/games/{game_id}/resume", response_model=response_schemas.GameResponse)
async def resume(request: Request, game_id: GameId) -> Response:
    """Uncover the board of a paused game and restart its clock."""
    context = get_context(request)
    player = context.identity.current_player(request)
    async with context.game_cache.change(game_id, player, None) as game:
        await context.service.change(game, game.session.resume_clock)
    return json_response(game_json(game))


@router.post("/games/{game_id}/ai", response_model=response_schemas.AiResponse)
async def ai(request: Request, game_id: GameId, body: request_schemas.AiRequest) -> Response:
    """Play moves chosen by a strategy and return each move with its reason.

    The strategy is consulted only once per request, so a request plays at most the moves that
    follow from one piece of advice, such as all safe cells or one guess.
    """
    context = get_context(request)
    player = context.identity.current_player(request)
    async with context.game_cache.change(game_id, player, body.version) as game:
        steps = await context.service.ai_turn(game, body.strategy, max_steps=body.steps)
    return json_response({"steps": [step.to_json() for step in steps], "game": game_json(game)})


@router.get("/games/{game_id}/hint", response_model=response_schemas.GameHintResponse)
async def hint(request: Request, game_id: GameId, grade: Grade = 1) -> Response:
    """Return a hint for the next move and count the game as assisted."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    found = await context.service.hint(game, grade)
    return json_response({**found.to_json(grade), **game.session.assistance_snapshot()})


@router.get("/games/{game_id}/probabilities", response_model=response_schemas.GameOddsResponse)
async def probabilities(request: Request, game_id: GameId) -> Response:
    """Return the mine probability of every cell and count the game as assisted.

    Before the first reveal, the probabilities reflect the start rule's guarantee, and the game
    does not count as assisted.
    """
    context = get_context(request)
    game = await _load_game(request, game_id)
    odds = await context.service.odds(game)
    assistance = game.session.assistance_snapshot()
    return raw_json_response(
        await asyncio.to_thread(lambda: to_json({**odds.to_json(), **assistance}))
    )


@router.get("/games/{game_id}/review", response_model=response_schemas.ReviewResponse)
async def review(request: Request, game_id: GameId) -> Response:
    """Return a game's review. Reviewing an unfinished game makes it count as assisted."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    return raw_json_response(await context.service.compute_review(game, review_json))


@router.get("/games/{game_id}/summary", response_model=response_schemas.GameSummaryResponse)
async def summary(request: Request, game_id: GameId) -> Response:
    """Return a finished game's rank among the player's games and a verdict on its moves."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    charge_work(cells=_SUMMARY_CELLS)
    return json_response(await context.service.summary(game))


@router.get(
    "/games/{game_id}/replay",
    response_model=response_schemas.ReplayResponse,
    responses={200: {"content": {"text/plain": {}}}},
)
async def replay(request: Request, game_id: GameId, format_: Format = "text") -> Response:
    """Return the replay of a finished game, as text or as JSON with the changes of each move."""
    game = await _load_game(request, game_id)
    return await _replay_response(get_context(request), game.player, game.session, format_)


@router.post("/games/{game_id}/share", response_model=response_schemas.ShareResponse)
async def share(request: Request, game_id: GameId) -> Response:
    """Create a link that lets other people view a game without playing it."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    return json_response({"share": await context.service.share(game)})


@router.get("/shared/{token}", response_model=response_schemas.SharedGameResponse)
async def get_shared_game(request: Request, token: ShareToken) -> Response:
    """Return a shared game, including its review and replay if it is finished."""
    context = get_context(request)
    game = await context.game_cache.load_shared(token)
    reader = f"shared {token}"
    review = replay = "null"
    if game.session.game.is_over:
        review = await context.service.compute_review(game, review_json, reader=reader)
        replay = await context.workers.run(reader, replay_json, game.session)
    text = to_json(game_json(game, is_owner=False))
    return raw_json_response(f'{text[:-1]},"review":{review},"replay":{replay}}}')


@router.get(
    "/shared/{token}/replay",
    response_model=response_schemas.ReplayResponse,
    responses={200: {"content": {"text/plain": {}}}},
)
async def replay_shared_game(
    request: Request, token: ShareToken, format_: Format = "text"
) -> Response:
    """Return a finished shared game's replay."""
    context = get_context(request)
    game = await context.game_cache.load_shared(token)
    return await _replay_response(context, f"shared {token}", game.session, format_)


def game_json(game: PlayerGame, *, is_owner: bool = True) -> dict[str, Any]:
    """Return a game as shown to its owner or to a visitor with the share link."""
    return {
        "id": game.id if is_owner else None,
        "owner": is_owner,
        "share": game.share_token,
        **game.session.snapshot(),
    }


async def _load_game(request: Request, game_id: str) -> PlayerGame:
    context = get_context(request)
    return await context.game_cache.get(game_id, context.identity.current_player(request))


async def _replay_response(
    context: Context, reader: str, session: Session, format_: str
) -> Response:
    session.check_over()
    if format_ == "text":
        return PlainTextResponse(await context.workers.run(reader, session.replay))
    return raw_json_response(await context.workers.run(reader, replay_json, session))
