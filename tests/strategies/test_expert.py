"""The strategy `expert` with and without rollouts."""

import pytest

from sapper import Rules, parse_view, strategies
from sapper.bench import run
from sapper.errors import InvalidOption
from sapper.strategies.expert import Expert

GUESS = "5x4/5\n#####\n#1###\n#3###\n#####"
EARLY = "9x9/10\n" + "#########\n" * 4 + "####2####\n" + "#########\n" * 4


def test_rollouts_add_the_chance_to_win_to_the_reason() -> None:
    reason = Expert(think=0.05).advise(parse_view(GUESS)).reason
    assert reason.endswith("the chance of winning is 79.2%")
    assert "chance of winning is about" in Expert(think=0.05).advise(parse_view(EARLY)).reason


def test_the_reason_has_no_chance_to_win_without_rollouts() -> None:
    assert "chance of winning" not in Expert().advise(parse_view(EARLY)).reason


def test_safe_cells_need_no_rollouts() -> None:
    advice = Expert(think=3000).advise(parse_view("3x3/1\n...\n.11\n.1#"))
    assert not advice.safe
    advice = Expert(think=3000).advise(parse_view("4x1/1\n1###"))
    assert advice.safe == {(0, 2), (0, 3)}


def test_expert_with_rollouts_is_benchmarked_on_the_same_boards() -> None:
    result = run(["expert", "expert:think=0.002"], Rules.level("beginner"), 20, seed=5)
    assert [each.games for each in result.strategies] == [20, 20]
    assert [each.name for each in result.strategies] == ["expert", "expert:think=0.002"]


@pytest.mark.parametrize("think", [-1, 3601, float("nan"), True, False, "1"])
def test_invalid_seconds_are_refused(think: object) -> None:
    with pytest.raises(InvalidOption):
        Expert(think=think)


@pytest.mark.parametrize("text", ["expert:think=99999", "expert:think=.", "exact:think=1"])
def test_invalid_seconds_in_a_strategy_name_are_refused(text: str) -> None:
    with pytest.raises(InvalidOption):
        strategies.registry.parse(text)


def test_the_reason_of_a_first_move_states_that_every_cell_is_a_mine() -> None:
    advice = Expert().advise(parse_view("2x1/2\n##"))
    assert (advice.risks[advice.best], advice.reason) == (
        1.0,
        "first move A1: every cell is a mine",
    )


def test_a_board_lost_at_the_first_reveal_gets_no_first_move() -> None:
    advice = Expert().advise(parse_view("3x3/1\n!##\n###\n###"))
    assert advice.mines == {(0, 0)}
    assert len(advice.safe) == 8
