"""The rules of each strategy on small example boards."""

from sapper import Rules, parse_view, strategies
from sapper.strategies.base import Advice

EXPERT = Rules.level("expert")


def advise(name: str, *rows: str, **options: bool) -> Advice:
    return strategies.get(name, **options).advise(parse_view("\n".join(rows)))


def test_single_point_finds_a_mine_by_rule_a_and_a_safe_cell_by_rule_b() -> None:
    advice = advise("single-point", "5x1/1", ".1#1#")
    assert advice.mines == {(0, 2)}
    assert advice.safe == {(0, 4)}


def test_single_point_does_not_compare_clues() -> None:
    advice = advise("single-point", "3x3/1", "111", "###", "###")
    assert not advice.safe
    assert not advice.mines


def test_layered_compares_pairs_of_clues() -> None:
    advice = advise("layered", "3x10/4", "111", *["###"] * 9)
    assert advice.safe == {(1, 0), (1, 2)}


def test_layered_compares_differences_with_other_clues() -> None:
    # The 2 minus the 1 above leaves one mine for (2, 0), (2, 1) and (2, 2), which the other 1 has.
    advice = advise("layered", "6x7/8", ".1####", "12####", *["######"] * 5)
    assert advice.safe == {(2, 2)}


def test_layered_uses_the_mine_count_if_few_cells_are_left() -> None:
    advice = advise("layered", "5x1/1", "#1###")
    assert advice.safe == {(0, 3), (0, 4)}
    assert "the mine count" in advice.reason


def test_layered_combines_the_probabilities_of_several_clues() -> None:
    # (1, 0) and (1, 1) get 1/2 from two clues, which combine to 3/4; the other cells get 1/2.
    advice = advise("layered", "14x2/7", "12" + "#" * 12, "#" * 14)
    assert advice.risks[1, 0] == 0.75
    assert advice.risks[0, 2] == 0.5
    assert advice.risks[0, 3] == 7 / 26
    assert advice.best == (0, 3)


def test_layered_breaks_ties_by_revealed_neighbours() -> None:
    # The cells around the 2 have a risk of 2/8 and the others 6/24. The tie goes to the first cell
    # with a revealed neighbour.
    advice = advise("layered", "5x5/6", "#####", "#####", "##2##", "#####", "#####")
    assert set(advice.risks.values()) == {0.25}
    assert advice.best == (1, 1)


def test_layered_starts_in_the_centre() -> None:
    assert strategies.get("layered").first_move(EXPERT) == (8, 15)


def test_pattern_finds_1_2_x_in_every_position_and_direction() -> None:
    rows = ["1121", "####"]
    upright = ["".join(column) for column in zip(*rows, strict=True)]
    assert advise("pattern", "4x2/2", *rows).mines == {(1, 1), (1, 3)}
    assert advise("pattern", "4x2/2", *rows[::-1]).mines == {(0, 1), (0, 3)}
    assert advise("pattern", "4x2/2", *(row[::-1] for row in rows)).mines == {(1, 0), (1, 2)}
    assert advise("pattern", "2x4/2", *upright).mines == {(1, 1), (3, 1)}
    assert advise("pattern", "2x4/2", *upright[::-1]).mines == {(0, 1), (2, 1)}


def test_pattern_finds_1_1_x_unless_the_option_is_off() -> None:
    rows = ("4x2/1", "1111", "####")
    assert (1, 2) in advise("pattern", *rows).safe
    assert not advise("pattern", *rows, one_one=False).safe


def test_pattern_subtracts_known_mines_unless_the_option_is_off() -> None:
    # The 2 at (0, 4) has both mines in column 3, which reduces the 3 at (0, 2) to a 1.
    rows = ("5x2/4", "#23#2", "1###2")
    assert advise("pattern", *rows).safe == {(1, 1)}
    assert not advise("pattern", *rows, reduction=False).safe


def test_pattern_avoids_cells_without_a_clue() -> None:
    advice = advise("pattern", "6x2/2", "2#####", "######")
    assert advice.risks[0, 5] == 1.0
    assert advice.best == (0, 1)
    assert round(advice.risks[0, 1], 6) == round(2 / 3, 6)


def test_pattern_starts_at_the_top_left() -> None:
    assert strategies.get("pattern").first_move(EXPERT) == (0, 0)
