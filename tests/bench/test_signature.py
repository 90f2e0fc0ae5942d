"""The signature of play on fixed boards."""

import pytest

from sapper.bench.signature import signature


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("random", 4082528050),
        ("layered", 3097500124),
        ("pattern", 2140740433),
        ("exact", 2216345356),
        ("expert", 448101284),
    ],
)
def test_the_signature_is_fixed(name: str, number: int) -> None:
    # A signature may change only in a commit that changes the play of a strategy or the boards.
    assert signature([name]) == number
