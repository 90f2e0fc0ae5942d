"""
The native core of Sapper. Private: use the public names of `sapper` instead.
"""

from collections.abc import Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


VERSION: str = '0.1.0'

MAX_SIDE: int = 2000

class Contradiction(ValueError):
    pass

class LimitReached(RuntimeError):
    pass

def generate_no_guess(width: int, height: int, mines: int, start: str, seed: int, first: tuple[int, int], hardest: str | None, min_three_bv: int, max_three_bv: int, max_rejections: int, max_repairs: int, seconds: float) -> tuple[str, bool, list[tuple[int, int]], int]:
    """
    Return (method, timed out, mines, attempts). The method is empty if no board was found.
    """

def hardest_kind(width: int, height: int, mines: Sequence[tuple[int, int]], first: tuple[int, int], seconds: float) -> str | None:
    """
    Return the hardest kind of argument that a board needs, or None if it needs a guess.
    """

def certify(width: int, height: int, mines: Sequence[tuple[int, int]], first: tuple[int, int], seconds: float) -> tuple[bool, list[tuple[tuple[int, int], bool, str, list[tuple[int, int]], bool]]]:
    """
    Return (complete, steps). A step is (cell, is mine, kind, clues, uses the mine count).
    """

class CancellationToken:
    """A flag that cancels the searches of worker threads."""

    def __init__(self) -> None: ...

    def attach_to_thread(self) -> None:
        """
        Make the searches of the current thread stop once the token is cancelled.
        """

    def cancel(self) -> None:
        """Cancel the searches of all attached threads."""

def max_mines(width: int, height: int, start: str) -> int:
    """Return the maximum number of mines that the start rule allows."""

class Mark(enum.IntEnum):
    """A mark on a hidden cell."""

    NONE = 0

    FLAG = 1

    AI_FLAG = 2

    QUESTION = 3

class Game:
    """
    A game in progress: the layout, the revealed cells, the marks and the undo history.
    """

    @staticmethod
    def seeded(width: int, height: int, mines: int, start: str, seed: int) -> Game:
        """Return a game whose mines are placed by the seed at the first reveal."""

    @staticmethod
    def with_mines(width: int, height: int, start: str, mines: Sequence[tuple[int, int]]) -> Game:
        """Return a game on the given layout."""

    def reveal(self, row: int, column: int) -> int:
        """Reveal a cell and return the number of cells opened."""

    def chord(self, row: int, column: int) -> int:
        """Chord on a revealed clue and return the number of cells opened."""

    def set_mark(self, row: int, column: int, mark: Mark) -> int:
        """Set a mark and return 1, or return 0 if nothing changed."""

    def mark(self, row: int, column: int) -> Mark: ...

    def undo(self) -> bool:
        """Undo the last move and return True, or return False if there is none."""

    @property
    def status(self) -> str: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def is_playing(self) -> bool: ...

    @property
    def flag_count(self) -> int: ...

    def cells(self) -> bytes:
        """
        Return an int8 per cell, row by row: the clue, or -1 if the cell is hidden.
        """

    def overlay(self) -> bytes:
        """
        Return a uint8 per cell, row by row: a Mark (0 to 3), 4 for a mine or 5 for an exploded mine.
        """

    def solution(self) -> bytes:
        """
        Return an int8 per cell, row by row: the clue, or -1 if the cell is a mine.
        """

    def mines(self) -> list[tuple[int, int]]:
        """Return the mines, or an empty list before they are placed."""

    def metrics(self) -> tuple[int, int, int, int]:
        """Return the openings, islands, 3BV and solved 3BV of the layout."""

class GameBatch:
    """The results of a batch of games, in the order of their seeds."""

    @property
    def won(self) -> list[int]: ...

    @property
    def moves(self) -> list[int]: ...

    @property
    def guesses(self) -> list[int]: ...

    @property
    def risks(self) -> list[float]: ...

    @property
    def seconds(self) -> float: ...

    @property
    def decision_seconds(self) -> list[float]: ...

def play_games(*, strategy: str, width: int, height: int, mines: int, start: str, first_seed: int, games: int, first: tuple[int, int] | None = None, rollout_seconds: float = 0.0) -> GameBatch:
    """Play games with consecutive seeds."""

DECISION_STATES: int = 1000000

def estimate(width: int, height: int, mines: int, cells: bytes, known_mines: bytes, seconds: float, states: int, seed: int) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)], bytes, float, int]:
    """
    Return (mine probability, standard error, certainty, log of layouts, runs) of an estimate.
    """

def select_by_single_clues(width: int, height: int, mines: int, cells: bytes) -> tuple[tuple[int, int] | None, float]:
    """
    Return the least risky cell by single clues, without counting layouts, and its risk.
    """

def first_cell(strategy: str, width: int, height: int, mines: int, start: str) -> tuple[int, int]:
    """Return the first cell that the strategy reveals."""

class CandidateStatistics:
    """The rollouts that begin with one candidate cell."""

    @property
    def cell(self) -> tuple[int, int]: ...

    @property
    def rollouts(self) -> int: ...

    @property
    def wins(self) -> float: ...

class RolloutStatistics:
    """The result of a rollout search."""

    @property
    def best(self) -> tuple[int, int] | None: ...

    @property
    def is_solved(self) -> bool: ...

    @property
    def win_probability(self) -> float: ...

    @property
    def rollouts(self) -> int: ...

    @property
    def wins(self) -> int: ...

    @property
    def candidates(self) -> list[CandidateStatistics]: ...

class Posterior:
    """
    The exact probabilities of a position, from counting its consistent layouts.
    """

    def __init__(self, width: int, height: int, mines: int, cells: bytes, known_mines: bytes, seconds: float, states: int) -> None: ...

    def mine_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

    def certainty(self) -> bytes:
        """Return a byte per cell: 0 uncertain, 1 safe, 2 mine, 3 revealed."""

    @property
    def log_layouts(self) -> float: ...

    def exact_counts(self, seconds: float, states: int) -> list[tuple[int, list[int]]] | None:
        """
        Return (minimum mines, solutions by number of mines) per component, or None if a count does not fit into 128 bits.
        """

    @property
    def rest(self) -> tuple[int, int]:
        """
        The number of cells off the frontier, and of undetermined mines on the whole board.
        """

    def after_reveal(self, row: int, column: int, clue: int, seconds: float, states: int) -> Posterior: ...

    def clue_distribution(self, row: int, column: int, seconds: float, states: int) -> list[float]:
        """Return the probabilities of clues 0 to 8, followed by that of a mine."""

    def sample(self, count: int, seed: int) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, None, None))]:
        """Return uniformly sampled layouts as bool (count, height, width)."""

    def best_cell(self, strategy: str) -> tuple[int, int] | None:
        """
        Return the cell that the strategy reveals next, or None if only mines are left.
        """

    def solve_endgame(self, seconds: float, max_layouts: int, max_entries: int) -> tuple[int, int, list[tuple[int, int]]] | None:
        """
        Return (wins, layouts, best cells) of perfect play, or None if a limit is exceeded.
        """

    def search_rollouts(self, seconds: float, max_rollouts: int) -> RolloutStatistics:
        """Compare the candidates by rollouts on sampled layouts."""

    @property
    def frontier_cells(self) -> int: ...

    @property
    def width(self) -> int:
        """The maximum number of constraints that are open at once in a count."""

    @property
    def state_count(self) -> int: ...

def argument_kinds() -> list[str]:
    """Return the kinds of arguments, from the easiest to the hardest."""

class ProofStep:
    """A step of a proof."""

    @property
    def rule(self) -> str: ...

    @property
    def cells(self) -> tuple[tuple[int, int], ...]: ...

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...

    @property
    def clue(self) -> tuple[int, int] | None: ...

    @property
    def premises(self) -> tuple[int, ...]: ...

    @property
    def cases(self) -> tuple[tuple[ProofStep, ...], ...]: ...

class Proof:
    """A proof that a cell is safe or a mine."""

    @property
    def cell(self) -> tuple[int, int]: ...

    @property
    def kind(self) -> str: ...

    @property
    def steps(self) -> tuple[ProofStep, ...]: ...

def find_proof(width: int, height: int, mines: int, cells: bytes, known_mines: bytes, *, marks: bytes, mark: int, is_mine: bool) -> Proof | None:
    """
    Return the simplest proof about one of the cells whose byte in `marks` is `mark`, or None if no proof was found.
    """

class VectorEnvironment:
    """A batch of games for reinforcement learning."""

    def __init__(self, width: int, height: int, mines: int, start: str, count: int, *, win: float, lose: float, reveal: float, illegal: float, max_steps: int) -> None: ...

    def reset(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Start one episode per seed."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Reveal one cell per environment, or start a new episode if the last one has ended.
        """

    def sample_actions(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """Return a random legal action per environment."""

    def seed_actions(self, seed: int) -> None:
        """Seed the generator of sample_actions()."""

    def save(self) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]:
        """Return the state of all episodes."""

    def restore(self, state: tuple[bytes, bytes, bytes, bytes, bytes, bytes]) -> None:
        """Restore a state of an environment with the same rules and rewards."""

    @property
    def observations(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), writable=False)]:
        """
        The clues as int8 (count, height, width), or -1 for a hidden cell. Each step updates the array.
        """

    @property
    def masks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None), writable=False)]:
        """
        The legal actions as int8 (count, cells): 1 for a hidden cell. Each step updates the array.
        """

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
        """The seed of each current board."""
