"""Updates on their way to the bot: the queue, long polling, and what is held back or repeated for a test."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from tests.loopback.core.signal import Signal
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Json
from tests.loopback.telegram.refusals import conflict

ON_DEMAND = ("chat_member", "message_reaction", "message_reaction_count")
"""Not sent unless asked for."""
FIRST_UPDATE = 700_000_000
MOST_SECONDS = 50
WEBHOOK_SET = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
WEBHOOK_CAME = "terminated by setWebhook request"
OTHER_POLLER = "terminated by other getUpdates request; make sure that only one bot instance is running"


@dataclass(frozen=True, slots=True)
class Update:
    """Something that happened, of one kind; `place` is what must stay in order by itself."""

    id: int
    kind: str
    body: Json
    place: str

    def to_json(self) -> Json:
        return {"update_id": self.id, self.kind: self.body}


class Updates:
    """The updates that the bot has not confirmed yet, oldest first."""

    def __init__(self, signal: Signal) -> None:
        self._signal = signal
        self.waiting: list[Update] = []
        self.sent: list[Update] = []
        """All that ever were made, for `repeat`."""
        self.allowed: tuple[str, ...] = ()
        self.webhook_set = False
        self._held: list[tuple[str, Json, str]] | None = None
        self._repeats: list[Update] = []
        self.polls = 0
        """How many polls wait just now."""
        self._poll = 0
        self._news = asyncio.Event()
        self._closed = False

    def add(self, kind: str, body: Json, place: str) -> None:
        """Something happened; nobody hears of it if the bot does not want to know."""
        if kind in self.allowed or (not self.allowed and kind not in ON_DEMAND):
            if self._held is not None:
                self._held.append((kind, body, place))
            else:
                self._append(kind, body, place)

    def hold(self) -> None:
        """Keep updates back from now on, until `release`."""
        self._held = self._held or []

    def release(self, order: Sequence[int] | None = None) -> None:
        """Send what was held back; `order` names the places of the held ones, such as (1, 0)."""
        held, self._held = self._held or [], None
        for place in range(len(held)) if order is None else order:
            self._append(*held[place])

    def repeat(self, update: Update | None = None) -> None:
        """Send an update, the newest if none is named, once more under its old id."""
        self._repeats.append(update or self.sent[-1])
        self._wake()

    def take_repeats(self) -> list[Update]:
        repeats, self._repeats = self._repeats, []
        return repeats

    @property
    def confirmed(self) -> bool:
        """The bot has dealt with everything that it was sent."""
        return not self.waiting

    async def news(self) -> None:
        """Wait until there may be something new."""
        await self._news.wait()

    def confirm(self, before: int) -> None:
        """The bot has all updates with ids below this one."""
        self.waiting = [one for one in self.waiting if one.id >= before]

    def close(self) -> None:
        """No poll waits any longer."""
        self._closed = True
        self.end_poll()

    def end_poll(self) -> None:
        self._poll += 1
        self._wake()

    async def poll(self, call: Call) -> list[Json]:
        """getUpdates: what is waiting, or, within `timeout` seconds, what comes."""
        self._refuse_if_webhook()
        self.allow(call)
        self.end_poll()
        mine, offset = self._poll, call.integer("offset")
        self.confirm(self.waiting[offset].id if -len(self.waiting) <= offset < 0 else offset)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(call.integer("timeout"), MOST_SECONDS)):
                await self._something(mine)
        if mine != self._poll and not self._closed:
            raise conflict(WEBHOOK_CAME if self.webhook_set else OTHER_POLLER)
        limit = min(max(call.integer("limit", 100), 1), 100)
        repeats = self.take_repeats()
        return [one.to_json() for one in (repeats or self.waiting)[:limit]]

    async def _something(self, mine: int) -> None:
        self.polls += 1
        self._signal.give()
        try:
            while not self.waiting and not self._repeats and mine == self._poll and not self._closed:
                await self._news.wait()
        finally:
            self.polls -= 1

    def allow(self, call: Call) -> None:
        """Which kinds the bot wants from now on, if the call says so."""
        if call.has("allowed_updates"):
            self.allowed = tuple(call.value("allowed_updates", "allowed updates") or ())

    def _refuse_if_webhook(self) -> None:
        if self.webhook_set:
            raise conflict(WEBHOOK_SET)

    def _append(self, kind: str, body: Json, place: str) -> None:
        update = Update(FIRST_UPDATE + len(self.sent) + 1, kind, body, place)
        self.sent.append(update)
        self.waiting.append(update)
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
