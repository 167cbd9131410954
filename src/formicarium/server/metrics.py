"""What the house counts and measures, as Prometheus reads it."""

import os
from collections.abc import Iterator

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import Metric

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)  # seconds
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)  # seconds
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Metrics:
    """All metrics of one application; each has a registry of its own, and says whose it is.

    >>> metrics = Metrics("7")
    >>> metrics.moves.labels("myrmes").inc()
    >>> b'formicarium_moves_total{game="myrmes",worker="7"} 1.0' in metrics.exposition()
    True
    """

    def __init__(self, worker: str = "") -> None:
        self.worker = worker or str(os.getpid())
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._count_games()
        self._count_storage()
        self._count_thinking()
        self._count_network()

    def exposition(self) -> bytes:
        """Everything as text, of type `CONTENT_TYPE`."""
        return generate_latest(self)

    def collect(self) -> Iterator[Metric]:
        """All that was counted, with the name of this worker: any of several may be asked."""
        for metric in self.registry.collect():
            metric.samples = [
                sample._replace(labels={**sample.labels, "worker": self.worker})
                for sample in metric.samples
            ]
            yield metric

    def committed(self, writes: int, seconds: float) -> None:
        """Something has been stored."""
        self.commit_writes.observe(writes)
        self.commit_seconds.observe(seconds)

    def _count_games(self) -> None:
        self.moves = self._counter("moves", "Decisions played, by people and bots.", "game")
        self.commands = self._counter("commands", "Commands, by what became of them.", "outcome")
        self.command_seconds = self._histogram(
            "command_seconds", "From a command to its answer.", QUICK
        )
        self.tables = self._gauge("tables_in_memory", "Tables that are open here.")

    def _count_storage(self) -> None:
        self.commit_writes = self._histogram(
            "commit_writes", "Writes that were stored in one commit.", SIZES
        )
        self.commit_seconds = self._histogram("commit_seconds", "Until a commit is durable.", QUICK)
        self.disk_free = self._gauge("disk_free_bytes", "Room on the disk of the database.")
        self.database_size = self._gauge("database_bytes", "Size of the database.")
        self.last_backup = self._gauge("last_backup_seconds", "When a copy was made; 0: never.")

    def _count_thinking(self) -> None:
        self.bot_decisions = self._counter("bot_decisions", "Decisions of bots.")
        self.bot_forfeits = self._counter("bot_forfeits", "Decisions that bots lost.")
        self.bot_shortened = self._counter("bot_shortened", "Decisions with less than all effort.")
        self.bot_seconds = self._histogram("bot_seconds", "Thinking of bots.", SLOW)
        self.jobs = self._counter("jobs", "Hints and analyses, by outcome.", "kind", "outcome")
        self.thinking_queue = self._gauge("thinking_queue", "Bots, hints, analyses that wait.")
        self.oldest_bot = self._gauge("oldest_waiting_bot_seconds", "Since a bot has waited.")
        self.effort = self._gauge("thinking_effort", "The share of the usual thinking, at least.")
        self.pausing = self._gauge("tables_pausing", "Tables of bots alone that nobody watches.")

    def _count_network(self) -> None:
        self.sockets_open = self._gauge("sockets_open", "WebSockets that are open here.")
        self.letters = self._counter(
            "letters", "Messages to people who are not here, by outcome.", "channel", "outcome"
        )
        self.refusals = self._counter("refusals", "What was refused as too much.", "limit")
        self.http_requests = self._counter(
            "http_requests", "Requests, by the pattern of their path.", "route", "status"
        )

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"formicarium_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"formicarium_{name}", about, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"formicarium_{name}", about, buckets=buckets, registry=self.registry)
