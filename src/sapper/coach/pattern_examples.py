r"""The examples of the pattern library, explained with a proof and shown in any orientation.

>>> from sapper.coach.pattern_library import load_patterns
>>> pattern = next(each for each in load_patterns() if each.name == "1-2-1")
>>> explain_pattern(pattern, pattern.example).text.rpartition(". ")[2]
'This is the 1-2-1 pattern.'
>>> print(rotate(pattern.example))
3x3/2
###
121
...
"""

from sapper.coach.graded_hints import Grade
from sapper.coach.highlights import Highlight, highlight
from sapper.coach.pattern_library import Pattern
from sapper.coach.pattern_matcher import PatternMatch, find_patterns
from sapper.coach.proof_search import prove
from sapper.game.view import View, parse_view


def explain_pattern(pattern: Pattern, view: View) -> Grade:
    """Return the proof of the pattern's claim in a position, with highlights.

    `view` is the pattern's example, in any orientation.
    """
    match = next(each for each in find_patterns(view) if each.pattern == pattern)
    if match.guesses:
        cells = tuple(Highlight("guess", cell) for cell in sorted(match.guesses))
        return Grade(pattern.summary, cells)
    decided = sorted(match.safe | match.mines)
    proofs = [prove(view, cell) for cell in decided]
    named = [proof for proof in proofs if proof.name == pattern.name]
    proof = (named or proofs)[0]
    targets = _targets(match)
    others = [each for each in highlight(clues=proof.clues) if each.cell not in match.safe]
    return Grade(proof.explanation, (*targets, *others))


def _targets(match: PatternMatch) -> tuple[Highlight, ...]:
    safe = tuple(Highlight("safe", cell) for cell in sorted(match.safe))
    return safe + tuple(Highlight("mine", cell) for cell in sorted(match.mines))


def rotate(view: View) -> View:
    """Return a position rotated clockwise by 90 degrees."""
    rows = ["".join(column) for column in zip(*reversed(view.rows), strict=True)]
    size = f"{view.height}x{view.width}/{view.mines}"
    return parse_view("\n".join([size, *rows]))
