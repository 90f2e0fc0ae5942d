"""`tools/find-postgres` on machines that have PostgreSQL and on those that have none."""

import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parent.parent.parent / "tools" / "find-postgres"


def find(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script on a machine whose PATH and packages are in a folder."""
    path = folder / "path"
    path.mkdir(exist_ok=True)
    for program in ("id", "sh"):
        if not (path / program).exists():
            (path / program).symlink_to(shutil.which(program) or "")
    return subprocess.run(
        ["/bin/sh", SCRIPT, *arguments],
        env={"PATH": str(path), "SAPPER_POSTGRES_ROOT": str(folder / "lib"), **environment},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def add_program(path: Path, script: str = "exit 0") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def add_version(folder: Path) -> Path:
    add_program(folder / "initdb")
    add_program(folder / "postgres")
    return folder


def test_the_newest_version_of_the_machine_is_found(tmp_path: Path) -> None:
    add_version(tmp_path / "path")
    add_version(tmp_path / "lib" / "14" / "bin")
    newest = add_version(tmp_path / "lib" / "15" / "bin")
    assert find(tmp_path).stdout == f"{newest}\n"


def test_one_on_the_path_will_do(tmp_path: Path) -> None:
    folder = add_version(tmp_path / "path")
    assert find(tmp_path).stdout == f"{folder}\n"


def test_a_folder_may_be_named_but_must_have_the_programs(tmp_path: Path) -> None:
    add_version(tmp_path / "lib" / "15" / "bin")
    mine = add_version(tmp_path / "mine")
    assert find(tmp_path, SAPPER_POSTGRES=str(mine)).stdout == f"{mine}\n"
    (mine / "postgres").unlink()
    assert find(tmp_path, SAPPER_POSTGRES=str(mine)).returncode == 2


def test_a_machine_without_it_is_told_what_to_install(tmp_path: Path) -> None:
    result = find(tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "error: the tests of the database need PostgreSQL, and there is none",
        "hint: apt-get install postgresql, or set SAPPER_POSTGRES to the folder of its programs",
    ]


def test_root_gets_it_installed_and_a_failure_is_told(tmp_path: Path) -> None:
    add_program(tmp_path / "path" / "id", "echo 0")
    add_program(tmp_path / "path" / "apt-get", "exit 100")
    assert "apt-get install postgresql" in find(tmp_path, "--install").stderr
    made = tmp_path / "lib" / "15" / "bin"
    made.mkdir(parents=True)
    chmod = shutil.which("chmod")
    steps = [f'echo "#!/bin/sh" >{made}/{name}; {chmod} +x {made}/{name}'
             for name in ("initdb", "postgres")]  # fmt: skip
    add_program(tmp_path / "path" / "apt-get", f'case "$*" in *install*) {"; ".join(steps)};; esac')
    result = find(tmp_path, "--install")
    assert (result.returncode, result.stdout) == (0, f"{made}\n")
