"""The pattern matcher claims only what brute force confirms, and names the patterns of proofs."""

import random
from collections import Counter
from itertools import combinations

import pytest

from sapper import Cell, Game, Rules, View, hint, parse_view
from sapper.coach.pattern_matcher import entailed_cells, find_patterns
from sapper.coach.proof_search import prove
from sapper.inference.analysis import analyse


def random_position(rng: random.Random) -> View:
    """Return a position from a small random game."""
    width, height = rng.choice([(4, 4), (5, 4), (5, 3), (6, 3), (3, 3)])
    rules = Rules(width, height, rng.randint(2, width * height // 3), start="safe")
    game = Game(rules, rng.getrandbits(40))
    game.reveal((rng.randrange(height), rng.randrange(width)))
    safe = [cell for cell in rules.cells() if cell not in game.layout]
    for cell in rng.sample(safe, rng.randint(1, min(8, len(safe)))):
        if not game.is_over and game.view.clue(cell) is None:
            game.reveal(cell)
    return View(rules, game.view.cell_bytes)


def consistent_layouts(view: View) -> list[frozenset[Cell]]:
    """Return every consistent layout, by brute force."""
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    clues = {cell: view.clue(cell) for cell in view.rules.cells() if view.clue(cell) is not None}
    near = {cell: frozenset(view.rules.neighbours(cell)) for cell in clues}
    return [
        frozenset(mines)
        for mines in combinations(hidden, view.mines)
        if all(len(near[cell].intersection(mines)) == clue for cell, clue in clues.items())
    ]


def test_brute_force_confirms_every_claim_on_small_random_boards() -> None:
    rng = random.Random(23)
    found: Counter[str] = Counter()
    for _ in range(250):
        view = random_position(rng)
        layouts = consistent_layouts(view)
        for match in find_patterns(view):
            found[match.pattern.name] += 1
            assert match.safe or match.mines or match.guesses
            assert all(not match.safe & layout for layout in layouts), (match, str(view))
            assert all(match.mines <= layout for layout in layouts), (match, str(view))
            if match.guesses:
                parts = Counter(match.guesses & layout for layout in layouts)
                assert len(parts) == 2
                assert len(set(parts.values())) == 1
    assert len(found) >= 9, found


def test_every_name_of_a_proof_is_confirmed_by_the_odds() -> None:
    rng = random.Random(24)
    names: Counter[str | None] = Counter()
    for _ in range(300):
        view = random_position(rng)
        odds = analyse(view)
        for cell in sorted(odds.safe | odds.mines)[:3]:
            proof = prove(view, cell, analysis=odds)
            names[proof.name] += 1
            assert proof.kind != "pair" or proof.name is not None, (cell, str(view))
    assert len(names) >= 8, names


@pytest.mark.parametrize(
    ("board", "cell", "name", "is_reduced"),
    [
        ("4x2/2\n1221\n####", (1, 0), "1-2-2-1", False),
        ("3x2/1\n###\n111", (0, 2), "1-1", False),
        ("3x3/2\n#1.\n#2.\n#1.", (1, 0), "1-2-1", False),
        ("3x2/1\n###\n#11", (0, 0), "1-1+", False),
        ("3x2/2\n1##\n##2", (1, 0), "hole", False),
        ("3x2/1\n1##\n1##", (0, 2), "mine count", False),
        ("3x3/2\n1##\n12#\n.1#", (0, 2), "1-1", True),
        ("5x3/3\n#1...\n#311.\n###1.", (2, 0), "1-2", True),
        ("5x3/3\n#####\n122##\n..11#", (0, 0), "1-2-1", True),
    ],
)
def test_a_proof_has_the_name_of_its_pattern(
    board: str, cell: Cell, name: str, is_reduced: bool
) -> None:
    proof = prove(parse_view(board), cell)
    assert (proof.name, proof.is_reduced) == (name, is_reduced)


def test_a_single_clue_does_not_take_the_name_of_a_pair() -> None:
    # The 3 at A2 alone makes B3 a mine, although it also forms a pair with the 1 at A1.
    proof = prove(parse_view("3x2/3\n13#\n#3#"), (1, 2))
    assert (proof.kind, proof.name) == ("clue", None)


def test_a_hint_names_its_pattern() -> None:
    grades = hint(parse_view("3x3/2\n#1.\n#2.\n#1.")).grades
    assert grades[1].text.endswith("This is the 1-2-1 pattern.")
    assert grades[2].text.endswith("This is the 1-2-1 pattern.")


def test_a_forced_fifty_fifty_has_a_name() -> None:
    guess = hint(parse_view("2x2/1\n#1\n#1")).guess
    assert guess is not None
    assert (guess.is_fifty_fifty, guess.pattern) == (True, "50/50 pair")


def test_a_fifty_fifty_next_to_an_undecided_cell_is_no_pattern() -> None:
    # A later reveal of B1 could decide between A1 and A2.
    names = [match.pattern.name for match in find_patterns(parse_view("3x2/2\n##1\n###"))]
    assert names == []


def test_contradictory_clues_decide_nothing() -> None:
    cells = frozenset([(0, 0)])
    assert entailed_cells(((cells, 1), (cells, 0))) == (frozenset(), frozenset())
