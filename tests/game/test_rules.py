import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Rules
from sapper.errors import InvalidRules
from sapper.game.rules import STARTS

HUGE = 10**5000  # Python refuses to format it


def test_a_size_is_parsed() -> None:
    assert Rules.parse("30x16/99") == Rules(width=30, height=16, mines=99, start="safe")
    assert Rules.parse(" 30X16x99 ", start="any") == Rules(30, 16, 99, "any")


@given(
    width=st.integers(1, 2000),
    height=st.integers(1, 2000),
    start=st.sampled_from(["safe", "opening", "any"]),
    data=st.data(),
)
def test_a_size_round_trips_through_its_text(
    width: int, height: int, start: str, data: st.DataObject
) -> None:
    most = Rules(width, height, 0, start).max_mines
    rules = Rules(width, height, data.draw(st.integers(0, most)), start)
    assert Rules.parse(str(rules), start=start) == rules
    assert eval(repr(rules)) == rules


@pytest.mark.parametrize("side", [0, -1, -(2**40), 2001, 2**31, pytest.param(HUGE, id="huge")])
@pytest.mark.parametrize("name", ["width", "height"])
def test_the_error_for_a_side_out_of_range_names_the_side(name: str, side: int) -> None:
    sides = {"width": 5, "height": 5, name: side}
    with pytest.raises(InvalidRules, match=f"{name} must be between 1 and 2000, not ") as caught:
        Rules(**sides, mines=1)
    assert side == HUGE or str(side) in str(caught.value)


@pytest.mark.parametrize(
    "size", ["0x5/1", "5x0/1", "-3x5/1", "5x-3/1", "2001x5/1", "5x999999999/1"]
)
def test_the_text_of_a_size_out_of_range_is_refused(size: str) -> None:
    with pytest.raises(InvalidRules, match="must be between 1 and 2000, not"):
        Rules.parse(size)


@pytest.mark.parametrize(
    ("start", "most"), [("any", 20), ("safe", 19), ("opening", 11)], ids=["any", "safe", "opening"]
)
def test_the_error_for_too_many_mines_names_the_maximum(start: str, most: int) -> None:
    assert Rules(5, 4, most, start).max_mines == most
    for mines in (most + 1, HUGE, -1):
        with pytest.raises(InvalidRules, match=f"{start}.* must be between 0 and {most}, not"):
            Rules(5, 4, mines, start)
    with pytest.raises(InvalidRules, match=f"not {most + 1}$"):
        Rules.parse(f"5x4/{most + 1}", start=start)


@given(
    width=st.integers(1, 6),
    height=st.integers(1, 6),
    start=st.sampled_from(["safe", "opening", "any"]),
    seed=st.integers(0, 2**64 - 1),
    data=st.data(),
)
def test_the_maximum_number_of_mines_fits_for_every_first_reveal(
    width: int, height: int, start: str, seed: int, data: st.DataObject
) -> None:
    rules = Rules(width, height, Rules(width, height, 0, start).max_mines, start)
    first = data.draw(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1)))
    game = Game(rules, seed=seed)
    game.reveal(first)
    assert len(game.layout) == rules.mines
    kept = {"any": set(), "safe": {first}, "opening": {first, *rules.neighbours(first)}}[start]
    assert not game.layout & kept


@pytest.mark.parametrize(
    "value", [1.0, "9", None, True, [9], 9j, pytest.param("x" * 1000, id="long")]
)
@pytest.mark.parametrize("name", ["width", "height", "mines"])
def test_the_error_for_a_value_that_is_not_an_integer_names_the_field(
    name: str, value: object
) -> None:
    numbers = {"width": 5, "height": 5, "mines": 1, name: value}
    with pytest.raises(InvalidRules, match=f"{name} must be an integer, not ") as caught:
        Rules(**numbers)
    assert repr(value)[:50] in str(caught.value)
    assert len(str(caught.value)) < 120


def test_numpy_integers_are_accepted() -> None:
    rules = Rules(np.int64(9), np.uint8(9), np.int32(10))
    assert rules == Rules(9, 9, 10)
    assert type(rules.mines) is int


@pytest.mark.parametrize(
    "start", ["Safe", "", "open", None, [], pytest.param("x" * 1000, id="long")]
)
def test_the_error_for_an_unknown_start_rule_lists_the_known_ones(start: object) -> None:
    with pytest.raises(InvalidRules, match="unknown start rule ") as caught:
        Rules(9, 9, 10, start)
    assert repr(start)[:50] in str(caught.value)
    assert caught.value.hint == "choose one of safe, opening, any"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "9",
        "9x9",
        "9x9/",
        "x9/1",
        "9x9/1.0",
        "9 x 9/1",
        "9x9/1/1",
        "+9x9/1",
        "\uff19x9/1",
        "9x9/1\n#",
        "1_0x9/1",
        "9999999999x9/1",
        None,
        9,
        b"9x9/1",
        pytest.param(HUGE, id="huge"),
        pytest.param("x" * 10_000_000, id="long"),
    ],
)
def test_the_error_for_a_malformed_size_quotes_it(text: object) -> None:
    with pytest.raises(InvalidRules, match="invalid size ") as caught:
        Rules.parse(text)
    assert text == HUGE or repr(text)[:40] in str(caught.value)
    assert len(str(caught.value)) < 100
    assert "30x16/99" in caught.value.hint


@given(st.text(max_size=30))
def test_any_text_is_a_size_or_raises_a_sapper_error(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except InvalidRules:
        pass
    else:
        assert Rules.parse(str(rules)) == rules


def test_rules_are_immutable() -> None:
    rules = Rules(9, 9, 10)
    with pytest.raises(AttributeError):
        rules.mines = 5


def test_neighbours_are_all_cells_at_distance_one() -> None:
    rules = Rules(4, 3, 1)
    for row, column in rules.cells():
        near = {
            (r, c)
            for r, c in rules.cells()
            if max(abs(r - row), abs(c - column)) == 1
        }  # fmt: skip
        assert set(rules.neighbours((row, column))) == near
    assert Rules(1, 1, 0).neighbours((0, 0)) == ()
    assert Rules(3, 1, 1).neighbours((0, 1)) == ((0, 0), (0, 2))


def test_cells_are_iterated_row_by_row_and_include_the_centre() -> None:
    rules = Rules(3, 2, 1)
    assert list(rules.cells()) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert rules.cell_count == 6
    assert rules.centre == (1, 1)
    assert Rules(1, 1, 0).centre == (0, 0)
    assert rules.contains((1, 2))
    assert not any(map(rules.contains, [(2, 0), (0, 3), (-1, 0), (0, -1)]))


def test_the_error_for_one_mine_uses_the_singular() -> None:
    with pytest.raises(
        InvalidRules, match=r"the number of mines on a 3x3 board .* must be 0, not 1"
    ):
        Rules(3, 3, 1, start="opening")


def test_the_first_reveal_can_hit_a_mine_only_without_protection() -> None:
    lost = {
        start: sum(_first_reveal_loses(Rules(10, 10, 15, start=start), seed) for seed in range(200))
        for start in STARTS
    }
    assert lost["safe"] == lost["opening"] == 0
    assert 15 <= lost["any"] <= 45  # 30 expected


def _first_reveal_loses(rules: Rules, seed: int) -> bool:
    game = Game(rules, seed)
    game.reveal((4, 4))
    return game.status == "lost"


def test_an_opening_start_keeps_the_first_cell_and_its_neighbours_free_of_mines() -> None:
    rules = Rules.level("beginner", start="opening")
    for seed in range(100):
        game = Game(rules, seed)
        game.reveal((4, 4))
        assert game.layout.isdisjoint({(4, 4), *rules.neighbours((4, 4))})
        assert game.view.clue((4, 4)) == 0


@pytest.mark.parametrize(
    ("size", "limit"),
    [("2x2/1", "0"), ("4x4/8", "between 0 and 7"), ("4x1/2", "between 0 and 1")],
)
def test_a_2x2_board_holds_0_to_0_mines(size: str, limit: str) -> None:
    with pytest.raises(InvalidRules, match=f"must be {limit}, not"):
        Rules.parse(size, start="opening")
