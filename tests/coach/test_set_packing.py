"""Weighted set packing, compared with brute force."""

import random
from itertools import combinations

from sapper.coach.set_packing import pack


def best_by_brute_force(items: list[tuple[int, int]]) -> int:
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


def test_items_without_positive_weight_are_not_packed() -> None:
    assert pack([]) == (0, [])
    assert pack([(0b11, 0), (0b110, -1)]) == (0, [])


def test_the_packing_has_the_greatest_weight() -> None:
    rng = random.Random(2)
    for _ in range(150):
        items = [
            (rng.randint(1, 2**9 - 1) & rng.randint(1, 2**9 - 1) or 1, rng.randint(-1, 3))
            for _ in range(rng.randint(0, 9))
        ]
        weight, chosen = pack(items)
        assert weight == best_by_brute_force(items)
        assert weight == sum(items[number][1] for number in chosen)
        union = 0
        for number in chosen:
            assert not union & items[number][0]
            union |= items[number][0]
