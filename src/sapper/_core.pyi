"""
The native core of Sapper. Private: use the names of the package `sapper`.
"""

from collections.abc import Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


VERSION: str = '0.1.0'

MAX_SIDE: int = 2000

class Environments:
    """Many games at once, for agents that learn."""

    def __init__(self, width: int, height: int, mines: int, start: str, count: int, *, win: float, lose: float, reveal: float, illegal: float, max_steps: int) -> None: ...

    def reset(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Begins the board of each seed."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """One reveal per environment; those that have ended begin anew."""

    def sample_actions(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """A random legal action per environment."""

    def seed_actions(self, seed: int) -> None: ...

    @property
    def observations(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), writable=False)]:
        """
        int8 (count, height, width), changed by every step: -1 hidden, else the clue.
        """

    @property
    def masks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None), writable=False)]:
        """int8 (count, cells), changed by every step: 1 for hidden cells."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def terminated(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def truncated(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def won(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def seeds(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """The seed of the board that each environment plays."""

def most_mines(width: int, height: int, start: str) -> int:
    """The most mines that keep the promise of the start rule."""

class Mark(enum.IntEnum):
    """What is written on a hidden cell."""

    NONE = 0

    FLAG = 1

    AI_FLAG = 2

    QUESTION = 3

class Field:
    """The rules of the game: reveal, flood, flags, chord, undo."""

    @staticmethod
    def seeded(width: int, height: int, mines: int, start: str, seed: int) -> Field:
        """A board whose mines are laid by the seed at the first reveal."""

    @staticmethod
    def with_mines(width: int, height: int, start: str, mines: Sequence[tuple[int, int]]) -> Field:
        """A board with the given mines."""

    def reveal(self, row: int, column: int) -> int:
        """How many cells were opened."""

    def chord(self, row: int, column: int) -> int:
        """How many cells were opened."""

    def set_mark(self, row: int, column: int, mark: Mark) -> int:
        """1 if the mark changed, else 0."""

    def mark(self, row: int, column: int) -> Mark: ...

    def undo(self) -> bool:
        """Takes back the last move; False when there is none."""

    @property
    def status(self) -> str: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def is_playing(self) -> bool: ...

    @property
    def flag_count(self) -> int: ...

    def cells(self) -> bytes:
        """int8 per cell, row by row: -1 hidden, else the clue."""

    def shown(self) -> bytes:
        """What is seen on hidden cells: 0-3 as Mark, 4 mine, 5 exploded."""

    def solution(self) -> bytes:
        """int8 per cell, row by row: -1 a mine, else the clue."""

    def mines(self) -> list[tuple[int, int]]:
        """The cells of the mines; empty before they are laid."""

    def metrics(self) -> tuple[int, int, int, int]:
        """(openings, islands, 3BV, solved 3BV) of the layout."""

def make_no_guess(width: int, height: int, mines: int, start: str, seed: int, first: tuple[int, int], hardest: str | None, three_bv_low: int, three_bv_high: int, rejections: int, repairs: int, seconds: float) -> tuple[str, bool, list[tuple[int, int]], int]:
    """
    (method or '' when none was found, whether the time ended, mines, attempts).
    """

def hardest_kind(width: int, height: int, mines: Sequence[tuple[int, int]], first: tuple[int, int], seconds: float) -> str | None:
    """The hardest kind of argument that a board needs; None for a guess."""

def certify(width: int, height: int, mines: Sequence[tuple[int, int]], first: tuple[int, int], seconds: float) -> tuple[bool, list[tuple[tuple[int, int], bool, str, list[tuple[int, int]], bool]]]:
    """
    (complete, steps): each (cell, is mine, kind, clues, uses the mine count).
    """

def play_games(policy: str, width: int, height: int, mines: int, start: str, first_seed: int, games: int, first: tuple[int, int] | None, think: float) -> tuple[list[int], list[int], list[int], list[float], float, list[float]]:
    """
    (won, moves, guesses, risks, CPU seconds, seconds of each decision) by a policy.
    """

DECISION_STATES: int = 1000000

class Contradiction(ValueError):
    pass

class LimitReached(RuntimeError):
    pass

def estimate(width: int, height: int, mines: int, cells: bytes, known_mines: bytes, seconds: float, states: int, seed: int) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)], bytes, float, int]:
    """
    (mine probability, standard error, certainty, log of layouts, runs) by sampling.
    """

def choose_by_single_clues(width: int, height: int, mines: int, cells: bytes) -> tuple[tuple[int, int] | None, float]:
    """(cell, risk) without counting layouts."""

def first_cell(policy: str, width: int, height: int, mines: int, start: str) -> tuple[int, int]:
    """What the policy reveals first."""

class Posterior:
    """All layouts that agree with a position, counted."""

    def __init__(self, width: int, height: int, mines: int, cells: bytes, known_mines: bytes, seconds: float, states: int) -> None: ...

    def mine_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

    def certainty(self) -> bytes:
        """A byte per cell: 0 nothing is certain, 1 safe, 2 a mine, 3 revealed."""

    @property
    def log_layouts(self) -> float: ...

    def exact_counts(self, seconds: float, states: int) -> list[tuple[int, list[int]]] | None:
        """
        For each component (fewest mines, [number of ways, ...]); None if they do not fit.
        """

    @property
    def rest(self) -> tuple[int, int]:
        """
        (cells off the frontier, mines that they and the components have together)
        """

    def after_reveal(self, row: int, column: int, clue: int, seconds: float, states: int) -> Posterior: ...

    def clue_distribution(self, row: int, column: int, seconds: float, states: int) -> list[float]:
        """The chances of clue 0 to 8, and last of a mine."""

    def sample(self, count: int, seed: int) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, None, None))]:
        """Layouts as bool (count, height, width)."""

    def best_cell(self, policy: str) -> tuple[int, int] | None:
        """What the policy reveals next; None when only mines are left."""

    def optimum(self, seconds: float, layouts: int, sets: int) -> tuple[int, int, list[tuple[int, int]]] | None:
        """
        (wins, layouts, best cells) under perfect play; None when a limit is reached.
        """

    def think(self, seconds: float, games: int) -> tuple[tuple[int, int] | None, bool, float, int, int, list[tuple[tuple[int, int], int, float]]]:
        """
        (best cell, whether the chance to win is exact, that chance, games, wins, [(cell, games, wins), ...]) by playing the position to its end.
        """

    @property
    def frontier_cells(self) -> int: ...

    @property
    def width(self) -> int:
        """The most constraints open at once in a count."""

    @property
    def state_count(self) -> int: ...

class Stop:
    """Ends what threads do that nobody waits for any more."""

    def __init__(self) -> None: ...

    def watch(self) -> None:
        """Let this thread end its searches when it is set."""

    def set(self) -> None: ...
