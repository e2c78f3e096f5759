"""Who was active in which chat and when, and which chats refuse messages of the bot.

Kept in memory only. What is forgotten with a restart is found out again: a closed chat refuses once more, and
where the players of a match made something happen in it, the store remembers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Literal

from cachetools import LRUCache

from bot.interface import Chat
from games.events import MatchId, PlayerId

PRESENT_FOR = 300  # seconds after an activity in a chat in which a player sees what changes there
CLOSED_FOR = 3600  # seconds until a chat that refused is tried again
KEPT = 50_000  # newest entries of each kind, at about 200 bytes each

Why = Literal["closed", "away"]
"""Why no board reaches a player: their chats are closed, or their platform does not run."""


class PresenceTracker:
    """What is known of people and chats since the start."""

    def __init__(self, clock: Callable[[], int], elapsed: Callable[[], float]) -> None:
        """Nothing is known yet.

        Args:
            clock: the time in seconds since 1970, as the host tells it.
            elapsed: the seconds since some moment; never put back, so that nobody counts as present, nor a
                chat as closed, for as long as the host's clock is.
        """
        self._clock, self._elapsed = clock, elapsed
        self._acted: LRUCache[tuple[str, str, PlayerId], float] = LRUCache(KEPT)
        self._last: LRUCache[PlayerId, tuple[str, float]] = LRUCache(KEPT)
        self._closed: LRUCache[tuple[str, str], _Closed] = LRUCache(KEPT)
        self._unreached: LRUCache[MatchId, dict[PlayerId, Why]] = LRUCache(KEPT)

    def record_activity(self, player: PlayerId, chat: Chat) -> None:
        """A player asked for something in a chat.

        If that is their private chat, or one that was lost, it accepts messages again.
        """
        self._acted[chat.platform, chat.id, player] = self._elapsed()
        self.set_last_platform(player, chat.platform)
        closed = self._closed.get((chat.platform, chat.id))
        if chat.private or (closed and closed.lost):
            self.mark_open(chat.platform, chat.id)

    def last_active(self, player: PlayerId, platform: str, chat: str) -> int:
        """When a player was last active in a chat, by the clock of now; 0 if not known."""
        at = self._acted.get((platform, chat, player))
        return 0 if at is None else self.now - int(self._elapsed() - at)

    def last_platform(self, player: PlayerId, within: float = inf) -> str | None:
        """The platform on which a player was active last, in so many seconds; None if not known."""
        platform, at = self._last.get(player, (None, 0.0))
        return platform if self._elapsed() - at <= within else None

    def set_last_platform(self, player: PlayerId, platform: str) -> None:
        """Note the platform on which a player was active last."""
        self._last[player] = platform, self._elapsed()

    def merge(self, former: PlayerId, player: PlayerId) -> None:
        """Two accounts were linked: what is known of the former player holds for the other."""
        for platform, chat, who in [key for key in self._acted if key[2] == former]:
            at = self._acted.pop((platform, chat, who))
            self._acted[platform, chat, player] = max(at, self._acted.get((platform, chat, player), at))
        self._last.pop(former, None)

    def part(self, player: PlayerId, platform: str, fresh: PlayerId) -> None:
        """An account was unlinked: what is known of the player on its platform holds for the new one."""
        for key in [key for key in self._acted if key[0] == platform and key[2] == player]:
            self._acted[platform, key[1], fresh] = self._acted.pop(key)
        self._last.pop(player, None)

    @property
    def now(self) -> int:
        """The time, in seconds since 1970."""
        return self._clock()

    # Closed chats

    def mark_closed(self, platform: str, chat: str, *, lost: bool = False) -> None:
        """A chat refuses messages that answer no press.

        Args:
            platform: the key of the adapter.
            chat: its id.
            lost: the bot does not even receive presses from there.
        """
        self._closed[platform, chat] = _Closed(self._elapsed(), lost)

    def mark_open(self, platform: str, chat: str) -> None:
        """A chat has accepted a message."""
        self._closed.pop((platform, chat), None)

    def is_closed(self, platform: str, chat: str) -> bool:
        """A chat has refused a message lately: trying again is useless."""
        closed = self._closed.get((platform, chat))
        return closed is not None and self._elapsed() - closed.since < CLOSED_FOR

    # Players whom no board of a match reaches

    def mark_unreached(self, player: PlayerId, match: MatchId, why: Why = "closed") -> bool:
        """No board of this match reaches a player any more; True if that was not known."""
        known = self._unreached.get(match, {})
        self._unreached[match] = {**known, player: why}
        return player not in known

    def mark_reached(self, player: PlayerId | None, match: MatchId) -> bool:
        """A board reaches this player (None: everybody in a channel); True where none did before."""
        known = self._unreached.pop(match, {})
        seeing = {player} if player else {who for who, why in known.items() if why == "closed"}
        if left := {who: why for who, why in known.items() if who not in seeing}:
            self._unreached[match] = left
        return left != known

    def why_unreached(self, player: PlayerId, match: MatchId) -> Why | None:
        """Why no board of this match reaches a player; None: one does, as far as is known."""
        return self._unreached.get(match, {}).get(player)


@dataclass(frozen=True, slots=True)
class _Closed:
    since: float
    lost: bool
