"""Fuzz targets for the small readers: sizes, commands, options, cookies, files of settings; and for
the checkers of certificates and proofs, which must refuse whatever does not hold.
"""

import io
import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from sapper import Game, Rules, parse_view
from sapper.cli.aliases import expand
from sapper.cli.options import read_cell
from sapper.cli.plain_mode import PlainGame
from sapper.coach import proof_checker as proof_checking
from sapper.coach.drill_builder import check_theme
from sapper.coach.proof_steps import KINDS, RULES, Proof
from sapper.coach.proof_steps import Step as ProofStep
from sapper.errors import InvalidCertificate, InvalidProof, SapperError
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.generate import certificate_checker
from sapper.generate.certificate import Certificate, Step
from sapper.inference import reference_analysis
from sapper.session import Session
from sapper.strategies import registry
from sapper.tui.preferences import Preferences
from sapper.web.middleware import is_known_host
from sapper.web.player_identity import Players
from sapper.web.settings import VARIABLES, Settings

PLAYERS = Players(b"k" * 32)
BOARD = Rules(4, 3, 2)
LAYOUT = [(0, 3), (2, 1)]
VIEW = parse_view("4x3/2\n.1##\n12##\n####")
Cell = tuple[int, int]


def fuzz_rules(data: bytes) -> None:
    """Read a level or a size; what was read can be written and read again."""
    text = data.decode("utf-8", errors="replace")
    for read in (Rules.level, Rules.parse):
        try:
            rules = read(text)
        except SapperError:
            continue
        assert Rules.parse(str(rules)) == rules
    try:
        cell = read_cell(text, BOARD)
    except SapperError:
        return
    assert BOARD.contains(cell)


def fuzz_commands(data: bytes) -> None:
    """Play by lines of text."""
    lines = data.decode("utf-8", errors="replace").splitlines()[:20]
    # Large boards only make the fuzzer slow.
    short = "\n".join(line[:12] if "n" in line.lower() else line for line in lines)
    PlainGame(Session(Rules(5, 4, 3), seed=1), io.StringIO(short), io.StringIO()).run()


def fuzz_options(data: bytes) -> None:
    """Read names with options, words of the command line, settings of the environment, names."""
    text = data.decode("utf-8", errors="replace")
    for read in (registry.parse, check_theme):
        try:
            read(text)
        except SapperError:
            continue
    assert isinstance(expand(text.split(), ["bench", "play"]), list)
    for variable in VARIABLES.values():
        try:
            Settings.from_environment({variable: text})
        except SapperError:
            continue
    assert is_known_host(text, ()) in (True, False)


def fuzz_session(data: bytes) -> None:
    """Read a game with its terms; what was read can be saved and read again."""
    text = data.decode("utf-8", errors="replace")
    for read in (GameOptions.from_line, AssistanceUsed.from_line):
        try:
            line = read(text).to_line()
        except SapperError:
            continue
        if line is not None:
            assert read(line).to_line() == line
    try:
        session = Session.load(text)
    except SapperError:
        return
    again = Session.load(session.save())
    assert again.snapshot()["rows"] == session.snapshot()["rows"]
    assert again.terms == session.terms


def fuzz_cookie(data: bytes) -> None:
    """Read a cookie or a link: nobody can guess one."""
    text = data.decode("utf-8", errors="replace")
    assert PLAYERS.read(text) is None
    assert PLAYERS.linked(text) is None


_FOLDER = tempfile.TemporaryDirectory()


def fuzz_preferences(data: bytes) -> None:
    """Read the file of preferences."""
    before = os.environ.get("SAPPER_DATA")
    os.environ["SAPPER_DATA"] = _FOLDER.name
    try:
        (Path(_FOLDER.name) / "terminal.json").write_bytes(data)
        kept = Preferences()
        assert isinstance(kept.theme, str)
        assert kept.strategy in registry.names()
        assert isinstance(kept.speed, int)
    finally:
        if before is None:
            del os.environ["SAPPER_DATA"]
        else:
            os.environ["SAPPER_DATA"] = before


class _Bytes:
    """Values made of bytes, most of them such as belong there."""

    def __init__(self, data: bytes) -> None:
        self._bytes: Iterator[int] = itertools.chain(data, itertools.repeat(0))
        self.left = len(data)

    def number(self, most: int) -> int:
        self.left -= 1
        return next(self._bytes) % (most + 1)

    def cell(self) -> Cell:
        return self.number(3) - (self.number(30) == 1), self.number(4)

    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.cell() for _ in range(self.number(4)))


def fuzz_certificate(data: bytes) -> None:
    """Check a certificate that anybody may have made; one that is accepted clears the board."""
    given = _Bytes(data)
    kinds = (*KINDS, "magic")
    steps = []
    first = given.cell()
    while given.left > 0 and len(steps) < 30:
        steps.append(
            Step(given.cell(), bool(given.number(1)), kinds[given.number(4)], given.cells(),
                 bool(given.number(1)))
        )  # fmt: skip
    try:
        certificate_checker.check(BOARD, LAYOUT, Certificate(first, tuple(steps)))
    except InvalidCertificate:
        return
    game = Game.from_layout(BOARD, LAYOUT)
    for cell in [first, *(step.cell for step in steps if not step.is_mine)]:
        if game.view.clue(cell) is None:
            game.reveal(cell)
    assert game.status == "won"


def _proof_steps(given: _Bytes, depth: int) -> tuple[ProofStep, ...]:
    rules = (*RULES, "magic")
    return tuple(
        ProofStep(
            rules[given.number(len(RULES))],
            given.cells(),
            given.number(4) - 1,
            given.number(4),
            "",
            given.cell() if given.number(2) else None,
            tuple(given.number(4) - 1 for _ in range(given.number(3))),
            tuple(_proof_steps(given, depth + 1) for _ in range(given.number(2)))
            if depth < 3 and given.left > 0
            else (),
        )
        for _ in range(given.number(4))
    )


def fuzz_proof(data: bytes) -> None:
    """Check a proof that anybody may have made; what is accepted is true."""
    given = _Bytes(data)
    cell, is_mine = given.cell(), bool(given.number(1))
    kind = KINDS[given.number(3)]
    proof = Proof(
        cell, is_mine, kind, None, given.cells(), bool(given.number(1)), given.cells(),
        _proof_steps(given, 0), "",
    )  # fmt: skip
    try:
        proof_checking.check(VIEW, proof)
    except InvalidProof:
        return
    odds = reference_analysis.analyse(VIEW).mine_probability
    assert odds[cell] == (1 if is_mine else 0)


SMALL_TARGETS: dict[str, Callable[[bytes], None]] = {
    "rules": fuzz_rules,
    "commands": fuzz_commands,
    "options": fuzz_options,
    "session": fuzz_session,
    "cookie": fuzz_cookie,
    "preferences": fuzz_preferences,
    "certificate": fuzz_certificate,
    "proof": fuzz_proof,
}
