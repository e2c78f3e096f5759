"""Updates on their way in: each is dealt with once, several at a time, and confirmed when that is done.

The library's own `Updater` confirms an update as soon as it has been fetched: what a crash catches in its
queue is lost. Here Telegram keeps an update until it was answered, and sends it again if that did not
come about.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import telegram
from cachetools import LRUCache
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.interface import Backoff
from bot.interface.measure import whole
from bot.platforms.telegram.calls import call
from bot.platforms.telegram.errors import patience, says
from bot.platforms.telegram.transport import PATIENCE

log = logging.getLogger(__name__)

KINDS = (
    *("message", "callback_query", "inline_query", "chosen_inline_result", "guest_message"),
    "my_chat_member",
)
"""The updates that we ask for."""

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""What the library raises where something is no update; `OverflowError` for a date that no clock shows."""

MOST = 100  # updates that a poll brings
LONG = 30  # seconds that a poll waits for something to happen
GLANCE, LONGEST_GLANCE = 0.1, 0.5  # seconds between two polls while updates are being dealt with
BACK_OFF, LONGEST_BACK_OFF = 1.0, 30.0  # seconds between two tries
ANOTHER = (
    "another program fetches the updates of this bot, or a webhook brings them to it: stop that program,"
    " or have BotFather give you a token for a bot of its own (TELEGRAM_TOKEN)"
)
STANDS_BY = 2.0  # seconds until it is asked again whether the other process has gone
KEPT = 2000  # updates that were dealt with last


class UpdateQueue:
    """The updates that are being dealt with."""

    def __init__(self, deal: Callable[[telegram.Update], Awaitable[bool]]) -> None:
        """Empty.

        Args:
            deal: sees to one update; False: another process is at it.
        """
        self._deal = deal
        self._open: dict[int, asyncio.Task[bool]] = {}
        self._done: LRUCache[int, None] = LRUCache(KEPT)
        self._last: int | None = None
        self.begun = 0
        """How many updates were begun to be dealt with."""

    @property
    def offset(self) -> int | None:
        """The first update that is not yet to be confirmed; None before there was any."""
        if self._open:
            return min(self._open)
        return None if self._last is None else self._last + 1

    @property
    def busy(self) -> bool:
        """Whether an update is being dealt with."""
        return bool(self._open)

    def take(self, update: telegram.Update) -> asyncio.Task[bool] | None:
        """Deal with an update; None if that has been done. One that is on its way is not begun again.

        The task tells whether it is done.
        """
        number = update.update_id
        if not self.comes_again(number):
            self.begun += 1
            self._open[number] = asyncio.create_task(self._see_to(update))
        return self._open.get(number)

    def comes_again(self, number: int) -> bool:
        """Whether an update that is there was there before; it counts as the newest."""
        self._last = number  # the newest is the last one, though its number need not be the highest
        return number in self._done or number in self._open

    def leave_out(self, number: int) -> None:
        """Count an update as dealt with that nobody can."""
        self._done[number] = None

    async def rest(self, seconds: float) -> None:
        """Wait until everything has been dealt with, or until the time is over."""
        if self._open:
            await asyncio.wait(self._open.values(), timeout=seconds)

    async def close(self) -> None:
        """Give up what is not done; Telegram brings it again."""
        self._last, tasks = None, tuple(self._open.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _see_to(self, update: telegram.Update) -> bool:
        try:
            done = await self._deal(update)
        except Exception:
            log.exception("update %s could not be dealt with", update.update_id)
            done = True
        finally:
            del self._open[update.update_id]
        if done:
            self._done[update.update_id] = None
        return done


async def _alone() -> bool:
    return True


class Poll:
    """Asks for updates again and again, as long as no other process does."""

    def __init__(
        self, bot: telegram.Bot, inbox: UpdateQueue, *, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """Not begun.

        Args:
            bot: started.
            inbox: takes what comes.
            sleep: how to wait after a fault.
        """
        self._bot, self._inbox, self._sleep = bot, inbox, sleep
        self._free = False
        self.connected = True
        self.is_mine: Callable[[], Awaitable[bool]] = _alone
        """Whether updates are for this process to fetch: was it suspended, another one may do so."""

    async def run(self) -> None:
        """Until the token is refused, or for ever."""
        back_off, glance = Backoff(BACK_OFF, LONGEST_BACK_OFF), Backoff(GLANCE, LONGEST_GLANCE)
        told = False
        while True:
            if not await self.is_mine():
                self.connected = False
                await self._sleep(STANDS_BY)
                continue
            try:
                fresh = await self._fetch()
            except TelegramError as error:
                self.connected = False
                if isinstance(error, Conflict) and not await self.is_mine():
                    continue
                if isinstance(error, InvalidToken) and says(error, "unauthorized"):
                    log.error("Telegram refuses the token (TELEGRAM_TOKEN) from now on")
                    return
                if isinstance(error, Conflict):
                    log.log(logging.DEBUG if told else logging.ERROR, ANOTHER)
                    told = True
                else:
                    log.warning("no updates from Telegram: %s", type(error).__name__)
                asked = patience(error) if isinstance(error, RetryAfter) else 0.0
                await self._sleep(back_off.next_wait(asked))
                continue
            self.connected, told = True, False
            back_off.reset()
            # While an update is open it comes again at once with every poll, so polls are spaced.
            if fresh:
                glance.reset()
            await self._inbox.rest(glance.next_wait())

    async def confirm(self) -> None:
        """Let Telegram forget what has been dealt with; otherwise the next poll does it."""
        if self._inbox.offset is not None:
            await self._updates(limit=1, seconds=0)

    async def _fetch(self) -> bool:
        """Take what is there; whether something new was among it."""
        if not self._free:  # else there would be nothing to fetch
            await self._bot.delete_webhook()
            self._free = True
        before = self._inbox.begun
        there = await self._updates(limit=MOST, seconds=0 if self._inbox.busy else LONG)
        if not await self.is_mine():  # the other process has fetched them, or is about to
            return False
        for told in there:
            self._take(told)
        return self._inbox.begun > before

    def _take(self, told: dict[str, Any]) -> None:
        if self._inbox.comes_again(told["update_id"]):
            return
        try:
            update = read(told, self._bot)
        except Exception:
            log.error("an update that cannot be read is left out")
            self._inbox.leave_out(told["update_id"])
        else:
            self._inbox.take(update)

    async def _updates(self, *, limit: int, seconds: int) -> list[dict[str, Any]]:
        asked = {"offset": self._inbox.offset, "limit": limit, "timeout": seconds, "allowed_updates": KINDS}
        told = await call(self._bot, "getUpdates", asked, patience=PATIENCE + seconds)
        if not isinstance(told, list):
            raise TelegramError("no list of updates")
        return told


def read(told: dict[str, Any], bot: telegram.Bot) -> telegram.Update:
    """An update as the library tells it, without half characters, nor what a pressed message shows.

    Raises:
        UNREADABLE: it is none.
    """
    query = told.get("callback_query")
    if query is None:
        return telegram.Update.de_json(_legible(told), bot)
    return telegram.Update(told["update_id"], callback_query=_pressed(query))


def _pressed(told: dict[str, Any]) -> telegram.CallbackQuery:
    """A press; where the message stands is told as of one that is too old to be shown."""
    place, told = told.get("message"), _legible({**told, "message": None})
    who = telegram.User.de_json(told["from"])
    if place is not None:
        chat = telegram.Chat.de_json(place["chat"])
        place = telegram.InaccessibleMessage(chat, place["message_id"], api_kwargs=place)
    return telegram.CallbackQuery(
        told["id"], who, told["chat_instance"], place, told.get("data"), told.get("inline_message_id")
    )


def _legible(told: dict[str, Any]) -> dict[str, Any]:
    """Without half characters."""
    text = json.dumps(told, ensure_ascii=False)
    return told if (legible := whole(text)) == text else json.loads(legible)
