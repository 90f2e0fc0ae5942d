"""The attacks: endless sequences of requests, each sent on a number of connections."""

import asyncio
import base64
import io
import json
import random
from collections.abc import Awaitable, Callable
from functools import cache
from multiprocessing.synchronize import Event
from typing import Final

from PIL import Image

from benchmarks.attack.expensive_games import PreparedData
from benchmarks.load.connection import Connection, ConnectionLost, response_cookie
from sapper import Rules
from sapper.compat.formats import write_mbf

Request = Callable[[Connection, PreparedData], Awaitable[object]]

_BOARD: Final = json.dumps(
    {
        "base64": base64.b64encode(
            write_mbf(Rules(100, 100, 9000), [divmod(number, 100) for number in range(9000)])
        ).decode()
    }
).encode()
_ROWS: Final = ["#" * 60, "".join("2#"[column % 2] for column in range(60))] * 30
_HARD_POSITION: Final = json.dumps(
    {"position": "\n".join(["60x60/1400", *_ROWS]), "seconds": 5}
).encode()
_SETTINGS: Final = json.dumps({"text": "x" * 8000}).encode()
_FIELDS: Final = json.dumps({f"field {number}": 0 for number in range(3500)}).encode()
_EXPORT_SECONDS: Final = 2.0
_LESSON_MOVES: Final = json.dumps({"moves": [{"kind": "flag", "cell": [0, 0]}] * 500}).encode()
_RECORD: Final = "sapper-replay 1\nrules 100x100/1 any\nmines 0,0\n" + "0 flag 9,9\n" * 80
_RECORDS: Final = json.dumps(
    {"games": [{"record": f"{_RECORD}{number} reveal 0,0\n"} for number in range(50)]}
).encode()


@cache
def _grid_picture() -> bytes:
    """Return a picture of 24 million pixels that is full of small cells."""
    size = 6000, 4000
    cell = Image.new("L", (8, 8), 200)
    cell.paste(80, (0, 0, 8, 1))
    cell.paste(80, (0, 0, 1, 8))
    picture = Image.new("L", size)
    for x in range(0, size[0], 8):
        picture.paste(cell, (x, 0))
    row = picture.crop((0, 0, size[0], 8))
    for y in range(8, size[1], 8):
        picture.paste(row, (0, y))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


async def _replay(connection: Connection, data: PreparedData) -> None:
    await connection.get(f"/api/games/{data.long_game}/replay?format=json", data.cookie)


async def _different_games(connection: Connection, data: PreparedData) -> None:
    path = f"/api/games/{random.choice(data.long_games)}"
    await connection.get(path, data.cookie)
    await connection.post(f"{path}/moves", b'{"kind":"flag","cell":[0,0],"version":0}', data.cookie)


async def _long_heads(connection: Connection, _: PreparedData) -> None:
    await connection.get(f"/api/levels?{'a&' * 3900}", "a;" * 3900)


async def _review(connection: Connection, data: PreparedData) -> None:
    await connection.get(f"/api/games/{data.long_game}/review", data.cookie)


async def _large_board(connection: Connection, data: PreparedData) -> None:
    await connection.get(f"/api/games/{data.dense_game}", data.cookie)


async def _retry(connection: Connection, data: PreparedData) -> None:
    body = json.dumps({"retry_of": data.dense_game}).encode()
    await connection.post("/api/games", body, data.cookie)


async def _convert(connection: Connection, data: PreparedData) -> None:
    await connection.post("/api/convert", _BOARD, data.cookie)


async def _analyse(connection: Connection, _: PreparedData) -> None:
    await connection.post("/api/analyse", _HARD_POSITION, "")


async def _think(connection: Connection, _: PreparedData) -> None:
    status, header, body = await connection.post("/api/games", b'{"level":"expert"}', "")
    if status != 201:
        return
    cookie = response_cookie(header) or ""
    path = f"/api/games/{json.loads(body)['id']}"
    await connection.post(f"{path}/moves", b'{"kind":"reveal","cell":[8,15],"version":0}', cookie)
    request = {"strategy": "expert:think=2.5", "version": 1}
    await connection.post(f"{path}/ai", json.dumps(request).encode(), cookie)


async def _finished_games(connection: Connection, _: PreparedData) -> None:
    status, header, body = await connection.post("/api/games", b'{"level":"30x30/1"}', "")
    if status != 201:
        return
    cookie = response_cookie(header) or ""
    path = f"/api/games/{json.loads(body)['id']}/moves"
    await connection.post(path, b'{"kind":"reveal","cell":[8,15],"version":0}', cookie)


async def _statistics(connection: Connection, data: PreparedData) -> None:
    await connection.get("/api/stats", data.cookie_with_many_games)
    await connection.get("/api/games", data.cookie_with_many_games)


async def _challenges(connection: Connection, data: PreparedData) -> None:
    await connection.get(f"/api/challenges/{data.challenge}", data.cookie)
    await connection.post(f"/api/challenges/{data.challenge}/games", b"{}", "")


async def _daily(connection: Connection, data: PreparedData) -> None:
    await connection.get("/api/daily", data.cookie_with_many_games)
    await connection.post("/api/daily/expert", b"", data.cookie_with_many_games)


async def _puzzles(connection: Connection, data: PreparedData) -> None:
    cookie = data.cookie_with_many_games
    await connection.get("/api/puzzles/progress", cookie)
    await connection.get("/api/puzzles/next", cookie)
    await connection.post("/api/puzzles/rush", b"", cookie)


async def _lesson_steps(connection: Connection, data: PreparedData) -> None:
    await connection.get("/api/lessons", data.cookie)
    await connection.post("/api/lessons/numbers/steps/1", _LESSON_MOVES, data.cookie)


async def _pictures(connection: Connection, _: PreparedData) -> None:
    for picture in (_grid_picture(), bytes(2_000_000)):
        await connection.post("/api/scan", picture, "")


async def _imports(connection: Connection, _: PreparedData) -> None:
    await connection.post("/api/games/import", _RECORDS, "")


async def _exports(connection: Connection, data: PreparedData) -> None:
    await connection.get("/api/games/export", data.cookie_with_many_games)
    await asyncio.sleep(_EXPORT_SECONDS)
    raise ConnectionLost  # the export continues until the client disconnects


async def _documentation(connection: Connection, _: PreparedData) -> None:
    await connection.get("/api/docs", "")
    await connection.get("/api/openapi.json", "")


async def _deletions(connection: Connection, data: PreparedData) -> None:
    await connection.send("DELETE", "/api/games", b"", data.cookie_with_many_games)


async def _flood(connection: Connection, _: PreparedData) -> None:
    await connection.get("/api/levels", "")


async def _files(connection: Connection, _: PreparedData) -> None:
    await connection.get("/main.js", "")


async def _invalid(connection: Connection, _: PreparedData) -> None:
    await connection.post("/api/games", _FIELDS, "")


async def _new_players(connection: Connection, _: PreparedData) -> None:
    await connection.post("/api/games", b"{}", "")


async def _settings(connection: Connection, _: PreparedData) -> None:
    await connection.put("/api/settings", _SETTINGS, "")


ATTACKS: Final[dict[str, tuple[int, Request]]] = {
    "long replays": (10, _replay),
    "different games": (50, _different_games),
    "long heads": (50, _long_heads),
    "long reviews": (10, _review),
    "large boards": (20, _large_board),
    "retries": (20, _retry),
    "board files": (20, _convert),
    "hard positions": (20, _analyse),
    "thinking": (20, _think),
    "finished games": (20, _finished_games),
    "statistics": (20, _statistics),
    "requests": (50, _flood),
    "static files": (50, _files),
    "invalid bodies": (50, _invalid),
    "new players": (20, _new_players),
    "settings": (20, _settings),
    "challenges": (20, _challenges),
    "daily boards": (20, _daily),
    "puzzles": (20, _puzzles),
    "lesson steps": (20, _lesson_steps),
    "pictures": (20, _pictures),
    "imports": (20, _imports),
    "exports": (20, _exports),
    "documentation": (20, _documentation),
    "deletions": (5, _deletions),
}
"""The number of connections and the request of each attack."""
SLOW_BODIES: Final = "slow bodies"
_SLOW_CONNECTIONS: Final = 500
_SLOW_REQUEST: Final = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n%b"
    b"Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
)


def run_until_killed(
    name: str, port: int, addresses: list[str], data: PreparedData, is_ready: Event
) -> None:
    """Attack a server on this machine until the process is killed."""
    if name == "pictures":
        _grid_picture()
    is_ready.set()
    asyncio.run(_attack(name, port, addresses, data))


async def _attack(name: str, port: int, addresses: list[str], data: PreparedData) -> None:
    if name == SLOW_BODIES:
        await _hold_slow_bodies(port, addresses)
        return
    connections, request = ATTACKS[name]
    senders = [addresses[number % len(addresses)] for number in range(connections)]
    if len(addresses) > connections:
        senders = addresses
    await asyncio.gather(*(_repeat(request, port, address, data) for address in senders))


async def _repeat(request: Request, port: int, address: str, data: PreparedData) -> None:
    while True:
        connection = await Connection.open(port, address)
        try:
            while True:
                await request(connection, data)
        except ConnectionLost:
            await asyncio.sleep(0.05)
        finally:
            connection.close()


async def _hold_slow_bodies(port: int, addresses: list[str]) -> None:
    writers = []
    try:
        for number in range(_SLOW_CONNECTIONS):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            address = addresses[number % len(addresses)].encode()
            writer.write(_SLOW_REQUEST % (b"X-Forwarded-For: " + address + b"\r\n"))
            writers.append(writer)
        await asyncio.Event().wait()
    finally:
        for writer in writers:
            writer.close()
