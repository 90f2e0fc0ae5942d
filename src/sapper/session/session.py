"""A session, which manages one player's current game with its options and assistance.

Front ends translate input into moves, call the session and draw its snapshots. Front ends never
count neighbours or detect a win themselves.
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
    """A session that manages one player's current game.

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
        """Start a game on a no-guess board, on which `options.first` must be revealed first.

        `difficulty` is the difficulty of the hardest deduction, or None for any difficulty. Raises
        InvalidBoardRequest if the difficulty or the time limit is invalid, and BoardNotFound if no
        board is found within the time limit.
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
        """The number of times the player requested a hint or the odds."""
        return self._assistance

    def set_assistance(self, assistance: AssistanceUsed) -> None:
        """Replace the assistance counts with those from the store.

        The store also counts the requests that other processes handled.
        """
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
        """True if the player had help, plays in practice mode or may know the board."""
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
        """Return the session as a replay that `load` can read.

        The replay discloses the mines, so do not show it to the player before the game is over.
        """
        return write_replay(self._game, options=self._options, assistance=self._assistance)

    @classmethod
    def load(
        cls, text: str, *, now: Callable[[], float] = time.monotonic, idle: float = 0.0
    ) -> Self:
        """Resume a saved session.

        The clock continues from the time of the last move plus `idle` seconds. Raises ReplayError
        if the replay is malformed.
        """
        session = cls.__new__(cls)
        session._now = now
        replay = parse_replay(text, now=now, idle=idle)
        session._game, session._options, session._assistance = replay
        return session

    def move_texts_since(self, version: int) -> tuple[str, ...]:
        """Return the moves made since the given version, in text form."""
        return tuple(map(str, self._game.moves_since(version)))

    def replay_moves(self, moves: Iterable[str], *, idle: float = 0.0) -> None:
        """Append moves, given in text form, that another process made in this game.

        The clock continues from the time of the last move plus `idle` seconds. Raises ReplayError
        or IllegalMove if the moves do not belong to this game. Discard the session after such an
        error.
        """
        self._game.replay_moves(map(parse_move, moves), now=self._now, idle=idle)

    def replay(self) -> str:
        """Return the replay of a finished game. Raises IllegalMove if the game is not over."""
        self._check_is_over()
        return self.save()

    def frames(self) -> dict[str, Any]:
        """Return the moves and frames of a finished game.

        Raises IllegalMove if the game is not over.
        """
        self._check_is_over()
        return replay_frames(self._game)

    def _check_is_over(self) -> None:
        if not self._game.is_over:
            raise IllegalMove("cannot show the replay of a running game")

    # New games -----------------------------------------------------------------------------------

    def new(self, rules: Rules | None = None, seed: int | None = None) -> None:
        """Start a new game, with the same rules by default."""
        self._game = Game(rules or self.rules, seed, now=self._now)
        self._options = GameOptions(practice=self._options.practice, known_board=seed is not None)
        self._assistance = AssistanceUsed()

    def retry(self, *, practice: bool | None = None) -> None:
        """Start a new game on the same board.

        If `practice` is None, the practice mode stays unchanged.
        """
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
        """Make a move of kind "reveal", "flag", "question", "chord" or "undo".

        Returns the number of changed cells, which is 0 if the move has no effect. Raises
        IllegalMove if the move is not allowed. An illegal move leaves the game unchanged.
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
        """Undo the last move and return the number of changed cells.

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
        """Make the AI reveal or flag one cell, and return the move with its reason.

        Raises IllegalMove if the game is over or the player has flagged the cell, UnknownStrategy
        or InvalidOption if `strategy` is invalid, and StrategyFailed if the strategy fails.
        """
        if self._game.is_over:
            raise IllegalMove(f"the AI cannot move: the game is {self._game.status}")
        return next(self.play_to_end(strategy))

    def play_to_end(
        self, strategy: str | None = None, *, strategy_seed: int = 0
    ) -> Iterator[AiStep]:
        """Play the game with the AI and yield each move.

        `strategy` is a name with options, such as "pattern:one_one=no". The default is the
        strongest strategy. `strategy_seed` determines random guesses. The caller may stop the
        iteration at any time. Raises the same errors as `ai_move`. UnknownStrategy and
        InvalidOption are raised before the iteration starts.
        """
        # A seed derived from the board's seed would disclose information about the mines.
        name, options = registry.parse(strategy or default_name())
        chosen = registry.get(name, seed=strategy_seed, **options)
        return ai_steps(self._game, chosen, self._make_step, first=self._options.first)

    def _make_step(self, step: AiStep) -> int:
        return self.move(step.kind, step.cell, by="ai")

    # Help ----------------------------------------------------------------------------------------

    def hint(self, grade: int = 3, *, budget: Budget | float = DEFAULT_BUDGET) -> dict[str, Any]:
        """Return the next move and its reason. The grade, from 1 to 3, sets the level of detail.

        A hint counts as assistance unless it names the first cell of a no-guess board. Raises
        IllegalMove if the game is over or the grade is invalid, and BudgetExceeded if the analysis
        exceeds the budget.
        """
        from sapper.coach.graded_hints import check_grade, hint

        grade = check_grade(grade)
        if self._game.is_over:
            raise IllegalMove(f"no hint available: the game is {self._game.status}")
        if self._options.first is not None and self.is_first_move_forced:
            return _first_move_hint(self._options.first, grade)
        answer = hint(self._game.view, budget=budget).to_json(grade)
        self._assistance = replace(self._assistance, hints=self._assistance.hints + 1)
        return answer

    def review(self, *, budget: Budget | float = DEFAULT_BUDGET) -> "Review":
        """Review every move. `budget` limits the analysis of each position.

        The review of a running game uses only information that the player could have, and it counts
        as a hint.
        """
        from sapper.coach.game_review import review

        judged = review(self._game, budget=budget)
        if not self._game.is_over:
            self._assistance = replace(self._assistance, hints=self._assistance.hints + 1)
        return judged

    def odds(self, *, budget: Budget | float = DEFAULT_BUDGET) -> dict[str, Any]:
        """Return the mine probabilities as JSON-serialisable data.

        Each call counts as assistance. Raises IllegalMove if the game is over, and BudgetExceeded
        if the analysis exceeds the budget.
        """
        if self._game.is_over:
            raise IllegalMove(f"no odds available: the game is {self._game.status}")
        answer = analyse(self._game.view, budget=budget).to_json()
        self._assistance = replace(self._assistance, odds=self._assistance.odds + 1)
        return answer


def _check_first_move(first: Cell, cell: Any) -> None:
    """Raise IllegalMove unless the cell is the required first cell of a no-guess board."""
    if isinstance(cell, tuple | list) and tuple(cell) != first:
        raise IllegalMove(
            f"cannot reveal {short_repr(tuple(cell))}: this board starts at {first}",
            hint=f"reveal {first} first",
        )


def _first_move_hint(first: Cell, grade: int) -> dict[str, Any]:
    """Return a hint, in the usual format, that names the first cell of a no-guess board."""
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
