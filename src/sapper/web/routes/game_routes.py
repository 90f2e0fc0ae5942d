"""Routes for playing, reviewing, replaying and sharing games."""

import re
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from sapper.errors import IllegalMove, InvalidBoardRequest, InvalidRules, short_repr
from sapper.game.rules import Rules
from sapper.session import Session
from sapper.web import request_schemas, response_schemas
from sapper.web.context import ERROR_RESPONSES, Context, get_context, json_response
from sapper.web.game_cache import LoadedGame
from sapper.web.routes.drill_routes import learn_from_game

_SIDES: Final = re.compile(r"\s*(\d{1,9})x(\d{1,9})", re.ASCII)

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
        rules = _parse_rules(body, context)
        session = await _new_session(context, player, rules, body)
    else:
        previous = await context.game_cache.get(body.retry_of, player)
        if not previous.session.game.is_over:
            # Finishing one of the two games would reveal the layout of the other.
            raise IllegalMove(
                "cannot replay the board of an unfinished game", hint="finish that game first"
            )
        session = Session.load(previous.session.save())
        session.retry(practice=body.practice)
    game = await context.game_cache.create(player, session)
    response = json_response(game.to_json(is_owner=True), 201)
    context.identity.set_cookie(request, response, player)
    return response


def _parse_rules(body: request_schemas.NewGame, context: Context) -> Rules:
    """Return the requested rules. Raises InvalidRules if they exceed the server's limits."""
    try:
        rules = Rules.level(body.level, start=body.start)
    except InvalidRules as error:
        # The library's own message would state limits that are larger than the server's limits.
        sides = _SIDES.match(body.level)
        if sides and max(map(int, sides.groups())) > context.settings.max_side:
            raise _too_large(body.level, context) from error
        raise
    check_size(rules, context)
    return rules


async def _new_session(
    context: Context, player: str, rules: Rules, body: request_schemas.NewGame
) -> Session:
    if not body.no_guess:
        if body.difficulty is not None:
            raise InvalidBoardRequest("difficulty requires no_guess", hint="set no_guess to true")
        return Session(rules, body.seed, practice=body.practice)
    record = await context.workers.run(
        player,
        "new_no_guess_game",
        size=str(rules),
        start=rules.start,
        seed=body.seed,
        difficulty=body.difficulty,
        practice=body.practice,
        seconds=context.settings.job_seconds,
    )
    return Session.load(record)


def check_size(rules: Rules, context: Context) -> None:
    """Raise InvalidRules if a board exceeds the server's limits."""
    settings = context.settings
    if rules.cell_count > settings.max_cells or max(rules.width, rules.height) > settings.max_side:
        raise _too_large(str(rules), context)


def _too_large(size: str, context: Context) -> InvalidRules:
    settings = context.settings
    return InvalidRules(
        f"{short_repr(size)} is too large for the browser",
        hint=f"use at most {settings.max_cells} cells and sides of at most {settings.max_side}",
    )


@router.get("/games", response_model=response_schemas.GameList)
async def list_games(request: Request) -> Response:
    """Return the player's unfinished and most recent games."""
    context = get_context(request)
    player = context.identity.current_player(request)
    rows = []
    if player is not None:
        rows = await context.game_cache.read(context.store.list_games, player)
    return json_response({"games": [{**row, "no_guess": bool(row["no_guess"])} for row in rows]})


@router.get("/games/{game_id}", response_model=response_schemas.GameResponse)
async def get_game(request: Request, game_id: GameId) -> Response:
    """Return a game as its player sees it."""
    return json_response((await _load_game(request, game_id)).to_json(is_owner=True))


@router.post("/games/{game_id}/moves", response_model=response_schemas.GameResponse)
async def move(request: Request, game_id: GameId, body: request_schemas.NewMove) -> Response:
    """Make a move and store it before responding. A stale version results in status 409."""
    context = get_context(request)
    player = context.identity.current_player(request)
    return await make_move(context, player, game_id, body)


async def make_move(
    context: Context, player: str | None, game_id: str, body: request_schemas.NewMove
) -> Response:
    """Make a player's move and return the resulting game."""
    row, column = body.cell
    game, _ = await context.game_cache.change(
        game_id, player, body.version, lambda session: session.move(body.kind, (row, column))
    )
    if game.session.game.is_over:
        learn_from_game(context, game)
    return json_response(game.to_json(is_owner=True))


@router.post("/games/{game_id}/undo", response_model=response_schemas.GameResponse)
async def undo(request: Request, game_id: GameId, body: request_schemas.UndoRequest) -> Response:
    """Undo the last move of a practice game."""
    context = get_context(request)
    player = context.identity.current_player(request)
    game, _ = await context.game_cache.change(
        game_id, player, body.version, lambda session: session.undo()
    )
    return json_response(game.to_json(is_owner=True))


@router.post("/games/{game_id}/ai", response_model=response_schemas.AiResponse)
async def ai(request: Request, game_id: GameId, body: request_schemas.AiRequest) -> Response:
    """Let a strategy make moves and give the reason for each move."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    game.check_version(body.version)
    played = await context.workers.run(
        game.player,
        "play_steps",
        record=game.session.save(),
        strategy=body.strategy,
        steps=body.steps,
        seconds=context.settings.job_seconds,
    )

    def make_steps(session: Session) -> None:
        for step in played["steps"]:
            session.move(step["kind"], tuple(step["cell"]), by="ai")

    game, _ = await context.game_cache.change(game_id, game.player, body.version, make_steps)
    if game.session.game.is_over:
        learn_from_game(context, game)
    return json_response({**played, "game": game.to_json(is_owner=True)})


@router.get("/games/{game_id}/hint", response_model=response_schemas.HintResponse)
async def hint(request: Request, game_id: GameId, grade: Grade = 1) -> Response:
    """Return the next move with an explanation. Afterwards, the game counts as assisted."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    advice = await context.workers.run(
        game.player,
        "hint",
        record=game.session.save(),
        grade=grade,
        seconds=context.settings.job_seconds / 2,
    )
    if not game.session.is_first_move_forced:
        await context.game_cache.count_assistance(game, "hints")
    return json_response(advice)


@router.get("/games/{game_id}/probabilities", response_model=response_schemas.AnalysisResponse)
async def probabilities(request: Request, game_id: GameId) -> Response:
    """Return the mine probability of every cell. Afterwards, the game counts as assisted."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    odds = await context.workers.run(
        game.player,
        "odds",
        record=game.session.save(),
        seconds=context.settings.job_seconds / 2,
    )
    await context.game_cache.count_assistance(game, "odds")
    return json_response(odds)


@router.get("/games/{game_id}/review", response_model=response_schemas.ReviewResponse)
async def review(request: Request, game_id: GameId) -> Response:
    """Return the review of a game. Afterwards, an unfinished game counts as assisted."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    result = await _review(context, game, game.player)
    if not game.session.game.is_over:
        await context.game_cache.count_assistance(game, "hints")
    return json_response(result)


async def _review(context: Context, game: LoadedGame, player: str) -> Any:
    return await context.workers.run(
        player, "review", record=game.session.save(), seconds=context.settings.job_seconds
    )


@router.get(
    "/games/{game_id}/replay",
    response_model=response_schemas.ReplayResponse,
    responses={200: {"content": {"text/plain": {}}}},
)
async def replay(request: Request, game_id: GameId, format_: Format = "text") -> Response:
    """Return the record of a finished game, as text or as JSON with the board after each move."""
    return _replay_response((await _load_game(request, game_id)).session, format_)


@router.post("/games/{game_id}/share", response_model=response_schemas.ShareResponse)
async def share(request: Request, game_id: GameId) -> Response:
    """Create a link through which other people can watch the game but not play it."""
    context = get_context(request)
    game = await _load_game(request, game_id)
    return json_response({"share": await context.game_cache.share(game)})


@router.get("/shared/{token}", response_model=response_schemas.SharedGameResponse)
async def get_shared_game(request: Request, token: ShareToken) -> Response:
    """Return a shared game. The response for a finished game includes its review and replay."""
    context = get_context(request)
    game = await context.game_cache.get_shared(token)
    is_over = game.session.game.is_over
    return json_response(
        {
            **game.to_json(is_owner=False),
            "review": await _review(context, game, f"shared {token}") if is_over else None,
            "replay": _replay_json(game.session) if is_over else None,
        }
    )


@router.get(
    "/shared/{token}/replay",
    response_model=response_schemas.ReplayResponse,
    responses={200: {"content": {"text/plain": {}}}},
)
async def replay_shared_game(
    request: Request, token: ShareToken, format_: Format = "text"
) -> Response:
    """Return the record of a finished shared game."""
    game = await get_context(request).game_cache.get_shared(token)
    return _replay_response(game.session, format_)


async def _load_game(request: Request, game_id: str) -> LoadedGame:
    context = get_context(request)
    return await context.game_cache.get(game_id, context.identity.current_player(request))


def _replay_response(session: Session, format_: str) -> Response:
    if format_ == "text":
        return PlainTextResponse(session.replay())
    return json_response(_replay_json(session))


def _replay_json(session: Session) -> dict[str, Any]:
    return {"record": session.replay(), **session.frames()}
