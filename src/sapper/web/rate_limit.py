"""Request rate limiting with token buckets."""

import ipaddress
import math
import random
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from sapper.web.settings import Settings

_REFUSALS_PER_SECOND: Final = 50
_MIN_REFUSAL_DELAY: Final = 1.0
_MAX_REFUSAL_DELAY: Final = 5.0


class TokenBuckets:
    """A set of token buckets, one per client.

    When there are more than `max_clients` buckets, the least recently used one is evicted. A client
    whose bucket was evicted starts again with a full bucket.
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
        """Take `cost` tokens from a client's bucket. Returns 0 on success.

        If the bucket contains too few tokens, none are taken, and the result is the number of
        seconds to wait.
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

    def charge(self, client: str, cost: float) -> None:
        """Take `cost` tokens from a client's bucket, even if the bucket contains too few.

        A client's debt is limited to the size of one burst.
        """
        tokens, updated_at = self._buckets.get(client, (self._burst, self._clock()))
        self._buckets[client] = (max(tokens - cost, -self._burst), updated_at)

    def __len__(self) -> int:
        return len(self._buckets)


class NetworkLimits:
    """The resource limits shared by all clients in the same network."""

    def __init__(self, settings: Settings) -> None:
        self.requests = TokenBuckets(
            per_second=settings.network_requests_per_second, burst=settings.network_request_burst
        )
        self.stored_bytes = TokenBuckets(
            per_second=settings.network_bytes_per_second, burst=settings.network_byte_burst
        )
        self.new_players = TokenBuckets(
            per_second=settings.new_players_per_minute / 60, burst=settings.new_player_burst
        )
        self.open_requests = ConcurrencyLimit(settings.max_network_requests)
        self.refusals = RefusalDelays()
        self.open_bodies = ConcurrencyLimit(settings.max_network_bodies)
        self.pictures = ByteBudget(
            per_network=settings.max_network_picture_bytes,
            total=settings.max_concurrent_picture_bytes,
        )
        self.responses = ByteBudget(
            per_network=settings.max_network_response_bytes,
            total=settings.max_concurrent_response_bytes,
        )


class ByteBudget:
    """A limit on the memory used by large bodies, per client network and in total."""

    def __init__(self, *, per_network: int, total: int) -> None:
        self._per_network = per_network
        self._total = total
        self._held: Counter[str] = Counter()

    @contextmanager
    def reserve(self, network: str) -> Iterator["Reservation"]:
        """Yield an empty reservation. All reserved bytes are released at the end of the block."""
        reservation = Reservation(self, network)
        try:
            yield reservation
        finally:
            self.change(network, -reservation.size)

    def has_room(self, network: str, size: int) -> bool:
        """Return whether `size` more bytes may be reserved for a client network."""
        return (
            self._held[network] + size <= self._per_network
            and self._held.total() + size <= self._total
        )

    def change(self, network: str, size: int) -> None:
        """Add `size`, which may be negative, to the bytes reserved for a client network."""
        self._held[network] += size
        if not self._held[network]:
            del self._held[network]


class Reservation:
    """The memory reserved for one request."""

    def __init__(self, budget: ByteBudget, network: str) -> None:
        self._budget = budget
        self._network = network
        self.size = 0

    def has_room(self, size: int) -> bool:
        """Return whether the reservation may grow by `size` bytes.

        Announcing a large body does not reserve memory, because bytes are reserved only as they
        arrive.
        """
        return self._budget.has_room(self._network, size)

    def add(self, size: int) -> bool:
        """Reserve `size` more bytes and return True, or return False if too few bytes are left."""
        if not self.has_room(size):
            return False
        self.size += size
        self._budget.change(self._network, size)
        return True


class ConcurrencyLimit:
    """A limit on the number of concurrent operations per client network."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._counts: Counter[str] = Counter()

    @contextmanager
    def acquire(self, network: str) -> Iterator[bool]:
        """Record an operation and yield True if the client network is within its limit."""
        self._counts[network] += 1
        try:
            yield self._counts[network] <= self._limit
        finally:
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]


class RefusalDelays:
    """Random delays that spread out the refusals sent to each client network.

    If all refusals had the same delay, many connections would retry simultaneously and cause
    recurring load peaks.
    """

    def __init__(self) -> None:
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def next_delay(self, network: str) -> Iterator[float]:
        """Yield the number of seconds by which to delay the response to a refused request.

        The delay increases with the number of requests from the same client network that are
        already waiting.
        """
        self._waiting[network] += 1
        max_delay = _MIN_REFUSAL_DELAY + self._waiting[network] / _REFUSALS_PER_SECOND
        try:
            yield random.uniform(_MIN_REFUSAL_DELAY, min(max_delay, _MAX_REFUSAL_DELAY))  # noqa: S311
        finally:
            self._waiting[network] -= 1
            if not self._waiting[network]:
                del self._waiting[network]


@lru_cache(1024)
def client_network(address: str | None) -> str:
    """Return the address or network that identifies a client for rate limiting.

    A home connection has one IPv4 address or an IPv6 network of up to /48, which contains 65,536
    /64 networks.

    >>> client_network("192.0.2.7")
    '192.0.2.7'
    >>> client_network("2001:db8:1:2:3:4:5:6")
    '2001:db8:1::/48'
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
    return str(ipaddress.ip_network((parsed, 48), strict=False))
