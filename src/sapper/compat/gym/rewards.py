"""What a step is worth, and how long an episode may be."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from numbers import Real
from typing import Final, Self

from sapper.errors import InvalidOption, quoted
from sapper.game.rules import Rules

STEPS_PER_CELL: Final = 4


@dataclass(frozen=True)
class Rewards:
    """The reward of a step: exactly one of these.

    >>> Rewards.of({"win": 10})
    Rewards(win=10.0, lose=-1.0, reveal=0.1, illegal=-0.1)
    """

    win: float = 1.0
    """The reveal that wins the game."""
    lose: float = -1.0
    """The reveal of a mine."""
    reveal: float = 0.1
    """Any other reveal, however many cells it opens."""
    illegal: float = -0.1
    """An action on a cell that is revealed already; nothing changes, and the episode goes on."""

    @classmethod
    def of(cls, given: "Rewards | Mapping[str, float] | None") -> Self:
        """Return rewards from a mapping; those it does not name are as usual.

        Raises InvalidOption.
        """
        if given is None:
            return cls()
        values = asdict(given) if isinstance(given, Rewards) else given
        if not isinstance(values, Mapping):
            raise InvalidOption(f"rewards are Rewards or a dict, not {quoted(given)}")
        known = [field.name for field in fields(cls)]
        for name, value in values.items():
            if name not in known:
                raise InvalidOption(
                    f"there is no reward {quoted(name)}", hint=f"rewards are {', '.join(known)}"
                )
            if not _is_finite_number(value):
                raise InvalidOption(f"the reward {name!r} is a finite number, not {quoted(value)}")
        return cls(**{name: float(value) for name, value in values.items()})


def _is_finite_number(value: object) -> bool:
    """Numbers of numpy count too; whole ones beyond every float do not."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def check_max_steps(max_steps: int | None, rules: Rules) -> int:
    """Return after how many steps an episode is truncated. Raises InvalidOption."""
    if max_steps is None:
        return STEPS_PER_CELL * rules.cell_count
    if isinstance(max_steps, bool) or not isinstance(max_steps, int) or not 0 < max_steps < 2**31:
        raise InvalidOption(f"max_steps is a whole number from 1 on, not {quoted(max_steps)}")
    return max_steps
