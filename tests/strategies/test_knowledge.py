"""The rules of `knowledge` on hand-drawn boards, and its agreement with the oracle."""

import random

import pytest

from sapper import View, parse_view, strategies
from sapper.strategies.base import Advice
from tests.oracles.game_positions import positions
from tests.oracles.knowledge_document import KnowledgeAI


def advise(*rows: str, seed: int = 0, total_mines: bool = False) -> Advice:
    strategy = strategies.get("knowledge", seed=seed, total_mines=total_mines)
    return strategy.advise(parse_view("\n".join(rows)))


def test_a_sentence_with_count_0_makes_its_cells_safe() -> None:
    advice = advise("3x1/0", "#.#")
    assert advice.safe == {(0, 0), (0, 2)}
    assert advice.reason == "A1 is safe: a sentence about it has no mines"


def test_a_sentence_with_as_many_mines_as_cells_makes_its_cells_mines() -> None:
    assert advise("2x2/3", "3#", "##").mines == {(0, 1), (1, 0), (1, 1)}


def test_a_known_mine_is_removed_from_all_sentences_with_its_count() -> None:
    # The 1 at (0, 1) finds the mine at (0, 2), which leaves {(0, 4)} = 0 for the other 1.
    advice = advise("5x1/1", ".1#1#")
    assert (advice.mines, advice.safe) == ({(0, 2)}, {(0, 4)})


def test_a_known_safe_cell_is_removed_from_all_sentences() -> None:
    # (0, 1) and (1, 1) are safe. The other sentence is then {(0, 3), (1, 3)} = 2.
    advice = advise("4x2/2", "0#2#", "0#2#")
    assert advice.safe == {(0, 1), (1, 1)}
    assert advice.mines == {(0, 3), (1, 3)}


def test_the_difference_between_a_sentence_and_its_subset_is_a_sentence() -> None:
    # {(1, 0), (1, 1)} = 1 and {(1, 0), (1, 1), (1, 2)} = 1 give {(1, 2)} = 0.
    assert (1, 2) in advise("5x3/2", "111##", "#####", "#####").safe


def test_sentences_are_derived_from_derived_sentences() -> None:
    # The 2 minus the 1 above leaves one mine for (2, 0), (2, 1) and (2, 2), which the other 1 has.
    assert advise("6x7/8", ".1####", "12####", *["######"] * 5).safe == {(2, 2)}


def test_a_safe_cell_comes_before_a_random_one() -> None:
    assert {advise("5x1/1", ".1#1#", seed=seed).best for seed in range(20)} == {(0, 4)}


def test_a_random_move_is_neither_made_nor_a_known_mine() -> None:
    best = {advise("6x1/3", "1#####", seed=seed).best for seed in range(60)}
    assert best == {(0, 2), (0, 3), (0, 4), (0, 5)}


def test_there_is_no_move_if_every_hidden_cell_is_a_known_mine() -> None:
    assert advise("3x1/1", ".1#").best is None


def test_the_first_move_is_random() -> None:
    assert len({advise("3x2/1", "###", "###", seed=seed).best for seed in range(60)}) == 6


def test_the_total_mine_count_is_used_only_with_its_option() -> None:
    # The only mine is at (0, 0) or (0, 2), so all other cells are safe.
    assert not advise("5x1/1", "#1###").safe
    assert advise("5x1/1", "#1###", total_mines=True).safe == {(0, 3), (0, 4)}


def test_with_the_total_all_other_cells_are_safe_once_all_mines_are_found() -> None:
    assert advise("5x1/1", "1####").mines == {(0, 1)}
    assert not advise("5x1/1", "1####").safe
    assert advise("5x1/1", "1####", total_mines=True).safe == {(0, 2), (0, 3), (0, 4)}


def informed_ai(view: View, seed: int) -> KnowledgeAI:
    """Return the document's AI after it has made all moves of a position in a random order."""
    ai = KnowledgeAI(view.height, view.width)
    made = [cell for cell in view.rules.cells() if view.clue(cell) is not None]
    random.Random(seed).shuffle(made)
    for cell in made:
        clue = view.clue(cell)
        assert clue is not None
        ai.add_knowledge(cell, clue)
    return ai


def test_safe_cells_mines_and_guesses_match_the_document() -> None:
    strategy = strategies.get("knowledge", seed=3)
    guesses = 0
    for number, (view, _) in enumerate(positions(2500)):
        ai = informed_ai(view, number)
        advice = strategy.advise(view)
        assert advice.safe == ai.safe_moves(), view
        assert advice.mines == ai.mines, view
        assert advice.best in (ai.safe_moves() or ai.random_moves()), view
        if not ai.safe_moves():
            assert set(advice.risks) - advice.mines == ai.random_moves(), view
            density = (view.mines - len(ai.mines)) / len(ai.random_moves())
            assert advice.risks[advice.best] == pytest.approx(density), view
            guesses += 1
    assert guesses == 316
