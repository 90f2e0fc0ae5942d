"""Where drills come from and where answers go: the player's cards, or a list that was given."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from sapper.coach.drill_builder import THEMES, Drill, Theme, drill_of, make_drill
from sapper.coach.spaced_repetition import answered
from sapper.game.game import MAX_SEED, choose_seed
from sapper.game.view import parse_view
from sapper.store.drill_deck import StoredCard
from sapper.tui.persistence import Keeper

Source = Callable[[], Drill | None]
_SEEDS: Final = MAX_SEED + 1


def drills_of_list(drills: Iterator[Drill]) -> Source:
    """Ask what was given, in order."""
    return lambda: next(drills, None)


def drills_of_player(keeper: Keeper, theme: Theme | None, seed: int | None) -> Source:
    """Ask what is due, else something new; each theme in turn if none is named."""
    first = choose_seed() if seed is None else seed
    made = 0

    def find() -> Drill | None:
        nonlocal made
        if keeper.store is not None and seed is None:
            card = keeper.store.cards.due(keeper.player, theme)
            if card is not None:
                shown = replace(card, asked_at=time.time())
                keeper.store.cards.put(keeper.player, shown).result()
                return drill_of(parse_view(card.position), card.theme)  # type: ignore[arg-type]
        chosen = theme or THEMES[made % len(THEMES)]
        drill = make_drill(chosen, (first + made) % _SEEDS)
        made += 1
        if keeper.store is not None:
            card = StoredCard(drill.id, drill.theme, drill.position, asked_at=time.time())
            keeper.store.cards.add(keeper.player, [card]).result()
        return drill

    return find


def keep_answer(keeper: Keeper, drill: Drill, *, is_right: bool) -> None:
    """Keep how a drill was answered: a wrong one is asked again soon. Raises StoreError."""
    if keeper.store is None:
        return
    from sapper.errors import NotFound

    try:
        card = keeper.store.cards.get(keeper.player, drill.id)
    except NotFound:
        card = StoredCard(drill.id, drill.theme, drill.position, asked_at=time.time())
        keeper.store.cards.add(keeper.player, [card]).result()
    kept = answered(card, is_right=is_right, now=time.time())
    keeper.store.cards.put(keeper.player, kept).result()
