"""The pages of the pattern library: boards, proofs and claims that hold in place."""

import pytest

from sapper.coach.pattern_library import load_patterns, parse_patterns
from sapper.coach.pattern_pages import PatternPage, pattern_pages
from sapper.coach.puzzle_builder import themes
from sapper.errors import ContentError
from sapper.game.view import parse_view
from sapper.generate.puzzle_supply import load_supply
from sapper.inference.analysis import analyse


@pytest.mark.parametrize("page", pattern_pages(), ids=lambda page: page.name)
def test_every_claim_is_certain_on_every_board(page: PatternPage) -> None:
    assert page.forms
    for form in page.forms:
        odds = analyse(parse_view(form.position))
        for step in form.steps:
            assert step.text.endswith(".")
            for highlight in step.highlights:
                if highlight.kind == "safe":
                    assert highlight.cell in odds.safe, (form, step)
                if highlight.kind == "mine":
                    assert highlight.cell in odds.mines, (form, step)
        kinds = {highlight.kind for highlight in form.steps[-1].highlights}
        assert kinds & {"safe", "mine", "guess"}, form


def test_every_pattern_leads_to_puzzles() -> None:
    for page in pattern_pages():
        assert page.theme in themes()
        assert load_supply().of_theme(page.theme), page.name


def test_patterns_that_allow_reduction_have_a_reduced_form() -> None:
    reduced = {page.name for page in pattern_pages() if page.forms[-1].name == "Reduced"}
    drawn = {
        pattern.name
        for pattern in load_patterns()
        if pattern.allows_reduction and pattern.drawings and not pattern.name.startswith("50/50")
    }
    assert reduced == drawn


def test_a_broken_reduced_example_is_named_with_its_line() -> None:
    text = (
        "pattern: x\nsummary: y\ndrawing:\n  1 #\nexample:\n  2x1/1\n  1#\n"
        "reduced-example:\n  2x1/1\n  1Z\n"
    )
    with pytest.raises(ContentError, match=r"patterns.txt, line 10: ") as caught:
        list(parse_patterns(text, "patterns.txt"))
    assert caught.value.line == 10
