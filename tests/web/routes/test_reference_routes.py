"""The lists of levels, strategies and systems."""

import pytest
from starlette.testclient import TestClient

from sapper.strategies import default_name, registry
from sapper.web.routes import reference_routes


def test_the_list_contains_only_strategies_that_can_be_used(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    usable = registry.StrategySummary(
        name="mine",
        summary="The first hidden cell.",
        package="their-package 1.0",
        uses_marks=True,
        title="Mine",
        character="Takes the first cell.",
        exact_risks=False,
    )
    problem = "strategy 'broken' from their-package 1.0 cannot be used: ValueError: 3"
    found = registry.AvailableStrategies((usable,), (problem,))
    monkeypatch.setattr(registry, "available", lambda: found)
    assert client.get("/api/strategies").json() == {
        "strategies": [
            {
                "name": "mine",
                "summary": "The first hidden cell.",
                "uses_marks": True,
                "title": "Mine",
                "character": "Takes the first cell.",
                "exact_risks": False,
            },
        ],
        "default": default_name(),
    }


def test_every_built_in_strategy_is_listed(client: TestClient) -> None:
    listed = client.get("/api/strategies").json()["strategies"]
    assert {each["name"] for each in listed} >= set(registry.built_in_names())
    assert {each["name"]: each["uses_marks"] for each in listed}.items() >= {
        ("score", True), ("arc-consistency", False),
    }  # fmt: skip


def test_every_system_names_a_level_a_start_rule_and_a_strategy(client: TestClient) -> None:
    systems = client.get("/api/systems").json()["systems"]
    assert [each["strategy"] for each in systems] == [
        "layered", "knowledge", "pattern", "arc-consistency", "score"
    ]  # fmt: skip
    levels = client.get("/api/levels").json()
    assert {each["level"] for each in systems} <= {level["name"] for level in levels["levels"]}
    assert {each["start"] for each in systems} <= set(levels["starts"])


def test_the_pattern_library_is_rendered_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Rendering the library takes milliseconds, and each request once rendered it again.
    first = client.get("/api/patterns")
    assert first.json()["patterns"]

    def fail() -> None:
        raise AssertionError("rendered again")

    monkeypatch.setattr(reference_routes, "pattern_pages", fail)
    assert client.get("/api/patterns").content == first.content
