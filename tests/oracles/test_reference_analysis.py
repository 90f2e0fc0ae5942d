"""The reference analysis, compared with brute force and hand-computed odds, and its errors."""

import pickle
import random
from fractions import Fraction
from math import comb

import pytest

from sapper import Cell, Rules, View, parse_view
from sapper.errors import IllegalMove, InconsistentView, NotationError, SapperError
from sapper.game.cell_names import cell_name
from tests.inference import brute_force
from tests.inference.positions import random_clues, random_position, stuck_position
from tests.oracles.constraints import read_constraints
from tests.oracles.reference_analysis import (
    ReferenceAnalysis,
    analyse,
    clue_distribution,
    count_box_mines,
    count_layouts,
    count_solutions,
    what_if,
)

FEW = 20_000
"""The maximum number of layouts for brute force in tests with many positions."""


def draw(*lines: str) -> View:
    return parse_view("\n".join(lines))


def odds(analysis: ReferenceAnalysis, *cells: Cell) -> list[str]:
    return [str(analysis.mine_probability[cell]) for cell in cells]


# Comparison with brute force ----------------------------------------------------------------------


def small_game(seed: int, *, flags: int = 0) -> View:
    chance = random.Random(f"small_game {seed}")
    width, height = chance.randint(2, 6), chance.randint(2, 5)
    mines = chance.randint(1, width * height // 2)
    rules = Rules(width, height, mines, start="any" if chance.random() < 0.2 else "safe")
    return random_position(rules, seed, chance.randint(1, 4), flags=flags)


def assert_agrees_with_brute_force(view: View, *, trust_flags: bool = False) -> bool:
    """Compare both implementations, and return whether the view is consistent."""
    layouts = brute_force.find_layouts(view, trust_flags=trust_flags)
    assert count_layouts(view, trust_flags=trust_flags) == len(layouts)
    if not layouts:
        with pytest.raises(InconsistentView) as error:
            analyse(view, trust_flags=trust_flags)
        cell = error.value.cell
        assert str(error.value).startswith(
            f"clue {view.clue(cell)} at {cell_name(cell)} " if cell else f"{view.mines} mine"
        )
        return False
    analysis = analyse(view, trust_flags=trust_flags)
    expected = brute_force.mine_probability(view, trust_flags=trust_flags)
    assert analysis.layouts == len(layouts)
    assert analysis.mine_probability == expected
    assert analysis.safe == {cell for cell in expected if not any(cell in x for x in layouts)}
    assert analysis.mines == {cell for cell in expected if all(cell in x for x in layouts)}
    return True


@pytest.mark.parametrize("block", range(4))
def test_odds_equal_brute_force_on_real_games(block: int) -> None:
    games = [small_game(seed) for seed in range(block * 200, block * 200 + 200)]
    small = [view for view in games if brute_force.is_small(view, FEW)]
    assert len(small) > 150
    assert all(assert_agrees_with_brute_force(view) for view in small)


@pytest.mark.parametrize("block", range(4))
def test_odds_equal_brute_force_on_random_and_contradictory_clues(block: int) -> None:
    views = [
        random_clues(1 + seed % 6, 2 + seed % 3, seed, wrong=0.05, marks=0.2)
        for seed in range(block * 200, block * 200 + 200)
    ]
    small = [view for view in views if brute_force.is_small(view, FEW)]
    consistent = [assert_agrees_with_brute_force(view) for view in small]
    assert len(small) > 150
    assert consistent.count(True) > 20
    assert consistent.count(False) > 20


def test_odds_equal_brute_force_with_trusted_flags() -> None:
    views = [small_game(seed, flags=1 + seed % 3) for seed in range(200)]
    views += [random_clues(4, 3, seed, wrong=0.03, marks=0.2) for seed in range(200)]
    small = [view for view in views if brute_force.is_small(view, FEW)]
    consistent = [assert_agrees_with_brute_force(view, trust_flags=True) for view in small]
    assert consistent.count(True) > 50
    assert consistent.count(False) > 50


@pytest.mark.parametrize("seed", range(4))
def test_odds_equal_brute_force_for_many_layouts(seed: int) -> None:
    view = random_position(Rules(5, 5, 6), seed, reveals=3)
    assert brute_force.is_small(view)
    assert assert_agrees_with_brute_force(view)


@pytest.mark.parametrize("trust_flags", [False, True])
def test_clue_distributions_equal_brute_force(trust_flags: bool) -> None:
    views = [small_game(seed, flags=seed % 2) for seed in range(60)]
    views += [random_clues(4, 3, seed, marks=0.2) for seed in range(40)]
    checked = 0
    for view in views:
        if not brute_force.is_small(view, 300) or not count_layouts(view, trust_flags=trust_flags):
            continue
        for cell in analyse(view).mine_probability:
            distribution = clue_distribution(view, cell, trust_flags=trust_flags)
            expected = brute_force.clue_distribution(view, cell, trust_flags=trust_flags)
            assert distribution == expected
            assert sum(distribution) == 1
            checked += 1
    assert checked > 300


def test_what_if_is_consistent_with_the_clue_distribution() -> None:
    """Check the law of total probability over all outcomes of a reveal."""
    view = draw("4x3/4", "1###", "##2#", "####")
    before = analyse(view)
    distribution = clue_distribution(view, (1, 1))
    after = {v: what_if(view, (1, 1), v) for v in range(9) if distribution[v]}
    assert sum(a.layouts for a in after.values()) == before.layouts * (1 - distribution[9])
    for cell in before.mine_probability.keys() - {(1, 1)}:
        for analysis in after.values():
            assert 0 <= analysis.mine_probability[cell] <= 1
        with_clue = sum(distribution[v] * a.mine_probability[cell] for v, a in after.items())
        with_mine = before.mine_probability[cell] - with_clue
        assert 0 <= with_mine <= distribution[9]


# Invariants on larger boards ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_odds_of_expert_games_add_up_to_the_mines(seed: int) -> None:
    view = random_position(Rules.level("expert"), seed, reveals=4 + 4 * seed)
    assert sum(analyse(view).mine_probability.values()) == 99


@pytest.mark.parametrize("seed", range(3))
def test_a_stuck_position_has_no_safe_cell_but_undecided_cells(seed: int) -> None:
    view = stuck_position(Rules.level("expert"), seed, guesses=1)
    analysis = analyse(view)
    assert not analysis.safe
    assert analysis.layouts > 1


def test_the_number_of_layouts_of_an_untouched_board_is_a_binomial_coefficient() -> None:
    view = View(Rules.level("expert"), bytes([255] * 480))
    analysis = analyse(view)
    assert analysis.layouts == comb(480, 99)
    assert set(analysis.mine_probability.values()) == {Fraction(99, 480)}


def test_a_long_component_is_counted_without_deep_recursion() -> None:
    # A corridor in which every third cell is a mine.
    width = 1_200
    view = draw(f"{width}x2/{width // 3}", "1" * width, "#" * width)
    analysis = analyse(view)
    assert analysis.layouts == 1
    assert analysis.mines == {(1, column) for column in range(1, width, 3)}


def test_box_mines_of_a_component_add_up_to_its_solutions() -> None:
    view = random_position(Rules.level("intermediate"), 5, reveals=6)
    for component in read_constraints(view).components:
        counts = count_box_mines(component)
        assert counts.solutions == count_solutions(component)
        for k, ways in counts.solutions.items():
            assert sum(mines.get(k, 0) for mines in counts.mines_in_box) == k * ways


# Hand-computed examples ---------------------------------------------------------------------------


def test_a_one_one_at_the_edge_makes_the_third_cells_safe() -> None:
    analysis = analyse(draw("4x2/2", "11##", "####"))
    assert analysis.safe == {(0, 2), (1, 2)}
    assert odds(analysis, (1, 0), (1, 1), (0, 3), (1, 3)) == ["1/2"] * 4
    assert analysis.layouts == 4


def test_one_two_one_has_one_solution() -> None:
    analysis = analyse(draw("5x3/2", ".....", "11211", "#####"))
    assert analysis.layouts == 1
    assert analysis.mines == {(2, 1), (2, 3)}
    assert analysis.safe == {(2, 0), (2, 2), (2, 4)}


def test_one_two_two_one_has_one_solution() -> None:
    analysis = analyse(draw("4x3/2", "....", "1221", "####"))
    assert analysis.layouts == 1
    assert analysis.mines == {(2, 1), (2, 2)}
    assert analysis.safe == {(2, 0), (2, 3)}


def test_a_fifty_fifty_is_a_guess() -> None:
    # Every clue touches both cells of the last column, so no clue can distinguish them.
    analysis = analyse(draw("3x2/1", ".1#", ".1#"))
    assert analysis.layouts == 2
    assert odds(analysis, (0, 2), (1, 2)) == ["1/2", "1/2"]


def test_the_mine_count_distinguishes_one_shared_mine_from_two() -> None:
    assert analyse(draw("5x1/1", "#1#1#")).mines == {(0, 2)}
    assert analyse(draw("5x1/2", "#1#1#")).mines == {(0, 0), (0, 4)}


@pytest.mark.parametrize(
    ("mines", "shared", "end", "rest"),
    [
        # A shared mine leaves M - 1 mines for the four cells off the frontier, two leave M - 2.
        (2, "4/5", "1/5", "1/5"),  # 4 ways : 1 way
        (3, "3/5", "2/5", "2/5"),  # 6 : 4
        (4, "2/5", "3/5", "3/5"),  # 4 : 6
        (5, "1/5", "4/5", "4/5"),  # 1 : 4
    ],
)
def test_cells_off_the_frontier_determine_the_weights_of_solutions(
    mines: int, shared: str, end: str, rest: str
) -> None:
    analysis = analyse(draw(f"9x1/{mines}", "#1#1#####"))
    assert odds(analysis, (0, 2), (0, 0), (0, 8)) == [shared, end, rest]


def test_components_depend_on_each_other_through_the_mine_count() -> None:
    # The left component has one mine, so the mine of the right component must be shared.
    analysis = analyse(draw("8x1/2", "#1##1#1#"))
    assert analysis.mines == {(0, 5)}
    assert odds(analysis, (0, 0), (0, 2)) == ["1/2", "1/2"]


def test_isolated_cells_share_the_remaining_mines() -> None:
    analysis = analyse(draw("4x2/3", "2###", "2###"))
    assert analysis.mines == {(0, 1), (1, 1)}
    assert odds(analysis, (0, 2), (0, 3), (1, 2), (1, 3)) == ["1/4"] * 4


def test_isolated_cells_are_safe_if_no_mine_remains() -> None:
    analysis = analyse(draw("4x2/2", "2###", "2###"))
    assert analysis.safe == {(0, 2), (0, 3), (1, 2), (1, 3)}


def test_all_cells_of_a_board_without_mines_are_safe() -> None:
    analysis = analyse(draw("2x2/0", "##", "##"))
    assert analysis.layouts == 1
    assert len(analysis.safe) == 4


def test_a_fully_revealed_board_has_one_layout() -> None:
    assert analyse(draw("2x1/0", "..")) == ReferenceAnalysis(1, {})


# Flags, question marks and shown mines ------------------------------------------------------------


def test_flags_and_question_marks_are_ignored() -> None:
    assert analyse(draw("4x2/2", "1F#f", "?###")) == analyse(draw("4x2/2", "1###", "####"))


@pytest.mark.parametrize("flag", ["F", "f"])
def test_trusted_flags_of_the_player_and_the_ai_are_mines(flag: str) -> None:
    analysis = analyse(draw("4x2/2", f"1{flag}##", "####"), trust_flags=True)
    assert analysis.mines == {(0, 1)}
    assert analysis.safe == {(1, 0), (1, 1)}
    assert odds(analysis, (0, 2)) == ["1/4"]


def test_question_marks_are_never_trusted() -> None:
    view = draw("2x2/1", "1?", "##")
    assert analyse(view, trust_flags=True) == analyse(view)


def test_shown_mines_are_known_even_if_flags_are_not_trusted() -> None:
    analysis = analyse(draw("4x2/2", "1!##", "###*"))
    assert analysis.mines == {(0, 1), (1, 3)}
    assert len(analysis.safe) == 5
    assert list(analysis.mine_probability) == sorted(analysis.mine_probability)


def test_a_flagged_cell_can_be_revealed_unless_flags_are_trusted() -> None:
    view = draw("3x1/1", "1F#")
    with pytest.raises(InconsistentView, match="it has 0 hidden neighbours"):
        what_if(view, (0, 1), 1)
    assert clue_distribution(view, (0, 1))[9] == 1
    assert clue_distribution(view, (0, 2)) == (0, Fraction(1), *[0] * 8)
    wrong = draw("3x1/1", "F##")
    assert clue_distribution(wrong, (0, 0))[9] == Fraction(1, 3)
    assert clue_distribution(wrong, (0, 0), trust_flags=True)[9] == 1
    with pytest.raises(InconsistentView, match="the cell is a known mine") as error:
        what_if(wrong, (0, 0), 1, trust_flags=True)
    assert error.value.cell == (0, 0)


def test_what_if_reveals_one_cell_and_does_not_flood() -> None:
    analysis = what_if(draw("4x2/2", "####", "####"), (0, 0), 0)
    assert analysis.safe == {(0, 1), (1, 0), (1, 1)}
    assert analysis.layouts == comb(4, 2)


# Errors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "cell", "message"),
    [
        (
            ("3x1/1", "#3#"),
            (0, 1),
            "clue 3 at A2 is impossible: it has 2 hidden neighbours",
        ),
        (("2x1/1", "2#"), (0, 0), "clue 2 at A1 is impossible: it has 1 hidden neighbour"),
        (("2x1/0", "1."), (0, 0), "clue 1 at A1 is impossible: it has 0 hidden neighbours"),
        (("3x1/2", "*1!"), (0, 1), "clue 1 at A2 is impossible: it touches 2 known mines"),
        (
            ("3x2/2", "1.2", "###"),
            (0, 1),
            "clue 0 at A2 is impossible: it contradicts nearby clues",
        ),
        (
            ("2x2/2", "1#", "2#"),
            (1, 0),
            "clue 2 at B1 is impossible: it contradicts nearby clues",
        ),
        (("6x1/1", "1##1##"), None, "1 mine is impossible: the clues need at least 2"),
        (("3x1/3", "1##"), None, "3 mines are impossible: the clues leave room for at most 2"),
        (("2x1/1", ".."), None, "1 mine is impossible: the clues leave room for at most 0"),
        (
            ("5x1/4", "*1###"),
            None,
            "4 mines are impossible: the clues and the known mines leave room for at most 3",
        ),
        (
            # There is a mine in the middle, or in all corners.
            ("5x5/18", "#***#", "*7*7*", "**#**", "*7*7*", "#***#"),
            None,
            "18 mines are impossible: the nearest possible counts are 17 and 20",
        ),
    ],
)
def test_the_error_names_the_impossible_clue_or_mine_count(
    lines: tuple[str, ...], cell: Cell | None, message: str
) -> None:
    with pytest.raises(InconsistentView) as error:
        analyse(draw(*lines))
    assert str(error.value) == message
    assert error.value.cell == cell
    assert count_layouts(draw(*lines)) == 0


def test_more_trusted_flags_than_mines_are_a_contradiction() -> None:
    view = draw("3x1/1", "FF#")
    assert analyse(view).layouts == 3
    with pytest.raises(
        InconsistentView, match=r"1 mine is impossible: .* need at least 2"
    ) as error:
        analyse(view, trust_flags=True)
    assert error.value.cell is None


def test_a_trusted_wrong_flag_contradicts_its_clue() -> None:
    view = draw("4x1/1", ".F#1")
    with pytest.raises(InconsistentView, match=r"clue 0 at A1 .* 1 known mine$"):
        analyse(view, trust_flags=True)


def test_clue_distribution_of_a_contradictory_view_is_refused() -> None:
    with pytest.raises(InconsistentView, match="need at least 2"):
        clue_distribution(draw("6x1/1", "1##1##"), (0, 1))
    with pytest.raises(InconsistentView, match="it has 1 hidden neighbour"):
        clue_distribution(draw("3x1/1", "2##"), (0, 2))


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ((0, 0), r"cannot reveal A1: it already shows clue 1"),
        ((0, 3), r"cannot reveal \(0, 3\): the board has 1 row and 3 columns"),
        ((-1, 1), r"cannot reveal \(-1, 1\): the board"),
    ],
)
def test_only_hidden_cells_can_be_examined(cell: Cell, message: str) -> None:
    view = draw("3x1/1", "1##")
    with pytest.raises(IllegalMove, match=message):
        clue_distribution(view, cell)
    with pytest.raises(IllegalMove, match=message):
        what_if(view, cell, 1)


@pytest.mark.parametrize("clue", [-1, 9])
def test_what_if_refuses_invalid_clues(clue: int) -> None:
    with pytest.raises(NotationError, match="must be between 0 and 8"):
        what_if(draw("3x1/1", "1##"), (0, 2), clue)


def test_a_pickled_inconsistent_view_error_keeps_its_cell() -> None:
    error = pickle.loads(pickle.dumps(InconsistentView("wrong", cell=(1, 2), hint="look")))
    assert (str(error), error.cell, error.hint) == ("wrong", (1, 2), "look")
    assert isinstance(error, SapperError)
    assert isinstance(error, ValueError)
