"""The play loop: the steps that follow a strategy's advice."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from sapper import Game, Rules, View, strategies
from sapper.errors import StrategyFailed
from sapper.game.rules import Cell
from sapper.strategies.ai_moves import AiStep, ask, follow, play_inline
from sapper.strategies.base import Advice

RULES = Rules(4, 1, 1, start="any")
MINES = {(0, 3)}  # the finished board is ..1*


def board(*flags: Cell) -> Game:
    game = Game.from_layout(RULES, MINES)
    for cell in flags:
        game.flag(cell)
    return game


def advice(
    best: Cell | None,
    *,
    safe: set[Cell] | None = None,
    mines: set[Cell] | None = None,
    risks: Mapping[Cell, float] | None = None,
) -> Advice:
    return Advice(frozenset(safe or ()), frozenset(mines or ()), risks or {}, best, "the reason")


def test_the_best_safe_cell_comes_first_and_carries_the_reason() -> None:
    game = Game.from_layout(Rules(3, 1, 1, start="any"), {(0, 1)})
    steps = list(follow(advice((0, 2), safe={(0, 0), (0, 2)}), game))
    assert [(step.cell, step.reason) for step in steps] == [
        ((0, 2), "the reason"),
        ((0, 0), "A1 is also safe"),
    ]
    assert game.status == "won"


def test_safe_cells_come_before_mines_and_mines_before_guesses() -> None:
    both = advice((0, 2), safe={(0, 2)}, mines={(0, 3)})
    assert [step.kind for step in follow(both, board())] == ["reveal"]
    mines_and_guess = advice((0, 2), mines={(0, 3)}, risks={(0, 2): 0.25})
    assert list(follow(mines_and_guess, board())) == [
        AiStep("flag", (0, 3), "A4 must be a mine", 1.0)
    ]
    game = board((0, 3))
    assert list(follow(mines_and_guess, game)) == [
        AiStep("reveal", (0, 2), "the reason", 0.25, is_guess=True)
    ]


def test_a_cell_opened_by_an_earlier_reveal_is_no_step() -> None:
    steps = list(follow(advice((0, 0), safe={(0, 0), (0, 1), (0, 2)}), board()))
    assert [step.cell for step in steps] == [(0, 0)]


def test_a_wrong_flag_costs_the_ai_no_step() -> None:
    game = board((0, 2), (0, 1))
    safe = replace(advice((0, 2), safe={(0, 1), (0, 2)}), reason="A3 is safe: the clues say so")
    steps = follow(safe, game)
    assert next(steps) == AiStep(
        "reveal", (0, 2), "A3 was flagged, but it is safe: the clues say so", 0.0
    )
    assert game.view.rows == ["#F1#"]
    assert list(steps) == [AiStep("reveal", (0, 1), "A2 was flagged, but it is safe", 0.0)]


def test_a_flag_on_a_guess_is_removed_with_a_message() -> None:
    steps = list(follow(advice((0, 1), risks={(0, 1): 0.25}), board((0, 1))))
    message = "A2 was flagged, but it is not certain to be a mine. the reason"
    assert steps == [AiStep("reveal", (0, 1), message, 0.25, is_guess=True)]


def test_advice_without_a_legal_move_is_an_error() -> None:
    game = board()
    game.reveal((0, 2))
    for best in (None, (0, 2)):
        with pytest.raises(StrategyFailed, match="the strategy advised no legal move"):
            list(follow(advice(best), game))


def test_the_first_reveal_is_a_guess_only_without_protection() -> None:
    for start, is_guess in (("any", True), ("safe", False), ("opening", False)):
        rules = Rules(4, 4, 1, start=start)
        (step, *_) = follow(advice((0, 0), risks={(0, 0): 0.1}), Game(rules, 1))
        assert step.is_guess == is_guess


def test_a_plan_replaces_the_default_order() -> None:
    planned = replace(
        advice((0, 0), safe={(0, 0), (0, 2)}, mines={(0, 3)}),
        plan=(("flag", (0, 3)), ("reveal", (0, 2))),
    )
    assert [(step.kind, step.cell) for step in follow(planned, board())] == list(planned.plan)
    unflagged = follow(planned, board(), place_flags=False)
    assert [(step.kind, step.cell) for step in unflagged] == [("reveal", (0, 2))]
    assert [step.kind for step in follow(planned, board((0, 3)))] == ["reveal"]


def test_a_strategy_receives_its_notes_with_the_next_view() -> None:
    class Noting(Recorder):
        def advise(self, view: View) -> Advice:
            notes_seen.append(view.notes)
            return replace(super().advise(view), notes=bytes([len(notes_seen)]))

    notes_seen: list[bytes] = []
    game = Game.from_layout(Rules(4, 1, 2, start="any"), {(0, 1), (0, 3)})
    list(play_inline(Noting(), game))
    assert notes_seen == [b"", b"\1"]


class Recorder:
    """A strategy that guesses from left to right and records the flags that it is shown."""

    name = "recorder"
    summary = "Reveals from left to right."
    uses_marks = False

    def __init__(self) -> None:
        self.flags_seen: list[frozenset[Cell]] = []

    def first_move(self, rules: Rules) -> Cell:  # noqa: ARG002
        return 0, 0

    def advise(self, view: View) -> Advice:
        self.flags_seen.append(view.flags | view.ai_flags | view.questions)
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        return advice(hidden[0], mines={(0, 3)})


class FlagReader(Recorder):
    uses_marks = True


def test_only_a_strategy_that_uses_marks_sees_them() -> None:
    game = board((0, 2))
    game.question((0, 1))
    blind, reader = Recorder(), FlagReader()
    ask(blind, game.view)
    ask(reader, game.view)
    assert blind.flags_seen == [frozenset()]
    assert reader.flags_seen == [{(0, 1), (0, 2)}]


def test_only_a_strategy_that_uses_marks_flags_mines_in_a_whole_game() -> None:
    assert [step.kind for step in play_inline(Recorder(), board())] == ["reveal"]
    reader = FlagReader()
    assert [step.kind for step in play_inline(reader, board())] == ["flag", "reveal"]
    assert reader.flags_seen == [frozenset(), {(0, 3)}]


def test_the_exception_of_a_strategy_is_reported_with_its_name() -> None:
    class Broken(Recorder):
        def advise(self, view: View) -> Advice:
            raise KeyError(view.mines)

    with pytest.raises(StrategyFailed, match=r"strategy 'recorder' failed: KeyError\(1\)"):
        ask(Broken(), board().view)


def test_the_caller_can_choose_the_first_cell() -> None:
    steps = play_inline(strategies.get("layered"), Game(Rules.level("beginner"), 1), first=(8, 8))
    assert next(steps).cell == (8, 8)
