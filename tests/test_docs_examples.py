"""The examples in the documents run. `test_docs_site.py` checks links and completeness."""

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


def test_the_readme_names_the_two_commands() -> None:
    readme = read("README.md")
    assert "make run" in readme
    assert "make test" in readme


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_python_example_runs(page: Path) -> None:
    # doctest would read the closing fence as output. Blank lines preserve the line numbers.
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert not results.failed, "".join(report)


def test_the_readme_has_python_examples() -> None:
    assert len(doctest.DocTestParser().get_examples(read("README.md"))) >= 4


def test_the_guide_documents_every_command_of_the_plain_game() -> None:
    guide = read("docs/guide/plain-text.md")
    words = [re.match(r".{7}(?:or )?([a-z]+)", line)[1] for line in HELP.splitlines()[:-2]]
    assert {"reveal", "question", "quit"} <= set(words)
    for word in words:
        assert f"`{word}" in guide, word


def test_no_file_contains_a_local_path_or_address() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    files = listed.stdout.split() or [*NAMES, "constraints.txt", "pyproject.toml", "Makefile"]
    local = re.compile(r"file://|/(?:home|work|opt|tmp)/|https?://[^\s/]*:\d|://localhost")
    for name in files:
        if name != "tests/test_docs_examples.py":
            content = (ROOT / name).read_bytes().decode("utf-8", "ignore")
            assert not local.search(content), name
