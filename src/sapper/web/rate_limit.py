"""Request rate limiting with token buckets."""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache


class TokenBuckets:
    """A set of token buckets, one per client.

    When there are more than `max_clients` buckets, the least recently used one is evicted. A client
    whose bucket was evicted starts over with a full one.
    """

    def __init__(
        self,
        *,
        per_second: float,
        burst: int,
        max_clients: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._max_clients = max_clients
        self._clock = clock
        # The remaining tokens and the time of the last update for each client.
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: float = 1.0) -> int:
        """Take `cost` tokens from a client's bucket and return 0.

        If the bucket contains too few tokens, take none and return the number of seconds to wait.
        """
        now = self._clock()
        tokens, updated_at = self._buckets.get(client, (self._burst, now))
        # A clock that was set back adds no tokens.
        tokens = min(self._burst, tokens + max(now - updated_at, 0.0) * self._per_second)
        is_granted = tokens >= min(cost, self._burst)
        self._buckets[client] = (tokens - cost if is_granted else tokens, now)
        self._buckets.move_to_end(client)
        if len(self._buckets) > self._max_clients:
            self._buckets.popitem(last=False)
        return 0 if is_granted else max(1, math.ceil((cost - tokens) / self._per_second))

    def __len__(self) -> int:
        return len(self._buckets)


@lru_cache(1024)
def client_network(address: str | None) -> str:
    """Return the address or network that identifies a client for rate limiting.

    A home connection usually has one IPv4 address or one IPv6 /64 network.

    >>> client_network("192.0.2.7")
    '192.0.2.7'
    >>> client_network("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    >>> client_network("::ffff:192.0.2.7")
    '192.0.2.7'
    >>> client_network(None)
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
