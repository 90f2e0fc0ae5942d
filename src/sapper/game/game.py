"""A game that adds a move history, a clock and descriptive errors to the C++ core."""

import time
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, Self

from sapper._core import Game as CoreGame
from sapper._core import Mark
from sapper.errors import IllegalMove, InvalidLayout, short_repr
from sapper.game import position_notation
from sapper.game.argument_checks import check_actor, check_cell, check_layout, check_rules
from sapper.game.cell_names import cell_name
from sapper.game.game_metrics import Metrics
from sapper.game.moves import KINDS, KINDS_WITHOUT_CELL, Actor, Kind, Move
from sapper.game.rules import Cell, Rules
from sapper.game.seeds import check_seed, random_seed
from sapper.game.stopwatch import Stopwatch
from sapper.game.view import View

Status = Literal["ready", "playing", "won", "lost"]
UNFINISHED: Final[tuple[Status, ...]] = ("ready", "playing")
"""The statuses of games that are not over."""
_RecordedMove = tuple[Kind, int, int, Actor, float]


def _to_move(recorded: _RecordedMove) -> Move:
    kind, row, column, by, at = recorded
    return Move(kind, None if kind in KINDS_WITHOUT_CELL else (row, column), by, at)


class Game:
    """A Minesweeper game on a single board.

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

    The mines are laid when the first cell is revealed. Every move method except `undo` returns the
    number of changed cells. A move that has no effect, such as revealing a flagged cell or chording
    with the wrong number of flags, returns 0. In the history, ineffective moves by the player are
    recorded as clicks, and ineffective moves by the AI are omitted. Move methods raise IllegalMove
    if the cell is off the board or the game is over. An illegal move leaves the game unchanged.
    """

    __slots__ = (
        "_ai_moves",
        "_clicks",
        "_core_game",
        "_losses_undone",
        "_moves",
        "_pauses",
        "_resumes",
        "_seed",
        "_stopwatch",
        "_undos",
        "_useful_clicks",
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
        """Start a game with the given seed, or with a random seed if `seed` is None.

        `now` must return monotonic time in seconds.
        """
        check_rules(rules)
        checked = random_seed() if seed is None else check_seed(seed)
        core_game = CoreGame.seeded(rules.width, rules.height, rules.mines, rules.start, checked)
        self._initialise(rules, core_game, checked, now)

    @classmethod
    def from_layout(
        cls, rules: Rules, mines: Iterable[Cell], *, now: Callable[[], float] = time.monotonic
    ) -> Self:
        """Start a game on a fixed layout, ignoring the start rule.

        Raises InvalidLayout if a mine is off the board or listed twice, or if the number of mines
        does not match the rules.
        """
        check_rules(rules)
        game = cls.__new__(cls)
        layout = check_layout(rules, mines)
        # The core would check the mines against the start rule, which does not apply to a fixed
        # layout.
        game._initialise(
            rules, CoreGame.with_mines(rules.width, rules.height, "any", layout), None, now
        )
        return game

    @classmethod
    def from_moves(
        cls,
        rules: Rules,
        moves: Iterable[Move],
        *,
        seed: int | None = None,
        mines: Iterable[Cell] | None = None,
        now: Callable[[], float] = time.monotonic,
        idle: float = 0.0,
    ) -> Self:
        """Replay recorded moves on the board defined by `seed` or `mines`.

        The clock resumes at the time of the last move, plus `idle` seconds if the game is still
        running. Raises IllegalMove if a recorded move is illegal.
        """
        if (seed is None) == (mines is None):
            raise InvalidLayout("exactly one of seed and mines must be given")
        game = cls(rules, seed) if mines is None else cls.from_layout(rules, mines)
        game.replay_moves(moves, now=now, idle=idle)
        return game

    def restarted(self, *, now: Callable[[], float] = time.monotonic) -> Self:
        """Return a new game on the same board, with an empty history."""
        mines = self.layout if self._seed is None else None
        return self.from_moves(self.rules, (), seed=self._seed, mines=mines, now=now)

    def _initialise(
        self, rules: Rules, core_game: CoreGame, seed: int | None, now: Callable[[], float]
    ) -> None:
        self.rules = rules
        self._core_game = core_game
        self._seed = seed
        self._stopwatch = Stopwatch(now)
        self._moves: list[_RecordedMove] = []
        self._view: View | None = None
        self._clicks = 0
        self._useful_clicks = 0
        self._ai_moves = 0
        self._undos = 0
        self._losses_undone = 0
        self._pauses = 0
        self._resumes = 0

    # State ---------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """The game's status: "ready", "playing", "won" or "lost"."""
        return self._core_game.status  # type: ignore[return-value]

    @property
    def is_over(self) -> bool:
        """True if the game has been won or lost."""
        return self._core_game.is_over

    @property
    def view(self) -> View:
        """The visible part of the game, and the only information that strategies receive."""
        if self._view is None:
            self._view = View(self.rules, self._core_game.cells(), self._core_game.overlay())
        return self._view

    @property
    def seed(self) -> int | None:
        """The seed from which the layout is generated, or None if the layout is fixed."""
        return self._seed

    @property
    def layout(self) -> frozenset[Cell]:
        """The cells that contain mines, or an empty set before the mines are laid."""
        return frozenset(self._core_game.mines())

    @property
    def solution(self) -> View:
        """The fully revealed board, with every clue and mine.

        Until the mines are laid, the solution shows no mines.
        """
        cells = self._core_game.solution()
        return View(
            self.rules, cells, bytes(position_notation.MINE if c == 0xFF else 0 for c in cells)
        )

    @property
    def flag_count(self) -> int:
        """The number of flags placed by the player and the AI."""
        return self._core_game.flag_count

    @property
    def mines_left(self) -> int:
        """The mine count minus the flag count (possibly negative), or 0 after a win."""
        return 0 if self.status == "won" else self.rules.mines - self._core_game.flag_count

    @property
    def wrong_flags(self) -> frozenset[Cell]:
        """The incorrectly flagged cells, or an empty set if the game is not over."""
        if not self.is_over:
            return frozenset()
        return (self.view.flags | self.view.ai_flags) - self.layout

    @property
    def seconds(self) -> float:
        """The playing time in seconds, from the first reveal to the end of the game."""
        return self._stopwatch.seconds

    @property
    def history(self) -> tuple[Move, ...]:
        """All moves in order, including undos."""
        return self.moves_since(0)

    @property
    def version(self) -> int:
        """The number of moves in the history, which increases with every change to the game."""
        return len(self._moves)

    @property
    def can_undo(self) -> bool:
        """True if there is a move to undo."""
        # Each undo cancels itself and one other move. Pauses and clicks without effect cannot be
        # undone.
        not_undoable = self._clicks - self._useful_clicks + self._pauses + self._resumes
        return len(self._moves) - not_undoable > 2 * self._undos

    @property
    def undos(self) -> int:
        """The number of undone moves."""
        return self._undos

    @property
    def losses_undone(self) -> int:
        """The number of losing moves that were undone."""
        return self._losses_undone

    @property
    def clicks(self) -> int:
        """The number of moves that the player attempted, excluding undos."""
        return self._clicks

    @property
    def useful_clicks(self) -> int:
        """The number of player moves that changed the board, excluding undos."""
        return self._useful_clicks

    @property
    def pauses(self) -> int:
        """The number of times that the game was paused."""
        return self._pauses

    @property
    def is_paused(self) -> bool:
        """True if the game is paused and must be resumed before the next move."""
        return self._pauses > self._resumes

    @property
    def ai_moves(self) -> int:
        """The number of moves made by the AI."""
        return self._ai_moves

    @property
    def assisted_moves(self) -> int:
        """The number of AI moves and undos."""
        return self._ai_moves + self._undos

    def moves_since(self, version: int) -> tuple[Move, ...]:
        """Return the moves made since the given version of the game."""
        return tuple(map(_to_move, self._moves[version:]))

    def metrics(self) -> Metrics:
        """Compute the 3BV and other metrics, which players should see only after the game."""
        return Metrics(
            *self._core_game.metrics(),
            clicks=self.clicks,
            useful_clicks=self.useful_clicks,
            seconds=self.seconds,
        )

    # Moves ---------------------------------------------------------------------------------------

    def reveal(self, cell: Cell, *, by: Actor = "player") -> int:
        """Reveal a cell, including the whole opening around it if it has no neighbouring mines."""
        check_actor(by)
        if self._pauses:
            self._check_not_paused("reveal")
        # The core validates the cell on this fast path, so Python only has to explain illegal
        # moves.
        try:
            row, column = cell
            opened = self._core_game.reveal(row, column)
        except (TypeError, ValueError, IndexError):
            row, column = self._check("reveal", cell)
            opened = self._core_game.reveal(row, column)
        return self._record("reveal", row, column, by, opened)

    def chord(self, cell: Cell, *, by: Actor = "player") -> int:
        """Reveal a cell's unflagged neighbours if its clue equals the number of adjacent flags.

        If any adjacent flag is wrong, the game is lost. If the flag count does not match the clue,
        nothing happens.
        """
        check_actor(by)
        row, column = self._check("chord", cell)
        return self._record("chord", row, column, by, self._core_game.chord(row, column))

    def flag(self, cell: Cell, *, by: Actor = "player") -> int:
        """Toggle the flag on a hidden cell."""
        check_actor(by)
        row, column = self._check("flag", cell)
        flagged = self._core_game.mark(row, column) in (Mark.FLAG, Mark.AI_FLAG)
        new = Mark.NONE if flagged else Mark.AI_FLAG if by == "ai" else Mark.FLAG
        return self._record("flag", row, column, by, self._core_game.set_mark(row, column, new))

    def question(self, cell: Cell, *, by: Actor = "player") -> int:
        """Toggle the question mark on a hidden cell.

        A new question mark replaces any flag on the cell.
        """
        check_actor(by)
        row, column = self._check("question", cell)
        marked = self._core_game.mark(row, column) == Mark.QUESTION
        new = Mark.NONE if marked else Mark.QUESTION
        return self._record("question", row, column, by, self._core_game.set_mark(row, column, new))

    def click(self, cell: Cell, *, by: Actor = "player") -> int:
        """Count a click that changes nothing, such as a click on an empty cell. Returns 0."""
        check_actor(by)
        return self._record("click", *self._check("click", cell), by, 0)

    def undo(self, *, by: Actor = "player") -> None:
        """Undo the last move, even if it ended the game. The clock is not reset.

        Raises IllegalMove if there is no move to undo.
        """
        check_actor(by)
        self._check_not_paused("undo")
        was_lost = self.status == "lost"
        if not self._core_game.undo():
            raise IllegalMove("cannot undo: no move has been made")
        self._undos += 1
        self._losses_undone += was_lost
        self._record("undo", 0, 0, by, 1)

    def pause(self) -> int:
        """Stop the clock until the game is resumed.

        Returns 1 if the clock was stopped, or 0 if the game is not in progress or is already
        paused.
        """
        if not self._core_game.is_playing or self.is_paused:
            return 0
        self._pauses += 1
        return self._record_pause("pause")

    def resume(self) -> int:
        """Restart the clock of a paused game.

        Returns 1 on success, or 0 if the game was not paused.
        """
        if not self.is_paused:
            return 0
        self._resumes += 1
        return self._record_pause("resume")

    def _record_pause(self, kind: Kind) -> int:
        self._moves.append((kind, 0, 0, "player", self._stopwatch.seconds))
        self._update_stopwatch()
        return 1

    def _check_not_paused(self, verb: str) -> None:
        if self.is_paused:
            raise IllegalMove(f"cannot {verb}: the game is paused", hint="resume the game first")

    def _record(self, kind: Kind, row: int, column: int, by: Actor, changed: int) -> int:
        """Append a move to the history and return the number of cells that the move changed."""
        if changed:
            self._view = None
        elif by == "ai":
            return 0
        else:
            kind = "click"
        stopwatch = self._stopwatch
        self._moves.append((kind, row, column, by, stopwatch.seconds))
        if by == "ai":
            self._ai_moves += 1
        elif kind != "undo":
            self._clicks += 1
            self._useful_clicks += kind != "click"
        if self._core_game.is_playing is not stopwatch.is_running:
            self._update_stopwatch()
        return changed

    def _update_stopwatch(self) -> None:
        """Run the stopwatch if the game is in progress and not paused, and stop it otherwise."""
        if self._core_game.is_playing and not self.is_paused:
            self._stopwatch.start()
        else:
            self._stopwatch.stop()

    def _check(self, verb: str, cell: Any) -> Cell:
        """Validate a move and return its cell as a pair of ints.

        Raises IllegalMove if the move is illegal.
        """
        checked = check_cell(self.rules, verb, cell)
        if self.is_over:
            raise IllegalMove(
                f"cannot {verb} {cell_name(checked)}: the game is {self.status}", cell=checked
            )
        self._check_not_paused(verb)
        return checked

    def replay_moves(
        self,
        moves: Iterable[Move],
        *,
        now: Callable[[], float] = time.monotonic,
        idle: float = 0.0,
    ) -> None:
        """Replay moves with their recorded times, appending them to the history.

        The clock resumes at the time of the last move, plus `idle` seconds if the game is still
        running. Raises IllegalMove if a recorded move is illegal.
        """
        # This stopwatch does not run, because each move sets its own time.
        self._stopwatch = Stopwatch(lambda: 0.0)
        at = self._moves[-1][4] if self._moves else 0.0
        for move in moves:
            at = max(at, move.at)
            self._stopwatch.set(at)
            self.apply(move)
        self._stopwatch = Stopwatch(now)
        is_running = self._core_game.is_playing and not self.is_paused
        self._stopwatch.set(at + (max(idle, 0.0) if is_running else 0.0))
        self._update_stopwatch()

    def apply(self, move: Move) -> None:
        """Apply a recorded move. Raises IllegalMove if the move is illegal."""
        if move.kind not in KINDS:
            raise IllegalMove(f"unknown move kind {short_repr(move.kind)}")
        if move.kind == "undo":
            self.undo(by=move.by)
        elif move.kind == "pause":
            self.pause()
        elif move.kind == "resume":
            self.resume()
        else:
            getattr(self, move.kind)(move.cell, by=move.by)

    def __reduce__(self) -> tuple[Any, ...]:
        # Copying and unpickling replay the moves on the same board. The new clock resumes from the
        # current playing time and uses `time.monotonic`.
        mines = tuple(self.layout) if self._seed is None else None
        # Tuples of plain values are pickled much faster than moves.
        state = (self.rules, tuple(self._moves), self._seed, mines, self.seconds)
        return _rebuild, (type(self), *state)

    def __repr__(self) -> str:
        board = f"seed={self._seed}" if self._seed is not None else "fixed layout"
        return f"<Game {self.rules} {self.rules.start} {board}: {self.status}>"


def _rebuild(
    game_class: type[Game],
    rules: Rules,
    moves: tuple[_RecordedMove, ...],
    seed: int | None,
    mines: tuple[Cell, ...] | None,
    seconds: float,
) -> Game:
    idle = seconds - (moves[-1][4] if moves else 0.0)
    return game_class.from_moves(rules, map(_to_move, moves), seed=seed, mines=mines, idle=idle)
