"""`Game` compared with a reference implementation over random games with every kind of move."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sapper import Game, Rules
from sapper.errors import IllegalMove
from tests.oracles import seed_rule
from tests.oracles.reference_game import ReferenceGame


def model_of(rules: Rules, seed: int) -> ReferenceGame:
    return ReferenceGame(
        rules.width,
        rules.height,
        rules.mines,
        lambda first: seed_rule.layout(
            rules.width, rules.height, rules.mines, rules.start, seed, first
        ),
    )


def check_same(game: Game, model: ReferenceGame) -> None:
    assert str(game.view) == str(model)
    assert game.status == model.status
    assert game.layout == (model.mines or set())
    assert game.flag_count == sum(map(model.is_flagged, model.marks)) - sum(
        model.is_flagged(cell) for cell in model.open
    )


class GameAndModel(RuleBasedStateMachine):
    """A state machine in which Hypothesis searches for moves that make both games differ."""

    @initialize(
        width=st.integers(1, 6),
        height=st.integers(1, 6),
        start=st.sampled_from(["safe", "opening", "any"]),
        share=st.floats(0, 0.5),
        seed=st.integers(0, 2**64 - 1),
    )
    def begin(self, width: int, height: int, start: str, share: float, seed: int) -> None:
        mines = int(share * Rules(width, height, 0, start).max_mines)
        self.board_rules = Rules(width, height, mines, start)
        self.game = Game(self.board_rules, seed=seed)
        self.model = model_of(self.board_rules, seed)

    def cell(self, number: int) -> tuple[int, int]:
        return divmod(number % self.board_rules.cell_count, self.board_rules.width)

    @precondition(lambda self: not self.game.is_over)
    @rule(number=st.integers(0, 35))
    def reveal(self, number: int) -> None:
        assert self.game.reveal(self.cell(number)) == self.model.reveal(self.cell(number))

    @precondition(lambda self: not self.game.is_over)
    @rule(number=st.integers(0, 35))
    def chord(self, number: int) -> None:
        assert self.game.chord(self.cell(number)) == self.model.chord(self.cell(number))

    @precondition(lambda self: not self.game.is_over)
    @rule(number=st.integers(0, 35), by=st.sampled_from(["player", "ai"]))
    def flag(self, number: int, by: str) -> None:
        cell = self.cell(number)
        assert self.game.flag(cell, by=by) == self.model.flag(cell, by=by)

    @precondition(lambda self: not self.game.is_over)
    @rule(number=st.integers(0, 35))
    def question(self, number: int) -> None:
        assert self.game.question(self.cell(number)) == self.model.question(self.cell(number))

    @rule()
    def undo(self) -> None:
        assert self.game.can_undo == self.model.undo()
        if self.game.can_undo:
            self.game.undo()
        else:
            with pytest.raises(IllegalMove):
                self.game.undo()

    @invariant()
    def both_agree(self) -> None:
        if hasattr(self, "game"):
            check_same(self.game, self.model)


TestGameAndModel = GameAndModel.TestCase
TestGameAndModel.settings = settings(max_examples=60, stateful_step_count=40)


def chordable_flags(game: Game) -> list[tuple[int, int]]:
    """Return flags that enable chords: half of the mines around a revealed clue."""
    return [cell for cell in sorted(game.layout) if game.view.clue(cell) is None]


@pytest.mark.parametrize("block", range(8))
def test_random_games_match_the_reference_implementation(block: int) -> None:
    ended = {"won": 0, "lost": 0, "chords": 0}
    for number in range(150):
        chance = random.Random(block * 1000 + number)
        start = chance.choice(["safe", "opening", "any"])
        width, height = chance.randint(1, 8), chance.randint(1, 8)
        most = Rules(width, height, 0, start).max_mines
        rules = Rules(width, height, chance.randint(0, most // 3), start)
        seed = chance.getrandbits(64)
        game, model = Game(rules, seed=seed), model_of(rules, seed)
        for _ in range(40):
            if game.is_over:
                ended[game.status] += 1
                if chance.random() < 0.3:
                    break
                game.undo()
                assert model.undo()
                continue
            cell = chance.randrange(height), chance.randrange(width)
            kind = chance.choice(["reveal", "chord", "chord", "flag", "question", "mine", "undo"])
            if kind == "mine" and (mines := chordable_flags(game)):
                kind, cell = "flag", chance.choice(mines)
            if kind == "undo" and game.can_undo:
                game.undo()
                assert model.undo()
            elif kind == "flag":
                by = chance.choice(["player", "ai"])
                assert game.flag(cell, by=by) == model.flag(cell, by=by)
            elif kind in ("reveal", "chord", "question"):
                changed = getattr(game, kind)(cell)
                assert changed == getattr(model, kind)(cell)
                ended["chords"] += kind == "chord" and changed > 0
            check_same(game, model)
    # Guard against trivial games that end immediately.
    assert min(ended.values()) >= 10
