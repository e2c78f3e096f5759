"""How long somebody waits before they challenge the same person once more: longer each time, in memory.

It is counted by their player and by the account that they do it with: that they have been forgotten meanwhile
does not change it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from cachetools import LRUCache

from bot.handlers.rate_limit import Pauses, account_key
from bot.interface import Account
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from storage.changes import Change
from storage.matches import Seen

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
        self._made: LRUCache[tuple[str, PlayerId], tuple[int, float]] = LRUCache(KEPT)
        self._accounts: LRUCache[tuple[PlayerId, PlayerId], frozenset[str]] = LRUCache(KEPT)

    def left(self, challenger: PlayerId, account: Account, invited: PlayerId) -> int:
        """Seconds until this person may be challenged by the other, with that account; 0: at once."""
        return max(
            self._left(who, invited) for who in (challenger, account_key(account.platform, account.id))
        )

    def _left(self, challenger: str, invited: PlayerId) -> int:
        count, last = self._made.get((challenger, invited), (0, 0.0))
        return max(0, ceil(last + self._pauses.after(count) - self._clock())) if count else 0

    def heed(self, change: Change) -> None:
        """A change is stored: maybe a challenge, or the acceptance of one."""
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
