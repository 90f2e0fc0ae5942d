"""Figures about the server itself, in the text format of Prometheus."""

from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from sapper.web.context import Context

BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
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

    def watch(self, context: Context) -> None:
        """Report the figures of this context too."""
        self._registry.register(_Parts(context))

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request."""
        self._seconds.labels(method, route, str(status)).observe(seconds)

    def text(self) -> bytes:
        """Return all figures."""
        return generate_latest(self._registry)


class _Parts(Collector):
    def __init__(self, context: Context) -> None:
        self._context = context

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
        yield GaugeMetricFamily(
            "sapper_thinking_waiting", "Questions being thought about", value=thinkers.waiting
        )
        yield GaugeMetricFamily(
            "sapper_cached_games", "Games kept in memory", value=self._context.tables.cached
        )
