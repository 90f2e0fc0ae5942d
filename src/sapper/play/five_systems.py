"""The five Minesweeper systems that Sapper reimplements, as shown in the help of each front end."""

from dataclasses import dataclass
from typing import Final

from sapper.game.rules import Start


@dataclass(frozen=True, slots=True)
class System:
    """A Minesweeper system, with the level, start rule and strategy that reproduce its game."""

    name: str
    level: str
    start: Start
    strategy: str
    summary: str
    """A one-sentence description of the system's method."""
    command: str
    """The command line that shows the system in a terminal."""


FIVE_SYSTEMS: Final = (
    System(
        "Command-line Minesweeper",
        "small",
        "opening",
        "layered",
        "Starts in the centre, applies rules A and B, compares pairs of clues, then picks the "
        "lowest combined risk.",
        "sapper",
    ),
    System(
        "CS50 AI Minesweeper",
        "cs50",
        "any",
        "knowledge",
        "Collects sentences such as {A1, A2} = 1 and moves at random if no cell is known to be "
        "safe.",
        "sapper cs50",
    ),
    System(
        "Minesweeper-o-Matic",
        "o-matic",
        "any",
        "pattern",
        "Looks for a safe reveal, a safe flag, the 1-2-X pattern and finally the lowest local "
        "risk.",
        "sapper watch o-matic --strategy pattern --start any",
    ),
    System(
        "Constraint-solving Minesweeper",
        "intermediate",
        "safe",
        "arc-consistency",
        "Starts at the bottom left and solves the clues as constraints. Your flags have no "
        "effect on it.",
        "sapper watch intermediate --strategy arc-consistency",
    ),
    System(
        "Haskell-Minesweeper",
        "beginner",
        "opening",
        "score",
        "Adds up the probabilities from all adjacent clues and picks the lowest score.",
        "sapper watch beginner --strategy score --start opening",
    ),
)
