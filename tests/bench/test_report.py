"""Benchmark reports: JSON, CSV and tables."""

import csv
import io
import json

import pytest

from sapper import Rules, __version__, bench
from sapper.bench.report import csv_text, duration, headline, tables


@pytest.fixture(scope="module")
def result() -> bench.BenchResult:
    rules = Rules.level("small", start="opening")
    return bench.run(["layered", "single-point", "random"], rules, 60, seed=5)


def test_json_has_exactly_the_documented_keys(result: bench.BenchResult) -> None:
    data = json.loads(json.dumps(result.as_dict()))
    assert list(data) == [
        *("level", "start", "seed", "first", "flood", "workers", "version", "seconds", "stopped"),
        *("strategies", "pairs"),
    ]
    assert (data["level"], data["start"], data["seed"]) == ("8x8/10", "opening", 5)
    assert list(data["strategies"][0]) == [
        *("name", "games", "wins", "win_rate", "low", "high", "games_per_second"),
        *("guesses_per_game", "moves_per_game", "decision_seconds", "losses_by_risk"),
    ]
    assert [(pair["a"], pair["b"]) for pair in data["pairs"]] == [
        ("layered", "single-point"),
        ("layered", "random"),
        ("single-point", "random"),
    ]
    assert list(data["pairs"][0]) == ["a", "b", "difference", "low", "high", "p_value"]


def test_json_contains_everything_needed_to_repeat_the_run() -> None:
    rules = Rules(4, 4, 2)
    result = bench.run(["random"], rules, 30, seed=8, first=(1, 2), flood=False)
    data = json.loads(json.dumps(result.as_dict()))
    assert (data["first"], data["flood"], data["workers"]) == ([1, 2], False, 1)
    assert (data["version"], data["stopped"]) == (__version__, None)
    again = bench.run(
        [each["name"] for each in data["strategies"]],
        Rules.parse(data["level"], start=data["start"]),
        data["strategies"][0]["games"],
        seed=data["seed"],
        first=tuple(data["first"]),
        flood=data["flood"],
    )
    assert again.strategies[0].columns.won == result.strategies[0].columns.won


def test_json_and_tables_have_the_same_figures(result: bench.BenchResult) -> None:
    for data, each in zip(result.as_dict()["strategies"], result.strategies, strict=True):
        assert data["guesses_per_game"] == each.guesses_per_game
        assert data["moves_per_game"] == each.moves_per_game
        assert data["decision_seconds"] == {
            "median": each.decision_seconds(0.5),
            "99 %": each.decision_seconds(0.99),
            "longest": each.decision_seconds(1.0),
        }
        assert list(data["losses_by_risk"]) == ["0", "0.05", "0.1", "0.2", "0.3", "0.5", "1"]
        assert sum(data["losses_by_risk"].values()) == each.games - each.wins


def test_csv_has_a_row_per_strategy_and_game(result: bench.BenchResult) -> None:
    rows = list(csv.DictReader(io.StringIO(csv_text(result))))
    assert len(rows) == 180
    assert [int(row["seed"]) for row in rows[:60]] == list(range(5, 65))
    wins = sum(int(row["won"]) for row in rows if row["strategy"] == "layered")
    assert wins == result.strategies[0].wins
    assert all((row["risk"] == "") == (row["won"] == "1") for row in rows)


def test_tables_have_a_row_per_strategy_and_pair(result: bench.BenchResult) -> None:
    headings = [table.columns[0].header for table in tables(result)]
    assert headings == ["strategy", "decision time", "losses by risk", "pair"]
    assert [table.row_count for table in tables(result)] == [3, 3, 3, 3]


def test_losses_without_a_risk_estimate_are_not_reported_as_zero() -> None:
    result = bench.run(["score"], Rules.level("small", start="opening"), 5, seed=5)
    assert result.strategies[0].wins == 0
    by_risk = list(tables(result))[2]
    assert [list(column.cells) for column in by_risk.columns] == [["score"], *[["-"]] * 7]
    assert [row["risk"] for row in csv.DictReader(io.StringIO(csv_text(result)))] == [""] * 5


def test_the_headline_describes_the_run(result: bench.BenchResult) -> None:
    assert headline(result).startswith("8x8/10 start opening: 60 games, seeds 5-64, ")
    special = bench.run(["random"], Rules(4, 4, 2), 3, first=(1, 2), flood=False)
    assert "first move 1,2, without flood" in headline(special)


def test_the_headline_of_a_single_game_does_not_say_1_games() -> None:
    single = bench.run(["random"], Rules(4, 4, 2), 1)
    assert headline(single).startswith("4x4/2 start safe: 1 game, seeds 0-0, ")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, "-"), (2.0, "2.0 s"), (0.0123, "12 ms"), (2e-4, "200 us"), (5e-8, "50 ns")],
)
def test_durations_have_a_suitable_unit(seconds: float | None, text: str) -> None:
    assert duration(seconds) == text
