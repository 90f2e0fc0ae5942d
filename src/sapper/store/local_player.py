"""The player of this user's own terminal: one name in the data folder, readable by the user only.

Whoever can read the folder has the games anyway, so the name proves nothing more. A browser becomes
the same player by a link that only this user can make; see `sapper.web.player_identity`.
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
    """Return the name of the user's own player; chosen at the first time. Raises StoreError."""
    path = (folder or default_folder()) / "player"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            # Written beside and linked: of two processes that start at once, one name stays.
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
        raise StoreError(f"cannot use the player's file {path}: {error.strerror}") from None
    if not _NAME.fullmatch(name):
        raise StoreError(
            f"{path} names no player", hint="remove it to begin as a new player; games stay"
        )
    return name
