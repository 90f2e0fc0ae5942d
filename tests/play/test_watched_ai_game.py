"""Games that a strategy plays while a person watches."""

from contextlib import aclosing

import pytest

from sapper import Rules, strategies
from sapper.bench.benchmark_game import play_game
from sapper.bench.options import BenchmarkOptions
from sapper.errors import StrategyFailed
from sapper.play.computation import compute_inline, run_blocking
from sapper.play.game_service import GameService
from sapper.play.watched_ai_game import WatchedAiGame
from sapper.strategies.ai_moves import AiStep
from sapper.strategies.base import strategy_seed
from sapper.strategies.layered import Layered


def play(game: WatchedAiGame) -> list[AiStep]:
    async def collect() -> list[AiStep]:
        async with aclosing(game.steps(GameService(compute_inline))) as steps:
            return [step async for step in steps]

    return run_blocking(collect())


@pytest.mark.parametrize("start", ["safe", "any"])
@pytest.mark.parametrize("name", strategies.names())
def test_a_watched_game_has_the_outcome_and_the_guesses_of_a_benchmark(
    name: str, start: str
) -> None:
    rules = Rules.level("small", start=start)
    for seed in range(8):
        game = WatchedAiGame(rules, name, seed, first=None)
        steps = play(game)
        strategy = strategies.get(name, seed=strategy_seed(seed))
        outcome = play_game(strategy, BenchmarkOptions(rules, 1), seed)
        assert (game.session.game.status == "won") == outcome.won
        assert game.guess_count == outcome.guesses
        assert game.step_count == len(steps)


def test_the_result_names_the_losing_cell_and_its_risk() -> None:
    game = WatchedAiGame(Rules(2, 1, 1, start="any"), "layered", 2, first=(0, 0))
    assert game.result == ""
    assert [step.cell for step in play(game)] == [(0, 0)]
    assert game.result == "layered lost at A1 with an estimated risk of 50%: 1 step, 1 guess"


def test_a_protected_first_cell_is_not_a_guess() -> None:
    game = WatchedAiGame(Rules(2, 2, 3), "layered", 1, first=(1, 1))
    (step,) = play(game)
    assert (step.cell, step.risk, step.is_guess) == ((1, 1), 0.0, False)
    assert game.result == "layered won: 1 step, no guesses"


def test_the_error_of_a_failed_strategy_names_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Layered, "advise", fail)
    with pytest.raises(StrategyFailed) as caught:
        play(WatchedAiGame(Rules.level("small"), "layered", 1, first=None))
    assert str(caught.value) == (
        "strategy 'layered' failed on 8x8/10 (start rule 'safe', seed 1): ZeroDivisionError()"
    )
