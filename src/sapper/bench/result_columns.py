"""The columns shared by all tables and exported files of benchmark results."""

from typing import Final, NamedTuple


class Column(NamedTuple):
    """A column in a table of strategy results."""

    key: str
    """The StrategyResult attribute, also used as the key in JSON and in data frames."""
    heading: str | None = None
    """The heading in printed tables, or None if the column is not printed."""
    template: str = ""
    """The format string that renders a StrategyResult for printed tables."""


STRATEGY_COLUMNS: Final = (
    Column("name", "strategy", "{0.name}"),
    Column("games"),
    Column("wins", "wins", "{0.wins}"),
    Column("win_rate", "win rate", "{0.win_rate:.2%}"),
    Column("low", "95% interval", "{0.low:.2%} - {0.high:.2%}"),
    Column("high"),
    Column("games_per_second", "games/s", "{0.games_per_second:,.1f}"),
    Column("guesses_per_game", "guesses", "{0.guesses_per_game:.2f}"),
    Column("moves_per_game", "moves", "{0.moves_per_game:.1f}"),
)
"""One column for each value of a `StrategyResult`."""

GAME_COLUMNS: Final = ("seed", "won", "moves", "guesses", "risk")
"""One column for each value of a game; see `GameResults.rows`."""
