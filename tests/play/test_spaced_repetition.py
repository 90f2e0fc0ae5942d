"""The spaced-repetition schedule of drills."""

from typing import Any

from sapper.play.spaced_repetition import reschedule
from sapper.store.stored_cards import StoredCard

DAY = 86_400.0


def new_card(**schedule: Any) -> StoredCard:
    return StoredCard("a", "subset", "4x2/2\n1221\n####", **schedule)


def test_correct_answers_lengthen_the_interval() -> None:
    card = new_card()
    intervals = []
    for _ in range(30):
        card = reschedule(card, is_correct=True, now=card.due)
        intervals.append(card.interval)
    assert intervals[:2] == [DAY, 3 * DAY]
    assert intervals == sorted(intervals)
    assert intervals[-1] == 365 * DAY
    assert card.streak == 30
    assert card.lapses == 0


def test_a_wrong_answer_resets_the_interval_and_lowers_the_ease() -> None:
    card = new_card(interval=20 * DAY, ease=2.5, streak=4)
    wrong = reschedule(card, is_correct=False, now=5.0)
    assert (wrong.due, wrong.streak, wrong.lapses) == (605.0, 0, 1)
    assert wrong.ease < card.ease
    for _ in range(20):
        wrong = reschedule(wrong, is_correct=False, now=wrong.due)
    assert wrong.ease == 1.3
