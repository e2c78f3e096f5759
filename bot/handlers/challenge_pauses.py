"""How long somebody waits before they challenge the same person once more: longer each time, in memory."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from cachetools import LRUCache

from bot.handlers.rate_limit import Pauses
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from storage.store import Change

KEPT = 10_000  # newest pairs; all others are taken to have challenged each other never


class ChallengePauses:
    """Counts challenges by name for each challenger and invited person, until one is accepted."""

    def __init__(self, pauses: Pauses, clock: Callable[[], float]) -> None:
        """Nobody has been challenged yet.

        Args:
            pauses: how long they are.
            clock: in seconds; never put back.
        """
        self._pauses, self._clock = pauses, clock
        self._made: LRUCache[tuple[PlayerId, PlayerId], tuple[int, float]] = LRUCache(KEPT)

    def left(self, challenger: PlayerId, invited: PlayerId) -> int:
        """Seconds until this person may be challenged by the other; 0: at once."""
        count, last = self._made.get((challenger, invited), (0, 0.0))
        return max(0, ceil(last + self._pauses.after(count) - self._clock())) if count else 0

    def heed(self, change: Change) -> None:
        """A change is stored: maybe a challenge, or the acceptance of one."""
        for event in change.events:
            if isinstance(event, ChallengeOffered) and event.invited is not None:
                self._count(event.challenger, event.invited)
            elif isinstance(event, ChallengeAccepted):
                first, second = change.row.players
                self._made.pop((first, second), None)
                self._made.pop((second, first), None)

    def _count(self, challenger: PlayerId, invited: PlayerId) -> None:
        count, last = self._made.get((challenger, invited), (0, 0.0))
        forgotten = self._clock() - last > self._pauses.longest
        self._made[challenger, invited] = (1 if forgotten else count + 1, self._clock())
