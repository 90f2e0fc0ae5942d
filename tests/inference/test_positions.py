"""The generated test positions are reproducible and have the documented properties."""

import pytest

from sapper import Rules
from tests.inference.positions import random_clues, random_position, stuck_position
from tests.oracles.reference_analysis import analyse


def test_a_seed_always_gives_the_same_position() -> None:
    assert random_position(Rules(6, 3, 4), 1, reveals=2, flags=2).rows == [
        "###2#1",
        "#F####",
        "##f###",
    ]
    assert stuck_position(Rules(8, 4, 6), 1, guesses=4).rows == [
        "1#####1#",
        "####1###",
        "####1###",
        "######2#",
    ]
    assert str(random_clues(6, 3, 1, wrong=0.1, marks=0.2)).splitlines() == [
        "6x3/9",
        "2??#4#",
        "##6?#2",
        "#28#31",
    ]


@pytest.mark.parametrize("start", ["any", "safe", "opening"])
def test_a_random_position_belongs_to_a_running_game(start: str) -> None:
    for seed in range(50):
        view = random_position(Rules.parse("9x9/10", start=start), seed, reveals=1 + seed)
        hidden = len(analyse(view).mine_probability)
        assert 10 < hidden < 81
        assert not view.shown_mines


def test_flags_are_placed_on_hidden_cells_with_and_without_mines() -> None:
    view = random_position(Rules(9, 9, 10), 3, reveals=2, flags=8)
    assert len(view.flags | view.ai_flags) == 8
    assert all(view.clue(cell) is None for cell in view.flags | view.ai_flags)


def test_a_board_that_the_first_reveal_wins_stays_untouched() -> None:
    assert random_position(Rules(2, 1, 1), 0, reveals=3).is_untouched


def test_guesses_lead_to_later_stuck_positions() -> None:
    rules = Rules.level("intermediate")
    early, late = (stuck_position(rules, 4, guesses=guesses) for guesses in (0, 1))
    assert len(analyse(late).mine_probability) < len(analyse(early).mine_probability)
    assert not analyse(late).safe


def test_a_game_that_never_gets_stuck_gives_the_untouched_board() -> None:
    views = [stuck_position(Rules(9, 9, 1, start="opening"), seed) for seed in range(10)]
    assert all(view.is_untouched for view in views)
    assert not any(analyse(view).safe for view in views)


def test_random_clues_without_errors_are_consistent() -> None:
    for seed in range(100):
        assert analyse(random_clues(5, 4, seed, marks=0.3)).layouts >= 1
