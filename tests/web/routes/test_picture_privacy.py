"""The server's handling of images: decoded in a worker, neither stored nor logged."""

import io
from pathlib import Path

import pytest

from sapper import Game, Rules
from sapper.web import request_log
from tests.server import open_client
from tests.vision.board_pictures import draw, encoded

SECRET = b"a secret at the end of the file"


def test_pictures_are_decoded_in_a_worker_and_neither_stored_nor_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decoded_in_the_server(*_: object) -> None:
        raise AssertionError("the server decoded the image itself")

    monkeypatch.setattr("sapper.vision.picture_file.load_picture", decoded_in_the_server)
    game = Game(Rules.level("beginner", start="opening"), seed=3)
    game.reveal((4, 4))
    picture = encoded(draw(list(game.view.rows), cell=24))
    stream = io.StringIO()
    with (
        request_log.configured_logging("json", stream),
        open_client(tmp_path, job_seconds=60.0) as client,
    ):
        assert client.post("/api/scan", content=picture + SECRET).status_code == 200
        assert client.post("/api/scan", content=picture[:200] + SECRET).status_code == 422
    for file in (each for each in tmp_path.rglob("*") if each.is_file()):
        contents = file.read_bytes()
        assert SECRET not in contents
        assert b"IHDR" not in contents
    assert "secret" not in stream.getvalue()
    assert stream.getvalue().count("/api/scan") == 2
