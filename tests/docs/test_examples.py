"""Every example in the pages must run and print what the page says."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if ">>> " in page.read_text(encoding="utf-8"))


def read_examples(page: Path) -> doctest.DocTest:
    """Return the examples of a page in one run: later ones may use what earlier ones made."""
    # The line that closes a block would be taken for output. Blank lines keep the line numbers.
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    name = page.relative_to(DOCS).as_posix()
    return doctest.DocTestParser().get_doctest(text, {}, name, str(page), 0)


def test_there_are_pages_with_examples() -> None:
    assert DOCS / "concepts" / "odds.md" in PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_examples_print_what_the_page_says(page: Path) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    results = runner.run(read_examples(page), out=report.append)
    assert results.attempted > 0
    assert not results.failed, "".join(report)
