"""The server log, which contains one line per request as well as warnings and errors.

Request lines contain the route pattern instead of the path, because game ids, link tokens and
parameters are private. Cookies, bodies, seeds and client addresses are never logged, and players
appear under pseudonyms.
"""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO, TypeAlias

LogFormat: TypeAlias = Literal["json", "text", "off"]

_LOGGERS: Final = ("sapper", "uvicorn")
_request_logger = logging.getLogger("sapper.request")


def log_request(
    *,
    request_id: str,
    method: str,
    route: str,
    status: int,
    seconds: float,
    player: str | None,
    refused: str | None,
) -> None:
    """Log a completed request."""
    fields = {
        "request": request_id,
        "method": method,
        "route": route,
        "status": status,
        "milliseconds": round(seconds * 1000, 2),
    }
    details = {"player": player, "refused": refused}
    present = {name: value for name, value in details.items() if value is not None}
    parts = [f"{method} {route}", str(status), f"{fields['milliseconds']:g} ms"]
    parts += [f"{name} {value}" for name, value in present.items()]
    _request_logger.info("%s", "  ".join(parts), extra={"request_fields": {**fields, **present}})


def is_enabled() -> bool:
    """Return whether request logging is enabled."""
    return _request_logger.isEnabledFor(logging.INFO)


@contextmanager
def configured_logging(log_format: LogFormat, stream: TextIO | None = None) -> Iterator[None]:
    """Configure logging for the duration of the `with` block.

    The log is written to `stream`, or to stderr if `stream` is None.
    """
    if log_format == "off":
        yield
        return
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_JsonFormatter() if log_format == "json" else _TextFormatter())
    previous = [
        (logger, logger.handlers[:], logger.level) for logger in map(logging.getLogger, _LOGGERS)
    ]
    for logger, _, _ in previous:
        logger.handlers = [handler]
        logger.setLevel(logging.INFO if logger.name == "sapper" else logging.WARNING)
    try:
        yield
    finally:
        for logger, handlers, level in previous:
            logger.handlers = handlers
            logger.setLevel(level)


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
        }
        fields = getattr(record, "request_fields", None)
        if fields is None:
            line |= {"event": "message", "logger": record.name, "message": record.getMessage()}
        else:
            line |= {"event": "request", **fields}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class _TextFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("{asctime}", "%H:%M:%S", "{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        is_request = hasattr(record, "request_fields")
        separator = "  " if is_request else f" {record.levelname.lower()}: "
        return f"{record.asctime}{separator}{record.message}"
