"""`sapper web`: the game in the browser."""

import ipaddress
import socket
import sys
from dataclasses import replace
from typing import Annotated

import typer

from sapper.errors import InvalidOption

HostOption = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")]
PortOption = Annotated[
    int, typer.Option("--port", metavar="NUMBER", help="The port; 0 takes any free one.")
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database", metavar="URL", help="Where games are kept; your own SQLite file by default."
    ),
]
AllowOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host", metavar="NAME", help="A name by which browsers may come, such as a proxy's."
    ),
]
LogOption = Annotated[
    str | None,
    typer.Option(
        "--log", metavar="FORMAT", help="A line for each request: json, text or off (default)."
    ),
]
OpenOption = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")]


def web(
    host: HostOption = "127.0.0.1",
    port: PortOption = 8023,
    database: DatabaseOption = None,
    allow_host: AllowOption = None,
    log: LogOption = None,
    open_page: OpenOption = True,
) -> None:
    """Play in the browser: serve the page and the HTTP API until Ctrl-C."""
    if not 0 <= port <= 65535:
        raise InvalidOption(f"{port} is no port: choose from 0 to 65535")
    from sapper.web.request_log import check_format
    from sapper.web.server import serve
    from sapper.web.settings import Settings

    if not _is_loopback(host):
        print(
            f"warning: {host} can be reached from other machines; put a proxy with TLS before it",
            file=sys.stderr,
        )
    for unknown in Settings.unknown_variables():
        print(f"warning: {unknown}", file=sys.stderr)
    settings = Settings.from_environment()
    names = [*settings.hosts, *(allow_host or []), host]
    settings = replace(settings, hosts=tuple(names))
    if database is not None:
        settings = replace(settings, database=database)
    if log is not None:
        settings = replace(settings, log=check_format(log))
    serve(settings, host, port, open_page=open_page)


def _is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach the address."""
    try:
        found = socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):
        return True  # nobody can; that is told when listening fails
    return all(ipaddress.ip_address(entry[4][0]).is_loopback for entry in found)
