"""Disjoint sets of the greatest weight, held against trying them all."""

import random
from itertools import combinations

from sapper.coach.set_packing import pack


def best_of_all(items: list[tuple[int, int]]) -> int:
    best = 0
    for size in range(len(items) + 1):
        for chosen in combinations(items, size):
            union = 0
            for mask, _ in chosen:
                if union & mask:
                    break
                union |= mask
            else:
                best = max(best, sum(weight for _, weight in chosen))
    return best


def test_nothing_to_pack_weighs_nothing() -> None:
    assert pack([]) == (0, [])
    assert pack([(0b11, 0), (0b110, -1)]) == (0, [])


def test_the_packing_is_the_best_one() -> None:
    chance = random.Random(2)
    for _ in range(150):
        items = [
            (chance.randint(1, 2**9 - 1) & chance.randint(1, 2**9 - 1) or 1, chance.randint(-1, 3))
            for _ in range(chance.randint(0, 9))
        ]
        weight, chosen = pack(items)
        assert weight == best_of_all(items)
        assert weight == sum(items[number][1] for number in chosen)
        union = 0
        for number in chosen:
            assert not union & items[number][0]
            union |= items[number][0]
