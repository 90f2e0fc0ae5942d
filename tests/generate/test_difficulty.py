"""The difficulty of a board is the hardest kind of proof that the coach needs for it."""

import pytest

from sapper import Rules
from sapper.coach.proof_search import DIFFICULTIES, KINDS, difficulty_of, simplest
from sapper.generate import Board, no_guess

RULES = Rules(16, 10, 28, start="opening")


def difficulty_by_the_coach(board: Board) -> str:
    """Play the board by the simplest proof of each position."""
    game = board.game()
    game.reveal(board.first)
    hardest = 0
    while not game.is_over:
        proof = simplest(game.view)
        hardest = max(hardest, KINDS.index(proof.kind))
        game.reveal(proof.cell)
    assert game.status == "won"
    return difficulty_of(KINDS[hardest])


@pytest.mark.parametrize("wished", DIFFICULTIES)
def test_a_board_is_as_hard_as_its_hardest_proof(wished: str) -> None:
    for seed in range(5):
        board = no_guess(RULES, seed=seed, difficulty=wished)
        assert difficulty_by_the_coach(board) == wished
