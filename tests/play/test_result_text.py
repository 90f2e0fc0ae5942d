"""Sentences about finished games."""

from typing import Any

import pytest

from sapper.play.result_text import describe_standing, describe_streak

SUMMARY: Any = {
    "rank": None, "ranked_games": 3, "best_seconds": 10.0, "previous_best_seconds": 12.5,
    "streak": 1, "accuracy": None, "avoidable": None, "verdict": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ""),
        ({"rank": 1, "previous_best_seconds": None}, "Your first win at this level"),
        ({"rank": 1}, "New best: 2.500 s faster"),
        ({"rank": 3}, "3rd of your 3 wins, best 10.000 s"),
    ],
)
def test_a_win_is_compared_with_the_players_other_wins(
    changes: dict[str, Any], expected: str
) -> None:
    summary: Any = SUMMARY | changes
    assert describe_standing(summary, 10.0) == expected


def test_a_streak_has_at_least_two_wins() -> None:
    assert describe_streak(SUMMARY) == ""
    longer: Any = SUMMARY | {"streak": 4}
    assert describe_streak(longer) == "4 wins in a row"
