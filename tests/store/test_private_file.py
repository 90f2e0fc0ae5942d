"""Files that only their owner can read."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sapper.store.private_file import read_or_create


def test_a_private_file_keeps_its_first_contents(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "key"
    assert read_or_create(path, b"first") == b"first"
    assert read_or_create(path, b"second") == b"first"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["key"]


def test_concurrent_writers_agree_on_the_contents(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        read = pool.map(lambda i: read_or_create(tmp_path / "key", b"%d" % i), range(40))
    assert len(set(read)) == 1
