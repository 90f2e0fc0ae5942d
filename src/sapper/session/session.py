"""A player at a board: moves in, snapshots out.

Front ends translate input to a move, call the session and draw the snapshot. They never count
neighbours or decide a win themselves.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypedDict

from sapper.errors import IllegalMove, quoted
from sapper.game.cell_names import cell_name
from sapper.game.game import Game, Status
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.moves import KINDS, Actor, parse_move
from sapper.game.replay import read_record, write_replay
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.inference.analysis import DEFAULT_BUDGET, Budget, analyse
from sapper.session.ai_steps import AiStep, ai_steps
from sapper.strategies import default_name, registry

if TYPE_CHECKING:
    from sapper.coach.game_review import Review
    from sapper.generate.certificate import Difficulty

# Frames of longer games would be megabytes; what each move changed is always short.
_MAX_FRAME_CHARACTERS = 1_000_000


class Result(TypedDict):
    """What is told about a board once its game is over."""

    seed: int | None
    mines: list[list[int]]
    wrong_flags: list[list[int]]
    openings: int
    islands: int
    three_bv: int
    solved_three_bv: int
    efficiency: float
    three_bv_per_second: float


class AssistCounts(TypedDict):
    """How often the player had help, by its kind."""

    ai: int
    hints: int
    odds: int
    undos: int


class Snapshot(TypedDict):
    """All that a front end draws; ready for JSON. Nothing in it tells about hidden mines.

    Flags are `F` in `rows`, whoever set them; `ai_flags` names those of the AI.
    """

    level: str
    width: int
    height: int
    mines: int
    start: str
    status: Status
    rows: list[str]
    mines_left: int
    seconds: float
    version: int
    clicks: int
    undos: int
    losses_undone: int
    can_undo: bool
    practice: bool
    no_guess: bool
    difficulty: str | None
    first: list[int] | None
    ai_flags: list[list[int]]
    assists: AssistCounts
    assisted: bool
    result: Result | None


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
        """Begin with a new game; without a seed one is chosen.

        In `practice` moves may be taken back, and the game does not count as played without help;
        nor does one whose seed the player has chosen.
        """
        self._now = now
        self._game = Game(rules, seed, now=now)
        self._terms = GameOptions(practice=practice, known_board=seed is not None)
        self._assists = AssistanceUsed()

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
        """Begin on a board that logic alone clears from its first cell, see `terms.first`.

        `difficulty` is how hard its hardest proof is. Raises BoardNotFound when there is no such
        board within so many seconds, InvalidBoardRequest.
        """
        from sapper.generate import no_guess

        board = no_guess(rules, seed=seed, difficulty=difficulty, seconds=seconds)
        session = cls.__new__(cls)
        session._now = now
        session._game = Game.from_layout(rules, board.layout, now=now)
        session._terms = GameOptions(practice, seed is not None, True, difficulty, board.first)
        session._assists = AssistanceUsed()
        return session

    @classmethod
    def load(
        cls, text: str, *, now: Callable[[], float] = time.monotonic, idle: float = 0.0
    ) -> Self:
        """Go on with a saved game. Raises ReplayError.

        The clock goes on from the last move, or `idle` seconds later.
        """
        session = cls.__new__(cls)
        session._now = now
        session._game, session._terms, session._assists = read_record(text, now=now, idle=idle)
        return session

    def texts_since(self, version: int) -> tuple[str, ...]:
        """Return the moves after a version as they are kept."""
        return tuple(map(str, self._game.moves_since(version)))

    def follow(self, moves: Iterable[str], *, idle: float = 0.0) -> None:
        """Make moves of this game that were made and kept elsewhere, in their texts.

        The clock goes on from the last of them, or `idle` seconds later. Raises ReplayError and
        IllegalMove when they do not belong to this game; it is of no use after that.
        """
        self._game.follow(map(parse_move, moves), now=self._now, idle=idle)

    def save(self) -> str:
        """Return all that `load` needs. It contains the mines: keep it from the player."""
        return write_replay(self._game, terms=self._terms, assists=self._assists)

    def replay(self) -> str:
        """Return the record of a finished game. Raises IllegalMove while it is being played."""
        if not self._game.is_over:
            raise IllegalMove("cannot show the record of a game that is not over")
        return self.save()

    def frames(self) -> dict[str, Any]:
        """Return the moves of a finished game with what each changed, ready for JSON.

        `changes` are [row, column, symbol]; before the first move all is hidden. `frames` are the
        board before and after each move with the time, None where that would be very long. Raises
        IllegalMove while the game is being played.
        """
        if not self._game.is_over:
            raise IllegalMove("cannot show the record of a game that is not over")
        history = self._game.history
        again = Game.replayed(self.rules, (), **self._board(), now=lambda: 0.0)
        views = [again.view]
        moves: list[dict[str, Any]] = []
        for move in history:
            again.repeat(move)
            moves.append(
                {
                    "kind": move.kind,
                    "cell": list(move.cell) if move.cell else None,
                    "by": move.by,
                    "at": round(move.at, 3),
                    "changes": [[*cell, symbol] for cell, symbol in views[-1].changes(again.view)],
                }
            )
            views.append(again.view)
        short = len(views) * self.rules.cell_count <= _MAX_FRAME_CHARACTERS
        times = [0.0, *(move["at"] for move in moves)]
        frames = [
            {"rows": _rows(view), "at": at, "ai_flags": _pairs(view.ai_flags)}
            for view, at in zip(views if short else (), times, strict=short)
        ]
        return {"moves": moves, "frames": frames if short else None}

    def _board(self) -> dict[str, Any]:
        if self._game.seed is None:
            return {"mines": self._game.layout}
        return {"seed": self._game.seed}

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._game

    @property
    def rules(self) -> Rules:
        """The rules of the game being played."""
        return self._game.rules

    @property
    def terms(self) -> GameOptions:
        """What is agreed about the game beside its rules."""
        return self._terms

    @property
    def assists(self) -> AssistanceUsed:
        """How often the player asked for hints and odds."""
        return self._assists

    def set_assists(self, assists: AssistanceUsed) -> None:
        """Take over the counts of a store, which knows of every process that gave help."""
        self._assists = assists

    def new(self, rules: Rules | None = None, seed: int | None = None) -> None:
        """Begin another game, by the same rules unless others are given."""
        self._game = Game(rules or self.rules, seed, now=self._now)
        self._terms = GameOptions(practice=self._terms.practice, known_board=seed is not None)
        self._assists = AssistanceUsed()

    def retry(self, *, practice: bool | None = None) -> None:
        """Begin again on the same board, for practice or not as before unless told."""
        if self._game.seed is None:
            self._game = Game.from_layout(self.rules, self._game.layout, now=self._now)
        else:
            self._game = Game(self.rules, self._game.seed, now=self._now)
        self._terms = replace(
            self._terms,
            known_board=True,
            practice=self._terms.practice if practice is None else practice,
        )
        self._assists = AssistanceUsed()

    # Moves ---------------------------------------------------------------------------------------

    def move(self, kind: str, cell: Cell | None = None, *, by: Actor = "player") -> int:
        """Make a move: "reveal", "flag", "question", "chord" or "undo".

        Returns how many cells it changed, 0 for a move without effect. Raises IllegalMove, and then
        nothing has changed.
        """
        if kind not in KINDS:
            raise IllegalMove(f"unknown move {quoted(kind)}", hint=f"moves are {', '.join(KINDS)}")
        if kind == "undo":
            return self.undo(by=by)
        first = self._terms.first
        if kind == "reveal" and first is not None and self._game.status == "ready":
            self._check_first(first, cell)
        changed: int = getattr(self._game, kind)(cell, by=by)
        return changed

    def _check_first(self, first: Cell, cell: Any) -> None:
        """Refuse to begin elsewhere: the promise of a no-guess board holds from one cell only."""
        if isinstance(cell, tuple | list) and tuple(cell) != first:
            raise IllegalMove(
                f"cannot reveal {quoted(tuple(cell))}: this board begins at {first}",
                hint=f"reveal {first} first",
            )

    def undo(self, *, by: Actor = "player") -> int:
        """Take back the last move. Returns how many cells changed.

        Raises IllegalMove when there is none, and unless the game is for practice.
        """
        if not self._terms.practice:
            raise IllegalMove(
                "cannot undo: this game is not for practice", hint="begin a game in practice mode"
            )
        before = self._game.view
        self._game.undo(by=by)
        return before.count_differences(self._game.view)

    # Help ----------------------------------------------------------------------------------------

    def ai_move(self, strategy: str | None = None) -> AiStep:
        """Let the AI make one move, a reveal or a flag, and return it with its reason.

        Raises UnknownStrategy, InvalidOption, IllegalMove after the end or where the player's flag
        is in the way, StrategyFailed.
        """
        if self._game.is_over:
            raise IllegalMove(f"the AI cannot move: the game is {self._game.status}")
        return next(self.play_to_end(strategy))

    def play_to_end(
        self, strategy: str | None = None, *, strategy_seed: int = 0
    ) -> Iterator[AiStep]:
        """Let the AI play on, move by move; whoever stops asking stops it.

        `strategy` is a name, with options if it has some ("pattern:one_one=no"); the strongest if
        None. `strategy_seed` is for those that guess at random. Raises the errors of `ai_move`, the
        first two at once.
        """
        # The seed is the same for every board: one that followed from the board's would tell of it.
        name, options = registry.parse(strategy or default_name())
        player = registry.get(name, seed=strategy_seed, **options)
        return ai_steps(self._game, player, self._make_step, first=self._terms.first)

    def _make_step(self, step: AiStep) -> int:
        return self.move(step.kind, step.cell, by="ai")

    @property
    def only_begins(self) -> bool:
        """Whether a hint would only tell where to begin, which is shown anyway: that is no help."""
        return self._terms.first is not None and self._game.view.is_untouched

    def hint(self, grade: int = 3, *, budget: Budget | float = DEFAULT_BUDGET) -> dict[str, Any]:
        """Return the next move and why, as much as a grade from 1 to 3 shows.

        It counts as help, but not where it only tells the first cell of a no-guess board.

        Raises IllegalMove after the end and for other grades, BudgetExceeded.
        """
        from sapper.coach.graded_hints import check_grade, hint

        shown = check_grade(grade)
        if self._game.is_over:
            raise IllegalMove(f"there is no hint: the game is {self._game.status}")
        if self._terms.first is not None and self.only_begins:
            return _hint_to_begin(self._terms.first, shown)
        answer = hint(self._game.view, budget=budget).to_json(shown)
        self._assists = replace(self._assists, hints=self._assists.hints + 1)
        return answer

    def review(self, *, budget: Budget | float = DEFAULT_BUDGET) -> "Review":
        """Judge every move; `budget` bounds the odds of one position.

        Of a running game it says only what the player could know, and counts as a hint.
        """
        from sapper.coach.game_review import review

        judged = review(self._game, budget=budget)
        if not self._game.is_over:
            self._assists = replace(self._assists, hints=self._assists.hints + 1)
        return judged

    def odds(self, *, budget: Budget | float = DEFAULT_BUDGET) -> dict[str, Any]:
        """Return the odds of every cell, ready for JSON; that counts as help.

        Raises IllegalMove after the end, BudgetExceeded.
        """
        if self._game.is_over:
            raise IllegalMove(f"there are no odds: the game is {self._game.status}")
        answer = analyse(self._game.view, budget=budget).to_json()
        self._assists = replace(self._assists, odds=self._assists.odds + 1)
        return answer

    def snapshot(self) -> Snapshot:
        """Return what there is to see now."""
        game = self._game
        return {
            "level": self.rules.level_name,
            "width": self.rules.width,
            "height": self.rules.height,
            "mines": self.rules.mines,
            "start": self.rules.start,
            "status": game.status,
            "rows": _rows(game.view),
            "mines_left": game.mines_left,
            "seconds": game.seconds,
            "version": game.version,
            "clicks": game.clicks,
            "undos": game.undos,
            "losses_undone": game.losses_undone,
            "can_undo": self._terms.practice and game.can_undo,
            "practice": self._terms.practice,
            "no_guess": self._terms.no_guess,
            "difficulty": self._terms.difficulty,
            "first": list(self._terms.first) if self._terms.first else None,
            "ai_flags": _pairs(game.view.ai_flags),
            "assists": self.assist_counts(),
            "assisted": self.is_assisted,
            "result": self._result() if game.is_over else None,
        }

    def assist_counts(self) -> AssistCounts:
        """Return how often the player had help."""
        return {
            "ai": self._game.ai_moves,
            "hints": self._assists.hints,
            "odds": self._assists.odds,
            "undos": self._game.undos,
        }

    @property
    def is_assisted(self) -> bool:
        """Whether the result must be kept apart: help, practice, or a board that could be known."""
        return self._terms.practice or self._terms.known_board or any(self.assist_counts().values())

    def _result(self) -> Result:
        metrics = self._game.metrics()
        return {
            "seed": self._game.seed,
            "mines": _pairs(self._game.layout),
            "wrong_flags": _pairs(self._game.wrong_flags),
            "openings": metrics.openings,
            "islands": metrics.islands,
            "three_bv": metrics.three_bv,
            "solved_three_bv": metrics.solved_three_bv,
            "efficiency": metrics.efficiency,
            "three_bv_per_second": metrics.three_bv_per_second,
        }


def _hint_to_begin(first: Cell, grade: int) -> dict[str, Any]:
    """Return the hint of a board that begins at a given cell, in the shape of all hints."""
    answer: dict[str, Any] = {
        "grade": grade,
        "text": f"This board begins at {cell_name(first)}.",
        "cells": [list(first)],
        "clues": [],
        "uses_mine_count": False,
        "certain": True,
    }
    if grade == 3:
        answer |= {"cell": list(first), "action": "reveal", "proof": None, "guess": None}
    return answer


def _rows(view: View) -> list[str]:
    return [row.replace("f", "F") for row in view.rows]


def _pairs(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]
