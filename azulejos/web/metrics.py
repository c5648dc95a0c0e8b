"""The metrics of a server, for Prometheus."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

MOVE_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
WAIT_BUCKETS = (0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
BOT_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16)
GAUGES = {
    "azulejos_rooms": "Tables in memory.",
    "azulejos_sockets": "Open sockets.",
    "azulejos_jobs_running": "Workers at work.",
    "azulejos_results_bytes": "Size of the results in memory: replays, pictures, films.",
    "azulejos_damaged_tables": "Damaged tables that were found since the server started.",
    "azulejos_up_seconds": "Seconds since the server started.",
}


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._registry = registry = CollectorRegistry()
        self.requests = Counter("azulejos_requests", "HTTP responses, by status.", ["status"], registry=registry)
        self.entries = Counter("azulejos_entries", "Entries appended to the logs of tables.", registry=registry)
        self.appends = Counter("azulejos_appends", "Durable appends to the logs of tables.", registry=registry)
        self.append_seconds = Counter("azulejos_append_seconds", "Total time of these appends, in seconds.", registry=registry)
        self.not_stored = Counter("azulejos_not_stored", "Appends that the database refused.", registry=registry)
        self.overtaken = Counter("azulejos_overtaken", "Appends that another server was faster than.", registry=registry)
        self.bot_moves = Counter("azulejos_bot_moves", "Moves chosen by bots.", registry=registry)
        self.bot_seconds = Counter(
            "azulejos_bot_seconds", "Total time of these moves in seconds, including the wait for a worker.", registry=registry
        )
        self.move_seconds = Histogram(
            "azulejos_move_seconds", "Time from a move's arrival until it is stored and sent.",
            buckets=MOVE_BUCKETS, registry=registry,
        )  # fmt: skip
        self._bot_move_seconds = Histogram(
            "azulejos_bot_move_seconds", "Time that a bot took for a move, by level.",
            ["level"], buckets=BOT_BUCKETS, registry=registry,
        )  # fmt: skip
        self.job_wait_seconds = Histogram(
            "azulejos_job_wait_seconds", "Time that a step of a job waited for a worker, by urgency.",
            ["urgency"], buckets=WAIT_BUCKETS, registry=registry,
        )  # fmt: skip
        self.job_seconds = Histogram(
            "azulejos_job_seconds", "Processor time of a step of a job, by what it does.",
            ["work"], buckets=WAIT_BUCKETS, registry=registry,
        )  # fmt: skip
        self.workers_ended = Counter(
            "azulejos_workers_ended", "Workers that were replaced: died, late, stopped, or left by those who asked.",
            ["why"], registry=registry,
        )  # fmt: skip
        self.jobs_waiting = Gauge(
            "azulejos_jobs_waiting", "Jobs that wait for a worker, by urgency.", ["urgency"], registry=registry
        )
        self.refused = Counter(
            "azulejos_refused", "Refusals because a budget was used up, by budget.", ["limit"], registry=registry
        )
        if sys.platform == "linux":
            ProcessCollector(registry=registry)
        else:
            registry.register(_ProcessTime())

    def count_bot_move(self, level: str, seconds: float) -> None:
        """Count a bot's move and its time."""
        self.bot_moves.inc()
        self.bot_seconds.inc(seconds)
        self._bot_move_seconds.labels(level).observe(seconds)

    def text(self, gauges: Mapping[str, float]) -> bytes:
        """Return all metrics in Prometheus's text format, with the current values of some gauges."""
        values = {**gauges, "azulejos_up_seconds": time.monotonic() - self._started}
        present = CollectorRegistry()
        present.register(_Gauges(values))
        return generate_latest(self._registry) + generate_latest(present)


class _Gauges(Collector):
    def __init__(self, values: Mapping[str, float]) -> None:
        self.values = values

    def collect(self) -> Iterator[Metric]:
        for name, value in self.values.items():
            yield GaugeMetricFamily(name, GAUGES[name], value)


class _ProcessTime(Collector):
    """The processor time, on platforms where `ProcessCollector` has none."""

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily("process_cpu_seconds", "Processor time of the server in seconds.", time.process_time())
