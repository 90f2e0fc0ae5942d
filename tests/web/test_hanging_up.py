"""Clients that go away in the middle of a request."""

import json
import socket
from pathlib import Path
from urllib.parse import urlsplit

from server import begin, connect, move, server_process


def test_moves_of_others_are_kept_after_clients_hung_up(tmp_path: Path) -> None:
    with server_process(tmp_path) as (_, url), connect(url) as client:
        game = begin(client)
        address = urlsplit(url)
        for _ in range(20):
            body = json.dumps({"level": "expert"}).encode()
            head = f"POST /api/games HTTP/1.1\r\nHost: {address.netloc}\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            with socket.create_connection((address.hostname, address.port)) as gone:
                gone.sendall(head.encode() + body)
            with socket.create_connection((address.hostname, address.port)) as gone:
                gone.sendall(head.encode() + body[:5])  # not even a whole body
        for column in range(3):
            game = move(client, game, "flag", (0, column))
        assert client.get(f"/api/games/{game['id']}").json()["version"] == 3
