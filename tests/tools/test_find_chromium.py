"""`tools/find-chromium` on machines that have a browser and on those that have none."""

import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parent.parent.parent / "tools" / "find-chromium"


def find(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script with nothing on the PATH but what is in a folder."""
    for program in ("id", "sh"):
        if not (folder / program).exists():
            (folder / program).symlink_to(shutil.which(program) or "")
    return subprocess.run(
        ["/bin/sh", SCRIPT, *arguments], env={"PATH": str(folder), **environment},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def add_program(folder: Path, name: str, script: str = "exit 0") -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_the_browser_of_the_machine_is_found(tmp_path: Path) -> None:
    browser = add_program(tmp_path, "chromium")
    assert find(tmp_path).stdout == f"{browser}\n"


def test_another_browser_may_be_named(tmp_path: Path) -> None:
    add_program(tmp_path, "chromium")
    other = add_program(tmp_path, "my-browser")
    assert find(tmp_path, SAPPER_CHROMIUM=str(other)).stdout == f"{other}\n"


def test_a_machine_without_one_is_told_what_to_install(tmp_path: Path) -> None:
    result = find(tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "error: the tests in a browser need Chromium, and there is none",
        "hint: apt-get install chromium, or set SAPPER_CHROMIUM to its path",
    ]


def test_an_installation_that_fails_is_told_in_the_same_words(tmp_path: Path) -> None:
    add_program(tmp_path, "apt-get", "exit 100")
    add_program(tmp_path, "id", "echo 0")
    result = find(tmp_path, "--install")
    assert result.returncode == 2
    assert "apt-get install chromium" in result.stderr


def test_root_gets_one_installed(tmp_path: Path) -> None:
    add_program(tmp_path, "id", "echo 0")
    made = tmp_path / "chromium"
    install = f'echo "#!/bin/sh" >{made}; {shutil.which("chmod")} +x {made}'
    add_program(tmp_path, "apt-get", f'case "$*" in *install*) {install};; esac')
    result = find(tmp_path, "--install")
    assert (result.returncode, result.stdout) == (0, f"{made}\n")
