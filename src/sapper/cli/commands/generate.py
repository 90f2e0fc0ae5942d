"""The `sapper generate` command, which prints new boards as text or JSON."""

import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.shared_options import (
    LevelArgument,
    SeedOption,
    StartOption,
    read_first,
    read_rules,
    read_whole_number,
)
from sapper.errors import InvalidBoardRequest, InvalidRules, InvalidSeed, SapperError, short_repr
from sapper.game.rules import Rules
from sapper.game.seeds import MAX_SEED, check_seed, random_seed
from sapper.signal_handlers import signal_handler

if TYPE_CHECKING:
    from sapper.generate import Board


def generate(
    level: LevelArgument = "beginner",
    start: StartOption = "safe",
    seed: SeedOption = None,
    count: Annotated[
        int, typer.Option(metavar="N", help="Generate this many boards.", parser=read_whole_number)
    ] = 1,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="ROW,COLUMN",
            help="Set the first cell to reveal; the top left cell is 0,0.",
            show_default="the centre",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per board.")
    ] = False,
    no_guess: Annotated[
        bool,
        typer.Option(
            "--no-guess",
            help="Generate boards that can be solved without guessing after the first reveal.",
        ),
    ] = False,
    difficulty: Annotated[
        str | None,
        typer.Option(
            metavar="easy|medium|hard|extreme",
            help="Require deductions of this difficulty; implies --no-guess.",
        ),
    ] = None,
    three_bv: Annotated[
        str | None, typer.Option(metavar="MIN-MAX", help="Require a 3BV in this range.")
    ] = None,
    density: Annotated[
        str | None,
        typer.Option(metavar="PERCENT", help="Override the level's mine count with this density."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="rejection|repair",
            help="Generate no-guess boards only by rejection sampling (unbiased) or only by "
            "repair.",
        ),
    ] = None,
    attempts: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Limit the number of layouts drawn per board before repair starts or generation "
            "fails.",
            parser=read_whole_number,
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="Limit the time per board.")] = 10.0,
    certificate: Annotated[
        bool,
        typer.Option(
            "--certificate", help="Include the deductions that solve each board in the JSON output."
        ),
    ] = False,
) -> None:
    """Generate boards and print them.

    If more than one board is requested, their seeds are consecutive.
    """
    rules = _with_density(read_rules(level, start), density)
    if count < 1:
        raise SapperError(f"--count must be at least 1, not {short_repr(count)}")
    first_seed = random_seed() if seed is None else check_seed(seed)
    if first_seed + count - 1 > MAX_SEED:
        raise InvalidSeed(
            f"cannot generate {short_repr(count)} boards from seed {first_seed}: "
            "the largest seed is 2**64 - 1"
        )
    request: dict[str, Any] = {
        "first": read_first(first, rules) or rules.centre,
        "three_bv": _read_three_bv(three_bv),
        "attempts": attempts,
    }
    if no_guess or difficulty is not None:
        request |= {"difficulty": difficulty, "method": method, "seconds": seconds}
        boards = _boards(_no_guess_board, rules, first_seed, count, request)
    elif certificate or method is not None:
        raise InvalidBoardRequest("--certificate and --method require --no-guess or --difficulty")
    else:
        from sapper.generate import uniform

        boards = _boards(uniform, rules, first_seed, count, request)
    for number, board in enumerate(boards):
        if as_json:
            print(json.dumps(_as_json(board, with_certificate=certificate)), flush=no_guess)
        else:
            # The board alone goes to stdout, so that other commands can read it.
            print(_heading(board), file=sys.stderr, flush=True)
            solution = board.solution
            print(f"\n{solution}" if number else solution, flush=True)


def _boards(
    generate_board: Callable[..., "Board"],
    rules: Rules,
    seed: int,
    count: int,
    request: dict[str, Any],
) -> Iterator["Board"]:
    """Yield boards generated from consecutive seeds."""
    for _ in range(count):
        board = generate_board(rules, seed=seed, **request)
        yield board
        seed = board.seed + 1


def _no_guess_board(rules: Rules, **request: Any) -> "Board":
    from sapper.generate import no_guess

    sys.stdout.flush()  # Ctrl-C must not discard finished boards.
    # Ctrl-C ends the process immediately, because the C++ search does not check for signals.
    with signal_handler(signal.SIGINT, signal.SIG_DFL):
        return no_guess(rules, **request)


def _heading(board: "Board") -> str:
    heading = f"seed {board.seed}, first {board.first[0]},{board.first[1]}"
    if board.method == "uniform":
        return heading
    method = "repair (biased)" if board.is_biased else board.method
    return f"{heading}, no guess by {method}, {board.difficulty}, 3BV {board.metrics.three_bv}"


def _as_json(board: "Board", *, with_certificate: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "level": str(board.rules),
        "start": board.rules.start,
        "seed": board.seed,
        "first": list(board.first),
        "mines": [list(mine) for mine in sorted(board.layout)],
    }
    if board.method != "uniform":
        data |= {
            "no_guess": True,
            "method": board.method,
            "biased": board.is_biased,
            "attempts": board.attempts,
            "difficulty": board.difficulty,
            "three_bv": board.metrics.three_bv,
        }
    if with_certificate:
        data["certificate"] = board.certificate.to_json()
    return data


def _with_density(rules: Rules, density: str | None) -> Rules:
    if density is None:
        return rules
    match = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,9})?)\s*%?\s*", density, re.ASCII)
    if not match or not 0 <= float(match[1]) <= 100:
        raise InvalidRules(
            f"--density must be a percentage, not {short_repr(density)}",
            hint="use the number of mines per hundred cells, such as 20 or 20.6",
        )
    return replace(rules, mines=round(float(match[1]) / 100 * rules.cell_count))


def _read_three_bv(text: str | None) -> tuple[int | None, int | None] | None:
    if text is None:
        return None
    match = re.fullmatch(r"\s*(\d{1,9})?\s*-\s*(\d{1,9})?\s*", text, re.ASCII)
    if not match or not (match[1] or match[2]):
        raise InvalidBoardRequest(
            f"--three-bv must be a range, not {short_repr(text)}",
            hint="use a range such as 100-150, or 100- for no upper bound",
        )
    return tuple(None if bound is None else int(bound) for bound in match.groups())  # type: ignore[return-value]
