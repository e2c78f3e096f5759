"""Who can be reached where: who acted in which chat and when, and where nobody hears the bot.

Kept in memory only. What is forgotten with a restart is found out again: a closed chat refuses once more, and
for the first minutes the log of a match tells who was at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.screen import Chat
from games.events import MatchId, PlayerId

AT_IT = 300  # seconds in which somebody who acted in a chat sees what changes there
CLOSED_FOR = 3600  # seconds until a chat that refused is tried again
KEPT = 50_000  # newest entries of each kind, at about 200 bytes each

K = TypeVar("K")
V = TypeVar("V")


class Reach:
    """What is known of people and chats since the start."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Nothing is known yet.

        Args:
            clock: the time in seconds since 1970.
        """
        self._clock = clock
        self._since = clock()
        self._acted: dict[tuple[str, str, PlayerId], int] = {}
        self._last: dict[PlayerId, str] = {}
        self._closed: dict[tuple[str, str], int] = {}
        self._cut_off: dict[MatchId, frozenset[PlayerId]] = {}

    def acts(self, player: PlayerId, chat: Chat) -> None:
        """Somebody asked for something in a chat; his own private chat is open, then."""
        _keep(self._acted, (chat.platform, chat.id, player), self._clock())
        _keep(self._last, player, chat.platform)
        if chat.private:
            self.opens(chat.platform, chat.id)

    def acted(self, player: PlayerId, platform: str, chat: str) -> int:
        """When he last acted there, in seconds since 1970; 0 where nothing is known."""
        return self._acted.get((platform, chat, player), 0)

    def last(self, player: PlayerId) -> str | None:
        """The platform where he acted last; None where nothing is known."""
        return self._last.get(player)

    def becomes(self, former: PlayerId, player: PlayerId) -> None:
        """One player is no more: what is known of him is known of the other."""
        for platform, chat, who in [key for key in self._acted if key[2] == former]:
            at = self._acted.pop((platform, chat, who))
            _keep(self._acted, (platform, chat, player), max(at, self.acted(player, platform, chat)))
        self._last.pop(former, None)

    @property
    def now(self) -> int:
        """The time, in seconds since 1970."""
        return self._clock()

    def just_now(self, at: int) -> bool:
        """Whoever acted at this time is still at it."""
        return self._clock() - at <= AT_IT

    @property
    def young(self) -> bool:
        """Somebody may still be at it who acted before the start."""
        return self.just_now(self._since)

    # Closed chats

    def closes(self, platform: str, chat: str) -> None:
        """The bot cannot write there by itself; at most it can answer."""
        _keep(self._closed, (platform, chat), self._clock())

    def opens(self, platform: str, chat: str) -> None:
        """The bot can write there."""
        self._closed.pop((platform, chat), None)

    def is_closed(self, platform: str, chat: str) -> bool:
        """It is useless to begin there."""
        since = self._closed.get((platform, chat))
        return since is not None and self._clock() - since < CLOSED_FOR

    # Players who see no board of their match

    def cuts_off(self, player: PlayerId, match: MatchId) -> bool:
        """He sees no board of this match any more; whether that is news."""
        known = self._cut_off.get(match, frozenset())
        _keep(self._cut_off, match, known | {player})
        return player not in known

    def joins(self, player: PlayerId | None, match: MatchId) -> None:
        """A board stands that he sees; None: one that all can see."""
        left = self._cut_off.pop(match, frozenset()) - {player} if player is not None else frozenset()
        if left:
            self._cut_off[match] = left

    def is_cut_off(self, player: PlayerId, match: MatchId) -> bool:
        """He sees no board of this match."""
        return player in self._cut_off.get(match, ())


def _keep(kept: dict[K, V], key: K, value: V) -> None:
    """Remember the newest ones."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
