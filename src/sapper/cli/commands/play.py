"""The `sapper play` command, which starts a game in the terminal."""

import secrets
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.shared_options import (
    DatabaseOption,
    LevelArgument,
    MinesOption,
    SeedOption,
    StartOption,
    read_rules,
)
from sapper.cli.terminal_detection import PlainOption, uses_full_screen
from sapper.errors import InvalidOption
from sapper.game.rules import Rules

if TYPE_CHECKING:
    from sapper.play.game_service import PlayerGame


def play(
    level: LevelArgument = "beginner",
    start: StartOption = "safe",
    seed: SeedOption = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Resume your last unfinished game, even if you started it in the browser.",
        ),
    ] = False,
    practice: Annotated[
        bool,
        typer.Option("--practice", help="Allow undo; practice games have separate statistics."),
    ] = False,
    no_guess: Annotated[
        bool, typer.Option("--no-guess", help="Play a board that can be solved without guessing.")
    ] = False,
    daily: Annotated[
        bool,
        typer.Option(
            "--daily", help="Play today's board at this level. Your first attempt counts."
        ),
    ] = False,
    challenge: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Play the board that a friend sent you."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Start from the position in a text file or image, with the mines placed at "
            "random; use - for standard input.",
        ),
    ] = None,
    mines: MinesOption = None,
    plain: PlainOption = False,
    database: DatabaseOption = None,
) -> int:
    """Play a game in the terminal.

    If there is no terminal, the game runs in plain mode. Type help in plain mode to list the
    commands.
    """
    if challenge is not None:
        return _play_challenge(challenge, database, plain=plain)
    if source is not None:
        if resume or daily or no_guess or start != "safe":
            raise InvalidOption("--from cannot be combined with options for a new board")
        return _play_position(source, mines, seed, database, plain=plain)
    if mines is not None:
        raise InvalidOption("--mines requires --from")
    rules = read_rules(level, start)
    if daily and (resume or practice or no_guess or seed is not None or start != "safe"):
        raise InvalidOption("a daily board takes no options except the level")
    if not uses_full_screen(plain=plain, is_required=resume or daily):
        if resume or daily:
            option = "--daily" if daily else "--resume"
            raise InvalidOption(
                f"{option} is not available in plain mode, which does not save games",
                hint=f"run sapper play {option} in a terminal",
            )
        from sapper.cli.plain_mode import PlainGame

        game = _new_game(rules, seed, practice=True, no_guess=no_guess)
        PlainGame(game.session, sys.stdin, sys.stdout).run()
        return 0
    from sapper.play.computation import compute_in_thread, run_blocking
    from sapper.play.local_service import LocalService
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.game_screen import GameScreen

    service = LocalService(compute_in_thread, database)
    # An invalid URL is reported before the game starts.
    if resume or daily or database is not None:
        service.open()
    if daily:
        game = run_blocking(service.daily.start(service.player, rules.level_name))
        return run(GameScreen(game, is_resumed=game.version > 0), service)
    if resume:
        games = run_blocking(service.history.unfinished(service.player))
        if games:
            game = run_blocking(service.load(games[0]["id"]))
            return run(GameScreen(game, is_resumed=True), service)
        print("No unfinished game found. Starting a new game.", file=sys.stderr)
    return run(GameScreen(_new_game(rules, seed, practice=practice, no_guess=no_guess)), service)


def _play_position(
    source: str, mines: int | None, seed: int | None, database: str | None, *, plain: bool
) -> int:
    """Start a practice game from a position."""
    from sapper.cli.input_files import read_view
    from sapper.play.computation import compute_in_thread
    from sapper.play.game_service import PlayerGame
    from sapper.play.local_service import LocalService
    from sapper.play.position_game import session_at

    session = session_at(
        read_view(source, mines=mines), secrets.randbits(64) if seed is None else seed
    )
    if not uses_full_screen(plain=plain, is_required=False):
        from sapper.cli.plain_mode import PlainGame

        PlainGame(session, sys.stdin, sys.stdout).run()
        return 0
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.game_screen import GameScreen

    service = LocalService(compute_in_thread, database)
    if database is not None:
        service.open()  # An invalid URL is reported before the game starts.
    return run(GameScreen(PlayerGame(service.player, session), is_resumed=True), service)


def _play_challenge(code: str, database: str | None, *, plain: bool) -> int:
    """Show a challenge in the full-screen app."""
    if not uses_full_screen(plain=plain, is_required=True):
        raise InvalidOption(
            "--challenge is not available in plain mode, which does not save games",
            hint="run sapper play --challenge CODE in a terminal",
        )
    from sapper.play.computation import compute_in_thread, run_blocking
    from sapper.play.local_service import LocalService
    from sapper.tui.sapper_app import run
    from sapper.tui.screens.challenge_screen import ChallengeScreen, challenge_code

    service = LocalService(compute_in_thread, database)
    service.open()
    found = challenge_code(code)
    run_blocking(service.challenges.check(found))
    return run(ChallengeScreen(found), service)


def _new_game(rules: Rules, seed: int | None, *, practice: bool, no_guess: bool) -> "PlayerGame":
    from sapper.play.computation import compute_inline, run_blocking
    from sapper.play.game_setup import GameSetup
    from sapper.play.local_service import LocalService

    service = LocalService(
        compute_inline
    )  # Ctrl-C interrupts the search for a no-guess board, because the search runs inline.
    setup = GameSetup(rules, practice=practice, no_guess=no_guess)
    return run_blocking(service.new_game(service.player, setup, seed=seed))
