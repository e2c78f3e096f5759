"""Updates that Telegram brings by itself, instead of being asked for them again and again."""

from __future__ import annotations

import asyncio
import hmac
import logging
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import telegram
from aiohttp import web

from bot.platforms.listening import listen
from bot.platforms.telegram.update_queue import KINDS, UNREADABLE, UpdateQueue, read

log = logging.getLogger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # the name of the header
MOST_BYTES = 1 << 20
CONNECTIONS = 40  # that Telegram may open at once
PATIENCE = 25.0  # seconds until an update that is still being dealt with has to be brought again
FAREWELL = 0.5  # seconds for what is being answered when the server stops


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where updates are brought to."""

    url: str
    """As Telegram calls it: https, behind whatever ends the encryption in front of us."""
    secret: str = field(repr=False)
    """1 to 256 of `A-Z a-z 0-9 _ -`: what shows that it is Telegram who brings them."""
    host: str = "127.0.0.1"
    """The address to listen at."""
    port: int = 8443
    """Likewise; 0 takes a free one."""


class WebhookServer:
    """The HTTP server that receives updates from Telegram."""

    def __init__(self, bot: telegram.Bot, inbox: UpdateQueue, webhook: Webhook) -> None:
        """Closed.

        Args:
            bot: started.
            inbox: takes what comes.
            webhook: where to listen.
        """
        self._bot, self._inbox, self._webhook = bot, inbox, webhook
        self._runner: web.AppRunner | None = None
        self.port = webhook.port

    @property
    def connected(self) -> bool:
        """Whether the server listens."""
        return self._runner is not None

    async def open(self) -> None:
        """Listen.

        Raises:
            OSError: the port is taken, or forbidden.
        """
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post(urlsplit(self._webhook.url).path or "/", self._brought)
        runner = await listen(app, self._webhook.host, self._webhook.port, farewell=FAREWELL)
        self.port, self._runner = runner.addresses[0][1], runner

    async def announce(self) -> None:
        """Register the webhook with Telegram.

        Raises:
            TelegramError
        """
        await self._bot.set_webhook(
            self._webhook.url,
            secret_token=self._webhook.secret,
            allowed_updates=KINDS,
            max_connections=CONNECTIONS,
        )

    async def close(self) -> None:
        """Listen no more; what was not answered is brought again to whoever listens next."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _brought(self, request: web.Request) -> web.Response:
        """Taken when it has been dealt with: else it comes again."""
        secret = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(secret.encode("utf-8", "surrogateescape"), self._webhook.secret.encode()):
            return web.Response(status=403)
        try:
            update = read(await request.json(), self._bot)
        except UNREADABLE:
            log.warning("something that is no update was brought to the webhook")
            return web.Response(status=400)
        task = self._inbox.take(update)
        if task is not None:
            await asyncio.wait({task}, timeout=PATIENCE)
        done = task is None or (task.done() and not task.cancelled() and task.result())
        return web.Response(status=200 if done else 503)
