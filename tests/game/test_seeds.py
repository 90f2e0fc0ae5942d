"""Seeded layouts of the core, compared with golden files and a second implementation."""

from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper import Game, Rules
from sapper.errors import InvalidSeed
from tests.oracles import seed_rule
from tests.oracles.golden import read_cell, read_golden

GOLDEN_LAYOUTS = read_golden("layouts.txt")


def layout_of(rules: Rules, seed: int, first: tuple[int, int]) -> frozenset[tuple[int, int]]:
    game = Game(rules, seed=seed)
    game.reveal(first)
    return game.layout


def test_the_second_implementation_matches_the_published_numbers() -> None:
    # SplitMix64 from 1234567, and xoshiro256** from the state 1, 2, 3, 4.
    assert list(islice(seed_rule.split_mix(1234567), 5)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert list(islice(seed_rule.xoshiro(1, 2, 3, 4), 6)) == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
    ]


def test_the_second_implementation_matches_the_golden_numbers() -> None:
    for (seed,), values in read_golden("random.txt"):
        assert list(islice(seed_rule.numbers(int(seed)), len(values))) == list(map(int, values))
    for (seed, bound), values in read_golden("bounded.txt"):
        source = seed_rule.numbers(int(seed))
        assert [seed_rule.below(source, int(bound)) for _ in values] == list(map(int, values))


@pytest.mark.parametrize(
    ("key", "mines"), GOLDEN_LAYOUTS, ids=[" ".join(k) for k, _ in GOLDEN_LAYOUTS]
)
def test_a_seed_gives_the_golden_layout(key: list[str], mines: list[str]) -> None:
    size, start, seed, first = key
    rules = Rules.parse(size, start=start)
    golden = frozenset(map(read_cell, mines))
    assert len(golden) == rules.mines
    assert layout_of(rules, int(seed), read_cell(first)) == golden
    assert (
        seed_rule.layout(rules.width, rules.height, rules.mines, start, int(seed), read_cell(first))
        == golden
    )


@given(
    width=st.integers(1, 40),
    height=st.integers(1, 40),
    start=st.sampled_from(["safe", "opening", "any"]),
    seed=st.integers(0, 2**64 - 1),
    data=st.data(),
)
def test_any_seed_gives_the_documented_layout(
    width: int, height: int, start: str, seed: int, data: st.DataObject
) -> None:
    mines = data.draw(st.integers(0, Rules(width, height, 0, start).max_mines))
    first = data.draw(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1)))
    laid = layout_of(Rules(width, height, mines, start), seed, first)
    assert laid == seed_rule.layout(width, height, mines, start, seed, first)


def test_a_thousand_consecutive_seeds_give_the_documented_layouts() -> None:
    rules = Rules.level("beginner", start="opening")
    for seed in range(1000):
        assert layout_of(rules, seed, (4, 4)) == seed_rule.layout(9, 9, 10, "opening", seed, (4, 4))


def test_flags_before_the_first_reveal_do_not_move_the_mines() -> None:
    rules = Rules.level("beginner")
    game = Game(rules, seed=42)
    for cell in [(0, 0), (3, 4), (8, 8)]:
        game.flag(cell)
    game.reveal((4, 4))
    assert game.layout == layout_of(rules, 42, (4, 4))


def test_the_first_reveal_moves_only_the_mines_that_violate_the_start_rule() -> None:
    for seed in range(50):
        any_start = layout_of(Rules.level("expert", start="any"), seed, (0, 0))
        safe = layout_of(Rules.level("expert"), seed, (0, 0))
        assert len(any_start - safe) == ((0, 0) in any_start)


def test_the_default_seed_is_random_and_reproduces_the_board() -> None:
    rules = Rules.level("beginner")
    game = Game(rules)
    game.reveal((4, 4))
    assert 0 <= game.seed < 2**53
    assert layout_of(rules, game.seed, (4, 4)) == game.layout
    assert len({Game(rules).seed for _ in range(20)}) == 20


@pytest.mark.parametrize("seed", [-1, 2**64, 2**70, True, pytest.param(10**5000, id="huge")])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(
        InvalidSeed, match=r"a seed must be between 0 and 2\*\*64 - 1, not "
    ) as caught:
        Game(Rules(3, 3, 1), seed=seed)
    assert seed == 10**5000 or str(seed) in str(caught.value)


@given(
    st.one_of(st.floats(), st.text(), st.binary(), st.lists(st.integers()), st.complex_numbers())
)
@example("x" * 100_000)
@example("7")
@example(7.0)
def test_a_seed_that_is_not_an_integer_is_refused(seed: object) -> None:
    with pytest.raises(InvalidSeed, match="a seed must be an integer, not ") as caught:
        Game(Rules(3, 3, 1), seed=seed)
    assert repr(seed)[:40] in str(caught.value)
    assert len(str(caught.value)) < 100
