"""Who can be reached where: who acted in which chat and when, and where nobody hears the bot.

Kept in memory only. What is forgotten with a restart is found out again: a closed chat refuses once more, and
where the players of a match made something happen in it, the store remembers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cachetools import LRUCache

from bot.interface import Chat
from games.events import MatchId, PlayerId

PRESENT_FOR = 300  # seconds in which somebody who acted in a chat sees what changes there
CLOSED_FOR = 3600  # seconds until a chat that refused is tried again
KEPT = 50_000  # newest entries of each kind, at about 200 bytes each

Why = Literal["closed", "away"]
"""Why somebody sees no board: his chats are closed, or he is on a platform that does not run."""


class PresenceTracker:
    """What is known of people and chats since the start."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Nothing is known yet.

        Args:
            clock: the time in seconds since 1970.
        """
        self._clock = clock
        self._acted: LRUCache[tuple[str, str, PlayerId], int] = LRUCache(KEPT)
        self._last: LRUCache[PlayerId, str] = LRUCache(KEPT)
        self._closed: LRUCache[tuple[str, str], _Closed] = LRUCache(KEPT)
        self._cut_off: LRUCache[MatchId, dict[PlayerId, Why]] = LRUCache(KEPT)

    def record_activity(self, player: PlayerId, chat: Chat) -> None:
        """Somebody asked for something in a chat; his own private chat is open, then.

        So is a chat that had been lost, as the bot has heard him there.
        """
        self._acted[chat.platform, chat.id, player] = self._clock()
        self.set_last_platform(player, chat.platform)
        closed = self._closed.get((chat.platform, chat.id))
        if chat.private or (closed and closed.lost):
            self.mark_open(chat.platform, chat.id)

    def last_active(self, player: PlayerId, platform: str, chat: str) -> int:
        """When he last acted there, in seconds since 1970; 0 where nothing is known."""
        return self._acted.get((platform, chat, player), 0)

    def last_platform(self, player: PlayerId) -> str | None:
        """The platform where he acted last; None where nothing is known."""
        return self._last.get(player)

    def set_last_platform(self, player: PlayerId, platform: str) -> None:
        """Of all platforms he acted last on this one."""
        self._last[player] = platform

    def merge(self, former: PlayerId, player: PlayerId) -> None:
        """One player is no more: what is known of him is known of the other."""
        for platform, chat, who in [key for key in self._acted if key[2] == former]:
            at = self._acted.pop((platform, chat, who))
            self._acted[platform, chat, player] = max(at, self.last_active(player, platform, chat))
        self._last.pop(former, None)

    @property
    def now(self) -> int:
        """The time, in seconds since 1970."""
        return self._clock()

    # Closed chats

    def mark_closed(self, platform: str, chat: str, *, lost: bool = False) -> None:
        """The bot cannot write there by itself; at most it can answer. A lost one it cannot even hear."""
        self._closed[platform, chat] = _Closed(self._clock(), lost)

    def mark_open(self, platform: str, chat: str) -> None:
        """The bot can write there."""
        self._closed.pop((platform, chat), None)

    def is_closed(self, platform: str, chat: str) -> bool:
        """It is useless to begin there."""
        closed = self._closed.get((platform, chat))
        return closed is not None and self._clock() - closed.since < CLOSED_FOR

    # Players who see no board of their match

    def mark_unreached(self, player: PlayerId, match: MatchId, why: Why = "closed") -> bool:
        """He sees no board of this match any more; whether that is news."""
        known = self._cut_off.get(match, {})
        self._cut_off[match] = {**known, player: why}
        return player not in known

    def mark_reached(self, player: PlayerId | None, match: MatchId) -> None:
        """A board stands that he sees; None: one that all can see."""
        known = self._cut_off.pop(match, {})
        seeing = {player} if player else {who for who, why in known.items() if why == "closed"}
        if left := {who: why for who, why in known.items() if who not in seeing}:
            self._cut_off[match] = left

    def why_unreached(self, player: PlayerId, match: MatchId) -> Why | None:
        """Why he sees no board of this match; None: he does, as far as is known."""
        return self._cut_off.get(match, {}).get(player)


@dataclass(frozen=True, slots=True)
class _Closed:
    since: int
    lost: bool
