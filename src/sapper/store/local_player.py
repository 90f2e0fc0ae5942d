"""The local player's identity, a random name stored in a file that only its owner can read.

Anyone who can read the data folder can also read the games, so the player's name does not need to
be signed. A browser can adopt the local player's identity through a link that only the local user
can create (see `sapper.web.player_identity`).
"""

import re
import secrets
from pathlib import Path
from typing import Final

from sapper.errors import StoreError
from sapper.store.data_folder import default_folder
from sapper.store.private_file import read_or_create

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


def local_player(folder: Path | None = None) -> str:
    """Return the local player's name, generating a random name on first use.

    Raises StoreError if the player file is invalid or cannot be read or created.
    """
    path = (folder or default_folder()) / "player"
    try:
        contents = read_or_create(path, secrets.token_urlsafe(16).encode("ascii"))
    except OSError as error:
        raise StoreError(
            f"cannot read or create the player file {path}: {error.strerror}"
        ) from None
    name = contents.decode("ascii", "replace").strip()
    if not _NAME.fullmatch(name):
        raise StoreError(
            f"{path} does not contain a player name",
            hint="delete the file to start as a new player; the database keeps existing games",
        )
    return name
