"""`sapper strategies`."""

import json

import pytest
from terminal import run_main

from sapper import strategies


def test_all_strategies_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capfd, "strategies")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(strategies.names())
    _, out, _ = run_main(capfd, "strategies", "--json")
    assert [each["name"] for each in json.loads(out)] == list(strategies.names())


def test_strategies_that_rely_on_flags_are_labelled(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_main(capfd, "strategies")
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert lines["score"].endswith("from its clues. Relies on your flags.")
    assert lines["arc-consistency"].endswith("then guesses at random.")
    _, out, _ = run_main(capfd, "strategies", "--json")
    assert {each["name"]: each["uses_marks"] for each in json.loads(out)}.items() >= {
        ("score", True), ("arc-consistency", False),
    }  # fmt: skip
