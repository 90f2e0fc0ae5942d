"""The contract of every hint, checked on thousands of positions of all levels and extreme sizes."""

import json
import random

import pytest

from sapper import Game, Rules, View, analyse, hint
from sapper.coach.graded_hints import Hint
from sapper.coach.proof_checker import check
from sapper.errors import IllegalMove, InconsistentView
from tests.inference.positions import random_clues


def check_highlights(view: View, answer: Hint, grade: int) -> None:
    highlights = answer.grades[grade - 1].highlights
    cells = [each.cell for each in highlights]
    assert len(set(cells)) == len(cells)
    numbers = [each.number for each in highlights if each.kind == "clue"]
    assert numbers == list(range(1, len(numbers) + 1))
    for each in highlights:
        assert (view.clue(each.cell) is not None) is (each.kind == "clue")
    targets = [each for each in highlights if each.kind in ("safe", "mine", "guess")]
    assert [target.cell for target in targets] == ([answer.cell] if grade == 3 else [])
    if targets and answer.proof is not None:
        assert targets[0].kind == ("mine" if answer.proof.is_mine else "safe")
        assert set(answer.proof.cells) <= set(cells)
        assert len(numbers) == len(answer.proof.clues)
    elif targets and answer.guess is not None:
        assert targets[0].kind == ("guess" if answer.guess.risk else "safe")


def check_hint(view: View) -> None:
    """Compare a hint with the analysis of the same position."""
    odds = analyse(view)
    try:
        answer = hint(view)
    except IllegalMove:
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        marked = view.flags | view.ai_flags | view.shown_mines
        assert odds.mines == set(hidden)
        assert odds.mines <= marked
        return
    assert view.clue(answer.cell) is None
    assert answer.certain is bool(odds.safe or (odds.best is None and odds.mines))
    assert (answer.proof is None) is (answer.guess is not None)
    if answer.proof is not None:
        check(view, answer.proof)
        assert answer.proof.cell == answer.cell
        assert (answer.action == "flag") is answer.proof.is_mine
        assert answer.cell in (odds.mines if answer.proof.is_mine else odds.safe)
    if answer.guess is not None:
        assert answer.action == "reveal"
        assert answer.guess.lowest_risk <= answer.guess.risk
        assert answer.cell in {candidate.cell for candidate in answer.guess.candidates}
    for grade in (1, 2, 3):
        shown = answer.to_json(grade)
        assert shown["text"]
        json.dumps(shown)
        check_highlights(view, answer, grade)


@pytest.mark.parametrize(
    ("size", "start", "games"),
    [
        ("8x8/10", "safe", 10),
        ("9x9/10", "opening", 10),
        ("10x10/15", "any", 8),
        ("16x16/40", "safe", 3),
        ("30x16/99", "safe", 3),
        ("30x16/99", "opening", 3),
        ("1x1/0", "safe", 1),
        ("1x20/4", "safe", 20),
        ("20x1/4", "opening", 20),
        ("2x2/1", "safe", 10),
        ("2x30/12", "safe", 10),
        ("5x5/0", "safe", 1),
        ("5x5/24", "safe", 5),
        ("6x6/18", "any", 10),
    ],
)
def test_hints_solve_whole_games(size: str, start: str, games: int) -> None:
    for seed in range(games):
        game = Game(Rules.parse(size, start=start), seed)
        while not game.is_over:
            check_hint(game.view)
            game.reveal(hint(game.view).cell)


@pytest.mark.parametrize(
    ("width", "height", "count"),
    [(1, 1, 5), (1, 12, 150), (12, 1, 150), (3, 3, 200), (6, 5, 200), (10, 8, 80), (30, 16, 12)],
)
def test_hints_for_random_clues_and_marks(width: int, height: int, count: int) -> None:
    chance = random.Random(f"{width}x{height}")
    for _ in range(count):
        view = random_clues(width, height, chance.getrandbits(32), marks=0.2, wrong=0.02)
        try:
            analyse(view)
        except InconsistentView:
            with pytest.raises(InconsistentView):
                hint(view)
            continue
        check_hint(view)
