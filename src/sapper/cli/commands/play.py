"""The `sapper play` command, which starts a game in the terminal."""

import sys
from typing import Annotated

import typer

from sapper.cli.commands.web import DatabaseOption
from sapper.cli.shared_options import LevelArgument, SeedOption, StartOption, read_rules
from sapper.cli.terminal import PlainOption, is_terminal
from sapper.errors import InvalidOption
from sapper.game.rules import Rules

ResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume", help="Resume your last unfinished game, even if you started it in the browser."
    ),
]
PracticeOption = Annotated[
    bool, typer.Option("--practice", help="Allow undo; practice games have separate statistics.")
]
NoGuessOption = Annotated[
    bool, typer.Option("--no-guess", help="Play a board that can be solved without guessing.")
]


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
    """Play in the terminal.

    If there is no terminal, the game runs in plain text mode. Type help to list its commands.
    """
    rules = read_rules(level, start)
    if plain or not is_terminal():
        if resume:
            raise InvalidOption(
                "cannot resume a game in plain mode, which does not save games",
                hint="run sapper play --resume in a terminal",
            )
        _play_plain(rules, seed, no_guess=no_guess)
        return 0
    from sapper.tui.game_setup import GameSetup
    from sapper.tui.persistence import GamePersistence
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.game_screen import GameScreen

    persistence = GamePersistence(database)
    if database is not None:  # report an invalid URL before the game starts
        persistence.open()
    if resume:
        persistence.open()
        games = persistence.unfinished_games()
        if games:
            return run(GameScreen(persistence.resume(games[0]["id"]), is_resumed=True), persistence)
        print("No unfinished game found. Starting a new game.", file=sys.stderr)
    session = GameSetup(rules, practice=practice, no_guess=no_guess).new_session(seed)
    return run(GameScreen(session), persistence)


def _play_plain(rules: Rules, seed: int | None, *, no_guess: bool) -> None:
    from sapper.cli.plain_mode import PlainGame
    from sapper.tui.game_setup import GameSetup

    session = GameSetup(rules, practice=True, no_guess=no_guess).new_session(seed)
    PlainGame(session, sys.stdin, sys.stdout).run()
