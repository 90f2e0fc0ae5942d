"""Files of exported games, with one JSON object per line."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import ReplayError, SapperError
from sapper.play.history_service import GameRecord

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

DEFAULT_NAME: Final = "sapper-games.jsonl"
_MAX_BYTES: Final = 256 * 1024 * 1024
_MAX_TIME: Final = 253_402_300_799  # The end of the year 9999.


def read_games(path: Path) -> list[GameRecord]:
    """Read a file of exported games.

    Raises ReplayError if the file is too large or a line is malformed, and OSError if the file
    cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise ReplayError(f"{path}: file too large: the limit is {_MAX_BYTES:,} bytes")
    lines = data.decode("utf-8-sig", errors="replace").splitlines()
    games = [_parse(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not games:
        raise ReplayError(f"{path} contains no games")
    return games


def _parse(number: int, line: str) -> GameRecord:
    try:
        game: Any = json.loads(line)
    except (ValueError, RecursionError):
        game = None
    if not isinstance(game, dict) or not isinstance(game.get("record"), str):
        raise ReplayError(f"line {number} is not an exported game", line=number)
    game_id: Any = game.get("id")
    played_at: Any = game.get("played_at")
    is_time = isinstance(played_at, int | float) and 0 <= played_at <= _MAX_TIME
    return GameRecord(
        game["record"], game_id if isinstance(game_id, str) else "", played_at if is_time else 0.0
    )


async def write_games(path: Path, games: "AsyncIterator[GameRecord]") -> int:
    """Write games to a new export file and return the number of games.

    An existing file is never overwritten. Raises OSError if the file exists or cannot be written.
    """
    count = 0
    with path.open("x", encoding="utf-8") as file:
        try:
            async for game in games:
                file.write(f"{game.to_line()}\n")
                count += 1
            file.flush()
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    return count


def expand(name: str) -> Path:
    """Return the path that a player entered, with `~` replaced by the home folder."""
    return Path(os.path.expanduser(name.strip()))  # noqa: PTH111  # an unknown user raises no error


@contextmanager
def reporting_os_errors(path: Path) -> Iterator[None]:
    """Convert an OSError raised in the `with` block into a SapperError that names the path."""
    try:
        yield
    except FileExistsError:
        raise SapperError(f"{path} already exists", hint="choose another name") from None
    except (OSError, ValueError) as error:
        if isinstance(error, SapperError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise SapperError(f"{path}: {reason}") from None
