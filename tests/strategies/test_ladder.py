"""The rules of the strategies on small example boards, and the table that compares them."""

import pytest

from benchmarks import ladder
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


def test_knowledge_derives_sentences_from_sentences() -> None:
    # {a,b}=1 and {a,b,c}=1 give {c}=0.
    advice = advise("knowledge", "5x3/2", "111##", "#####", "#####")
    assert (1, 2) in advice.safe


def test_knowledge_uses_the_mine_count_only_with_its_option() -> None:
    # The only mine is at (0, 0) or (0, 2), so all other cells are safe.
    assert not advise("knowledge", "5x1/1", "#1###").safe
    total = advise("knowledge", "5x1/1", "#1###", total_mines=True)
    assert total.safe == {(0, 3), (0, 4)}


def test_knowledge_finds_all_other_cells_safe_once_all_mines_are_found() -> None:
    assert advise("knowledge", "5x1/1", "1####").mines == {(0, 1)}
    assert not advise("knowledge", "5x1/1", "1####").safe
    total = advise("knowledge", "5x1/1", "1####", total_mines=True)
    assert total.safe == {(0, 2), (0, 3), (0, 4)}


def test_arc_consistency_finds_values_common_to_all_solutions() -> None:
    advice = advise("arc-consistency", "4x3/2", "1121", "####", "####")
    assert advice.mines == {(1, 1), (1, 3)}
    assert advice.safe == {(1, 0), (1, 2)}


def test_arc_consistency_ignores_the_mine_count() -> None:
    assert not advise("arc-consistency", "5x1/1", "#1###").safe


def test_arc_consistency_starts_at_the_bottom_left() -> None:
    assert strategies.get("arc-consistency").first_move(EXPERT) == (15, 0)


def test_score_chooses_the_lowest_sum() -> None:
    advice = advise("score", "3x2/1", "11#", "###")
    assert advice.risks == {(0, 2): 0.25, (1, 2): 0.25, (1, 0): 0.75, (1, 1): 0.75}
    assert advice.best == (0, 2)


def test_score_marks_cells_that_a_clue_forces() -> None:
    advice = advise("score", "5x1/1", ".1#1#")
    assert advice.mines == {(0, 2)}
    assert advice.safe == {(0, 4)}


def test_the_ladder_shows_all_strategies_and_the_variants_beside_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladder, "SIZES", ("4x4/2",))
    monkeypatch.setattr(ladder, "WORKERS", 1)
    ladder.main(games=2, plot_path=None)
    rows = capsys.readouterr().out.split("| start `any`")[1].splitlines()[2:-1]
    names = [row.split("`")[1] for row in rows]
    assert {name.partition(":")[0] for name in names} == set(strategies.names())
    assert names[names.index("layered") + 1] == "layered:derive=yes,count=yes"
    assert names[names.index("pattern") + 1] == "pattern:one_one=yes,reduction=yes"
