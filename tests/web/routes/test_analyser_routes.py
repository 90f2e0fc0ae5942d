"""Conversion of board files for the analyser."""

import base64
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.server import open_client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client shared by all tests, because conversions store nothing and workers start slowly."""
    with open_client(tmp_path_factory.mktemp("server")) as opened:
        yield opened


def convert(client: TestClient, *data: int) -> tuple[int, dict[str, object]]:
    body = {"base64": base64.b64encode(bytes(data)).decode()}
    response = client.post("/api/convert", json=body)
    return response.status_code, response.json()


def test_an_mbf_file_is_converted_to_a_position(client: TestClient) -> None:
    assert convert(client, 4, 2, 0, 1, 3, 0) == (200, {"position": "4x2/1\n..1*\n..11"})


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("3x1/1\r\n#1?\r\n", "3x1/1\n#1?"),
        ("3x1x1\nH1F", "3x1/1\n#1F"),
        ("Board:\n*00\nEvents:\n0 lc 2 1\n0 lr 2 1\n", "3x1/1\n#1#"),
        ("sapper-replay 1\nrules 3x1/1 any\nmines 0,0\n0.000 reveal 0,1\n", "3x1/1\n#1#"),
    ],
)
def test_text_in_any_format_is_converted_to_a_position(
    client: TestClient, text: str, position: str
) -> None:
    assert convert(client, *text.encode()) == (200, {"position": position})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty position text"),
        ("hello", "line 1"),
        ("2x2/1\n##", "line 1: expected 2 rows, found 1"),
        ("2x1/1\n###", "line 2: expected 2 columns, found 3"),
        ("2x1/1\n#Z", "line 2, column 2: unknown character 'Z'"),
        ("1999x1/1\n" + "#" * 1999, "too large"),
    ],
)
def test_invalid_text_is_rejected(client: TestClient, text: str, message: str) -> None:
    status, response = convert(client, *text.encode())
    assert status == 422
    assert message in str(response["error"]), response


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([4, 2, 0, 2, 3, 0], "a board with 2 mines takes 8 bytes"),
        ([4, 2, 0, 1, 3, 0, 9], "unexpected data after 1 mine"),
        ([0, 2, 0, 0], "the width must be at least 1, not 0"),
        ([2, 2, 0, 9], "must be between 0 and 4, not 9"),
        ([4, 2, 0, 1, 9, 9], "is off the 4x2 board"),
        ([4, 2, 0, 2, 1, 1, 1, 1], "twice"),
        ([200, 200, 0, 0], "too large"),
        ([200], "the header needs 4 bytes"),
    ],
)
def test_an_invalid_mbf_file_is_rejected(client: TestClient, data: list[int], message: str) -> None:
    status, response = convert(client, *data)
    assert status == 422
    assert message in str(response["error"]), response


def test_invalid_base64_is_rejected(client: TestClient) -> None:
    assert client.post("/api/convert", json={"base64": "!?"}).status_code == 422


def test_a_picture_is_named_in_the_error(client: TestClient) -> None:
    # A PNG file once led to an error about the MBF format.
    status, response = convert(client, *b"\x89PNG\r\n\x1a\n\x00\x00")
    assert status == 422
    assert "the file is a PNG image, not a board or a game" in str(response["error"])
