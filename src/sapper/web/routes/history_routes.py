"""Routes for listing, deleting, exporting and importing a player's games."""

from collections.abc import AsyncIterator
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response, StreamingResponse

from sapper.errors import NotFound
from sapper.play.history_service import GameRecord
from sapper.store.game_list import CURSOR_PATTERN, MAX_LISTED_GAMES, GameFilter
from sapper.web import request_schemas, response_schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response
from sapper.web.game_cache import GAME_BYTES, MOVE_BYTES
from sapper.web.request_charges import charge_work, pay_for_work, reserve_storage
from sapper.web.routes.game_routes import GameId

router = APIRouter(prefix="/api", tags=["history"], responses=ERROR_RESPONSES)

# The cost of a page in cells. A page may examine all of a player's games, and it shows an image of
# each listed game.
_PAGE_CELLS: Final = 20_000
_LISTED_GAME_CELLS: Final = 30
_MOVES_PER_EXPORTED_GAME: Final = 300
_MOVES_PER_DELETED_GAME: Final = 30
# The number of moves that can be deleted in the time in which one move is loaded.
_DELETED_MOVES_PER_MOVE: Final = 10

Level = Annotated[str | None, Query(max_length=40, description="Only games at this level")]
Result = Annotated[
    Literal["won", "lost", "unfinished"] | None, Query(description="Only games with this result")
]
Assisted = Annotated[
    bool | None, Query(description="Only games that count as assisted, or only those that do not")
]
Limit = Annotated[int, Query(ge=1, le=MAX_LISTED_GAMES, description="The length of the page")]
Cursor = Annotated[
    str | None,
    Query(max_length=100, pattern=f"^{CURSOR_PATTERN}$", description="The previous page's `next`"),
]


@router.get("/games", response_model=response_schemas.GameList)
async def list_games(
    request: Request,
    *,
    level: Level = None,
    result: Result = None,
    assisted: Assisted = None,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> Response:
    """Return one page of the player's games, most recent first.

    Games without moves are listed only if `result` is `unfinished`.
    """
    context = get_context(request)
    player = context.identity.current_player(request)
    if player is None:
        return json_response({"games": [], "next": None, "levels": []})
    has_moves = result != "unfinished"
    selection = GameFilter(level=level, result=result, assisted=assisted, has_moves=has_moves)
    charge_work(cells=_PAGE_CELLS + _LISTED_GAME_CELLS * limit)
    history = context.service.history
    page = await history.list(player, selection, limit=limit, cursor=cursor)
    levels = await history.levels(player) if cursor is None else []
    return json_response({"games": page.games, "next": page.next, "levels": levels})


@router.delete("/games", response_model=response_schemas.DeletedGames)
async def delete_all_games(request: Request) -> Response:
    """Delete all of the player's games, including unfinished ones."""
    context = get_context(request)
    player = context.identity.current_player(request)
    deleted = 0
    if player is not None:
        deleted = await context.service.history.delete_all(player, pay=_pay_for_deletion)
    return json_response({"deleted": deleted})


async def _pay_for_deletion(games: int, moves: int) -> None:
    await pay_for_work(moves=_MOVES_PER_DELETED_GAME * games + moves // _DELETED_MOVES_PER_MOVE)


@router.get(
    "/games/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}}},
)
async def export_games(request: Request) -> Response:
    """Return all finished games as lines of JSON with `id`, `played_at` and `record`."""
    context = get_context(request)
    player = context.identity.current_player(request)

    async def lines() -> AsyncIterator[str]:
        if player is not None:
            async for game in context.service.history.export(player):
                await pay_for_work(moves=_MOVES_PER_EXPORTED_GAME + game.record.count("\n"))
                yield f"{game.to_line()}\n"

    headers = {"Content-Disposition": 'attachment; filename="sapper-games.jsonl"'}
    return StreamingResponse(lines(), headers=headers, media_type="application/x-ndjson")


@router.post("/games/import", response_model=response_schemas.ImportResult)
async def import_games(request: Request, body: request_schemas.ImportRequest) -> Response:
    """Store finished games exported from this or another server. New players receive a cookie.

    Imported games are marked as imported and count as assisted. Games that are already stored are
    skipped.
    """
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    for game in body.games:
        reserve_storage(GAME_BYTES + len(game.record) + MOVE_BYTES * game.record.count("\n"))
    await pay_for_work(moves=sum(game.record.count("\n") for game in body.games))
    records = [GameRecord(game.record, game.id, game.played_at) for game in body.games]
    imported, skipped = await context.service.history.import_games(
        player, records, limits=context.settings.board_limits
    )
    return context.identity.with_cookie(
        request, player, json_response({"imported": imported, "skipped": skipped})
    )


@router.delete("/games/{game_id}", response_model=response_schemas.DeletedGames)
async def delete_game(request: Request, game_id: GameId) -> Response:
    """Delete one of the player's games and disable its share link."""
    context = get_context(request)
    player = context.identity.current_player(request)
    history = context.service.history
    if player is None or not await history.delete(player, game_id, pay=_pay_for_deletion):
        raise NotFound("no such game")
    return json_response({"deleted": 1})
