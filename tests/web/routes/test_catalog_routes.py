"""The lists of levels and strategies."""

import pytest
from starlette.testclient import TestClient

from sapper.strategies import default_name, registry


def test_the_list_contains_only_strategies_that_can_be_used(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    usable = registry.StrategySummary("mine", "The first hidden cell.", "their-package 1.0", True)
    problem = "strategy 'broken' from their-package 1.0 cannot be used: ValueError: 3"
    found = registry.AvailableStrategies((usable,), (problem,))
    monkeypatch.setattr(registry, "available", lambda: found)
    assert client.get("/api/strategies").json() == {
        "strategies": [
            {"name": "mine", "summary": "The first hidden cell.", "uses_marks": True},
        ],
        "default": default_name(),
    }


def test_every_built_in_strategy_is_listed(client: TestClient) -> None:
    listed = client.get("/api/strategies").json()["strategies"]
    assert {each["name"] for each in listed} >= set(registry.built_in_names())
    assert {each["name"]: each["uses_marks"] for each in listed}.items() >= {
        ("score", True), ("arc-consistency", False),
    }  # fmt: skip
