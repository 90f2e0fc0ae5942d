"""What the server writes about itself: one line for each request, and what went wrong.

A line has the pattern of the route and not the address: ids of games, tokens of links and
parameters are nobody's business. There are no cookies, bodies, seeds or addresses of clients in it;
players have a name made for the log.
"""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO, TypeAlias, cast, get_args

from sapper.errors import InvalidOption

LogFormat: TypeAlias = Literal["json", "text", "off"]
FORMATS: Final[tuple[str, ...]] = get_args(LogFormat)

_LOGGERS: Final = ("sapper", "uvicorn")
_requests = logging.getLogger("sapper.request")


def check_format(text: str) -> LogFormat:
    """Return the form of a log. Raises InvalidOption."""
    if text not in FORMATS:
        raise InvalidOption(f"{text!r} is no form of a log: choose {', '.join(FORMATS)}")
    return cast("LogFormat", text)


def log_request(
    *,
    request: str,
    method: str,
    route: str,
    status: int,
    seconds: float,
    player: str | None,
    refused: str | None,
) -> None:
    """Write the line of a request that was answered."""
    told = {
        "request": request,
        "method": method,
        "route": route,
        "status": status,
        "milliseconds": round(seconds * 1000, 2),
    }
    if player is not None:
        told["player"] = player
    if refused is not None:
        told["refused"] = refused
    _requests.info("%s %s %d", method, route, status, extra={"told": told})


def is_wanted() -> bool:
    """Tell whether anybody reads the lines of requests."""
    return _requests.isEnabledFor(logging.INFO)


@contextmanager
def opened(kind: LogFormat, stream: TextIO | None = None) -> Iterator[None]:
    """Write the log to stderr in this form for as long as the server runs."""
    if kind == "off":
        yield
        return
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if kind == "json" else _Text())
    kept = [
        (logger, logger.handlers[:], logger.level) for logger in map(logging.getLogger, _LOGGERS)
    ]
    for logger, _, _ in kept:
        logger.handlers = [handler]
        logger.setLevel(logging.INFO if logger.name == "sapper" else logging.WARNING)
    try:
        yield
    finally:
        for logger, handlers, level in kept:
            logger.handlers = handlers
            logger.setLevel(level)


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
        }
        told = getattr(record, "told", None)
        if told is None:
            line |= {"event": "message", "logger": record.name, "message": record.getMessage()}
        else:
            line |= {"event": "request", **told}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class _Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("{asctime} {message}", "%H:%M:%S", "{")

    def format(self, record: logging.LogRecord) -> str:
        told = getattr(record, "told", None)
        if told is None:
            record.message = f"{record.levelname.lower()}: {record.getMessage()}"
            text = f"{self.formatTime(record, self.datefmt)} {record.message}"
            if record.exc_info:
                text += f"\n{self.formatException(record.exc_info)}"
            return text
        parts = [
            self.formatTime(record, self.datefmt),
            f"{told['method']} {told['route']}",
            str(told["status"]),
            f"{told['milliseconds']:g} ms",
            *(f"{name} {told[name]}" for name in ("player", "refused") if name in told),
        ]
        return "  ".join(parts)
