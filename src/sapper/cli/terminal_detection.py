"""Terminal detection, which selects either the full-screen app or plain text output."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import MissingExtra
from sapper.extras import requires_extra

if TYPE_CHECKING:
    from rich.console import Console

PlainOption = Annotated[
    bool,
    typer.Option(
        "--plain", help="Use plain text, which suits pipes, screen readers and slow terminals."
    ),
]


def uses_full_screen(*, plain: bool, is_required: bool = False) -> bool:
    """Return whether to open the full-screen app instead of using plain text.

    If a capable terminal is available but the app's packages are missing, print a note and return
    False. Raises MissingExtra if `is_required` is true and the app's packages are missing.
    """
    if plain or not is_terminal():
        return False
    try:
        with requires_extra("terminal", "the full-screen app"):
            import textual  # noqa: F401
    except MissingExtra as error:
        if is_required:
            raise
        print(f"note: using plain text: {error}; to install it: {error.hint}", file=sys.stderr)
        return False
    return True


def is_terminal() -> bool:
    """Return whether stdin and stdout are attached to a terminal that supports full-screen apps."""
    is_real = sys.stdin.isatty() and sys.stdout.isatty()
    return is_real and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")


def plain_console() -> "Console":
    """Return a console that prints styled text without interpreting markup or wrapping lines."""
    from rich.console import Console

    return Console(highlight=False, markup=False, soft_wrap=True)
