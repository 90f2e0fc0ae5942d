"""Positions to practise on: by theme, made from seeds, or from the mistakes of one's own games."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, Literal, get_args

from sapper.coach.game_review import Review
from sapper.coach.graded_hints import Hint, hint
from sapper.coach.proof_search import prove
from sapper.coach.proof_steps import Kind, Proof
from sapper.coach.proof_text import name_cells
from sapper.errors import BudgetExceeded, IllegalMove, UnknownTheme, quoted
from sapper.game import notation
from sapper.game.game import Game, check_seed
from sapper.game.rules import Cell, Rules, closest_name
from sapper.game.view import View, parse_view
from sapper.inference.analysis import Analysis, analyse

Theme = Literal[
    "single-clue", "subset", "1-2-x", "chain", "mine-count", "fifty-fifty", "best-guess"
]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

_LEVELS: Final[dict[Theme, str]] = {
    "single-clue": "9x9/10",
    "subset": "9x9/12",
    "1-2-x": "9x9/12",
    "chain": "12x9/22",
    "mine-count": "8x8/10",
    "fifty-fifty": "8x8/12",
    "best-guess": "9x9/14",
}
_THEME_OF_KIND: Final[dict[Kind, Theme]] = {
    "clue": "single-clue",
    "pair": "subset",
    "chain": "chain",
    "cases": "chain",
}
_MAX_GAMES: Final = 400
_SAME: Final = 1e-9
_RISKY: Final = 0.45
_CERTAIN_QUESTION: Final = "Which cell is certainly safe?"
_GUESS_QUESTION: Final = "No cell is certain. Which one is least likely a mine?"
_FIFTY_QUESTION: Final = "Is it a forced 50/50? Name a cell that is safe, or answer guess."


@dataclass(frozen=True, slots=True)
class Drill:
    """A position with a question and all right answers."""

    id: str
    """The same position and theme always get the same one."""
    theme: Theme
    position: str
    """The text of the position; see docs/reference/notation.md."""
    question: str
    answers: tuple[Cell, ...]
    """Every right cell; none when the right answer is that it is a guess."""
    hint: Hint
    """The move with its proof or its odds."""

    @property
    def view(self) -> View:
        """The position."""
        return parse_view(self.position)

    @property
    def proof(self) -> Proof | None:
        """Why the answer is right, where it is certain."""
        return self.hint.proof

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists, answers included."""
        return {
            "id": self.id,
            "theme": self.theme,
            "position": self.position,
            "question": self.question,
            "answers": [list(cell) for cell in self.answers],
            "hint": self.hint.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer was worth."""

    is_right: bool
    text: str
    answers: tuple[Cell, ...]
    proof: Proof | None

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        return {
            "right": self.is_right,
            "text": self.text,
            "answers": [list(cell) for cell in self.answers],
            "proof": self.proof.to_json() if self.proof else None,
        }


def check_theme(name: Any) -> Theme:
    """Return the theme of that name. Raises UnknownTheme."""
    for theme in THEMES:
        if name == theme:
            return theme
    nearest = closest_name(name, tuple(THEMES)) if isinstance(name, str) else None
    known = f"themes are {', '.join(THEMES)}"
    raise UnknownTheme(
        f"unknown theme {quoted(name)}", hint=f"did you mean {nearest}?" if nearest else known
    )


def drill_of(view: View, theme: Theme) -> Drill:
    """Return the drill of a position: the same position and theme give the same drill.

    Raises IllegalMove when there is nothing left to do in it, InconsistentView when it contradicts
    itself.
    """
    check_theme(theme)
    plain = View(view.rules, view.cell_bytes)
    return _drill(plain, theme, hint(plain))


def _drill(view: View, theme: Theme, answer: Hint) -> Drill:
    odds = analyse(view)
    answers: tuple[Cell, ...] = tuple(sorted(odds.safe))
    question = _CERTAIN_QUESTION
    if theme == "fifty-fifty":
        question = _FIFTY_QUESTION
    elif not odds.safe:
        question, answers = _GUESS_QUESTION, _least_risky(odds)
    position = str(view)
    key = blake2b(f"{theme}\n{position}".encode(), digest_size=6).hexdigest()
    return Drill(f"{theme}-{key}", theme, position, question, answers, answer)


def _least_risky(odds: Analysis) -> tuple[Cell, ...]:
    risks = odds.mine_probability
    hidden = [cell for cell in odds.view.rules.cells() if odds.view.clue(cell) is None]
    least = min(float(risks[cell]) for cell in hidden)
    return tuple(cell for cell in hidden if risks[cell] <= least + _SAME)


def answer_drill(drill: Drill, cell: Cell | None) -> Verdict:
    """Return whether a cell, or None for "it is a guess", is a right answer, and why.

    Raises IllegalMove when the cell is not a hidden cell of the position.
    """
    view = drill.view
    if cell is not None and view.clue(cell) is not None:
        raise IllegalMove(f"{quoted(cell)} is revealed; name a hidden cell")
    is_right = cell in drill.answers if cell is not None else not drill.answers
    if not is_right:
        named = f"{name_cells(drill.answers)}" if drill.answers else "guess"
        text = f"Wrong. Right: {named}. {drill.hint.grades[2].text}"
        return Verdict(False, text, drill.answers, drill.proof)
    proof = drill.proof
    if proof is not None and cell is not None and cell != proof.cell:
        # There are several right cells: prove the one that was named.
        try:
            proof = prove(view, cell)
        except BudgetExceeded:
            return Verdict(True, "Right.", drill.answers, None)
        return Verdict(True, f"Right. {proof.text}", drill.answers, proof)
    return Verdict(True, f"Right. {drill.hint.grades[2].text}", drill.answers, proof)


# Made from seeds ----------------------------------------------------------------------------------


def make_drill(theme: Theme, seed: int) -> Drill:
    """Return a drill of a theme, made from games of the seeds that follow from `seed`.

    The same theme and seed give the same drill. Raises UnknownTheme, and BudgetExceeded when no
    position of the theme was found within a limited number of games.
    """
    chance = random.Random(f"drill {check_theme(theme)} {check_seed(seed)}")  # noqa: S311
    for _ in range(_MAX_GAMES):
        found = list(_positions(theme, chance.getrandbits(53), chance))
        if found:
            view, answer = chance.choice(found)
            return _drill(view, theme, answer)
    raise BudgetExceeded(f"no position of the theme {theme} in {_MAX_GAMES} games")


def _positions(theme: Theme, board_seed: int, chance: random.Random) -> Iterator[tuple[View, Hint]]:
    """Play a game and yield the positions that belong to the theme."""
    game = Game(Rules.parse(_LEVELS[theme], start="opening"), board_seed)
    game.reveal(game.rules.centre)
    wants_trap = chance.random() < 0.5  # of "50/50 or not" every second is not
    while not game.is_over:
        view = View(game.rules, game.view.cell_bytes)
        answer = hint(view)
        if _belongs(theme, answer, view, wants_trap=wants_trap):
            yield view, answer
        cell = answer.cell
        if not answer.certain and cell in game.layout:
            return  # a guess that loses; what came before it stands
        game.reveal(cell)


def _belongs(theme: Theme, answer: Hint, view: View, *, wants_trap: bool) -> bool:
    proof, guess = answer.proof, answer.guess
    if theme == "fifty-fifty" and wants_trap:
        few = view.cell_bytes.count(notation.HIDDEN & 0xFF) <= view.mines + 4
        return proof is not None and proof.kind != "clue" and few
    if theme == "best-guess":
        # Near one half there is nothing to choose.
        return guess is not None and 0 < guess.risk < _RISKY
    return theme_of(answer) == theme


# From one's own games -----------------------------------------------------------------------------


def drills_from(review: Review) -> list[Drill]:
    """Return a drill for each needless guess, mistake, riskier guess and wrong flag of a game."""
    found: dict[str, Drill] = {}
    for move in review.moves:
        is_worse = move.move_class == "forced guess" and not move.is_best
        if is_worse or move.move_class in ("needless guess", "mistake", "wrong flag"):
            view = View(move.view.rules, move.view.cell_bytes)
            answer = hint(view)
            drill = _drill(view, theme_of(answer), answer)
            found.setdefault(drill.id, drill)
    return list(found.values())


def theme_of(answer: Hint) -> Theme:
    """Return the theme that a hint belongs to."""
    proof, guess = answer.proof, answer.guess
    if guess is not None:
        return "fifty-fifty" if guess.is_fifty_fifty else "best-guess"
    if proof is None or proof.uses_mine_count:
        return "chain" if proof is None else "mine-count"
    if proof.name == "1-2-X":
        return "1-2-x"
    return _THEME_OF_KIND[proof.kind]
