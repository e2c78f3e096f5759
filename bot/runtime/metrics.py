"""Metrics for Prometheus; none of them identifies a person, a chat or a match."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from bot.handlers.dispatcher import Handle
from bot.interface import Answer, Incoming, Note, Post, Update

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Buckets; Discord requires a first answer within three seconds."""


class Metrics:
    """All metrics of one bot, in a registry of their own; the monitor sets the gauges."""

    content_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        self.presses = counter(
            "tischrand_presses",
            "Presses and commands, by kind of request and outcome.",
            ("platform", "request", "outcome"),
        )
        self.seconds = Histogram(
            "tischrand_press_seconds",
            "Time from receiving a press to its answer, without the way to the platform.",
            ("platform",),
            buckets=SECONDS,
            registry=registry,
        )
        self.errors = counter("tischrand_errors", "Logged errors, by kind.", ("kind",))
        self.connected = gauge(
            "tischrand_platform_connected", "1 while the platform is connected.", ("platform",)
        )
        self.behind = gauge("tischrand_boards_behind", "Boards that are out of date.")
        self.overdue = gauge(
            "tischrand_deadlines_overdue",
            "Deadlines that are overdue by a minute or more.",
        )
        self.running = gauge("tischrand_matches_running", "Running matches.")
        self.people = gauge("tischrand_people", "Known players; one with linked accounts counts once.")
        self.database = gauge(
            "tischrand_database_bytes", "Size of the database, including its write-ahead log."
        )
        self.backup_age = gauge(
            "tischrand_backup_age_seconds",
            "Age of the bot's last backup; +Inf if there is none, NaN if backups are off.",
        )
        ProcessCollector(registry=registry)

    def measured(self, handle: Handle) -> Handle:
        """Wrap a handler so that its requests are counted and timed."""

        async def answer_measured(incoming: Incoming) -> Answer:
            platform, request, outcome = incoming.account.platform, type(incoming.request).__name__, "failed"
            try:
                with self.seconds.labels(platform).time():
                    answer = await handle(incoming)
                outcome = outcome_of(answer)
                return answer
            finally:
                self.presses.labels(platform, request, outcome).inc()

        return answer_measured

    @contextmanager
    def errors_counted(self) -> Iterator[None]:
        """Count errors that are logged inside the context, also by libraries."""
        counter = _ErrorCounter(self.errors)
        logging.getLogger().addHandler(counter)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(counter)

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus, of type `content_type`."""
        return generate_latest(self._registry)


def outcome_of(answer: Answer) -> str:
    """Classify an answer.

    Returns:
        `updated` or `posted` for a changed or new message, `corrected` for an update with a note, `noted`
        for a note about success, `refused` for any other note, `nothing` for no answer.
    """
    match answer:
        case Update(note=None):
            return "updated"
        case Update():
            return "corrected"
        case Post():
            return "posted"
        case Note(succeeded=True):
            return "noted"
        case Note():
            return "refused"
        case None:
            return "nothing"


class _ErrorCounter(logging.Handler):
    """Counts logged errors by the class of the exception."""

    def __init__(self, errors: Counter) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        self._errors.labels(kind.__name__ if kind else "logged").inc()
