"""Startup time: heavy packages are imported only when they are needed."""

import subprocess
import sys

import pytest

from tests.sapper_command import PATIENCE

HEAVY = {
    "numpy",
    "typer",
    "rich",
    "click",
    "fastapi",
    "scipy",
    "matplotlib",
    "textual",
    "sqlalchemy",
}


def modules_after(code: str) -> set[str]:
    """Return the top-level packages that are loaded after running the code."""
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return {name.split(".")[0] for name in result.stderr.split()}


def test_importing_sapper_loads_no_heavy_package() -> None:
    loaded = modules_after("import sapper")
    assert "sapper" in loaded
    assert not loaded & HEAVY


def test_a_game_loads_numpy_only_for_the_cell_matrix() -> None:
    code = "from sapper import Game, Rules\ngame = Game(Rules(9, 9, 10), seed=1)\n"
    code += "game.reveal((0, 0))\n"
    assert not modules_after(code + "str(game.view)") & HEAVY
    assert "numpy" in modules_after(code + "game.view.cells")


@pytest.mark.parametrize("arguments", [["--help"], ["generate", "--json"], ["play", "--help"]])
def test_the_command_line_loads_only_typer_and_rich(arguments: list[str]) -> None:
    loaded = modules_after(f"from sapper.cli import main\nmain({arguments!r})")
    assert "typer" in loaded
    assert not loaded & (HEAVY - {"typer", "rich", "click"})


def test_the_first_board_needs_no_numpy_and_no_database() -> None:
    code = (
        "from sapper.play.computation import compute_in_thread, run_blocking\n"
        "from sapper.play.game_setup import GameSetup\n"
        "from sapper.play.local_service import LocalService\n"
        "from sapper import Rules\n"
        "from sapper.tui.sapper_app import SapperApp\n"
        "from sapper.tui.screens.game_screen import GameScreen\n"
        "service = LocalService(compute_in_thread)\n"
        "game = run_blocking(service.new_game('', GameSetup(Rules(9, 9, 10))))\n"
        "SapperApp(GameScreen(game), service)"
    )
    loaded = modules_after(code)
    assert "textual" in loaded
    assert not loaded & {"numpy", "sqlalchemy"}


def test_ctrl_c_during_imports_exits_quietly() -> None:
    code = (
        "import os, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'sapper.errors':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from sapper_command import main\n"
        "main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"")
