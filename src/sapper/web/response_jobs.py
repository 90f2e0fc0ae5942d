"""Jobs that render large responses in a worker process.

The running time of a rendering job increases with the number of moves and cells. The jobs return
JSON text, because unpickling large objects would delay the server process.
"""

import json
from typing import Any

from sapper.compat.formats import read
from sapper.game.board_limits import BoardLimits
from sapper.game.game import Game
from sapper.play.challenge_service import ChallengeDescription, add_moves
from sapper.play.game_evaluation import review_game
from sapper.play.session import Session
from sapper.store.statistics import load_statistics
from sapper.vision.scanner import scan


def review_json(game: Game, *, seconds: float) -> str:
    """Return the review of a game as JSON."""
    return to_json(review_game(game, seconds=seconds).to_json())


def replay_json(session: Session) -> str:
    """Return the replay of a finished game as JSON, with each move's changes to the board."""
    return to_json({"record": session.replay(), "moves": session.replay_steps()})


def challenge_json(description: ChallengeDescription, games: list[Game | None]) -> str:
    """Return the description of a challenge as JSON, with the moves of the players' games."""
    return to_json(add_moves(description, games))


def file_position(data: bytes, limits: BoardLimits) -> str:
    """Return the position in a file of any format.

    If the file contains only a board, the result is the solved board.
    """
    is_text = data.isascii() and b"\0" not in data
    return str(read(data, default="position" if is_text else "mbf", limits=limits).view)


def statistics_json(url: str, player: str) -> str:
    """Return the statistics on a player's finished games as JSON.

    The job runs in a worker, because a player may have tens of thousands of games.
    """
    return to_json({"levels": load_statistics(url, player)})


def picture_position(data: bytes, mines: int | None, limits: BoardLimits) -> dict[str, Any]:
    """Return the position in an image file as a JSON object."""
    found = scan(data, mines=mines)
    limits.check(found.width, found.height)
    return found.to_json()


def to_json(value: Any) -> str:
    """Return a value as compact JSON."""
    return json.dumps(value, separators=(",", ":"))
