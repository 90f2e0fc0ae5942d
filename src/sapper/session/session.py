"""A session: one player's current game, with its options and assistance.

Front ends translate input into moves, call the session and draw its snapshots. They never count
neighbours or decide a win themselves.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from sapper.errors import IllegalMove, short_repr
from sapper.game.cell_names import cell_name
from sapper.game.game import Game
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.moves import KINDS, Actor, parse_move
from sapper.game.replay import parse_replay, write_replay
from sapper.game.rules import Cell, Rules
from sapper.inference.analysis import analyse
from sapper.inference.budget import DEFAULT_BUDGET, Budget
from sapper.session.ai_steps import AiStep, ai_steps
from sapper.session.replay_frames import replay_frames
from sapper.session.snapshot import (
    AssistanceCounts,
    Snapshot,
    board_rows,
    cell_lists,
    game_result,
)
from sapper.strategies import default_name, registry

if TYPE_CHECKING:
    from sapper.coach.game_review import Review
    from sapper.generate.certificate import Difficulty


class Session:
    """One player's current game.

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
        """Start a new game, with a random seed by default.

        Moves can be undone in practice games. Practice games and games with a chosen seed count as
        assisted.
        """
        self._now = now
        self._game = Game(rules, seed, now=now)
        self._options = GameOptions(practice=practice, known_board=seed is not None)
        self._assistance = AssistanceUsed()

    @classmethod
    def without_guessing(
        cls,
        rules: Rules,
        seed: int | None = None,
        *,
        difficulty: "Difficulty | None" = None,
        practice: bool = False,
        seconds: float = 10.0,
        now: Callable[[], float] = time.monotonic,
    ) -> Self:
        """Start a game on a no-guess board, which must be started at the cell `options.first`.

        `difficulty` is the difficulty of the hardest deduction. Raises InvalidBoardRequest, and
        BoardNotFound if no board is found within the time limit.
        """
        from sapper.generate import no_guess

        board = no_guess(rules, seed=seed, difficulty=difficulty, seconds=seconds)
        session = cls.__new__(cls)
        session._now = now
        session._game = Game.from_layout(rules, board.layout, now=now)
        session._options = GameOptions(
            practice=practice,
            known_board=seed is not None,
            no_guess=True,
            difficulty=difficulty,
            first=board.first,
        )
        session._assistance = AssistanceUsed()
        return session

    # State ---------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The current game."""
        return self._game

    @property
    def rules(self) -> Rules:
        """The rules of the current game."""
        return self._game.rules

    @property
    def options(self) -> GameOptions:
        """The options of the current game."""
        return self._options

    @property
    def assistance(self) -> AssistanceUsed:
        """The hints and odds that the player requested."""
        return self._assistance

    def set_assistance(self, assistance: AssistanceUsed) -> None:
        """Replace the counts by those of the store, which includes other processes."""
        self._assistance = assistance

    def assistance_counts(self) -> AssistanceCounts:
        """Return the number of times the player used each kind of assistance."""
        return {
            "ai": self._game.ai_moves,
            "hints": self._assistance.hints,
            "odds": self._assistance.odds,
            "undos": self._game.undos,
        }

    @property
    def is_assisted(self) -> bool:
        """True if the result counts as assisted: after help, in practice or on a known board."""
        options = self._options
        return options.practice or options.known_board or any(self.assistance_counts().values())

    @property
    def is_first_move_forced(self) -> bool:
        """True if the next reveal must be the first cell of a no-guess board."""
        return self._options.first is not None and self._game.view.is_untouched

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
            "rows": board_rows(game.view),
            "mines_left": game.mines_left,
            "seconds": game.seconds,
            "version": game.version,
            "clicks": game.clicks,
            "undos": game.undos,
            "losses_undone": game.losses_undone,
            "can_undo": options.practice and game.can_undo,
            "practice": options.practice,
            "no_guess": options.no_guess,
            "difficulty": options.difficulty,
            "first": list(options.first) if options.first else None,
            "ai_flags": cell_lists(game.view.ai_flags),
            "assistance": self.assistance_counts(),
            "assisted": self.is_assisted,
            "result": game_result(game) if game.is_over else None,
        }

    # Saving and loading --------------------------------------------------------------------------

    def save(self) -> str:
        """Return the session as a replay for `load`.

        The replay contains the mines. Do not show it to the player of a running game.
        """
        return write_replay(self._game, options=self._options, assistance=self._assistance)

    @classmethod
    def load(
        cls, text: str, *, now: Callable[[], float] = time.monotonic, idle: float = 0.0
    ) -> Self:
        """Resume a saved session. Raises ReplayError.

        The clock continues from the last move plus `idle` seconds.
        """
        session = cls.__new__(cls)
        session._now = now
        replay = parse_replay(text, now=now, idle=idle)
        session._game, session._options, session._assistance = replay
        return session

    def move_texts_since(self, version: int) -> tuple[str, ...]:
        """Return the moves made after a version as texts."""
        return tuple(map(str, self._game.moves_since(version)))

    def replay_moves(self, moves: Iterable[str], *, idle: float = 0.0) -> None:
        """Append the texts of moves that another process made in this game.

        The clock continues from the last move plus `idle` seconds. Raises ReplayError or
        IllegalMove if the moves do not belong to this game; discard the session in that case.
        """
        self._game.replay_moves(map(parse_move, moves), now=self._now, idle=idle)

    def replay(self) -> str:
        """Return the replay of a finished game. Raises IllegalMove during a game."""
        self._check_is_over()
        return self.save()

    def frames(self) -> dict[str, Any]:
        """Return the moves and frames of a finished game. Raises IllegalMove during a game."""
        self._check_is_over()
        return replay_frames(self._game)

    def _check_is_over(self) -> None:
        if not self._game.is_over:
            raise IllegalMove("cannot show the replay of a running game")

    # Starting again ------------------------------------------------------------------------------

    def new(self, rules: Rules | None = None, seed: int | None = None) -> None:
        """Start a new game, with the same rules by default."""
        self._game = Game(rules or self.rules, seed, now=self._now)
        self._options = GameOptions(practice=self._options.practice, known_board=seed is not None)
        self._assistance = AssistanceUsed()

    def retry(self, *, practice: bool | None = None) -> None:
        """Start a new game on the same board; `practice` stays unchanged if None."""
        if self._game.seed is None:
            self._game = Game.from_layout(self.rules, self._game.layout, now=self._now)
        else:
            self._game = Game(self.rules, self._game.seed, now=self._now)
        self._options = replace(
            self._options,
            known_board=True,
            practice=self._options.practice if practice is None else practice,
        )
        self._assistance = AssistanceUsed()

    # Moves ---------------------------------------------------------------------------------------

    def move(self, kind: str, cell: Cell | None = None, *, by: Actor = "player") -> int:
        """Make a move: "reveal", "flag", "question", "chord" or "undo".

        Returns the number of changed cells, or 0 for a move without effect. Raises IllegalMove,
        which leaves the game unchanged.
        """
        if kind not in KINDS:
            raise IllegalMove(
                f"unknown kind of move {short_repr(kind)}", hint=f"moves are {', '.join(KINDS)}"
            )
        if kind == "undo":
            return self.undo(by=by)
        first = self._options.first
        if kind == "reveal" and first is not None and self._game.status == "ready":
            _check_first_move(first, cell)
        changed: int = getattr(self._game, kind)(cell, by=by)
        return changed

    def undo(self, *, by: Actor = "player") -> int:
        """Undo the last move, and return the number of changed cells.

        Raises IllegalMove if there is no move to undo, or if the game is not a practice game.
        """
        if not self._options.practice:
            raise IllegalMove(
                "cannot undo: this is not a practice game", hint="start a game in practice mode"
            )
        before = self._game.view
        self._game.undo(by=by)
        return before.count_differences(self._game.view)

    def ai_move(self, strategy: str | None = None) -> AiStep:
        """Make one move of the AI, a reveal or a flag, and return it with its reason.

        Raises UnknownStrategy, InvalidOption, StrategyFailed, and IllegalMove after the game or if
        the player's flag is in the way.
        """
        if self._game.is_over:
            raise IllegalMove(f"the AI cannot move: the game is {self._game.status}")
        return next(self.play_to_end(strategy))

    def play_to_end(
        self, strategy: str | None = None, *, strategy_seed: int = 0
    ) -> Iterator[AiStep]:
        """Yield the moves of the AI while it plays; the caller may stop at any time.

        `strategy` is a name with options, such as "pattern:one_one=no"; the default is the
        strongest strategy. `strategy_seed` determines random guesses. Raises the errors of
        `ai_move`; UnknownStrategy and InvalidOption are raised immediately.
        """
        # A seed derived from the board's seed would disclose information about the mines.
        name, options = registry.parse(strategy or default_name())
        chosen = registry.get(name, seed=strategy_seed, **options)
        return ai_steps(self._game, chosen, self._make_step, first=self._options.first)

    def _make_step(self, step: AiStep) -> int:
        return self.move(step.kind, step.cell, by="ai")

    # Help ----------------------------------------------------------------------------------------

    def hint(self, grade: int = 3, *, budget: Budget | float = DEFAULT_BUDGET) -> dict[str, Any]:
        """Return the next move and its reason, in the detail of a grade from 1 to 3.

        A hint counts as assistance, except for the first cell of a no-guess board. Raises
        BudgetExceeded, and IllegalMove after the game or for an invalid grade.
        """
        from sapper.coach.graded_hints import check_grade, hint

        grade = check_grade(grade)
        if self._game.is_over:
            raise IllegalMove(f"there is no hint: the game is {self._game.status}")
        if self._options.first is not None and self.is_first_move_forced:
            return _first_move_hint(self._options.first, grade)
        answer = hint(self._game.view, budget=budget).to_json(grade)
        self._assistance = replace(self._assistance, hints=self._assistance.hints + 1)
        return answer

    def review(self, *, budget: Budget | float = DEFAULT_BUDGET) -> "Review":
        """Judge every move; `budget` limits the analysis of one position.

        The review of a running game uses only what the player could know. It counts as a hint.
        """
        from sapper.coach.game_review import review

        judged = review(self._game, budget=budget)
        if not self._game.is_over:
            self._assistance = replace(self._assistance, hints=self._assistance.hints + 1)
        return judged

    def odds(self, *, budget: Budget | float = DEFAULT_BUDGET) -> dict[str, Any]:
        """Return the mine probabilities as JSON-serialisable data, which counts as assistance.

        Raises BudgetExceeded, and IllegalMove after the game.
        """
        if self._game.is_over:
            raise IllegalMove(f"there are no odds: the game is {self._game.status}")
        answer = analyse(self._game.view, budget=budget).to_json()
        self._assistance = replace(self._assistance, odds=self._assistance.odds + 1)
        return answer


def _check_first_move(first: Cell, cell: Any) -> None:
    """Refuse another first cell, because a no-guess board is solvable from one cell only."""
    if isinstance(cell, tuple | list) and tuple(cell) != first:
        raise IllegalMove(
            f"cannot reveal {short_repr(tuple(cell))}: this board starts at {first}",
            hint=f"reveal {first} first",
        )


def _first_move_hint(first: Cell, grade: int) -> dict[str, Any]:
    """Return a hint, in the format of all hints, that names the first cell of a no-guess board."""
    answer: dict[str, Any] = {
        "grade": grade,
        "text": f"This board starts at {cell_name(first)}.",
        "cells": [list(first)],
        "clues": [],
        "uses_mine_count": False,
        "certain": True,
    }
    if grade == 3:
        answer |= {"cell": list(first), "action": "reveal", "proof": None, "guess": None}
    return answer
