"""Conversion of board files for the analyser."""

import base64

import pytest
from starlette.testclient import TestClient


def convert(client: TestClient, *data: int) -> tuple[int, dict[str, object]]:
    body = {"base64": base64.b64encode(bytes(data)).decode()}
    response = client.post("/api/convert", json=body)
    return response.status_code, response.json()


def test_an_mbf_file_is_converted_to_a_position(client: TestClient) -> None:
    assert convert(client, 4, 2, 0, 1, 3, 0) == (200, {"position": "4x2/1\n..1*\n..11"})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "the header needs 4 bytes"),
        ([4, 2, 0, 2, 3, 0], "a board with 2 mines takes 8 bytes"),
        ([4, 2, 0, 1, 3, 0, 9], "unexpected data after 1 mine"),
        ([0, 2, 0, 0], "the width must be at least 1, not 0"),
        ([2, 2, 0, 9], "9 mines do not fit"),
        ([4, 2, 0, 1, 9, 9], "is off the 4x2 board"),
        ([4, 2, 0, 2, 1, 1, 1, 1], "twice"),
        ([200, 200, 0, 0], "too large"),
    ],
)
def test_an_invalid_mbf_file_is_rejected(client: TestClient, data: list[int], message: str) -> None:
    status, response = convert(client, *data)
    assert status == 422
    assert message in str(response["error"]), response


def test_invalid_base64_is_rejected(client: TestClient) -> None:
    assert client.post("/api/convert", json={"base64": "!?"}).status_code == 422
