"""The errors that Sapper raises.

Every class derives from SapperError and from the matching built-in error::

    SapperError
    ├── InvalidRules (ValueError)         an impossible size, mine count, start rule or level
    ├── InvalidSeed (ValueError)          a seed that is not an integer from 0 to 2**64 - 1
    ├── InvalidLayout (ValueError)        misplaced or duplicate mines, or a wrong mine count
    ├── IllegalMove (ValueError)          a move that the game does not allow
    ├── NotationError (ValueError)        a malformed position text
    ├── ReplayError (ValueError)          a malformed replay file
    ├── FormatError (ValueError)          a malformed or unsupported file from another program
    ├── InconsistentView (ValueError)     a position that no layout of mines can produce
    ├── InvalidBudget (ValueError)        an invalid search limit, such as NaN seconds
    ├── BudgetExceeded (RuntimeError)     a search that exceeded its time or memory limit
    ├── InvalidBoardRequest (ValueError)  invalid constraints on a generated board
    ├── BoardNotFound (RuntimeError)      a board search that reached its limits without a match
    ├── InvalidCertificate (ValueError)   a certificate that does not prove a board solvable
    ├── InvalidProof (ValueError)         a proof with an invalid step
    ├── UnknownStrategy (LookupError)     an unknown strategy name
    ├── UnknownTheme (LookupError)        an unknown drill theme
    ├── InvalidOption (ValueError)        an unknown strategy option or an invalid option value
    ├── StrategyFailed (RuntimeError)     a strategy that failed or returned no move
    ├── InvalidBenchmark (ValueError)     an invalid benchmark configuration
    ├── ClusterFailed (ConnectionError)   a cluster that is unreachable or unusable
    ├── MissingExtra (ImportError)        an optional package that is not installed
    ├── StoreError (RuntimeError)         a database that cannot be opened, read or written
    ├── StaleVersion (RuntimeError)       a move based on an outdated version of a game
    ├── ServerFailed (ConnectionError)    a server that cannot listen on its address
    └── NotFound (LookupError)            an unknown id or link

Error messages quote the invalid value and name the violated rule. If the `hint` attribute of an
error is not None, it suggests a solution in one line.
"""

import difflib
from collections.abc import Iterable


class SapperError(Exception):
    """The base class of all errors that Sapper raises."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class InvalidRules(SapperError, ValueError):
    """An impossible size, mine count, start rule or level."""


class InvalidSeed(SapperError, ValueError):
    """A seed that is not an integer from 0 to 2**64 - 1."""


class InvalidLayout(SapperError, ValueError):
    """A layout with mines off the board, duplicate mines or the wrong number of mines."""


class IllegalMove(SapperError, ValueError):
    """A move that the game does not allow. An illegal move leaves the game unchanged."""


class NotationError(SapperError, ValueError):
    """A malformed position. If the position was parsed from text, the message names the line."""


class ReplayError(SapperError, ValueError):
    """A malformed replay file. The message names the line."""


class FormatError(SapperError, ValueError):
    """A malformed file from another program, or a game that a file format cannot represent.

    The attributes `line` (counted from 1) and `offset` (in bytes, counted from 0) locate the error.
    They are None if the location is unknown.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        line: int | None = None,
        offset: int | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.line = line
        self.offset = offset


class InconsistentView(SapperError, ValueError):
    """A position that no layout of mines can produce.

    The attribute `cell` is the cell of an impossible clue, or None if the mine count is impossible.
    """

    def __init__(
        self, message: str, *, cell: tuple[int, int] | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.cell = cell


class BudgetExceeded(SapperError, RuntimeError):
    """A search that exceeded its time or memory limit."""


class InvalidBoardRequest(SapperError, ValueError):
    """Invalid constraints on a generated board, such as an unknown difficulty."""


class BoardNotFound(SapperError, RuntimeError):
    """A board search that reached its limits without a match. A matching board may not exist."""


class InvalidCertificate(SapperError, ValueError):
    """A certificate that does not prove that a board can be solved without guessing."""


class InvalidBudget(SapperError, ValueError):
    """An invalid search limit, such as a negative or infinite number of seconds."""


class InvalidProof(SapperError, ValueError):
    """A proof with an invalid step. The message names the step."""


class UnknownStrategy(SapperError, LookupError):
    """An unknown strategy name. The hint suggests the closest name or lists all names."""


class UnknownTheme(SapperError, LookupError):
    """An unknown drill theme. The hint suggests the closest name or lists all themes."""


class InvalidOption(SapperError, ValueError):
    """An unknown strategy option, or an invalid value for a known option."""


class StrategyFailed(SapperError, RuntimeError):
    """A strategy that failed, or that returned no move in a running game."""


class InvalidBenchmark(SapperError, ValueError):
    """An invalid benchmark configuration."""


class ClusterFailed(SapperError, ConnectionError):
    """A cluster that is unreachable, has no workers or cannot run Sapper."""


class MissingExtra(SapperError, ImportError):
    """An optional package that is not installed. The hint contains the command that installs it."""


class StoreError(SapperError, RuntimeError):
    """A database that cannot be opened, read or written."""


class ServerFailed(SapperError, ConnectionError):
    """A server that cannot listen on its address."""


class StaleVersion(SapperError, RuntimeError):
    """A move based on an outdated version of a game.

    The attribute `version` is the current version of the game.
    """

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__(message, hint="reload the game and repeat the move")
        self.version = version


class NotFound(SapperError, LookupError):
    """An unknown id or link, or one that belongs to another player."""


_MAX_REPR_LENGTH = 60


def short_repr(value: object) -> str:
    """Return the repr of an invalid value for an error message, truncated if it is long.

    >>> short_repr("9x9")
    "'9x9'"
    >>> short_repr(10**5000)
    'an int too long to print'
    """
    try:
        text = repr(value)
    except ValueError:  # Python refuses to format integers with more than 4300 digits
        article = "an" if type(value).__name__[0] in "aeiou" else "a"
        return f"{article} {type(value).__name__} too long to print"
    return text if len(text) <= _MAX_REPR_LENGTH else text[: _MAX_REPR_LENGTH - 3] + "..."


def closest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most similar to a mistyped one, or None if no name is similar."""
    matches = difflib.get_close_matches(name.lower(), tuple(known), n=1)
    return matches[0] if matches else None
