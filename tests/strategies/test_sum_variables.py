import random
from itertools import product

import pytest

from sapper.strategies import sum_variables
from sapper.strategies.sum_variables import SumNetwork

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
    monkeypatch.setattr(sum_variables, "_WORK_LIMIT", limit)
    for seed in range(60):
        sums = random_sums(seed)
        assert SumNetwork(sums).common_values().items() <= common_values(sums).items()
