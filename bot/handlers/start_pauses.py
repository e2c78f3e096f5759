"""How long somebody waits for a rated match after they have given up others right after the start.

Otherwise a deal could be shopped for: begin, look, give up, begin again. It is counted from stored results,
by person and by pair, and a keyed hash of their accounts finds those from before they were forgotten.
"""

from __future__ import annotations

from bot.domain.challenge_requests import ChallengeReason, ChallengeRefusal
from bot.domain.terms import DAY
from bot.handlers.rate_limit import Pauses, RateLimits
from games.events import PlayerId
from storage.results import Abandoned
from storage.sql.results import Results

COUNTED_FOR = 7 * DAY  # seconds


class StartPauses:
    """Asks the store how often matches were abandoned at their start."""

    def __init__(self, store: Results, rates: RateLimits) -> None:
        self._store, self._alone, self._pair = store, rates.starts, rates.starts_of_pair

    async def of(self, player: PlayerId, at: int) -> int:
        """Seconds until a person can begin a rated match; 0: now."""
        return _left(await self._store.abandoned_by(player, at - COUNTED_FOR), self._alone, at)

    async def between(self, one: PlayerId, other: PlayerId, at: int) -> int:
        """Seconds until these two can begin one with each other; likewise."""
        return _left(await self._store.abandoned_between(one, other, at - COUNTED_FOR), self._pair, at)

    async def refusal(
        self, asks: PlayerId, other: PlayerId | None, at: int, *, begins: bool = False
    ) -> ChallengeRefusal | None:
        """Why a rated match cannot begin yet; None if it can.

        Args:
            asks: who challenges, or accepts.
            other: with whom, if that is known.
            at: when, in seconds since 1970.
            begins: it would begin now, so that the other one must be able to begin it, too.
        """
        if wait := await self.of(asks, at):
            return ChallengeRefusal(ChallengeReason.GAVE_UP, wait=wait)
        if other is None:
            return None
        if wait := await self.between(asks, other, at):
            return ChallengeRefusal(ChallengeReason.GAVE_UP_BOTH, other, wait)
        if begins and (wait := await self.of(other, at)):
            return ChallengeRefusal(ChallengeReason.CANNOT_BEGIN, other, wait)
        return None

    async def keep_apart(self, asks: PlayerId, waits: PlayerId, at: int) -> bool:
        """Two who look for an opponent do not meet in a rated match yet; who asks is not told why."""
        return bool(await self.between(asks, waits, at) or await self.of(waits, at))


def _left(abandoned: Abandoned, pauses: Pauses, at: int) -> int:
    return max(0, abandoned.last + pauses.after(abandoned.number) - at)
