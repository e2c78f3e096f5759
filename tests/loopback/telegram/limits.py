"""Flood limits: how often may be sent and edited.

Published: twenty messages a minute in a group, about one a second in a chat with short bursts
(core.telegram.org/bots/faq, "My bot is hitting limits"); edits share the limit with sends (tdlib/td#2592,
#3034); answers to presses have none (tdlib/telegram-bot-api#648); no limit for all chats together, but about
thirty a second for bulk notifications (tdlib/td#3034, the FAQ). Not published: whether ephemeral messages
count (asked in tdlib/telegram-bot-api#873); here they do, like the changes of them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass

from tests.loopback.core.clock import Clock
from tests.loopback.telegram.refusals import flooded
from tests.loopback.telegram.world import Chat


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


class Limits:
    """Counts sends and edits by the service's clock, which a test must move on, or let run.

    Without a `Flood` nothing is limited; it may be set or taken away at any time.
    """

    def __init__(self, clock: Clock, flood: Flood | None) -> None:
        self.flood = flood
        self._clock = clock
        self._past: defaultdict[int, deque[float]] = defaultdict(deque)

    def count(self, chat: Chat) -> None:
        """One more send or edit; `Refusal` 429 where it is one too many, and then it does not count."""
        if self.flood is None:
            return
        rate = self.flood.group if chat.is_group else self.flood.private
        if rate is not None and (wait := self._wait(chat.id, rate)):
            raise flooded(wait)
        self._past[chat.id].append(self._clock.now())

    def _wait(self, place: int, rate: Rate) -> float:
        """Seconds until another call is allowed; 0 where it is now."""
        past, now = self._past[place], self._clock.now()
        while past and past[0] <= now - rate.seconds:
            past.popleft()
        return past[0] + rate.seconds - now if len(past) >= rate.calls else 0.0
