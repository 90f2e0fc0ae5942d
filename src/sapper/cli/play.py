"""`sapper play`: the game in the terminal."""

import sys
from typing import Annotated

import typer

from sapper.cli.options import LevelArgument, SeedOption, StartOption, read_rules
from sapper.cli.plain import PlainGame
from sapper.session import Session

PlainOption = Annotated[
    bool,
    typer.Option("--plain", help="Lines of text, for pipes, screen readers and slow terminals."),
]


def play(
    level: LevelArgument = "beginner",
    start: StartOption = "safe",
    seed: SeedOption = None,
    plain: PlainOption = False,  # noqa: ARG001
) -> None:
    """Play a game in lines of text; type help for the commands."""
    session = Session(read_rules(level, start), seed, practice=True)
    PlainGame(session, sys.stdin, sys.stdout).run()
