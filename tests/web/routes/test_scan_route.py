"""Reading pictures over HTTP."""

from pathlib import Path

import pytest
from PIL import Image
from starlette.testclient import TestClient

from sapper import Game, Rules
from tests.server import open_client
from tests.vision.board_pictures import CLASSIC, draw, encoded


def picture_of_a_game() -> tuple[list[str], bytes]:
    game = Game(Rules.level("beginner", start="opening"), seed=3)
    game.reveal((4, 4))
    rows = list(game.view.rows)
    return rows, encoded(draw(rows, CLASSIC, cell=24))


def test_a_picture_is_read(client: TestClient) -> None:
    rows, picture = picture_of_a_game()
    response = client.post("/api/scan", content=picture, headers={"Content-Type": "image/png"})
    assert response.status_code == 200
    answer = response.json()
    assert answer["rows"] == rows
    assert (answer["width"], answer["height"], answer["mines"]) == (9, 9, 10)
    assert len(answer["box"]) == 4


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not a picture"),
        (b"hello", "not a picture"),
        (b"<svg/>", "SVG pictures are not supported"),
        (encoded(Image.new("RGB", (300, 200))), "no board found"),
    ],
)
def test_other_bodies_are_refused(client: TestClient, body: bytes, message: str) -> None:
    response = client.post("/api/scan", content=body)
    assert response.status_code == 422
    assert message in response.json()["error"]["message"]


def test_pictures_have_their_own_size_limit(tmp_path: Path) -> None:
    with open_client(tmp_path, max_picture_bytes=100_000) as client:
        assert client.post("/api/scan", content=bytes(100_001)).status_code == 413
        assert client.post("/api/scan", content=bytes(90_000)).status_code == 422
        assert client.post("/api/convert", content=bytes(90_000)).status_code == 413
