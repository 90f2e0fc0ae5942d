"""Games that a strategy has played in advance and that simulated players replay move by move."""

import asyncio
import json
from dataclasses import dataclass

from sapper import Rules
from sapper.play.computation import compute_inline
from sapper.play.game_service import GameService, PlayerGame
from sapper.play.session import Session
from sapper.strategies.ai_moves import AiStep

_MIN_MOVES = 30


@dataclass(frozen=True, slots=True)
class GameScript:
    """One game from the first reveal to the end."""

    level: str
    seed: int
    set_up: bytes
    """The request body that creates the game."""
    moves: tuple[bytes, ...]
    """The request body of each move; every move changes the game."""
    texts: tuple[str, ...]
    """The stored text of each move, without its time."""
    status: str
    rows: tuple[str, ...]
    """The final board."""


def write_script(level: str, seed: int, strategy: str = "exact") -> GameScript:
    """Return the script of a game that a strategy plays, including its flags."""
    session = Session(Rules.level(level), seed)
    moves, texts = [], []
    service, game = GameService(compute_inline), PlayerGame("script", session)
    for version, step in enumerate(asyncio.run(_play(service, game, strategy))):
        move = {"kind": step.kind, "cell": step.cell, "version": version}
        moves.append(json.dumps(move, separators=(",", ":")).encode())
        texts.append(f"{step.kind} {step.cell[0]},{step.cell[1]}")
    set_up = json.dumps({"level": level, "seed": seed}).encode()
    # The flags are the AI's here, but the player's when a simulated player makes the same moves.
    rows = tuple(row.replace("f", "F") for row in session.snapshot()["rows"])
    return GameScript(level, seed, set_up, tuple(moves), tuple(texts), session.game.status, rows)


async def _play(service: GameService, game: PlayerGame, strategy: str) -> list[AiStep]:
    return [step async for step in service.ai_steps(game, strategy)]


def write_scripts(level: str, count: int) -> list[GameScript]:
    """Return the scripts of `count` games, skipping games that end after a few moves."""
    scripts: list[GameScript] = []
    seed = 0
    while len(scripts) < count:
        script = write_script(level, seed)
        if len(script.moves) >= _MIN_MOVES:
            scripts.append(script)
        seed += 1
    return scripts


def rows_after(script: GameScript, version: int) -> tuple[str, ...]:
    """Return the board of a script after its first `version` moves."""
    session = Session(Rules.level(script.level), script.seed)
    for text in script.texts[:version]:
        kind, _, cell = text.partition(" ")
        row, _, column = cell.partition(",")
        session.move(kind, (int(row), int(column)))
    return tuple(session.snapshot()["rows"])
