"""Files for results: checked before the work begins, and never half-written.

Hours of games must not be lost to a mistyped folder or a full disk.
"""

import os
import tempfile
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from sapper.errors import InvalidBenchmark


def check_different(named: Mapping[str, Path]) -> None:
    """Raise InvalidBenchmark when two options name one file, however it is spelled."""
    for (one, path), (other, also) in combinations(named.items(), 2):
        if _is_same(path, also):
            raise InvalidBenchmark(f"{one} and {other} cannot both write {str(also)!r}")


def _is_same(one: Path, other: Path) -> bool:
    try:
        # Two links to one file count as two: each is replaced by a file of its own.
        return one.resolve() == other.resolve() and not _takes_all(one)
    except (OSError, RuntimeError, ValueError):
        return False  # it cannot be written either, and that is told


def _takes_all(path: Path) -> bool:
    """Tell whether what is written there does not replace what was there before."""
    return path.exists() and not path.is_file()


def check_writable(path: Path) -> None:
    """Raise InvalidBenchmark when a file could not be written there. Changes nothing."""
    try:
        _try_to_write(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidBenchmark(f"cannot write {str(path)!r}: {reason}") from None


def _try_to_write(path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    if not path.parent.is_dir():
        raise NotADirectoryError(0, f"there is no folder {str(path.parent)!r}")
    if path.is_file():
        with path.open("ab"):
            pass
    elif not path.exists():  # a device or a pipe is not tried: that would use it up
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".sapper-"):
            pass


def write_file(path: Path, data: bytes) -> Path:
    """Write a file whole, or leave the old one. Returns where the data is.

    If it cannot be written after all, it is kept in the folder for temporary files.
    """
    try:
        if _takes_all(path):
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)
    except OSError:
        handle, name = tempfile.mkstemp(prefix="sapper-", suffix=path.suffix)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        return Path(name)
    return path


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".sapper-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # Temporary files are private; results are as readable as other files of the user.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
