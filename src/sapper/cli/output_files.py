"""Output path validation and atomic writes.

Paths are checked before a long computation, so that a mistyped folder does not waste hours of work.
"""

import errno
import os
import tempfile
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from sapper.errors import InvalidBenchmark


def check_different(named: Mapping[str, Path]) -> None:
    """Raise InvalidBenchmark if two options name the same file."""
    for (one, path), (other, other_path) in combinations(named.items(), 2):
        if _is_same_file(path, other_path):
            raise InvalidBenchmark(
                f"{one} and {other} cannot both be written to {str(other_path)!r}"
            )


def _is_same_file(one: Path, other: Path) -> bool:
    try:
        # Two hard links to the same file count as different files, because each link is replaced
        # separately.
        return one.resolve() == other.resolve() and not _is_stream(one)
    except (OSError, RuntimeError, ValueError):
        return False  # Invalid paths are reported by check_writable.


def _is_stream(path: Path) -> bool:
    """Return whether the path is a device or a pipe, to which several outputs can be written."""
    return path.exists() and not path.is_file()


def check_writable(path: Path) -> None:
    """Raise InvalidBenchmark if the file cannot be written. Existing files are left unchanged."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a directory")
        if not path.parent.is_dir():
            raise NotADirectoryError(
                errno.ENOTDIR, f"directory {str(path.parent)!r} does not exist"
            )
        if path.is_file():
            path.open("ab").close()
        elif not path.exists():  # Opening a device or a pipe could have side effects.
            tempfile.TemporaryFile(dir=path.parent).close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidBenchmark(f"cannot write {str(path)!r}: {reason}") from None


def write_file(path: Path, data: bytes) -> Path:
    """Write a file atomically and return its path.

    If the write fails, the function saves the data to a temporary file and returns that file's
    path.
    """
    try:
        replace_file(path, data)
    except OSError:
        handle, name = tempfile.mkstemp(prefix="sapper-", suffix=path.suffix)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        return Path(name)
    return path


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file atomically, keeping its permissions. Raises OSError if the write fails."""
    if _is_stream(path):
        path.write_bytes(data)
        return
    target = path.resolve()
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".sapper-")
    except OSError as error:
        error.filename = str(path)  # The error names the path that the user gave.
        raise
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else _default_mode())
        temporary.replace(target)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _default_mode() -> int:
    """Return the permissions of a new file under the user's umask."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
