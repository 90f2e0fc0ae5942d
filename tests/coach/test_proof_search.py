"""Proofs: the simplest kind that works, drawn on boards."""

import json
import random

import pytest
from inference.positions import random_clues

from sapper import Game, Rules, View, analyse, parse_view
from sapper.coach.proof_checker import check
from sapper.coach.proof_search import KINDS, difficulty_of, look_for_safe, prove, simplest
from sapper.errors import IllegalMove, InconsistentView


def test_a_clue_with_as_many_hidden_neighbours_makes_them_mines() -> None:
    proof = prove(parse_view("3x1/1\n1##"), (0, 1))
    assert (proof.kind, proof.is_mine, proof.clues) == ("clue", True, ((0, 0),))
    assert proof.text == "The 1 at A1 has 1 hidden neighbour, so A2 is a mine."


@pytest.mark.parametrize(
    ("board", "kind", "name", "cell", "clues", "text"),
    [
        (
            "4x2/1\n1#1.\n111.",
            "clue",
            None,
            (0, 1),
            ((0, 0),),
            "The 1 at A1 has 1 hidden neighbour, so A2 is a mine.",
        ),
        (
            "3x3/1\n11#\n#1#\n11#",
            "clue",
            None,
            (0, 2),
            ((0, 0), (0, 1)),
            (
                "The 1 at A1 has 1 hidden neighbour, so B1 is a mine. "
                "The 1 at A2 has its mine at B1, so A3 is safe."
            ),
        ),
        (
            "3x2/1\n###\n111",
            "pair",
            "1-1-X",
            (0, 2),
            ((1, 0), (1, 1)),
            (
                "The 1 at B2 needs 1 mine and the 1 at B1 puts exactly 1 mine into A1 and A2, "
                "so A3 is safe."
            ),
        ),
        (
            "3x3/2\n#1.\n#2.\n#1.",
            "pair",
            "1-2-X",
            (1, 0),
            ((0, 1), (1, 1), (2, 1)),
            (
                "The 2 at B2 needs 2 mines and the 1 at A2 puts exactly 1 mine into A1 and B1, "
                "so C1 is a mine. The 1 at C2 has its mine at C1, so B1 is safe."
            ),
        ),
        (
            "3x2/1\n###\n#11",
            "pair",
            "subset",
            (0, 0),
            ((1, 2), (1, 1)),
            (
                "The 1 at B2 needs 1 mine and the 1 at B3 puts exactly 1 mine into A2 and A3, "
                "so A1 is safe."
            ),
        ),
        (
            "3x2/2\n1##\n##2",
            "pair",
            "overlap",
            (1, 0),
            ((1, 2), (0, 0)),
            (
                "The 1 at A1 needs 1 mine and the 2 at B3 puts at least 1 mine into A2 and B2, "
                "so B1 is safe."
            ),
        ),
        (
            "4x2/2\n#2##\n1##1",
            "chain",
            None,
            (0, 3),
            ((1, 0), (0, 1), (1, 3)),
            (
                "The 2 at A2 needs 2 mines and the 1 at B1 puts exactly 1 mine into A1 and B2, "
                "so A3 and B3 hold exactly 1 mine. "
                "The 1 at B4 needs 1 mine and A3 and B3 hold exactly 1 mine, so A4 is safe."
            ),
        ),
        (
            "3x4/4\n1##\n##3\n1##\n###",
            "cases",
            None,
            (1, 0),
            ((1, 2), (0, 0), (2, 0)),
            (
                "Suppose that B1 is a mine. The 1 at A1 has its mine at B1, so A2 and B2 are safe. "
                "The 1 at C1 has its mine at B1, so C2 is safe. "
                "But then the 3 at B3 touches only 2 mines: impossible. So B1 is safe."
            ),
        ),
        (
            "3x2/1\n1##\n1##",
            "pair",
            "mine count",
            (0, 2),
            ((0, 0),),
            (
                "There is 1 mine in all and the 1 at A1 puts exactly 1 mine into A2 and B2, "
                "so A3 is safe."
            ),
        ),
        (
            "4x2/2\n1#1#\n##1#",
            "cases",
            "mine count",
            (0, 1),
            ((0, 0), (0, 2)),
            (
                "Suppose that A2 is a mine. The 1 at A1 has its mine at A2, so B1 and B2 are safe. "
                "The 1 at A3 has its mine at A2, so A4 and B4 are safe. "
                "But then that makes only 1 mine in all, not 2: impossible. So A2 is safe."
            ),
        ),
    ],
)
def test_the_simplest_kind_that_works_is_chosen(
    board: str,
    kind: str,
    name: str | None,
    cell: tuple[int, int],
    clues: tuple[tuple[int, int], ...],
    text: str,
) -> None:
    view = parse_view(board)
    proof = prove(view, cell)
    check(view, proof)
    assert (proof.kind, proof.name, proof.clues) == (kind, name, clues)
    assert proof.text == text
    assert proof.uses_mine_count is (name == "mine count")


def test_the_hard_kinds_are_not_used_where_an_easy_one_works() -> None:
    order = list(KINDS)
    assert [difficulty_of(kind) for kind in order] == ["easy", "medium", "hard", "extreme"]
    view = parse_view("4x2/2\n1221\n####")
    kinds = {cell: prove(view, cell).kind for cell in ((1, 0), (1, 1), (1, 2), (1, 3))}
    assert kinds == dict.fromkeys(kinds, "pair")


def test_safe_cells_come_before_mines_and_the_easiest_first() -> None:
    proof = simplest(parse_view("3x3/1\n11#\n#1#\n11#"))
    assert not proof.is_mine
    assert proof.kind == "clue"
    only_mines = simplest(parse_view("2x1/1\n1#"))
    assert only_mines.is_mine


def test_flags_and_question_marks_are_no_facts() -> None:
    plain = simplest(parse_view("3x2/1\n###\n111"))
    marked = simplest(parse_view("3x2/1\nF?F\n111"))
    assert plain == marked


def test_a_mine_that_the_position_shows_is_a_fact() -> None:
    view = parse_view("4x1/1\n#1*#")
    proof = prove(view, (0, 0))
    check(view, proof)
    assert proof.kind == "clue"
    assert "as the position shows" in proof.text


@pytest.mark.parametrize("cell", [(0, 1), (0, 0), (5, 5), (-1, 0)])
def test_what_is_not_certain_is_not_proved(cell: tuple[int, int]) -> None:
    with pytest.raises(IllegalMove, match="not certain"):
        prove(parse_view("3x2/1\n1##\n###"), cell)


def test_nothing_certain_gives_an_error_and_contradictions_too() -> None:
    with pytest.raises(IllegalMove, match="no cell is certain"):
        simplest(parse_view("3x2/1\n###\n###"))
    with pytest.raises(InconsistentView):
        simplest(parse_view("3x1/1\n#3#"))


def test_a_proof_is_plain_data() -> None:
    proof = prove(parse_view("3x4/4\n1##\n##3\n1##\n###"), (1, 0))
    read = json.loads(json.dumps(proof.to_json()))
    assert read["kind"] == "cases"
    assert read["difficulty"] == "extreme"
    assert read["cell"] == [1, 0]
    assert read["steps"][-1]["cases"][0][0]["rule"] == "assume"
    assert read["clues"] == [[1, 2], [0, 0], [2, 0]]


@pytest.mark.parametrize("first", [(120, 210), (0, 0), (199, 299), (0, 150), (100, 299)])
def test_on_a_large_board_a_window_is_enough(first: tuple[int, int]) -> None:
    game = Game(Rules(300, 200, 9000, start="opening"), seed=4)
    game.reveal(first)
    odds = analyse(game.view)
    proof = simplest(game.view, analysis=odds)
    check(game.view, proof)
    for cell in sorted(odds.safe | odds.mines)[:20]:
        check(game.view, prove(game.view, cell, analysis=odds))


def test_a_safe_cell_is_found_without_odds() -> None:
    view = parse_view("3x3/2\n#1.\n#2.\n#1.")
    proof = look_for_safe(view, [(0, 0), (1, 0), (2, 0)])
    assert proof is not None
    assert proof.cell == (1, 0)
    check(view, proof)
    assert look_for_safe(view, [(0, 0), (2, 0)]) is None
    assert look_for_safe(view, []) is None


# Many ---------------------------------------------------------------------------------------------


def every_certain_cell(view: View, most: int, chance: random.Random) -> int:
    """Prove some certain cells of a view; return how many."""
    odds = analyse(view)
    certain = sorted(odds.safe | odds.mines)
    chosen = chance.sample(certain, min(most, len(certain)))
    for cell in chosen:
        proof = prove(view, cell, analysis=odds)
        check(view, proof)
        assert proof.is_mine is (cell in odds.mines)
    return len(chosen)


@pytest.mark.parametrize(
    ("width", "height", "count"),
    [(1, 9, 60), (9, 1, 60), (2, 12, 60), (5, 5, 120), (8, 8, 120), (12, 10, 60), (30, 16, 20)],
)
def test_every_certain_cell_of_random_clues_has_a_proof(
    width: int, height: int, count: int
) -> None:
    chance = random.Random(width)
    proved = sum(
        every_certain_cell(random_clues(width, height, seed), 5, chance) for seed in range(count)
    )
    assert proved > count


@pytest.mark.parametrize(("level", "games"), [("beginner", 30), ("intermediate", 8), ("expert", 8)])
def test_proofs_of_played_games_pass_the_checker_and_are_small(level: str, games: int) -> None:
    sizes = []
    for seed in range(games):
        game = Game(Rules.level(level), seed)
        game.reveal((0, 0))
        while not game.is_over:
            odds = analyse(game.view)
            if not odds.safe:
                game.reveal(odds.best)
                continue
            proof = simplest(game.view, analysis=odds)
            check(game.view, proof)
            sizes.append(proof.clue_count)
            game.reveal(proof.cell)
    assert sorted(sizes)[len(sizes) // 2] <= 3
