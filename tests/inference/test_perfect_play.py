"""Perfect play, compared with known optima and with exhaustive search."""

import math
from collections import defaultdict
from itertools import combinations

import pytest

from sapper import Game, Rules, View, optimal, parse_view
from sapper.errors import BudgetExceeded, InconsistentView
from sapper.game.rules import Cell

Layout = frozenset[Cell]


def empty(size: str) -> View:
    return Game(Rules.parse(size, start="any"), seed=0).view


def wins_by_exhaustive_search(rules: Rules, layouts: list[Layout], revealed: Layout) -> int:
    """Return the number of layouts that the best reveal wins."""
    if len(revealed) == rules.cell_count - rules.mines:
        return len(layouts)
    return max(
        wins_of_reveal(rules, layouts, revealed, cell)
        for cell in rules.cells()
        if cell not in revealed
    )


def wins_of_reveal(rules: Rules, layouts: list[Layout], revealed: Layout, cell: Cell) -> int:
    parts = defaultdict(list)
    for layout in layouts:
        if cell not in layout:
            parts[len(layout & set(rules.neighbours(cell)))].append(layout)
    return sum(wins_by_exhaustive_search(rules, part, revealed | {cell}) for part in parts.values())


def test_the_known_optimum_of_an_empty_4x4_board() -> None:
    found = optimal(empty("4x4/4"))
    assert (found.wins, found.layouts) == (961, 1820)
    edges = {(0, 1), (0, 2), (1, 0), (2, 0), (1, 3), (2, 3), (3, 1), (3, 2)}
    assert found.best == edges
    assert found.win_probability == 961 / 1820


@pytest.mark.parametrize(
    ("size", "wins", "best"),
    [("5x5/4", 8236, (0, 0)), ("5x5/19", 364, (1, 2)), ("6x6/3", 6427, (0, 0))],
)
def test_optima_of_larger_boards_match_an_earlier_solver(size: str, wins: int, best: Cell) -> None:
    # The earlier solver identified sets of layouts by content and ignored symmetry.
    found = optimal(empty(size))
    assert found.wins == wins
    row, column = best
    last = Rules.parse(size).width - 1
    assert found.best == {
        image
        for r, c in ((row, column), (column, row))
        for image in ((r, c), (last - r, c), (r, last - c), (last - r, last - c))
    }


@pytest.mark.parametrize("size", ["2x2/1", "3x2/2", "3x3/2", "3x3/4", "4x2/3", "5x1/2", "1x1/0"])
def test_empty_boards_match_exhaustive_search(size: str) -> None:
    rules = Rules.parse(size, start="any")
    layouts = [frozenset(mines) for mines in combinations(rules.cells(), rules.mines)]
    values = {cell: wins_of_reveal(rules, layouts, frozenset(), cell) for cell in rules.cells()}
    found = optimal(empty(size))
    assert found.layouts == len(layouts)
    assert found.wins == max(values.values())
    assert found.best == {cell for cell, wins in values.items() if wins == found.wins}


def test_safe_cells_are_optimal() -> None:
    found = optimal(parse_view("4x1/1\n1###"))
    assert (found.wins, found.layouts, found.best) == (1, 1, {(0, 2), (0, 3)})


def test_a_solved_board_has_no_best_cell() -> None:
    found = optimal(parse_view("3x1/1\n.1#"))
    assert (found.wins, found.layouts, found.best) == (1, 1, frozenset())


def test_a_lost_game_is_won_in_no_layout() -> None:
    found = optimal(parse_view("4x1/2\n!1##"))
    assert (found.wins, found.best) == (0, frozenset())
    assert found.layouts > 0


def test_a_lost_game_of_any_size_needs_no_search() -> None:
    found = optimal(parse_view("9x9/10\n!########\n" + "#########\n" * 8))
    assert (found.wins, found.layouts, found.best) == (0, math.comb(80, 9), frozenset())


@pytest.mark.parametrize(
    ("size", "shown", "wins", "layouts"),
    [("9x9/81", "#", 1, 1), ("9x9/80", "3", 1, 1), ("9x9/79", "2", 1, 3)],
)
def test_mines_that_only_counting_finds_are_never_best(
    size: str, shown: str, wins: int, layouts: int
) -> None:
    found = optimal(parse_view(f"{size}\n{shown}########\n" + "#########\n" * 8))
    assert (found.wins, found.layouts) == (wins, layouts)


def test_the_error_for_too_many_layouts_names_numbers_beyond_floats() -> None:
    with pytest.raises(BudgetExceeded, match=r"about \d\.\de541 \(limit: "):
        optimal(empty("50x50/500"))


def test_a_position_that_is_too_large_is_refused_immediately() -> None:
    with pytest.raises(BudgetExceeded, match="layouts"):
        optimal(empty("9x9/10"))
    with pytest.raises(BudgetExceeded, match="too many undecided cells to solve: 81"):
        optimal(empty("9x9/1"))


def test_an_inconsistent_position_is_refused() -> None:
    with pytest.raises(InconsistentView):
        optimal(parse_view("3x1/1\n2##"))


def test_the_time_limit_ends_the_search() -> None:
    with pytest.raises(BudgetExceeded, match=r"within 0\.05 s"):
        optimal(empty("5x5/8"), seconds=0.05)
