"""Player identities, based on signed cookies and links instead of accounts and passwords."""

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
PLAYER_SCOPE_KEY: Final = "sapper_player"
"""The key in the ASGI scope under which the middleware stores the player or None."""
COOKIE_SECONDS: Final = 400 * 24 * 3600  # the maximum that browsers accept
LINK_SECONDS: Final = 3600
_KEY_BYTES: Final = 32
_SIGNED_VALUE: Final = re.compile(r"([A-Za-z0-9_-]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})", re.ASCII)


def load_secret(path: Path) -> bytes:
    """Return the server's secret key. On first use, create a file that only its owner can read.

    Raises StoreError if the file is unreadable, is readable by other users, or contains no key.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            # Write a temporary file and hard-link it, so that one complete key wins if two
            # processes start together.
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
            raise StoreError(
                f"the secret key {path} is readable by other users", hint=f"chmod 600 {path}"
            )
        key = path.read_bytes()
    except OSError as error:
        raise StoreError(f"cannot use the secret key {path}: {error.strerror}") from None
    if len(key) != _KEY_BYTES:
        raise StoreError(
            f"invalid secret key {path}: expected {_KEY_BYTES} bytes, found {len(key)}",
            hint="delete the file to create a new key; all players will lose their identity",
        )
    return key


class PlayerIdentity:
    """A signer and verifier of the cookies and links that identify players."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign_cookie(self, player: str, at: int) -> str:
        """Return a signed cookie value for a player; `at` is a time in seconds since 1970."""
        return self._sign(player, at, b"sapper cookie")

    def verify_cookie(self, value: str) -> str | None:
        """Return the player named in a cookie, or None if it is forged, malformed or expired."""
        return self._verify(value, b"sapper cookie", COOKIE_SECONDS)

    def sign_link(self, player: str) -> str:
        """Return a token, valid for an hour, that gives any browser this player's identity."""
        return self._sign(player, int(time.time()), b"sapper link")

    def verify_link(self, token: str) -> str | None:
        """Return the player named in a link, or None if it is forged, malformed or expired."""
        return self._verify(token, b"sapper link", LINK_SECONDS)

    def _sign(self, player: str, at: int, purpose: bytes) -> str:
        # A keyed hash is fast enough to verify on every move. The purpose prevents links from being
        # used as cookies, which are valid much longer.
        text = f"{player}.{at}".encode()
        digest = blake2b(text, key=self._key, digest_size=32, person=purpose).digest()
        return f"{player}.{at}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"

    def _verify(self, value: str, purpose: bytes, max_age: int) -> str | None:
        match = _SIGNED_VALUE.fullmatch(value)
        if not match:
            return None
        player, at = match[1], int(match[2])
        if not hmac.compare_digest(self._sign(player, at, purpose), value):
            return None
        return player if time.time() - at <= max_age else None

    def current_player(self, request: Request) -> str | None:
        """Return the player who sent the request, or None if there is no valid cookie."""
        player: str | None = request.scope[PLAYER_SCOPE_KEY]
        return player

    def current_or_new_player(self, request: Request) -> str:
        """Return the player who sent the request, or a new player if there is no valid cookie."""
        return self.current_player(request) or secrets.token_urlsafe(16)

    def pseudonym(self, player: str) -> str:
        """Return a pseudonym for the log, from which the player's identity cannot be derived."""
        text = player.encode()
        return blake2b(text, key=self._key, digest_size=6, person=b"sapper log").hexdigest()

    def set_cookie(self, request: Request, response: Response, player: str) -> None:
        """Set the player's cookie on the response, with the longest lifetime browsers accept."""
        response.set_cookie(
            COOKIE,
            self.sign_cookie(player, int(time.time())),
            max_age=COOKIE_SECONDS,
            path="/",
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
