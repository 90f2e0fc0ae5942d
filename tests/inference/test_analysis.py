"""`analyse`: hand-computed examples, flags, invalid input and errors."""

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sapper import Budget, Cell, Game, Rules, View, analyse, parse_view
from sapper.errors import (
    IllegalMove,
    InconsistentView,
    InvalidBudget,
    InvalidRules,
    InvalidSeed,
    NotationError,
    SapperError,
)


def draw(*lines: str) -> View:
    return parse_view("\n".join(lines))


PAIR = draw("5x2/3", "#11##", "#####")


def test_the_documented_example_has_the_documented_odds() -> None:
    odds = analyse(PAIR)
    assert odds.layouts == 10
    assert odds.log_layouts == pytest.approx(math.log(10))
    assert odds.mine_probability.tolist() == pytest.approx(
        np.array([[0.4, 0, 0, 0.4, 0.6], [0.4, 0.1, 0.1, 0.4, 0.6]])
    )
    assert odds.exact
    assert odds.standard_error is None
    assert odds.runs == 0
    assert repr(odds) == "<Analysis of 5x2/3: exact, 0 safe, 0 mines>"


def test_probabilities_are_read_only() -> None:
    probability = analyse(PAIR).mine_probability
    assert probability.dtype == np.float64
    assert probability.shape == (2, 5)
    with pytest.raises(ValueError, match="read-only"):
        probability[0, 0] = 0.5


def test_certain_cells_have_a_probability_of_exactly_zero_or_one() -> None:
    odds = analyse(draw("9x3/5", "11#######", "1########", "#########"))
    assert odds.mine_probability[1, 1] == 1.0
    assert odds.mines == {(1, 1)}
    assert odds.safe == {(0, 2), (1, 2), (2, 0), (2, 1)}
    assert all(odds.mine_probability[cell] == 0.0 for cell in odds.safe)
    full = analyse(draw("3x3/8", "#1#", "###", "###").__class__(Rules(3, 3, 9, "any"), b"\xff" * 9))
    assert (full.mine_probability == 1.0).all()
    assert full.best is None


def test_the_best_cell_is_the_least_risky_one() -> None:
    assert analyse(PAIR).best in {(1, 1), (1, 2)}
    assert analyse(draw("4x2/2", "11##", "####")).best in {(0, 2), (1, 2)}
    assert analyse(draw("2x1/1", "1#")).best is None
    assert analyse(Game(Rules.level("expert"), 1).view).best == (0, 0)


def test_a_game_that_is_over_can_be_analysed() -> None:
    game = Game(Rules(9, 9, 10), 3)
    game.reveal((0, 0))
    game.reveal(min(game.layout))
    odds = analyse(game.view)
    assert odds.mines >= game.view.shown_mines
    assert odds.layouts == 1


# Flags --------------------------------------------------------------------------------------------


def test_flags_and_question_marks_are_ignored() -> None:
    plain, marked = draw("4x2/2", "1###", "####"), draw("4x2/2", "1F#f", "?###")
    assert (analyse(marked).mine_probability == analyse(plain).mine_probability).all()


@pytest.mark.parametrize("flag", ["F", "f"])
def test_trusted_flags_of_the_player_and_the_ai_are_mines(flag: str) -> None:
    odds = analyse(draw("4x2/2", f"1{flag}##", "####"), trust_flags=True)
    assert odds.mines == {(0, 1)}
    assert odds.safe == {(1, 0), (1, 1)}
    assert odds.mine_probability[0, 2] == pytest.approx(0.25)


def test_shown_mines_are_known_mines() -> None:
    odds = analyse(draw("4x2/2", "1!##", "###*"))
    assert odds.mines == {(0, 1), (1, 3)}
    assert len(odds.safe) == 5


# Contradictions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "cell", "message"),
    [
        (("3x1/1", "#3#"), (0, 1), "clue 3 at A2 is impossible: it has 2 hidden neighbours"),
        (("2x1/1", "2#"), (0, 0), "clue 2 at A1 is impossible: it has 1 hidden neighbour"),
        (
            ("3x1/2", "*1!"),
            (0, 1),
            "clue 1 at A2 is impossible: 2 of its neighbours must be mines",
        ),
        (("2x2/2", "1#", "2#"), (0, 0), "clue 1 at A1 is impossible"),
        (("6x1/1", "1##1##"), None, "1 mine is impossible: the clues need at least 2"),
        (("3x1/3", "1##"), None, "3 mines are impossible: the clues leave room for at most 2"),
        (
            ("5x5/18", "#***#", "*7*7*", "**#**", "*7*7*", "#***#"),
            None,
            "the mine count is impossible: no combination of the clues accounts for 2",
        ),
    ],
)
def test_a_contradiction_names_a_clue_or_the_mine_count(
    lines: tuple[str, ...], cell: Cell | None, message: str
) -> None:
    view = draw(*lines)
    with pytest.raises(InconsistentView) as error:
        analyse(view)
    assert str(error.value).startswith(message)
    assert error.value.cell == cell


def test_a_contradiction_that_only_counting_detects_names_a_clue() -> None:
    # Each clue is possible on its own, but the three clues together are not.
    view = draw("5x3/3", "#####", "#2#1#", "#####")
    assert analyse(view).layouts > 0
    wrong = draw("5x1/4", "#1#1#")
    with pytest.raises(InconsistentView) as error:
        analyse(wrong)
    assert error.value.cell is None


# Invalid input ------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", [None, "3x1/1\n###", 5, np.zeros((2, 2), dtype=np.int8), b"###"])
def test_only_views_can_be_analysed(view: Any) -> None:
    with pytest.raises(NotationError, match="view must be a View, not "):
        analyse(view)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[0.0, 1.0]], "integers, not float64"),
        ([["#"]], "integers"),
        ([[True]], "integers, not bool"),
        ([0, 1], r"the shape \(height, width\)"),
        ([[[0]]], r"the shape \(height, width\)"),
        ([], "the shape"),
        ([[0], [0, 1]], "rows of equal length"),
        ([[9]], r"cells\[0, 0\] must be between -1 and 8, not 9"),
        ([[-2]], r"cells\[0, 0\] must be between -1 and 8, not -2"),
        ([[300]], r"cells\[0, 0\] must be between -1 and 8, not 300"),
        ([[float("nan")]], "integers, not float64"),
    ],
)
def test_invalid_matrices_are_refused(cells: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        View.from_array(cells, mines=0)


def test_the_memory_layout_and_integer_type_of_an_array_do_not_matter() -> None:
    cells = np.array([[-1, 1, 1, -1, -1], [-1] * 5], dtype=np.int8)
    expected = analyse(PAIR).mine_probability
    wide = np.full((4, 10), -1)
    wide[::2, ::2] = cells
    for array in (cells, np.asfortranarray(cells), wide[::2, ::2], cells.astype(np.int64)):
        assert (analyse(View.from_array(array, mines=3)).mine_probability == expected).all()
    flipped = analyse(View.from_array(cells[::-1, ::-1], mines=3)).mine_probability
    assert flipped[::-1, ::-1] == pytest.approx(expected)
    with pytest.raises(InvalidRules):
        View.from_array(cells, mines=11)


def test_a_view_constructed_from_invalid_bytes_is_refused() -> None:
    with pytest.raises(
        NotationError, match="a cell byte must be between 0 and 8, or 255 for a hidden cell, not 9"
    ):
        analyse(View(Rules(2, 1, 1), bytes([9, 255])))
    with pytest.raises(NotationError, match="must have 2 cells"):
        View(Rules(2, 1, 1), b"\xff")


@pytest.mark.parametrize(
    "budget",
    [0, -1, 0.0, math.nan, math.inf, -math.inf, 1e7, 10**5000, True, None, "1", [1], 1j],
    ids=lambda value: str(value) if not isinstance(value, int) else f"{value % 10**9}",
)
def test_invalid_seconds_are_refused(budget: Any) -> None:
    with pytest.raises(InvalidBudget, match="seconds"):
        analyse(PAIR, budget=budget)


@pytest.mark.parametrize("states", [0, -1, 1.5, 10**13, 10**5000, True, None, "9"], ids=type)
def test_invalid_states_are_refused(states: Any) -> None:
    with pytest.raises(InvalidBudget, match="states"):
        Budget(states=states)


def test_an_unknown_value_of_on_limit_is_refused() -> None:
    with pytest.raises(InvalidBudget, match='on_limit must be "estimate" or "raise", not'):
        analyse(PAIR, on_limit="guess")


ASK: dict[str, Callable[[Any], object]] = {
    "clue_distribution": lambda cell: analyse(PAIR).clue_distribution(cell),
    "what_if": lambda cell: analyse(PAIR).what_if(cell, 1),
}


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
@pytest.mark.parametrize(
    "cell",
    [(0, 1), (2, 0), (0, 5), (-1, 0), (0,), (0, 0, 0), 3, None, "ab", (0.0, 0.0), (10**30, 0)],
)
def test_only_hidden_cells_can_be_examined(ask: Callable[[Any], object], cell: Any) -> None:
    with pytest.raises(IllegalMove, match="not a hidden cell on the board"):
        ask(cell)


def test_cells_can_be_numpy_integers() -> None:
    row, column = np.argwhere(analyse(PAIR).mine_probability > 0.5)[0]
    assert sum(analyse(PAIR).clue_distribution((row, column))) == pytest.approx(1)


@pytest.mark.parametrize("clue", [-1, 9, 1.0, True, None, "1", 10**5000], ids=type)
def test_what_if_refuses_invalid_clues(clue: Any) -> None:
    with pytest.raises(IllegalMove, match="must be between 0 and 8, not"):
        analyse(PAIR).what_if((0, 0), clue)


def test_a_mine_cannot_be_revealed_as_a_clue() -> None:
    odds = analyse(draw("2x2/1", "1#", "1#"))
    with pytest.raises(InconsistentView):
        odds.what_if((0, 1), 0)
    certain = analyse(draw("3x1/1", "1##"))
    with pytest.raises(InconsistentView, match="the cell is a mine") as error:
        certain.what_if((0, 1), 1)
    assert error.value.cell == (0, 1)


@pytest.mark.parametrize("count", [-1, 1.5, True, None, 10**10, 10**5000], ids=type)
def test_an_invalid_number_of_samples_is_refused(count: Any) -> None:
    with pytest.raises(InvalidBudget, match="count must be an integer"):
        analyse(PAIR).sample(count)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, None, "1"])
def test_an_invalid_seed_of_samples_is_refused(seed: Any) -> None:
    with pytest.raises(InvalidSeed):
        analyse(PAIR).sample(1, seed)


def test_errors_can_be_pickled() -> None:
    with pytest.raises(SapperError) as error:
        analyse(draw("3x1/1", "#3#"))
    copy = pickle.loads(pickle.dumps(error.value))
    assert (type(copy), str(copy), copy.cell) == (InconsistentView, str(error.value), (0, 1))
