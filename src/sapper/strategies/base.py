"""The strategy interface: a strategy receives a view and returns advice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple, Protocol, runtime_checkable

from sapper.game.rules import Cell, Rules
from sapper.game.seeds import check_seed
from sapper.game.view import View


@dataclass(frozen=True, slots=True)
class Advice:
    """A strategy's conclusions from a view, and its next move."""

    safe: frozenset[Cell]
    """Hidden cells that cannot be mines. A strategy may stop searching once it has found some."""
    mines: frozenset[Cell]
    """Hidden cells that must be mines."""
    risks: Mapping[Cell, float]
    """The estimated probability, from 0 to 1, that a cell is a mine. The value is 0.0 for `safe`
    and 1.0 for `mines`. `best` and the cells it was compared with always have a value."""
    best: Cell | None
    """The cell to reveal next: a safe cell if there is one, or None if every hidden cell must be a
    mine. The first move is never None. The cell may carry a player's flag, because flags are not
    facts."""
    reason: str
    """One line that explains the choice of `best`."""


class Strategy(Protocol):
    """A decision procedure that sees only the view. Equal views always get equal advice."""

    @property
    def name(self) -> str:
        """The name that users type: the module's name with dashes."""

    @property
    def summary(self) -> str:
        """A one-line description for listings."""

    def first_move(self, rules: Rules) -> Cell:
        """Return the first cell to reveal on a new board."""

    def advise(self, view: View) -> Advice:
        """Return the conclusions from a view. The player's flags must be ignored."""


class BatchResult(NamedTuple):
    """The results of a batch of games: one sequence per measure, one entry per game."""

    won: Sequence[bool] | Sequence[int]
    moves: Sequence[int]
    """Reveals per game, including the losing one."""
    guesses: Sequence[int]
    """Reveals per game that were not certain. A first reveal protected by the start rule does not
    count."""
    risks: Sequence[float]
    """The strategy's risk estimate for the losing reveal, from 0 to 1; NaN for games that were
    won."""
    seconds: float
    """CPU time of the whole batch."""
    decision_seconds: Sequence[float]
    """The time of every decision, or of a sample of them; empty if times were not measured."""


@runtime_checkable
class BatchStrategy(Protocol):
    """A strategy that plays whole games, as the native strategies do without holding the GIL.

    Benchmarks call `play_batch` on threads if a strategy has the method.
    """

    def play_batch(self, rules: Rules, seeds: range, *, first: Cell | None) -> BatchResult:
        """Play the board of each seed in order.

        Each game must equal a game played by `strategies.get(name, seed=strategy_seed(seed))`: all
        safe cells of the advice are revealed, or `best` if there are none, until the game ends.
        `first` is the first reveal, or None if the strategy chooses. The call may run on any thread
        and concurrently with other calls.
        """


def strategy_seed(board_seed: int) -> int:
    """Return the seed of the strategy that plays a benchmark board.

    The seed differs from game to game. It reveals nothing about the board's seed, from which the
    mines could be computed.
    """
    digest = blake2b(board_seed.to_bytes(8, "little"), digest_size=8, person=b"sapper player")
    return int.from_bytes(digest.digest(), "little")


def first_move_advice(strategy: Strategy, rules: Rules) -> Advice:
    """Return a strategy's advice for a board without revealed cells."""
    cell = strategy.first_move(rules)
    is_protected = rules.start != "any"
    risk = 0.0 if is_protected else rules.mines / rules.cell_count
    if is_protected:
        reason = "safe by the start rule"
    else:
        reason = "nothing is known yet" if risk < 1.0 else "every cell is a mine"
    return Advice(frozenset(), frozenset(), {cell: risk}, cell, f"first move {cell}: {reason}")


def draw_index(rules: Rules, cells: bytes, seed: int, count: int) -> int:
    """Return a pseudorandom index below `count`, determined by the seed and the position.

    A strategy that guesses at random thus gives reproducible advice without any state.
    """
    key = check_seed(seed).to_bytes(8, "little")
    digest = blake2b(cells, key=key, digest_size=8, person=str(rules).encode()[:16]).digest()
    return int.from_bytes(digest, "little") * count >> 64


def draw_first_move(rules: Rules, seed: int) -> Cell:
    """Return a pseudorandom cell of a new board, determined by the seed."""
    return divmod(draw_index(rules, b"", seed, rules.cell_count), rules.width)
