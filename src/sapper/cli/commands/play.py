"""`sapper play`: the game in the terminal."""

import sys
from typing import Annotated

import typer

from sapper.cli.commands.web import DatabaseOption
from sapper.cli.options import LevelArgument, SeedOption, StartOption, read_rules
from sapper.cli.terminal import PlainOption, is_terminal
from sapper.errors import InvalidOption
from sapper.game.rules import Rules

ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with your last unfinished game, also of the page.")
]
PracticeOption = Annotated[
    bool, typer.Option("--practice", help="Moves can be taken back; the game counts apart.")
]
NoGuessOption = Annotated[bool, typer.Option("--no-guess", help="A board that logic alone clears.")]


def play(
    level: LevelArgument = "beginner",
    start: StartOption = "safe",
    seed: SeedOption = None,
    resume: ResumeOption = False,
    practice: PracticeOption = False,
    no_guess: NoGuessOption = False,
    plain: PlainOption = False,
    database: DatabaseOption = None,
) -> int:
    """Play in the terminal; in lines of text where there is none, type help for the commands."""
    rules = read_rules(level, start)
    if plain or not is_terminal():
        if resume:
            raise InvalidOption(
                "games in lines of text are not kept", hint="sapper play --resume in a terminal"
            )
        _play_plain(rules, seed, no_guess=no_guess)
        return 0
    from sapper.tui.game_setup import Setup
    from sapper.tui.persistence import Keeper
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.game_screen import GameScreen

    keeper = Keeper(database)
    if database is not None:  # who names one wants to know at once when it is none
        keeper.open()
    if resume:
        keeper.open()
        games = keeper.unfinished()
        if games:
            return run(GameScreen(keeper.resume(games[0]["id"]), is_resumed=True), keeper)
        print("There is no unfinished game; a new one begins.", file=sys.stderr)
    session = Setup(rules, practice=practice, no_guess=no_guess).begin(seed)
    return run(GameScreen(session), keeper)


def _play_plain(rules: Rules, seed: int | None, *, no_guess: bool) -> None:
    from sapper.cli.plain_mode import PlainGame
    from sapper.tui.game_setup import Setup

    session = Setup(rules, practice=True, no_guess=no_guess).begin(seed)
    PlainGame(session, sys.stdin, sys.stdout).run()
