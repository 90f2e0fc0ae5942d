"""File names: unique, easy to tell apart, and as the documentation says."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TREES = {
    "Python": ("src/sapper", "*.py"),
    "JavaScript": ("src/sapper/web/static", "*.js"),
    "C++": ("cpp/core", "*.cpp"),
}


def module_names(tree: str, pattern: str) -> list[str]:
    return [path.stem for path in (ROOT / tree).rglob(pattern) if path.stem != "__init__"]


def differ_by_one_letter(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


@pytest.mark.parametrize("language", TREES)
def test_every_module_name_occurs_once(language: str) -> None:
    names = Counter(module_names(*TREES[language]))
    assert names
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("language", TREES)
def test_no_two_module_names_differ_by_one_letter(language: str) -> None:
    pairs = combinations(sorted(set(module_names(*TREES[language]))), 2)
    assert [pair for pair in pairs if differ_by_one_letter(*pair)] == []


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("puzzle", "puzzles", True),
        ("grid", "grip", True),
        ("grid", "grid", False),
        ("a", "abc", False),
    ],
)
def test_one_letter_is_a_letter_added_or_replaced(one: str, other: str, expected: bool) -> None:
    assert differ_by_one_letter(one, other) is expected


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md", "docs/testing.md"])
def test_every_source_path_that_a_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    words = set(re.findall(r"[\w./-]+", text))
    folders = ("src/", "cpp/", "tests/", "benchmarks/", "tools/")
    rooted = {word for word in words if word.startswith(folders)}
    inside = {word for word in words if re.fullmatch(r"[a-z]\w*(/\w+)+\.(py|js)", word)} - rooted
    assert rooted
    assert [path for path in sorted(rooted) if not (ROOT / path).exists()] == []
    package = ROOT / "src" / "sapper"
    missing = [path for path in sorted(inside) if not (package / path).exists()]
    assert missing == []
