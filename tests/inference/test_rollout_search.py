"""Rollout search on small, large, lost and untouched positions."""

import math

import pytest

from sapper import Game, Rules, View, analyse, optimal, parse_view, think
from sapper.errors import InconsistentView, InvalidBudget
from sapper.inference.rollout_search import search_rollouts


def draw(size: str, *rows: str) -> View:
    return parse_view("\n".join([size, *rows]))


def test_a_small_position_is_solved_exactly() -> None:
    view = draw("5x4/5", "#####", "#1###", "#3###", "#####")
    result = think(view)
    assert result.exact
    assert result.win_probability == pytest.approx(285 / 360)
    assert result.interval == (result.win_probability, result.win_probability)
    assert result.best in optimal(view).best


def test_the_estimate_agrees_with_perfect_play() -> None:
    view = Game(Rules(7, 6, 3, start="any"), 1).view
    chance = optimal(view).win_probability
    result = search_rollouts(analyse(view), seconds=600, games=10_000)
    assert not result.exact
    assert result.games >= 2_000
    assert result.win_probability is not None
    spread = math.sqrt(chance * (1 - chance) / result.games)
    assert abs(result.win_probability - chance) < 4.5 * spread
    low, high = result.interval
    assert low < result.win_probability < high


def test_the_same_number_of_games_gives_the_same_result() -> None:
    odds = analyse(draw("9x9/10", "#########", *["#########"] * 3, "####2####", *["#########"] * 4))
    assert search_rollouts(odds, seconds=600, games=400) == search_rollouts(
        odds, seconds=600, games=400
    )


def test_finished_games_have_a_probability_of_zero_or_one() -> None:
    lost = think(draw("3x1/1", "!1#"))
    assert (lost.win_probability, lost.best) == (0.0, None)
    assert think(draw("3x1/1", "#1.")).win_probability == 1.0


def test_new_boards_follow_the_start_rule_before_the_first_reveal() -> None:
    safe = search_rollouts(
        analyse(Game(Rules(3, 1, 2, start="safe"), 1).view), seconds=600, games=20
    )
    assert safe.win_probability == 1.0, "the only safe cell is protected"
    assert safe.games == 20
    unsafe = think(Game(Rules(3, 1, 2, start="any"), 1).view, seconds=0.05)
    assert unsafe.win_probability == pytest.approx(1 / 3)


def test_a_result_converts_to_json() -> None:
    answer = search_rollouts(
        analyse(Game(Rules(7, 6, 3, start="any"), 1).view), seconds=9, games=200
    )
    assert set(answer.to_json()) == {
        "best",
        "win_probability",
        "interval",
        "exact",
        "games",
        "candidates",
    }
    assert all(each["games"] >= each["wins"] >= 0 for each in answer.to_json()["candidates"])


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, 3601, "1", True, None])
def test_invalid_seconds_are_refused(seconds: object) -> None:
    with pytest.raises(InvalidBudget):
        think(draw("3x1/1", "#1#"), seconds=seconds)


def test_an_inconsistent_position_is_refused() -> None:
    with pytest.raises(InconsistentView):
        think(draw("3x1/1", "#3#"))


@pytest.mark.parametrize(
    ("size", "rows"),
    [
        ("4x4/4", ["#21#", "###2", "123#", "##21"]),
        ("3x1/1", ["##1"]),
        ("2x1/0", ["#."]),
    ],
)
def test_certain_positions_have_a_safe_best_cell_and_an_exact_probability(
    size: str, rows: list[str]
) -> None:
    view = draw(size, *rows)
    result = think(view)
    assert result.best in optimal(view).best
    assert (result.exact, result.win_probability, result.games) == (True, 1.0, 0)


def test_a_known_probability_is_not_estimated_if_a_safe_cell_is_left() -> None:
    view = draw("5x3/5", "##32#", "#####", "2#32#")
    result = think(view)
    assert result.best in analyse(view).safe
    assert (result.exact, result.win_probability, result.candidates) == (True, 0.5, ())
