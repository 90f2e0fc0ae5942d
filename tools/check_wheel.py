"""End-to-end check of the packages that `make wheel` has built in dist/.

`make check-wheel` runs this script. It installs the wheel and the source distribution into new
virtual environments outside the repository. The script then plays games with the installed wheel,
first on the command line without extras and then over HTTP with the `web` extra. Finally, the
script checks that the source distribution builds and starts.
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
TIMEOUT_SECONDS = 1800


def report(text: str) -> None:
    """Report a successful check."""
    print(f"ok: {text}", flush=True)


def run(*command: str | Path, folder: Path, standard_input: str = "") -> str:
    """Run a command outside the repository and return its output."""
    result = subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment(folder), input=standard_input,
        capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False,
    )  # fmt: skip
    if result.returncode:
        raise SystemExit(f"error: {' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def environment(folder: Path) -> dict[str, str]:
    """Return environment variables without any reference to the repository."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "LANG"))}
    path = os.environ["PATH"].split(os.pathsep)
    outside = [part for part in path if not part.startswith(str(ROOT))]
    return {
        **kept,
        "PATH": os.pathsep.join(outside),
        "HOME": str(folder),
        "SAPPER_DATA": str(folder / "data"),
    }


def create_environment(folder: Path) -> Path:
    """Create a virtual environment and return the directory of its commands."""
    folder.mkdir()
    venv.create(folder / "venv", with_pip=True)
    return folder / "venv" / "bin"


def install(commands: Path, requirement: str, folder: Path) -> None:
    """Install a package file, optionally with extras, into an environment."""
    run(
        commands / "pip", "install", "--quiet", "--disable-pip-version-check",
        "--constraint", ROOT / "constraints.txt", requirement, folder=folder,
    )  # fmt: skip


def check_contents(wheel: Path, version: str) -> None:
    """Check that the wheel contains the page, the licence and the types, and no stray files."""
    names = zipfile.ZipFile(wheel).namelist()
    static = [name for name in names if name.startswith("sapper/web/static/")]
    for needed in ("sapper/py.typed", "sapper/_core.pyi", "sapper/web/static/index.html"):
        assert needed in names, needed
    assert f"sapper-{version}.dist-info/licenses/LICENSE" in names
    here = [path for path in (ROOT / "src/sapper/web/static").rglob("*") if path.is_file()]
    assert len(static) == len(here), "the wheel does not contain all files of the web page"
    strays = [
        name for name in names if not name.startswith(("sapper/", "sapper_command/", "sapper-"))
    ]
    assert not strays, strays
    report(f"{wheel.name} contains {len(names)} files, {len(static)} of them for the web page")


def check_commands(commands: Path, folder: Path, version: str) -> None:
    """Run the commands of the installed package and check their output."""
    sapper = commands / "sapper"
    assert run(sapper, "--version", folder=folder) == f"sapper {version}\n"
    report(f"sapper --version prints {version}")
    table = run(sapper, "bench", "beginner", "50", "--strategy", "exact", folder=folder)
    assert re.search(r"exact\s", table), table
    report("sapper bench plays 50 games")
    played = run(
        sapper, "play", "9x9/10", "--seed", "42", "--plain",
        folder=folder, standard_input="o a1\nq\n",
    )  # fmt: skip
    assert "A . . . . 1" in played, played
    report("a game can be played with sapper play --plain")
    where = run(commands / "python", "-c", "import sapper; print(sapper.__file__)", folder=folder)
    assert str(folder) in where, where
    report("Python imports the installed package, not the repository")


def check_web(commands: Path, folder: Path) -> None:
    """Load the page with all files that it references, and play a game over HTTP."""
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

        def request(path: str, body: object = None) -> bytes:
            data = None if body is None else json.dumps(body).encode()
            http_request = urllib.request.Request(
                url + path, data, {"Content-Type": "application/json"}
            )
            with opener.open(http_request, timeout=TIMEOUT_SECONDS) as response:
                return response.read()

        page = request("/").decode()
        references = re.findall(r'(?:src|href)="([\w./-]+)"', page)
        for file in references:
            assert request(f"/{file.lstrip('/')}"), file
        report(f"sapper web serves the web page and {len(references)} referenced files")
        game = json.loads(request("/api/games", {"level": "beginner", "seed": 42}))
        move = {"kind": "reveal", "cell": [0, 0], "version": 0}
        moved = json.loads(request(f"/api/games/{game['id']}/moves", move))
        assert moved["rows"][0].startswith("....1"), moved["rows"]
        steps = {"steps": 1000, "version": moved["version"]}
        end = json.loads(request(f"/api/games/{game['id']}/ai", steps))["game"]
        assert end["status"] in ("won", "lost"), end["status"]
        assert json.loads(request("/healthz"))["status"] == "ok"
        report("a game can be played to the end over HTTP")
    finally:
        server.terminate()
        server.communicate(timeout=60)


def main() -> None:
    """Check the wheel and the source distribution."""
    (wheel,) = (ROOT / "dist").glob("*.whl")
    (source,) = (ROOT / "dist").glob("*.tar.gz")
    version = wheel.name.split("-")[1]
    check_contents(wheel, version)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = create_environment(folder / "wheel")
        install(commands, str(wheel), folder)
        report("the wheel can be installed into a new environment without extras")
        check_commands(commands, folder / "wheel", version)
        install(commands, f"{wheel}[web]", folder)
        check_web(commands, folder / "wheel")
        commands = create_environment(folder / "source")
        install(commands, str(source), folder)
        assert run(commands / "sapper", "--version", folder=folder) == f"sapper {version}\n"
        report("the source distribution builds and starts")


if __name__ == "__main__":
    sys.exit(main())
