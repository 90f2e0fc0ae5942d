"""Board seeds: integers from 0 to 2**64 - 1."""

import operator
import secrets
from typing import Any, Final

from sapper.errors import InvalidSeed, short_repr

MAX_SEED: Final = 2**64 - 1
# JavaScript and many JSON parsers represent integers exactly only up to 2**53.
_RANDOM_SEED_BITS: Final = 53


def random_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbits(_RANDOM_SEED_BITS)


def check_seed(seed: Any) -> int:
    """Validate a seed and return it as an int.

    Raises InvalidSeed if the seed is not an integer from 0 to 2**64 - 1.
    """
    try:
        number = operator.index(seed)
    except TypeError:
        raise InvalidSeed(
            f"a seed must be an integer, not {short_repr(seed)}", field="seed"
        ) from None
    if isinstance(seed, bool) or not 0 <= number <= MAX_SEED:
        raise InvalidSeed(
            f"a seed must be between 0 and 2**64 - 1, not {short_repr(seed)}", field="seed"
        )
    return number
