"""Everything that Sapper raises on purpose.

The whole tree; each class is also the built-in error that a caller would expect::

    SapperError
    ├── InvalidRules (ValueError)       a size, mine count, start rule or level not to be played
    ├── InvalidSeed (ValueError)        a seed that is not a whole number from 0 to 2**64 - 1
    ├── InvalidLayout (ValueError)      mines off the board, named twice, or too many or too few
    ├── IllegalMove (ValueError)        a move that the game does not allow; it changes nothing
    ├── NotationError (ValueError)      text that is not a position
    ├── ReplayError (ValueError)        text that is not the record of a game
    ├── UnknownStrategy (LookupError)   a name that no strategy has
    ├── InvalidOption (ValueError)      an option that a strategy does not have or cannot read
    ├── StrategyFailed (RuntimeError)   a strategy that gave up or raised in a benchmark
    ├── InvalidBenchmark (ValueError)   a benchmark that cannot be run as it was asked for
    ├── ClusterFailed (ConnectionError) a cluster that cannot be reached or used
    └── MissingExtra (ImportError)      an optional package that is not installed

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


class UnknownStrategy(SapperError, LookupError):
    """A name that no strategy has; the hint gives the nearest one."""


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
