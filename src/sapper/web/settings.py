"""Server settings, including the limits that keep the server responsive.

Every field except `static_folder`, `secret_file` and `prestart_worker` can be set with an
environment variable. For example, $SAPPER_MAX_QUEUED_JOBS sets `max_queued_jobs`. The settings
reference in the documentation is generated from the field docstrings.
"""

import difflib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    NonNegativeInt,
    PositiveInt,
    ValidationError,
)
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from sapper.errors import InvalidOption, short_repr
from sapper.game.board_limits import BoardLimits
from sapper.store.data_folder import default_folder
from sapper.store.database import default_url
from sapper.web.request_log import LogFormat

_NOT_IN_ENVIRONMENT: Final = {"static_folder", "secret_file", "prestart_worker"}
_PREFIX: Final = "SAPPER_"
# The variable that sets the data folder, which `sapper.store.data_folder` reads.
_DATA_VARIABLE: Final = "SAPPER_DATA"
# Variables used by the programs in tools/, which may be set in the same shell.
_TOOL_VARIABLES: Final = {
    "SAPPER_CHROMIUM",
    "SAPPER_NGINX",
    "SAPPER_NGINX_ROOT",
    "SAPPER_POSTGRES",
    "SAPPER_POSTGRES_ROOT",
    "SAPPER_TMUX",
}
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+|\[?[0-9A-Fa-f:.]+\]?")


def _split_names(value: Any) -> Any:
    if isinstance(value, str):
        return [name.strip() for name in value.split(",") if name.strip()]
    return value


def _check_host(name: str) -> str:
    if not _HOST.fullmatch(name):
        raise InvalidOption(f"invalid host name {name!r}", hint="for example sapper.example")
    return name


PositiveNumber = Annotated[float, Field(gt=0, allow_inf_nan=False)]
HostNames = Annotated[
    tuple[Annotated[str, AfterValidator(_check_host)], ...],
    NoDecode,  # The variable contains names separated by commas instead of JSON.
    BeforeValidator(_split_names),
]


class _Environment(EnvSettingsSource):
    """The environment variables for all fields except those in `_NOT_IN_ENVIRONMENT`."""

    def __call__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__call__().items() if name in VARIABLES}


class Settings(BaseSettings):
    """The server configuration, read from arguments and environment variables."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX, env_ignore_empty=True, frozen=True, use_attribute_docstrings=True
    )

    database: str = Field(default_factory=default_url)
    """The URL of an SQLite or PostgreSQL database.

    The default is the SQLite file `sapper.sqlite` in the data folder.
    """
    secret_file: Path = Field(default_factory=lambda: default_folder() / "secret.key")
    static_folder: Path = Path(__file__).parent / "static"
    prestart_worker: bool = True
    """Start a worker, load all content and render the API documentation at start-up."""
    hosts: HostNames = ()
    """The host names that browsers may use, in addition to IP addresses and localhost."""
    log: LogFormat = "off"
    """The format of the request log: `json`, `text`, or `off` for warnings only."""
    max_cells: PositiveInt = 10_000
    """The maximum number of cells on a board."""
    max_side: PositiveInt = 500
    """The maximum width and height of a board."""
    max_replayed_cells: PositiveInt = 50_000_000
    """The maximum product of moves and cells in a game that is read from a file."""
    max_moves: PositiveInt = 20_000
    """The maximum number of moves in a game. Loading a game replays all its moves."""
    max_body_bytes: PositiveInt = 64 * 1024
    """The maximum size of a request body."""
    max_picture_bytes: PositiveInt = 8 * 1024 * 1024
    """The maximum size of an image from which a position is read."""
    max_network_picture_bytes: PositiveInt = 16 * 1024 * 1024
    """The maximum total size of the images being received or read for one client network."""
    max_concurrent_picture_bytes: PositiveInt = 32 * 1024 * 1024
    """The maximum total size of the images being received or read."""
    max_network_response_bytes: PositiveInt = 16 * 1024 * 1024
    """The maximum total size of the large responses not yet read by the clients in one network.

    A response is large if its body exceeds 64 KB.
    """
    max_concurrent_response_bytes: PositiveInt = 64 * 1024 * 1024
    """The maximum total size of the large responses not yet read by clients."""
    read_timeout: PositiveNumber = 30.0
    """The number of seconds after which a client that does not read its response is disconnected.
    """
    max_settings_bytes: PositiveInt = 8 * 1024
    """The maximum size of a player's settings."""
    unfinished_game_days: PositiveNumber = 30.0
    """The number of days after which an unfinished game is deleted, counted from its last move.

    Players without games are deleted after the same time.
    """
    max_cached_games: NonNegativeInt = 512
    """The maximum number of games held in memory."""
    requests_per_second: PositiveNumber = 50.0
    """The sustained request rate per player. A new game counts as five requests."""
    request_burst: PositiveInt = 500
    """The number of requests that a player may send in a burst."""
    network_requests_per_second: PositiveNumber = 100.0
    """The sustained request rate of all clients in one network.

    A network is an IPv4 address or an IPv6 /48 network. Requests with large bodies, large boards or
    long games count as several requests.
    """
    network_request_burst: PositiveInt = 1000
    """The number of requests that all clients in one network may send in a burst."""
    network_bytes_per_second: PositiveNumber = 20_000.0
    """The sustained rate at which all clients in one network may store data, in bytes."""
    network_byte_burst: PositiveInt = 20_000_000
    """The number of bytes that all clients in one network may store in a burst."""
    new_players_per_minute: PositiveNumber = 30.0
    """The sustained rate at which one client network may create players."""
    new_player_burst: PositiveInt = 200
    """The number of players that one client network may create in a burst."""
    max_concurrent_requests: PositiveInt = 500
    """The maximum number of complete requests handled concurrently by the process."""
    max_network_requests: PositiveInt = 50
    """The maximum number of complete requests handled concurrently per client network."""
    max_network_bodies: PositiveInt = 20
    """The maximum number of incomplete request bodies per client network."""
    body_timeout: PositiveNumber = 20.0
    """The number of seconds within which a client must send the body of a request."""
    health_timeout: PositiveNumber = 2.0
    """The number of seconds within which the database must respond to a health check."""
    workers: PositiveInt = Field(default_factory=lambda: (os.cpu_count() or 1) + 1)
    """The number of worker processes for AI moves, hints, odds, reviews and analyses.

    The default is the number of processors plus 1, because one worker is reserved for short jobs.
    """
    max_queued_jobs: NonNegativeInt = 32
    """The maximum number of jobs that wait for a worker."""
    max_jobs_per_player: NonNegativeInt = 4
    """The maximum number of running and waiting jobs per player."""
    max_jobs_per_network: PositiveInt = 16
    """The maximum number of running and waiting jobs per IPv4 address or IPv6 /48 network."""
    job_seconds: PositiveNumber = 5.0
    """The time limit for a job, in seconds.

    A job that takes more than twice this time plus five seconds is killed.
    """
    # A Python process that has loaded the engine maps nearly 512 MB of memory.
    worker_memory_mb: Annotated[int, Field(ge=512)] = 2048
    """The memory limit of each worker process, in megabytes."""

    def __init__(self, **arguments: Any) -> None:
        """Read the settings. Arguments take precedence over environment variables.

        Raises InvalidOption if a value is invalid.
        """
        try:
            super().__init__(**arguments)
        except ValidationError as error:
            raise _to_invalid_option(error, arguments) from None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the setting sources in order of precedence."""
        return init_settings, _Environment(settings_cls)

    @staticmethod
    def unknown_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
        """Return a warning for each unknown environment variable with the SAPPER_ prefix."""
        return [
            f"unknown setting {variable}" + (f"; did you mean {nearest}?" if nearest else "")
            for variable in sorted(environment)
            if variable.startswith(_PREFIX) and variable not in _KNOWN_VARIABLES
            for nearest in [_nearest(variable)]
        ]

    @property
    def board_limits(self) -> BoardLimits:
        """The size limits for boards and games sent by clients."""
        return BoardLimits(self.max_cells, self.max_side, self.max_replayed_cells)

    def limits(self) -> dict[str, float]:
        """Return the numeric settings, which are exported as metrics."""
        values = {name: getattr(self, name) for name in VARIABLES}
        return {name: value for name, value in values.items() if isinstance(value, int | float)}


def _to_invalid_option(error: ValidationError, arguments: Mapping[str, Any]) -> InvalidOption:
    """Return a one-line error for the first invalid value."""
    first = error.errors()[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, InvalidOption):
        return cause
    name = str(first["loc"][0])
    label = name if name in arguments else VARIABLES.get(name, name)
    problem = first["msg"].partition(", unable to parse")[0].replace("Input should", "must")
    return InvalidOption(f"{label} {problem}, not {short_repr(first['input'])}")


def _nearest(variable: str) -> str | None:
    # The common prefix is removed, because it makes all names look similar.
    short = {name.removeprefix(_PREFIX): name for name in (*VARIABLES.values(), _DATA_VARIABLE)}
    matches = difflib.get_close_matches(variable.removeprefix(_PREFIX), short, n=1)
    return short[matches[0]] if matches else None


VARIABLES: Final = {
    name: f"{_PREFIX}{name.upper()}"
    for name in Settings.model_fields
    if name not in _NOT_IN_ENVIRONMENT
}
"""The environment variable of each setting."""
_KNOWN_VARIABLES: Final = {*VARIABLES.values(), _DATA_VARIABLE, *_TOOL_VARIABLES}
