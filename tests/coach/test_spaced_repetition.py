"""The spaced-repetition schedule of drills."""

from sapper.coach.spaced_repetition import Card, due_cards, new_card, reschedule

DAY = 86_400.0


def test_a_new_card_is_due_immediately() -> None:
    card = new_card("a", now=100.0)
    assert due_cards([card], now=100.0) == [card]
    assert due_cards([card], now=99.0) == []


def test_correct_answers_lengthen_the_interval() -> None:
    card = new_card("a", now=0.0)
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
    card = Card("a", due=0.0, interval=20 * DAY, ease=2.5, streak=4)
    wrong = reschedule(card, is_correct=False, now=5.0)
    assert (wrong.due, wrong.streak, wrong.lapses) == (605.0, 0, 1)
    assert wrong.ease < card.ease
    for _ in range(20):
        wrong = reschedule(wrong, is_correct=False, now=wrong.due)
    assert wrong.ease == 1.3


def test_the_most_overdue_cards_come_first() -> None:
    cards = [Card("late", due=5.0), Card("b", due=1.0), Card("a", due=1.0), Card("no", due=11.0)]
    assert [card.drill_id for card in due_cards(cards, now=10.0)] == ["a", "b", "late"]
