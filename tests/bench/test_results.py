"""Benchmark results and their data frames."""

import math
from pathlib import Path

import pytest

from sapper import Rules, bench
from sapper.bench.report import csv_text, strategy_rows
from sapper.errors import InvalidBenchmark, InvalidOption, MissingExtra

SMALL = Rules.level("small", start="opening")


@pytest.fixture(scope="module")
def result() -> bench.BenchResult:
    return bench.run(["layered", "random"], SMALL, 12, seed=3)


def test_a_data_frame_has_one_row_per_strategy(result: bench.BenchResult) -> None:
    frame = result.to_pandas()
    assert frame["strategy"].tolist() == ["layered", "random"]
    assert frame["wins"].tolist() == [each.wins for each in result.strategies]
    assert frame["games"].tolist() == [12, 12]
    assert (frame["low"] <= frame["win_rate"]).all()
    assert (frame["win_rate"] <= frame["high"]).all()
    assert set(frame["level"]) == {"8x8/10"}


def test_a_data_frame_has_one_row_per_game(result: bench.BenchResult) -> None:
    frame = result.to_pandas(per="game")
    assert len(frame) == 24
    assert frame["seed"].tolist() == [*range(3, 15)] * 2
    assert frame.groupby("strategy")["won"].sum().to_dict() == {
        each.name: each.wins for each in result.strategies
    }
    assert all(math.isnan(risk) for risk in frame[frame["won"]]["risk"])


def test_polars_and_pandas_have_the_same_columns(result: bench.BenchResult) -> None:
    for per in ("strategy", "game"):
        frame = result.to_polars(per=per)
        assert frame.columns == list(result.to_pandas(per=per).columns)
        assert frame["strategy"].to_list() == result.to_columns(per)["strategy"]


def test_every_export_has_the_same_columns(result: bench.BenchResult) -> None:
    names = list(result.to_columns())
    assert names[:3] == ["level", "start", "strategy"]
    for data in result.as_dict()["strategies"]:
        assert list(data) == ["name", *names[3:], "decision_seconds", "losses_by_risk"]
    assert csv_text(result).splitlines()[0] == ",".join(result.to_columns("game"))
    headings, *rows = strategy_rows(result)
    assert headings[:4] == ["strategy", "wins", "win rate", "95% interval"]
    assert headings[4:] == ["games/s", "guesses", "moves"]
    assert [row[:2] for row in rows] == [[each.name, str(each.wins)] for each in result.strategies]


def test_an_empty_result_has_all_columns() -> None:
    def interrupt(progress: bench.Progress) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    empty = bench.run(["layered", "random"], SMALL, 10, chunk=5, on_progress=interrupt)
    names = ["level", "start", "strategy", "seed", "won", "moves", "guesses", "risk"]
    assert empty.to_columns("game") == {name: [] for name in names}


def test_another_row_unit_is_rejected(result: bench.BenchResult) -> None:
    with pytest.raises(InvalidOption, match='per must be "strategy" or "game", not'):
        result.to_columns("day")


def test_a_missing_package_is_named_in_the_error(
    result: bench.BenchResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
        with pytest.raises(MissingExtra, match=name) as error:
            getattr(result, f"to_{name}")()
        assert error.value.hint == f"pip install {name}"


def test_a_result_can_be_plotted_to_a_file(result: bench.BenchResult, tmp_path: Path) -> None:
    figure = result.plot(tmp_path / "rates.svg")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["layered", "random"]
    assert b"<svg" in (tmp_path / "rates.svg").read_bytes()
    assert result.plot().axes
    with pytest.raises(InvalidBenchmark, match="unknown format"):
        result.plot(tmp_path / "rates.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["rates.svg"]
