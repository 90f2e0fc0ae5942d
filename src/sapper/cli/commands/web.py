"""The `sapper web` command, which serves the web page and the HTTP API."""

import ipaddress
import socket
import sys
from typing import Annotated, Any

import typer

from sapper.cli.shared_options import DatabaseOption
from sapper.errors import InvalidOption
from sapper.extras import requires_extra


def web(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Listen on this address.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="NUMBER", help="Listen on this port; 0 chooses a free port.")
    ] = 8023,
    database: DatabaseOption = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Accept requests for this host name, such as the name of a reverse proxy.",
        ),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option(
            metavar="json|text|off",
            help="Log each request in this format.",
            show_default="off",
        ),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Serve the web page and the HTTP API until Ctrl-C is pressed."""
    if not 0 <= port <= 65535:
        raise InvalidOption(f"--port must be between 0 and 65535, not {port}")
    with requires_extra("web", "the web server"):
        from sapper.web.server import serve
        from sapper.web.settings import Settings

    if not _is_loopback(host):
        print(
            f"warning: {host} is reachable from other machines; use a reverse proxy with TLS",
            file=sys.stderr,
        )
    for unknown in Settings.unknown_variables():
        print(f"warning: {unknown}", file=sys.stderr)
    options: dict[str, Any] = {"hosts": [*Settings().hosts, *(allow_host or []), host]}
    if database is not None:
        options["database"] = database
    if log is not None:
        options["log"] = log
    serve(Settings(**options), host, port, open_page=open_page)


def _is_loopback(host: str) -> bool:
    """Return whether an address is reachable only from this machine."""
    try:
        found = socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):
        return True  # The server reports the error when it fails to listen on the address.
    return all(ipaddress.ip_address(entry[4][0]).is_loopback for entry in found)
