"""The argument kinds in order of difficulty, and the difficulty names.

Hints, reviews, puzzles and the board generator all use this ranking by difficulty. The kinds are
also defined in `cpp/core/logic/argument_kind.hpp`, and a test checks that the two definitions
match. A proof, certificate or board is as difficult as its hardest argument.
"""

from typing import Final, Literal, get_args

Kind = Literal["clue", "pair", "chain", "cases"]
Difficulty = Literal["easy", "medium", "hard", "extreme"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The argument kinds, from easiest to hardest."""
DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)


def difficulty_of(kind: Kind) -> Difficulty:
    """Return the difficulty of an argument kind.

    >>> [difficulty_of(kind) for kind in KINDS]
    ['easy', 'medium', 'hard', 'extreme']
    """
    return DIFFICULTIES[KINDS.index(kind)]


def kind_of(difficulty: Difficulty) -> Kind:
    """Return the argument kind with the given difficulty.

    >>> kind_of("hard")
    'chain'
    """
    return KINDS[DIFFICULTIES.index(difficulty)]
