"""The classes of the course, tested against its specification on boards of 4 rows by 5 columns."""

import copy
import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.compat.cs50 import Minesweeper, MinesweeperAI, Sentence
from sapper.errors import IllegalMove, InconsistentView, InvalidRules

HEIGHT, WIDTH = 4, 5
CELLS = [(i, j) for i in range(HEIGHT) for j in range(WIDTH)]


def new_ai(total_mines: int | None = None) -> MinesweeperAI:
    return MinesweeperAI(height=HEIGHT, width=WIDTH, total_mines=total_mines)


def around(cell: tuple[int, int]) -> set[tuple[int, int]]:
    return {c for c in CELLS if c != cell and max(abs(c[0] - cell[0]), abs(c[1] - cell[1])) == 1}


# Minesweeper --------------------------------------------------------------------------------------


def test_a_game_is_eight_by_eight_with_eight_mines_by_default() -> None:
    game = Minesweeper()
    assert (game.height, game.width, len(game.mines)) == (8, 8, 8)
    assert game.mines_found == set()
    assert [len(row) for row in game.board] == [8] * 8
    for i in range(8):
        for j in range(8):
            assert game.is_mine((i, j)) is game.board[i][j] is ((i, j) in game.mines)


def test_seeding_the_random_module_repeats_a_board() -> None:
    random.seed(3)
    first = Minesweeper(height=4, width=5, mines=6)
    random.seed(3)
    assert Minesweeper(height=4, width=5, mines=6).mines == first.mines


def test_nearby_mines_excludes_the_cell_itself_and_stops_at_the_edge() -> None:
    game = Minesweeper(height=HEIGHT, width=WIDTH, mines=20)
    assert game.nearby_mines((0, 0)) == 3
    assert game.nearby_mines((0, 2)) == 5
    assert game.nearby_mines((2, 2)) == 8


def test_the_game_is_won_when_exactly_the_mines_are_found() -> None:
    game = Minesweeper(height=2, width=2, mines=1)
    assert not game.won()
    game.mines_found |= game.mines
    assert game.won()
    game.mines_found |= {(0, 0), (0, 1)}
    assert not game.won()


def test_print_draws_the_mines(capsys: pytest.CaptureFixture[str]) -> None:
    game = Minesweeper(height=2, width=3, mines=6)
    game.board[0][1] = False
    game.print()
    assert capsys.readouterr().out == "-------\n|X| |X|\n-------\n|X|X|X|\n-------\n"


@pytest.mark.parametrize("wrong", [{"mines": 65}, {"mines": -1}, {"height": 0}, {"width": 2.5}])
def test_an_impossible_board_is_rejected(wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidRules):
        Minesweeper(**wrong)


# Sentence -----------------------------------------------------------------------------------------


def test_sentences_with_equal_cells_and_count_are_equal() -> None:
    assert Sentence([(0, 0), (0, 1)], 1) == Sentence({(0, 1), (0, 0)}, 1)
    assert Sentence({(0, 0)}, 1) != Sentence({(0, 0)}, 0)
    assert Sentence({(0, 0)}, 1) != Sentence({(0, 1)}, 1)
    assert Sentence({(0, 0)}, 1) != "{(0, 0)} = 1"


def test_a_sentence_is_written_as_cells_and_count() -> None:
    assert str(Sentence({(2, 3)}, 1)) == "{(2, 3)} = 1"
    assert repr(Sentence({(2, 3)}, 1)) == "Sentence({(2, 3)}, 1)"


@pytest.mark.parametrize(
    ("count", "mines", "safes"),
    [(0, set(), {(0, 0), (0, 1)}), (1, set(), set()), (2, {(0, 0), (0, 1)}, set())],
)
def test_known_mines_and_safes_contain_all_cells_or_none(
    count: int, mines: set[object], safes: set[object]
) -> None:
    sentence = Sentence({(0, 0), (0, 1)}, count)
    assert sentence.known_mines() == mines
    assert sentence.known_safes() == safes
    assert type(sentence.known_mines()) is type(sentence.known_safes()) is set


def test_returned_sets_are_independent_of_the_sentence() -> None:
    sentence = Sentence({(0, 0)}, 1)
    sentence.known_mines().clear()
    assert sentence == Sentence({(0, 0)}, 1)


def test_a_marked_cell_is_removed_from_the_sentence() -> None:
    sentence = Sentence({(0, 0), (0, 1), (0, 2)}, 2)
    sentence.mark_mine((0, 0))
    assert sentence == Sentence({(0, 1), (0, 2)}, 1)
    sentence.mark_safe((0, 1))
    assert sentence == Sentence({(0, 2)}, 1)


def test_marking_another_cell_changes_nothing() -> None:
    sentence = Sentence({(0, 0), (0, 1)}, 1)
    sentence.mark_mine((3, 3))
    sentence.mark_safe((3, 3))
    assert sentence == Sentence({(0, 0), (0, 1)}, 1)


# MinesweeperAI ------------------------------------------------------------------------------------


def test_an_ai_starts_without_knowledge_of_an_eight_by_eight_board() -> None:
    ai = MinesweeperAI()
    assert (ai.height, ai.width) == (8, 8)
    assert ai.moves_made == ai.mines == ai.safes == set()
    assert ai.knowledge == []


@pytest.mark.parametrize(
    ("cell", "count"), [((2, 2), 3), ((0, 0), 1), ((3, 4), 2), ((0, 2), 2), ((1, 4), 1)]
)
def test_a_clue_becomes_a_sentence_about_its_neighbours(cell: tuple[int, int], count: int) -> None:
    ai = new_ai()
    ai.add_knowledge(cell, count)
    assert ai.moves_made == {cell}
    assert cell in ai.safes
    assert ai.knowledge == [Sentence(around(cell), count)]


def test_a_new_sentence_contains_only_undecided_cells() -> None:
    ai = new_ai()
    ai.mark_mine((1, 1))
    ai.mark_mine((1, 2))
    ai.mark_safe((3, 3))
    ai.add_knowledge((2, 2), 3)
    expected = around((2, 2)) - {(1, 1), (1, 2), (3, 3)}
    assert ai.knowledge == [Sentence(expected, 1)]


def test_mines_and_safes_added_by_the_caller_are_used() -> None:
    ai = new_ai()
    ai.add_knowledge((2, 2), 3)
    ai.mines.add((1, 1))
    ai.safes.add((3, 3))
    ai.add_knowledge((0, 4), 1)
    assert Sentence(around((2, 2)) - {(1, 1), (3, 3)}, 2) in ai.knowledge
    assert Sentence(around((0, 4)), 1) in ai.knowledge
    ai.mines.add((1, 3))
    ai.add_knowledge((3, 0), 1)
    assert {(0, 3), (1, 4)} <= ai.safes


def test_the_sets_and_the_list_stay_the_same_objects() -> None:
    ai = new_ai()
    before = ai.moves_made, ai.mines, ai.safes, ai.knowledge
    ai.add_knowledge((0, 0), 1)
    ai.add_knowledge((0, 1), 1)
    for old, new in zip(before, (ai.moves_made, ai.mines, ai.safes, ai.knowledge), strict=True):
        assert old is new


def test_a_zero_marks_all_neighbours_as_safe() -> None:
    ai = new_ai()
    ai.add_knowledge((0, 0), 0)
    assert ai.safes == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert ai.knowledge == []


def test_a_count_equal_to_the_number_of_neighbours_marks_all_of_them() -> None:
    ai = new_ai()
    ai.add_knowledge((0, 0), 3)
    assert ai.mines == {(0, 1), (1, 0), (1, 1)}
    assert ai.knowledge == []


def test_a_mine_follows_from_two_clues() -> None:
    """{(0,1), (1,0), (1,1)} = 1 within {.., (0,2), (1,2)} = 2: one mine in (0,2), (1,2)."""
    ai = new_ai()
    ai.add_knowledge((0, 0), 1)
    ai.add_knowledge((0, 1), 2)
    assert Sentence({(1, 0), (1, 1)}, 1) in ai.knowledge
    assert Sentence({(0, 2), (1, 2)}, 1) in ai.knowledge
    ai.add_knowledge((0, 2), 1)
    assert (1, 2) in ai.mines


def test_safe_cells_follow_from_two_clues_given_in_any_order() -> None:
    for first, second in [((0, 0), (0, 1)), ((0, 1), (0, 0))]:
        ai = new_ai()
        ai.add_knowledge(first, 1)
        ai.add_knowledge(second, 1)
        assert {(0, 2), (1, 2)} <= ai.safes


def test_conclusions_are_drawn_from_earlier_conclusions() -> None:
    """Subtract a sentence that is itself the result of a subtraction.

    ##2##   The clue 3 minus the clue 2 leaves {(2,1), (2,2), (2,3)} = 1,
    ##3##   which contains the only mine of the clue 1 below,
    #####   so (3,1) and (3,3) are safe.
    ##1##
    """
    for order in ([(0, 2), (1, 2), (3, 2)], [(3, 2), (1, 2), (0, 2)], [(1, 2), (3, 2), (0, 2)]):
        ai = new_ai()
        for cell in order:
            assert not ai.safes - ai.moves_made
            ai.add_knowledge(cell, {(0, 2): 2, (1, 2): 3, (3, 2): 1}[cell])
        assert ai.safes - ai.moves_made == {(3, 1), (3, 3)}
        assert Sentence({(2, 1), (2, 2), (2, 3)}, 1) in ai.knowledge


def test_earlier_sentences_are_combined_with_later_clues() -> None:
    ai = new_ai()
    ai.add_knowledge((0, 0), 1)
    ai.add_knowledge((3, 0), 1)
    assert not ai.mines
    ai.mark_safe((0, 1))
    ai.mark_safe((1, 0))
    ai.add_knowledge((3, 4), 1)
    assert ai.mines == {(1, 1)}
    ai.add_knowledge((3, 1), 1)
    assert (2, 0) not in ai.mines
    assert (3, 2) in ai.safes
    assert (2, 2) in ai.safes


def test_the_total_number_of_mines_is_an_option() -> None:
    ai = new_ai(total_mines=3)
    assert ai.knowledge == [Sentence(CELLS, 3)]
    ai.add_knowledge((0, 0), 3)
    assert ai.safes == set(CELLS) - {(0, 1), (1, 0), (1, 1)}
    assert ai.knowledge == []
    assert new_ai(total_mines=0).safes == set(CELLS)
    assert new_ai(total_mines=20).mines == set(CELLS)
    with pytest.raises(InvalidRules):
        new_ai(total_mines=21)


def test_a_safe_move_is_safe_and_new_and_does_not_change_the_ai() -> None:
    ai = new_ai()
    assert ai.make_safe_move() is None
    ai.add_knowledge((0, 0), 0)
    before = copy.deepcopy(vars(ai))
    assert ai.make_safe_move() in {(0, 1), (1, 0), (1, 1)}
    assert vars(ai) == before
    ai.moves_made |= {(0, 1), (1, 0), (1, 1)}
    assert ai.make_safe_move() is None


def test_a_random_move_is_new_and_not_a_known_mine() -> None:
    ai = new_ai()
    left = {(0, 4), (2, 1), (3, 3)}
    ai.mines |= set(CELLS[:8]) - left
    ai.moves_made |= set(CELLS[8:]) - left
    before = copy.deepcopy(vars(ai))
    random.seed(1)
    assert {ai.make_random_move() for _ in range(100)} == left
    assert vars(ai) == before


def test_there_is_no_random_move_when_no_cell_is_left() -> None:
    ai = new_ai()
    ai.mines |= set(CELLS[:3])
    ai.moves_made |= set(CELLS[3:])
    assert ai.make_random_move() is None


@pytest.mark.parametrize("cell", [(4, 0), (0, 5), (-1, 0), None, "00", (0,), (0.5, 1)])
def test_a_cell_off_the_board_is_rejected(cell: object) -> None:
    ai = new_ai()
    with pytest.raises(IllegalMove):
        ai.add_knowledge(cell, 1)
    assert (ai.moves_made, ai.safes, ai.knowledge) == (set(), set(), [])


@pytest.mark.parametrize("count", [-1, 4])
def test_an_impossible_count_is_rejected(count: int) -> None:
    ai = new_ai()
    with pytest.raises(InconsistentView, match=r"impossible count -?\d at \(0, 0\)"):
        ai.add_knowledge((0, 0), count)
    assert (ai.moves_made, ai.safes, ai.knowledge) == (set(), set(), [])


@pytest.mark.parametrize("count", ["1", 1.5, None])
def test_a_count_that_is_not_an_integer_is_rejected(count: object) -> None:
    ai = new_ai()
    with pytest.raises(InconsistentView, match="count must be an integer"):
        ai.add_knowledge((0, 0), count)
    assert (ai.moves_made, ai.safes, ai.knowledge) == (set(), set(), [])


def test_a_count_at_a_known_mine_is_rejected() -> None:
    ai = new_ai()
    ai.mines.add((0, 0))
    with pytest.raises(InconsistentView, match=r"\(0, 0\) is a known mine"):
        ai.add_knowledge((0, 0), 1)
    assert (ai.moves_made, ai.mines, ai.safes, ai.knowledge) == (set(), {(0, 0)}, set(), [])


def test_contradictory_clues_mark_nothing() -> None:
    ai = new_ai()
    ai.add_knowledge((0, 2), 3)
    # The first clue puts three mines next to (1, 2), but the second allows only one.
    ai.add_knowledge((1, 2), 1)
    assert ai.mines == set()
    assert ai.safes == ai.moves_made == {(0, 2), (1, 2)}


def test_marks_override_contradictory_sentences() -> None:
    ai = new_ai()
    ai.add_knowledge((0, 0), 1)
    ai.mines |= around((0, 0))
    ai.add_knowledge((3, 4), 1)
    assert ai.knowledge == [Sentence(around((3, 4)), 1)]


LAYOUTS = st.sets(st.sampled_from(CELLS), max_size=7)


@given(mines=LAYOUTS, order=st.permutations(CELLS), total=st.booleans())
def test_inference_is_sound_and_complete_for_the_rules_of_the_course(
    mines: set[tuple[int, int]], order: list[tuple[int, int]], total: bool
) -> None:
    ai = new_ai(len(mines) if total else None)
    for cell in [cell for cell in order if cell not in mines][:8]:
        ai.add_knowledge(cell, len(around(cell) & mines))
        assert ai.mines <= mines
        assert not ai.safes & mines
        for sentence in ai.knowledge:
            assert sentence.count == len(sentence.cells & mines)
            assert 0 < sentence.count < len(sentence.cells), "a solved sentence remains"
            assert not sentence.cells & (ai.mines | ai.safes)
        known = [sentence.cells for sentence in ai.knowledge]
        for a, b in combinations(known, 2):
            assert a != b
            if max(map(len, known)) <= 8:
                assert not a < b or b - a in known
                assert not b < a or a - b in known
