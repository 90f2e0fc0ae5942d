"""The documents tell the truth: links lead somewhere, examples run, and nothing is left over."""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

from sapper.cli.plain_mode import HELP

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_pages_are_there() -> None:
    assert {
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "BENCHMARKS.md", "docs/architecture.md",
        "docs/guide/play.md", "docs/reference/cli.md", "docs/reference/notation.md",
        "docs/reference/replay.md", "docs/reference/seeds.md",
    } <= set(NAMES)  # fmt: skip


def test_the_readme_shows_the_two_commands_and_a_board() -> None:
    readme = read("README.md")
    assert "make run" in readme
    assert "make test" in readme
    assert re.search(r"^A( [#.1-8F]){5,}$", readme, flags=re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_python_example_runs(page: Path) -> None:
    # The line that closes a block would be taken for output. Blank lines keep the line numbers.
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert not results.failed, "".join(report)


def test_the_readme_has_examples_that_run() -> None:
    assert len(doctest.DocTestParser().get_examples(read("README.md"))) >= 4


def test_every_page_of_docs_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        for target in re.findall(r"\]\(([^)#]+\.md)", page.read_text(encoding="utf-8")):
            other = (page.parent / target).resolve()
            if "://" not in target and other not in reached:
                waiting.append(other)
    assert set(PAGES) <= {page.resolve() for page in reached}


def test_the_guide_names_every_command_of_the_plain_game() -> None:
    guide = read("docs/guide/play.md")
    words = [re.match(r".{7}(?:or )?([a-z]+)", line)[1] for line in HELP.splitlines()[:-2]]
    assert {"reveal", "question", "quit"} <= set(words)
    for word in words:
        assert f"`{word}" in guide, word


def test_no_file_of_the_repository_names_a_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    files = listed.stdout.split() or [*NAMES, "constraints.txt", "pyproject.toml", "Makefile"]
    local = re.compile(r"file://|/(?:home|work|opt|tmp)/|https?://[^\s/]*:\d|://localhost")
    for name in files:
        if name != "tests/test_documents.py":
            content = (ROOT / name).read_bytes().decode("utf-8", "ignore")
            assert not local.search(content), name
