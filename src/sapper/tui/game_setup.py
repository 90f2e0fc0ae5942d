"""What a game is set up with, and the sessions that follow from it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sapper.game.rules import Rules
from sapper.session import Session

if TYPE_CHECKING:
    from sapper.generate.certificate import Difficulty

_SECONDS: Final = 20.0
"""How long to look for a board without guessing."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the player chooses before a game."""

    rules: Rules
    practice: bool = False
    no_guess: bool = False
    difficulty: "Difficulty | None" = None

    def begin(self, seed: int | None = None) -> Session:
        """Return a new game. Boards without guessing take a while. Raises BoardNotFound."""
        if not self.no_guess:
            return Session(self.rules, seed, practice=self.practice)
        return Session.without_guessing(
            self.rules, seed, difficulty=self.difficulty, practice=self.practice, seconds=_SECONDS
        )

    @classmethod
    def of(cls, session: Session) -> "Setup":
        """Return how a game was set up, for another one like it."""
        terms = session.terms
        difficulty: Difficulty | None = terms.difficulty  # type: ignore[assignment]
        return cls(session.rules, terms.practice, terms.no_guess, difficulty)
