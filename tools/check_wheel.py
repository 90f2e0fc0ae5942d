"""Install what `make wheel` has built somewhere else, without the repository, and use it.

`make check-wheel` runs it. Each package of dist/ gets a new environment in a temporary folder: the
wheel is played with in all its front ends, the source package must build.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
import zipfile
from http.cookiejar import CookieJar
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 1800


def say(text: str) -> None:
    """Tell what holds."""
    print(f"ok: {text}", flush=True)


def run(*command: str | Path, folder: Path, typed: str = "") -> str:
    """Run a command away from the repository; return what it prints."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, input=typed, text=True, capture_output=True,
        timeout=PATIENCE, check=False, env=environment(folder),
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"error: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def environment(folder: Path) -> dict[str, str]:
    """Return what a new user has: nothing of the repository's."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "LANG"))}
    path = os.environ["PATH"].split(os.pathsep)
    outside = [part for part in path if not part.startswith(str(ROOT))]
    return {
        **kept,
        "PATH": os.pathsep.join(outside),
        "HOME": str(folder),
        "SAPPER_DATA": str(folder / "data"),
    }


def install(package: Path, folder: Path) -> Path:
    """Install a package into a new environment; return the folder of its commands."""
    folder.mkdir()
    venv.create(folder / "venv", with_pip=True)
    commands = folder / "venv" / "bin"
    run(
        commands / "pip", "install", "--quiet", "--disable-pip-version-check",
        "--constraint", ROOT / "constraints.txt", package, folder=folder,
    )  # fmt: skip
    return commands


def check_contents(wheel: Path, version: str) -> None:
    """Look at what is in the wheel and what is not."""
    names = zipfile.ZipFile(wheel).namelist()
    static = [name for name in names if name.startswith("sapper/web/static/")]
    for needed in ("sapper/py.typed", "sapper/_core.pyi", "sapper/web/static/index.html"):
        assert needed in names, needed
    assert f"sapper-{version}.dist-info/licenses/LICENSE" in names
    here = [path for path in (ROOT / "src/sapper/web/static").rglob("*") if path.is_file()]
    assert len(static) == len(here), "not all files of the page"
    strays = [
        name for name in names if not name.startswith(("sapper/", "sapper_command/", "sapper-"))
    ]
    assert not strays, strays
    say(f"{wheel.name} has {len(names)} files, {len(static)} of them the page's")


def check_commands(commands: Path, folder: Path, version: str) -> None:
    """Use the command line."""
    sapper = commands / "sapper"
    assert run(sapper, "--version", folder=folder) == f"sapper {version}\n"
    say(f"sapper --version says {version}")
    table = run(sapper, "bench", "beginner", "50", "--strategy", "exact", folder=folder)
    assert re.search(r"exact\s", table), table
    say("sapper bench plays 50 games")
    played = run(
        sapper, "play", "9x9/10", "--seed", "42", "--plain", folder=folder, typed="o a1\nq\n"
    )
    assert "A . . . . 1" in played, played
    say("sapper play plays a game in lines")
    where = run(commands / "python", "-c", "import sapper; print(sapper.__file__)", folder=folder)
    assert str(folder) in where, where
    say("it is not the repository's")


def check_web(commands: Path, folder: Path) -> None:
    """Play a game over HTTP and load the page with all that it names."""
    server = subprocess.Popen(
        [commands / "sapper", "web", "--no-open", "--port", "0"],
        cwd=folder, env=environment(folder), stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stderr is not None
        found = re.search(r"http://\S+/", server.stderr.readline())
        assert found, server.stderr.read()
        url = found[0].rstrip("/")
        opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar()), urllib.request.ProxyHandler({})
        )

        def ask(path: str, body: object = None) -> bytes:
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})
            with opener.open(request, timeout=PATIENCE) as answer:
                return answer.read()

        page = ask("/").decode()
        named = re.findall(r'(?:src|href)="([\w./-]+)"', page)
        for file in named:
            assert ask(f"/{file.lstrip('/')}"), file
        say(f"sapper web serves the page and {len(named)} files that it names")
        game = json.loads(ask("/api/games", {"level": "beginner", "seed": 42}))
        move = {"kind": "reveal", "cell": [0, 0], "version": 0}
        moved = json.loads(ask(f"/api/games/{game['id']}/moves", move))
        assert moved["rows"][0].startswith("....1"), moved["rows"]
        steps = {"steps": 1000, "version": moved["version"]}
        end = json.loads(ask(f"/api/games/{game['id']}/ai", steps))["game"]
        assert end["status"] in ("won", "lost"), end["status"]
        assert json.loads(ask("/healthz"))["status"] == "ok"
        say("a game is played to its end over HTTP")
    finally:
        server.terminate()
        server.communicate(timeout=60)


def main() -> None:
    """Check both packages."""
    (wheel,) = (ROOT / "dist").glob("*.whl")
    (source,) = (ROOT / "dist").glob("*.tar.gz")
    version = wheel.name.split("-")[1]
    check_contents(wheel, version)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = install(wheel, folder / "wheel")
        say("the wheel installs in a new environment")
        check_commands(commands, folder / "wheel", version)
        check_web(commands, folder / "wheel")
        commands = install(source, folder / "source")
        assert run(commands / "sapper", "--version", folder=folder) == f"sapper {version}\n"
        say("the source package builds and runs")


if __name__ == "__main__":
    sys.exit(main())
