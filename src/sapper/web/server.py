"""Runs the application in this process, tells where it is and opens the page."""

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
from sapper.web.connection_limits import limited_to
from sapper.web.player_identity import Players, read_secret
from sapper.web.settings import Settings


def serve(settings: Settings, host: str, port: int, *, open_page: bool) -> None:
    """Answer requests until the process is told to stop. Raises ServerFailed, StoreError."""
    Store(settings.database).close()  # what is wrong with it is told before anything is served
    key = read_secret(settings.secret_file)
    # Whoever sees this terminal may be its player in a browser too.
    token = Players(key).link(local_player())
    with _listen(host, port) as listener:
        _serve(settings, host, listener, token, open_page=open_page)


def _serve(
    settings: Settings, host: str, listener: socket.socket, token: str, *, open_page: bool
) -> None:
    app = create_app(settings)
    address = listener.getsockname()
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{address[1]}/"
    print(f"Sapper is at {url}  (Ctrl-C stops it; sapper play needs no browser)", file=sys.stderr)
    link = f"{url}link/{token}"
    if sys.stderr.isatty():  # in a file or a journal, others would read it
        print(f"With your games of the terminal, for an hour: {link}", file=sys.stderr)
    if open_page and _has_display():
        threading.Timer(0.5, webbrowser.open, [link]).start()
    uvicorn.Server(configure(app, settings)).run(sockets=[listener])


def configure(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return how uvicorn is to serve the application."""
    return uvicorn.Config(
        app,
        http=limited_to(settings),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        # Whoever keeps a connection at work for longer than this at the end loses it.
        timeout_graceful_shutdown=10,
    )


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises ServerFailed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # Whoever comes as soon as the address is told waits until the server is ready.
        listener.listen(2048)
    except (OSError, UnicodeError) as error:
        listener.close()
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = getattr(error, "strerror", None) or error
        raise ServerFailed(
            f"cannot listen at {host} port {port}: {reason}",
            hint="choose another with --port" if taken else None,
        ) from None
    return listener


def _has_display() -> bool:
    """Tell whether there is somebody who could see a browser's window."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
