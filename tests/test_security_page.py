"""docs/security.md names the place of each defence and existing tests for each threat."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
TABLE_ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| threat |", "| resource |"))
]
ROWS = [row for row in TABLE_ROWS if len(row) == 4]
LIMITS = [row for row in TABLE_ROWS if len(row) == 5]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_tests_of_a_threat_exist(row: list[str]) -> None:
    _, defence, places, tests = row
    assert defence
    assert set(places.split(", ")) <= {"application", "server", "proxy"}
    check_references(tests)


@pytest.mark.parametrize("row", LIMITS, ids=lambda row: row[0])
def test_the_tests_of_a_limit_exist(row: list[str]) -> None:
    resource, *limits, tests = row
    assert resource
    assert set(limits) != {"none"}
    check_references(tests)


def check_references(tests: str) -> None:
    references = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", tests)
    assert references, "the row names no test"
    assert re.sub(r"`[^`]+`|[, ]", "", tests) == ""
    for path, name in references:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert name in functions, f"{path} has no {name}"


def test_every_defence_of_the_proxy_is_tested_with_the_real_proxy() -> None:
    rows = [row for row in ROWS if "proxy" in row[2]]
    assert len(rows) >= 8
    assert all("`tests/deploy/test_nginx.py::" in row[3] for row in rows)


def test_the_page_covers_all_kinds_of_threats() -> None:
    assert len(ROWS) >= 35
    assert len(LIMITS) >= 15
    assert len(ROWS) + len(LIMITS) == len(TABLE_ROWS)
    headings = (
        "Peeking at mines", "Other players' data", "Cross-site requests", "Injection",
        "Denial of service", "Limits", "Cheating", "Secrets in logs", "Known limitations",
    )  # fmt: skip
    for heading in headings:
        assert f"## {heading}" in PAGE
