"""Install commands for missing extras, which depend on the origin of the installation."""

import io
import json
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sapper import extras
from sapper.cli import main, terminal_detection
from sapper.errors import MissingExtra
from sapper.extras import install_command, requires_extra

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
WITHOUT_PACKAGE = """
import sys
from sapper.cli import main

sys.modules[sys.argv[1]] = None
sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture(autouse=True)
def activated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Activate an environment that has its own pip."""
    for name in ("pip", "python"):
        (tmp_path / name).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))


def install_from(monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None) -> None:
    text = None if origin is None else json.dumps(origin)
    installed = SimpleNamespace(read_text=lambda _: text)
    monkeypatch.setattr(metadata, "distribution", lambda _: installed)


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "pip install 'sapper[web]'"),
        (
            {"url": Path("/src/sapper").as_uri(), "dir_info": {"editable": True}},
            "pip install -e '/src/sapper[web]'",
        ),
        ({"url": Path("/my src").as_uri(), "dir_info": {}}, "pip install '/my src[web]'"),
        (
            {"url": "https://host/sapper.whl", "archive_info": {}},
            "pip install 'sapper[web] @ https://host/sapper.whl'",
        ),
        (
            {"url": "https://host/sapper.git", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}},
            "pip install 'sapper[web] @ git+https://host/sapper.git@c0ffee'",
        ),
    ],
    ids=["index", "checkout", "folder", "wheel", "git"],
)
def test_an_extra_is_installed_from_the_same_source_as_sapper(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None, command: str
) -> None:
    install_from(monkeypatch, origin)
    assert install_command("web") == command


def test_the_command_is_short_in_the_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_from(monkeypatch, {"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    monkeypatch.chdir(tmp_path)
    assert install_command("web") == "pip install -e '.[web]'"


def test_the_command_names_an_environment_that_is_not_activated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_from(monkeypatch, None)
    monkeypatch.setenv("PATH", "/nowhere")
    assert install_command("web") == f"{tmp_path}/python -m pip install 'sapper[web]'"


def test_sapper_without_metadata_is_installed_from_the_index(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def distribution(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", distribution)
    assert install_command("web") == "pip install 'sapper[web]'"


def test_a_missing_module_of_sapper_itself_is_not_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, requires_extra("web", "the web server"):
        import sapper.no_such_module  # type: ignore[import-untyped]  # noqa: F401
    assert not isinstance(caught.value, MissingExtra)


@pytest.mark.parametrize(
    ("command", "package", "purpose", "extra"),
    [
        ("web", "fastapi", "the web server", "web"),
        ("web", "sqlalchemy", "the web server", "web"),
        ("stats", "sqlalchemy", "the store", "store"),
        ("games", "sqlalchemy", "the store", "store"),
        ("cs50", "pygame", "the game window", "cs50"),
        ("bench small 1 --plot x.png", "matplotlib", "a plot", "plot"),
    ],
)
def test_a_command_without_its_extra_prints_the_install_command(
    command: str, package: str, purpose: str, extra: str
) -> None:
    # A separate process, because a failed import would leave half-loaded modules in this one.
    result = subprocess.run(
        [PYTHON, "-c", WITHOUT_PACKAGE, package, *command.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    first, second = result.stderr.splitlines()
    assert first.startswith(f"error: {purpose} requires the '{extra}' extra (")
    assert second.startswith("hint: ")
    assert f"[{extra}]'" in second


@pytest.mark.usefixtures("terminal_without_textual")
def test_play_uses_plain_text_without_the_terminal_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["play", "5x4/3", "--seed", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Sapper 5x4/3.")
    assert err == (
        "note: using plain text: the full-screen app requires the 'terminal' extra (import of "
        "textual halted; None in sys.modules); to install it: pip install 'sapper[terminal]'\n"
    )


@pytest.mark.usefixtures("terminal_without_textual")
def test_play_cannot_resume_a_game_without_the_terminal_extra(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "--resume"]) == 2
    assert capsys.readouterr().err.endswith("hint: pip install 'sapper[terminal]'\n")


@pytest.fixture
def terminal_without_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    install_from(monkeypatch, None)
    monkeypatch.setattr(terminal_detection, "is_terminal", lambda: True)
    monkeypatch.setitem(sys.modules, "textual", None)


def test_the_extra_all_contains_every_extra_for_users() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (everything,) = project["optional-dependencies"]["all"]
    included = set(everything.removeprefix("sapper[").removesuffix("]").split(","))
    for_developers = {"dev", "docs", "fuzz", "mutate"}
    nested = {"all", "store"}  # `terminal` and `web` contain `store`
    assert included == set(project["optional-dependencies"]) - for_developers - nested


def test_every_extra_that_the_code_names_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {
        line.split('_extra("')[1].split('"')[0]
        for path in (ROOT / "src").rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if 'requires_extra("' in line
    }
    assert {"cluster", "cs50", "gym", "plot", "store", "terminal", "vision", "web"} == named
    assert named <= set(project["optional-dependencies"])
    assert extras.install_command("all").endswith("[all]'")
