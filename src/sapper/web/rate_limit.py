"""How often somebody may ask: a bucket of tokens for each player, filled again as time goes by."""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache


class Rate:
    """Buckets for many askers. Those not seen for long are forgotten: theirs are full again."""

    def __init__(
        self,
        *,
        per_second: float,
        burst: int,
        max_askers: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._most_askers = max_askers
        self._clock = clock
        # What each had left, and when.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, asker: str, cost: float = 1.0) -> int:
        """Take tokens; return 0, or after how many seconds to ask again when there are too few."""
        now = self._clock()
        left, since = self._left.get(asker, (self._burst, now))
        # A clock that went back fills nothing.
        left = min(self._burst, left + max(now - since, 0.0) * self._per_second)
        granted = left >= min(cost, self._burst)
        self._left[asker] = (left - cost if granted else left, now)
        self._left.move_to_end(asker)
        if len(self._left) > self._most_askers:
            self._left.popitem(last=False)
        return 0 if granted else max(1, math.ceil((cost - left) / self._per_second))

    def __len__(self) -> int:
        return len(self._left)


@lru_cache(1024)
def neighbourhood(address: str | None) -> str:
    """Return what all addresses of one household have in common.

    A household has one IPv4 address, and 2**64 of IPv6:

    >>> neighbourhood("192.0.2.7")
    '192.0.2.7'
    >>> neighbourhood("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    >>> neighbourhood("::ffff:192.0.2.7")
    '192.0.2.7'
    >>> neighbourhood(None)
    'unknown'
    """
    try:
        parsed = ipaddress.ip_address(address or "")
    except ValueError:
        return address or "unknown"
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
