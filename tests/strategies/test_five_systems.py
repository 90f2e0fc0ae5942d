"""Rules that the five systems share or state in a single sentence, on small example boards."""

import pytest

from sapper import parse_view, strategies
from sapper.strategies.base import Advice


def advise(name: str, *rows: str, seed: int = 0) -> Advice:
    return strategies.get(name, seed=seed).advise(parse_view("\n".join(rows)))


def guesses(name: str, *rows: str) -> set[tuple[int, int] | None]:
    """Return the cells that a strategy reveals with different seeds."""
    return {advise(name, *rows, seed=seed).best for seed in range(400)}


@pytest.mark.parametrize("name", ["layered", "knowledge", "pattern", "arc-consistency"])
def test_a_safe_cell_is_revealed_before_any_guess(name: str) -> None:
    advice = advise(name, "6x1/2", ".1#1##")
    assert advice.mines == {(0, 2)}
    assert advice.best == (0, 4)


@pytest.mark.parametrize("name", ["pattern", "score"])
def test_the_neighbours_of_a_flagged_mine_are_safe(name: str) -> None:
    assert advise(name, "6x1/2", ".1F1##").best == (0, 4)


def test_layered_finds_mines_if_the_difference_of_two_clues_equals_the_number_of_cells() -> None:
    # The 1s contain one mine of their two cells, so the 2 has its second mine in its third cell.
    advice = advise("layered", "3x2/2", "121", "###")
    assert advice.mines >= {(1, 0), (1, 2)}


def test_pattern_divides_a_clue_by_its_unrevealed_neighbours() -> None:
    advice = advise("pattern", "3x2/1", "#1#", "###")
    assert {round(risk, 9) for risk in advice.risks.values()} == {0.2}
    assert advice.best == (0, 0)


def test_pattern_aggregates_the_probabilities_of_several_clues() -> None:
    risks = advise("pattern", "5x2/2", "#1#1#", "#####").risks
    assert risks[0, 2] > risks[0, 0] == risks[0, 4]


def test_arc_consistency_guesses_any_hidden_cell_at_random() -> None:
    rows = ("3x3/3", "###", "#3#", "###")
    hidden = {(row, column) for row in range(3) for column in range(3)} - {(1, 1)}
    assert guesses("arc-consistency", *rows) == hidden


def test_knowledge_guesses_any_cell_that_is_not_a_known_mine_at_random() -> None:
    assert guesses("knowledge", "6x1/3", "1#####") == {(0, 2), (0, 3), (0, 4), (0, 5)}


def test_score_guesses_an_unmarked_cell_at_random_if_no_cell_has_a_score() -> None:
    assert guesses("score", "6x1/3", "1F####") == {(0, 2), (0, 3), (0, 4), (0, 5)}
