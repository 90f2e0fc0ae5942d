"""`sapper generate`: boards for other programs and for people."""

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from sapper.cli.options import (
    LevelArgument,
    SeedOption,
    StartOption,
    read_cell,
    read_rules,
    read_whole_number,
)
from sapper.errors import InvalidSeed, SapperError, quoted
from sapper.game.game import MAX_SEED, Game, check_seed, choose_seed
from sapper.game.rules import Cell, Rules

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


def generate(
    level: LevelArgument = "beginner",
    start: StartOption = "safe",
    seed: SeedOption = None,
    count: CountOption = 1,
    first: FirstOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print boards as text or as JSON: of SEED, SEED+1 and so on."""
    rules = read_rules(level, start)
    if count < 1:
        raise SapperError(f"cannot make {quoted(count)} boards: --count is at least 1")
    first_seed = choose_seed() if seed is None else check_seed(seed)
    if first_seed + count - 1 > MAX_SEED:
        raise InvalidSeed(f"{quoted(count)} seeds from {first_seed} on go past 2**64 - 1")
    cell = rules.centre if first is None else read_cell(first, rules)
    for number, game in enumerate(_boards(rules, first_seed, count, cell)):
        if as_json:
            print(_as_json(game, cell))
        else:
            # The board alone goes to stdout, so that it can be piped into other commands.
            print(f"seed {game.seed}, first {cell[0]},{cell[1]}", file=sys.stderr, flush=True)
            print(f"\n{game.solution}" if number else game.solution, flush=True)


def _boards(rules: Rules, seed: int, count: int, first: Cell) -> Iterator[Game]:
    for each in range(seed, seed + count):
        game = Game(rules, each)
        game.reveal(first)
        yield game


def _as_json(game: Game, first: Cell) -> str:
    return json.dumps(
        {
            "level": str(game.rules),
            "start": game.rules.start,
            "seed": game.seed,
            "first": list(first),
            "mines": [list(mine) for mine in sorted(game.layout)],
        }
    )
