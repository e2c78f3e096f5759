"""Updates on their way in: fetched by one process of the bot, or brought to as many as listen.

Each is dealt with once, several at a time, and confirmed when that is done. The library's own `Updater`
confirms an update as soon as it has been fetched: what a crash catches in its queue is lost. Here Telegram
keeps an update until it was answered, and sends it again if that did not come about.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import telegram
from aiohttp import web
from cachetools import LRUCache
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.interface import Alone, Backoff, Front
from bot.interface.capabilities import whole
from bot.platforms.listening import listen
from bot.platforms.telegram.calls import PATIENCE, call, patience, says
from bot.platforms.telegram.pace import Sleep

log = logging.getLogger(__name__)

KINDS = (
    *("message", "callback_query", "inline_query", "chosen_inline_result", "guest_message"),
    "my_chat_member",
)
"""The updates that we ask for."""

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""What the library raises where something is no update; `OverflowError` for a date that no clock shows."""

KEPT = 2000  # updates that were dealt with last
FAREWELL = 1.2  # seconds for presses that are being answered when the bot stops
ALONE = "the updates of Telegram"  # what one process does alone, or all that have a webhook

MOST = 100  # updates that a poll brings
LONG = 30  # seconds that a poll waits for something to happen
GLANCE, LONGEST_GLANCE = 0.1, 0.5  # seconds between two polls while updates are being dealt with
BACK_OFF, LONGEST_BACK_OFF = 1.0, 30.0  # seconds between two tries
LAST_WORD = 0.5  # seconds to let Telegram know what has been dealt with
SOON = 2.0  # seconds that a process before this one may take to go
STANDS_BY = 2.0  # seconds until it is asked again whether the other process has gone
STANDING_BY = (
    "another process of this bot hears Telegram: this one fetches updates only when that one is gone;"
    " where TELEGRAM_WEBHOOK_URL is set for all of them, each gets its share"
)
ANOTHER = (
    "another program fetches the updates of this bot, or a webhook brings them to it: stop that program,"
    " or have BotFather give you a token for a bot of its own (TELEGRAM_TOKEN)"
)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # the name of the header
MOST_BYTES = 1 << 20
CONNECTIONS = 40  # that Telegram may open at once
ANSWERED_WITHIN = 25.0  # seconds until an update that is still being dealt with has to be brought again
SERVER_FAREWELL = 0.5  # seconds for what is being answered when the server stops

Deal = Callable[[telegram.Update], Awaitable[bool]]
"""Sees to one update; False: another process is at it."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where updates are brought to."""

    url: str
    """As Telegram calls it: https, in front of a proxy that ends the encryption."""
    secret: str = field(repr=False)
    """1 to 256 of `A-Z a-z 0-9 _ -`: what shows that it is Telegram who brings them."""
    host: str = "127.0.0.1"
    """The address to listen at."""
    port: int = 8443
    """Likewise; 0 takes a free one."""


class UpdateQueue:
    """The updates that are being dealt with."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._open: dict[int, asyncio.Task[bool]] = {}
        self._done: LRUCache[int, None] = LRUCache(KEPT)
        self._last: int | None = None

    @property
    def offset(self) -> int | None:
        """The first update that is not yet to be confirmed; None before there was any."""
        if self._open:
            return min(self._open)
        return None if self._last is None else self._last + 1

    @property
    def tasks(self) -> frozenset[asyncio.Task[bool]]:
        """One for each update that is being dealt with."""
        return frozenset(self._open.values())

    def take(self, raw: Json, bot: telegram.Bot) -> asyncio.Task[bool] | None:
        """Deal with an update, unless that is being done; the task tells whether it is done, None: it is.

        Raises:
            UNREADABLE: it is none.
        """
        number = raw["update_id"]
        if number not in self._done and number not in self._open:
            self._open[number] = asyncio.create_task(self._see_to(read(raw, bot)))
        self._last = number  # the newest is the last one, though its number need not be the highest
        return self._open.get(number)

    def leave_out(self, raw: Json) -> None:
        """Count an update as dealt with that cannot be read."""
        self._last = raw["update_id"]
        self._done[self._last] = None

    async def rest(self, seconds: float) -> None:
        """Wait until everything has been dealt with, or until the time is over."""
        if self._open:
            await asyncio.wait(self._open.values(), timeout=seconds)

    async def close(self) -> None:
        """Give up what is not done; Telegram brings it again."""
        self._last, tasks = None, self.tasks
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


@asynccontextmanager
async def meanwhile(does: Coroutine[Any, Any, None]) -> AsyncIterator[asyncio.Task[None]]:
    """A task that ends with the block, if it has not ended before."""
    task = asyncio.create_task(does)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Poll:
    """Asks for updates again and again, as long as no other process does."""

    def __init__(self, bot: telegram.Bot, queue: UpdateQueue, sleep: Sleep) -> None:
        self._bot, self._queue, self._sleep = bot, queue, sleep
        self._free = False
        self.connected = False
        """Whether Telegram can be heard at present, by this process."""

    @asynccontextmanager
    async def hearing(self, front: Front) -> AsyncIterator[asyncio.Task[None]]:
        """Fetch, or stand by; the task ends when the token is refused."""
        async with meanwhile(self._run(front)) as task:
            await asyncio.sleep(0)  # where nobody is beside it, it begins at once
            yield task

    async def _run(self, front: Front) -> None:
        told = asyncio.get_running_loop().call_later(SOON, log.warning, STANDING_BY)
        try:
            async with front.alone(ALONE) as alone:
                told.cancel()
                try:
                    self.connected = True
                    await self._fetch_for_ever(alone)
                finally:  # before another process fetches the same once more
                    await self._queue.rest(FAREWELL)
                    with suppress(TelegramError, TimeoutError):
                        async with asyncio.timeout(LAST_WORD):
                            await self._confirm()
        finally:
            self.connected = False
            told.cancel()

    async def _fetch_for_ever(self, alone: Alone) -> None:
        back_off, glance = Backoff(BACK_OFF, LONGEST_BACK_OFF), Backoff(GLANCE, LONGEST_GLANCE)
        told = False
        while True:
            if not await alone.is_mine():  # it was suspended, and another process fetches them
                self.connected = False
                await self._sleep(STANDS_BY)
                continue
            try:
                fresh = await self._fetch(alone)
            except TelegramError as error:
                self.connected = False
                if isinstance(error, Conflict) and not await alone.is_mine():
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
            await self._queue.rest(glance.next_wait())

    async def _fetch(self, alone: Alone) -> bool:
        """Take what is there; whether something new was among it."""
        if not self._free:  # else there would be nothing to fetch
            await self._bot.delete_webhook()
            self._free = True
        open_before = self._queue.tasks
        there = await self._updates(limit=MOST, seconds=0 if open_before else LONG)
        if not await alone.is_mine():  # the other process has fetched them, or is about to
            return False
        for raw in there:
            try:
                self._queue.take(raw, self._bot)
            except Exception:
                log.error("an update that cannot be read is left out")
                self._queue.leave_out(raw)
        return not self._queue.tasks <= open_before

    async def _confirm(self) -> None:
        """Let Telegram forget what has been dealt with; otherwise the next poll does it."""
        if self._queue.offset is not None:
            await self._updates(limit=1, seconds=0)

    async def _updates(self, *, limit: int, seconds: int) -> list[Json]:
        asked = {"offset": self._queue.offset, "limit": limit, "timeout": seconds, "allowed_updates": KINDS}
        updates = await call(self._bot, "getUpdates", asked, patience=PATIENCE + seconds)
        if not isinstance(updates, list):
            raise TelegramError("no list of updates")
        return updates


class WebhookServer:
    """The HTTP server that receives updates from Telegram."""

    def __init__(self, bot: telegram.Bot, queue: UpdateQueue, webhook: Webhook) -> None:
        self._bot, self._queue, self._webhook = bot, queue, webhook
        self.connected = False
        """Whether the server listens."""

    @asynccontextmanager
    async def hearing(self, front: Front) -> AsyncIterator[asyncio.Task[None]]:
        """Listen, and tell Telegram where; the task runs until the end.

        What was not answered then is brought again to the next process that listens.

        Raises:
            TelegramError
            OSError: the port is taken, or forbidden.
        """
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post(urlsplit(self._webhook.url).path or "/", self.brought)
        async with meanwhile(self._stay(front)) as task:
            runner = await listen(app, self._webhook.host, self._webhook.port, farewell=SERVER_FAREWELL)
            try:
                await self._bot.set_webhook(
                    self._webhook.url,
                    secret_token=self._webhook.secret,
                    allowed_updates=KINDS,
                    max_connections=CONNECTIONS,
                )
                self.connected = True
                yield task
            finally:
                self.connected = False
                await runner.cleanup()

    async def _stay(self, front: Front) -> None:
        """As long as a process is in here, none that fetches takes the webhook away."""
        try:
            async with front.alone(ALONE, among="webhook"):
                await asyncio.Event().wait()
        finally:
            await self._queue.rest(FAREWELL)

    async def brought(self, request: web.Request) -> web.Response:
        """Answer Telegram: an update is taken when it has been dealt with, else it comes again."""
        secret = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(secret.encode("utf-8", "surrogateescape"), self._webhook.secret.encode()):
            return web.Response(status=403)
        try:
            task = self._queue.take(await request.json(), self._bot)
        except UNREADABLE:
            log.warning("something that is no update was brought to the webhook")
            return web.Response(status=400)
        if task is not None:
            await asyncio.wait({task}, timeout=ANSWERED_WITHIN)
        done = task is None or (task.done() and not task.cancelled() and task.result())
        return web.Response(status=200 if done else 503)


def read(raw: Json, bot: telegram.Bot) -> telegram.Update:
    """An update as the library reads it, without half characters, nor what a pressed message shows.

    Raises:
        UNREADABLE: it is none.
    """
    press = raw.get("callback_query")
    if press is None:
        return telegram.Update.de_json(_legible(raw), bot)
    return telegram.Update(raw["update_id"], callback_query=_press(press))


def _press(raw: Json) -> telegram.CallbackQuery:
    """A press; the library would read all that its message shows, which takes ten times as long."""
    place, raw = raw.get("message"), _legible({**raw, "message": None})
    user = telegram.User.de_json(raw["from"])
    if place is not None:
        chat = telegram.Chat.de_json(place["chat"])
        place = telegram.InaccessibleMessage(chat, place["message_id"], api_kwargs=place)
    return telegram.CallbackQuery(
        raw["id"], user, raw["chat_instance"], place, raw.get("data"), raw.get("inline_message_id")
    )


def _legible(raw: Json) -> Json:
    """Without half characters."""
    text = json.dumps(raw, ensure_ascii=False)
    return raw if (legible := whole(text)) == text else json.loads(legible)
