"""The game of the CS50 AI course."""

import random

import pytest

from sapper import Rules
from sapper.compat.cs50 import Sentence
from sapper.compat.cs50.course_game import CourseGame


def board(*rows: str, total_mines: bool = False) -> CourseGame:
    """Return a game on a drawn board, where * is a mine."""
    mines = {(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell == "*"}
    rules = Rules(width=len(rows[0]), height=len(rows), mines=len(mines), start="any")
    game = CourseGame(rules, total_mines=total_mines)
    game.board.mines = mines
    game.board.board = [[cell == "*" for cell in row] for row in rows]
    return game


def test_a_reveal_opens_one_cell_and_reports_the_conclusions() -> None:
    game = board("...", "...", "..*")
    game.reveal((0, 0))
    assert game.revealed == {(0, 0): 0}
    assert game.new_safes == {(0, 1), (1, 0), (1, 1)}
    assert game.message == "You revealed (0, 0): no mines around it. Learned: 3 safe cells."
    game.reveal((1, 1))
    assert game.new_sentences == [Sentence({(0, 2), (1, 2), (2, 0), (2, 1), (2, 2)}, 1)]
    assert game.message.endswith("1 mine around it. No new conclusions.")


def test_a_mine_ends_the_game() -> None:
    game = board("..", ".*")
    game.reveal((1, 1))
    assert (game.status, game.exploded) == ("lost", (1, 1))
    game.reveal((0, 0))
    game.flag((0, 0))
    game.ai_move()
    assert (game.revealed, game.flags) == ({}, set())
    assert "lost" in game.message


def test_flagging_exactly_the_mines_wins() -> None:
    game = board("*.", ".*")
    game.flag((0, 0))
    assert game.status == "playing"
    game.flag((0, 1))
    game.flag((1, 1))
    assert game.status == "playing"
    game.flag((0, 1))
    assert game.status == "won"
    assert game.board.won()


def test_revealing_all_safe_cells_wins() -> None:
    game = board("*.", "..")
    for cell in [(0, 1), (1, 0), (1, 1)]:
        game.reveal(cell)
    assert (game.status, game.flags) == ("won", {(0, 0)})


def test_a_flag_blocks_the_player_but_not_the_ai() -> None:
    game = board("..", "..", "*.")
    game.flag((1, 1))
    game.reveal((1, 1))
    assert not game.revealed
    game.reveal((0, 0))
    while (1, 1) not in game.revealed:
        game.ai_move()
    assert game.flags <= {(2, 0)}


def test_the_ai_flags_all_mines_when_no_move_is_left() -> None:
    game = board("*.*", "...", total_mines=True)
    game.revealed = {(1, 0): 1}
    game.ai.moves_made |= {(0, 1), (1, 0), (1, 1), (1, 2)}
    game.ai.mines |= {(0, 0), (0, 2)}
    game.ai_move()
    assert (game.status, game.flags) == ("won", {(0, 0), (0, 2)})


def test_reset_starts_a_new_game() -> None:
    game = board("..", ".*", total_mines=True)
    game.reveal((0, 0))
    game.flag((1, 1))
    game.reset()
    assert (game.status, game.revealed, game.flags) == ("playing", {}, set())
    assert game.sentences() == [Sentence(game.rules.cells(), 1)]


@pytest.mark.parametrize("total_mines", [False, True])
def test_the_ai_wins_most_games(*, total_mines: bool) -> None:
    game = CourseGame(Rules.level("cs50", start="any"), total_mines=total_mines)
    random.seed(8)
    wins = 0
    for _ in range(40):
        game.reset()
        while game.status == "playing":
            game.ai_move()
        wins += game.status == "won"
    assert 20 <= wins < 40
