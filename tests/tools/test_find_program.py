"""The `tools/find-*` scripts on machines with and without the program."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent.parent / "tools"
MISSING = {
    "find-chromium": [
        "error: Chromium is required by the browser tests but is not installed",
        "hint: apt-get install chromium, or set SAPPER_CHROMIUM to its path",
    ],
    "find-nginx": [
        "error: nginx is required by the tests of the reverse proxy but is not installed",
        "hint: apt-get install nginx, or set SAPPER_NGINX to its path",
    ],
    "find-postgres": [
        "error: PostgreSQL is required by the database tests but is not installed",
        "hint: apt-get install postgresql, or set SAPPER_POSTGRES to the directory of its programs",
    ],
    "find-tmux": [
        "error: tmux is required by the terminal tests but is not installed",
        "hint: apt-get install tmux, or set SAPPER_TMUX to its path",
    ],
}
LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"
no_program = pytest.mark.parametrize("script", MISSING)


@dataclass(frozen=True)
class Machine:
    """A directory that contains every program on the PATH and all installed packages."""

    root: Path

    @property
    def bin(self) -> Path:
        return self.root / "bin"

    def add(self, program: str, script: str = "exit 0") -> Path:
        path = self.bin / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)  # never write through a link to a real program
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def add_postgres(self, directory: str) -> Path:
        self.add(f"{directory}/initdb")
        return self.add(f"{directory}/postgres").parent.resolve()

    def find(
        self, script: str, *arguments: str, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", TOOLS / script, *arguments],
            env={
                "PATH": str(self.bin),
                "SAPPER_NGINX_ROOT": str(self.root / "sbin"),
                "SAPPER_POSTGRES_ROOT": str(self.root / "postgresql"),
                **environment,
            },
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    machine.bin.mkdir()
    for program in ("chmod", "mkdir", "sh"):
        (machine.bin / program).symlink_to(shutil.which(program) or "")
    machine.add("id", "echo 0")
    machine.add("sleep")
    return machine


def installs(machine: Machine, *programs: Path, after: str = "") -> None:
    """Add an apt-get that logs its arguments and creates the programs on `install`."""
    create = "; ".join(
        f'mkdir -p {path.parent}; echo "#!/bin/sh" >{path}; chmod +x {path}' for path in programs
    )
    log = f'echo "$DEBIAN_FRONTEND $*" >>{machine.root}/apt.log'
    machine.add("apt-get", f'{log}; {after}\ncase "$*" in *install*) {create};; esac')


def apt_log(machine: Machine) -> list[str]:
    return (machine.root / "apt.log").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("script", "program"),
    [
        ("find-chromium", "chromium"),
        ("find-chromium", "chromium-browser"),
        ("find-chromium", "google-chrome"),
        ("find-nginx", "nginx"),
        ("find-nginx", "../sbin/nginx"),
        ("find-tmux", "tmux"),
    ],
)
def test_a_program_on_the_path_is_found(machine: Machine, script: str, program: str) -> None:
    path = machine.add(program).resolve()
    assert machine.find(script).stdout == f"{path}\n"


@pytest.mark.parametrize(
    ("script", "variable", "default"),
    [
        ("find-chromium", "SAPPER_CHROMIUM", "chromium"),
        ("find-nginx", "SAPPER_NGINX", "nginx"),
        ("find-tmux", "SAPPER_TMUX", "tmux"),
    ],
)
def test_a_variable_overrides_the_program(
    machine: Machine, script: str, variable: str, default: str
) -> None:
    machine.add(default)
    other = machine.add("another-program")
    assert machine.find(script, **{variable: str(other)}).stdout == f"{other}\n"


def test_the_newest_postgresql_is_found(machine: Machine) -> None:
    machine.add_postgres(".")
    machine.add_postgres("../postgresql/14/bin")
    newest = machine.add_postgres("../postgresql/15/bin")
    assert machine.find("find-postgres").stdout == f"{newest}\n"


def test_postgresql_on_the_path_is_found(machine: Machine) -> None:
    directory = machine.add_postgres(".")
    assert machine.find("find-postgres").stdout == f"{directory}\n"


def test_a_postgresql_directory_must_contain_both_programs(machine: Machine) -> None:
    machine.add_postgres("../postgresql/15/bin")
    mine = machine.add_postgres("../mine")
    assert machine.find("find-postgres", SAPPER_POSTGRES=str(mine)).stdout == f"{mine}\n"
    (mine / "postgres").unlink()
    assert machine.find("find-postgres", SAPPER_POSTGRES=str(mine)).returncode == 2


@no_program
def test_a_missing_program_is_an_error_with_a_hint(machine: Machine, script: str) -> None:
    result = machine.find(script)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == MISSING[script]


@no_program
def test_nothing_is_installed_without_the_option(machine: Machine, script: str) -> None:
    installs(machine)
    assert machine.find(script).returncode == 2
    assert not (machine.root / "apt.log").exists()


@no_program
def test_only_root_installs_packages(machine: Machine, script: str) -> None:
    machine.add("id", "echo 1000")
    installs(machine)
    assert machine.find(script, "--install").stderr.splitlines() == MISSING[script]
    assert not (machine.root / "apt.log").exists()


@pytest.mark.parametrize(
    ("script", "programs", "printed"),
    [
        ("find-chromium", ["bin/chromium"], "bin/chromium"),
        ("find-nginx", ["sbin/nginx"], "sbin/nginx"),
        ("find-postgres", ["postgresql/15/bin/initdb", "postgresql/15/bin/postgres"],
         "postgresql/15/bin"),
        ("find-tmux", ["bin/tmux"], "bin/tmux"),
    ],
)  # fmt: skip
def test_root_gets_a_missing_program_installed(
    machine: Machine, script: str, programs: list[str], printed: str
) -> None:
    installs(machine, *(machine.root / program for program in programs))
    result = machine.find(script, "--install")
    assert (result.returncode, result.stdout) == (0, f"{machine.root / printed}\n")
    update, install = apt_log(machine)
    assert update == "noninteractive -qq -o DPkg::Lock::Timeout=300 update"
    assert "-o DPkg::Lock::Timeout=300 install --yes --no-install-recommends" in install


@no_program
def test_the_error_of_apt_is_printed(machine: Machine, script: str) -> None:
    machine.add("apt-get", 'echo "E: $* does not work" >&2; exit 100')
    result = machine.find(script, "--install")
    assert (result.returncode, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert lines[0].startswith("Installing ")
    assert lines[1] == "E: -qq -o DPkg::Lock::Timeout=300 update does not work"
    assert lines[2].startswith("apt-get install ")
    assert lines[2].endswith(" failed:")
    assert lines[3].startswith("E: ")
    assert lines[4:] == MISSING[script]


def test_a_locked_package_list_is_retried(machine: Machine) -> None:
    lock = machine.root / "locked"
    lock.touch()
    rm = shutil.which("rm")
    installs(
        machine, machine.bin / "tmux",
        after=f'if [ -e {lock} ]; then {rm} {lock}; echo "{LOCKED}" >&2; exit 100; fi',
    )  # fmt: skip
    result = machine.find("find-tmux", "--install")
    assert (result.returncode, result.stdout) == (0, f"{machine.bin / 'tmux'}\n")
    assert [line.split()[-1] for line in apt_log(machine)] == ["update", "update", "tmux"]


def test_a_package_list_that_stays_locked_is_reported(machine: Machine) -> None:
    machine.add("apt-get", f'echo "{LOCKED}" >&2; exit 100')
    machine.add("sleep", f'echo "$1" >>{machine.root}/slept')
    result = machine.find("find-tmux", "--install")
    assert result.returncode == 2
    assert LOCKED in result.stderr
    waits = (machine.root / "slept").read_text(encoding="utf-8").split()
    assert sum(map(int, waits)) == 300


def test_an_installation_may_succeed_although_the_update_failed(machine: Machine) -> None:
    installs(
        machine, machine.bin / "tmux",
        after='case "$*" in *update*) echo "E: no network" >&2; exit 100;; esac',
    )  # fmt: skip
    result = machine.find("find-tmux", "--install")
    assert (result.returncode, result.stdout) == (0, f"{machine.bin / 'tmux'}\n")
    assert result.stderr.splitlines() == ["Installing tmux: tmux is required by the terminal tests"]
