"""Spaced repetition: pure functions of a card and the time."""

from sapper.coach.spaced_repetition import Card, answered, due_cards, new_card

DAY = 86_400.0


def test_a_new_card_is_due_at_once() -> None:
    card = new_card("a", now=100.0)
    assert due_cards([card], now=100.0) == [card]
    assert due_cards([card], now=99.0) == []


def test_right_answers_move_a_card_further_and_further_away() -> None:
    card = new_card("a", now=0.0)
    intervals = []
    for _ in range(30):
        card = answered(card, is_right=True, now=card.due)
        intervals.append(card.interval)
    assert intervals[:2] == [DAY, 3 * DAY]
    assert intervals == sorted(intervals)
    assert intervals[-1] == 365 * DAY
    assert card.streak == 30
    assert card.lapses == 0


def test_a_wrong_answer_brings_a_card_back_soon_and_slows_its_growth() -> None:
    card = Card("a", due=0.0, interval=20 * DAY, ease=2.5, streak=4)
    wrong = answered(card, is_right=False, now=5.0)
    assert (wrong.due, wrong.streak, wrong.lapses) == (605.0, 0, 1)
    assert wrong.ease < card.ease
    for _ in range(20):
        wrong = answered(wrong, is_right=False, now=wrong.due)
    assert wrong.ease == 1.3


def test_the_longest_overdue_come_first() -> None:
    cards = [Card("late", due=5.0), Card("b", due=1.0), Card("a", due=1.0), Card("no", due=11.0)]
    assert [card.drill_id for card in due_cards(cards, now=10.0)] == ["a", "b", "late"]
