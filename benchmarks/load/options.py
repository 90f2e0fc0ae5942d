"""What the command lines of the load take, checked before anything is started."""

import argparse

from sapper import Rules
from sapper.errors import SapperError


def at_least_one(text: str) -> int:
    """Return a number of things of which there must be some."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from 1 on")
    return number


def level_name(text: str) -> str:
    """Return the name of a level or a size."""
    try:
        Rules.level(text)
    except SapperError as error:
        hint = f" ({error.hint})" if error.hint else ""
        raise argparse.ArgumentTypeError(f"{error}{hint}") from None
    return text
