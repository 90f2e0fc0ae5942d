"""The built wheel in an environment that contains no extras."""

import re
import subprocess
import sys
import venv
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from sapper import Game, Rules, write_replay
from sapper.cli import app
from tests.sapper_command import PATIENCE, environment

ROOT = Path(__file__).parent.parent
POSITION = "5x2/3\n#11##\n#####\n"
# The commands that need no extra, and a text that each of them prints.
CORE_COMMANDS = {
    "--version": "sapper ",
    "--help": "Usage: sapper",
    "analyse position.txt": "Best:",
    "bench small 2 --strategy layered --strategy exact": "layered - exact",
    "convert game.replay game.rawvf": "",
    "puzzle single-clue --plain --count 1 --seed 1": "single-clue",
    "generate 5x4/3 --seed 1": "5x4/3",
    "hint position.txt": "No cell is certainly safe.",
    "learn numbers": "What a number means",
    "optimal position.txt": "layouts",
    "play 5x4/3 --seed 1": "Type 'help' for a list of commands.",
    "review game.replay": "move",
    "strategies": "expert",
    "watch 5x4/3 --seed 1": "expert won",
}
COMMANDS_WITH_EXTRAS = {
    "bench small 2 --cluster tcp://127.0.0.1:1": "cluster",
    "bench small 2 --plot rates.png": "plot",
    "cs50": "cs50",
    "scan position.txt": "vision",
    "games": "store",
    "stats": "store",
    "web": "web",
}


def test_the_wheel_runs_every_core_command_without_extras(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path)
    commands = tmp_path / "venv" / "bin"
    venv.create(commands.parent, symlinks=True)
    run_pip("--python", str(commands / "python"), "install", "--no-deps", "--no-index", str(wheel))
    packages = link_dependencies(next(commands.parent.glob("lib/python*/site-packages")))
    assert len(packages) <= 15, packages
    game = Game(Rules(5, 4, 3), seed=1)
    game.reveal((2, 2))
    (tmp_path / "game.replay").write_text(write_replay(game))
    (tmp_path / "position.txt").write_text(POSITION)

    def sapper(command: str) -> tuple[int, str, str]:
        result = subprocess.run(
            [commands / "sapper", *command.split()],
            cwd=tmp_path, env=environment(PATH=str(commands), PYTHONPATH=""), input="quit\n",
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        return result.returncode, result.stdout, result.stderr

    for command, text in CORE_COMMANDS.items():
        code, out, err = sapper(command)
        assert code == 0, (command, err)
        assert text in out, (command, out, err)
    for command, extra in COMMANDS_WITH_EXTRAS.items():
        code, out, err = sapper(command)
        assert (code, out) == (2, ""), (command, out, err)
        error, hint = err.splitlines()
        assert re.fullmatch(rf"error: .* requires the '{extra}' extra \(.*\)", error), err
        assert hint.startswith("hint: "), err
        assert hint.endswith(f"-m pip install 'sapper[{extra}] @ {wheel.as_uri()}'"), err
    tried = {command.split()[0] for command in CORE_COMMANDS | COMMANDS_WITH_EXTRAS}
    assert {command.name for command in app.registered_commands} <= tried


def build_wheel(folder: Path) -> Path:
    # The build folder is shared with the installation in .venv, so nothing is compiled twice.
    run_pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("*.whl")
    return wheel


def run_pip(*arguments: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=5 * PATIENCE, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr


def link_dependencies(site: Path) -> set[str]:
    """Link the dependencies of Sapper, which are installed here, into another environment.

    Return the names of all packages, including indirect dependencies.
    """
    (sapper,) = metadata.distributions(name="sapper", path=[str(site)])
    found: set[str] = set()
    waiting = required_packages(sapper)
    assert waiting == {"numpy", "rich", "typer"}
    while waiting - found:
        name = min(waiting - found)
        found.add(name)
        package = metadata.distribution(name)
        waiting |= required_packages(package)
        for file in package.files or []:
            link = site / file.parts[0]
            if file.parts[0] != ".." and not link.exists():
                folder = Path(str(file.locate())).parents[len(file.parts) - 1]
                link.symlink_to(folder / file.parts[0])
    return found


def required_packages(package: metadata.Distribution) -> set[str]:
    return {
        canonicalize_name(each.name)
        for each in map(Requirement, package.requires or [])
        if each.marker is None or each.marker.evaluate({"extra": ""})
    }
