import gc
import pickle
from types import BuiltinFunctionType, FunctionType, ModuleType

import numpy as np
import pytest

from sapper import Game, Rules, View, parse_view
from sapper._core import Game as CoreGame
from sapper.errors import IllegalMove, InvalidRules, NotationError

# Code objects are shared, reference everything and hold no game.
CODE = (type, ModuleType, FunctionType, BuiltinFunctionType)


def reachable(root: object) -> list[object]:
    """Return all objects reachable from one through attributes and references."""
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, CODE):
            continue
        found[id(thing)] = thing
        waiting.extend(gc.get_referents(thing))
        if isinstance(thing, View | Rules):
            waiting.extend(getattr(thing, name) for name in dir(thing) if name[:2] != "__")
        if isinstance(thing, np.ndarray):
            waiting.append(thing.base)
    return list(found.values())


def running_game() -> Game:
    game = Game(Rules.level("intermediate"), seed=2**60 + 7)
    game.reveal((8, 8))
    mine, other = sorted(game.layout)[:2]
    game.flag(mine)
    game.flag(other, by="ai")
    game.question((15, 15))
    assert game.status == "playing"
    return game


def test_the_layout_is_not_reachable_from_a_view() -> None:
    game = running_game()
    view = game.view
    _ = view.cells, view.flags, view.ai_flags, view.questions, view.shown_mines, view.exploded
    things = reachable(view)
    assert any(isinstance(thing, np.ndarray) for thing in things), "the walk sees nothing"
    assert any(thing is view.rules for thing in things), "the walk sees nothing"
    assert not any(isinstance(thing, Game | CoreGame) for thing in things)
    hidden = {cell for cell in game.layout if cell not in view.flags | view.ai_flags}
    solution = game.solution.cell_bytes
    for thing in things:
        if isinstance(thing, int):
            assert thing != game.seed, "the seed reveals the mines"
        if isinstance(thing, frozenset | set | list | tuple) and thing:
            assert not hidden & {cell for cell in thing if isinstance(cell, tuple)}
        if isinstance(thing, bytes):
            assert thing != solution
            assert 4 not in thing[:256] or thing == view.cell_bytes  # no mine is shown
    assert view.shown_mines == frozenset()


def test_the_search_finds_a_game_that_a_view_references() -> None:
    game = running_game()
    view = game.view
    view.cheat = [{"deep": (game,)}]  # type: ignore[attr-defined]
    things = reachable(view)
    assert any(isinstance(thing, Game) for thing in things)
    assert any(isinstance(thing, CoreGame) for thing in things)


def test_boards_with_equal_visible_cells_have_identical_pickled_views() -> None:
    # A pickled view contains all data that a solver can access, and no hidden mines.
    rules = Rules(5, 1, 2, "any")
    one = Game.from_layout(rules, [(0, 1), (0, 3)])
    two = Game.from_layout(rules, [(0, 1), (0, 4)])
    for game in (one, two):
        game.reveal((0, 0))
        _ = game.view.cells
    assert one.layout != two.layout
    assert one.view == two.view
    assert pickle.dumps(one.view) == pickle.dumps(two.view)


def test_cells_are_an_int8_matrix_that_cannot_be_made_writeable() -> None:
    view = parse_view("3x2/1\n1#F\n1##")
    cells = view.cells
    assert cells.dtype == np.int8
    assert cells.shape == (2, 3)
    assert not cells.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        cells[0, 0] = 5
    with pytest.raises(ValueError, match="WRITEABLE"):
        cells.setflags(write=True)
    with pytest.raises(ValueError, match="WRITEABLE"):
        cells.base.flags.writeable = True
    with pytest.raises(TypeError):
        memoryview(cells.base.base)[0] = 5
    assert view.cells.tolist() == [[1, -1, -1], [1, -1, -1]]


def test_a_view_does_not_change_with_the_game() -> None:
    game = Game(Rules.level("beginner"), seed=42)
    before = game.view
    text = str(before)
    game.reveal((4, 4))
    assert str(before) == text
    assert game.view != before
    assert before.is_untouched
    assert not game.view.is_untouched
    game.undo()
    assert game.view == before


def test_views_are_compared_without_the_start_rule() -> None:
    one = Game(Rules(4, 4, 3, "safe"), seed=1).view
    two = Game(Rules(4, 4, 3, "any"), seed=2).view
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two}) == 1
    assert one != Game(Rules(4, 4, 2), seed=1).view
    assert one != parse_view("4x4/3\nF###\n####\n####\n####")
    assert one != "4x4/3"


def test_a_view_can_be_pickled() -> None:
    view = running_game().view
    _ = view.cells
    assert pickle.loads(pickle.dumps(view)) == view


def test_flags_of_the_player_and_of_the_ai_are_separate() -> None:
    game = Game(Rules(4, 1, 2), seed=1)
    game.flag((0, 0))
    game.flag((0, 1), by="ai")
    game.question((0, 2))
    assert str(game.view) == "4x1/2\nFf?#"
    assert game.view.flags == {(0, 0)}
    assert game.view.ai_flags == {(0, 1)}
    assert game.view.questions == {(0, 2)}
    assert game.view.cells.tolist() == [[-1, -1, -1, -1]]


def test_a_clue_is_a_number_or_none() -> None:
    view = parse_view("3x2/1\n.1#\n.1F")
    assert [view.clue(cell) for cell in view.rules.cells()] == [0, 1, None, 0, 1, None]


@pytest.mark.parametrize(
    "cell", [(0, 3), (-1, 0), (0, -1), (2, 0), pytest.param((10**5000, 0), id="huge")]
)
def test_a_clue_off_the_board_is_refused(
    cell: tuple[int, int],
) -> None:
    with pytest.raises(IllegalMove, match=r"no cell .* on a 3x2 board"):
        parse_view("3x2/1\n.1#\n.1F").clue(cell)


def test_a_view_is_created_from_a_matrix() -> None:
    matrix = [[0, 1, -1], [0, 1, -1]]
    for cells in (matrix, np.array(matrix), np.array(matrix, dtype=np.int16)):
        assert View.from_array(cells, mines=1) == parse_view("3x2/1\n.1#\n.1#")
    assert View.from_array([[8, 0]], mines=np.int64(0)) == parse_view("2x1/0\n8.")
    view = parse_view("3x2/1\n.1#\n.1#")
    assert View.from_array(view.cells, mines=1, start="safe").rules.start == "safe"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[0, 1], [0]], "rows of equal length"),
        ([0, 1], r"must have the shape \(height, width\), not \(2,\)"),
        ([], r"must have the shape \(height, width\), not \(0,\)"),
        ([[]], r"must have the shape \(height, width\), not \(1, 0\)"),
        (None, r"must have the shape \(height, width\), not \(\)"),
        ([[[0]]], r"must have the shape \(height, width\), not \(1, 1, 1\)"),
        ([[0.0]], "not float64"),
        ([["1"]], "not <U1"),
        ([[True]], "not bool"),
        ([[0, 9]], r"cells\[0, 1\] must be between -1 and 8, not 9"),
        ([[0], [-2]], r"cells\[1, 0\] must be between -1 and 8, not -2"),
        ([[255]], r"cells\[0, 0\] must be between -1 and 8, not 255"),
    ],
)
def test_an_invalid_matrix_is_refused(cells: object, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        View.from_array(cells, mines=0)


def test_a_matrix_with_an_impossible_mine_count_is_refused() -> None:
    with pytest.raises(InvalidRules, match="must be between 0 and 2, not 3"):
        View.from_array([[-1, 1]], mines=3)


def test_bytes_of_a_wrong_length_are_refused() -> None:
    with pytest.raises(NotationError, match="a 3x2 view must have 6 cells, not 5"):
        View(Rules(3, 2, 1), bytes(5))


def test_differences_of_visible_cells_are_counted() -> None:
    one, two = parse_view("4x1/1\n.1##"), parse_view("4x1/1\n.1F?")
    assert one.count_differences(one) == 0
    assert one.count_differences(two) == 2


@pytest.mark.parametrize(("cells", "shown"), [(b"\x09", b"\0"), (b"\xfe", b"\0"), (b"\xff", b"\6")])
def test_invalid_bytes_are_refused(cells: bytes, shown: bytes) -> None:
    with pytest.raises(NotationError, match="must be between 0 and"):
        View(Rules(1, 1, 1, start="any"), cells, shown)


@pytest.mark.parametrize("cell", [(0.0, 0), "ab", None, (0,), (0, 0, 0), (9, 0)])
def test_the_clue_of_an_invalid_cell_is_refused(cell: object) -> None:
    with pytest.raises(IllegalMove, match="no cell"):
        parse_view("1x1/1\n#").clue(cell)


def test_the_rules_of_a_view_cannot_be_replaced() -> None:
    view = parse_view("1x1/1\n#")
    with pytest.raises(AttributeError):
        view.rules = None
