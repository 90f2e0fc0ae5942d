"""The OpenAPI document and the server agree. What schemathesis found has a test of its own."""

import pytest
from fuzz.api import run
from server import begin, error_of
from starlette.testclient import TestClient


def test_every_operation_keeps_its_promises() -> None:
    # `make fuzz` does the same for longer, and from another seed each time.
    done = run("--seed", "1", "--max-examples", "3")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "Tested: 26" in done.stdout


def test_a_whole_number_with_a_point_is_a_whole_number(client: TestClient) -> None:
    game = begin(client, seed=5.0)
    body = {"kind": "flag", "cell": [0.0, 1.0], "version": 0.0}
    answer = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert answer.status_code == 200
    assert answer.json()["rows"][0].startswith("#F")
    body = {"kind": "flag", "cell": [0.5, 1.0], "version": 1}
    assert client.post(f"/api/games/{game['id']}/moves", json=body).status_code == 422


def test_the_document_has_the_bound_of_seeds_exactly(client: TestClient) -> None:
    text = client.get("/api/openapi.json").text
    assert '"exclusiveMaximum":18446744073709551616' in text
    assert begin(client, seed=2**64 - 1)["status"] == "ready"
    assert client.post("/api/games", json={"seed": 2**64}).status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/analyse", "POST"),
        ("OPTIONS", "/api/games", "GET, POST"),
        ("HEAD", "/api/settings", "GET, PUT"),
        ("POST", "/healthz", "GET, HEAD"),
        ("DELETE", "/api/drills/some-drill", "POST"),
        ("POST", "/api/drills/next", None),
        ("POST", "/main.js", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_told_all_right_ones(
    client: TestClient, method: str, path: str, allowed: str | None
) -> None:
    answer = client.request(method, path, json={"cell": None} if method == "POST" else None)
    assert answer.headers.get("allow") == allowed
    assert answer.status_code == (405 if allowed else 404)


def test_an_address_that_is_not_there_allows_nothing(client: TestClient) -> None:
    answer = client.get("/api/nothing")
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "not-found"
    assert "allow" not in answer.headers


def test_the_document_names_the_themes_of_drills(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    (theme,) = document["paths"]["/api/drills/next"]["get"]["parameters"]
    assert "single-clue" in theme["schema"]["enum"]
