"""The list of the five systems: every test that it names exists, and every command runs."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from sapper.play.five_systems import five_systems
from tests.sapper_command import run_sapper

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/guide/five-systems.md").read_text(encoding="utf-8")
FEATURES = [feature for system in five_systems() for feature in system.features]
DIFFERENCES = [text for system in five_systems() for text in system.differences]
TEXT = "\n".join(
    [PAGE, *DIFFERENCES, *(f"{feature.text}\n{feature.shown_by}" for feature in FEATURES)]
)
TESTS = sorted({test for feature in FEATURES for test in feature.tests})
COMMANDS = sorted(set(re.findall(r"`(sapper(?: [^`]+)?)`", TEXT)))
# These commands run until the user closes a window or stops a server.
ENDLESS = ("sapper cs50", "sapper web")


@cache
def names_of_tests(path: str) -> set[str]:
    """Return the names of all tests in a Python or JavaScript file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".js"):
        return set(re.findall(r'^test\("([^"]+)"', text, re.MULTILINE))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, functions)}


def test_every_feature_has_a_place_in_sapper_and_a_test() -> None:
    assert len(FEATURES) > 90
    for feature in FEATURES:
        assert feature.text.endswith("."), feature
        assert feature.shown_by, feature
        assert feature.tests, feature


@pytest.mark.parametrize("name", TESTS)
def test_every_named_test_exists(name: str) -> None:
    path, _, test = name.partition("::")
    assert test in names_of_tests(path)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_named_command_runs(command: str) -> None:
    _, *words = command.split()
    result = run_sapper(*words, *(["--help"] if command.startswith(ENDLESS) else []))
    assert result.returncode == 0, result.stderr
    assert result.stdout


def test_every_named_control_exists() -> None:
    sources = [
        *(ROOT / "src/sapper/web/static").rglob("*.html"),
        *(ROOT / "src/sapper/web/static").rglob("*.js"),
        *ROOT.glob("src/sapper/compat/cs50/*.py"),
    ]
    labels = " ".join(path.read_text(encoding="utf-8") for path in sources)
    named = set(re.findall(r"\*\*([^*]+)\*\*", TEXT))
    assert {"Play move", "Autoplay", "New game", "Flag mode", "AI Move"} <= named
    for control in named:
        assert re.search(rf"[>\"]{control}[<\"]", labels), control


def test_the_page_and_the_help_of_the_front_ends_agree() -> None:
    for system in five_systems():
        section = PAGE.partition(f"\n## {system.name}\n")[2].partition("\n## ")[0]
        assert f"<!-- generated: features-{system.strategy} -->" in section
        (row,) = re.findall(
            rf"^\|.*`{system.strategy}` \| `{system.command}` \|$", PAGE, re.MULTILINE
        )
        assert f"`{system.level}`" in row
        assert f"| `{system.start}` |" in row
