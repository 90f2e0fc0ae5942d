"""Inputs to begin with: positions and records as they are, and bytes of all kinds from a seed."""

import random
from collections.abc import Iterator
from pathlib import Path

from sapper import Game, Rules, parse_view, write_replay
from tests.inference.positions import random_clues, random_position

FILES = Path(__file__).parents[1] / "data" / "formats"


def texts() -> Iterator[bytes]:
    """Positions and records of games, some of them slightly wrong."""
    for seed in range(40):
        view = random_clues(1 + seed % 9, 1 + seed % 5, seed, wrong=0.05, marks=0.2)
        yield str(view).encode()
        yield str(random_position(Rules(9, 9, 10), seed, reveals=2, flags=1)).encode()
    game = Game(Rules(5, 4, 3), seed=1)
    game.reveal((0, 0))
    game.flag((3, 4))
    game.undo()
    yield write_replay(game).encode()
    for file in sorted(FILES.iterdir()):
        yield file.read_bytes()
    yield b"\xef\xbb\xbf4x2/2\r\n#1##\r\n####\r\n"
    yield str(parse_view("3x1/1\n#3#")).encode()


def noise(count: int) -> Iterator[bytes]:
    """Bytes without a meaning, of any length, and texts with a few bytes changed."""
    chance = random.Random("fuzz noise")
    known = list(texts())
    for _ in range(count):
        yield chance.randbytes(chance.randint(0, 120))
        text = bytearray(chance.choice(known))
        for _ in range(chance.randint(1, 4)):
            text[chance.randrange(len(text))] = chance.choice(b"#.12345678F?*!x/\n09 \xff")
        yield bytes(text)
