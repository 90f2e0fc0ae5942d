"""Figures about the server itself, in the text format of Prometheus."""

from collections.abc import Iterator
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from sapper.web.connection_limits import TRAFFIC
from sapper.web.context import Context

BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
# Whoever may make up methods must not make up rows of the table.
_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Measures:
    """Counts requests; asks the parts of the server for the rest when somebody looks."""

    def __init__(self) -> None:
        # A registry of its own: several applications may live in one process, as in tests.
        self._registry = CollectorRegistry()
        self._seconds = Histogram(
            "sapper_request_seconds",
            "How long requests took, by route and status",
            ["method", "route", "status"],
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._refused = Counter(
            "sapper_requests_refused",
            "Requests that the guard refused, by reason",
            ["reason"],
            registry=self._registry,
        )
        self.in_progress = 0
        """How many requests are being answered."""
        ProcessCollector(registry=self._registry)

    def watch(self, context: Context) -> None:
        """Report the figures of this context too."""
        self._registry.register(_Parts(context, self))

    def count(
        self, method: str, route: str, status: int, seconds: float, refused: str | None
    ) -> None:
        """Count one request; status 0 if it got no answer."""
        known = method if method in _METHODS else "other"
        self._seconds.labels(known, route, str(status)).observe(seconds)
        if refused is not None:
            self._refused.labels(refused).inc()

    def text(self) -> bytes:
        """Return all figures."""
        return generate_latest(self._registry)


class _Parts(Collector):
    def __init__(self, context: Context, measures: Measures) -> None:
        self._context = context
        self._measures = measures

    def collect(self) -> Iterator[Metric]:
        writes, transactions = self._context.store.writes
        thinkers = self._context.thinkers
        for name, text, value in [
            ("sapper_writes", "Writes to the database", writes),
            ("sapper_transactions", "Transactions that held them", transactions),
            ("sapper_thinking_refused", "Questions refused with 429", thinkers.refused),
            ("sapper_thinking_ended", "Questions that took too long", thinkers.ended),
        ]:
            yield CounterMetricFamily(name, text, value=value)
        for name, text, value in [
            ("sapper_thinking_waiting", "Questions being thought about", thinkers.waiting),
            ("sapper_cached_games", "Games kept in memory", self._context.tables.cached),
            ("sapper_requests_in_progress", "Requests being answered", self._measures.in_progress),
            ("sapper_connections", "Connections of the process", len(TRAFFIC.open)),
            ("sapper_connections_idle", "Those that wait for a request", len(TRAFFIC.idle)),
        ]:
            yield GaugeMetricFamily(name, text, value=value)
        ended = CounterMetricFamily(
            "sapper_connections_ended", "Connections that the server cut", labels=["reason"]
        )
        for reason, count in sorted(TRAFFIC.ended.items()):
            ended.add_metric([reason], count)
        yield ended
        limits = GaugeMetricFamily("sapper_limit", "The limits of the settings", labels=["name"])
        for name, limit in self._context.settings.limits().items():
            limits.add_metric([name], limit)
        yield limits
