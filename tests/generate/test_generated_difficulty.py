"""The difficulty of a board equals that of the hardest proof which the coach needs."""

import pytest

from sapper import Rules
from sapper.coach.proof_search import simplest_proof
from sapper.game.difficulty import DIFFICULTIES
from sapper.generate import Board, no_guess

SMALL = Rules(9, 9, 14, start="opening")
WIDE = Rules(16, 10, 28, start="opening")


def difficulty_by_coach(board: Board) -> str:
    """Play the board with the simplest proof of each position."""
    game = board.game()
    game.reveal(board.first)
    hardest = 0
    while not game.is_over:
        proof = simplest_proof(game.view)
        hardest = max(hardest, DIFFICULTIES.index(proof.difficulty))
        game.reveal(proof.cell)
    assert game.status == "won"
    return DIFFICULTIES[hardest]


@pytest.mark.parametrize("rules", [SMALL, WIDE], ids=str)
@pytest.mark.parametrize("requested", DIFFICULTIES)
def test_a_board_is_as_hard_as_its_hardest_proof(requested: str, rules: Rules) -> None:
    for seed in range(25):
        board = no_guess(rules, seed=seed, difficulty=requested)
        assert difficulty_by_coach(board) == requested
