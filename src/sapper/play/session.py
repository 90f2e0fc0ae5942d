"""A session: one player's game in memory, with its options and assistance counts.

Front ends translate input into moves, pass them to the session and draw its snapshots. Front ends
never apply the rules of the game themselves.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self

from sapper.errors import IllegalMove, short_repr
from sapper.game.cell_names import cell_name
from sapper.game.game import Game
from sapper.game.game_options import AssistanceUsed, GameOptions, is_assisted
from sapper.game.moves import KINDS, Actor, Move
from sapper.game.replay import parse_replay, write_replay
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.play.replay_steps import ReplayStep, replay_steps
from sapper.play.snapshot import AssistanceCounts, GameAssistance, Snapshot, game_result
from sapper.strategies.base import Advice

if TYPE_CHECKING:
    from sapper.coach.graded_hints import Hint
    from sapper.generate.generator import Board


_MOVE_KINDS: Final = tuple(kind for kind in KINDS if kind not in ("pause", "resume"))


class AiNotes(NamedTuple):
    """Notes that a strategy made about a game, valid until a move is undone."""

    strategy: str | None = None
    undos: int = 0
    """The number of undone moves at the time of the notes."""
    notes: bytes = b""


class Session:
    """One player's game in memory, with its options and assistance counts.

    >>> session = Session(Rules(width=4, height=2, mines=1), seed=5)
    >>> session.move("reveal", (0, 0))
    4
    >>> session.snapshot()["rows"]
    ['.1##', '.1##']
    """

    def __init__(
        self,
        rules: Rules,
        seed: int | None = None,
        *,
        practice: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start a new game with the given seed, or with a random seed if `seed` is None.

        Only practice games allow undo. Practice games and games with a chosen seed count as
        assisted.
        """
        self._now = now
        self._game = Game(rules, seed, now=now)
        self._options = GameOptions(practice=practice, known_board=seed is not None)
        self._assistance = AssistanceUsed()
        self._ai_notes = AiNotes()

    @classmethod
    def on_board(
        cls,
        board: "Board",
        *,
        difficulty: str | None = None,
        practice: bool = False,
        is_known: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> Self:
        """Start a game on a no-guess board. The first reveal must be `board.first`.

        `difficulty` is the difficulty that the player requested. `is_known` must be true if the
        player may already know the board.
        """
        options = GameOptions(
            practice=practice,
            known_board=is_known,
            no_guess=True,
            difficulty=difficulty,
            first=board.first,
        )
        return cls.resume(Game.from_layout(board.rules, board.layout, now=now), options=options)

    @classmethod
    def resume(
        cls,
        game: Game,
        *,
        options: GameOptions | None = None,
        assistance: AssistanceUsed | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> Self:
        """Return a session that resumes an existing game."""
        session = cls.__new__(cls)
        session._now = now
        session._game = game
        session._options = options or GameOptions()
        session._assistance = assistance or AssistanceUsed()
        session._ai_notes = AiNotes()
        return session

    # State ---------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The current game."""
        return self._game

    @property
    def rules(self) -> Rules:
        """The current game's rules."""
        return self._game.rules

    @property
    def options(self) -> GameOptions:
        """The current game's options."""
        return self._options

    @property
    def assistance(self) -> AssistanceUsed:
        """The number of times that the player has requested hints and odds."""
        return self._assistance

    def set_assistance(self, assistance: AssistanceUsed) -> None:
        """Replace the assistance counts with those from the store.

        The stored counts include requests handled by other processes.
        """
        self._assistance = assistance

    def count_assistance(self, kind: Literal["hints", "odds"]) -> None:
        """Count one request for hints or odds."""
        count = getattr(self._assistance, kind) + 1
        self._assistance = replace(self._assistance, **{kind: count})

    def assistance_snapshot(self) -> GameAssistance:
        """Return the assistance used in the game so far."""
        counts: AssistanceCounts = {
            "ai": self._game.ai_moves,
            "hints": self._assistance.hints,
            "odds": self._assistance.odds,
            "undos": self._game.undos,
        }
        moves = self._game.assisted_moves
        assisted = is_assisted(self._options, self._assistance, assisted_moves=moves)
        return {"assistance": counts, "assisted": assisted}

    @property
    def forced_first(self) -> Cell | None:
        """The cell to reveal first on a no-guess board, or None if the player may choose freely."""
        return self._options.first if self._game.view.is_untouched else None

    @property
    def can_retry(self) -> bool:
        """True if the game is over or is a practice game."""
        return self._game.is_over or self._options.practice

    def snapshot(self) -> Snapshot:
        """Return the visible state of the session."""
        game, options = self._game, self._options
        return {
            "level": self.rules.level_name,
            "width": self.rules.width,
            "height": self.rules.height,
            "mines": self.rules.mines,
            "start": self.rules.start,
            "status": game.status,
            # A visible board would give the player time to think while the clock is stopped.
            "rows": ["#" * game.rules.width] * game.rules.height
            if game.is_paused
            else game.view.rows,
            "mines_left": game.mines_left,
            "seconds": game.seconds,
            "version": game.version,
            "clicks": game.clicks,
            "undos": game.undos,
            "losses_undone": game.losses_undone,
            "paused": game.is_paused,
            "pauses": game.pauses,
            "can_undo": options.practice and game.can_undo and not game.is_paused,
            "can_retry": self.can_retry,
            "practice": options.practice,
            "no_guess": options.no_guess,
            "difficulty": options.difficulty,
            "first": list(options.first) if options.first else None,
            **self.assistance_snapshot(),
            "result": game_result(game) if game.is_over else None,
        }

    # Moves and replays ---------------------------------------------------------------------------

    @classmethod
    def load(cls, text: str, *, now: Callable[[], float] = time.monotonic) -> Self:
        """Load a session from a replay. The clock resumes at the time of the last move.

        Raises ReplayError if the replay is malformed.
        """
        game, options, assistance = parse_replay(text, now=now)
        return cls.resume(game, options=options, assistance=assistance, now=now)

    def replay_moves(self, moves: Iterable[Move], *, idle: float = 0.0) -> None:
        """Apply moves that another process has made in this game.

        The clock resumes at the time of the last move plus `idle` seconds. Raises IllegalMove if
        the moves cannot be played in this game. If IllegalMove is raised, the session must be
        discarded.
        """
        self._game.replay_moves(moves, now=self._now, idle=idle)

    def save(self) -> str:
        """Return the session as a replay that `load` can read.

        A replay discloses the mines, so front ends must not show it before the game is over.
        """
        return write_replay(self._game, options=self._options, assistance=self._assistance)

    def replay(self) -> str:
        """Return the replay of a finished game. Raises IllegalMove if the game is not over."""
        self.check_over()
        return self.save()

    def replay_steps(self) -> list[ReplayStep]:
        """Return the moves of a finished game, each with its changes to the board.

        Raises IllegalMove if the game is not over.
        """
        self.check_over()
        return replay_steps(self._game)

    def check_over(self, refusal: str = "cannot show the replay of an unfinished game") -> None:
        """Raise IllegalMove with the message `refusal` unless the game is over."""
        if not self._game.is_over:
            raise IllegalMove(refusal)

    # New games -----------------------------------------------------------------------------------

    def retry(self, *, practice: bool | None = None) -> "Session":
        """Return a session with a new game on the same board.

        If `practice` is None, the practice option stays unchanged. Raises IllegalMove unless the
        game is over or is a practice game.
        """
        if not self.can_retry:
            raise IllegalMove(
                "cannot replay the board of an unfinished game",
                hint="finish the game first, or start a game in practice mode",
            )
        game = self._game.restarted(now=self._now)
        options = replace(
            self._options,
            known_board=True,
            practice=self._options.practice if practice is None else practice,
        )
        return Session.resume(game, options=options, now=self._now)

    # Moves ---------------------------------------------------------------------------------------

    def move(self, kind: str, cell: Cell | None = None, *, by: Actor = "player") -> int:
        """Make a move whose kind is "reveal", "flag", "question", "chord", "click" or "undo".

        Returns the number of cells that changed, or 0 if the move had no effect. Raises IllegalMove
        and leaves the game unchanged if the move is not allowed.
        """
        if kind not in _MOVE_KINDS:
            raise IllegalMove(
                f"unknown move kind {short_repr(kind)}", hint=f"moves are {', '.join(_MOVE_KINDS)}"
            )
        if kind == "undo":
            return self.undo(by=by)
        first = self._options.first
        if kind == "reveal" and first is not None and self._game.status == "ready":
            _check_first_move(first, cell)
        changed: int = getattr(self._game, kind)(cell, by=by)
        return changed

    def undo(self, *, by: Actor = "player") -> int:
        """Undo the last move and return the number of cells that changed.

        Raises IllegalMove if there is no move to undo or the game is not a practice game.
        """
        if not self._options.practice:
            raise IllegalMove(
                "cannot undo: this is not a practice game", hint="start a game in practice mode"
            )
        before = self._game.view
        self._game.undo(by=by)
        return before.count_differences(self._game.view)

    def pause(self) -> int:
        """Stop the clock and cover the board. Returns 0 if the game is not in progress."""
        return self._game.pause()

    def resume_clock(self) -> int:
        """Uncover the board and restart the clock. Returns 0 if the game is not paused."""
        return self._game.resume()

    # The AI and help -----------------------------------------------------------------------------

    def check_running(self, refusal: str) -> None:
        """Raise IllegalMove if the game is over. The error message begins with `refusal`."""
        if self._game.is_over:
            raise IllegalMove(f"{refusal}: the game is {self._game.status}")
        self.check_not_paused(refusal)

    def check_not_paused(self, refusal: str) -> None:
        """Raise IllegalMove if the game is paused. The error message begins with `refusal`."""
        if self._game.is_paused:
            raise IllegalMove(f"{refusal}: the game is paused", hint="resume the game first")

    def first_advice(self) -> Advice | None:
        """Return advice to reveal the required first cell, or None if no cell is required."""
        if (first := self.forced_first) is None:
            return None
        reason = f"this board starts at {cell_name(first)}"
        return Advice(frozenset({first}), frozenset(), {first: 0.0}, first, reason)

    def ai_view(self, strategy: str | None) -> View:
        """Return the view for a strategy, including the strategy's earlier notes."""
        noted = self._ai_notes
        is_valid = (noted.strategy, noted.undos) == (strategy, self._game.undos)
        return self._game.view.with_notes(noted.notes if is_valid else b"")

    def save_ai_notes(self, notes: AiNotes) -> None:
        """Store a strategy's notes for use in its next view."""
        self._ai_notes = notes

    def first_hint(self) -> "Hint | None":
        """Return a hint to reveal the required first cell, or None if no cell is required."""
        from sapper.coach.graded_hints import Grade, Hint
        from sapper.coach.highlights import highlight

        if (first := self.forced_first) is None:
            return None
        text = f"This board starts at {cell_name(first)}."
        grade = Grade(text, highlight(("safe", first)))
        return Hint(first, "reveal", True, None, None, (grade, grade, grade))


def _check_first_move(first: Cell, cell: Any) -> None:
    """Raise IllegalMove unless `cell` is the required first cell of a no-guess board."""
    if isinstance(cell, tuple | list) and tuple(cell) != first:
        raise IllegalMove(
            f"this board starts at {cell_name(first)}",
            hint=f"reveal {cell_name(first)} first",
            cell=first,
        )
