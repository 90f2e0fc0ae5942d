"""Routes for drills, which come from the player's own mistakes or from a theme."""

import asyncio
import logging
import secrets
import time
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from sapper.coach.drill_builder import THEMES, check_theme
from sapper.coach.spaced_repetition import reschedule
from sapper.errors import SapperError
from sapper.store.drill_deck import StoredCard
from sapper.web import request_schemas, response_schemas
from sapper.web.client import CURRENT_CLIENT
from sapper.web.context import ERROR_RESPONSES, Context, get_context, json_response
from sapper.web.error_responses import HttpError
from sapper.web.game_cache import LoadedGame

router = APIRouter(prefix="/api", tags=["drills"], responses=ERROR_RESPONSES)
log = logging.getLogger("sapper.web")

Theme = Annotated[
    str,
    Query(
        max_length=40,
        description="One of `themes`, or empty for any theme",
        json_schema_extra={"enum": ["", *THEMES]},
    ),
]
DrillId = Annotated[str, Path(max_length=64, description="The id of one of the player's drills")]


@router.get("/drills/next", response_model=response_schemas.DrillResponse)
async def next_drill(request: Request, theme: Theme = "") -> Response:
    """Return a drill that is due, or else a new drill. New players receive a cookie."""
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    chosen_theme = check_theme(theme) if theme else None
    deck = context.store.drill_deck
    card = await context.game_cache.read(deck.next_due, player, chosen_theme)
    if card is None:
        seed = secrets.randbits(53)
        drill = await context.workers.run(player, "make_drill", theme=chosen_theme, seed=seed)
        card = StoredCard(drill["id"], drill["theme"], drill["position"], shown_at=time.time())
        await context.game_cache.wait_for_write(deck.add(player, [card]))
    else:
        drill = await context.workers.run(
            player, "load_drill", position=card.position, theme=card.theme
        )
        shown = replace(card, shown_at=time.time())
        await context.game_cache.wait_for_write(deck.update(player, shown))
    # The correct cells stay on the server until the player has answered.
    visible = {name: drill[name] for name in ("id", "theme", "position", "question")}
    response = json_response({**visible, "themes": list(THEMES)})
    context.identity.set_cookie(request, response, player)
    return response


@router.post("/drills/{drill_id}", response_model=response_schemas.DrillResultResponse)
async def answer_drill(
    request: Request, drill_id: DrillId, body: request_schemas.DrillAnswer
) -> Response:
    """Check an answer and explain the solution. A drill with a wrong answer is repeated soon."""
    context = get_context(request)
    player = context.identity.current_player(request) or ""
    deck = context.store.drill_deck
    card = await context.game_cache.read(deck.get, player, drill_id)
    result = await context.workers.run(
        player, "check_drill_answer", position=card.position, theme=card.theme, cell=body.cell
    )
    rescheduled = reschedule(card, is_correct=result["correct"], now=time.time())
    await context.game_cache.wait_for_write(deck.update(player, rescheduled))
    return json_response({**result, "due": rescheduled.due})


def learn_from_game(context: Context, game: LoadedGame) -> None:
    """Review a finished game in the background and store its accuracy and drills.

    The drills are generated from the mistakes in the game.
    """
    task = asyncio.get_running_loop().create_task(
        _learn(context, game.id, game.player, game.version, game.session.save())
    )
    context.background_tasks.add(task)
    task.add_done_callback(context.background_tasks.discard)


async def _learn(context: Context, game_id: str, player: str, version: int, record: str) -> None:
    CURRENT_CLIENT.set(None)  # the request that ended the game is complete
    try:
        found = await context.workers.run(
            f"background {player}",
            "find_mistakes",
            record=record,
            seconds=context.settings.job_seconds,
        )
        if found["accuracy"] is not None:
            await context.game_cache.wait_for_write(
                context.store.save_accuracy(game_id, version, found["accuracy"])
            )
        if found["drills"]:
            cards = [StoredCard(d["id"], d["theme"], d["position"]) for d in found["drills"]]
            await context.game_cache.wait_for_write(context.store.drill_deck.add(player, cards))
    except (SapperError, HttpError) as error:
        # No client waits for this review, and the player can request one later.
        log.info("background review failed: %s", error)
