"""Progress and requirements of `tools/set_up.py`."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import set_up

PROJECT = """
[project]
name = "sapper"
dependencies = ["numpy>=1.26"]

[project.optional-dependencies]
store = ["sqlalchemy>=2.0.36"]
terminal = ["sapper[store]", "textual>=8.0"]
web = ["sapper[store]", "uvloop>=0.21; sys_platform != 'win32'"]
plot = ["matplotlib>=3.9"]
vision = ["pillow>=10"]
postgres = ["psycopg[binary]>=3.2"]
dev = ["sapper[plot,postgres]", "ruff>=0.9"]
"""


def python(*lines: str) -> list[str]:
    return [sys.executable, "-c", "\n".join(lines)]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "build-requirements.txt").write_text("cmake>=3.25\nninja\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text(PROJECT, "utf-8")
    monkeypatch.setattr(set_up, "ROOT", tmp_path)


@pytest.mark.usefixtures("project")
def test_make_run_needs_the_build_tools_and_both_user_interfaces() -> None:
    assert list(set_up.requirements([])) == [
        "cmake>=3.25",
        "ninja",
        "numpy>=1.26",
        "sqlalchemy>=2.0.36",
        "textual>=8.0",
        "pillow>=10",
        "sqlalchemy>=2.0.36",
        "uvloop>=0.21; sys_platform != 'win32'",
    ]


@pytest.mark.usefixtures("project")
def test_an_extra_that_names_other_extras_includes_their_requirements() -> None:
    assert list(set_up.requirements(["plot"])) == ["matplotlib>=3.9"]
    assert list(set_up.requirements(["dev"])) == [
        "matplotlib>=3.9",
        "psycopg[binary]>=3.2",
        "ruff>=0.9",
    ]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("  Downloading numpy-2.4.6-cp311-cp311-linux.whl (16.9 MB)\n", "numpy 2.4.6 (16.9 MB)"),
        ("  Using cached ms_toollib-1.5.20.tar.gz (12 kB)\n", "ms_toollib 1.5.20 (12 kB)"),
        ("Processing /packages/rich-15.0.0-py3-none-any.whl\n", "rich 15.0.0"),
        ("Processing /packages/rich-15.0.0-py3-none-any.whl (from typer)\n", "rich 15.0.0"),
        ("  Downloading rich-15.0.0-py3-none-any.whl.metadata (62 kB)\n", None),
        ("Collecting numpy>=1.26\n", None),
    ],
)  # fmt: skip
def test_each_downloaded_package_is_shown(line: str, shown: str | None) -> None:
    assert set_up.show_package(line) == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (
            "  [7/48] Building CXX object CMakeFiles/sapper_core.dir/cpp/core/board/game.cpp.o\n",
            "[7/48] game.cpp",
        ),
        ("[48/48] Linking CXX shared module _core.abi3.so\n", "[48/48] _core.abi3.so"),
        ("  -- Configuring done (0.3s)\n", None),
    ],
)
def test_each_compiled_file_is_shown_with_the_step_counter(line: str, shown: str | None) -> None:
    assert set_up.show_compiled_file(line) == shown


def test_a_step_reports_its_title_progress_and_duration(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(monotonic=iter([100.0, 112.4]).__next__)
    monkeypatch.setattr(set_up, "time", clock)
    command = python("print('[1/2] game.cpp.o')", "print('noise')", "print('[2/2] grid.cpp.o')")
    set_up.run("Compiling", command, set_up.show_compiled_file)
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "Compiling\n  [1/2] game.cpp\n  [2/2] grid.cpp\n  done in 12 s\n"


def test_a_failed_step_prints_everything_the_command_printed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    command = python("import sys", "print('game.cpp:3: error', file=sys.stderr)", "sys.exit(1)")
    with pytest.raises(SystemExit, match=r"(?s)^error: .* failed$"):
        set_up.run("Compiling", command, set_up.show_compiled_file)
    assert capfd.readouterr().err == "Compiling\ngame.cpp:3: error\n\n"
