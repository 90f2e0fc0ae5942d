"""What starts with Sapper stays light: heavy packages are imported where they are needed."""

import subprocess
import sys

import pytest
from terminal import PATIENCE

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
    """Names of the top-level packages that are loaded once the code has run."""
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return {name.split(".")[0] for name in result.stderr.split()}


def test_import_sapper_loads_nothing_heavy() -> None:
    loaded = modules_after("import sapper")
    assert "sapper" in loaded
    assert not loaded & HEAVY


def test_a_game_needs_nothing_heavy_until_the_matrix_is_asked_for() -> None:
    code = "from sapper import Game, Rules\ngame = Game(Rules(9, 9, 10), seed=1)\n"
    code += "game.reveal((0, 0))\n"
    assert not modules_after(code + "str(game.view)") & HEAVY
    assert "numpy" in modules_after(code + "game.view.cells")


@pytest.mark.parametrize("arguments", [["--help"], ["generate", "--json"], ["play", "--help"]])
def test_the_command_does_not_load_numpy(arguments: list[str]) -> None:
    loaded = modules_after(f"from sapper.cli import main\nmain({arguments!r})")
    assert "typer" in loaded
    assert not loaded & (HEAVY - {"typer", "rich", "click"})


def test_ctrl_c_while_the_command_is_loaded_ends_it_quietly() -> None:
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
