"""The `sapper web` server, which runs the application and opens the page in a browser."""

import errno
import os
import socket
import sys
import threading
import webbrowser

import uvicorn
from fastapi import FastAPI

from sapper.errors import ServerFailed
from sapper.store import Store
from sapper.store.local_player import local_player
from sapper.web.app import create_app
from sapper.web.http_protocol import HttpProtocol
from sapper.web.player_identity import PlayerIdentity, load_secret
from sapper.web.settings import Settings


def serve(settings: Settings, host: str, port: int, *, open_page: bool) -> None:
    """Serve requests until the process is stopped.

    Raises ServerFailed if the server cannot listen on the given host and port, or StoreError if the
    database cannot be opened.
    """
    Store(settings.database).close()  # Database errors are reported before the server starts.
    key = load_secret(settings.secret_file)
    # Anyone who can read this terminal may use the local player's identity in a browser.
    token = PlayerIdentity(key).sign_link(local_player())
    with _listen(host, port) as listener:
        _serve(settings, host, listener, token, open_page=open_page)


def _serve(
    settings: Settings, host: str, listener: socket.socket, token: str, *, open_page: bool
) -> None:
    app = create_app(settings)
    address = listener.getsockname()
    url_host = f"[{host}]" if ":" in host else host
    url = f"http://{url_host}:{address[1]}/"
    print(f"Sapper is running at {url} (press Ctrl-C to stop)", file=sys.stderr)
    link = f"{url}link/{token}"
    if sys.stderr.isatty():  # Other users might be able to read a log file or a journal.
        print(
            f"To continue your terminal games, open this link within an hour: {link}",
            file=sys.stderr,
        )
    if open_page and _has_display():
        threading.Timer(0.5, webbrowser.open, [link]).start()
    uvicorn.Server(uvicorn_config(app)).run(sockets=[listener])


def uvicorn_config(app: FastAPI) -> uvicorn.Config:
    """Return the uvicorn configuration.

    On a public server, the reverse proxy configured in `deploy/nginx.conf` buffers each request
    before forwarding it, and limits the connections of each client.
    """
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws="none",
        log_level="error",  # A warning for each malformed request would fill the log.
        access_log=False,
        server_header=False,
        # The timeout exceeds the time for which nginx keeps an idle connection open.
        timeout_keep_alive=75,
        # Requests that are still running after this time are cancelled during shutdown.
        timeout_graceful_shutdown=10,
    )


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises ServerFailed if the address cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # Clients that connect before the server is ready wait in the backlog.
        listener.listen(2048)
    except (OSError, UnicodeError) as error:
        listener.close()
        is_in_use = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = getattr(error, "strerror", None) or error
        raise ServerFailed(
            f"cannot listen on {host} port {port}: {reason}",
            hint="choose another port with --port" if is_in_use else None,
        ) from None
    return listener


def _has_display() -> bool:
    """Return whether a browser window can be opened."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
