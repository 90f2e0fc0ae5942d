"""The rewards and the step limit of an episode."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from numbers import Real
from typing import Final, Self

from sapper.errors import InvalidOption, short_repr
from sapper.game.rules import Rules

STEPS_PER_CELL: Final = 4


@dataclass(frozen=True)
class Rewards:
    """The reward for each possible outcome of a step.

    Each step earns exactly one of the rewards.

    >>> Rewards.of({"win": 10})
    Rewards(win=10.0, lose=-1.0, reveal=0.1, illegal=-0.1)
    """

    win: float = 1.0
    """The reward for the reveal that wins the game."""
    lose: float = -1.0
    """The reward for revealing a mine."""
    reveal: float = 0.1
    """The reward for any other reveal, regardless of the number of revealed cells."""
    illegal: float = -0.1
    """The reward for choosing a revealed cell, which has no effect."""

    @classmethod
    def of(cls, given: "Rewards | Mapping[str, float] | None") -> Self:
        """Create the rewards from a mapping, with default values for missing keys.

        Raises InvalidOption if the name of a reward is unknown or its value is not a finite number.
        """
        if given is None:
            return cls()
        values = asdict(given) if isinstance(given, Rewards) else given
        if not isinstance(values, Mapping):
            raise InvalidOption(
                f"rewards must be a Rewards object or a dict, not {short_repr(given)}"
            )
        known = [field.name for field in fields(cls)]
        for name, value in values.items():
            if name not in known:
                raise InvalidOption(
                    f"unknown reward {short_repr(name)}", hint=f"the rewards are {', '.join(known)}"
                )
            if not _is_finite_number(value):
                raise InvalidOption(
                    f"the reward {name!r} must be a finite number, not {short_repr(value)}"
                )
        return cls(**{name: float(value) for name, value in values.items()})


def _is_finite_number(value: object) -> bool:
    """Return whether a value, which may be a NumPy scalar, is a finite real number."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def check_max_steps(max_steps: int | None, rules: Rules) -> int:
    """Return an episode's step limit. Raises InvalidOption if `max_steps` is invalid."""
    if max_steps is None:
        return STEPS_PER_CELL * rules.cell_count
    if isinstance(max_steps, bool) or not isinstance(max_steps, int) or not 0 < max_steps < 2**31:
        raise InvalidOption(f"max_steps must be a positive integer, not {short_repr(max_steps)}")
    return max_steps
