"""Server metrics in the Prometheus text format."""

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

from sapper.web.context import Context

BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
# All other methods share a single label value. Otherwise, clients could create an unlimited number
# of time series by inventing methods.
_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The server's metrics registry."""

    def __init__(self) -> None:
        # Each application has its own registry, because a process may run several, as in tests.
        self._registry = CollectorRegistry()
        self._seconds = Histogram(
            "sapper_request_seconds",
            "Duration of requests, by method, route and status",
            ["method", "route", "status"],
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._refused = Counter(
            "sapper_requests_refused",
            "Requests refused by the middleware, by reason",
            ["reason"],
            registry=self._registry,
        )
        self.requests_in_progress = 0
        ProcessCollector(registry=self._registry)

    def register_context(self, context: Context) -> None:
        """Register a context's metrics, which are collected on every scrape."""
        self._registry.register(_ContextCollector(context, self))

    def record_request(
        self, method: str, route: str, status: int, seconds: float, refused: str | None
    ) -> None:
        """Record a completed request. A `status` of 0 means that no response was sent."""
        label = method if method in _METHODS else "other"
        self._seconds.labels(label, route, str(status)).observe(seconds)
        if refused is not None:
            self._refused.labels(refused).inc()

    def to_text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self._registry)


class _ContextCollector(Collector):
    def __init__(self, context: Context, metrics: Metrics) -> None:
        self._context = context
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        writes, transactions = self._context.store.write_counts
        workers = self._context.workers
        for name, text, value in [
            ("sapper_writes", "Database writes", writes),
            ("sapper_transactions", "Database transactions with writes", transactions),
            ("sapper_jobs_refused", "Jobs refused with status 429", workers.refused_jobs),
            ("sapper_jobs_failed", "Jobs whose worker was killed or died", workers.failed_jobs),
        ]:
            yield CounterMetricFamily(name, text, value=value)
        in_progress = self._metrics.requests_in_progress
        for name, text, value in [
            ("sapper_jobs", "Running and waiting jobs", workers.active_jobs),
            ("sapper_cached_games", "Games held in memory", self._context.game_cache.size),
            ("sapper_requests_in_progress", "Requests being handled", in_progress),
        ]:
            yield GaugeMetricFamily(name, text, value=value)
        limits = GaugeMetricFamily("sapper_limit", "Numeric settings", labels=["name"])
        for name, limit in self._context.settings.limits().items():
            limits.add_metric([name], limit)
        yield limits
