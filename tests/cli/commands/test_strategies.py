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
