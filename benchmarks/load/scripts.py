"""Games of Sapper's AI, played in advance: what the players of the load then send move by move."""

import json
from dataclasses import dataclass

from sapper import Rules
from sapper.session import Session


@dataclass(frozen=True, slots=True)
class Script:
    """One game from the first reveal to its end."""

    level: str
    seed: int
    opening: bytes
    """The body that begins the game."""
    moves: tuple[bytes, ...]
    """The body of each move; every one of them changes the game."""
    texts: tuple[str, ...]
    """What the store keeps of each move, without its time."""
    status: str
    rows: tuple[str, ...]
    """How the game ends."""


def write_script(level: str, seed: int, strategy: str = "exact") -> Script:
    """Let a strategy play a game with flags."""
    session = Session(Rules.level(level), seed)
    moves, texts = [], []
    for version, step in enumerate(session.play_to_end(strategy)):
        move = {"kind": step.kind, "cell": step.cell, "version": version}
        moves.append(json.dumps(move, separators=(",", ":")).encode())
        texts.append(f"{step.kind} {step.cell[0]},{step.cell[1]}")
    opening = json.dumps({"level": level, "seed": seed}).encode()
    rows = tuple(session.snapshot()["rows"])
    return Script(level, seed, opening, tuple(moves), tuple(texts), session.game.status, rows)


def write_scripts(level: str, count: int) -> list[Script]:
    """Return many games; those that end within a few moves are left out."""
    scripts: list[Script] = []
    seed = 0
    while len(scripts) < count:
        script = write_script(level, seed)
        if len(script.moves) >= 30:
            scripts.append(script)
        seed += 1
    return scripts


def rows_after(script: Script, version: int) -> tuple[str, ...]:
    """Return how the board of a script looks after so many moves."""
    session = Session(Rules.level(script.level), script.seed)
    for text in script.texts[:version]:
        kind, _, cell = text.partition(" ")
        row, _, column = cell.partition(",")
        session.move(kind, (int(row), int(column)))
    return tuple(session.snapshot()["rows"])
