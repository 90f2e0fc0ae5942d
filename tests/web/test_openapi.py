"""The server conforms to its OpenAPI document; bugs found by schemathesis have their own tests."""

import re

import pytest
from starlette.testclient import TestClient

from sapper.play.snapshot import GameResult, Snapshot
from tests.fuzz.api import run
from tests.server import error_of, new_game


def test_every_operation_conforms_to_the_document(client: TestClient) -> None:
    # `make fuzz` runs the same checks longer, with a new seed each time.
    done = run("--seed", "1", "--max-examples", "3")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    paths = client.get("/api/openapi.json").json()["paths"].values()
    assert f"Tested: {sum(map(len, paths))}" in done.stdout


def test_a_float_without_a_fraction_is_accepted_as_an_integer(client: TestClient) -> None:
    game = new_game(client, seed=5.0)
    body = {"kind": "flag", "cell": [0.0, 1.0], "version": 0.0}
    response = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert response.status_code == 200
    assert response.json()["rows"][0].startswith("#F")
    body = {"kind": "flag", "cell": [0.5, 1.0], "version": 1}
    assert client.post(f"/api/games/{game['id']}/moves", json=body).status_code == 422


def test_the_document_contains_the_exact_bound_of_seeds(client: TestClient) -> None:
    text = client.get("/api/openapi.json").text
    assert '"exclusiveMaximum":18446744073709551616' in text
    assert new_game(client, seed=2**64 - 1)["status"] == "ready"
    assert client.post("/api/games", json={"seed": 2**64}).status_code == 422


def test_the_pattern_of_seeds_matches_exactly_the_numbers_below_2_to_the_64(
    client: TestClient,
) -> None:
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    options = schemas["NewGame"]["properties"]["seed"]["anyOf"]
    (pattern,) = (option["pattern"] for option in flatten(options) if "pattern" in option)
    for seed in (0, 7, 10**19, 2**64 - 2, 2**64 - 1):
        assert re.search(pattern, str(seed))
        assert new_game(client, seed=str(seed))["status"] == "ready"
    for text in ("", "-1", "x", str(2**64), "18446744073709551620", "2" + "0" * 19, "1" * 21):
        assert not re.search(pattern, text)


def flatten(options: list[dict]) -> list[dict]:
    return [each for option in options for each in flatten(option.get("anyOf", [])) or [option]]


def test_a_game_is_described_by_the_types_of_the_snapshot(client: TestClient) -> None:
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    fields = schemas["GameResponse"]["properties"]
    assert set(fields) == {"id", "owner", "share"} | set(Snapshot.__annotations__)
    assert "f flag placed by the AI" in fields["rows"]["description"]
    assert set(schemas["GameResult"]["properties"]) == set(GameResult.__annotations__)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/analyse", "POST"),
        ("OPTIONS", "/api/games", "DELETE, GET, POST"),
        ("HEAD", "/api/settings", "GET, PUT"),
        ("POST", "/healthz", "GET, HEAD"),
        ("DELETE", "/api/puzzles/some-attempt", "POST"),
        ("POST", "/api/puzzles/next", None),
        ("POST", "/main.js", "GET, HEAD"),
    ],
)
def test_a_wrong_method_gets_the_allowed_methods(
    client: TestClient, method: str, path: str, allowed: str | None
) -> None:
    response = client.request(method, path, json={"cell": None} if method == "POST" else None)
    assert response.headers.get("allow") == allowed
    assert response.status_code == (405 if allowed else 404)


def test_an_unknown_path_has_no_allowed_methods(client: TestClient) -> None:
    response = client.get("/api/nothing")
    assert response.status_code == 404
    assert error_of(response)["code"] == "not-found"
    assert "allow" not in response.headers


def test_the_document_lists_the_puzzle_themes(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    parameters = document["paths"]["/api/puzzles/next"]["get"]["parameters"]
    (theme,) = [each for each in parameters if each["name"] == "theme"]
    assert "single-clue" in theme["schema"]["enum"]
