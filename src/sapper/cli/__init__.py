"""Sapper's command-line interface.

Each command parses its arguments, calls the library and prints the result. Data goes to stdout,
and messages go to stderr. On invalid input, a command prints an `error: ...` line, optionally
followed by a `hint: ...` line, and exits with code 2.
"""

import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from sapper.cli.command_aliases import expand_aliases
from sapper.cli.commands import (
    analyse,
    bench,
    convert,
    cs50,
    games_command,
    generate,
    hint,
    learn,
    optimal,
    play,
    puzzle,
    review,
    scan,
    stats,
    strategies,
    watch,
    web,
)
from sapper.cli.shared_options import common_options
from sapper.errors import SapperError
from sapper.game.rules import Rules

EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130

app = typer.Typer(
    name="sapper",
    help="Minesweeper to play, learn, analyse and study.",
    epilog="In a terminal, sapper without a command plays the small board in plain text. sapper "
    "small, sapper medium and sapper large choose the board. sapper benchmark [GAMES] and sapper "
    "medium benchmark [GAMES] measure the layered strategy.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.callback()(common_options)
# The commands for players come first in the help.
app.command("play")(play.play)
app.command("learn")(learn.learn)
app.command("puzzle")(puzzle.puzzle_command)
app.command("games")(games_command.games)
app.command("stats")(stats.stats)
app.command("web")(web.web)
app.command("watch")(watch.watch)
app.command("hint")(hint.hint_command)
app.command("review")(review.review_command)
app.command("analyse")(analyse.analyse_command)
app.command("scan")(scan.scan_command)
app.command("optimal")(optimal.optimal_command)
app.command("generate")(generate.generate)
app.command("convert")(convert.convert)
app.command("strategies")(strategies.list_strategies)
app.command("bench")(bench.bench)
app.command("cs50")(cs50.cs50)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _prepare_streams()
    try:
        commands = [command.name for command in app.registered_commands]
        given = sys.argv[1:] if arguments is None else arguments
        is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        expanded = expand_aliases(given, commands, is_interactive=is_interactive)
        # A negative width looks like an option. Parsing it here produces a clearer error.
        for argument in expanded:
            if re.fullmatch(r"-\d+x.*", argument):
                Rules.parse(argument)
        code = app(args=expanded, prog_name="sapper", standalone_mode=False)
        sys.stdout.flush()
    except SapperError as error:
        return _fail(str(error), error.hint)
    except typer.TyperException as error:
        return _fail_usage(error)
    except (typer.Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe, as in `sapper analyse FILE | head -1`.
        _discard_pending_output()
        return 1
    except OSError as error:
        _discard_pending_output()
        return _fail(f"{error.filename or 'cannot read or write'}: {error.strerror or error}")
    return code if isinstance(code, int) else 0


def _prepare_streams() -> None:
    """Replace closed standard streams with /dev/null, and escape unencodable characters."""
    # Python represents a closed stream as None.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
    # Messages quote user input, which is escaped if the terminal supports only ASCII.
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _discard_pending_output() -> None:
    """Discard pending output that cannot be written, so that Python reports no error at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, hint: str | None = None) -> int:
    print(f"error: {message}", file=sys.stderr)
    if hint:
        print(f"hint: {hint}", file=sys.stderr)
    return EXIT_BAD_INPUT


def _fail_usage(error: typer.TyperException) -> int:
    """Report a usage error in the same format as all other errors."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "sapper"
    message = getattr(error, "format_message", lambda: str(error))()
    return _fail(" ".join(message.split()).rstrip("."), f"see {command} --help")
