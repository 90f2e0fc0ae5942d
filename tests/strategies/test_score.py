"""The rules of `score` on hand-drawn boards, and its agreement with the document's oracle."""

from collections import Counter

import pytest

from sapper import Game, Rules, parse_view, strategies
from sapper.game.rules import Cell
from sapper.strategies.ai_moves import play_inline
from sapper.strategies.base import Advice
from sapper.strategies.score import scores
from tests.oracles import score_document
from tests.oracles.game_positions import positions, with_marks


def advise(*rows: str, seed: int = 0, mark: bool = False) -> Advice:
    return strategies.get("score", seed=seed, mark=mark).advise(parse_view("\n".join(rows)))


def scores_on(*rows: str) -> dict[Cell, float]:
    view = parse_view("\n".join(rows))
    return scores(view, view.flags | view.ai_flags)


def guesses(*rows: str) -> set[Cell | None]:
    return {advise(*rows, seed=seed).best for seed in range(60)}


def test_a_probability_depends_on_the_clue_and_on_the_number_of_cleared_neighbours() -> None:
    assert set(scores_on("3x3/2", "###", "#2#", "###").values()) == {2 / 8}
    assert set(scores_on("3x3/2", "...", "#2#", "###").values()) == {2 / 5}


def test_a_probability_depends_on_the_number_of_marked_neighbours() -> None:
    found = scores_on("3x3/2", "F##", "#2#", "###")
    assert set(found.values()) == {1 / 7}
    assert (0, 0) not in found


def test_a_score_is_the_sum_of_the_probabilities_from_all_cleared_neighbours() -> None:
    assert scores_on("3x2/1", "11#", "###") == {
        (0, 2): 0.25, (1, 0): 0.75, (1, 1): 0.75, (1, 2): 0.25,
    }  # fmt: skip


def test_the_lowest_score_wins_and_ties_go_to_the_first_cell() -> None:
    advice = advise("3x2/1", "11#", "###")
    assert advice.best == (0, 2)
    assert advice.reason == "A3 is a guess: its score is the lowest (0.25)"


def test_a_mark_changes_the_choice() -> None:
    assert advise("5x1/2", "##2##").best == (0, 1)
    assert advise("5x1/2", "#F2##").best == (0, 3)


def test_a_cell_without_a_score_is_not_chosen_while_another_cell_has_one() -> None:
    assert advise("6x1/1", "1#####").best == (0, 1)


def test_a_score_above_1_is_possible_and_is_no_risk() -> None:
    advice = advise("3x1/1", "1#1")
    assert scores_on("3x1/1", "1#1") == {(0, 1): 2.0}
    assert advice.risks == {}
    advice = advise("4x1/2", "2#1#")
    assert advice.risks == {}


def test_without_a_score_every_uncleared_and_unmarked_cell_is_equally_likely() -> None:
    assert guesses("6x1/2", ".1F###") == {(0, 3), (0, 4), (0, 5)}
    advice = advise("6x1/2", ".1F###")
    assert advice.best is not None
    assert advice.reason.endswith("is a random guess: no unmarked cell touches a clue")
    rows = ("6x1/2", ".1F###")
    counts = Counter(advise(*rows, seed=seed).best for seed in range(3000))
    assert all(900 < count < 1100 for count in counts.values())


def test_the_first_move_avoids_marked_cells() -> None:
    assert guesses("3x1/1", "F#F") == {(0, 1)}


def test_nothing_is_deduced() -> None:
    advice = advise("5x1/1", ".1#1#")
    assert (advice.safe, advice.mines) == (frozenset(), frozenset())


def test_a_question_mark_is_not_a_mark() -> None:
    assert scores_on("3x1/1", "?1#") == scores_on("3x1/1", "#1#")


def test_the_ais_flags_count_like_the_players() -> None:
    assert scores_on("5x1/2", "#f2##") == scores_on("5x1/2", "#F2##")


def test_a_clue_with_more_flags_than_mines_assigns_the_probability_0() -> None:
    assert scores_on("3x3/2", "FF#", "#1#", "###") == dict.fromkeys(
        [(0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], 0.0
    )


def test_a_clue_whose_hidden_neighbours_are_all_flagged_assigns_nothing() -> None:
    assert scores_on("5x1/2", "F2F##") == {}


def test_if_every_hidden_cell_is_flagged_one_of_them_is_revealed() -> None:
    rows = ("4x1/1", "F1FF")
    assert guesses(*rows) == {(0, 0), (0, 2), (0, 3)}
    assert advise(*rows).reason.endswith(
        "is a random guess: every hidden cell is flagged, so a flag must be wrong"
    )


def test_the_ai_believes_a_wrong_flag_until_no_other_cell_is_left() -> None:
    game = Game.from_layout(Rules(4, 1, 1, start="any"), {(0, 3)})  # ..1*
    game.flag((0, 2))
    steps = list(play_inline(strategies.get("score"), game, first=(0, 0)))
    assert [(step.kind, step.cell) for step in steps] == [
        ("reveal", (0, 0)), ("reveal", (0, 3)),
    ]  # fmt: skip
    assert game.status == "lost"


def test_the_option_mark_flags_the_mines_that_a_clue_forces() -> None:
    advice = advise("5x1/1", ".1#1#", mark=True)
    assert advice.mines == {(0, 2)}
    assert advice.risks == {(0, 2): 1.0}
    assert advice.best == (0, 4)
    game = Game.from_layout(Rules(5, 1, 1, start="any"), {(0, 2)})
    game.reveal((0, 0))
    game.reveal((0, 3))
    steps = list(play_inline(strategies.get("score", mark=True), game))
    assert [(step.kind, step.cell) for step in steps] == [("flag", (0, 2)), ("reveal", (0, 4))]
    assert game.status == "won"


@pytest.mark.parametrize("marked", [False, True], ids=["unmarked", "marked"])
def test_scores_and_choices_match_the_document(marked: bool) -> None:
    strategy = strategies.get("score", seed=3)
    unscored = 0
    for number, position in enumerate(positions(2500)):
        view = with_marks(position, number) if marked else position.view
        expected = score_document.scores(view.rows)
        found = scores(view, view.flags | view.ai_flags)
        assert found == {cell: float(score) for cell, score in expected.items()}, view
        advice = strategy.advise(view)
        assert advice.best in score_document.choices(view.rows), view
        assert (advice.safe, advice.mines, advice.risks) == (frozenset(), frozenset(), {}), view
        unscored += not expected
    assert not marked or unscored > 200
