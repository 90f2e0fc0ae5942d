"""Stored drill cards."""

import time
from dataclasses import replace

import pytest

from sapper.errors import NotFound
from sapper.store import Store
from sapper.store import drill_deck as drill_deck_module
from sapper.store.drill_deck import StoredCard

ME = "P" * 22


def card(name: str, **changes: object) -> StoredCard:
    return replace(StoredCard(name, "subset", "1x1/0\n#"), **changes)


def test_a_new_card_is_due_and_a_card_shown_moments_ago_is_not(store: Store) -> None:
    assert store.drill_deck.next_due(ME) is None
    store.drill_deck.add(ME, [card("a")]).result()
    assert store.drill_deck.next_due(ME).drill_id == "a"
    store.drill_deck.update(
        ME, replace(store.drill_deck.get(ME, "a"), shown_at=time.time())
    ).result()
    assert store.drill_deck.next_due(ME) is None


def test_the_card_overdue_longest_comes_first_and_themes_filter(store: Store) -> None:
    store.drill_deck.add(ME, [card("new", due=50.0), card("old", due=10.0)]).result()
    store.drill_deck.add(ME, [card("other", due=5.0, theme="chain"), card("far", due=4e9)]).result()
    assert store.drill_deck.next_due(ME).drill_id == "other"
    assert store.drill_deck.next_due(ME, "subset").drill_id == "old"
    assert store.drill_deck.next_due(ME, "best-guess") is None


def test_adding_a_known_card_again_preserves_its_schedule(store: Store) -> None:
    store.drill_deck.add(ME, [card("a", streak=3, due=4e9)]).result()
    store.drill_deck.add(ME, [card("a")]).result()
    assert store.drill_deck.get(ME, "a").streak == 3


def test_cards_belong_to_one_player(store: Store) -> None:
    store.drill_deck.add(ME, [card("a")]).result()
    assert store.drill_deck.next_due("Q" * 22) is None
    with pytest.raises(NotFound, match="no such drill"):
        store.drill_deck.get("Q" * 22, "a")


def test_cards_without_an_answer_are_deleted_first_beyond_the_limit(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drill_deck_module, "MAX_CARDS", 2)
    store.drill_deck.add(ME, [card("known", streak=1, due=1.0), card("a", due=1.0)]).result()
    store.drill_deck.add(ME, [card("b", due=2.0)]).result()
    assert store.drill_deck.get(ME, "known").streak == 1
    assert sum(1 for name in ("a", "b") if has(store, name)) == 1


def has(store: Store, name: str) -> bool:
    try:
        store.drill_deck.get(ME, name)
    except NotFound:
        return False
    return True
