import random
from itertools import product

import pytest

from sapper.strategies import ac3_solver
from sapper.strategies.ac3_solver import MINE, SAFE, SumNetwork

Sums = list[tuple[list[int], int]]


def random_sums(seed: int, *, solvable: bool = True) -> Sums:
    chance = random.Random(seed)
    values = [chance.randint(0, 1) for _ in range(10)]
    sums = []
    for _ in range(chance.randint(2, 7)):
        cells = sorted(chance.sample(range(10), chance.randint(1, 6)))
        total = sum(values[cell] for cell in cells)
        sums.append((cells, total if solvable else chance.randint(0, len(cells))))
    return sums


def solutions(sums: Sums) -> tuple[list[int], list[tuple[int, ...]]]:
    cells = sorted({cell for group, _ in sums for cell in group})
    found = []
    for values in product((0, 1), repeat=len(cells)):
        of = dict(zip(cells, values, strict=True))
        if all(sum(of[cell] for cell in group) == total for group, total in sums):
            found.append(values)
    return cells, found


def common_values(sums: Sums) -> dict[int, int]:
    cells, found = solutions(sums)
    columns = zip(cells, zip(*found, strict=True), strict=True) if found else []
    return {cell: column[0] for cell, column in columns if len(set(column)) == 1}


@pytest.mark.parametrize("seed", range(120))
def test_common_values_match_the_list_of_solutions(seed: int) -> None:
    sums = random_sums(seed)
    assert SumNetwork(sums).common_values() == common_values(sums)


@pytest.mark.parametrize("seed", range(60))
def test_contradictory_sums_have_no_common_values(seed: int) -> None:
    sums = random_sums(seed, solvable=False)
    assert SumNetwork(sums).common_values() == common_values(sums)


@pytest.mark.parametrize("limit", [0, 20, 60, 150, 400])
def test_only_proved_values_count_beyond_the_work_limit(
    monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(ac3_solver, "_WORK_LIMIT", limit)
    for seed in range(60):
        sums = random_sums(seed)
        assert SumNetwork(sums).common_values().items() <= common_values(sums).items()


def start(sums: Sums) -> tuple[SumNetwork, list[int], list[tuple[int, ...]]]:
    """Return a network with the initial domains of its cells and sums."""
    network = SumNetwork(sums)
    return network, *network._start


def test_the_domain_of_a_sum_starts_with_the_combinations_that_have_the_sum() -> None:
    _, cells, sums = start([([0, 1, 2], 3), ([1, 2, 3], 1)])
    assert cells == [SAFE | MINE] * 4
    assert sums == [(0b111,), (0b001, 0b010, 0b100)]


def test_the_variable_with_the_most_constraints_is_chosen_among_equal_domains() -> None:
    # Every cell has two values. Cell 2 is in three sums, the others are in one or two.
    network, cells, sums = start([([0, 1, 2], 1), ([2, 3, 4], 1), ([1, 2, 5], 1)])
    assert network._choose_variable(cells, sums) == 2


def test_a_decided_variable_is_never_chosen() -> None:
    network, cells, sums = start([([0, 1, 2], 1), ([2, 3, 4], 1)])
    cells[2] = SAFE
    assert network._choose_variable(cells, sums) == 0
    assert network._choose_variable([SAFE] * 5, sums) is None


def test_a_sum_with_two_combinations_and_more_cells_comes_before_a_cell() -> None:
    # The sum over three cells has two combinations left, and no cell is in more than one sum.
    network, cells, sums = start([([0, 1, 2], 1)])
    sums[0] = (0b001, 0b010)
    assert network._choose_variable(cells, sums) == len(cells)


def test_the_least_constraining_value_is_tried_first() -> None:
    # Two of three combinations of the first sum leave cell 0 safe; of the second, one does.
    network, cells, sums = start([([0, 1, 2], 1)])
    assert network._order_values(cells, sums, 0) == [SAFE, MINE]
    network, cells, sums = start([([0, 1, 2], 2)])
    assert network._order_values(cells, sums, 0) == [MINE, SAFE]


def test_the_variable_with_the_fewest_values_is_chosen() -> None:
    # The sum has more constraints than any cell, but three values instead of two.
    network, cells, sums = start([([0, 1, 2], 1)])
    assert network._choose_variable(cells, sums) == 0


def test_arc_consistency_propagates_through_cells_and_sums() -> None:
    # Cell 0 is a mine, which leaves one combination of the second sum, which makes cell 1 safe.
    network, cells, sums = start([([0], 1), ([0, 1], 1), ([1, 2, 3], 2)])
    assert network._make_consistent(cells, sums, [0])
    assert cells == [MINE, SAFE, MINE, MINE]
    assert sums == [(0b1,), (0b01,), (0b110,)]
