"""Time and memory limits for searches."""

from dataclasses import dataclass
from typing import Final

from sapper.errors import InvalidBudget, short_repr


@dataclass(frozen=True, slots=True)
class Budget:
    """The time and memory limits for one search.

    `seconds` limits the running time, and `states` limits memory usage. Each state takes about 64
    bytes. Counting the layouts of a typical position takes microseconds. Counting is #P-hard in
    general, so some positions exceed any practical limit.
    """

    seconds: float = 2.0
    states: int = 4_000_000

    def __post_init__(self) -> None:
        seconds: object = self.seconds
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise InvalidBudget(f"budget.seconds must be a number, not {short_repr(seconds)}")
        if not 0 < self.seconds <= 1e6:  # also rejects NaN
            raise InvalidBudget(
                "budget.seconds must be greater than 0 and at most 1e6, "
                f"not {short_repr(self.seconds)}"
            )
        states: object = self.states
        if isinstance(states, bool) or not isinstance(states, int) or not 0 < states <= 10**12:
            raise InvalidBudget(
                f"budget.states must be an integer from 1 to 10**12, not {short_repr(states)}"
            )


DEFAULT_BUDGET: Final = Budget()
