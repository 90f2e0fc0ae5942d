"""The winning probability of perfect play, compared with known values and exhaustive search."""

import pytest

from sapper import Cell, Game, Rules, View, analyse, parse_view
from tests.inference.brute_force import Layout, count_mines, find_layouts
from tests.inference.positions import random_position

# The exhaustive search visits these cells in every order.
MAX_HIDDEN = 6


def draw(*lines: str) -> View:
    return parse_view("\n".join(lines))


def best_wins(view: View, layouts: list[Layout], revealed: frozenset[Cell]) -> int:
    """Return the number of layouts that perfect play wins, by exhaustive search."""
    if len(revealed) == view.rules.cell_count - view.mines:
        return len(layouts)
    best = 0
    for cell in view.rules.cells():
        if cell not in revealed:
            parts: dict[int, list[Layout]] = {}
            for layout in layouts:
                if cell not in layout:
                    parts.setdefault(count_mines(view, layout, cell), []).append(layout)
            wins = sum(best_wins(view, part, revealed | {cell}) for part in parts.values())
            best = max(best, wins)
    return best


def test_the_winning_probability_equals_exhaustive_search() -> None:
    searched = with_safe = 0
    for seed in range(60):
        view = random_position(Rules(4, 3, 2 + seed % 2), seed, reveals=5)
        layouts = find_layouts(view)
        if view.cell_bytes.count(0xFF) > MAX_HIDDEN:
            continue
        revealed = frozenset(cell for cell in view.rules.cells() if view.clue(cell) is not None)
        found = analyse(view)
        expected = best_wins(view, layouts, revealed) / len(layouts)
        assert found.win_probability == pytest.approx(expected, abs=1e-12), repr(view)
        searched += 1
        with_safe += bool(found.safe)
    assert searched > with_safe > 5


def test_a_fifty_fifty_wins_half_of_the_games() -> None:
    assert analyse(draw("3x1/1", "#1#")).win_probability == 0.5


def test_a_position_that_needs_no_guess_is_won() -> None:
    assert analyse(draw("3x3/1", "...", ".11", ".1#")).win_probability == 1.0


def test_a_lost_game_has_a_winning_probability_of_zero() -> None:
    assert analyse(draw("3x1/1", "!1#")).win_probability == 0.0


def test_the_winning_probability_is_unknown_before_the_mines_are_laid() -> None:
    assert analyse(Game(Rules(3, 1, 1, start="safe"), 1).view).win_probability is None
    assert analyse(Game(Rules(3, 1, 1, start="any"), 1).view).win_probability == pytest.approx(
        2 / 3
    )


def test_json_contains_the_winning_probability_only_if_it_is_known() -> None:
    assert analyse(draw("3x1/1", "#1#")).to_json()["win_probability"] == 0.5
    many = random_position(Rules.level("expert"), 1, reveals=3)
    assert "win_probability" not in analyse(many).to_json()
