"""A second implementation of docs/reference/seeds.md, from the seed to the layout.

The module is plain Python with arbitrary-precision integers and imports nothing from Sapper.
"""

from collections.abc import Callable, Iterator

MASK = 2**64 - 1
Cell = tuple[int, int]


def split_mix(seed: int) -> Iterator[int]:
    """Yield the outputs of SplitMix64."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def rotate(word: int, by: int) -> int:
    """Rotate a 64-bit word to the left."""
    return ((word << by) | (word >> (64 - by))) & MASK


def xoshiro(a: int, b: int, c: int, d: int) -> Iterator[int]:
    """Yield the outputs of xoshiro256** for a state of four words."""
    while True:
        yield (rotate((b * 5) & MASK, 7) * 9) & MASK
        old_b = b
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= (old_b << 17) & MASK
        d = rotate(d, 45)


def numbers(seed: int) -> Iterator[int]:
    """Yield the 64-bit pseudorandom numbers of a seed."""
    words = split_mix(seed)
    return xoshiro(next(words), next(words), next(words), next(words))


def below(source: Iterator[int], bound: int) -> int:
    """Return a uniform number from 0 to bound - 1."""
    # Rejecting the lowest products of each block removes the bias.
    unfair = 2**32 % bound
    while True:
        block, place = divmod((next(source) >> 32) * bound, 2**32)
        if place >= unfair:
            return block


def permutation(seed: int, count: int) -> Iterator[int]:
    """Yield the numbers 0 to count - 1 in the order determined by the seed."""
    source = numbers(seed)
    left = list(range(count))
    for drawn in range(count):
        pick = drawn + below(source, count - drawn)
        left[drawn], left[pick] = left[pick], left[drawn]
        yield left[drawn]


def layout(width: int, height: int, mines: int, start: str, seed: int, first: Cell) -> set[Cell]:
    """Return the mines of a seed after revealing `first`."""
    promised: dict[str, Callable[[Cell], bool]] = {
        "any": lambda _: False,
        "safe": lambda cell: cell == first,
        "opening": lambda cell: max(abs(cell[0] - first[0]), abs(cell[1] - first[1])) <= 1,
    }
    chosen: set[Cell] = set()
    order = permutation(seed, width * height)
    while len(chosen) < mines:
        cell = divmod(next(order), width)
        if not promised[start](cell):
            chosen.add(cell)
    return chosen
