import copy
import itertools
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Move, Rules
from sapper.errors import IllegalMove, InvalidLayout, InvalidRules
from sapper.game.cell_names import cell_name

HUGE = 10**5000
MOVES = ("reveal", "flag", "question", "chord")


def draw(board: str) -> Game:
    """Start a game on a drawn board with `*` for mines."""
    rows = board.split()
    mines = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "*"}
    return Game.from_layout(Rules(len(rows[0]), len(rows), len(mines), "any"), mines)


def rows(game: Game) -> str:
    return " ".join(game.view.rows)


def public_state(game: Game) -> tuple[object, ...]:
    """Return the whole public state of a game."""
    return (game.history, game.version, game.clicks, *board_state(game))


def board_state(game: Game) -> tuple[object, ...]:
    """Return the public state of a game, except the clicks that may have changed nothing."""
    return (
        str(game.view), game.status, game.can_undo, game.undos, game.losses_undone,
        game.useful_clicks, game.flag_count, game.mines_left, game.layout, game.seed,
        game.wrong_flags, str(game.solution), game.is_over,
    )  # fmt: skip


# Status ------------------------------------------------------------------------------------------


def test_a_new_game_is_ready_and_has_no_mines() -> None:
    game = Game(Rules.level("beginner"), seed=42)
    assert game.status == "ready"
    assert game.layout == frozenset()
    assert game.view.is_untouched
    assert not game.is_over
    assert not game.can_undo
    assert game.mines_left == 10


def test_no_move_except_a_reveal_lays_the_mines() -> None:
    game = Game(Rules.level("beginner"), seed=42)
    game.flag((0, 0))
    game.question((0, 1))
    game.chord((0, 2))
    assert game.layout == frozenset()
    assert game.status == "ready"
    game.reveal((4, 4))
    assert len(game.layout) == 10
    assert game.status == "playing"


def test_a_game_is_won_when_every_safe_cell_is_open() -> None:
    game = draw("*.. ...")
    assert game.reveal((1, 2)) == 4
    assert game.status == "playing"
    assert game.reveal((1, 0)) == 1
    assert game.status == "won"


def test_a_won_game_flags_the_remaining_mines() -> None:
    game = draw("*.* ... *.. ...")
    game.flag((0, 2))
    game.question((2, 0))
    for cell in ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (3, 0)):
        game.reveal(cell)
    assert (game.status, game.mines_left) == ("playing", 2)
    game.reveal((3, 2))
    assert game.status == "won"
    assert rows(game) == "F2F 231 F1. 11."
    assert (game.mines_left, game.flag_count) == (0, 1)
    # The player's own marks are back if the win is undone.
    game.undo()
    assert rows(game) == "#2F 231 ?1# 1##"
    assert game.mines_left == 2


def test_a_mine_loses_and_all_mines_are_shown() -> None:
    game = draw("*.* ...")
    assert game.reveal((0, 2)) == 1
    assert game.status == "lost"
    assert rows(game) == "*#! ###"
    assert game.view.exploded == {(0, 2)}
    assert game.view.shown_mines == {(0, 0), (0, 2)}


def test_wrong_flags_are_disclosed_only_after_the_game() -> None:
    game = draw("*.* ...")
    game.flag((0, 1))
    game.flag((1, 1), by="ai")
    game.flag((0, 2))
    game.reveal((1, 0))
    assert game.wrong_flags == frozenset()
    game.reveal((0, 0))
    assert game.wrong_flags == {(0, 1), (1, 1)}
    assert rows(game) == "!FF 1f#"


@pytest.mark.parametrize("size", ["1x1/1", "4x1/4", "3x3/9"])
def test_a_board_full_of_mines_is_lost_at_the_first_reveal(size: str) -> None:
    game = Game(Rules.parse(size, start="any"), seed=1)
    assert game.status == "ready"
    assert game.reveal((0, 0)) == 1
    assert game.status == "lost"


def test_a_board_without_mines_is_won_with_one_reveal() -> None:
    game = Game(Rules(7, 5, 0), seed=1)
    assert game.reveal((2, 2)) == 35
    assert game.status == "won"


def test_one_reveal_opens_the_largest_board() -> None:
    game = Game(Rules(2000, 2000, 0), seed=1)
    assert game.reveal((1999, 1999)) == 4_000_000
    assert game.status == "won"
    game.undo()
    assert game.view.is_untouched


# Reveal ------------------------------------------------------------------------------------------


def test_a_reveal_opens_the_region_and_its_border() -> None:
    game = draw("..*.. ..*.. ..*..")
    assert game.reveal((1, 0)) == 6
    assert rows(game) == ".2### .3### .2###"


def test_revealing_a_revealed_cell_does_nothing() -> None:
    game = draw("*.* ...")
    game.reveal((1, 1))
    before = board_state(game)
    assert game.reveal((1, 1)) == 0
    assert board_state(game) == before


@pytest.mark.parametrize("by", ["player", "ai"])
def test_revealing_a_flagged_cell_does_nothing(by: str) -> None:
    game = draw("*.* ...")
    game.flag((0, 0), by=by)
    before = board_state(game)
    assert game.reveal((0, 0)) == 0
    assert board_state(game) == before
    assert game.status == "ready"


def test_a_cell_with_a_question_mark_is_revealed() -> None:
    game = draw("*.* ...")
    game.question((0, 1))
    assert game.reveal((0, 1)) == 1
    assert rows(game) == "#2# ###"


def test_cells_can_be_numpy_integers() -> None:
    game = draw("*.* ...")
    assert game.reveal((np.int64(1), np.uint8(1))) == 1
    assert game.flag(np.array([0, 0])) == 1
    assert [move.cell for move in game.history] == [(1, 1), (0, 0)]
    assert all(type(n) is int for move in game.history for n in move.cell)


# Flags -------------------------------------------------------------------------------------------


def test_a_flag_is_placed_and_removed() -> None:
    game = draw("*.* ...")
    assert game.flag((0, 0)) == 1
    assert (game.flag_count, game.mines_left) == (1, 1)
    assert game.flag((0, 0)) == 1
    assert (game.flag_count, game.mines_left) == (0, 2)
    assert rows(game) == "### ###"


def test_the_player_and_the_ai_can_remove_each_others_flags() -> None:
    game = draw("*.* ...")
    game.flag((0, 0), by="ai")
    game.flag((0, 1))
    assert rows(game) == "fF# ###"
    game.flag((0, 0))
    assert game.flag((0, 1), by="ai") == 1
    assert rows(game) == "### ###"
    assert game.version == 4


def test_flags_and_question_marks_replace_each_other() -> None:
    game = draw("*.* ...")
    game.question((0, 0))
    assert rows(game) == "?## ###"
    game.flag((0, 0))
    assert rows(game) == "F## ###"
    game.question((0, 0))
    assert rows(game) == "?## ###"
    game.question((0, 0))
    assert rows(game) == "### ###"


def test_more_flags_than_mines_make_the_counter_negative() -> None:
    game = draw("*...")
    for column in range(3):
        game.flag((0, column))
    assert game.mines_left == -2


def test_a_revealed_cell_cannot_be_marked() -> None:
    game = draw("*.* ...")
    game.reveal((0, 1))
    before = board_state(game)
    assert game.flag((0, 1)) == 0
    assert game.question((0, 1)) == 0
    assert board_state(game) == before


# Chord -------------------------------------------------------------------------------------------


def test_a_chord_opens_the_neighbours_when_the_flags_match() -> None:
    game = draw("*.... .....")
    game.reveal((0, 1))
    game.flag((0, 0))
    assert game.chord((0, 1)) == 8
    assert game.status == "won"


@pytest.mark.parametrize("flags", [[], [(0, 0)], [(0, 0), (1, 0), (0, 2)]], ids=len)
def test_a_chord_does_nothing_when_the_flag_count_differs(flags: list[tuple[int, int]]) -> None:
    game = draw("*.* ...")
    game.reveal((1, 1))
    for cell in flags:
        game.flag(cell)
    before = board_state(game)
    assert game.chord((1, 1)) == 0
    assert board_state(game) == before


def test_a_chord_with_a_wrong_flag_loses() -> None:
    game = draw("*.* ...")
    game.reveal((1, 1))
    game.flag((0, 0))
    game.flag((0, 1))
    assert game.chord((1, 1)) == 3
    assert game.status == "lost"
    assert rows(game) == "FF! 121"
    assert game.wrong_flags == {(0, 1)}


def test_a_chord_on_a_hidden_cell_does_nothing() -> None:
    game = draw("*.* ...")
    assert game.chord((1, 1)) == 0
    assert game.status == "ready"


# Undo --------------------------------------------------------------------------------------------


def test_undo_reverts_every_kind_of_move() -> None:
    game = draw("*.* ...")
    seen = [str(game.view)]
    for kind, cell in [("flag", (0, 0)), ("reveal", (0, 1)), ("flag", (0, 2)), ("question", (1, 0)),
                       ("chord", (0, 1))]:  # fmt: skip
        assert getattr(game, kind)(cell) > 0
        seen.append(str(game.view))
    assert game.status == "won"
    while game.can_undo:
        assert str(game.view) == seen.pop()
        game.undo()
    assert [str(game.view)] == seen
    assert game.undos == 5
    assert game.losses_undone == 0
    assert len(game.history) == 10


def test_undone_losses_are_counted() -> None:
    game = draw("*.* ...")
    game.reveal((0, 1))
    game.reveal((0, 0))
    assert game.status == "lost"
    game.undo()
    assert game.status == "playing"
    assert rows(game) == "#2# ###"
    game.undo()
    assert (game.undos, game.losses_undone) == (2, 1)


def test_undoing_the_first_reveal_removes_the_mines_until_the_next_reveal() -> None:
    game = Game(Rules(5, 5, 24), seed=3)
    for cell in [(0, 0), (4, 4), (2, 2)]:
        game.reveal(cell)
        assert game.status == "won"
        game.undo()
        assert game.layout == frozenset()
        assert game.status == "ready"


def test_a_thousand_undone_reveals_do_not_change_the_board() -> None:
    game = Game(Rules(3, 3, 5), seed=1)
    game.reveal((1, 1))
    text, layout = str(game.view), game.layout
    for _ in range(1000):
        game.undo()
        game.reveal((1, 1))
    assert (str(game.view), game.layout) == (text, layout)


def test_undo_with_nothing_to_undo_is_refused_and_changes_nothing() -> None:
    game = draw("*.* ...")
    game.flag((0, 0))
    game.undo()
    before = public_state(game)
    with pytest.raises(IllegalMove, match="cannot undo: no move has been made"):
        game.undo()
    assert public_state(game) == before


# History -----------------------------------------------------------------------------------------


def test_the_history_contains_every_move_and_its_actor() -> None:
    game = draw("*.* ...")
    game.flag((0, 0), by="ai")
    game.reveal((0, 0))  # no effect, because the cell is flagged
    game.reveal((0, 0), by="ai")
    game.reveal((1, 1))
    game.chord((1, 1))
    game.undo()
    assert [(move.kind, move.cell, move.by) for move in game.history] == [
        ("flag", (0, 0), "ai"),
        ("click", (0, 0), "player"),
        ("reveal", (1, 1), "player"),
        ("click", (1, 1), "player"),
        ("undo", None, "player"),
    ]
    assert (game.version, game.clicks, game.useful_clicks) == (5, 3, 1)


def test_a_click_without_effect_cannot_be_undone() -> None:
    game = draw("*.* ...")
    game.click((0, 0))
    assert not game.can_undo
    game.reveal((1, 1))
    game.click((1, 1))
    game.undo()
    assert game.view.is_untouched
    assert not game.can_undo


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MOVES)
@pytest.mark.parametrize(
    ("cell", "rule"),
    [
        ((3, 1), r"\(3, 1\): the board has 3 rows \(0-2\)"),
        ((-1, 1), r"\(-1, 1\): the board has 3 rows \(0-2\)"),
        ((1, 4), r"\(1, 4\): the board has 4 columns \(0-3\)"),
        ((1, -1), r"\(1, -1\): the board has 4 columns \(0-3\)"),
        ((2**31, 1), r"\(2147483648, 1\): the board has 3 rows"),
        ((1, 2**64), r"\(1, 18446744073709551616\): the board has 4 columns"),
        pytest.param((HUGE, 0), ".*: the board has 3 rows", id="huge row"),
        pytest.param((0, -HUGE), ".*: the board has 4 columns", id="huge column"),
        ((1.0, 1), r"\(1.0, 1\): a cell must be a pair of integers \(row, column\)"),
        ((1, float("nan")), r"\(1, nan\): a cell must be"),
        (("1", "1"), r"\('1', '1'\): a cell must be"),
        ("11", "'11': a cell must be"),
        ((1,), r"\(1,\): a cell must be"),
        ((1, 1, 1), r"\(1, 1, 1\): a cell must be"),
        ((), r"\(\): a cell must be"),
        (None, "None: a cell must be"),
        (5, "5: a cell must be"),
        ({"row": 1, "column": 1}, "{'row': 1, 'column': 1}: a cell must be"),
        (((1, 1), 1), r"\(\(1, 1\), 1\): a cell must be"),
        pytest.param(("x" * 100_000, 1), r"\('xxx.*\.\.\.: a cell must be", id="long"),
    ],
)
def test_an_invalid_cell_is_refused_with_a_reason_and_changes_nothing(
    kind: str, cell: object, rule: str
) -> None:
    game = draw("*... .... ...*")
    game.flag((0, 0))
    game.reveal((0, 1))
    before = public_state(game)
    with pytest.raises(IllegalMove, match=f"^cannot {kind} {rule}") as caught:
        getattr(game, kind)(cell)
    assert len(str(caught.value)) < 200
    assert public_state(game) == before


@given(
    kind=st.sampled_from(MOVES),
    cell=st.one_of(
        st.tuples(st.integers(), st.integers()).filter(
            lambda cell: not (0 <= cell[0] < 3 and 0 <= cell[1] < 4)
        ),
        st.text(),
        st.floats(),
        st.binary(min_size=3),
        st.lists(st.integers(), min_size=3),
        st.tuples(st.floats(), st.integers()),
    ),
)
def test_any_invalid_cell_is_refused_and_changes_nothing(kind: str, cell: object) -> None:
    game = draw("*... .... ...*")
    game.reveal((0, 1))
    before = public_state(game)
    with pytest.raises(IllegalMove, match=f"^cannot {kind} "):
        getattr(game, kind)(cell)
    assert public_state(game) == before


@pytest.mark.parametrize("kind", MOVES)
@pytest.mark.parametrize("status", ["won", "lost"])
def test_a_move_after_the_game_is_refused_and_changes_nothing(kind: str, status: str) -> None:
    game = draw("*.* ...")
    game.flag((0, 0))
    for cell in [(0, 1), (1, 0), (1, 1), (1, 2)] if status == "won" else [(0, 2)]:
        game.reveal(cell)
    assert game.status == status
    before = public_state(game)
    for cell in game.rules.cells():
        with pytest.raises(IllegalMove) as caught:
            getattr(game, kind)(cell)
        assert str(caught.value) == f"cannot {kind} {cell_name(cell)}: the game is {status}"
        assert caught.value.cell == cell
    assert public_state(game) == before


@pytest.mark.parametrize(
    ("mines", "message"),
    [
        ([(0, 0), (0, 0)], r"duplicate mine at A1"),
        ([(0, 0), [0, 0]], r"duplicate mine at A1"),
        ([(0, 0), (2, 0)], r"mine \(2, 0\) is off the board, which has 2 rows and 3 columns"),
        ([(0, 3), (1, 0)], r"mine \(0, 3\) is off the board"),
        ([(-1, 0), (1, 0)], r"mine \(-1, 0\) is off the board"),
        ([(HUGE, 0), (1, 0)], "is off the board"),
        ([(0, 0)], "wrong number of mines: expected 2, found 1"),
        ([], "wrong number of mines: expected 2, found 0"),
        ([(0, 0), (0, 1), (0, 2)], "wrong number of mines: expected 2, found 3"),
        ([(0, 0), (0.0, 1)], r"a pair of integers \(row, column\), not \(0.0, 1\)"),
        ([(0, 0), (0, 1, 2)], r"a pair of integers \(row, column\), not \(0, 1, 2\)"),
        ([0, 1], r"a pair of integers \(row, column\), not 0"),
        ("ab", r"a pair of integers \(row, column\), not 'a'"),
        (None, "mines must be an iterable of cells, not None"),
        (5, "mines must be an iterable of cells, not 5"),
    ],
    ids=itertools.count(),
)
def test_an_invalid_layout_is_refused_with_a_reason(mines: object, message: str) -> None:
    with pytest.raises(InvalidLayout, match=message):
        Game.from_layout(Rules(3, 2, 2), mines)


def test_a_duplicate_in_a_large_layout_is_found_in_linear_time() -> None:
    # A quadratic search would take hours.
    cells = list(Rules(1000, 1000, 0).cells())
    with pytest.raises(InvalidLayout, match=r"duplicate mine at ALL1000"):
        Game.from_layout(Rules(1000, 1000, 999_999), [*cells, (999, 999)])


@given(st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 4)), max_size=12), st.integers(0, 11))
def test_any_layout_is_used_unchanged_or_refused(mines: list[tuple[int, int]], count: int) -> None:
    rules = Rules(4, 3, count)
    good = len(set(mines)) == len(mines) == count and all(map(rules.contains, mines))
    try:
        game = Game.from_layout(rules, mines)
    except InvalidLayout:
        assert not good
    else:
        assert good
        assert game.layout == set(mines)
        assert game.seed is None


def test_a_fixed_layout_may_violate_the_start_rule() -> None:
    game = Game.from_layout(Rules(4, 4, 7, "opening"), [
        (0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2)])  # fmt: skip
    game.reveal((0, 0))
    assert game.status == "lost"


def test_the_solution_shows_every_clue_and_mine() -> None:
    game = Game(Rules(3, 2, 1), seed=5)
    game.reveal((0, 0))
    mine = next(iter(game.layout))
    assert game.solution.shown_mines == {mine}
    for cell in game.rules.cells():
        if cell != mine:
            assert game.solution.clue(cell) == (mine in game.rules.neighbours(cell))


def test_the_repr_contains_the_board_and_the_status_but_no_mines() -> None:
    assert repr(Game(Rules(3, 2, 1), seed=5)) == "<Game 3x2/1 safe seed=5: ready>"
    assert repr(draw("*.")) == "<Game 2x1/1 any fixed layout: ready>"


@pytest.mark.parametrize(("seed", "mines"), [(7, None), (None, {(2, 3), (1, 1)})])
def test_a_restarted_game_has_the_same_board_and_no_moves(
    seed: int | None, mines: set[tuple[int, int]] | None
) -> None:
    game = Game.from_moves(Rules(4, 3, 2), [], seed=seed, mines=mines)
    game.reveal((0, 0))
    again = game.restarted()
    assert (again.status, again.version, again.seed) == ("ready", 0, game.seed)
    again.reveal((0, 0))
    assert (again.layout, again.view) == (game.layout, game.view)


def test_replaying_requires_either_a_seed_or_mines() -> None:
    rules = Rules(3, 2, 1)
    with pytest.raises(InvalidLayout, match="exactly one of seed and mines"):
        Game.from_moves(rules, [])
    with pytest.raises(InvalidLayout, match="exactly one of seed and mines"):
        Game.from_moves(rules, [], seed=1, mines=[(0, 0)])


@pytest.mark.parametrize("by", ["robot", "", None, "AI", 3, []])
@pytest.mark.parametrize("move", ["reveal", "flag", "question", "chord"])
def test_a_move_by_an_unknown_actor_is_refused_and_changes_nothing(move: str, by: object) -> None:
    game = Game(Rules(3, 3, 1), seed=1)
    with pytest.raises(IllegalMove, match="by must be player or ai"):
        getattr(game, move)((0, 0), by=by)
    with pytest.raises(IllegalMove, match="by must be player or ai"):
        game.undo(by=by)
    assert game.status == "ready"
    assert game.history == ()


@pytest.mark.parametrize("rules", ["beginner", None, 3])
def test_a_game_without_rules_is_refused(rules: object) -> None:
    for begin in (Game, lambda wrong: Game.from_layout(wrong, [])):
        with pytest.raises(InvalidRules, match="rules must be a Rules object"):
            begin(rules)


def test_replaying_an_unknown_kind_of_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="unknown move kind 'explode'"):
        Game.from_moves(Rules(3, 3, 1), [Move("explode", (0, 0), "player", 0.0)], seed=1)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_a_game_can_be_copied_and_pickled(copied: Callable[[Game], Game]) -> None:
    seeded = Game(Rules.level("beginner"), seed=7)
    for game in (seeded, draw("*..")):
        for _ in range(2):
            again = copied(game)
            assert public_state(again) == public_state(game)
            again.flag((0, 2))
            assert (again.version, again.clicks) == (game.version + 1, game.clicks + 1)
            game.flag((0, 1), by="ai")
            game.undo()
            game.reveal((0, 1))
