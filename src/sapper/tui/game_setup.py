"""The options that a player chooses before a game."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sapper.game.rules import Rules
from sapper.session import Session

if TYPE_CHECKING:
    from sapper.generate.certificate import Difficulty

_MAX_SECONDS: Final = 20.0
"""The time limit for generating a no-guess board."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The rules and options for the next game."""

    rules: Rules
    practice: bool = False
    no_guess: bool = False
    difficulty: "Difficulty | None" = None

    def new_session(self, seed: int | None = None) -> Session:
        """Return a session with a new game.

        Generating a no-guess board can take several seconds. Raises BoardNotFound if no board was
        found within the time limit.
        """
        if not self.no_guess:
            return Session(self.rules, seed, practice=self.practice)
        return Session.without_guessing(
            self.rules,
            seed,
            difficulty=self.difficulty,
            practice=self.practice,
            seconds=_MAX_SECONDS,
        )

    @classmethod
    def from_session(cls, session: Session) -> "GameSetup":
        """Return the setup for another game with the same rules and options."""
        options = session.options
        difficulty: Difficulty | None = options.difficulty  # type: ignore[assignment]
        return cls(session.rules, options.practice, options.no_guess, difficulty)
