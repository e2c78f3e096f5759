"""Pauses between challenges to one person, and between rated matches of a person who abandons them."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from cachetools import LRUCache

from bot.domain.terms import DAY
from bot.handlers.access import Pauses, RateLimits, account_key
from bot.interface import Account
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from storage.changes import Change
from storage.matches import Seen
from storage.results import Abandoned
from storage.sql.results import Results

PAIRS_KEPT = 10_000  # most recent pairs; any other pair counts as having no challenges
COUNTED_FOR = 7 * DAY  # seconds


class ChallengePauses:
    """Counts challenges by name per challenger and invited player, until one is accepted."""

    def __init__(self, pauses: Pauses, clock: Callable[[], float]) -> None:
        self._pauses, self._clock = pauses, clock
        self._made: LRUCache[tuple[str, PlayerId], tuple[int, float]] = LRUCache(PAIRS_KEPT)
        self._accounts: LRUCache[tuple[PlayerId, PlayerId], frozenset[str]] = LRUCache(PAIRS_KEPT)

    def left(self, challenger: PlayerId, account: Account, invited: PlayerId) -> int:
        """Seconds until `invited` may be challenged by this player and account; 0: now."""
        return max(
            self._left(who, invited) for who in (challenger, account_key(account.platform, account.id))
        )

    def _left(self, challenger: str, invited: PlayerId) -> int:
        count, last = self._made.get((challenger, invited), (0, 0.0))
        return max(0, ceil(last + self._pauses.after(count) - self._clock())) if count else 0

    def count_proposal(self, proposer: PlayerId, account: Account, asked: PlayerId) -> None:
        """Count a match proposed to a player and somebody else as a challenge."""
        for who in (proposer, account_key(account.platform, account.id)):
            self._count(who, asked)

    def count(self, change: Change) -> None:
        """Count a challenge in a stored change, or reset the pair's count when one is accepted."""
        for event in change.events:
            if isinstance(event, ChallengeOffered) and event.invited is not None:
                self._count(event.challenger, event.invited)
                self._count_account(event.challenger, change.seen, event.invited)
            elif isinstance(event, ChallengeAccepted):
                first, second = change.row.players
                for one, other in ((first, second), (second, first)):
                    for who in (one, *self._accounts.pop((one, other), ())):
                        self._made.pop((who, other), None)

    def _count_account(self, challenger: PlayerId, seen: Seen | None, invited: PlayerId) -> None:
        if seen is None or not seen.account:
            return
        account = account_key(seen.platform, seen.account)
        self._accounts[challenger, invited] = self._accounts.get((challenger, invited), frozenset()) | {
            account
        }
        self._count(account, invited)

    def _count(self, challenger: str, invited: PlayerId) -> None:
        count, last = self._made.get((challenger, invited), (0, 0.0))
        forgotten = self._clock() - last > self._pauses.longest
        self._made[challenger, invited] = (1 if forgotten else count + 1, self._clock())


class StartPauses:
    """Pauses for players who abandon rated matches at their start, computed from the store."""

    def __init__(self, store: Results, rates: RateLimits) -> None:
        self._store, self._alone, self._pair = store, rates.starts, rates.starts_of_pair

    async def of(self, player: PlayerId, at: int) -> int:
        """Seconds until a player can begin a rated match; 0: now."""
        return _left(await self._store.abandoned_by(player, at - COUNTED_FOR), self._alone, at)

    async def between(self, one: PlayerId, other: PlayerId, at: int) -> int:
        """Seconds until these two can begin a rated match with each other; 0: now."""
        return _left(await self._store.abandoned_between(one, other, at - COUNTED_FOR), self._pair, at)

    async def keep_apart(self, asks: PlayerId, waits: PlayerId, at: int) -> bool:
        """Whether matchmaking must not pair these two in a rated match yet; the reason stays undisclosed."""
        return bool(await self.between(asks, waits, at) or await self.of(waits, at))


def _left(abandoned: Abandoned, pauses: Pauses, at: int) -> int:
    return max(0, abandoned.last + pauses.after(abandoned.number) - at)
