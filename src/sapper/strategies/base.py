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
    """A map from cells to their estimated mine probabilities, from 0 to 1. The value is 0.0 for
    cells in `safe` and 1.0 for cells in `mines`. `best` and the cells it was compared with always
    have a value."""
    best: Cell | None
    """The cell to reveal next, or None if every hidden cell must be a mine. A safe cell is chosen
    if there is one. The first move is never None. The cell may be flagged by the player, because
    flags may be wrong."""
    reason: str
    """One line that explains the choice of `best`."""


class Strategy(Protocol):
    """A decision procedure that sees only the view. Equal views always receive equal advice."""

    @property
    def name(self) -> str:
        """The name that users type, which is the module name with dashes instead of underscores."""

    @property
    def summary(self) -> str:
        """A one-line description for listings."""

    def first_move(self, rules: Rules) -> Cell:
        """Return the first cell to reveal on a new board."""

    def advise(self, view: View) -> Advice:
        """Return the advice for a view. Implementations must ignore the player's flags."""


class BatchResult(NamedTuple):
    """The results of a batch of games, in the order of their seeds."""

    won: Sequence[bool] | Sequence[int]
    moves: Sequence[int]
    """The number of reveals in each game, including a losing reveal."""
    guesses: Sequence[int]
    """The number of guesses in each game, which are reveals of cells that were not certain to be
    safe. A first reveal that the start rule protects is not a guess."""
    risks: Sequence[float]
    """The strategy's risk estimate for the losing reveal of each game, from 0 to 1, or NaN if the
    game was won."""
    seconds: float
    """The CPU time for the whole batch, in seconds."""
    decision_seconds: Sequence[float]
    """The duration of every decision or of a sample of decisions. The sequence is empty if
    decisions were not timed."""


@runtime_checkable
class BatchStrategy(Protocol):
    """A strategy that can play whole games, as the native strategies do without holding the GIL.

    Benchmarks call `play_batch` on several threads if a strategy has this method.
    """

    def play_batch(self, rules: Rules, seeds: range, *, first: Cell | None) -> BatchResult:
        """Play one game on the board of each seed, in order.

        Each game must equal a game played by `strategies.get(name, seed=strategy_seed(seed))`. In
        such a game, all safe cells that the strategy finds are revealed, or `best` if there are
        none, until the game is over. `first` is the first cell to reveal, or None if the strategy
        chooses it. The method may be called on any thread and concurrently with other calls.
        """


def strategy_seed(board_seed: int) -> int:
    """Return the seed for the strategy that plays a benchmark board.

    The strategy's seed differs from game to game. It reveals nothing about the board's seed, from
    which the mines could be computed.
    """
    digest = blake2b(board_seed.to_bytes(8, "little"), digest_size=8, person=b"sapper player")
    return int.from_bytes(digest.digest(), "little")


def first_move_advice(strategy: Strategy, rules: Rules) -> Advice:
    """Return a strategy's advice for a board on which no cell has been revealed."""
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

    A strategy that guesses at random can thus give reproducible advice without keeping state.
    """
    key = check_seed(seed).to_bytes(8, "little")
    digest = blake2b(cells, key=key, digest_size=8, person=str(rules).encode()[:16]).digest()
    return int.from_bytes(digest, "little") * count >> 64


def draw_first_move(rules: Rules, seed: int) -> Cell:
    """Return a pseudorandom cell on a new board, determined by the seed."""
    return divmod(draw_index(rules, b"", seed, rules.cell_count), rules.width)
