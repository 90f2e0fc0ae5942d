"""Initial inputs of the fuzzer: positions, replays and random bytes."""

import random
from collections.abc import Iterator
from pathlib import Path

from sapper import Game, Rules, parse_view, write_replay
from tests.inference.positions import random_clues, random_position

FILES = Path(__file__).parents[1] / "data" / "formats"


RECORD = """\
sapper-replay 1
rules 4x2/1 any
terms practice first=0,0
assists hints=1 odds=0
mines 0,3
0.000 reveal 0,0
1.500 ai flag 0,3
2.000 undo
"""
SMALL = [
    "expert", "30x16/99", "9X9x10", " 3,4 ", "oa1\nflag AB30",
    "o a1\nm b2\nc a1\nu\nn 5x5/3\nr\nb\nhelp\nq",
    "pattern:one_one=yes,reduction=yes", "random:seed=5", "bench large -5 --seed 1", "single-clue",
    "127.0.0.1:8023", "[::1]:80", "sapper.example", "json", "1e3", "0x10",
    "terms practice known-board no-guess difficulty=hard first=4,4", "assists hints=2 odds=1",
    RECORD,
    f"{'A' * 22}.1790000000.{'A' * 43}", '{"theme": "dark", "strategy": "exact", "speed": 3}',
    "[" * 5000,
]  # fmt: skip
"""Valid and invalid inputs of the small parsers."""


def texts() -> Iterator[bytes]:
    """Yield positions and replays, some of them slightly wrong."""
    for seed in range(40):
        view = random_clues(1 + seed % 9, 1 + seed % 5, seed, wrong=0.05, marks=0.2)
        yield str(view).encode()
        yield str(random_position(Rules(9, 9, 10), seed, reveals=2, flags=1)).encode()
    game = Game(Rules(5, 4, 3), seed=1)
    game.reveal((0, 0))
    game.flag((3, 4))
    game.undo()
    yield write_replay(game).encode()
    for name in SMALL:
        yield name.encode()
    for file in sorted(FILES.iterdir()):
        yield file.read_bytes()
    yield b"\xef\xbb\xbf4x2/2\r\n#1##\r\n####\r\n"
    yield str(parse_view("3x1/1\n#3#")).encode()


def noise(count: int) -> Iterator[bytes]:
    """Yield random bytes, and known texts with a few changed bytes."""
    rng = random.Random("fuzz noise")
    known = list(texts())
    for _ in range(count):
        yield rng.randbytes(rng.randint(0, 120))
        text = bytearray(rng.choice(known))
        for _ in range(rng.randint(1, 4)):
            text[rng.randrange(len(text))] = rng.choice(b"#.12345678F?*!x/\n09 \xff")
        yield bytes(text)
