"""Time and memory limits for searches."""

from dataclasses import dataclass
from typing import Any, Final

from sapper.errors import InvalidBudget, SapperError, short_repr

_MAX_SECONDS: Final = 1_000_000


def check_time_limit(
    name: str,
    seconds: Any,
    *,
    maximum: int = _MAX_SECONDS,
    error: type[SapperError] = InvalidBudget,
) -> float:
    """Validate a time limit and return it as a float.

    Raises `error` unless the limit is a number greater than 0 and at most `maximum` seconds.
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not 0 < seconds <= maximum:  # This condition also rejects NaN.
        raise error(
            f"{name} must be greater than 0 and at most {maximum} s, not {short_repr(seconds)}"
        )
    return float(seconds)


@dataclass(frozen=True, slots=True)
class Budget:
    """The time and memory limits for one search.

    `seconds` limits the running time, and `states` limits memory usage. Each state occupies about
    64 bytes. Counting the layouts of a typical position takes microseconds. Counting is #P-hard in
    general, so some positions exceed any practical limit.
    """

    seconds: float = 2.0
    states: int = 4_000_000

    def __post_init__(self) -> None:
        check_time_limit("budget.seconds", self.seconds)
        states: object = self.states
        if isinstance(states, bool) or not isinstance(states, int) or not 0 < states <= 10**12:
            raise InvalidBudget(
                f"budget.states must be an integer between 1 and 10**12, not {short_repr(states)}"
            )


DEFAULT_BUDGET: Final = Budget()
