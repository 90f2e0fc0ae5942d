"""Small files, such as key files, that only their owner can read."""

import os
import secrets
from pathlib import Path


def read_or_create(path: Path, initial: bytes) -> bytes:
    """Return the contents of a private file, writing the initial contents on first use.

    If two processes create the file at the same time, both read the same complete contents. Raises
    OSError if the file cannot be read or created.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(initial)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_bytes()
