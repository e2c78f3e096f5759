"""Flood limits: how often may be sent and edited; and which uploads are slowed down.

Published: twenty messages a minute in a group, about one a second in a chat with short bursts
(core.telegram.org/bots/faq, "My bot is hitting limits"); edits share the limit with sends (tdlib/td#2592,
#3034); answers to presses have none (tdlib/telegram-bot-api#648); no limit for all chats together, but about
thirty a second for bulk notifications (tdlib/td#3034, the FAQ). Not published: whether ephemeral messages
count (asked in tdlib/telegram-bot-api#873); here they do, like the changes of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass

from tests.loopback.core.clock import Clock
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.refusals import flooded
from tests.loopback.telegram.world import Chat

LARGE = 100_000
"""Uploads over so many bytes are slowed down when others of the same size came before."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many calls within so many seconds."""

    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Flood:
    """The limits for sends and edits together; None: no limit."""

    group: Rate | None = Rate(20, 60.0)
    private: Rate | None = Rate(5, 5.0)
    """About one a second, with short bursts."""
    total: Rate | None = None
    """For all chats together, as bulk notifications have it: about thirty a second."""


class Limits:
    """Counts sends and edits by the service's clock, which a test must move on, or let run.

    Without a `Flood` nothing is limited; it may be set or taken away at any time.
    """

    def __init__(self, clock: Clock, flood: Flood | None) -> None:
        self.flood = flood
        self._clock = clock
        self._past: defaultdict[int, deque[float]] = defaultdict(deque)
        self._sizes: Counter[int] = Counter()

    @property
    def large_uploads(self) -> dict[int, int]:
        """Size of an upload that is slowed down where it repeats, and how often it came."""
        return dict(self._sizes)

    def note_upload(self, call: Call) -> None:
        if call.bytes > LARGE:
            self._sizes[call.bytes] += 1

    def count(self, chat: Chat | None) -> None:
        """One more send or edit; `Refusal` 429 where it is one too many, and then it does not count."""
        if self.flood is None:
            return
        own = self.flood.group if chat is not None and chat.is_group else self.flood.private
        places = [(0, self.flood.total)] + ([(chat.id, own)] if chat is not None else [])
        waits = [self._wait(place, rate) for place, rate in places if rate is not None]
        if any(waits):
            raise flooded(max(waits))
        for place, _ in places:
            self._past[place].append(self._clock.now())

    def _wait(self, place: int, rate: Rate) -> float:
        """Seconds until another call is allowed; 0 where it is now."""
        past, now = self._past[place], self._clock.now()
        while past and past[0] <= now - rate.seconds:
            past.popleft()
        return past[0] + rate.seconds - now if len(past) >= rate.calls else 0.0
