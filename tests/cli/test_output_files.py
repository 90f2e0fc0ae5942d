"""Result files: checks before a run, and atomic writes."""

from pathlib import Path

import pytest

from sapper.cli import output_files
from sapper.cli.output_files import check_different, check_writable, write_file
from sapper.errors import InvalidBenchmark


def test_checking_a_path_changes_nothing(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.json")
    (tmp_path / "old.json").write_text("old")
    check_writable(tmp_path / "old.json")
    assert [path.name for path in tmp_path.iterdir()] == ["old.json"]
    assert (tmp_path / "old.json").read_text() == "old"


@pytest.mark.parametrize(
    ("name", "reason"),
    [(".", "is a directory"), ("no/such/x.json", "does not exist")],
)
def test_an_unwritable_path_is_rejected(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(InvalidBenchmark, match=reason):
        check_writable(tmp_path / name)


@pytest.mark.parametrize("name", ["x.out", "./x.out", "folder/../x.out", "link.out"])
def test_two_options_cannot_share_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.out").symlink_to("x.out")
    with pytest.raises(InvalidBenchmark, match="--json and --plot cannot both be written to"):
        check_different({"--json": tmp_path / "x.out", "--plot": Path(name)})
    check_different({"--json": tmp_path / "y.out", "--plot": Path(name)})


def test_two_options_can_share_a_device() -> None:
    check_different({"--json": Path("/dev/null"), "--csv": Path("/dev/null")})


def test_an_overlong_file_name_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(InvalidBenchmark):
        check_writable(tmp_path / ("x" * 5000))


def test_a_directory_without_write_permission_is_rejected() -> None:
    # Not even root can create files in /sys.
    with pytest.raises(InvalidBenchmark, match=r"ermission|ead-only"):
        check_writable(Path("/sys/x.json"))


def test_writing_replaces_the_target_of_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    assert write_file(tmp_path / "link.json", b"new") == tmp_path / "link.json"
    assert (tmp_path / "real.json").read_bytes() == b"new"
    assert (tmp_path / "link.json").is_symlink()
    assert len(list(tmp_path.iterdir())) == 2


def test_a_failed_write_saves_the_results_in_the_temporary_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, data: bytes) -> None:  # noqa: ARG001
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output_files, "replace_file", fail)
    written = write_file(tmp_path / "x.json", b"results")
    try:
        assert written != tmp_path / "x.json"
        assert written.suffix == ".json"
        assert written.read_bytes() == b"results"
    finally:
        written.unlink()
