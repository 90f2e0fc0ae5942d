"""Reading images over HTTP."""

from pathlib import Path

import pytest
from PIL import Image
from starlette.testclient import TestClient

from sapper import Game, Rules
from sapper.web.rate_limit import ByteBudget
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
        (b"", "not an image"),
        (b"hello", "not an image"),
        (b"<svg/>", "SVG images are not supported"),
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


def test_pictures_occupy_a_limited_amount_of_memory(tmp_path: Path) -> None:
    # Twenty bodies of 8 MB from one network once took 160 MB.
    limits = {"max_network_picture_bytes": 150_000, "max_concurrent_picture_bytes": 200_000}
    with open_client(tmp_path, **limits) as client:
        for size, status in ((150_001, 429), (150_000, 422)):
            response = client.post("/api/scan", content=bytes(size))
            assert response.status_code == status
        assert client.post("/api/scan", content=bytes(150_000)).status_code == 422


def test_the_memory_for_pictures_is_shared_by_all_networks() -> None:
    budget = ByteBudget(per_network=10, total=15)
    with budget.reserve("A") as first:
        assert first.add(10)
        assert not first.add(1)
        for _ in range(2):
            with budget.reserve("B") as second:
                assert not second.has_room(6)
                assert second.add(5)
                assert not second.add(1)
    with budget.reserve("A") as again:
        assert again.add(10)


def test_an_announced_picture_holds_no_memory_before_it_is_sent() -> None:
    # Otherwise, two idle connections could keep everybody else from reading images.
    budget = ByteBudget(per_network=10, total=10)
    with budget.reserve("A") as idle, budget.reserve("B") as other:
        assert idle.has_room(10)
        assert other.add(10)
