"""Glicko-2 against the example in Glickman's paper, and the extension for lucky answers."""

import pytest

from sapper.play.puzzle_ratings import (
    FIRST_RATING,
    MAX_DEVIATION,
    MIN_DEVIATION,
    Outcome,
    Rating,
    expected_score,
    rate,
    update,
)

OWN = Rating(1500.0, 200.0, 0.06)
OTHERS = ((1400.0, 30.0, True), (1550.0, 100.0, False), (1700.0, 300.0, False))


def test_the_update_agrees_with_the_example_in_the_paper() -> None:
    outcomes = [Outcome(Rating(value, deviation), is_won) for value, deviation, is_won in OTHERS]
    after = update(OWN, outcomes)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.059996, abs=1e-6)


@pytest.mark.parametrize("shift", [-900.0, 900.0])
def test_the_volatility_does_not_depend_on_the_zero_of_the_scale(shift: float) -> None:
    # The package glicko2 2.1.0 uses the rating instead of the deviation in the volatility step.
    outcomes = [Outcome(Rating(value + shift, deviation), won) for value, deviation, won in OTHERS]
    after = update(Rating(OWN.value + shift, OWN.deviation, OWN.volatility), outcomes)
    assert after.value - shift == pytest.approx(1464.05, abs=0.01)
    assert after.volatility == pytest.approx(0.059996, abs=1e-6)


def test_a_surprising_result_raises_the_volatility() -> None:
    settled = Rating(1500.0, 50.0)
    surprised = update(settled, [Outcome(Rating(500.0, 50.0), is_won=False)] * 5)
    assert surprised.volatility > settled.volatility
    expected = update(settled, [Outcome(Rating(500.0, 50.0), is_won=True)] * 5)
    assert expected.volatility < settled.volatility


def test_a_player_and_a_puzzle_move_in_opposite_directions() -> None:
    puzzle = Rating(1300.0, 150.0)
    for is_correct in (True, False):
        after, puzzle_after = rate(FIRST_RATING, puzzle, is_correct=is_correct)
        assert (after.value > FIRST_RATING.value) is is_correct
        assert (puzzle_after.value < puzzle.value) is is_correct
        assert after.deviation < FIRST_RATING.deviation


def test_an_answer_that_may_be_luck_counts_for_less() -> None:
    puzzle = Rating(1200.0, 150.0)
    known, _ = rate(FIRST_RATING, puzzle, is_correct=True)
    lucky, lucky_puzzle = rate(FIRST_RATING, puzzle, is_correct=True, luck=0.5)
    assert FIRST_RATING.value < lucky.value < known.value
    assert lucky.deviation > known.deviation
    assert lucky_puzzle.value < puzzle.value
    assert expected_score(Rating(200.0, 50.0), puzzle, luck=0.5) > 0.5


def test_a_calibrated_player_keeps_its_rating_on_average() -> None:
    # The mean update is zero at the true rating, so luck neither inflates nor deflates ratings.
    own, puzzle = Rating(1400.0, 60.0), Rating(1500.0, 0.001)
    for luck in (0.0, 0.33, 0.5):
        chance = expected_score(Rating(own.value, 0.001), puzzle, luck=luck)
        won = update(own, [Outcome(puzzle, is_won=True, luck=luck)]).value - own.value
        lost = update(own, [Outcome(puzzle, is_won=False, luck=luck)]).value - own.value
        assert chance * won + (1 - chance) * lost == pytest.approx(0.0, abs=0.05)


def test_the_deviation_stays_within_its_limits() -> None:
    rating = FIRST_RATING
    for number in range(300):
        rating, _ = rate(rating, Rating(rating.value, 45.0), is_correct=number % 2 == 0)
        assert MIN_DEVIATION <= rating.deviation <= MAX_DEVIATION
    assert rating.deviation < 65
