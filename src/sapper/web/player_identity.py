"""Player identities that use signed cookies and links instead of accounts and passwords."""

import os
import secrets
import time
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Final

from itsdangerous import BadData, TimestampSigner
from starlette.requests import Request
from starlette.responses import Response

from sapper.errors import StoreError
from sapper.store.private_file import read_or_create
from sapper.web.request_charges import reserve_player

COOKIE: Final = "sapper_player"
PLAYER_SCOPE_KEY: Final = "sapper_player"
"""The key in the ASGI scope under which the middleware stores the player, or None."""
COOKIE_SECONDS: Final = 400 * 24 * 3600  # The maximum lifetime that browsers accept.
LINK_SECONDS: Final = 3600
_KEY_BYTES: Final = 32


def load_secret(path: Path) -> bytes:
    """Return the server's secret key, creating the key file on first use.

    The key file is readable only by its owner. Raises StoreError if the key file is unreadable,
    invalid or readable by other users.
    """
    try:
        key = read_or_create(path, secrets.token_bytes(_KEY_BYTES))
        if path.stat().st_mode & 0o077 and os.name == "posix":
            raise StoreError(
                f"the secret key {path} is readable by other users", hint=f"chmod 600 {path}"
            )
    except OSError as error:
        raise StoreError(f"cannot use the secret key {path}: {error.strerror}") from None
    if len(key) != _KEY_BYTES:
        raise StoreError(
            f"invalid secret key {path}: expected {_KEY_BYTES} bytes, found {len(key)}",
            hint="delete the file to create a new key; all players will lose access to their games",
        )
    return key


class PlayerIdentity:
    """A signer and verifier for the cookies and links that identify players."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        # Links have their own salt, because a link must not be usable as a cookie, which remains
        # valid much longer.
        self._cookies = TimestampSigner(key, salt="sapper cookie", digest_method=sha256)
        self._links = TimestampSigner(key, salt="sapper link", digest_method=sha256)

    def sign_cookie(self, player: str) -> str:
        """Return the signed cookie value for a player."""
        return self._cookies.sign(player).decode()

    def verify_cookie(self, value: str) -> str | None:
        """Return the player identified by a cookie, or None if the cookie is invalid or expired."""
        return _verify(self._cookies, value, COOKIE_SECONDS)

    def sign_link(self, player: str) -> str:
        """Return a link token, valid for one hour, that signs a browser in as the given player."""
        return self._links.sign(player).decode()

    def verify_link(self, token: str) -> str | None:
        """Return the player identified by a link token, or None if it is invalid or expired."""
        return _verify(self._links, token, LINK_SECONDS)

    def current_player(self, request: Request) -> str | None:
        """Return the player who sent a request, or None if the request has no valid cookie."""
        player: str | None = request.scope[PLAYER_SCOPE_KEY]
        return player

    def current_or_new_player(self, request: Request) -> str:
        """Return the player who sent a request, or a new player if the request has no valid cookie.

        Raises HttpError with status 429 if the client's network has created too many players.
        """
        if player := self.current_player(request):
            return player
        reserve_player()
        return secrets.token_urlsafe(16)

    def pseudonym(self, player: str) -> str:
        """Return an irreversible pseudonym that identifies the player in the log."""
        text = player.encode()
        return blake2b(text, key=self._key, digest_size=6, person=b"sapper log").hexdigest()

    def with_cookie(self, request: Request, player: str, response: Response) -> Response:
        """Set the player's cookie on a response and return the response.

        The cookie has the longest lifetime that browsers allow.
        """
        response.set_cookie(
            COOKIE,
            self.sign_cookie(player),
            max_age=COOKIE_SECONDS,
            path="/",
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response


def _verify(signer: TimestampSigner, value: str, max_age: int) -> str | None:
    try:
        player, signed_at = signer.unsign(value, return_timestamp=True)
    except BadData:
        return None
    # `unsign(max_age=...)` would also reject a signature from the future, so players would lose
    # their identity if the system clock was set back.
    return player.decode() if time.time() - signed_at.timestamp() <= max_age else None
