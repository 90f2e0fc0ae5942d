"""A game: the core's field with a history, a clock and errors that explain themselves."""

import operator
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, Literal, Self

from sapper._core import Field, Mark
from sapper.errors import IllegalMove, InvalidLayout, InvalidRules, InvalidSeed, quoted
from sapper.game import notation
from sapper.game.board_metrics import Metrics
from sapper.game.moves import ACTORS, KINDS, Actor, Kind, Move
from sapper.game.rules import Cell, Rules
from sapper.game.stopwatch import Stopwatch
from sapper.game.view import View

Status = Literal["ready", "playing", "won", "lost"]

MAX_SEED = 2**64 - 1
# Chosen seeds stay exact in JavaScript and JSON, where whole numbers end at 2**53.
_CHOSEN_SEED_BITS = 53


def _check_actor(by: Any) -> None:
    if by not in ACTORS:
        raise IllegalMove(f"unknown maker of a move {quoted(by)}: {' or '.join(ACTORS)}")


def _check_rules(rules: Any) -> None:
    if not isinstance(rules, Rules):
        raise InvalidRules(
            f"a game needs Rules, not {quoted(rules)}", hint='such as Rules.level("expert")'
        )


def choose_seed() -> int:
    """Return a seed that nobody can guess."""
    return secrets.randbits(_CHOSEN_SEED_BITS)


def check_seed(seed: Any) -> int:
    """Return the seed as an int. Raises InvalidSeed."""
    try:
        number = operator.index(seed)
    except TypeError:
        raise InvalidSeed(f"a seed is a whole number, not {quoted(seed)}") from None
    if isinstance(seed, bool) or not 0 <= number <= MAX_SEED:
        raise InvalidSeed(f"a seed is from 0 to 2**64 - 1, not {quoted(seed)}")
    return number


class Game:
    """One game on one board.

    >>> game = Game(Rules(width=4, height=3, mines=2), seed=7)
    >>> game.reveal((0, 0))
    1
    >>> print(game.view)
    4x3/2
    1###
    ####
    ####
    >>> game.status
    'playing'

    The mines are laid at the first reveal; before it there are none. Moves return how many cells
    they changed: 0 for a move without effect (a cell already revealed, a flagged cell, a chord
    whose flags do not match), which is not recorded. IllegalMove is raised for cells off the board
    and for any move after the end; it changes nothing.
    """

    __slots__ = (
        "_ai_moves",
        "_clicks",
        "_field",
        "_losses_undone",
        "_moves",
        "_seed",
        "_stopwatch",
        "_undos",
        "_view",
        "rules",
    )

    def __init__(
        self,
        rules: Rules,
        seed: int | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin a game; without a seed one is chosen. `now` is the source of time."""
        _check_rules(rules)
        checked = choose_seed() if seed is None else check_seed(seed)
        field = Field.seeded(rules.width, rules.height, rules.mines, rules.start, checked)
        self._begin(rules, field, checked, now)

    @classmethod
    def from_layout(
        cls, rules: Rules, mines: Iterable[Cell], *, now: Callable[[], float] = time.monotonic
    ) -> Self:
        """Begin a game with the given mines; the start rule then promises nothing.

        Raises InvalidLayout when a mine is off the board or named twice, or when there are not as
        many as the rules say.
        """
        _check_rules(rules)
        game = cls.__new__(cls)
        layout = _check_layout(rules, mines)
        # The field checks mines against its start rule; a given layout makes no promise.
        game._begin(rules, Field.with_mines(rules.width, rules.height, "any", layout), None, now)
        return game

    @classmethod
    def replayed(
        cls,
        rules: Rules,
        moves: Iterable[Move],
        *,
        seed: int | None = None,
        mines: Iterable[Cell] | None = None,
        now: Callable[[], float] = time.monotonic,
        idle: float = 0.0,
    ) -> Self:
        """Play recorded moves again, on the board of `seed` or of `mines`.

        The clock goes on from the last move, and `idle` seconds later if the game still runs.
        Raises IllegalMove at a move that cannot be made.
        """
        if (seed is None) == (mines is None):
            raise InvalidLayout("a replay needs either a seed or the mines")
        game = cls(rules, seed) if mines is None else cls.from_layout(rules, mines)
        game.follow(moves, now=now, idle=idle)
        return game

    def _begin(
        self, rules: Rules, field: Field, seed: int | None, now: Callable[[], float]
    ) -> None:
        self.rules = rules
        self._field = field
        self._seed = seed
        self._stopwatch = Stopwatch(now)
        self._moves: list[tuple[Kind, int, int, Actor, float]] = []
        self._view: View | None = None
        self._clicks = 0
        self._ai_moves = 0
        self._undos = 0
        self._losses_undone = 0

    # What there is to know -----------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """One of "ready", "playing", "won" and "lost"."""
        return self._field.status  # type: ignore[return-value]

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self._field.is_over

    @property
    def view(self) -> View:
        """What the player may see now; all that a strategy gets."""
        if self._view is None:
            self._view = View(self.rules, self._field.cells(), self._field.shown())
        return self._view

    @property
    def seed(self) -> int | None:
        """The seed of the board, from which the mines follow; None when they were given."""
        return self._seed

    @property
    def layout(self) -> frozenset[Cell]:
        """Where the mines are; empty before they are laid."""
        return frozenset(self._field.mines())

    @property
    def solution(self) -> View:
        """The whole board with every clue and mine shown; empty before the mines are laid."""
        cells = self._field.solution()
        return View(self.rules, cells, bytes(notation.MINE if c == 0xFF else 0 for c in cells))

    @property
    def flag_count(self) -> int:
        """How many flags there are, the player's and the AI's."""
        return self._field.flag_count

    @property
    def mines_left(self) -> int:
        """Mines minus flags, as on the counter of the game; negative with too many flags."""
        return self.rules.mines - self._field.flag_count

    @property
    def wrong_flags(self) -> frozenset[Cell]:
        """Flags on cells without a mine. Empty until the game is over: it tells about the mines."""
        if not self.is_over:
            return frozenset()
        return (self.view.flags | self.view.ai_flags) - self.layout

    @property
    def seconds(self) -> float:
        """Time since the first reveal, up to the end."""
        return self._stopwatch.seconds

    @property
    def history(self) -> tuple[Move, ...]:
        """All that was done, undo included, in order."""
        return self.moves_since(0)

    @property
    def version(self) -> int:
        """How many moves are in the history; it grows with every change."""
        return len(self._moves)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return len(self._moves) > 2 * self._undos  # an undo removes itself and one other move

    @property
    def undos(self) -> int:
        """How many moves were taken back."""
        return self._undos

    @property
    def losses_undone(self) -> int:
        """How many of the moves taken back had lost the game."""
        return self._losses_undone

    @property
    def clicks(self) -> int:
        """Moves of the player that had an effect, undo not counted."""
        return self._clicks

    @property
    def ai_moves(self) -> int:
        """Moves that the AI made."""
        return self._ai_moves

    def moves_since(self, version: int) -> tuple[Move, ...]:
        """Return what was done after the history had `version` moves."""
        return tuple(
            Move(kind, None if kind == "undo" else (row, column), by, at)
            for kind, row, column, by, at in self._moves[version:]
        )

    def metrics(self) -> Metrics:
        """Return 3BV and the like. They follow from the mines: not for a running game's player."""
        return Metrics(*self._field.metrics(), clicks=self.clicks, seconds=self.seconds)

    # Moves ---------------------------------------------------------------------------------------

    def reveal(self, cell: Cell, *, by: Actor = "player") -> int:
        """Reveal a cell and, where no mine is near, all that follows from it."""
        _check_actor(by)
        # The core checks the usual case by itself; only what it refuses is looked at in Python.
        try:
            row, column = cell
            opened = self._field.reveal(row, column)
        except (TypeError, ValueError, IndexError):
            row, column = self._check("reveal", cell)
            opened = self._field.reveal(row, column)
        if opened:
            self._record("reveal", row, column, by)
        return opened

    def chord(self, cell: Cell, *, by: Actor = "player") -> int:
        """Reveal the neighbours of a revealed cell that has as many flags around it as its clue.

        A wrong flag there loses the game. With another number of flags nothing happens.
        """
        _check_actor(by)
        row, column = self._check("chord", cell)
        opened = self._field.chord(row, column)
        if opened:
            self._record("chord", row, column, by)
        return opened

    def flag(self, cell: Cell, *, by: Actor = "player") -> int:
        """Set a flag on a hidden cell, or take away the one that is there.

        The player may take away the AI's flags; the AI leaves the player's alone.
        """
        _check_actor(by)
        row, column = self._check("flag", cell)
        old = self._field.mark(row, column)
        if by == "ai" and old == Mark.FLAG:
            return 0
        flagged = old in (Mark.FLAG, Mark.AI_FLAG)
        new = Mark.NONE if flagged else Mark.AI_FLAG if by == "ai" else Mark.FLAG
        return self._set_mark("flag", row, column, by, new)

    def question(self, cell: Cell, *, by: Actor = "player") -> int:
        """Set a question mark on a hidden cell in place of what is there, or take it away."""
        _check_actor(by)
        row, column = self._check("question", cell)
        marked = self._field.mark(row, column) == Mark.QUESTION
        return self._set_mark("question", row, column, by, Mark.NONE if marked else Mark.QUESTION)

    def undo(self, *, by: Actor = "player") -> None:
        """Take back the last move, also one that ended the game. The clock is not turned back.

        Raises IllegalMove when there is nothing to undo.
        """
        _check_actor(by)
        was_lost = self.status == "lost"
        if not self._field.undo():
            raise IllegalMove("cannot undo: no move was made")
        self._undos += 1
        self._losses_undone += was_lost
        self._record("undo", 0, 0, by)

    # Inside --------------------------------------------------------------------------------------

    def _set_mark(self, kind: Kind, row: int, column: int, by: Actor, mark: Mark) -> int:
        changed = self._field.set_mark(row, column, mark)
        if changed:
            self._record(kind, row, column, by)
        return changed

    def _record(self, kind: Kind, row: int, column: int, by: Actor) -> None:
        stopwatch = self._stopwatch
        self._view = None
        self._moves.append((kind, row, column, by, stopwatch.seconds))
        if by == "ai":
            self._ai_moves += 1
        elif kind != "undo":
            self._clicks += 1
        if self._field.is_playing is not stopwatch.is_running:
            self._set_clock()

    def _set_clock(self) -> None:
        """Let the clock run just while the game is being played."""
        if self._field.is_playing:
            self._stopwatch.run()
        else:
            self._stopwatch.stop()

    def _check(self, verb: str, cell: Any) -> Cell:
        """Return the cell as two ints, or raise IllegalMove for what the core refused."""
        try:
            row, column = (operator.index(number) for number in cell)
        except (TypeError, ValueError):
            raise IllegalMove(
                f"cannot {verb} {quoted(cell)}: a cell is (row, column), two whole numbers"
            ) from None
        height, width = self.rules.height, self.rules.width
        if not 0 <= row < height:
            raise IllegalMove(
                f"cannot {verb} {quoted((row, column))}: "
                f"the board has {height} rows (0-{height - 1})"
            )
        if not 0 <= column < width:
            raise IllegalMove(
                f"cannot {verb} {quoted((row, column))}: "
                f"the board has {width} columns (0-{width - 1})"
            )
        if self.is_over:
            raise IllegalMove(f"cannot {verb} ({row}, {column}): the game is {self.status}")
        return row, column

    def follow(
        self,
        moves: Iterable[Move],
        *,
        now: Callable[[], float] = time.monotonic,
        idle: float = 0.0,
    ) -> None:
        """Make recorded moves at their recorded times, after those that were made already.

        The clock goes on from the last move, and `idle` seconds later if the game still runs.
        Raises IllegalMove at a move that cannot be made.
        """
        self._stopwatch = Stopwatch(lambda: 0.0)  # stands where each move says
        at = self._moves[-1][4] if self._moves else 0.0
        for move in moves:
            at = max(at, move.at)
            self._stopwatch.resume_at(at)
            self.repeat(move)
        self._stopwatch = Stopwatch(now)
        self._stopwatch.resume_at(at + (max(idle, 0.0) if self._field.is_playing else 0.0))
        self._set_clock()

    def repeat(self, move: Move) -> None:
        """Make a recorded move again. Raises IllegalMove."""
        if move.kind not in KINDS:
            raise IllegalMove(f"unknown move {quoted(move.kind)}")
        if move.kind == "undo":
            self.undo(by=move.by)
        else:
            getattr(self, move.kind)(move.cell, by=move.by)

    def __repr__(self) -> str:
        board = f"seed={self._seed}" if self._seed is not None else "given mines"
        return f"<Game {self.rules} {self.rules.start} {board}: {self.status}>"


def _check_layout(rules: Rules, mines: Iterable[Any]) -> list[Cell]:
    layout: dict[Cell, None] = {}  # a set that keeps the order
    if not isinstance(mines, Iterable):
        raise InvalidLayout(f"a layout is a collection of cells, not {quoted(mines)}")
    for mine in mines:
        try:
            row, column = (operator.index(number) for number in mine)
        except (TypeError, ValueError):
            raise InvalidLayout(
                f"a mine is (row, column), two whole numbers, not {quoted(mine)}"
            ) from None
        if not rules.contains((row, column)):
            raise InvalidLayout(
                f"mine {quoted((row, column))} is off the board of {rules.height} rows "
                f"and {rules.width} columns"
            )
        if (row, column) in layout:
            raise InvalidLayout(f"mine ({row}, {column}) is named twice")
        layout[row, column] = None
    if len(layout) != rules.mines:
        raise InvalidLayout(f"the rules say {rules.mines} mines, but the layout has {len(layout)}")
    return list(layout)
