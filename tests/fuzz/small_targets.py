"""Fuzz targets for small parsers, and for the checkers of certificates and proofs.

The parsers read sizes, commands, options, cookies and preferences. The checkers must reject every
invalid certificate or proof.
"""

import io
import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from sapper import Game, Rules, parse_view
from sapper.cli.command_aliases import expand_aliases
from sapper.cli.plain_mode import PlainGame
from sapper.cli.shared_options import read_first
from sapper.coach import proof_checker as proof_checking
from sapper.coach.proof_steps import RULES, Proof, ProofStep
from sapper.coach.puzzle_builder import check_theme
from sapper.errors import InvalidCertificate, InvalidProof, SapperError
from sapper.game.difficulty import KINDS
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.generate import certificate_checker
from sapper.generate.certificate import Certificate, Step
from sapper.play.session import Session
from sapper.strategies import registry
from sapper.tui.preferences import Preferences
from sapper.web.middleware import is_allowed_host
from sapper.web.player_identity import PlayerIdentity
from sapper.web.settings import VARIABLES, Settings
from tests.oracles import reference_analysis

IDENTITY = PlayerIdentity(b"k" * 32)
BOARD = Rules(4, 3, 2)
LAYOUT = [(0, 3), (2, 1)]
VIEW = parse_view("4x3/2\n.1##\n12##\n####")
Cell = tuple[int, int]


def fuzz_rules(data: bytes) -> None:
    """Parse a level or a size, and check that it round-trips."""
    text = data.decode("utf-8", errors="replace")
    for read in (Rules.level, Rules.parse):
        try:
            rules = read(text)
        except SapperError:
            continue
        assert Rules.parse(str(rules)) == rules
    try:
        cell = read_first(text, BOARD)
    except SapperError:
        return
    assert BOARD.contains(cell)


def fuzz_commands(data: bytes) -> None:
    """Play a game by text commands."""
    lines = data.decode("utf-8", errors="replace").splitlines()[:20]
    # Large boards would slow the fuzzer down.
    short = "\n".join(line[:12] if "n" in line.lower() else line for line in lines)
    PlainGame(Session(Rules(5, 4, 3), seed=1), io.StringIO(short), io.StringIO()).run()


def fuzz_options(data: bytes) -> None:
    """Parse strategy names, themes, command lines, environment variables and host names."""
    text = data.decode("utf-8", errors="replace")
    for read in (registry.parse, check_theme):
        try:
            read(text)
        except SapperError:
            continue
    assert isinstance(expand_aliases(text.split(), ["bench", "play"]), list)
    for name in VARIABLES:
        try:
            Settings(**{name: text})
        except SapperError:
            continue
    assert is_allowed_host(text, ()) in (True, False)


def fuzz_session(data: bytes) -> None:
    """Parse a replay with its options, and check that it round-trips."""
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
    assert again.options == session.options


def fuzz_cookie(data: bytes) -> None:
    """Verify a cookie or a link, which no input can forge."""
    text = data.decode("utf-8", errors="replace")
    assert IDENTITY.verify_cookie(text) is None
    assert IDENTITY.verify_link(text) is None


_FOLDER = tempfile.TemporaryDirectory()


def fuzz_preferences(data: bytes) -> None:
    """Parse a preferences file."""
    before = os.environ.get("SAPPER_DATA")
    os.environ["SAPPER_DATA"] = _FOLDER.name
    try:
        (Path(_FOLDER.name) / "terminal.json").write_bytes(data)
        preferences = Preferences()
        assert isinstance(preferences.theme, str)
        assert preferences.strategy in registry.names()
        assert isinstance(preferences.speed, int)
    finally:
        if before is None:
            del os.environ["SAPPER_DATA"]
        else:
            os.environ["SAPPER_DATA"] = before


class _ByteSource:
    """A source of numbers and cells drawn from bytes, most of them within bounds."""

    def __init__(self, data: bytes) -> None:
        self._bytes: Iterator[int] = itertools.chain(data, itertools.repeat(0))
        self.remaining = len(data)

    def number(self, maximum: int) -> int:
        self.remaining -= 1
        return next(self._bytes) % (maximum + 1)

    def cell(self) -> Cell:
        return self.number(3) - (self.number(30) == 1), self.number(4)

    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.cell() for _ in range(self.number(4)))


def fuzz_certificate(data: bytes) -> None:
    """Check an arbitrary certificate; an accepted one must clear the board."""
    source = _ByteSource(data)
    kinds = (*KINDS, "magic")
    steps = []
    first = source.cell()
    while source.remaining > 0 and len(steps) < 30:
        steps.append(
            Step(source.cell(), bool(source.number(1)), kinds[source.number(4)], source.cells(),
                 bool(source.number(1)))
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


def _proof_steps(source: _ByteSource, depth: int) -> tuple[ProofStep, ...]:
    rules = (*RULES, "magic")
    return tuple(
        ProofStep(
            rules[source.number(len(RULES))],
            source.cells(),
            source.number(4) - 1,
            source.number(4),
            "",
            source.cell() if source.number(2) else None,
            tuple(source.number(4) - 1 for _ in range(source.number(3))),
            tuple(_proof_steps(source, depth + 1) for _ in range(source.number(2)))
            if depth < 3 and source.remaining > 0
            else (),
        )
        for _ in range(source.number(4))
    )


def fuzz_proof(data: bytes) -> None:
    """Check an arbitrary proof; the conclusion of an accepted one must be true."""
    source = _ByteSource(data)
    cell, is_mine = source.cell(), bool(source.number(1))
    kind = KINDS[source.number(3)]
    proof = Proof(
        cell, is_mine, kind, None, False, source.cells(), bool(source.number(1)), source.cells(),
        _proof_steps(source, 0), "",
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
