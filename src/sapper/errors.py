"""Everything that Sapper raises on purpose.

The whole tree; each class is also the built-in error that a caller would expect::

    SapperError
    ├── InvalidRules (ValueError)       a size, mine count, start rule or level not to be played
    ├── InvalidSeed (ValueError)        a seed that is not a whole number from 0 to 2**64 - 1
    ├── InvalidLayout (ValueError)      mines off the board, named twice, or too many or too few
    ├── IllegalMove (ValueError)        a move that the game does not allow; it changes nothing
    ├── NotationError (ValueError)      text that is not a position
    ├── ReplayError (ValueError)        text that is not the record of a game
    ├── FormatError (ValueError)        a file of another program that cannot be read or written
    ├── InconsistentView (ValueError)   a position that no layout of the mines can explain
    ├── InvalidBudget (ValueError)      limits that are no limits, such as NaN seconds
    ├── BudgetExceeded (RuntimeError)   a search that reached its limit of time or states
    ├── InvalidBoardRequest (ValueError)        a board asked for in a way that makes no sense
    ├── BoardNotFound (RuntimeError)    no board as wished within the limits of the search
    ├── InvalidCertificate (ValueError) steps that do not prove that a board needs no guess
    ├── InvalidProof (ValueError)       a proof with a step that does not hold
    ├── UnknownStrategy (LookupError)   a name that no strategy has
    ├── UnknownTheme (LookupError)      a name that no theme of drills has
    ├── InvalidOption (ValueError)      an option that a strategy does not have or cannot read
    ├── StrategyFailed (RuntimeError)   a strategy that gave up or raised in a benchmark
    ├── InvalidBenchmark (ValueError)   a benchmark that cannot be run as it was asked for
    ├── ClusterFailed (ConnectionError) a cluster that cannot be reached or used
    ├── MissingExtra (ImportError)      an optional package that is not installed
    ├── StoreError (RuntimeError)       a database that cannot be opened, read or written
    ├── StaleVersion (RuntimeError)     a move for a version of a game that is no longer the last
    ├── ServerFailed (ConnectionError)  a server that cannot listen where it was told to
    └── NotFound (LookupError)       an id or a link that leads to no game

Messages name the bad value and the rule that it breaks. Some errors also carry a `hint`: one line
that says what to do instead.
"""


class SapperError(Exception):
    """The root of all errors that Sapper raises on purpose."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class InvalidRules(SapperError, ValueError):
    """A size, mine count, start rule or level that cannot be played."""


class InvalidSeed(SapperError, ValueError):
    """A seed that is not a whole number from 0 to 2**64 - 1."""


class InvalidLayout(SapperError, ValueError):
    """Mines off the board, named twice, or not as many as the rules say."""


class IllegalMove(SapperError, ValueError):
    """A move that the game does not allow. The game is as it was before."""


class NotationError(SapperError, ValueError):
    """Text that is not a position; the message names the line."""


class ReplayError(SapperError, ValueError):
    """Text that is not the record of a game; the message names the line."""


class FormatError(SapperError, ValueError):
    """A file that is not what its format says, or that its format cannot hold.

    The message names the place; `line` (from 1) or `offset` (in bytes, from 0) are set where known.
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
    """A position that no layout of the mines can explain.

    `cell` is a clue that cannot hold; None when it is the number of mines that cannot.
    """

    def __init__(
        self, message: str, *, cell: tuple[int, int] | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.cell = cell


class BudgetExceeded(SapperError, RuntimeError):
    """A search reached its limit of time or states."""


class InvalidBoardRequest(SapperError, ValueError):
    """A board that is asked for in a way that makes no sense, such as an unknown difficulty."""


class BoardNotFound(SapperError, RuntimeError):
    """No board as wished was found within the limits; there may be none."""


class InvalidCertificate(SapperError, ValueError):
    """Steps that do not prove that a board can be cleared without a guess."""


class InvalidBudget(SapperError, ValueError):
    """Limits of a search that are not positive numbers."""


class InvalidProof(SapperError, ValueError):
    """A proof with a step that does not hold; the message names the step."""


class UnknownStrategy(SapperError, LookupError):
    """A name that no strategy has; the hint gives the nearest one."""


class UnknownTheme(SapperError, LookupError):
    """A name that no theme of drills has; the hint gives the nearest one."""


class InvalidOption(SapperError, ValueError):
    """An option that a strategy does not have, or a value that it cannot take."""


class StrategyFailed(SapperError, RuntimeError):
    """A strategy that advised nothing in a running game, or raised; the message names the seed."""


class InvalidBenchmark(SapperError, ValueError):
    """A benchmark that cannot be run as it was asked for."""


class ClusterFailed(SapperError, ConnectionError):
    """A cluster that cannot be reached, has no workers or cannot run Sapper."""


class MissingExtra(SapperError, ImportError):
    """An optional package that is not installed; the hint says how to get it."""


class StoreError(SapperError, RuntimeError):
    """A database that cannot be opened, read or written."""


class ServerFailed(SapperError, ConnectionError):
    """A server that cannot listen where it was told to."""


class StaleVersion(SapperError, RuntimeError):
    """A move for a version of a game that is no longer the last; `version` is the last."""

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__(message, hint="read the game again and repeat the move")
        self.version = version


class NotFound(SapperError, LookupError):
    """An id or a link that leads to no game, or to somebody else's."""


_QUOTED_LENGTH = 60


def quoted(value: object) -> str:
    """Return a bad value as messages name it: its repr, cut where it would fill the screen.

    >>> quoted("9x9")
    "'9x9'"
    >>> quoted(10**5000)
    'an int too long to print'
    """
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write whole numbers of more than 4300 digits
        article = "an" if type(value).__name__[0] in "aeiou" else "a"
        return f"{article} {type(value).__name__} too long to print"
    return text if len(text) <= _QUOTED_LENGTH else text[: _QUOTED_LENGTH - 3] + "..."
