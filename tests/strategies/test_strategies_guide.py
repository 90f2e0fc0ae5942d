"""The example strategy of the guide fulfils the contract of all strategies."""

import re
from pathlib import Path

from sapper import Rules
from sapper.bench.benchmark_game import play_game
from sapper.bench.options import BenchmarkOptions

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "strategies.md"


def test_the_example_strategy_of_the_guide_plays() -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    names: dict[str, type] = {}
    exec(next(block for block in blocks if "class Corners" in block), names)
    corners = names["Corners"]()
    options = BenchmarkOptions(Rules(5, 5, 2), 50)
    outcomes = [play_game(corners, options, seed) for seed in range(50)]
    assert {outcome.won for outcome in outcomes} == {True, False}
    assert all(outcome.moves for outcome in outcomes)
