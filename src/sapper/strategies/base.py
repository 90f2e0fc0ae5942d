"""The strategy interface: a strategy receives a view and returns advice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, Protocol, runtime_checkable

from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.seeds import check_seed
from sapper.game.view import View

StepKind = Literal["reveal", "flag"]


@dataclass(frozen=True, slots=True)
class Advice:
    """A strategy's conclusions about a view, and its recommended move."""

    safe: frozenset[Cell]
    """Hidden cells that cannot be mines. The set may be incomplete, because a strategy may stop
    searching once it has found a safe cell."""
    mines: frozenset[Cell]
    """Hidden cells that must be mines."""
    risks: Mapping[Cell, float]
    """A map from cells to their estimated mine probabilities, from 0 to 1. The value is 0.0 for
    cells in `safe` and 1.0 for cells in `mines`. If the strategy estimates probabilities, the map
    contains `best` and every cell that was compared with it."""
    best: Cell | None
    """The cell to reveal next, or None if every hidden cell must be a mine. If the strategy has
    found safe cells, `best` is one of them. For the first move, `best` is never None. `best` may
    be flagged, because the player's flags may be wrong."""
    reason: str
    """A one-line explanation of the choice of `best`."""
    plan: tuple[tuple[StepKind, Cell], ...] = ()
    """The steps, in order, that the AI makes before it asks for advice again. If the plan is empty,
    the AI reveals `best` and then the other cells in `safe`. If there is no safe cell, the AI flags
    the cells in `mines`. If all mines are flagged, the AI reveals `best`."""
    notes: bytes = b""
    """Conclusions to remember, with at most one byte per cell. The strategy receives the notes as
    `view.notes` with its next view of the same game. The notes are lost if a move is undone or the
    game is reloaded from the store."""


class Strategy(Protocol):
    """A decision procedure that sees only the view and returns equal advice for equal views."""

    @property
    def name(self) -> str:
        """The name that users type: the module name with hyphens instead of underscores."""

    @property
    def summary(self) -> str:
        """A one-line description, shown in strategy lists."""

    def first_move(self, rules: Rules) -> Cell:
        """Return the first cell to reveal on a new board."""

    def advise(self, view: View) -> Advice:
        """Return advice for a view.

        The view shows the flags only if the strategy has a class attribute `uses_marks = True`.
        """


class BatchResult(Protocol):
    """The results of a batch of games, in seed order."""

    @property
    def won(self) -> Sequence[int]:
        """One value per game: 1 for a win, 0 for a loss."""

    @property
    def moves(self) -> Sequence[int]:
        """The number of reveals in each game, including the losing reveal, if any."""

    @property
    def guesses(self) -> Sequence[int]:
        """The number of guesses in each game.

        A guess is a reveal of a cell that is not known to be safe. A first reveal protected by the
        start rule is not a guess.
        """

    @property
    def risks(self) -> Sequence[float]:
        """The estimated risk (0 to 1) of each game's losing reveal, or NaN if the game was won."""

    @property
    def seconds(self) -> float:
        """The CPU time for the whole batch, in seconds."""

    @property
    def decision_seconds(self) -> Sequence[float]:
        """The durations in seconds of all decisions, or of a sample of the decisions.

        The sequence is empty if decisions were not timed.
        """


@runtime_checkable
class BatchStrategy(Protocol):
    """A strategy that can play a batch of whole games.

    The C++ strategies play batches without holding the GIL. If a strategy defines `play_batch`,
    benchmarks call the method from multiple threads.
    """

    def play_batch(self, rules: Rules, seeds: range, *, first: Cell | None) -> BatchResult:
        """Play one game per board seed, in order.

        Each game must be identical to the game that a benchmark would play move by move with
        `strategies.get(name, seed=strategy_seed(seed))`. On each turn, the benchmark follows the
        advice's `plan`. If there is no plan, the benchmark reveals all cells in `safe`, or `best`
        if `safe` is empty. `first` is the first cell to reveal, or None to let the strategy choose
        it. Implementations must be thread-safe.
        """


def strategy_seed(board_seed: int) -> int:
    """Derive a strategy's seed from the seed of its benchmark board.

    The strategy's seed differs from game to game. The derivation is one-way, so the strategy cannot
    recover the board seed, which determines the mines.
    """
    digest = blake2b(board_seed.to_bytes(8, "little"), digest_size=8, person=b"sapper player")
    return int.from_bytes(digest.digest(), "little")


def uses_marks(strategy: Strategy) -> bool:
    """Return True if the strategy declares that it relies on the marks on the board."""
    return bool(getattr(strategy, "uses_marks", False))


def title(strategy: Strategy) -> str:
    """Return the strategy's display name, such as "Pattern spotter"."""
    return str(getattr(strategy, "title", "")) or strategy.name


def character(strategy: Strategy) -> str:
    """Return a sentence that describes the strategy to players, by default its summary."""
    return str(getattr(strategy, "character", "")) or strategy.summary


def has_exact_risks(strategy: Strategy) -> bool:
    """Return True if the strategy declares that its risks are exact probabilities."""
    return bool(getattr(strategy, "exact_risks", False))


def first_move_advice(strategy: Strategy, rules: Rules) -> Advice:
    """Return a strategy's advice for a board with no revealed cells."""
    return chosen_first_move_advice(rules, strategy.first_move(rules))


def chosen_first_move_advice(rules: Rules, cell: Cell) -> Advice:
    """Return advice to reveal the given cell of a board with no revealed cells."""
    is_protected = rules.start != "any"
    risk = 0.0 if is_protected else rules.mines / rules.cell_count
    if is_protected:
        reason = "safe by the start rule"
    else:
        reason = "nothing is known yet" if risk < 1.0 else "every cell is a mine"
    return Advice(
        frozenset(), frozenset(), {cell: risk}, cell, f"first move {cell_name(cell)}: {reason}"
    )


def flags_first(
    mines: Iterable[Cell], reveals: Iterable[Cell]
) -> tuple[tuple[StepKind, Cell], ...]:
    """Return a plan that flags all known mines before revealing any cells."""
    flags: list[tuple[StepKind, Cell]] = [("flag", cell) for cell in sorted(mines)]
    return *flags, *(("reveal", cell) for cell in reveals)


def draw_index(rules: Rules, cells: bytes, seed: int, count: int) -> int:
    """Return a pseudorandom index below `count`, determined by the seed and the position.

    Strategies use the index to make reproducible random guesses without storing state.
    """
    key = check_seed(seed).to_bytes(8, "little")
    digest = blake2b(cells, key=key, digest_size=8, person=str(rules).encode()[:16]).digest()
    return int.from_bytes(digest, "little") * count >> 64


def draw_first_move(rules: Rules, seed: int) -> Cell:
    """Return a pseudorandom first move, determined by the seed and the rules."""
    return divmod(draw_index(rules, b"", seed, rules.cell_count), rules.width)
