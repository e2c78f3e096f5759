"""Ids and moments as Discord writes them."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.loopback.core.clock import Clock

DISCORD_EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Ids in the order of their making: two runs that do the same get the same ids.

    Each is a millisecond later than the one before, so that guilds fall on different shards.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._made = 0

    def __call__(self) -> int:
        self._made += 1
        milliseconds = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS + self._made
        return milliseconds << 22 | self._made & 0xFFF


def iso(seconds: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
