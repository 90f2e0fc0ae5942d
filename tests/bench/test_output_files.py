from pathlib import Path

import pytest

from sapper.bench import output_files
from sapper.bench.output_files import check_different, check_writable, write_file
from sapper.errors import InvalidBenchmark


def test_a_check_leaves_nothing_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.json")
    (tmp_path / "old.json").write_text("kept")
    check_writable(tmp_path / "old.json")
    assert [path.name for path in tmp_path.iterdir()] == ["old.json"]
    assert (tmp_path / "old.json").read_text() == "kept"


@pytest.mark.parametrize(
    ("name", "why"),
    [(".", "it is a folder"), ("no/such/x.json", "there is no folder")],
)
def test_what_cannot_be_written_is_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(InvalidBenchmark, match=why):
        check_writable(tmp_path / name)


@pytest.mark.parametrize("name", ["x.out", "./x.out", "folder/../x.out", "link.out"])
def test_two_options_for_one_file_are_refused_however_it_is_spelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.out").symlink_to("x.out")
    with pytest.raises(InvalidBenchmark, match="--json and --plot cannot both write"):
        check_different({"--json": tmp_path / "x.out", "--plot": Path(name)})
    check_different({"--json": tmp_path / "y.out", "--plot": Path(name)})


def test_a_device_takes_what_two_options_write() -> None:
    check_different({"--json": Path("/dev/null"), "--csv": Path("/dev/null")})


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidBenchmark):
        check_writable(tmp_path / ("x" * 5000))


def test_a_folder_without_permission_is_refused() -> None:
    # Not even root may make files there.
    with pytest.raises(InvalidBenchmark, match=r"ermission|ead-only"):
        check_writable(Path("/sys/x.json"))


def test_files_are_replaced_whole_and_follow_links(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    assert write_file(tmp_path / "link.json", b"new") == tmp_path / "link.json"
    assert (tmp_path / "real.json").read_bytes() == b"new"
    assert (tmp_path / "link.json").is_symlink()
    assert len(list(tmp_path.iterdir())) == 2


def test_results_that_cannot_be_written_are_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, data: bytes) -> None:  # noqa: ARG001
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output_files, "_replace", fail)
    written = write_file(tmp_path / "x.json", b"results")
    try:
        assert written != tmp_path / "x.json"
        assert written.suffix == ".json"
        assert written.read_bytes() == b"results"
    finally:
        written.unlink()
