"""Lessons over HTTP."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server import another_player, context_of, error_of

FIRST_STEP = "/api/lessons/numbers/steps/1"
FLAG_A1 = {"kind": "flag", "cell": [0, 0]}


def progress(client: TestClient, lesson_id: str = "numbers") -> list[int]:
    lessons = client.get("/api/lessons").json()["lessons"]
    (completed,) = (each["completed"] for each in lessons if each["id"] == lesson_id)
    return completed


def test_the_lessons_are_listed_in_order_with_their_boards(client: TestClient) -> None:
    lessons = client.get("/api/lessons").json()["lessons"]
    assert [each["id"] for each in lessons[:3]] == ["numbers", "openings", "flags"]
    for each in lessons:
        lesson = client.get(f"/api/lessons/{each['id']}").json()
        assert len(lesson["steps"]) == each["step_count"]
        for step in lesson["steps"]:
            assert len(step["rows"]) == step["height"]
            assert "*" not in "".join(step["rows"])


def test_a_completed_step_is_saved_for_its_player_only(client: TestClient) -> None:
    assert progress(client) == []
    attempt = client.post(FIRST_STEP, json={"moves": [FLAG_A1]}).json()
    assert attempt["is_done"]
    assert attempt["feedback"]["kind"] == "correct"
    assert attempt["success"]
    client.post(FIRST_STEP, json={"moves": [FLAG_A1]})
    assert progress(client) == [1]
    assert progress(another_player(client)) == []


def test_a_wrong_move_is_explained_and_not_saved(client: TestClient) -> None:
    attempt = client.post(FIRST_STEP, json={"moves": [{"kind": "reveal", "cell": [0, 0]}]}).json()
    assert attempt["feedback"]["kind"] == "wrong"
    assert (attempt["feedback"]["is_made"], attempt["success"]) == (False, None)
    assert progress(client) == []


def test_the_progress_follows_a_browser_that_is_linked_to_another_player(
    client: TestClient,
) -> None:
    client.post(FIRST_STEP, json={"moves": [FLAG_A1]})
    context = context_of(client)
    other = context.identity.verify_cookie(client.cookies["sapper_player"])
    player = "P" * 22
    context.store.lesson_progress.complete(player, "numbers", 1).result()
    context.store.lesson_progress.complete(player, "numbers", 2).result()
    context.store.merge_players(player, other).result()
    assert context.store.lesson_progress.completed_steps(player) == {"numbers": {1, 2}}
    assert context.store.lesson_progress.completed_steps(other) == {}


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/lessons/knitting/steps/1", {"moves": []}, 404),
        ("/api/lessons/numbers/steps/99", {"moves": []}, 404),
        (FIRST_STEP, {"moves": [{"kind": "undo", "cell": [0, 0]}]}, 422),
        (FIRST_STEP, {"moves": [{"kind": "flag", "cell": [99, 0]}]}, 422),
        (FIRST_STEP, {"moves": [FLAG_A1] * 501}, 422),
        (FIRST_STEP, {}, 422),
    ],
)
def test_bad_attempts_are_refused(
    client: TestClient, path: str, body: dict[str, Any], status: int
) -> None:
    response = client.post(path, json=body)
    assert response.status_code == status
    assert error_of(response)["message"]
    assert progress(client) == []
