"""What whoever runs the server may choose, and the limits that keep it answering.

Every setting but `static_folder`, `secret_file` and `warm` can be given by the environment:
`max_waiting` is $SAPPER_MAX_WAITING. docs/deploy.md lists them all.
"""

import difflib
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Self

from sapper.errors import InvalidOption
from sapper.store.data_folder import default_folder
from sapper.store.database import default_url
from sapper.web.request_log import LogFormat, check_format

_NOT_IN_THE_ENVIRONMENT: Final = {"static_folder", "secret_file", "warm"}
# Python with the engine loaded maps nearly as much.
_MIN_MEGABYTES: Final = 512
_PREFIX: Final = "SAPPER_"
# Where the folder of the user's data is: the library reads it, not the server.
_DATA: Final = "SAPPER_DATA"
# Read by the programs in tools/, which may have set them for all that runs in the same shell.
_OF_DEVELOPERS: Final = {
    "SAPPER_CHROMIUM",
    "SAPPER_POSTGRES",
    "SAPPER_POSTGRES_ROOT",
    "SAPPER_TMUX",
}
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+|\[?[0-9A-Fa-f:.]+\]?")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a server is started with."""

    database: str = field(default_factory=default_url)
    secret_file: Path = field(default_factory=lambda: default_folder() / "secret.key")
    static_folder: Path = Path(__file__).parent / "static"
    warm: bool = False
    """Whether to start a thinking process before the first question comes."""
    hosts: tuple[str, ...] = ()
    """Names by which browsers may reach the server, beside addresses and localhost."""
    log: LogFormat = "off"
    """A line for each request: `json`, `text` for people, or `off` for warnings only."""
    max_cells: int = 10_000
    """The largest board, in cells."""
    max_side: int = 500
    """The longest side of a board, in cells."""
    max_moves: int = 20_000
    """How many moves a game may have; every load plays them again."""
    body_bytes: int = 64 * 1024
    """The largest body of a request."""
    header_bytes: int = 32 * 1024
    """The largest head of a request."""
    settings_bytes: int = 8 * 1024
    """The largest settings of a player."""
    cached_games: int = 512
    """How many games are kept in memory."""
    requests_per_second: float = 200.0
    """How many requests a player may make in the long run; a new game counts as five."""
    request_burst: int = 1000
    """How many a player may make at once after a rest."""
    strangers_per_second: float = 50.0
    """The same for all who have no cookie yet and come from one address."""
    stranger_burst: int = 1000
    """How many they may make at once."""
    max_requests: int = 500
    """How many requests the process answers at a time."""
    max_connections: int = 800
    """How many connections the process keeps open; beyond them the longest idle one is closed."""
    header_seconds: float = 10.0
    """How long a client may take to send the head of a request."""
    body_seconds: float = 20.0
    """How long a client may take to send the body."""
    answer_seconds: float = 30.0
    """How long a client may leave an answer unread."""
    health_seconds: float = 2.0
    """How long the database may take to answer before the server says that it is away."""
    thinkers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    """How many processes think: AI, hints, odds, reviews and analyses."""
    max_waiting: int = 32
    """How many questions may wait for them."""
    max_waiting_of_a_player: int = 4
    """How many of them may be of one player."""
    max_waiting_of_a_household: int = 16
    """How many of them may come from one address (of IPv6: from one network of a household)."""
    think_seconds: float = 5.0
    """How long a question may think; after twice that and five seconds its process is ended."""
    think_megabytes: int = 2048
    """How much memory a process that thinks may have."""

    def __post_init__(self) -> None:
        """Raise InvalidOption for what a server could not mean."""
        if self.think_megabytes < _MIN_MEGABYTES:
            raise InvalidOption(
                f"{self.think_megabytes} megabytes are too few to think: "
                f"give at least {_MIN_MEGABYTES}"
            )
        for host in self.hosts:
            if not _HOST.fullmatch(host):
                raise InvalidOption(f"{host!r} is no name of a host", hint="such as sapper.example")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **chosen: Any) -> Self:
        """Return the settings of the environment; those `chosen` win. Raises InvalidOption."""
        found: dict[str, Any] = {"warm": True, **chosen}
        for name, variable in VARIABLES.items():
            text = environment.get(variable, "")
            if text and name not in chosen:
                found[name] = _read(variable, text, _kind_of(name))
        return cls(**found)

    @staticmethod
    def unknown_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
        """Return a sentence for each variable that looks like a setting and is none."""
        return [
            f"{variable} is no setting" + (f"; did you mean {near}?" if near else "")
            for variable in sorted(environment)
            if variable.startswith(_PREFIX) and variable not in _KNOWN
            for near in [_nearest(variable)]
        ]

    def limits(self) -> dict[str, float]:
        """Return all settings that are numbers, for those who watch the server."""
        return {name: getattr(self, name) for name in VARIABLES if _kind_of(name) in (int, float)}


def _nearest(variable: str) -> str | None:
    # Without what all begin with, which would make any two of them look alike.
    short = {name.removeprefix(_PREFIX): name for name in (*VARIABLES.values(), _DATA)}
    found = difflib.get_close_matches(variable.removeprefix(_PREFIX), short, n=1)
    return short[found[0]] if found else None


def _kind_of(name: str) -> Any:
    return next(each.type for each in fields(Settings) if each.name == name)


def _read(variable: str, text: str, kind: Any) -> Any:
    """Return the value of a variable. Raises InvalidOption."""
    if kind is str:
        return text
    if kind is LogFormat:
        return check_format(text)
    if kind not in (int, float):
        return tuple(name.strip() for name in text.split(",") if name.strip())
    try:
        number = kind(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        whole = "a whole number" if kind is int else "a number"
        raise InvalidOption(f"{variable} is {text!r}; it must be {whole} above 0")
    return number


VARIABLES: Final = {
    each.name: f"{_PREFIX}{each.name.upper()}"
    for each in fields(Settings)
    if each.name not in _NOT_IN_THE_ENVIRONMENT
}
"""The settings that the environment may give, with the names of their variables."""
_KNOWN: Final = {*VARIABLES.values(), _DATA, *_OF_DEVELOPERS}
