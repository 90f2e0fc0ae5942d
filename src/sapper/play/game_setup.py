"""The rules and options that a player chooses before a game."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from sapper.errors import InvalidBoardRequest
from sapper.game.rules import Rules
from sapper.play.session import Session

if TYPE_CHECKING:
    from sapper.generate.certificate import Difficulty
    from sapper.generate.generator import Board


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The rules and options for a new game."""

    rules: Rules
    practice: bool = False
    no_guess: bool = False
    difficulty: "Difficulty | None" = None

    def __post_init__(self) -> None:
        if self.difficulty is not None and not self.no_guess:
            raise InvalidBoardRequest(
                "difficulty requires no_guess", hint="set no_guess to true", field="difficulty"
            )

    @classmethod
    def of_session(cls, session: Session) -> Self:
        """Return the setup for a new game with the session's rules and options."""
        options = session.options
        difficulty: Difficulty | None = options.difficulty  # type: ignore[assignment]
        return cls(session.rules, options.practice, options.no_guess, difficulty)

    def generate_board(self, seed: int | None, *, seconds: float) -> "Board":
        """Generate a no-guess board.

        Raises BoardNotFound if no suitable board is found within the time limit.
        """
        from sapper.generate import no_guess

        return no_guess(self.rules, seed=seed, difficulty=self.difficulty, seconds=seconds)

    def new_session(self, seed: int | None, *, board: "Board | None") -> Session:
        """Return a session with a new game. A no-guess game requires a generated `board`."""
        if board is None:
            return Session(self.rules, seed, practice=self.practice)
        return Session.on_board(
            board,
            difficulty=self.difficulty,
            practice=self.practice,
            is_known=seed is not None,
        )
