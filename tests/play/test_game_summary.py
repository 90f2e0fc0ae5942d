"""The summary of a finished game."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import BudgetExceeded, IllegalMove
from sapper.game.replay import read_replay
from sapper.play.computation import compute_inline
from sapper.play.game_evaluation import evaluate_game
from sapper.play.game_service import GameService, PlayerGame
from sapper.play.game_summary import ReviewDigest
from sapper.play.session import Session
from sapper.store import Store

ME = "a" * 22


def digest(rules: str, mines: str, *moves: str) -> ReviewDigest:
    lines = ["sapper-replay 1", f"rules {rules} any", f"mines {mines}"]
    lines += [f"{number}.000 {move}" for number, move in enumerate(moves)]
    return evaluate_game(read_replay("\n".join(lines) + "\n"), seconds=5.0).digest


def test_a_loss_beside_a_safe_cell_was_avoidable() -> None:
    # The clue of A1 proves that A2 is the mine, so A3 is safe.
    found = digest("3x1/1", "0,1", "reveal 0,0", "reveal 0,1")
    assert found.verdict == "Avoidable: A3 was safe."
    assert found.avoidable == {"move": 1, "cell": [0, 1], "better": [0, 2]}
    assert (found.accuracy, found.mistakes) == (0.5, 1)


def test_a_needless_guess_names_the_safe_cell() -> None:
    # The clue of A2 touches five hidden cells; the only mine is one of them, so A4 is safe.
    found = digest("4x2/1", "0,0", "reveal 0,1", "reveal 0,0")
    assert found.verdict == "Avoidable: A4 was safe."
    assert found.avoidable == {"move": 1, "cell": [0, 0], "better": [0, 3]}


def test_a_forced_guess_could_not_be_avoided() -> None:
    found = digest("3x1/1", "0,2", "reveal 0,1", "reveal 0,2")
    assert found.verdict == "No safe move: the guess could not be avoided."
    assert (found.avoidable, found.mistakes) == (None, 0)


def test_a_riskier_guess_names_the_better_one() -> None:
    # A1 is a mine with probability 1/2, and A4 with probability 1/3.
    found = digest("6x1/2", "0,0 0,5", "reveal 0,1", "reveal 0,0")
    assert found.verdict == "No safe move, but A4 was less risky."
    assert found.avoidable is None


def test_a_win_counts_its_mistakes() -> None:
    found = digest("2x1/1", "0,1", "reveal 0,0")
    assert (found.verdict, found.mistakes, found.avoidable) == ("No mistakes.", 0, None)
    # The clue of A2 allows a mine in A1 or A3, but the mine is certainly not in A4.
    found = digest("4x1/1", "0,0", "reveal 0,1", "reveal 0,2")
    assert (found.verdict, found.mistakes) == ("One mistake, without consequences.", 1)


def lost_game() -> PlayerGame:
    record = "sapper-replay 1\nrules 3x1/1 any\nmines 0,1\n0.000 reveal 0,0\n2.000 reveal 0,1\n"
    return PlayerGame(ME, Session.load(record))


def test_a_summary_combines_the_standing_and_the_review(tmp_path: Path) -> None:
    async def summarise() -> Any:
        game = lost_game()
        await service.save(game)
        return await service.summary(game)

    service = GameService(compute_inline, Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}"))
    summary = asyncio.run(summarise())
    service.close()
    assert summary == {
        "rank": None,
        "ranked_games": 0,
        "best_seconds": None,
        "previous_best_seconds": None,
        "streak": 0,
        "accuracy": 0.5,
        "avoidable": {"move": 1, "cell": [0, 1], "better": [0, 2]},
        "verdict": "Avoidable: A3 was safe.",
        "challenge": None,
        "daily": False,
    }


def test_a_failed_review_does_not_hide_the_standing(tmp_path: Path) -> None:
    async def fail(*_args: Any, **_kwargs: Any) -> Any:
        raise BudgetExceeded("too slow")

    async def summarise() -> Any:
        game = lost_game()
        await service.save(game)
        return await service.summary(game)

    service = GameService(fail, Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}"))
    summary = asyncio.run(summarise())
    service.close()
    assert (summary["streak"], summary["accuracy"]) == (0, None)
    assert summary["verdict"] == "The review is not available."


def test_an_unfinished_game_has_no_summary() -> None:
    game = PlayerGame(ME, Session.load("sapper-replay 1\nrules 3x1/1 any\nmines 0,1\n"))
    with pytest.raises(IllegalMove, match="cannot summarise an unfinished game"):
        asyncio.run(GameService(compute_inline).summary(game))
