"""The native analysis, compared with the reference analysis and with brute force."""

import math
from fractions import Fraction

import pytest

from sapper import Cell, Rules, View, analyse, parse_view
from sapper.errors import InconsistentView
from tests.inference import brute_force
from tests.inference.agreement import (
    TOLERANCE,
    difference,
    random_game,
    random_pattern,
    relative_error,
)
from tests.inference.positions import checkerboard, lattice, random_clues, random_position
from tests.oracles import reference_analysis

EXPERT = Rules.level("expert")


def draw(*lines: str) -> View:
    return parse_view("\n".join(lines))


def assert_close(found: float, expected: Fraction) -> None:
    assert relative_error(found, expected) <= TOLERANCE


# Odds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(5))
def test_odds_of_random_games_equal_the_reference(block: int) -> None:
    for seed in range(block * 90, block * 90 + 90):
        view = random_game(20_000 + seed)
        assert difference(view) <= TOLERANCE, repr(view)


@pytest.mark.parametrize("block", range(5))
def test_odds_of_late_games_equal_the_reference(block: int) -> None:
    for seed in range(block * 90, block * 90 + 90):
        view = random_game(20_000 + seed, late=True)
        assert difference(view) <= TOLERANCE, repr(view)


@pytest.mark.parametrize("block", range(5))
def test_odds_of_random_clues_equal_the_reference(block: int) -> None:
    contradictory = 0
    for seed in range(block * 120, block * 120 + 120):
        view = random_pattern(20_000 + seed)
        assert difference(view) <= TOLERANCE, repr(view)
        contradictory += not reference_analysis.count_layouts(view)
    assert 5 < contradictory < 60


@pytest.mark.parametrize("seed", range(20_000, 20_012))
def test_odds_of_expert_games_equal_the_reference(seed: int) -> None:
    assert difference(random_position(EXPERT, seed, reveals=1 + seed % 40)) <= TOLERANCE


@pytest.mark.parametrize("view", [lattice(8, 1), lattice(9, 2), checkerboard(8, 1)], ids=repr)
def test_odds_of_wide_positions_equal_the_reference(view: View) -> None:
    assert difference(view) <= TOLERANCE


def test_odds_with_trusted_flags_equal_the_reference() -> None:
    for seed in range(120):
        flagged = random_position(Rules(7, 6, 9), seed, reveals=2 + seed % 5, flags=seed % 4)
        marked = random_clues(6, 4, seed, wrong=0.02, marks=0.15)
        for view in (flagged, marked):
            assert difference(view, trust_flags=True) <= TOLERANCE, repr(view)


def test_odds_equal_brute_force_on_every_small_position() -> None:
    checked = refused = 0
    for seed in range(150):
        view = random_clues(1 + seed % 5, 2 + seed % 3, seed, wrong=0.04, marks=0.15)
        if not brute_force.is_small(view, 5_000):
            continue
        layouts = brute_force.find_layouts(view)
        if not layouts:
            refused += 1
            with pytest.raises(InconsistentView):
                analyse(view)
            continue
        checked += 1
        odds = analyse(view)
        assert odds.layouts == len(layouts)
        for cell, chance in brute_force.mine_probability(view).items():
            assert_close(float(odds.mine_probability[cell]), chance)
    assert checked > 80
    assert refused > 10


def test_odds_of_every_pattern_on_a_tiny_board_equal_brute_force() -> None:
    """Try all 3**6 patterns of hidden cells, 1 and 2 on a 3x2 board, with every mine count."""
    symbols = "#12"
    for number in range(3**6):
        text = "".join(symbols[number // 3**place % 3] for place in range(6))
        mines = number % 5
        view = draw(f"3x2/{mines}", text[:3], text[3:])
        layouts = brute_force.find_layouts(view)
        assert difference(view) <= TOLERANCE, repr(view)
        assert reference_analysis.count_layouts(view) == len(layouts)


# Extreme mine counts ------------------------------------------------------------------------------


def corridor(clues: int, mines: int) -> View:
    """Return one long component without other hidden cells."""
    width = 2 * clues + 1
    return draw(f"{width}x2/{mines}", "#1" * clues + "#", "#" * width)


@pytest.mark.parametrize("mines", [60, 61, 64, 90, 119, 120])
def test_a_long_component_with_extreme_mine_counts_equals_the_reference(mines: int) -> None:
    assert difference(corridor(120, mines)) <= TOLERANCE


def test_a_long_component_full_of_mines_can_be_counted() -> None:
    odds = analyse(corridor(400, 400), on_limit="raise")
    # Each clue has a mine that it does not share: 3 cells at each end, 1 cell elsewhere.
    assert odds.layouts is None
    assert odds.log_layouts == pytest.approx(math.log(9), abs=1e-9)
    assert len(odds.mines) == 398
    assert odds.mine_probability.sum() == pytest.approx(400, rel=1e-12)
    assert analyse(corridor(900, 450), on_limit="raise").mine_probability.sum() == pytest.approx(
        450
    )


def pairs(columns: int, rows: int, mines: int, gap: int) -> View:
    """Return separate components of two clues each, which share three cells and 3 to 6 mines."""
    width, height = 5 + gap, 3 + gap
    tile = {(1, 1): "3", (1, 3): "3"}
    lines = [
        "".join(tile.get((r % height, c % width), "#") for c in range(width * columns))
        for r in range(height * rows)
    ]
    return draw(f"{width * columns}x{height * rows}/{mines}", *lines)


@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize("mines", ["fewest", "fewest + 1", "fewest + 7", "most - 1", "most"])
def test_many_components_with_extreme_mine_counts_equal_the_reference(mines: str, gap: int) -> None:
    count = 8 * 5
    rest = (40 + 8 * gap) * (15 + 5 * gap) - 15 * count
    number = eval(mines, {"fewest": 3 * count, "most": 6 * count + rest})
    assert difference(pairs(8, 5, number, gap)) <= TOLERANCE


@pytest.mark.parametrize("mines", [3 * 1600, 3 * 1600 + 1, 4 * 1600, 6 * 1600])
def test_probabilities_of_sixteen_hundred_components_add_up_to_the_mines(mines: int) -> None:
    # All components are equal, so one of them determines the odds.
    view = pairs(40, 40, mines, 0)
    odds = analyse(view, on_limit="raise")
    assert odds.mine_probability.sum() == pytest.approx(mines, rel=1e-12)
    assert odds.mine_probability[:3, :5] == pytest.approx(
        odds.mine_probability[-3:, -5:], rel=1e-11
    )
    assert bool(odds.mines) == (mines == 3 * 1600)
    assert bool(odds.safe) == (mines in {3 * 1600, 6 * 1600})
    layout = odds.sample(1, 5)[0]
    assert layout.sum() == mines


GAPPED = ("#***#", "*7*7*", "**#**", "*7*7*", "#***#")  # a mine in the middle, or in all corners


@pytest.mark.parametrize("mines", range(30, 44))
def test_impossible_mine_counts_between_possible_ones_are_refused(mines: int) -> None:
    wall = "*" * 11
    board = [f"{row}*{row}" for row in GAPPED]
    known = sum(row.count("*") for row in board) + len(wall)
    view = draw(f"11x6/{known + mines - 30}", *board, wall)
    assert difference(view) <= TOLERANCE
    assert (reference_analysis.count_layouts(view) > 0) == (mines - 30 in {2, 5, 8})


# Reveals ------------------------------------------------------------------------------------------


def hidden_cells(view: View) -> list[Cell]:
    return [cell for cell in view.rules.cells() if view.clue(cell) is None]


def small_views() -> list[View]:
    games = [random_position(Rules(6, 5, 7), seed, reveals=1 + seed % 4) for seed in range(12)]
    clues = [random_clues(6, 4, seed, marks=0.1) for seed in range(12)]
    return [*games, *clues, draw("4x1/2", "####"), draw("6x1/2", "#1##1#")]


def with_clue(view: View, cell: Cell, clue: int) -> View:
    at = cell[0] * view.width + cell[1]
    cells, shown = bytearray(view.cell_bytes), bytearray(view.shown_bytes)
    cells[at], shown[at] = clue, 0
    return View(view.rules, bytes(cells), bytes(shown))


def test_clue_distributions_equal_the_reference() -> None:
    for view in small_views():
        odds = analyse(view)
        for cell in hidden_cells(view)[::3]:
            expected = reference_analysis.clue_distribution(view, cell)
            for found, chance in zip(odds.clue_distribution(cell), expected, strict=True):
                assert_close(found, chance)


def test_what_if_equals_a_new_analysis_or_refuses_an_impossible_clue() -> None:
    possible = impossible = 0
    for view in small_views():
        odds = analyse(view)
        for cell in hidden_cells(view)[::4]:
            for clue, chance in enumerate(odds.clue_distribution(cell)[:9]):
                if not chance:
                    with pytest.raises(InconsistentView):
                        odds.what_if(cell, clue)
                    impossible += 1
                    continue
                after = odds.what_if(cell, clue)
                fresh = analyse(with_clue(view, cell, clue))
                assert after.view == fresh.view
                assert (after.safe, after.mines) == (fresh.safe, fresh.mines)
                assert after.layouts == fresh.layouts
                assert after.mine_probability == pytest.approx(fresh.mine_probability, rel=1e-12)
                possible += 1
    assert possible > 100
    assert impossible > 100


@pytest.mark.parametrize("seed", range(6))
def test_each_step_of_a_chain_of_what_ifs_equals_a_new_analysis(seed: int) -> None:
    rules = Rules.level("intermediate")
    odds = analyse(random_position(rules, seed, reveals=1))
    layout = odds.sample(1, seed)[0]
    cells = [cell for cell in hidden_cells(odds.view) if not layout[cell]]
    for cell in cells[seed::7]:
        clue = sum(bool(layout[other]) for other in rules.neighbours(cell))
        odds = odds.what_if(cell, clue)
        fresh = analyse(odds.view)
        assert (odds.safe, odds.mines) == (fresh.safe, fresh.mines)
        assert odds.mine_probability == pytest.approx(fresh.mine_probability, rel=1e-11)
        assert odds.log_layouts == pytest.approx(fresh.log_layouts, rel=1e-12, abs=1e-9)


def test_what_if_keeps_trusted_flags() -> None:
    view = draw("5x3/3", "1F###", "#####", "#####")
    odds = analyse(view, trust_flags=True)
    after = odds.what_if((1, 1), 2)
    fresh = analyse(with_clue(view, (1, 1), 2), trust_flags=True)
    assert after.layouts == fresh.layouts
    assert after.mines == fresh.mines == {(0, 1)}
