"""Server settings, including the limits that keep the server responsive.

Every field except `static_folder`, `secret_file` and `prestart_worker` can be set by an environment
variable. For example, $SAPPER_MAX_QUEUED_JOBS sets `max_queued_jobs`. The settings reference in the
documentation is generated from the docstrings below.
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
from sapper.web.request_log import LogFormat, parse_log_format

_NOT_IN_ENVIRONMENT: Final = {"static_folder", "secret_file", "prestart_worker"}
# A Python process that has loaded the engine maps nearly this much memory.
_MIN_WORKER_MEMORY_MB: Final = 512
_PREFIX: Final = "SAPPER_"
# The variable that sets the data folder, which `sapper.store.data_folder` reads.
_DATA_VARIABLE: Final = "SAPPER_DATA"
# Variables used by the programs in tools/, which may be set in the same shell.
_TOOL_VARIABLES: Final = {
    "SAPPER_CHROMIUM",
    "SAPPER_POSTGRES",
    "SAPPER_POSTGRES_ROOT",
    "SAPPER_TMUX",
}
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+|\[?[0-9A-Fa-f:.]+\]?")


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration of the server."""

    database: str = field(default_factory=default_url)
    """The URL of an SQLite or PostgreSQL database.

    The default is the SQLite file `sapper.sqlite` in the data folder.
    """
    secret_file: Path = field(default_factory=lambda: default_folder() / "secret.key")
    static_folder: Path = Path(__file__).parent / "static"
    prestart_worker: bool = False
    """Whether to start one worker before the first job arrives."""
    hosts: tuple[str, ...] = ()
    """The host names that browsers may use, in addition to IP addresses and localhost."""
    log: LogFormat = "off"
    """The format of the request log: `json`, `text`, or `off` for warnings only."""
    max_cells: int = 10_000
    """The maximum number of cells on a board."""
    max_side: int = 500
    """The maximum width and height of a board."""
    max_moves: int = 20_000
    """The maximum number of moves in a game, all of which are replayed to load the game."""
    max_body_bytes: int = 64 * 1024
    """The maximum size of a request body."""
    max_header_bytes: int = 32 * 1024
    """The maximum size of a request's header section."""
    max_settings_bytes: int = 8 * 1024
    """The maximum size of a player's settings."""
    max_cached_games: int = 512
    """The maximum number of games held in memory."""
    requests_per_second: float = 200.0
    """The sustained request rate per player; a new game counts as five requests."""
    request_burst: int = 1000
    """The number of requests that a player may send in a burst."""
    anonymous_requests_per_second: float = 50.0
    """The sustained request rate of all clients without a cookie in one network."""
    anonymous_request_burst: int = 1000
    """The number of requests that clients without a cookie in one network may send in a burst."""
    max_concurrent_requests: int = 500
    """The maximum number of requests that the process handles concurrently."""
    max_connections: int = 800
    """The maximum number of open connections.

    If there are more, the connection that has been idle the longest is closed.
    """
    header_timeout: float = 10.0
    """The number of seconds within which a client must send the header section of a request."""
    body_timeout: float = 20.0
    """The number of seconds within which a client must send the body of a request."""
    write_timeout: float = 30.0
    """The number of seconds for which a client may leave a response unread."""
    health_timeout: float = 2.0
    """The number of seconds within which the database must respond to a health check."""
    workers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    """The number of worker processes for AI moves, hints, odds, reviews and analyses.

    The default is the number of processors, but at least 2.
    """
    max_queued_jobs: int = 32
    """The maximum number of jobs that wait for a worker."""
    max_jobs_per_player: int = 4
    """The maximum number of running and waiting jobs per player."""
    max_jobs_per_network: int = 16
    """The maximum number of running and waiting jobs per IPv4 address or IPv6 /64 network."""
    job_seconds: float = 5.0
    """The time limit for a job, in seconds.

    A job that takes more than twice this time plus five seconds is killed.
    """
    worker_memory_mb: int = 2048
    """The memory limit of each worker process, in megabytes."""

    def __post_init__(self) -> None:
        """Validate the settings. Raises InvalidOption if a setting is invalid."""
        if self.worker_memory_mb < _MIN_WORKER_MEMORY_MB:
            raise InvalidOption(
                f"worker_memory_mb must be at least {_MIN_WORKER_MEMORY_MB}, "
                f"not {self.worker_memory_mb}"
            )
        for host in self.hosts:
            if not _HOST.fullmatch(host):
                raise InvalidOption(
                    f"invalid host name {host!r}", hint="for example sapper.example"
                )

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, **overrides: Any
    ) -> Self:
        """Return the settings from the environment, except for the given overrides.

        Raises InvalidOption if the value of a variable is invalid.
        """
        values: dict[str, Any] = {"prestart_worker": True, **overrides}
        for name, variable in VARIABLES.items():
            text = environment.get(variable, "")
            if text and name not in overrides:
                values[name] = _parse(variable, text, _type_of(name))
        return cls(**values)

    @staticmethod
    def unknown_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
        """Return a warning for each variable with the SAPPER_ prefix that is not a setting."""
        return [
            f"unknown setting {variable}" + (f"; did you mean {nearest}?" if nearest else "")
            for variable in sorted(environment)
            if variable.startswith(_PREFIX) and variable not in _KNOWN_VARIABLES
            for nearest in [_nearest(variable)]
        ]

    def limits(self) -> dict[str, float]:
        """Return all numeric settings for the metrics."""
        return {name: getattr(self, name) for name in VARIABLES if _type_of(name) in (int, float)}


def _nearest(variable: str) -> str | None:
    # The common prefix is removed because it makes all names similar.
    short = {name.removeprefix(_PREFIX): name for name in (*VARIABLES.values(), _DATA_VARIABLE)}
    matches = difflib.get_close_matches(variable.removeprefix(_PREFIX), short, n=1)
    return short[matches[0]] if matches else None


def _type_of(name: str) -> Any:
    return next(each.type for each in fields(Settings) if each.name == name)


def _parse(variable: str, text: str, kind: Any) -> Any:
    """Parse the value of a variable. Raises InvalidOption if the value is invalid."""
    if kind is str:
        return text
    if kind is LogFormat:
        return parse_log_format(text)
    if kind not in (int, float):
        return tuple(name.strip() for name in text.split(",") if name.strip())
    try:
        number = kind(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        expected = "a positive integer" if kind is int else "a positive number"
        raise InvalidOption(f"{variable} must be {expected}, not {text!r}")
    return number


VARIABLES: Final = {
    each.name: f"{_PREFIX}{each.name.upper()}"
    for each in fields(Settings)
    if each.name not in _NOT_IN_ENVIRONMENT
}
"""The environment variable for each setting."""
_KNOWN_VARIABLES: Final = {*VARIABLES.values(), _DATA_VARIABLE, *_TOOL_VARIABLES}
