"""Stored puzzle cards."""

import time
from dataclasses import replace

import pytest

from sapper.errors import NotFound
from sapper.store import Store
from sapper.store import puzzle_deck as puzzle_deck_module
from sapper.store.stored_puzzle_types import StoredCard

ME = "P" * 22


def card(name: str, **changes: object) -> StoredCard:
    return replace(StoredCard(name, "safe", "1-1", "1x1/0\n#", ""), **changes)


def test_a_new_card_is_due_and_a_card_shown_moments_ago_is_not(store: Store) -> None:
    assert store.puzzle_deck.next_due(ME) is None
    store.puzzle_deck.add(ME, [card("a")]).result()
    assert store.puzzle_deck.next_due(ME).puzzle == "a"
    store.puzzle_deck.update(
        ME, replace(store.puzzle_deck.get(ME, "a"), shown_at=time.time())
    ).result()
    assert store.puzzle_deck.next_due(ME) is None


def test_the_card_overdue_longest_comes_first(store: Store) -> None:
    store.puzzle_deck.add(ME, [card("new", due=50.0), card("old", due=10.0)]).result()
    store.puzzle_deck.add(ME, [card("other", due=5.0), card("far", due=4e9)]).result()
    assert store.puzzle_deck.next_due(ME).puzzle == "other"
    assert store.puzzle_deck.count_due(ME) == 3


def test_adding_a_known_card_again_preserves_its_schedule(store: Store) -> None:
    store.puzzle_deck.add(ME, [card("a", schedule="{}", due=4e9)]).result()
    store.puzzle_deck.add(ME, [card("a")]).result()
    assert store.puzzle_deck.get(ME, "a").schedule == "{}"


def test_cards_belong_to_one_player(store: Store) -> None:
    store.puzzle_deck.add(ME, [card("a")]).result()
    assert store.puzzle_deck.next_due("Q" * 22) is None
    with pytest.raises(NotFound, match="no such puzzle"):
        store.puzzle_deck.get("Q" * 22, "a")


def test_a_full_deck_drops_its_oldest_unanswered_card_and_never_the_newest(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_deck_module, "MAX_CARDS", 3)
    deck = [
        card("answered", schedule="{}", due=1.0, shown_at=1.0),
        card("old", due=2.0),
        card("shown", due=3.0, shown_at=50.0),
    ]
    store.puzzle_deck.add(ME, deck).result()
    store.puzzle_deck.add(ME, [card("new", due=4.0)]).result()
    assert stored(store, "answered", "old", "shown", "new") == ["answered", "shown", "new"]
    store.puzzle_deck.add(ME, [card("newer", shown_at=time.time())]).result()
    assert stored(store, "answered", "shown", "new", "newer") == ["answered", "shown", "newer"]


def test_the_cards_of_a_player_do_not_grow_without_bound(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A deck once had only a limit on its cards, so large boards took 10 MB per player.
    monkeypatch.setattr(puzzle_deck_module, "MAX_DECK_BYTES", 100)
    large = "x" * 40
    deck = [card(name, position=large, due=due) for name, due in (("a", 1.0), ("b", 2.0))]
    store.puzzle_deck.add(ME, deck).result()
    store.puzzle_deck.add(ME, [card("c", position=large, due=3.0)]).result()
    assert stored(store, "a", "b", "c") == ["b", "c"]
    store.puzzle_deck.add(ME, [card("larger than the limit", position="x" * 200)]).result()
    assert stored(store, "b", "c", "larger than the limit") == ["larger than the limit"]


def test_a_deck_full_of_answered_cards_accepts_a_new_card(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_deck_module, "MAX_CARDS", 2)
    answered = [
        card(name, schedule="{}", due=4e9, shown_at=at) for name, at in (("a", 2.0), ("b", 1.0))
    ]
    store.puzzle_deck.add(ME, answered).result()
    store.puzzle_deck.add(ME, [card("new")]).result()
    assert stored(store, "a", "b", "new") == ["a", "new"]


def test_a_merged_deck_drops_its_oldest_unanswered_cards(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_deck_module, "MAX_CARDS", 2)
    other = "Q" * 22
    store.puzzle_deck.add(ME, [card("mine", due=3.0), card("old", due=1.0)]).result()
    store.puzzle_deck.add(other, [card("other", due=2.0), card("older", due=0.5)]).result()
    store.merge_players(ME, other).result()
    assert stored(store, "mine", "old", "other", "older") == ["mine", "other"]


def stored(store: Store, *names: str) -> list[str]:
    return [name for name in names if has(store, name)]


def has(store: Store, name: str) -> bool:
    try:
        store.puzzle_deck.get(ME, name)
    except NotFound:
        return False
    return True
