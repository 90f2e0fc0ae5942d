"""docs/security.md names a test for each threat, and each of them exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| threat |")
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_tests_that_hold_a_threat_exist(row: list[str]) -> None:
    _, holds, tests = row
    assert holds
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", tests)
    assert named, "no test holds it"
    assert re.sub(r"`[^`]+`|[, ]", "", tests) == ""
    for path, name in named:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert name in found, f"{path} has no {name}"


def test_the_page_has_all_kinds_of_threats() -> None:
    assert len(ROWS) >= 35
    for heading in ("Peeking at mines", "Games of others", "Other sites", "Text that does harm",
                    "Too much", "Cheating", "Secrets in logs", "What is not defended"):  # fmt: skip
        assert f"## {heading}" in PAGE
