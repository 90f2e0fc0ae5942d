"""Players have no names. A signed cookie says who comes again; only this server can make one."""

import base64
import hmac
import os
import re
import secrets
import time
from hashlib import blake2b
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from sapper.errors import StoreError

COOKIE: Final = "sapper_player"
SEEN: Final = "sapper_player"
"""Where the guard leaves in a request's scope who sent it: no cookie is read twice."""
COOKIE_SECONDS: Final = 400 * 24 * 3600  # the longest that browsers keep
_KEY_BYTES: Final = 32
LINK_SECONDS: Final = 3600
_VALUE: Final = re.compile(r"([A-Za-z0-9_-]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})", re.ASCII)


def read_secret(path: Path) -> bytes:
    """Return the key of this server; made at the first start, readable by its owner only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            # Written beside and linked: of two processes that start at once, one key stays.
            draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(_KEY_BYTES))
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        if path.stat().st_mode & 0o077 and os.name == "posix":
            raise StoreError(f"others can read the secret key {path}", hint=f"chmod 600 {path}")
        key = path.read_bytes()
    except OSError as error:
        raise StoreError(f"cannot use the secret key {path}: {error.strerror}") from None
    if len(key) != _KEY_BYTES:
        raise StoreError(
            f"{path} is no secret key: it has {len(key)} bytes, not {_KEY_BYTES}",
            hint="remove it to get a new one; all players are then unknown",
        )
    return key


class Players:
    """Reads and writes the cookie."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, player: str, at: int) -> str:
        """Return the value of the cookie for a player."""
        return self._sign(player, at, b"sapper cookie")

    def read(self, value: str) -> str | None:
        """Return the player of a cookie; None when it is forged, broken or too old."""
        return self._read(value, b"sapper cookie", COOKIE_SECONDS)

    def link(self, player: str) -> str:
        """Return a token that makes whoever follows it within an hour this player."""
        return self._sign(player, int(time.time()), b"sapper link")

    def linked(self, token: str) -> str | None:
        """Return the player of a link; None when it is forged, broken or too old."""
        return self._read(token, b"sapper link", LINK_SECONDS)

    def _sign(self, player: str, at: int, purpose: bytes) -> str:
        # A hash with a key of its own, and quick: every move checks one. The purpose keeps links
        # from being cookies, which last much longer.
        text = f"{player}.{at}".encode()
        digest = blake2b(text, key=self._key, digest_size=32, person=purpose).digest()
        return f"{player}.{at}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"

    def _read(self, value: str, purpose: bytes, seconds: int) -> str | None:
        match = _VALUE.fullmatch(value)
        if not match:
            return None
        player, at = match[1], int(match[2])
        if not hmac.compare_digest(self._sign(player, at, purpose), value):
            return None
        return player if time.time() - at <= seconds else None

    def known(self, request: Request) -> str | None:
        """Return who sends the request, if we know."""
        player: str | None = request.scope[SEEN]
        return player

    def pseudonym(self, player: str) -> str:
        """Return a name of a player for the log, which leads to nothing outside of it."""
        text = player.encode()
        return blake2b(text, key=self._key, digest_size=6, person=b"sapper log").hexdigest()

    def welcome(self, request: Request) -> str:
        """Return who sends the request, somebody new if we do not know."""
        return self.known(request) or secrets.token_urlsafe(16)

    def remember(self, request: Request, response: Response, player: str) -> None:
        """Give the browser its cookie, for as long as browsers keep one."""
        response.set_cookie(
            COOKIE,
            self.sign(player, int(time.time())),
            max_age=COOKIE_SECONDS,
            path="/",
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
