"""Detection of interactive terminals."""

import os
import sys
from typing import Annotated

import typer

PlainOption = Annotated[
    bool,
    typer.Option(
        "--plain", help="Use plain text, which suits pipes, screen readers and slow terminals."
    ),
]


def is_terminal() -> bool:
    """Return whether stdin and stdout belong to a terminal that supports full-screen apps."""
    is_real = sys.stdin.isatty() and sys.stdout.isatty()
    return is_real and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
