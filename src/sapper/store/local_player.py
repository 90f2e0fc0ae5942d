"""The local player's identity, a random name stored in a file that only its owner can read.

Anyone who can read the data folder can also read the games, so the player's name is not signed.
A browser can adopt the local player's identity through a link that only the local user can create
(see `sapper.web.player_identity`).
"""

import os
import re
import secrets
from pathlib import Path
from typing import Final

from sapper.errors import StoreError
from sapper.store.data_folder import default_folder

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


def local_player(folder: Path | None = None) -> str:
    """Return the local player's name, generating a random name on first use.

    Raises StoreError if the player file is invalid or cannot be read or created.
    """
    path = (folder or default_folder()) / "player"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            # If two processes start at the same time, hard-linking a temporary file ensures that
            # exactly one complete name wins.
            draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(16))
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        name = path.read_text(encoding="ascii", errors="replace").strip()
    except OSError as error:
        raise StoreError(f"cannot use the player file {path}: {error.strerror}") from None
    if not _NAME.fullmatch(name):
        raise StoreError(
            f"{path} does not contain a player name",
            hint="delete the file to start as a new player; the database keeps existing games",
        )
    return name
