"""Time as a service counts it, moved by tests."""

from __future__ import annotations

from datetime import UTC, datetime

START = datetime(2030, 1, 1, tzinfo=UTC).timestamp()
"""In the future, so that no message looks old to a bot that compares it with the time of its machine."""


class Clock:
    """Stands still until a test moves it."""

    def __init__(self, start: float = START) -> None:
        self._now = start

    def now(self) -> float:
        """Seconds since 1970."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let that much time pass at once."""
        self._now += seconds
