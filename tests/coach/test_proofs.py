"""Proofs: the simplest kind that works, and every one passes the checker."""

import pytest

from sapper import Game, Rules, analyse, parse_view
from sapper.coach.checking import check
from sapper.coach.proofs import prove, simplest
from sapper.errors import IllegalMove, InconsistentView


def test_a_clue_with_as_many_hidden_neighbours_makes_them_mines() -> None:
    view = parse_view("3x2/1\n1##\n1##")
    with pytest.raises(IllegalMove, match="not certain"):
        prove(view, (0, 1))
    proof = prove(parse_view("3x1/1\n1##"), (0, 1))
    assert (proof.kind, proof.is_mine, proof.clues) == ("clue", True, ((0, 0),))
    assert proof.text == "The 1 at A1 has 1 hidden neighbour, so A2 is a mine."


def test_a_contradictory_view_is_not_proved() -> None:
    with pytest.raises(InconsistentView):
        simplest(parse_view("3x1/1\n#3#"))


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_proofs_of_played_games_pass_the_checker(level: str) -> None:
    for seed in range(5):
        game = Game(Rules.level(level), seed)
        game.reveal((0, 0))
        while not game.is_over:
            odds = analyse(game.view)
            if odds.safe:
                proof = simplest(game.view, analysis=odds)
                check(game.view, proof)
                game.reveal(proof.cell)
            else:
                game.reveal(odds.best)
