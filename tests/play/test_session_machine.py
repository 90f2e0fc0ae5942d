"""State machines: random moves compared with a reference game, saved and loaded at any point.

Hypothesis chooses the moves and finds the shortest sequence that shows a difference.
"""

import asyncio
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sapper import Game, Rules
from sapper.errors import IllegalMove, SapperError
from sapper.play.computation import compute_inline
from sapper.play.game_service import GameService, PlayerGame
from sapper.play.session import Session
from tests.oracles.reference_game import ReferenceGame

SIDES = st.integers(1, 6)
PLACE = st.tuples(st.integers(0, 5), st.integers(0, 5))
STEPS = settings(stateful_step_count=30)


SERVICE = GameService(compute_inline)


class GameMachine(RuleBasedStateMachine):
    """A game on a fixed layout, compared with the reference game."""

    @initialize(width=SIDES, height=SIDES, mines=st.sets(PLACE, max_size=8))
    def begin(self, width: int, height: int, mines: set[tuple[int, int]]) -> None:
        layout = {(row, column) for row, column in mines if row < height and column < width}
        self.board_rules = Rules(width, height, len(layout), "any")
        self.game = Game.from_layout(self.board_rules, layout)
        self.model = ReferenceGame(width, height, len(layout), lambda _first: set(layout))
        self.moves = 0

    def on_board(self, place: tuple[int, int]) -> tuple[int, int]:
        return place[0] % self.board_rules.height, place[1] % self.board_rules.width

    @rule(kind=st.sampled_from(["reveal", "chord", "flag", "question"]), place=PLACE)
    def move(self, kind: str, place: tuple[int, int]) -> None:
        cell = self.on_board(place)
        if self.game.is_over:
            before = self.game.view
            with pytest.raises(IllegalMove):
                getattr(self.game, kind)(cell)
            assert self.game.view == before
            return
        changed = getattr(self.game, kind)(cell)
        by = {"by": "player"} if kind == "flag" else {}
        assert changed == getattr(self.model, kind)(cell, **by)
        self.moves += 1

    @rule(place=PLACE)
    @precondition(lambda self: not self.game.is_over)
    def flag_by_the_ai(self, place: tuple[int, int]) -> None:
        cell = self.on_board(place)
        changed = self.game.flag(cell, by="ai")
        assert changed == self.model.flag(cell, by="ai")
        self.moves += changed > 0

    @rule()
    def undo(self) -> None:
        if self.game.can_undo:
            self.game.undo()
            assert self.model.undo()
            self.moves += 1
        else:
            assert not self.model.undo()
            with pytest.raises(IllegalMove):
                self.game.undo()

    @rule(row=st.sampled_from([-1, 6, 99]), column=st.integers(-1, 7))
    def move_off_the_board(self, row: int, column: int) -> None:
        before = self.game.view, self.game.version
        with pytest.raises(IllegalMove):
            self.game.reveal((row, column))
        assert (self.game.view, self.game.version) == before

    @invariant()
    def it_looks_like_the_model(self) -> None:
        assert self.game.status == self.model.status
        assert self.game.version == self.moves
        flags = 0
        for cell in self.board_rules.cells():
            clue = self.game.view.clue(cell)
            is_open = cell in self.model.open and cell not in self.model.mines
            assert clue == (self.model.clue(cell) if is_open else None)
            flags += self.model.is_flagged(cell)
        assert self.game.mines_left == self.board_rules.mines - flags


class SessionMachine(RuleBasedStateMachine):
    """A session that is saved and loaded, in which every use of assistance is counted."""

    @initialize(practice=st.booleans(), known=st.booleans(), seed=st.integers(0, 2**64 - 1))
    def begin(self, practice: bool, known: bool, seed: int) -> None:
        self.seconds = 0.0
        if known:
            self.session = Session(Rules(5, 4, 4), seed, practice=practice, now=self.now)
        else:  # as if the seed were random
            terms = "terms practice\n" if practice else ""
            record = f"sapper-replay 1\nrules 5x4/4 safe\nseed {seed}\n{terms}"
            self.session = Session.load(record, now=self.now)
        self.practice, self.seeded = practice, known
        self.hints = self.odds = self.ai = self.undos = 0

    def now(self) -> float:
        return self.seconds

    def help(self, assist: Any, argument: Any = None) -> None:
        arguments = () if argument is None else (argument,)
        asyncio.run(assist(PlayerGame("me", self.session), *arguments))

    def try_to(self, call: Any, *arguments: Any) -> bool:
        """Do something; what is refused must change nothing."""
        self.seconds += 1
        before = self.session.snapshot()
        try:
            call(*arguments)
        except SapperError:
            assert self.session.snapshot() == before
            return False
        return True

    @rule(kind=st.sampled_from(["reveal", "chord", "flag", "question", "x"]), place=PLACE)
    def move(self, kind: str, place: tuple[int, int]) -> None:
        self.try_to(self.session.move, kind, place)

    @rule()
    def undo(self) -> None:
        could = self.session.snapshot()["can_undo"]
        done = self.try_to(self.session.undo)
        assert done == (could and self.practice)
        self.undos += done

    @rule(grade=st.integers(1, 3))
    def hint(self, grade: int) -> None:
        self.hints += self.try_to(self.help, SERVICE.hint, grade)

    @rule()
    def ask_for_odds(self) -> None:
        is_counted = not self.session.game.view.is_untouched
        self.odds += self.try_to(self.help, SERVICE.odds) and is_counted

    @rule(strategy=st.sampled_from(["random", "exact", "single-point"]))
    def let_the_ai_move(self, strategy: str) -> None:
        before = self.session.game.ai_moves
        self.try_to(self.help, SERVICE.ai_turn, strategy)
        self.ai += self.session.game.ai_moves - before

    @rule()
    def save_and_load(self) -> None:
        before = self.session.snapshot()
        self.session = Session.load(self.session.save(), now=self.now)
        after = self.session.snapshot()
        # A replay does not contain the time since the last move.
        assert after["seconds"] <= before["seconds"]
        assert {**after, "seconds": 0} == {**before, "seconds": 0}

    @rule()
    def begin_another(self) -> None:
        if self.session.game.is_over:
            self.session = self.session.retry(practice=self.practice)
            self.seeded = True
            self.hints = self.odds = self.ai = self.undos = 0

    @invariant()
    def nothing_is_forgotten(self) -> None:
        snapshot = self.session.snapshot()
        assert snapshot["assistance"]["hints"] == self.hints
        assert snapshot["assistance"]["odds"] == self.odds
        assert snapshot["assistance"]["undos"] == self.undos
        helped = self.hints or self.odds or self.undos or snapshot["assistance"]["ai"]
        assert snapshot["assisted"] == bool(helped or self.practice or self.seeded)
        if snapshot["result"] is None:
            assert not set("".join(snapshot["rows"])) & set("*!")
        else:
            assert self.session.game.is_over


TestGameAgainstTheModel = GameMachine.TestCase
TestGameAgainstTheModel.settings = STEPS
TestSession = SessionMachine.TestCase
TestSession.settings = STEPS
