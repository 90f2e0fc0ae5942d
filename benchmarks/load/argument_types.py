"""Types for command-line arguments, which are checked before a server starts."""

import argparse

from sapper import Rules
from sapper.errors import SapperError


def positive_integer(text: str) -> int:
    """Parse a positive integer. Raises ArgumentTypeError if the text is not one."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a positive integer, not {text[:40]!r}")
    return number


def level_name(text: str) -> str:
    """Return a level name or size. Raises ArgumentTypeError if it is invalid."""
    try:
        Rules.level(text)
    except SapperError as error:
        hint = f" ({error.hint})" if error.hint else ""
        raise argparse.ArgumentTypeError(f"{error}{hint}") from None
    return text
