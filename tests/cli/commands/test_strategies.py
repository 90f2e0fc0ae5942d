"""`sapper strategies`."""

import json

import pytest

from sapper import strategies
from tests.sapper_command import run_main


def test_all_strategies_are_listed_strongest_first(capfd: pytest.CaptureFixture[str]) -> None:
    by_strength = [
        "expert", "exact", "layered", "arc-consistency", "knowledge", "pattern", "single-point",
        "score", "random",
    ]  # fmt: skip
    assert sorted(by_strength) == list(strategies.names())
    code, out, _ = run_main(capfd, "strategies")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == by_strength
    _, out, _ = run_main(capfd, "strategies", "--json")
    assert [each["name"] for each in json.loads(out)] == by_strength


def test_every_strategy_has_a_plain_title_and_a_character(
    capfd: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run_main(capfd, "strategies", "--json")
    listed = json.loads(out)
    assert len({each["title"] for each in listed}) == len(listed)
    assert all(each["character"].endswith(".") for each in listed)
    assert {each["name"] for each in listed if each["exact_risks"]} == {"exact", "expert"}


def test_strategies_that_rely_on_flags_are_labelled(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_main(capfd, "strategies")
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert lines["score"].endswith("from its clues. Relies on your flags.")
    assert lines["arc-consistency"].endswith("then guesses at random.")
    _, out, _ = run_main(capfd, "strategies", "--json")
    assert {each["name"]: each["uses_marks"] for each in json.loads(out)}.items() >= {
        ("score", True), ("arc-consistency", False),
    }  # fmt: skip
