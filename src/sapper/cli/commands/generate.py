"""`sapper generate`: boards for other programs and for people."""

import json
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.options import (
    LevelArgument,
    SeedOption,
    StartOption,
    read_cell,
    read_rules,
    read_whole_number,
)
from sapper.errors import InvalidBoardRequest, InvalidRules, InvalidSeed, SapperError, quoted
from sapper.game.game import MAX_SEED, check_seed, choose_seed
from sapper.game.rules import Cell, Rules

if TYPE_CHECKING:
    from sapper.generate import Board

CountOption = Annotated[
    int,
    typer.Option("--count", metavar="N", help="How many boards.", parser=read_whole_number),
]
FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first", metavar="ROW,COLUMN", help="The first reveal, from 0,0; the centre if not given."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object per board and line.")]
NoGuessOption = Annotated[
    bool,
    typer.Option("--no-guess", help="Boards that logic alone clears from the first reveal."),
]
DifficultyOption = Annotated[
    str | None,
    typer.Option(
        "--difficulty",
        metavar="easy|medium|hard|extreme",
        help="The hardest argument that the board needs; implies --no-guess.",
    ),
]
ThreeBvOption = Annotated[
    str | None,
    typer.Option("--three-bv", metavar="MIN-MAX", help="Only boards with a 3BV in this range."),
]
DensityOption = Annotated[
    str | None,
    typer.Option("--density", metavar="PERCENT", help="Mines per cell, in place of the level's."),
]
MethodOption = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="rejection|repair",
        help="Only unbiased no-guess boards, or only repaired ones.",
    ),
]
AttemptsOption = Annotated[
    int | None,
    typer.Option(
        "--attempts",
        metavar="N",
        help="Layouts to draw for one board before repair or failure.",
        parser=read_whole_number,
    ),
]
SecondsOption = Annotated[
    float, typer.Option("--seconds", metavar="S", help="The longest time for one board.")
]
CertificateOption = Annotated[
    bool,
    typer.Option("--certificate", help="With --json: every deduction that clears the board."),
]


def generate(
    level: LevelArgument = "beginner",
    start: StartOption = "safe",
    seed: SeedOption = None,
    count: CountOption = 1,
    first: FirstOption = None,
    as_json: JsonOption = False,
    no_guess: NoGuessOption = False,
    difficulty: DifficultyOption = None,
    three_bv: ThreeBvOption = None,
    density: DensityOption = None,
    method: MethodOption = None,
    attempts: AttemptsOption = None,
    seconds: SecondsOption = 10.0,
    certificate: CertificateOption = False,
) -> None:
    """Print boards as text or as JSON: of SEED, SEED+1 and so on."""
    rules = _with_density(read_rules(level, start), density)
    if count < 1:
        raise SapperError(f"cannot make {quoted(count)} boards: --count is at least 1")
    first_seed = choose_seed() if seed is None else check_seed(seed)
    if first_seed + count - 1 > MAX_SEED:
        raise InvalidSeed(f"{quoted(count)} seeds from {first_seed} on go past 2**64 - 1")
    cell = rules.centre if first is None else read_cell(first, rules)
    wishes: dict[str, Any] = {"three_bv": _read_three_bv(three_bv), "attempts": attempts}
    if no_guess or difficulty is not None:
        wishes |= {"difficulty": difficulty, "method": method, "seconds": seconds}
        boards = _no_guess_boards(rules, first_seed, count, cell, wishes)
    elif certificate or method is not None:
        raise InvalidBoardRequest("--certificate and --method are for boards with --no-guess")
    else:
        boards = _uniform_boards(rules, first_seed, count, cell, wishes)
    for number, board in enumerate(boards):
        if as_json:
            print(json.dumps(_as_json(board, with_certificate=certificate)), flush=no_guess)
        else:
            # The board alone goes to stdout, so that it can be piped into other commands.
            print(_title(board), file=sys.stderr, flush=True)
            solution = board.solution
            print(f"\n{solution}" if number else solution, flush=True)


def _uniform_boards(
    rules: Rules, seed: int, count: int, first: Cell, wishes: dict[str, Any]
) -> Iterator["Board"]:
    from sapper.generate import uniform

    for _ in range(count):
        board = uniform(rules, first=first, seed=seed, **wishes)
        yield board
        seed = board.seed + 1


def _no_guess_boards(
    rules: Rules, seed: int, count: int, first: Cell, wishes: dict[str, Any]
) -> Iterator["Board"]:
    from sapper.generate import no_guess

    for each in range(seed, seed + count):
        with _ended_by_control_c():
            board = no_guess(rules, first=first, seed=each, **wishes)
        yield board


@contextmanager
def _ended_by_control_c() -> Iterator[None]:
    """Let Ctrl-C end the process at once: the core's search would not look up until its limit."""
    sys.stdout.flush()  # what was found is not lost
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _title(board: "Board") -> str:
    title = f"seed {board.seed}, first {board.first[0]},{board.first[1]}"
    if board.method == "uniform":
        return title
    how = "repair (biased)" if board.is_biased else board.method
    return f"{title}, no guess by {how}, {board.difficulty}, 3BV {board.metrics.three_bv}"


def _as_json(board: "Board", *, with_certificate: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "level": str(board.rules),
        "start": board.rules.start,
        "seed": board.seed,
        "first": list(board.first),
        "mines": [list(mine) for mine in sorted(board.layout)],
    }
    if board.method != "uniform":
        row |= {
            "no_guess": True,
            "method": board.method,
            "biased": board.is_biased,
            "attempts": board.attempts,
            "difficulty": board.difficulty,
            "three_bv": board.metrics.three_bv,
        }
    if with_certificate:
        row["certificate"] = board.certificate.to_json()
    return row


def _with_density(rules: Rules, density: str | None) -> Rules:
    if density is None:
        return rules
    match = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,9})?)\s*%?\s*", density, re.ASCII)
    if not match or not 0 <= float(match[1]) <= 100:
        raise InvalidRules(
            f"cannot read the density {quoted(density)}", hint="mines per hundred cells: 20 or 20.6"
        )
    return replace(rules, mines=round(float(match[1]) / 100 * rules.cell_count))


def _read_three_bv(text: str | None) -> tuple[int | None, int | None] | None:
    if text is None:
        return None
    match = re.fullmatch(r"\s*(\d{1,9})?\s*-\s*(\d{1,9})?\s*", text, re.ASCII)
    if not match or not (match[1] or match[2]):
        raise InvalidBoardRequest(
            f"cannot read the range {quoted(text)}",
            hint="--three-bv 100-150, or 100- without an upper end",
        )
    return tuple(None if bound is None else int(bound) for bound in match.groups())  # type: ignore[return-value]
