"""What a strategy is: something that looks at a view and says what follows and what to reveal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple, Protocol, runtime_checkable

from sapper.game.game import check_seed
from sapper.game.rules import Cell, Rules
from sapper.game.view import View


@dataclass(frozen=True, slots=True)
class Advice:
    """What a strategy makes of a view."""

    safe: frozenset[Cell]
    """Hidden cells that cannot be mines. A strategy may stop looking once it has found some."""
    mines: frozenset[Cell]
    """Hidden cells that must be mines."""
    risks: Mapping[Cell, float]
    """The strategy's own estimate, from 0 to 1, that a cell is a mine: 0.0 and 1.0 for `safe` and
    `mines`, and a figure at least for `best` and for the cells that it was compared with."""
    best: Cell | None
    """The cell to reveal next, a safe one if there is one. None when no hidden cell is left that
    could be anything but a mine; only a game's first move is always named. It may carry a player's
    flag: flags are no facts."""
    reason: str
    """Why `best`, in one line."""


class Strategy(Protocol):
    """A player. It gets a view and nothing else, and the same view always gets the same advice."""

    @property
    def name(self) -> str:
        """How people call it: its module's name with dashes."""

    @property
    def summary(self) -> str:
        """One line for lists."""

    def first_move(self, rules: Rules) -> Cell:
        """Return the cell that opens a game by these rules."""

    def advise(self, view: View) -> Advice:
        """Return what follows from the view. The player's flags count for nothing."""


class Batch(NamedTuple):
    """Games played one after the other: a column per figure, a row per game."""

    won: Sequence[bool] | Sequence[int]
    moves: Sequence[int]
    """Reveals made, the losing one included."""
    guesses: Sequence[int]
    """Reveals that were not certain; a first reveal that the start rule protects is none."""
    risks: Sequence[float]
    """What the strategy thought of the losing reveal, from 0 to 1; NaN in games that were won."""
    seconds: float
    """How long a processor was busy with all of it."""
    decision_seconds: Sequence[float]
    """How long single decisions took, or a sample of them; empty when nobody measured."""


@runtime_checkable
class BatchPlayer(Protocol):
    """A strategy that plays whole games by itself, as the native ones do without the GIL.

    Any strategy that has this method is benchmarked through it, on threads.
    """

    def play_batch(self, rules: Rules, seeds: range, *, first: Cell | None) -> Batch:
        """Play the board of each seed, in order.

        Each game goes as if `strategies.get(name, seed=player_seed(seed))` had been asked for
        advice, and its safe cells or else its `best` revealed, until the end. `first` is the first
        reveal; None lets the strategy open. The call may run on any thread, beside others.
        """


def player_seed(board_seed: int) -> int:
    """Return the seed of whoever plays a benchmark's board.

    It differs from game to game, and does not give the board's seed, and so the mines, away.
    """
    digest = blake2b(board_seed.to_bytes(8, "little"), digest_size=8, person=b"sapper player")
    return int.from_bytes(digest.digest(), "little")


def first_advice(strategy: Strategy, rules: Rules) -> Advice:
    """Return the advice for a board on which nothing is revealed."""
    cell = strategy.first_move(rules)
    promised = rules.start != "any"
    risk = 0.0 if promised else rules.mines / rules.cell_count
    if promised:
        reason = "the start rule promises that it is no mine"
    else:
        reason = "nothing is known yet" if risk < 1.0 else "every cell is a mine"
    return Advice(frozenset(), frozenset(), {cell: risk}, cell, f"first move {cell}: {reason}")


def draw(rules: Rules, cells: bytes, seed: int, count: int) -> int:
    """Return a number below `count` that depends on nothing but the seed and the position.

    So a strategy that guesses gives the same advice whenever it is asked, without any state.
    """
    key = check_seed(seed).to_bytes(8, "little")
    digest = blake2b(cells, key=key, digest_size=8, person=str(rules).encode()[:16]).digest()
    return int.from_bytes(digest, "little") * count >> 64


def draw_first_move(rules: Rules, seed: int) -> Cell:
    """Return any cell of an untouched board, by the seed."""
    return divmod(draw(rules, b"", seed, rules.cell_count), rules.width)
