"""Weighted set packing: the heaviest family of pairwise disjoint sets.

The mine counts of disjoint clues can be added. For example, three disjoint clues that need one
mine each account for three mines, so the mine count limits the mines in all other cells.
"""

from collections.abc import Sequence
from typing import Final

_MAX_NODES: Final = 3000


def pack(items: Sequence[tuple[int, int]]) -> tuple[int, list[int]]:
    """Return the maximum total weight of pairwise disjoint sets and the indices of these sets.

    Each item is a (bit mask, weight) pair. The branch-and-bound search has a node limit, so the
    result may be suboptimal if many sets overlap.

    >>> pack([(0b0011, 1), (0b0110, 1), (0b1100, 1)])
    (2, [0, 2])
    """
    useful = [number for number, (_, weight) in enumerate(items) if weight > 0]
    total, chosen = 0, []
    for group in _overlapping_groups(items, useful):
        weight, part = _pack_group(items, group)
        total += weight
        chosen += part
    return total, sorted(chosen)


def _overlapping_groups(items: Sequence[tuple[int, int]], numbers: list[int]) -> list[list[int]]:
    """Partition the items into groups such that sets from different groups are disjoint."""
    groups: list[tuple[int, list[int]]] = []
    for number in numbers:
        mask, members = items[number][0], [number]
        separate = []
        for other_mask, others in groups:
            if other_mask & mask:
                mask |= other_mask
                members = others + members
            else:
                separate.append((other_mask, others))
        groups = [*separate, (mask, members)]
    return [members for _, members in groups]


def _pack_group(items: Sequence[tuple[int, int]], group: list[int]) -> tuple[int, list[int]]:
    order = sorted(group, key=lambda n: (-items[n][1] / items[n][0].bit_count(), n))
    best: tuple[int, list[int]] = (0, [])
    nodes = 0

    def search(position: int, used: int, weight: int, chosen: list[int]) -> None:
        nonlocal best, nodes
        nodes += 1
        if weight > best[0]:
            best = weight, chosen.copy()
        if nodes > _MAX_NODES:
            return
        left = [n for n in order[position:] if not items[n][0] & used]
        if weight + sum(items[n][1] for n in left) <= best[0]:
            return
        for number in left:
            later = order.index(number) + 1
            rest = sum(items[n][1] for n in order[later:] if not items[n][0] & used)
            chosen.append(number)
            search(later, used | items[number][0], weight + items[number][1], chosen)
            chosen.pop()
            if weight + rest <= best[0] or nodes > _MAX_NODES:
                return

    search(0, 0, 0, [])
    return best
