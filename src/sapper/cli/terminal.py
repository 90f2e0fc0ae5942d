"""Whether there is a terminal that can show more than lines of text."""

import os
import sys
from typing import Annotated

import typer

PlainOption = Annotated[
    bool,
    typer.Option("--plain", help="Lines of text, for pipes, screen readers and slow terminals."),
]


def is_terminal() -> bool:
    """Tell whether both ends are a terminal, and not a dumb one."""
    is_real = sys.stdin.isatty() and sys.stdout.isatty()
    return is_real and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
