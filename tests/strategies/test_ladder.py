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
