"""The service that selects a player's drills, checks the answers and schedules repetitions."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sapper.coach.drill_builder import (
    THEMES,
    AnswerResult,
    Drill,
    Theme,
    check_answer,
    check_theme,
    drill_from_position,
    make_drill,
)
from sapper.errors import NotFound
from sapper.game.rules import Cell
from sapper.game.seeds import random_seed
from sapper.game.view import parse_view
from sapper.play.spaced_repetition import reschedule

if TYPE_CHECKING:
    from sapper.play.game_service import GameService
    from sapper.store.stored_cards import StoredCard


@dataclass(frozen=True, slots=True)
class DrillResult:
    """The evaluation of an answer and the time of the drill's next repetition."""

    result: AnswerResult
    due: float | None
    """The Unix time of the next repetition, or None if there is no store."""


class DrillService:
    """The drill operations of a `GameService`."""

    def __init__(self, service: "GameService") -> None:
        self._service = service

    async def next(
        self, player: str, theme: Theme | None = None, *, seed: int | None = None
    ) -> Drill:
        """Return a due drill, or a new one if no drill is due.

        If a seed is given, always generate a new drill from it.
        """
        service = self._service
        if service.store is not None and seed is None:
            card = await service.read(service.store.drill_deck.next_due, player, theme)
            if card is not None:
                drill = await service.compute(player, _drill_of_card, card.position, card.theme)
                shown = replace(card, shown_at=time.time())
                await service.write(service.store.drill_deck.update(player, shown))
                return drill
        number = random_seed() if seed is None else seed
        drill = await service.compute(player, drill_of_seed, number, theme)
        await self._add(player, [_new_card(drill, shown_at=time.time())])
        return drill

    async def load(self, player: str, drill_id: str) -> Drill:
        """Return one of the player's drills. Raises NotFound if the player has no such drill."""
        service = self._service
        if service.store is None:
            raise NotFound("no such drill")
        card = await service.read(service.store.drill_deck.get, player, drill_id)
        return await service.compute(player, _drill_of_card, card.position, card.theme)

    async def answer(self, player: str, drill: Drill, cell: Cell | None) -> DrillResult:
        """Check an answer and schedule the next repetition.

        If `cell` is None, the answer is "I have to guess". Raises IllegalMove if the cell is not a
        hidden cell on the board.
        """
        result = check_answer(drill, cell)
        service = self._service
        if service.store is None:
            return DrillResult(result, None)
        deck = service.store.drill_deck
        try:
            card = await service.read(deck.get, player, drill.id)
        except NotFound:  # the drill comes from a recorded game
            card = _new_card(drill, shown_at=time.time())
            await self._add(player, [card])
        rescheduled = reschedule(card, is_correct=result.is_correct, now=time.time())
        await service.write(deck.update(player, rescheduled))
        return DrillResult(result, rescheduled.due)

    async def add(self, player: str, drills: Iterable[Drill]) -> None:
        """Add drills to the player's deck; they are due immediately."""
        await self._add(player, [_new_card(drill) for drill in drills])

    async def _add(self, player: str, cards: "list[StoredCard]") -> None:
        service = self._service
        if cards and service.store is not None:
            await service.write(service.store.drill_deck.add(player, cards))


def drill_of_seed(seed: int, theme: Theme | None = None) -> Drill:
    """Generate a drill from a seed. If `theme` is None, the seed also selects the theme."""
    return make_drill(THEMES[seed % len(THEMES)] if theme is None else theme, seed)


def _drill_of_card(position: str, theme: str) -> Drill:
    return drill_from_position(parse_view(position), check_theme(theme))


def _new_card(drill: Drill, *, shown_at: float = 0.0) -> "StoredCard":
    from sapper.store.stored_cards import StoredCard

    return StoredCard(drill.id, drill.theme, drill.position, shown_at=shown_at)
