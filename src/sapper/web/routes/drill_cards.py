"""Drills: positions to practise on, from the player's own mistakes and by theme."""

import asyncio
import logging
import secrets
import time
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from sapper.coach.drill_builder import THEMES, check_theme
from sapper.coach.spaced_repetition import answered
from sapper.errors import SapperError
from sapper.store.drill_deck import StoredCard
from sapper.web import schemas
from sapper.web.client import ASKER
from sapper.web.context import ERRORS, Context, answer, context_of
from sapper.web.error_responses import Problem
from sapper.web.game_cache import Seat

router = APIRouter(prefix="/api", tags=["drills"], responses=ERRORS)
log = logging.getLogger("sapper.web")

Theme = Annotated[
    str,
    Query(
        max_length=40,
        description="one of `themes`; any if empty",
        json_schema_extra={"enum": ["", *THEMES]},
    ),
]
DrillId = Annotated[str, Path(max_length=64)]


@router.get("/drills/next", response_model=schemas.DrillAnswer)
async def next_drill(request: Request, theme: Theme = "") -> Response:
    """Return the drill that is due, else a new one. A new player gets a cookie."""
    context = context_of(request)
    player = context.players.welcome(request)
    wanted = check_theme(theme) if theme else None
    card = await context.tables.read(context.store.cards.due, player, wanted)
    if card is None:
        seed = secrets.randbits(53)
        drill = await context.thinkers.ask(player, "make_drill", theme=wanted, seed=seed)
        card = StoredCard(drill["id"], drill["theme"], drill["position"], asked_at=time.time())
        await context.tables.write(context.store.cards.add(player, [card]))
    else:
        drill = await context.thinkers.ask(
            player, "read_drill", position=card.position, theme=card.theme
        )
        shown = replace(card, asked_at=time.time())
        await context.tables.write(context.store.cards.put(player, shown))
    # The answers stay here until somebody has answered.
    told = {name: drill[name] for name in ("id", "theme", "position", "question")}
    response = answer({**told, "themes": list(THEMES)})
    context.players.remember(request, response, player)
    return response


@router.post("/drills/{drill_id}", response_model=schemas.VerdictAnswer)
async def answer_drill(request: Request, drill_id: DrillId, body: schemas.DrillGuess) -> Response:
    """Return whether an answer is right, and why; a wrong one is asked again soon."""
    context = context_of(request)
    player = context.players.known(request) or ""
    card = await context.tables.read(context.store.cards.get, player, drill_id)
    verdict = await context.thinkers.ask(
        player, "answer_drill", position=card.position, theme=card.theme, cell=body.cell
    )
    kept = answered(card, is_right=verdict["right"], now=time.time())
    await context.tables.write(context.store.cards.put(player, kept))
    return answer({**verdict, "due": kept.due})


def learn_from(context: Context, seat: Seat) -> None:
    """Review a game that has just ended, in the background: accuracy and drills for mistakes."""
    task = asyncio.get_running_loop().create_task(
        _learn(context, seat.id, seat.player, seat.version, seat.session.save())
    )
    context.background.add(task)
    task.add_done_callback(context.background.discard)


async def _learn(context: Context, game: str, player: str, version: int, record: str) -> None:
    ASKER.set(None)  # the request that ended the game is answered by now
    try:
        learnt = await context.thinkers.ask(
            f"background {player}",
            "lessons",
            record=record,
            seconds=context.settings.think_seconds,
        )
        if learnt["accuracy"] is not None:
            await context.tables.write(
                context.store.set_accuracy(game, version, learnt["accuracy"])
            )
        if learnt["drills"]:
            cards = [StoredCard(d["id"], d["theme"], d["position"]) for d in learnt["drills"]]
            await context.tables.write(context.store.cards.add(player, cards))
    except (SapperError, Problem) as error:
        # Nobody waits for this: the game is kept, and its review can be asked for later.
        log.info("no lessons from a game: %s", error)
