"""Drills that are kept for a player."""

import time
from dataclasses import replace

import pytest

from sapper.errors import NotFound
from sapper.store import Store
from sapper.store import drill_deck as cards_module
from sapper.store.drill_deck import StoredCard

ME = "P" * 22


def card(name: str, **changes: object) -> StoredCard:
    return replace(StoredCard(name, "subset", "1x1/0\n#"), **changes)


def test_a_new_drill_is_due_and_one_that_was_just_asked_is_not(store: Store) -> None:
    assert store.cards.due(ME) is None
    store.cards.add(ME, [card("a")]).result()
    assert store.cards.due(ME).drill == "a"
    store.cards.put(ME, replace(store.cards.get(ME, "a"), asked_at=time.time())).result()
    assert store.cards.due(ME) is None


def test_the_longest_overdue_comes_first_and_themes_can_be_chosen(store: Store) -> None:
    store.cards.add(ME, [card("new", due=50.0), card("old", due=10.0)]).result()
    store.cards.add(ME, [card("other", due=5.0, theme="chain"), card("far", due=4e9)]).result()
    assert store.cards.due(ME).drill == "other"
    assert store.cards.due(ME, "subset").drill == "old"
    assert store.cards.due(ME, "best-guess") is None


def test_a_drill_that_is_known_keeps_its_place_when_it_comes_again(store: Store) -> None:
    store.cards.add(ME, [card("a", streak=3, due=4e9)]).result()
    store.cards.add(ME, [card("a")]).result()
    assert store.cards.get(ME, "a").streak == 3


def test_nobody_has_the_drills_of_another(store: Store) -> None:
    store.cards.add(ME, [card("a")]).result()
    assert store.cards.due("Q" * 22) is None
    with pytest.raises(NotFound, match="there is no such drill"):
        store.cards.get("Q" * 22, "a")


def test_beyond_the_limit_those_never_answered_go_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards_module, "MAX_CARDS", 2)
    store.cards.add(ME, [card("known", streak=1, due=1.0), card("a", due=1.0)]).result()
    store.cards.add(ME, [card("b", due=2.0)]).result()
    assert store.cards.get(ME, "known").streak == 1
    assert sum(1 for name in ("a", "b") if has(store, name)) == 1


def has(store: Store, name: str) -> bool:
    try:
        store.cards.get(ME, name)
    except NotFound:
        return False
    return True
