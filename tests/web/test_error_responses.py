"""Whatever a client sends: one clear error with the right status, and nothing has changed."""

from pathlib import Path

import pytest
from server import begin, error_of, move, open_client
from starlette.testclient import TestClient

HUGE = 10**400


@pytest.mark.parametrize(
    "setup",
    [
        {"level": "nothing"}, {"level": ""}, {"level": 5}, {"level": None}, {"level": "9x9/82"},
        {"level": "0x9/1"}, {"level": "-9x9/1"}, {"level": "x" * 10_000}, {"level": "101x100/9"},
        {"level": "2000x2/9"}, {"start": "nowhere"}, {"seed": -1}, {"seed": 2**64},
        {"seed": HUGE}, {"seed": "1"}, {"seed": 1.5}, {"seed": True}, {"practice": "yes"},
        {"practice": 1}, {"retry_of": 3}, {"retry_of": "x" * 100}, {"unknown": 1},
        {"no_guess": "yes"}, {"difficulty": "impossible"},
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_played_is_refused(client: TestClient, setup: dict) -> None:
    answer = client.post("/api/games", json=setup)
    assert answer.status_code == 422
    assert error_of(answer)["message"]
    assert client.get("/api/games").json() == {"games": []}


@pytest.mark.parametrize("level", ["101x100/9", "501x2/9", "9999x9/3", " 2001x2/9"])
def test_a_size_that_is_too_large_names_the_limits_of_the_page(
    client: TestClient, level: str
) -> None:
    error = error_of(client.post("/api/games", json={"level": level}))
    assert error["message"].endswith("is too large for the browser")
    assert error["hint"] == "at most 10000 cells, sides up to 500"


def test_retrying_an_unknown_game_is_not_found(client: TestClient) -> None:
    answer = client.post("/api/games", json={"retry_of": "nothing"})
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "unknown-game"


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "undo"}, {"kind": "open"}, {"kind": None}, {"kind": 1}, {"cell": [0]},
        {"cell": [0, 0, 0]}, {"cell": "00"}, {"cell": [0, -1]}, {"cell": [9, 0]},
        {"cell": [0, 9]}, {"cell": [HUGE, 0]}, {"cell": [0.5, 0]}, {"cell": ["0", 0]},
        {"cell": [True, 0]}, {"cell": None}, {"version": None}, {"version": -1},
        {"version": "0"}, {"version": HUGE}, {"version": 0.5}, {"extra": 1},
    ],
)  # fmt: skip
def test_a_bad_move_is_refused_and_changes_nothing(client: TestClient, change: dict) -> None:
    game = begin(client)
    body = {"kind": "reveal", "cell": [0, 0], "version": 0, **change}
    answer = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert answer.status_code == 422
    error_of(answer)
    assert client.get(f"/api/games/{game['id']}").json() == game


@pytest.mark.parametrize("missing", ["kind", "cell", "version"])
def test_a_move_with_a_part_missing_names_it(client: TestClient, missing: str) -> None:
    game = begin(client)
    body = {"kind": "reveal", "cell": [0, 0], "version": 0}
    del body[missing]
    answer = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert error_of(answer)["message"].startswith(missing)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b'"text"', b"\xff\xfe", b"{" * 50_000, b"[" * 60_000]
)
def test_a_body_that_is_no_json_object_is_refused(client: TestClient, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    for path in ("/api/games", "/api/analyse"):
        answer = client.post(path, content=content, headers=headers)
        assert answer.status_code in (400, 422)
        error_of(answer)


@pytest.mark.parametrize("steps", [0, -1, 1001, HUGE, "5", None, 1.5])
def test_a_bad_number_of_steps_is_refused(client: TestClient, steps: object) -> None:
    game = begin(client)
    answer = client.post(f"/api/games/{game['id']}/ai", json={"steps": steps, "version": 0})
    assert answer.status_code == 422
    error_of(answer)


@pytest.mark.parametrize("grade", ["0", "4", "x", "", "1.5", "9" * 5000])
def test_a_bad_grade_is_refused(client: TestClient, grade: str) -> None:
    game = begin(client)
    answer = client.get(f"/api/games/{game['id']}/hint", params={"grade": grade})
    assert answer.status_code == 422
    error_of(answer)
    assert client.get(f"/api/games/{game['id']}").json()["assists"]["hints"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {}, {"position": ""}, {"position": "nonsense"}, {"position": "9x9/10"},
        {"position": 5}, {"position": "3x1/1\n###", "seconds": 0},
        {"position": "3x1/1\n###", "seconds": 1e9}, {"position": "3x1/1\n###", "seconds": "x"},
        {"position": "101x100/9\n" + ("#" * 101 + "\n") * 100}, {"position": "1x1/0\n\x00"},
    ],
)  # fmt: skip
def test_a_bad_position_is_refused(client: TestClient, body: dict) -> None:
    answer = client.post("/api/analyse", json=body)
    assert answer.status_code == 422
    error_of(answer)


def test_a_position_that_cannot_be_names_the_clue(client: TestClient) -> None:
    answer = client.post("/api/analyse", json={"position": "3x1/1\n#3#"})
    assert answer.status_code == 422
    error = error_of(answer)
    assert error["code"] == "inconsistent-view"
    assert error["cell"] == [0, 1]


def test_a_position_built_to_explode_is_answered_within_its_budget(client: TestClient) -> None:
    rows = ["#" * 60, "".join("2#"[i % 2] for i in range(60))] * 30
    position = f"60x60/1400\n{chr(10).join(rows)}"
    answer = client.post("/api/analyse", json={"position": position, "seconds": 0.5})
    assert answer.status_code in (200, 422)
    if answer.status_code == 200:
        assert answer.json()["mine_probability"]
    else:
        error_of(answer)


def test_a_body_that_is_too_long_is_refused_whether_it_says_so_or_not(client: TestClient) -> None:
    def in_pieces() -> object:
        for _ in range(100):
            yield b" " * 1024

    for content in (b" " * 100_000, in_pieces()):
        answer = client.post("/api/games", content=content)
        assert answer.status_code == 413
        assert error_of(answer)["code"] == "too-large"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/nothing.html", 404, "not-found"),
        ("GET", "/../secret.key", 404, "not-found"),
        ("GET", "/%2e%2e/%2e%2e/pyproject.toml", 404, "not-found"),
        ("GET", "/api/games/" + "x" * 2000, 422, "invalid-request"),
        ("GET", "/api/games/%00", 404, "unknown-game"),
        ("GET", "/api/shared/none", 404, "unknown-game"),
        ("DELETE", "/api/games", 405, "method-not-allowed"),
        ("PUT", "/api/levels", 405, "method-not-allowed"),
        ("POST", "/healthz", 405, "method-not-allowed"),
    ],
)
def test_addresses_that_lead_nowhere_have_the_same_shape(
    client: TestClient, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert error_of(answer)["code"] == code


def test_an_unexpected_failure_tells_nothing_about_the_inside(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("the secret of the inside")

    monkeypatch.setattr(client.app.state.context.store, "games_of", fail)
    begin(client)
    answer = client.get("/api/games")
    assert answer.status_code == 500
    assert error_of(answer)["code"] == "internal"
    assert "secret" not in answer.text
    assert "ZeroDivisionError" in caplog.text
    assert client.cookies["sapper_player"] not in caplog.text


@pytest.mark.parametrize(
    "content",
    [
        b"[]", b"1", b"", b'{"a": NaN}', b'{"a": 1e999}', b'{"a": "\\u0000"}',
        b'{"a": "%s"}' % (b"x" * 9000),
    ],
)  # fmt: skip
def test_bad_settings_are_refused(client: TestClient, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = client.put("/api/settings", content=content, headers=headers)
    assert answer.status_code in (400, 422)
    error_of(answer)
    assert client.get("/api/settings").json() == {}


def test_a_game_does_not_grow_for_ever(tmp_path: Path) -> None:
    with open_client(tmp_path, max_moves=3) as client:
        game = begin(client)
        for _ in range(3):
            game = move(client, game, "flag", (0, 0))
        body = {"kind": "flag", "cell": [0, 0], "version": 3}
        answer = client.post(f"/api/games/{game['id']}/moves", json=body)
        assert error_of(answer)["code"] == "illegal-move"
        assert client.get(f"/api/games/{game['id']}").json()["version"] == 3


@pytest.mark.parametrize(
    ("content_type", "told"),
    [
        ("text/plain", "not 'text/plain'"),
        ("application/x-www-form-urlencoded", "not 'application/x-www-form-urlencoded'"),
        ("multipart/form-data; boundary=x", "not 'multipart/form-data; boundary=x'"),
        ("application/jsonp", "not 'application/jsonp'"),
        ("nonsense", "not 'nonsense'"),
        ("", "and its type was not told"),
        (None, "and its type was not told"),
    ],
)
def test_a_body_of_another_type_than_json_is_refused_for_its_type(
    client: TestClient, content_type: str | None, told: str
) -> None:
    game = begin(client)
    headers = {} if content_type is None else {"Content-Type": content_type}
    content = b'{"kind": "flag", "cell": [0, 0], "version": 0}'
    for method, path in (
        ("POST", f"/api/games/{game['id']}/moves"), ("POST", "/api/games"),
        ("PUT", "/api/settings"), ("POST", "/api/drills/" + "x" * 100),
    ):  # fmt: skip
        answer = client.request(method, path, content=content, headers=headers)
        assert answer.status_code == 415
        error = error_of(answer)
        assert error["code"] == "unsupported-type"
        assert error["message"] == f"the body must be JSON, {told}"
        assert error["hint"] == "send it with Content-Type: application/json"
    assert client.get(f"/api/games/{game['id']}").json() == game


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_told_in_other_words(client: TestClient, content_type: str) -> None:
    headers = {"Content-Type": content_type}
    assert client.post("/api/games", content=b"{}", headers=headers).status_code == 201
    answer = client.post("/api/games", content=b"[]", headers=headers)
    assert error_of(answer)["code"] == "invalid-request"


def test_the_document_tells_of_wrong_types_where_there_is_a_body(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    operations = [about for methods in paths.values() for about in methods.values()]
    with_body = [about for about in operations if "requestBody" in about]
    assert len(with_body) >= 7
    assert [about for about in operations if "415" in about["responses"]] == with_body
    for about in with_body:
        refusals = about["responses"]
        assert refusals["415"]["content"] == refusals["4XX"]["content"]


def test_a_body_that_is_missing_is_called_so(client: TestClient) -> None:
    for headers in ({}, {"Content-Type": "application/json"}):
        answer = client.post("/api/games", headers=headers)
        assert answer.status_code == 422
        assert error_of(answer)["message"] == "the body is missing"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[" * 30_000 + b"]" * 30_000, "the body is nested too deep"),
        (b'{"kind":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_001, "the body is nested too deep"),
        (b"\xff\xfe", "the body is not JSON"),
        (b"{", "the body is not JSON"),
    ],
)
def test_a_body_that_cannot_be_read_is_told_why(
    client: TestClient, content: bytes, message: str
) -> None:
    game = begin(client)
    headers = {"Content-Type": "application/json"}
    for path in (f"/api/games/{game['id']}/moves", "/api/games", "/api/analyse"):
        answer = client.post(path, content=content, headers=headers)
        assert answer.status_code == 400
        assert error_of(answer) == {"code": "bad-request", "message": message, "hint": None}


def test_settings_that_can_just_be_read_and_not_be_written_are_nested_too_deep(
    client: TestClient,
) -> None:
    # One depth in between ended in 500; which, depends on the depth of the stack.
    headers = {"Content-Type": "application/json"}
    seen = set()
    for depth in range(850, 1000):
        content = b'{"a":' + b"[" * depth + b"]" * depth + b"}"
        answer = client.put("/api/settings", content=content, headers=headers)
        seen.add(answer.status_code)
        if answer.status_code != 200:
            assert error_of(answer)["message"] == "the body is nested too deep"
    assert seen == {200, 400}
