"""Receives updates: one process of the bot fetches them, or every process has a webhook server.

Updates are processed concurrently, each once, and confirmed when done. The library's own `Updater` confirms
an update as soon as it is fetched, so a crash loses those in its queue. Here Telegram keeps an update until
it is processed, and resends it otherwise.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import telegram
from aiohttp import web
from cachetools import LRUCache
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.interface import Alone, Backoff, Front, Sleep, cancel_tasks, meanwhile
from bot.platforms.listening import listen
from bot.platforms.telegram.calls import PATIENCE, call, patience, says
from bot.texts import whole

log = logging.getLogger(__name__)

TOUCH = "widget_query"

KINDS = (
    *("message", "callback_query", "inline_query", "chosen_inline_result", "guest_message"),
    *("my_chat_member", TOUCH),
)
"""The kinds of updates that the bot subscribes to."""

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""Errors that the library raises for an invalid update; `OverflowError` for a date out of range."""

KEPT = 2000  # most recently processed updates
FAREWELL = 1.2  # seconds to finish the updates in progress when the bot stops
ALONE = "the updates of Telegram"  # name of the lock: held by one polling process, or by all with a webhook

MOST = 100  # updates of one poll
LONG = 30  # seconds that a long poll waits
GLANCE, LONGEST_GLANCE = 0.1, 0.5  # seconds between two polls while updates are in progress
BACK_OFF, LONGEST_BACK_OFF = 1.0, 30.0  # seconds between two retries
LAST_WORD = 0.5  # seconds for the last confirmation when the bot stops
SOON = 2.0  # seconds that a previous process may take to stop before a warning is logged
STANDS_BY = 2.0  # seconds between two checks whether the other process has stopped
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
CONNECTIONS = 40  # concurrent connections that Telegram may open
ANSWERED_WITHIN = 25.0  # seconds until Telegram has to resend an update that is still in progress
SERVER_FAREWELL = 0.5  # seconds for open requests when the server stops

Deal = Callable[[telegram.Update], Awaitable[bool]]
"""Processes one update; returns False if another process is at it."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Webhook:
    """The address of a webhook."""

    url: str
    """The public https URL, served by a proxy that terminates TLS."""
    secret: str = field(repr=False)
    """1 to 256 of `A-Z a-z 0-9 _ -`; authenticates Telegram."""
    host: str = "127.0.0.1"
    """The local address to listen on."""
    port: int = 8443
    """The local port to listen on; 0: any free one."""


class UpdateQueue:
    """The updates in progress, each a task, and the newest processed ones."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._open: dict[int, asyncio.Task[bool]] = {}
        self._done: LRUCache[int, None] = LRUCache(KEPT)
        self._last: int | None = None

    @property
    def offset(self) -> int | None:
        """The first update id that is not to be confirmed yet, for `getUpdates`; None before any update."""
        if self._open:
            return min(self._open)
        return None if self._last is None else self._last + 1

    @property
    def tasks(self) -> frozenset[asyncio.Task[bool]]:
        return frozenset(self._open.values())

    def take(self, raw: Json, bot: telegram.Bot) -> asyncio.Task[bool] | None:
        """Start to process an update, unless it is in progress; None if it is done.

        Raises:
            UNREADABLE: it is not a valid update.
        """
        number = raw["update_id"]
        if number not in self._done and number not in self._open:
            self._open[number] = asyncio.create_task(self._process(read(raw, bot)), name=f"update {number}")
        self._last = number  # the newest update need not have the highest id
        return self._open.get(number)

    def leave_out(self, raw: Json) -> None:
        """Mark an invalid update as done."""
        self._last = raw["update_id"]
        self._done[self._last] = None

    async def rest(self, seconds: float) -> None:
        """Wait until all updates in progress are done, at most this many seconds."""
        if self._open:
            await asyncio.wait(self._open.values(), timeout=seconds)

    async def close(self) -> None:
        """Cancel the updates in progress; Telegram resends them."""
        self._last, tasks = None, self.tasks
        await cancel_tasks(*tasks)

    async def _process(self, update: telegram.Update) -> bool:
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


class Poll:
    """Fetches updates by long polling, in one process at a time."""

    def __init__(self, bot: telegram.Bot, queue: UpdateQueue, sleep: Sleep) -> None:
        self._bot, self._queue, self._sleep = bot, queue, sleep
        self._free = False
        self._warned = False  # of another program that fetches updates, since the last fetch
        self.connected = False
        """Whether this process can currently fetch updates."""

    @asynccontextmanager
    async def hearing(self, front: Front) -> AsyncIterator[asyncio.Task[None]]:
        """Fetch updates, or wait for the other process; the task ends when the token is refused."""
        async with meanwhile(self._run(front)) as task:
            await asyncio.sleep(0)  # lets the task start
            yield task

    async def _run(self, front: Front) -> None:
        warning = asyncio.get_running_loop().call_later(SOON, log.warning, STANDING_BY)
        try:
            async with front.alone(ALONE) as alone:
                warning.cancel()
                try:
                    self.connected = True
                    await self._fetch_for_ever(alone)
                finally:
                    await self._queue.rest(FAREWELL)
                    await self._confirm()
        finally:
            self.connected = False
            warning.cancel()

    async def _confirm(self) -> None:
        """Confirm the processed updates before another process fetches them."""
        if self._queue.offset is not None:
            with suppress(TelegramError, TimeoutError):
                async with asyncio.timeout(LAST_WORD):
                    await self._updates(limit=1, seconds=0)

    async def _fetch_for_ever(self, alone: Alone) -> None:
        back_off, glance = Backoff(BACK_OFF, LONGEST_BACK_OFF), Backoff(GLANCE, LONGEST_GLANCE)
        while True:
            if not await alone.is_mine():  # this one was suspended, and another process has taken over
                self.connected = False
                await self._sleep(STANDS_BY)
                continue
            try:
                fresh = await self._fetch(alone)
            except TelegramError as error:
                self.connected = False
                if isinstance(error, InvalidToken) and says(error, "unauthorized"):
                    log.error("Telegram refuses the token (TELEGRAM_TOKEN) from now on")
                    return
                if not isinstance(error, Conflict) or await alone.is_mine():
                    self._report(error)
                    asked = patience(error) if isinstance(error, RetryAfter) else 0.0
                    await self._sleep(back_off.next_wait(asked))
                continue
            self.connected, self._warned = True, False
            back_off.reset()
            # Every poll returns an open update again at once, so polls are spaced.
            if fresh:
                glance.reset()
            await self._queue.rest(glance.next_wait())

    def _report(self, error: TelegramError) -> None:
        """Log why there are no updates; that another program fetches them, as an error only once."""
        if isinstance(error, Conflict):
            log.log(logging.DEBUG if self._warned else logging.ERROR, ANOTHER)
            self._warned = True
        else:
            log.warning("no updates from Telegram: %s", type(error).__name__)

    async def _fetch(self, alone: Alone) -> bool:
        """Fetch updates and queue them; return whether any is new."""
        if not self._free:  # Telegram refuses polls while a webhook is set
            await self._bot.delete_webhook()
            self._free = True
        open_before = self._queue.tasks
        updates = await self._updates(limit=MOST, seconds=0 if open_before else LONG)
        if not await alone.is_mine():  # the other process has them, or will fetch them
            return False
        for raw in updates:
            try:
                self._queue.take(raw, self._bot)
            except Exception:
                log.error("an update that cannot be read is left out")
                self._queue.leave_out(raw)
        return not self._queue.tasks <= open_before

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
        """Listen and register the webhook; the task runs until the block ends.

        Telegram resends updates that are unanswered by then to the next process that listens.

        Raises:
            TelegramError
            OSError: the port is taken or not permitted.
        """
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post(urlsplit(self._webhook.url).path or "/", self.receive)
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
        """Hold the lock shared by webhook processes, so that no polling process deletes the webhook."""
        try:
            async with front.alone(ALONE, among="webhook"):
                await asyncio.Event().wait()
        finally:
            await self._queue.rest(FAREWELL)

    async def receive(self, request: web.Request) -> web.Response:
        """Handle a request of Telegram: 200 once its update is processed; 503 makes Telegram resend it."""
        secret = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(secret.encode("utf-8", "surrogateescape"), self._webhook.secret.encode()):
            return web.Response(status=403)
        try:
            task = self._queue.take(await request.json(), self._bot)
        except UNREADABLE:
            log.warning("the webhook received something that is no update")
            return web.Response(status=400)
        if task is not None:
            await asyncio.wait({task}, timeout=ANSWERED_WITHIN)
        done = task is None or (task.done() and not task.cancelled() and task.result())
        return web.Response(status=200 if done else 503)


def read(raw: Json, bot: telegram.Bot) -> telegram.Update:
    """Parse an update, replacing lone surrogates and omitting the content of a pressed message.

    Raises:
        UNREADABLE: it is not a valid update.
    """
    if touch := raw.get(TOUCH):
        # The library does not know it; a touch is a press on a button of its message.
        message = {"chat": touch["chat"], "message_id": touch["message_id"], "widget": {}, "touched": True}
        return telegram.Update(raw["update_id"], callback_query=_press({**touch, "message": message}))
    press = raw.get("callback_query")
    if press is None:
        return telegram.Update.de_json(_legible(raw), bot)
    return telegram.Update(raw["update_id"], callback_query=_press(press))


def _press(raw: Json) -> telegram.CallbackQuery:
    """Parse a press but not the content of its message: 0.3 ms instead of the library's 1.8 ms."""
    message, raw = raw.get("message"), _legible({**raw, "message": None})
    user = telegram.User.de_json(raw["from"])
    if message is not None:
        chat = telegram.Chat.de_json(message["chat"])
        message = telegram.InaccessibleMessage(chat, message["message_id"], api_kwargs=message)
    return telegram.CallbackQuery(
        raw["id"], user, raw["chat_instance"], message, raw.get("data"), raw.get("inline_message_id")
    )


def _legible(raw: Json) -> Json:
    """Replace lone surrogates by `?`."""
    text = json.dumps(raw, ensure_ascii=False)
    return raw if (legible := whole(text)) == text else json.loads(legible)
