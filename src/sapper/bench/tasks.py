"""One game by one strategy, and many of them as one piece of work that can be sent elsewhere."""

import math
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from sapper import strategies
from sapper.errors import StrategyFailed
from sapper.game.game import Game
from sapper.game.notation import HIDDEN
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, BatchPlayer, Strategy, player_seed
from sapper.strategies.registry import Option

_HIDDEN = HIDDEN & 0xFF


class Step(NamedTuple):
    """One reveal of a strategy's game."""

    cell: Cell
    advice: Advice
    """What the strategy said before; its safe cells are revealed one after the other."""
    is_guess: bool


class Outcome(NamedTuple):
    """How one game went."""

    won: bool
    moves: int
    guesses: int
    risk: float
    """What the strategy thought of the losing reveal, from 0 to 1; NaN in a game that was won."""


class FloodTable:
    """A board to play on, by the usual rules."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._game = Game(rules, seed)

    @property
    def view(self) -> View:
        """What the strategy sees."""
        return self._game.view

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self._game.is_over

    @property
    def is_won(self) -> bool:
        """Whether every safe cell is revealed."""
        return self._game.status == "won"

    def reveal(self, cell: Cell) -> int:
        """Reveal a cell. Returns how many were opened: 0 once the game is over."""
        return 0 if self._game.is_over else self._game.reveal(cell)


class SingleCellTable(FloodTable):
    """A board on which a reveal opens one cell only, as in the game of the CS50 AI course.

    The flood is a rule of the core and stays there: this table covers what it opened beyond the
    cells that were asked for.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        super().__init__(rules, seed)
        self._cells = bytearray([_HIDDEN]) * rules.cell_count
        self._safe_left = rules.cell_count - rules.mines
        self._lost = False

    @property
    def view(self) -> View:
        """What the strategy sees: the cells that it asked for."""
        return View(self._game.rules, bytes(self._cells))

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self._lost or self.is_won

    @property
    def is_won(self) -> bool:
        """Whether every safe cell was asked for."""
        return self._safe_left == 0 and not self._lost

    def reveal(self, cell: Cell) -> int:
        """Reveal one cell. Returns 1, or 0 if it was revealed before or the game is over."""
        place = cell[0] * self._game.rules.width + cell[1]
        if self._cells[place] != _HIDDEN or self.is_over:
            return 0
        super().reveal(cell)
        clue = self._game.view.clue(cell)
        if clue is None:
            self._lost = True
        else:
            self._cells[place] = clue
            self._safe_left -= 1
        return 1


def play_steps(
    strategy: Strategy,
    table: FloodTable,
    *,
    first: Cell | None = None,
    decision_seconds: list[float] | None = None,
) -> Iterator[Step]:
    """Play a game to its end, reveal by reveal.

    When a strategy knows safe cells, all of them are revealed, row by row, before it is asked
    again. How long each decision took is appended to `decision_seconds`. Raises StrategyFailed.
    """
    protected = table.view.rules.start != "any"
    is_first = True
    while not table.is_over:
        if is_first and first is not None:
            risk = 0.0 if protected else table.view.mines / table.view.rules.cell_count
            reason = f"first move {first}, as asked for"
            advice = Advice(frozenset(), frozenset(), {first: risk}, first, reason)
        else:
            begin = time.perf_counter()
            advice = strategy.advise(table.view)
            if decision_seconds is not None:
                decision_seconds.append(time.perf_counter() - begin)
        opened = 0
        for cell in sorted(advice.safe) or ([] if advice.best is None else [advice.best]):
            if table.reveal(cell):
                opened += 1
                is_guess = cell not in advice.safe and not (is_first and protected)
                yield Step(cell, advice, is_guess)
        if not opened:
            raise StrategyFailed(f"strategy {strategy.name!r} advised nothing that can be revealed")
        is_first = False


@contextmanager
def blame(strategy: Strategy, rules: Rules, seed: int) -> Iterator[None]:
    """Turn whatever a strategy raises into StrategyFailed, which names it and the board."""
    try:
        yield
    except Exception as error:
        raise StrategyFailed(
            f"strategy {strategy.name!r} failed on {rules} {rules.start} seed {seed}: {error!r}"
        ) from error


def play_game(
    strategy: Strategy,
    rules: Rules,
    seed: int,
    *,
    first: Cell | None = None,
    flood: bool = True,
    decision_seconds: list[float] | None = None,
) -> Outcome:
    """Play the board of a seed to its end. Raises StrategyFailed, which names the seed."""
    table = FloodTable(rules, seed) if flood else SingleCellTable(rules, seed)
    moves = guesses = 0
    step = None
    with blame(strategy, rules, seed):
        for step in play_steps(strategy, table, first=first, decision_seconds=decision_seconds):
            moves += 1
            guesses += step.is_guess
    risk = math.nan
    if step is not None and not table.is_won:
        risk = step.advice.risks.get(step.cell, math.nan)
    return Outcome(table.is_won, moves, guesses, risk)


@dataclass(frozen=True, slots=True)
class Task:
    """Some games of one strategy: all that a worker needs to know."""

    strategy: str
    options: tuple[tuple[str, Option], ...]
    rules: Rules
    seeds: range
    first: Cell | None = None
    flood: bool = True
    agent: Strategy | None = None
    """The player itself where it is none of the registry; it plays every game."""

    def player(self, seed: int = 0) -> Strategy:
        """Return who plays, with that seed of its own."""
        return self.agent or strategies.get(self.strategy, seed=seed, **dict(self.options))


@dataclass(slots=True)
class Columns:
    """Games in the order of their seeds: a column per figure."""

    won: "array[int]" = field(default_factory=lambda: array("B"))
    moves: "array[int]" = field(default_factory=lambda: array("L"))
    guesses: "array[int]" = field(default_factory=lambda: array("L"))
    risks: "array[float]" = field(default_factory=lambda: array("d"))

    def extend(self, other: "Columns") -> None:
        """Append the games of another."""
        self.won += other.won
        self.moves += other.moves
        self.guesses += other.guesses
        self.risks += other.risks

    def cut(self, games: int) -> None:
        """Keep only the first games."""
        for column in (self.won, self.moves, self.guesses, self.risks):
            del column[games:]


@dataclass(frozen=True, slots=True)
class Chunk:
    """What came of a task."""

    columns: Columns
    seconds: float
    """How long a processor was busy."""
    decision_times: dict[int, int]
    """How many decisions took how long: see `time_bin`."""


_BINS_PER_DOUBLING = 8


def time_bin(seconds: float) -> int:
    """Return the number of the bin that counts times like this one; bins are 9 % wide."""
    return math.floor(math.log2(max(seconds, 1e-9)) * _BINS_PER_DOUBLING)


def bin_seconds(number: int) -> float:
    """Return the time in the middle of a bin."""
    return math.exp2((number + 0.5) / _BINS_PER_DOUBLING)


def is_native(task: Task) -> bool:
    """Tell whether the strategy plays this task by itself, without the GIL."""
    return task.flood and isinstance(task.player(), BatchPlayer)


def play_task(task: Task) -> Chunk:
    """Play the games of a task. Raises StrategyFailed."""
    player = task.player()
    decisions: list[float] = []
    if task.flood and isinstance(player, BatchPlayer):
        batch = player.play_batch(task.rules, task.seeds, first=task.first)
        decisions.extend(batch.decision_seconds)
        columns = Columns(
            array("B", map(bool, batch.won)),
            array("L", batch.moves),
            array("L", batch.guesses),
            array("d", batch.risks),
        )
        return Chunk(columns, batch.seconds, _count_times(decisions))
    begin = time.thread_time()
    columns = Columns()
    for seed in task.seeds:
        outcome = play_game(
            task.player(player_seed(seed)),
            task.rules,
            seed,
            first=task.first,
            flood=task.flood,
            decision_seconds=decisions,
        )
        columns.won.append(outcome.won)
        columns.moves.append(outcome.moves)
        columns.guesses.append(outcome.guesses)
        columns.risks.append(outcome.risk)
    return Chunk(columns, time.thread_time() - begin, _count_times(decisions))


def _count_times(seconds: list[float]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for each in seconds:
        number = time_bin(each)
        counts[number] = counts.get(number, 0) + 1
    return counts
