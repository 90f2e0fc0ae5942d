"""The proof search finds the simplest kind of proof."""

import json
import random
from collections import Counter
from itertools import combinations

import pytest

from sapper import Cell, Game, Rules, View, _core, analyse, parse_view
from sapper.coach.proof_checker import check
from sapper.coach.proof_search import find_safe_proof, prove, simplest_proof
from sapper.errors import IllegalMove, InconsistentView
from sapper.game.difficulty import DIFFICULTIES, KINDS, difficulty_of
from tests.inference.positions import random_clues


def test_a_clue_equal_to_its_number_of_hidden_neighbours_makes_them_mines() -> None:
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
                "The 1 at A2 already has its mine at B1, so A3 is safe."
            ),
        ),
        (
            "3x2/1\n###\n111",
            "pair",
            "1-1",
            (0, 2),
            ((1, 0), (1, 1)),
            (
                "The 1 at B2 needs 1 mine, and the 1 at B1 means that A1 and A2 contain exactly "
                "1 mine, so A3 is safe."
            ),
        ),
        (
            "3x3/2\n#1.\n#2.\n#1.",
            "pair",
            "1-2-1",
            (1, 0),
            ((0, 1), (1, 1), (2, 1)),
            (
                "The 2 at B2 needs 2 mines, and the 1 at A2 means that A1 and B1 contain exactly "
                "1 mine, so C1 is a mine. The 1 at C2 already has its mine at C1, so B1 is safe."
            ),
        ),
        (
            "3x2/1\n###\n#11",
            "pair",
            "1-1+",
            (0, 0),
            ((1, 2), (1, 1)),
            (
                "The 1 at B2 needs 1 mine, and the 1 at B3 means that A2 and A3 contain exactly "
                "1 mine, so A1 is safe."
            ),
        ),
        (
            "3x2/2\n1##\n##2",
            "pair",
            "hole",
            (1, 0),
            ((1, 2), (0, 0)),
            (
                "The 1 at A1 needs 1 mine, and the 2 at B3 means that A2 and B2 contain at least "
                "1 mine, so B1 is safe."
            ),
        ),
        (
            "6x2/4\n12#1##\n######",
            "chain",
            None,
            (0, 4),
            ((0, 0), (0, 1), (0, 3)),
            (
                "The 2 at A2 needs 2 mines, and the 1 at A1 means that B1 and B2 contain exactly "
                "1 mine, so A3 and B3 contain exactly 1 mine. "
                "The 1 at A4 needs 1 mine, and A3 and B3 contain exactly 1 mine, so A5 is safe."
            ),
        ),
        (
            "3x4/4\n1##\n##3\n1##\n###",
            "cases",
            None,
            (1, 0),
            ((1, 2), (0, 0), (2, 0)),
            (
                "Suppose that B1 is a mine. "
                "The 1 at A1 already has its mine at B1, so A2 and B2 are safe. "
                "The 1 at C1 already has its mine at B1, so C2 is safe. "
                "But then the 3 at B3 would touch only 2 mines, which is impossible. "
                "So B1 is safe."
            ),
        ),
        (
            "3x2/1\n1##\n1##",
            "pair",
            "mine count",
            (0, 2),
            ((0, 0),),
            (
                "There is 1 mine in total, and the 1 at A1 means that A2 and B2 contain exactly "
                "1 mine, so A3 is safe."
            ),
        ),
        (
            "4x2/2\n1#1#\n##1#",
            "pair",
            "mine count",
            (0, 1),
            ((0, 2), (0, 0)),
            (
                "There are 2 mines in total, and the 1 at A3 means that A2, A4, B2 and B4 contain "
                "exactly 1 mine, so B1 is a mine. "
                "The 1 at A1 already has its mine at B1, so A2 is safe."
            ),
        ),
        (
            "4x3/4\n#21#\n#3##\n##2#",
            "cases",
            "mine count",
            (0, 3),
            ((0, 1), (0, 2), (2, 2)),
            (
                "Suppose that A4 is a mine. "
                "The 1 at A3 already has its mine at A4, so B3 and B4 are safe. "
                "The 2 at A2 has no mine at B3, so A1 and B1 are mines. "
                "The 2 at C3 has no mines at B3 and B4, so C2 and C4 are mines. "
                "But then there would be at least 5 mines in total instead of 4, which is "
                "impossible. So A4 is safe."
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


def test_no_harder_kind_is_used_than_necessary() -> None:
    order = list(KINDS)
    assert [difficulty_of(kind) for kind in order] == ["easy", "medium", "hard", "extreme"]
    view = parse_view("4x2/2\n1221\n####")
    kinds = {cell: prove(view, cell).kind for cell in ((1, 0), (1, 1), (1, 2), (1, 3))}
    assert kinds == dict.fromkeys(kinds, "pair")


def test_the_core_and_python_define_the_same_kinds_in_the_same_order() -> None:
    assert _core.argument_kinds() == list(KINDS)
    assert len(DIFFICULTIES) == len(KINDS)


def test_independent_comparisons_are_no_harder_than_the_hardest_of_them() -> None:
    view = parse_view("5x2/3\n#22#1\n1###1")
    proof = prove(view, (1, 1))
    check(view, proof)
    # The first comparison locates the mine B3, which the second comparison uses as a known cell.
    # The last comparison names the proof.
    assert (proof.kind, proof.difficulty, proof.name) == ("pair", "medium", "hole")


def test_safe_cells_take_precedence_over_mines() -> None:
    proof = simplest_proof(parse_view("3x3/1\n11#\n#1#\n11#"))
    assert not proof.is_mine
    assert proof.kind == "clue"
    only_mines = simplest_proof(parse_view("2x1/1\n1#"))
    assert only_mines.is_mine


def test_flags_and_question_marks_are_not_used_as_facts() -> None:
    plain = simplest_proof(parse_view("3x2/1\n###\n111"))
    marked = simplest_proof(parse_view("3x2/1\nF?F\n111"))
    assert plain == marked


def test_a_mine_shown_by_the_position_is_used_as_a_fact() -> None:
    view = parse_view("4x1/1\n#1*#")
    proof = prove(view, (0, 0))
    check(view, proof)
    assert proof.kind == "clue"
    assert proof.text.startswith("The position shows a mine at A3.")


@pytest.mark.parametrize("cell", [(0, 1), (0, 0), (5, 5), (-1, 0)])
def test_an_uncertain_cell_cannot_be_proved(cell: tuple[int, int]) -> None:
    with pytest.raises(IllegalMove, match="neither provably safe nor a known mine"):
        prove(parse_view("3x2/1\n1##\n###"), cell)


def test_positions_without_a_certain_cell_and_inconsistent_positions_raise_errors() -> None:
    with pytest.raises(IllegalMove, match="no cell is provably safe or a known mine"):
        simplest_proof(parse_view("3x2/1\n###\n###"))
    with pytest.raises(InconsistentView):
        simplest_proof(parse_view("3x1/1\n#3#"))


def test_a_proof_converts_to_json() -> None:
    proof = prove(parse_view("3x4/4\n1##\n##3\n1##\n###"), (1, 0))
    read = json.loads(json.dumps(proof.to_json()))
    assert read["kind"] == "cases"
    assert read["difficulty"] == "extreme"
    assert read["cell"] == [1, 0]
    assert read["steps"][-1]["cases"][0][0]["rule"] == "assume"
    assert read["clues"] == [[1, 2], [0, 0], [2, 0]]


@pytest.mark.parametrize("first", [(120, 210), (0, 0), (199, 299), (0, 150), (100, 299)])
def test_proofs_on_a_large_board_use_a_window(first: tuple[int, int]) -> None:
    game = Game(Rules(300, 200, 9000, start="opening"), seed=4)
    game.reveal(first)
    odds = analyse(game.view)
    proof = simplest_proof(game.view, analysis=odds)
    check(game.view, proof)
    for cell in sorted(odds.safe | odds.mines)[:20]:
        check(game.view, prove(game.view, cell, analysis=odds))


def test_a_safe_cell_is_proved_without_an_analysis() -> None:
    view = parse_view("3x3/2\n#1.\n#2.\n#1.")
    proof = find_safe_proof(view, [(0, 0), (1, 0), (2, 0)])
    assert proof is not None
    assert proof.cell == (1, 0)
    check(view, proof)
    assert find_safe_proof(view, [(0, 0), (2, 0)]) is None
    assert find_safe_proof(view, []) is None


# Small boards, compared with brute force ----------------------------------------------------------


def consistent_layouts(view: View) -> list[frozenset[Cell]]:
    """Return all layouts that are consistent with a view, by testing each of them."""
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    clues = [(cell, view.clue(cell)) for cell in view.rules.cells() if cell not in hidden]
    return [
        frozenset(mines)
        for mines in combinations(hidden, view.mines)
        if all(len(set(view.rules.neighbours(cell)).intersection(mines)) == clue
               for cell, clue in clues)
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_exactly_the_certain_cells_of_small_boards_have_proofs(seed: int) -> None:
    rng = random.Random(seed)
    kinds: Counter[str] = Counter()
    uncertain = 0
    for _ in range(60):
        view = random_clues(rng.randint(2, 5), rng.randint(2, 4), rng.getrandbits(32))
        layouts = consistent_layouts(view)
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        for cell in hidden:
            mine_count = sum(cell in layout for layout in layouts)
            if mine_count in (0, len(layouts)):
                proof = prove(view, cell)
                check(view, proof)
                assert proof.is_mine is (mine_count > 0)
                kinds[proof.kind] += 1
            else:
                assert find_safe_proof(view, [cell]) is None
                uncertain += 1
    assert kinds["clue"] > 0
    assert kinds["pair"] > 0
    assert uncertain > 0


def test_a_search_that_stops_early_returns_no_proof() -> None:
    game = Game(Rules(41, 41, 336, start="any"), 3)
    game.reveal((0, 0))
    solution = game.solution.cells.tolist()
    rows = [
        [clue if clue > 1 and row % 2 and column % 2 else -1 for column, clue in enumerate(clues)]
        for row, clues in enumerate(solution)
    ]
    view = View.from_array(rows, mines=336)
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    assert find_safe_proof(view, hidden) is None


# Many positions -----------------------------------------------------------------------------------


def prove_certain_cells(view: View, limit: int, rng: random.Random) -> int:
    """Prove up to `limit` certain cells of a view and return their number."""
    odds = analyse(view)
    certain = sorted(odds.safe | odds.mines)
    chosen = rng.sample(certain, min(limit, len(certain)))
    for cell in chosen:
        proof = prove(view, cell, analysis=odds)
        check(view, proof)
        assert proof.is_mine is (cell in odds.mines)
    return len(chosen)


@pytest.mark.parametrize(
    ("width", "height", "count"),
    [(1, 9, 60), (9, 1, 60), (2, 12, 60), (5, 5, 120), (8, 8, 120), (12, 10, 60), (30, 16, 20)],
)
def test_certain_cells_of_random_clues_have_proofs(width: int, height: int, count: int) -> None:
    rng = random.Random(width)
    proved = sum(
        prove_certain_cells(random_clues(width, height, seed), 5, rng) for seed in range(count)
    )
    assert proved > count


@pytest.mark.parametrize(("level", "games"), [("beginner", 30), ("intermediate", 8), ("expert", 8)])
def test_proofs_from_played_games_are_valid_and_short(level: str, games: int) -> None:
    sizes = []
    for seed in range(games):
        game = Game(Rules.level(level), seed)
        game.reveal((0, 0))
        while not game.is_over:
            odds = analyse(game.view)
            if not odds.safe:
                game.reveal(odds.best)
                continue
            proof = simplest_proof(game.view, analysis=odds)
            check(game.view, proof)
            sizes.append(proof.clue_count)
            game.reveal(proof.cell)
    assert sorted(sizes)[len(sizes) // 2] <= 3
