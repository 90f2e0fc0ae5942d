"""Drill sources that use the player's deck or a fixed list."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from sapper.coach.drill_builder import THEMES, Drill, Theme, drill_from_position, make_drill
from sapper.coach.spaced_repetition import reschedule
from sapper.game.seeds import MAX_SEED, random_seed
from sapper.game.view import parse_view
from sapper.store.drill_deck import StoredCard
from sapper.tui.persistence import GamePersistence

DrillSource = Callable[[], Drill | None]
"""A function that returns the next drill, or None if there are no more drills."""
_SEED_COUNT: Final = MAX_SEED + 1


def drills_from_list(drills: Iterator[Drill]) -> DrillSource:
    """Return a source that yields the given drills in order."""
    return lambda: next(drills, None)


def drills_for_player(
    persistence: GamePersistence, theme: Theme | None, seed: int | None
) -> DrillSource:
    """Return a source that uses the player's due cards first and then generates new drills.

    If a seed is given, due cards are ignored. If no theme is given, new drills rotate through all
    themes.
    """
    first_seed = random_seed() if seed is None else seed
    generated = 0

    def next_drill() -> Drill | None:
        nonlocal generated
        if persistence.store is not None and seed is None:
            card = persistence.store.drill_deck.next_due(persistence.player, theme)
            if card is not None:
                shown = replace(card, shown_at=time.time())
                persistence.store.drill_deck.update(persistence.player, shown).result()
                return drill_from_position(parse_view(card.position), card.theme)  # type: ignore[arg-type]
        chosen = theme or THEMES[generated % len(THEMES)]
        drill = make_drill(chosen, (first_seed + generated) % _SEED_COUNT)
        generated += 1
        if persistence.store is not None:
            card = StoredCard(drill.id, drill.theme, drill.position, shown_at=time.time())
            persistence.store.drill_deck.add(persistence.player, [card]).result()
        return drill

    return next_drill


def save_answer(persistence: GamePersistence, drill: Drill, *, is_correct: bool) -> None:
    """Save the result of a drill and schedule the drill's next repetition.

    Raises StoreError if the database cannot be read or written.
    """
    if persistence.store is None:
        return
    from sapper.errors import NotFound

    try:
        card = persistence.store.drill_deck.get(persistence.player, drill.id)
    except NotFound:
        card = StoredCard(drill.id, drill.theme, drill.position, shown_at=time.time())
        persistence.store.drill_deck.add(persistence.player, [card]).result()
    rescheduled = reschedule(card, is_correct=is_correct, now=time.time())
    persistence.store.drill_deck.update(persistence.player, rescheduled).result()
