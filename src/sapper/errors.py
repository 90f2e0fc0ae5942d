"""Sapper's exception classes.

Every class derives from SapperError and from the matching built-in exception::

    SapperError
    ├── InvalidRules (ValueError)         an invalid size, mine count, start rule or level
    ├── InvalidSeed (ValueError)          a seed that is not an integer from 0 to 2**64 - 1
    ├── InvalidLayout (ValueError)        misplaced or duplicate mines, or a wrong mine count
    ├── IllegalMove (ValueError)          a move that the game does not allow
    ├── NotationError (ValueError)        a malformed position text
    ├── ReplayError (ValueError)          a malformed replay file
    ├── FormatError (ValueError)          a malformed or unsupported file from another program
    ├── ContentError (ValueError)         a malformed file of Sapper's own content, such as a lesson
    ├── PictureError (ValueError)         an image that cannot be read as a position
    ├── InconsistentView (ValueError)     a position that no mine layout can produce
    ├── InvalidBudget (ValueError)        an invalid search limit, such as NaN seconds
    ├── BudgetExceeded (RuntimeError)     a search that exceeded its time or memory limit
    ├── InvalidBoardRequest (ValueError)  invalid constraints on a generated board
    ├── BoardNotFound (RuntimeError)      a board search that reached its limits without a match
    ├── InvalidCertificate (ValueError)   a certificate that does not prove its board no-guess
    ├── InvalidProof (ValueError)         a proof with an invalid step
    ├── UnknownStrategy (LookupError)     an unknown strategy name
    ├── UnknownTheme (LookupError)        an unknown puzzle theme
    ├── InvalidOption (ValueError)        an unknown strategy option or an invalid option value
    ├── StrategyFailed (RuntimeError)     a strategy that failed or returned no move
    ├── InvalidBenchmark (ValueError)     an invalid benchmark configuration
    ├── ClusterFailed (ConnectionError)   a cluster that is unreachable or unusable
    ├── MissingExtra (ImportError)        an optional package that is not installed
    ├── StoreError (RuntimeError)         a database that cannot be opened, read or written
    ├── StaleVersion (RuntimeError)       a move based on an outdated version of a game
    ├── ServerFailed (ConnectionError)    a server that cannot listen on its address
    └── NotFound (LookupError)            an unknown id or link

Error messages quote the invalid value, name the violated rule and refer to cells by name, such as
E5. Programs can read the same details from an error's attributes. Attributes that are unknown or do
not apply are None.
"""

import difflib
from collections.abc import Iterable
from typing import Any


class SapperError(Exception):
    """The base class of all Sapper errors."""

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        cell: tuple[int, int] | None = None,
        line: int | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.hint = hint
        """A one-line suggestion for fixing the problem."""
        self.cell = cell
        """The (row, column) of the cell that caused the error."""
        self.line = line
        """The one-based number of the input line that contains the error."""
        self.field = field
        """The name of the invalid parameter, such as "mines" or "seed"."""

    def __reduce__(self) -> tuple[Any, ...]:
        # By default, pickle cannot rebuild exceptions whose constructors take keyword arguments.
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(
    error_class: type[SapperError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> SapperError:
    error = error_class.__new__(error_class, *args)
    error.__dict__.update(attributes)
    return error


class InvalidRules(SapperError, ValueError):
    """An invalid size, mine count, start rule or level."""


class InvalidSeed(SapperError, ValueError):
    """A seed that is not an integer from 0 to 2**64 - 1."""


class InvalidLayout(SapperError, ValueError):
    """A layout with mines off the board, duplicate mines or the wrong number of mines."""


class IllegalMove(SapperError, ValueError):
    """A move that the game does not allow. An illegal move leaves the game unchanged."""


class NotationError(SapperError, ValueError):
    """A malformed position. The `line` attribute is the invalid line's number, if known."""


class ReplayError(SapperError, ValueError):
    """A malformed replay file. The `line` attribute is the invalid line's number."""


class FormatError(SapperError, ValueError):
    """A malformed file from another program, or a game that the file format cannot represent."""

    def __init__(self, message: str, *, offset: int | None = None, **details: Any) -> None:
        super().__init__(message, **details)
        self.offset = offset
        """The zero-based byte offset of the error in a binary file."""


class ContentError(SapperError, ValueError):
    """A malformed content file, such as a lesson file.

    The `line` attribute is the invalid line's number.
    """


class PictureError(SapperError, ValueError):
    """An image that cannot be decoded or that contains no readable position."""

    def __init__(
        self, message: str, *, size: tuple[int, int] | None = None, **details: Any
    ) -> None:
        super().__init__(message, **details)
        self.size = size
        """The (width, height) of a board that was found but could not be read."""


class InconsistentView(SapperError, ValueError):
    """A position that no mine layout can produce.

    The `cell` attribute is the cell whose clue is impossible, or None if the mine count is
    impossible.
    """


class BudgetExceeded(SapperError, RuntimeError):
    """A search that exceeded its time or memory limit."""


class InvalidBoardRequest(SapperError, ValueError):
    """A board request with invalid constraints, such as an unknown difficulty."""


class BoardNotFound(SapperError, RuntimeError):
    """A board search that reached its limits without finding a matching board."""


class InvalidCertificate(SapperError, ValueError):
    """A certificate that does not prove its board solvable without guessing."""


class InvalidBudget(SapperError, ValueError):
    """An invalid search limit, such as a negative or infinite number of seconds."""


class InvalidProof(SapperError, ValueError):
    """A proof with an invalid step. The error message identifies the invalid step."""


class UnknownStrategy(SapperError, LookupError):
    """An unknown strategy name. The `hint` suggests the closest match or lists all strategies."""


class UnknownTheme(SapperError, LookupError):
    """An unknown puzzle theme. The `hint` suggests the closest match or lists all themes."""


class InvalidOption(SapperError, ValueError):
    """An unknown strategy option, or an invalid value for a known option."""


class StrategyFailed(SapperError, RuntimeError):
    """A strategy that failed, or that returned no move although the game was not over."""


class InvalidBenchmark(SapperError, ValueError):
    """An invalid benchmark configuration."""


class ClusterFailed(SapperError, ConnectionError):
    """A cluster that is unreachable, has no workers or cannot run Sapper."""


class MissingExtra(SapperError, ImportError):
    """An optional package that is not installed. The `hint` contains the installation command."""


class StoreError(SapperError, RuntimeError):
    """A database that cannot be opened, read or written."""


class ServerFailed(SapperError, ConnectionError):
    """A server that cannot listen on the requested address."""


class StaleVersion(SapperError, RuntimeError):
    """A move based on an outdated version of a game.

    The `version` attribute is the game's current version.
    """

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__(message, hint="reload the game and repeat the move")
        self.version = version


class NotFound(SapperError, LookupError):
    """An id or link that is unknown or belongs to another player."""


_MAX_REPR_LENGTH = 60


def short_repr(value: object) -> str:
    """Return a value's repr, truncated to fit in an error message.

    >>> short_repr("9x9")
    "'9x9'"
    >>> short_repr(10**5000)
    'an int too long to print'
    """
    try:
        text = repr(value)
    except ValueError:  # Python refuses to format integers with more than 4300 digits.
        article = "an" if type(value).__name__[0] in "aeiou" else "a"
        return f"{article} {type(value).__name__} too long to print"
    return text if len(text) <= _MAX_REPR_LENGTH else text[: _MAX_REPR_LENGTH - 3] + "..."


def closest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name closest to a mistyped one, or None if there is no close match."""
    matches = difflib.get_close_matches(name.lower(), tuple(known), n=1)
    return matches[0] if matches else None
