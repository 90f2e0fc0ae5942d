"""The pages of the pattern library, with boards and a step-by-step proof for each pattern."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sapper.coach.graded_hints import hint
from sapper.coach.highlights import Highlight, TargetKind, highlight
from sapper.coach.pattern_library import Pattern, load_patterns
from sapper.coach.pattern_matcher import PatternMatch, find_patterns
from sapper.coach.proof_search import prove
from sapper.coach.puzzle_builder import theme_of_pattern
from sapper.errors import ContentError
from sapper.game.json_record import JsonRecord
from sapper.game.view import View, parse_view

if TYPE_CHECKING:
    from sapper.game.rules import Cell


@dataclass(frozen=True, slots=True)
class PatternStep(JsonRecord):
    """One step of an explanation, with the cells that the step refers to."""

    text: str
    highlights: tuple[Highlight, ...]


@dataclass(frozen=True, slots=True)
class PatternForm(JsonRecord):
    """A board that contains a pattern, with a proof of the pattern's claim."""

    name: str
    position: str
    steps: tuple[PatternStep, ...]


@dataclass(frozen=True, slots=True)
class PatternPage(JsonRecord):
    """A page of the pattern library, with the pattern's claim, theme and forms."""

    name: str
    summary: str
    theme: str
    """The theme of the puzzles about the pattern."""
    forms: tuple[PatternForm, ...]


@cache
def pattern_pages() -> tuple[PatternPage, ...]:
    """Return the pages of all patterns in library order."""
    return tuple(_page(pattern) for pattern in load_patterns())


def _page(pattern: Pattern) -> PatternPage:
    views = {
        "Standard": pattern.example,
        "Rotated": _rotate(pattern.example),
        "Mirrored": _mirror(pattern.example),
    }
    if pattern.reduced_example is not None:
        views["Reduced"] = pattern.reduced_example
    shown: dict[str, PatternForm] = {}
    for name, view in views.items():
        shown.setdefault(str(view), _form(pattern, name, view))
    is_guess = pattern.name.startswith("50/50")
    theme = "fifty-fifty" if is_guess else theme_of_pattern(pattern.name)
    return PatternPage(pattern.name, pattern.summary, theme, tuple(shown.values()))


def _form(pattern: Pattern, name: str, view: View) -> PatternForm:
    match = _find_match(pattern, view, is_reduced=view == pattern.reduced_example)
    steps = _guess_steps(view, match) if match.guesses else _proof_steps(view, match)
    return PatternForm(name, str(view), steps)


def _find_match(pattern: Pattern, view: View, *, is_reduced: bool) -> PatternMatch:
    found = (match for match in find_patterns(view) if match.pattern == pattern)
    match = next((match for match in found if match.is_reduced is is_reduced), None)
    if match is None:
        raise ContentError(f"the pattern {pattern.name} does not match its example {str(view)!r}")
    return match


def _proof_steps(view: View, match: PatternMatch) -> tuple[PatternStep, ...]:
    """Return the steps of a proof named after the pattern, followed by the pattern's claim."""
    proofs = [prove(view, cell) for cell in (*sorted(match.safe), *sorted(match.mines))]
    named = [
        proof
        for proof in proofs
        if (proof.name, proof.is_reduced) == (match.pattern.name, match.is_reduced)
    ]
    proof = (named or proofs)[0]
    steps = []
    used: list[Cell] = []
    for step in proof.steps:
        if step.clue is not None and step.clue not in used:
            used.append(step.clue)
        target: TargetKind = "mine" if step.high else "safe"
        targets = [(target, cell) for cell in step.cells] if step.is_conclusive else []
        steps.append(PatternStep(step.text, highlight(*targets, clues=used, area=step.cells)))
    claim = [*(("safe", cell) for cell in match.safe), *(("mine", cell) for cell in match.mines)]
    text = f"The pattern decides {_count_text(len(match.safe), len(match.mines))}."
    steps.append(PatternStep(text, highlight(*claim, clues=match.clues)))  # type: ignore[arg-type]
    return tuple(steps)


def _guess_steps(view: View, match: PatternMatch) -> tuple[PatternStep, ...]:
    """Return the explanation of a forced 50/50."""
    text = "Two layouts of these cells agree with the clues. Both are equally likely."
    return (
        PatternStep(text, highlight(clues=match.clues, area=sorted(match.guesses))),
        PatternStep(hint(view).grades[2].text, hint(view).grades[2].highlights),
    )


def _count_text(safe: int, mines: int) -> str:
    parts = [(safe, "safe cell"), (mines, "mine")]
    return " and ".join(
        f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in parts if number
    )


def _rotate(view: View) -> View:
    """Return a position rotated clockwise by 90 degrees."""
    rows = ["".join(column) for column in zip(*reversed(view.rows), strict=True)]
    size = f"{view.height}x{view.width}/{view.mines}"
    return parse_view("\n".join([size, *rows]))


def _mirror(view: View) -> View:
    """Return a position mirrored from left to right."""
    rows = [
        view.cell_bytes[start : start + view.width][::-1]
        for start in range(0, len(view.cell_bytes), view.width)
    ]
    return View(view.rules, b"".join(rows))
