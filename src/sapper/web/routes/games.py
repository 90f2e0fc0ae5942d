"""The routes of games: begin, look, move, undo, AI, odds, replay and share."""

import re
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from sapper.errors import IllegalMove, InvalidBoardRequest, InvalidRules, quoted
from sapper.game.rules import Rules
from sapper.session import Session
from sapper.web import schemas
from sapper.web.context import ERRORS, Context, answer, context_of
from sapper.web.game_cache import Seat
from sapper.web.routes.drill_cards import learn_from

_SIDES: Final = re.compile(r"\s*(\d{1,9})x(\d{1,9})", re.ASCII)

router = APIRouter(prefix="/api", tags=["games"], responses=ERRORS)

GameId = Annotated[str, Path(max_length=64, description="the id of one of the player's games")]
Token = Annotated[str, Path(max_length=64, description="the token of a link")]
Grade = Annotated[int, Query(ge=1, le=3, description="how much of the hint to show")]
Format = Annotated[Literal["text", "json"], Query(alias="format")]


@router.post("/games", status_code=201, response_model=schemas.GameAnswer)
async def begin(request: Request, body: schemas.NewGame) -> Response:
    """Begin a game. A new player gets a cookie."""
    context = context_of(request)
    player = context.players.welcome(request)
    if body.retry_of is None:
        rules = _read_rules(body, context)
        session = await _new_session(context, player, rules, body)
    else:
        old = await context.tables.seat(body.retry_of, player)
        if not old.session.game.is_over:
            # Its layout would be told at the end of the other, while this one still runs.
            raise IllegalMove(
                "cannot play the board of a game again that is not over", hint="finish it first"
            )
        session = Session.load(old.session.save())
        session.retry(practice=body.practice)
    seat = await context.tables.begin(player, session)
    response = answer(seat.to_json(owner=True), 201)
    context.players.remember(request, response, player)
    return response


def _read_rules(body: schemas.NewGame, context: Context) -> Rules:
    """Return the rules that were asked for. Raises InvalidRules, with the limits of the browser."""
    try:
        rules = Rules.level(body.level, start=body.start)
    except InvalidRules as error:
        # The library takes larger boards: its limits would mislead here.
        sides = _SIDES.match(body.level)
        if sides and max(map(int, sides.groups())) > context.settings.max_side:
            raise _too_large(body.level, context) from error
        raise
    check_size(rules, context)
    return rules


async def _new_session(
    context: Context, player: str, rules: Rules, body: schemas.NewGame
) -> Session:
    if not body.no_guess:
        if body.difficulty is not None:
            raise InvalidBoardRequest(
                "a difficulty is for boards without guessing", hint="set no_guess"
            )
        return Session(rules, body.seed, practice=body.practice)
    record = await context.thinkers.ask(
        player,
        "no_guess",
        size=str(rules),
        start=rules.start,
        seed=body.seed,
        difficulty=body.difficulty,
        practice=body.practice,
        seconds=context.settings.think_seconds,
    )
    return Session.load(record)


def check_size(rules: Rules, context: Context) -> None:
    """Refuse boards that are too large for the browser. Raises InvalidRules."""
    settings = context.settings
    if rules.cell_count > settings.max_cells or max(rules.width, rules.height) > (
        settings.max_side
    ):
        raise _too_large(str(rules), context)


def _too_large(size: str, context: Context) -> InvalidRules:
    settings = context.settings
    return InvalidRules(
        f"{quoted(size)} is too large for the browser",
        hint=f"at most {settings.max_cells} cells, sides up to {settings.max_side}",
    )


@router.get("/games", response_model=schemas.GameList)
async def list_games(request: Request) -> Response:
    """Return the player's unfinished and recent games."""
    context = context_of(request)
    player = context.players.known(request)
    rows = [] if player is None else await context.tables.read(context.store.games_of, player)
    return answer({"games": [{**row, "no_guess": bool(row["no_guess"])} for row in rows]})


@router.get("/games/{game_id}", response_model=schemas.GameAnswer)
async def look(request: Request, game_id: GameId) -> Response:
    """Return a game as its player sees it."""
    return answer((await _seat(request, game_id)).to_json(owner=True))


@router.post("/games/{game_id}/moves", response_model=schemas.GameAnswer)
async def move(request: Request, game_id: GameId, body: schemas.NewMove) -> Response:
    """Make a move. It is on the disk before it is answered; a stale version gives 409."""
    context = context_of(request)
    return await make_move(context, context.players.known(request), game_id, body)


async def make_move(
    context: Context, player: str | None, game_id: str, body: schemas.NewMove
) -> Response:
    """Make a move of a player and return the game as it is then."""
    row, column = body.cell
    seat, _ = await context.tables.change(
        game_id, player, body.version, lambda session: session.move(body.kind, (row, column))
    )
    if seat.session.game.is_over:
        learn_from(context, seat)
    return answer(seat.to_json(owner=True))


@router.post("/games/{game_id}/undo", response_model=schemas.GameAnswer)
async def undo(request: Request, game_id: GameId, body: schemas.Undo) -> Response:
    """Take back the last move of a game for practice."""
    context = context_of(request)
    seat, _ = await context.tables.change(
        game_id, context.players.known(request), body.version, lambda session: session.undo()
    )
    return answer(seat.to_json(owner=True))


@router.post("/games/{game_id}/ai", response_model=schemas.AiAnswer)
async def ai(request: Request, game_id: GameId, body: schemas.AiRequest) -> Response:
    """Let the AI make moves, each with its reason."""
    context = context_of(request)
    seat = await _seat(request, game_id)
    seat.check_version(body.version)
    played = await context.thinkers.ask(
        seat.player,
        "play",
        record=seat.session.save(),
        strategy=body.strategy,
        steps=body.steps,
        seconds=context.settings.think_seconds,
    )

    def make_steps(session: Session) -> None:
        for step in played["steps"]:
            session.move(step["kind"], tuple(step["cell"]), by="ai")

    seat, _ = await context.tables.change(game_id, seat.player, body.version, make_steps)
    if seat.session.game.is_over:
        learn_from(context, seat)
    return answer({**played, "game": seat.to_json(owner=True)})


@router.get("/games/{game_id}/hint", response_model=schemas.HintAnswer)
async def hint(request: Request, game_id: GameId, grade: Grade = 1) -> Response:
    """Return the next move and why: 1 where to look, 2 which clues, 3 the move; counts as help."""
    context = context_of(request)
    seat = await _seat(request, game_id)
    advice = await context.thinkers.ask(
        seat.player,
        "hint",
        record=seat.session.save(),
        grade=grade,
        seconds=context.settings.think_seconds / 2,
    )
    if not seat.session.only_begins:
        await context.tables.count_assist(seat, "hints")
    return answer(advice)


@router.get("/games/{game_id}/probabilities", response_model=schemas.OddsAnswer)
async def probabilities(request: Request, game_id: GameId) -> Response:
    """Return the odds of every cell; that counts as help."""
    context = context_of(request)
    seat = await _seat(request, game_id)
    odds = await context.thinkers.ask(
        seat.player,
        "odds",
        record=seat.session.save(),
        seconds=context.settings.think_seconds / 2,
    )
    await context.tables.count_assist(seat, "odds")
    return answer(odds)


@router.get("/games/{game_id}/review", response_model=schemas.ReviewAnswer)
async def review(request: Request, game_id: GameId) -> Response:
    """Return what there is to say of every move; of a running game it counts as help."""
    context = context_of(request)
    seat = await _seat(request, game_id)
    judged = await _review(context, seat, seat.player)
    if not seat.session.game.is_over:
        await context.tables.count_assist(seat, "hints")
    return answer(judged)


async def _review(context: Context, seat: Seat, player: str) -> Any:
    return await context.thinkers.ask(
        player,
        "review",
        record=seat.session.save(),
        seconds=context.settings.think_seconds,
    )


@router.get(
    "/games/{game_id}/replay",
    response_model=schemas.ReplayAnswer,
    responses={200: {"content": {"text/plain": {}}}},
)
async def replay(request: Request, game_id: GameId, format_: Format = "text") -> Response:
    """Return the record of a finished game, as text or with a frame for each move."""
    return _replay((await _seat(request, game_id)).session, format_)


@router.post("/games/{game_id}/share", response_model=schemas.ShareAnswer)
async def share(request: Request, game_id: GameId) -> Response:
    """Make a link to a game that others can look at and nobody can guess."""
    context = context_of(request)
    seat = await _seat(request, game_id)
    return answer({"share": await context.tables.share(seat)})


@router.get("/shared/{token}", response_model=schemas.SharedGame)
async def look_at_shared(request: Request, token: Token) -> Response:
    """Return the game of a link: of a running game what its player sees, else all of it."""
    context = context_of(request)
    seat = await context.tables.shared(token)
    over = seat.session.game.is_over
    return answer(
        {
            **seat.to_json(owner=False),
            "review": await _review(context, seat, f"shared {token}") if over else None,
            "replay": _frames(seat.session) if over else None,
        }
    )


@router.get(
    "/shared/{token}/replay",
    response_model=schemas.ReplayAnswer,
    responses={200: {"content": {"text/plain": {}}}},
)
async def replay_shared(request: Request, token: Token, format_: Format = "text") -> Response:
    """Return the record of a finished game that was shared."""
    return _replay((await context_of(request).tables.shared(token)).session, format_)


async def _seat(request: Request, game_id: str) -> Seat:
    context = context_of(request)
    return await context.tables.seat(game_id, context.players.known(request))


def _replay(session: Session, format_: str) -> Response:
    if format_ == "text":
        return PlainTextResponse(session.replay())
    return answer(_frames(session))


def _frames(session: Session) -> dict[str, Any]:
    return {"record": session.replay(), **session.frames()}
