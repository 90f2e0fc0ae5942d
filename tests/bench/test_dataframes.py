import math
from pathlib import Path

import pytest

from sapper import Rules, bench
from sapper.errors import InvalidBenchmark, InvalidOption, MissingExtra

SMALL = Rules.level("small", start="opening")


@pytest.fixture(scope="module")
def result() -> bench.BenchResult:
    return bench.run(["layered", "random"], SMALL, 12, seed=3)


def test_a_row_stands_for_a_strategy(result: bench.BenchResult) -> None:
    table = result.to_pandas()
    assert table["strategy"].tolist() == ["layered", "random"]
    assert table["wins"].tolist() == [each.wins for each in result.strategies]
    assert table["games"].tolist() == [12, 12]
    assert (table["low"] <= table["win_rate"]).all()
    assert (table["win_rate"] <= table["high"]).all()
    assert set(table["level"]) == {"8x8/10"}


def test_a_row_stands_for_a_game(result: bench.BenchResult) -> None:
    table = result.to_pandas(per="game")
    assert len(table) == 24
    assert table["seed"].tolist() == [*range(3, 15)] * 2
    assert table.groupby("strategy")["won"].sum().to_dict() == {
        each.name: each.wins for each in result.strategies
    }
    assert all(math.isnan(risk) for risk in table[table["won"]]["risk"])


def test_polars_gets_the_same(result: bench.BenchResult) -> None:
    for per in ("strategy", "game"):
        table = result.to_polars(per=per)
        assert table.columns == list(result.to_pandas(per=per).columns)
        assert table["strategy"].to_list() == result.table(per)["strategy"]


def test_a_table_of_something_else_is_refused(result: bench.BenchResult) -> None:
    with pytest.raises(InvalidOption, match="no table per 'day'"):
        result.table("day")


def test_a_package_that_is_missing_is_named(
    result: bench.BenchResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
        with pytest.raises(MissingExtra, match=name) as error:
            getattr(result, f"to_{name}")()
        assert error.value.hint == f"pip install {name}"


def test_a_result_plots_itself(result: bench.BenchResult, tmp_path: Path) -> None:
    figure = result.plot(tmp_path / "rates.svg")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["layered", "random"]
    assert b"<svg" in (tmp_path / "rates.svg").read_bytes()
    assert result.plot().axes
    with pytest.raises(InvalidBenchmark, match="unknown format"):
        result.plot(tmp_path / "rates.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["rates.svg"]
