"""Thinking: positions played to their end."""

import math

import pytest

from sapper import Game, Rules, View, analyse, optimal, parse_view, think
from sapper.errors import InconsistentView, InvalidBudget
from sapper.inference.rollouts import search_rollouts


def draw(size: str, *rows: str) -> View:
    return parse_view("\n".join([size, *rows]))


def test_a_small_position_is_solved_exactly() -> None:
    view = draw("5x4/5", "#####", "#1###", "#3###", "#####")
    thought = think(view)
    assert thought.exact
    assert thought.win_probability == pytest.approx(285 / 360)
    assert thought.interval == (thought.win_probability, thought.win_probability)
    assert thought.best in optimal(view).best


def test_the_estimate_holds_the_chance_of_best_play_on_a_board_that_can_be_solved() -> None:
    view = Game(Rules(7, 6, 3, start="any"), 1).view
    chance = optimal(view).win_probability
    thought = search_rollouts(analyse(view), seconds=600, games=10_000)
    assert not thought.exact
    assert thought.games >= 2_000
    assert thought.win_probability is not None
    spread = math.sqrt(chance * (1 - chance) / thought.games)
    assert abs(thought.win_probability - chance) < 4.5 * spread
    low, high = thought.interval
    assert low < thought.win_probability < high


def test_the_same_number_of_games_gives_the_same_thought() -> None:
    odds = analyse(draw("9x9/10", "#########", *["#########"] * 3, "####2####", *["#########"] * 4))
    assert search_rollouts(odds, seconds=600, games=400) == search_rollouts(
        odds, seconds=600, games=400
    )


def test_a_lost_game_is_lost_and_a_won_one_won() -> None:
    lost = think(draw("3x1/1", "!1#"))
    assert (lost.win_probability, lost.best) == (0.0, None)
    assert think(draw("3x1/1", "#1.")).win_probability == 1.0


def test_before_the_first_reveal_whole_games_are_played_by_the_start_rule() -> None:
    safe = search_rollouts(
        analyse(Game(Rules(3, 1, 2, start="safe"), 1).view), seconds=600, games=20
    )
    assert safe.win_probability == 1.0, "the only safe cell is protected"
    assert safe.games == 20
    unsafe = think(Game(Rules(3, 1, 2, start="any"), 1).view, seconds=0.05)
    assert unsafe.win_probability == pytest.approx(1 / 3)


def test_a_thought_is_plain_json() -> None:
    answer = search_rollouts(
        analyse(Game(Rules(7, 6, 3, start="any"), 1).view), seconds=9, games=200
    )
    assert set(answer.to_json()) == {
        "best",
        "win_probability",
        "interval",
        "exact",
        "games",
        "compared",
    }
    assert all(each["games"] >= each["wins"] >= 0 for each in answer.to_json()["compared"])


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, 3601, "1", True, None])
def test_a_time_that_is_none_is_refused(seconds: object) -> None:
    with pytest.raises(InvalidBudget):
        think(draw("3x1/1", "#1#"), seconds=seconds)  # type: ignore[arg-type]


def test_a_position_that_cannot_be_is_refused() -> None:
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
def test_where_everything_is_certain_a_safe_cell_is_best_and_the_chance_is_exact(
    size: str, rows: list[str]
) -> None:
    view = draw(size, *rows)
    thought = think(view)
    assert thought.best in optimal(view).best
    assert (thought.exact, thought.win_probability, thought.games) == (True, 1.0, 0)


def test_a_chance_that_is_known_is_not_estimated_where_a_safe_cell_is_left() -> None:
    view = draw("5x3/5", "##32#", "#####", "2#32#")
    thought = think(view)
    assert thought.best in analyse(view).safe
    assert (thought.exact, thought.win_probability, thought.compared) == (True, 0.5, ())
