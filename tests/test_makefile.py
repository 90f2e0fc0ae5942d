"""The commands of the Makefile and the continuous integration."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
WORKFLOWS = ROOT / ".github" / "workflows"


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def listed_commands() -> list[str]:
    return re.findall(r"^make ([a-z-]+)  +\S", make("help").stdout, flags=re.MULTILINE)


def test_help_lists_every_phony_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", "")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    assert sorted(phony[1].split()) == sorted(listed_commands())


def test_help_is_the_default_command() -> None:
    assert make().stdout == make("help").stdout


def test_help_fits_into_a_line_of_a_wide_terminal() -> None:
    assert max(map(len, make("help").stdout.splitlines())) <= 100


def test_help_needs_only_programs_of_a_minimal_system() -> None:
    recipe = make("--dry-run", "help").stdout
    assert not re.search(r"\b(column|perl|python3?)\b", recipe)


@pytest.mark.parametrize("command", listed_commands())
def test_every_listed_command_has_a_recipe(command: str) -> None:
    result = make("--dry-run", "--always-make", command)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()


def test_an_unknown_command_fails() -> None:
    assert make("--dry-run", "unknown-command").returncode == 2


@pytest.mark.parametrize(
    "program",
    [
        "ruff check", "ruff format --check", "mypy", "lint-imports", "codespell",
        "check-jsonschema", "clang-format --dry-run --Werror", "clang-tidy",
        "npm run --silent lint", "npm run --silent types", "ctest", "npm test", "pytest",
    ],
)  # fmt: skip
def test_make_test_runs_every_check(program: str) -> None:
    assert program in make("--dry-run", "--always-make", "test").stdout


def test_a_change_to_the_cpp_code_does_not_resolve_packages_again() -> None:
    changed = ["--old-file=.venv/.packages", "--what-if=CMakeLists.txt"]
    recipe = make("--dry-run", *changed, ".venv/.developer").stdout
    assert recipe.splitlines() == [
        ".venv/bin/python tools/set_up.py core",
        "touch .venv/.installed",
    ]


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_make_warnings_compiles_with_both_compilers(compiler: str) -> None:
    recipe = make("--dry-run", "--always-make", "warnings").stdout
    assert compiler in recipe
    assert "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON" in recipe


def test_ci_runs_make_test_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "CI=true make test"
    assert len(lines) == 4


@pytest.mark.parametrize("workflow", sorted(WORKFLOWS.glob("*.yml")), ids=lambda path: path.stem)
def test_workflows_call_make_commands_that_exist(workflow: Path) -> None:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()
    scripts = [step["run"] for job in jobs for step in job.get("steps", []) if "run" in step]
    called = re.findall(r"\bmake ([a-z-]+)", "\n".join(scripts))
    assert set(called) <= set(listed_commands())


def test_the_test_workflow_covers_every_supported_python_and_both_compilers() -> None:
    workflow = yaml.safe_load((WORKFLOWS / "tests.yml").read_text(encoding="utf-8"))
    matrix = workflow["jobs"]["test"]["strategy"]["matrix"]
    oldest = re.search(
        r'^requires-python = ">=(.*)"$',
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert oldest is not None
    assert matrix["python"] == [oldest[1], "3.12", "3.13", "3.14"]
    assert matrix["compiler"] == ["g++", "clang++"]
