"""Delivery of updates by HTTP POST, repeated until the bot has taken them."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp

from tests.loopback.core.clock import Clock
from tests.loopback.core.signal import Signal
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Json
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.updates import Update, Updates

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # the header's name
PAUSE = 0.02
"""Seconds before an update that was not taken is sent again."""


@dataclass(frozen=True, slots=True)
class Hook:
    """Where updates go, and with which secret."""

    url: str
    secret: str
    most: int


class Webhook:
    """Posts updates to the bot: those of one chat one after another, those of several chats at once."""

    def __init__(self, updates: Updates, clock: Clock, signal: Signal) -> None:
        self.hook: Hook | None = None
        self.failures: list[str] = []
        """What went wrong with each post that was not taken."""
        self._updates, self._clock, self._signal = updates, clock, signal
        self._task: asyncio.Task[None] | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}

    def set(self, call: Call) -> bool:
        """setWebhook and deleteWebhook; an empty address ends the delivery."""
        hook = self._read(call) if call.has("url") else None
        if call.flag("drop_pending_updates"):
            self._updates.waiting.clear()
        self._stop()
        self.hook = hook
        self._updates.webhook_set = hook is not None
        if hook is not None:
            self._updates.allow(call)
            self._updates.end_poll()  # whoever polled is told so
            self._task = asyncio.create_task(self._deliver(hook))
        return True

    def info(self) -> Json:
        hook = self.hook
        fields: Json = {
            "url": hook.url if hook else "",
            "has_custom_certificate": False,
            "pending_update_count": len(self._updates.waiting),
        }
        if hook:
            fields["max_connections"] = hook.most
        if self._updates.allowed:
            fields["allowed_updates"] = list(self._updates.allowed)
        if self.failures:
            fields |= {
                "last_error_date": int(self._clock.now()),
                "last_error_message": self.failures[-1],
            }
        return fields

    def close(self) -> None:
        self._stop()

    def _read(self, call: Call) -> Hook:
        url, secret = urlsplit(call.text("url")), call.text("secret_token")
        if url.scheme not in ("http", "https") or not url.hostname:
            raise bad("invalid webhook URL specified")
        if len(secret) > 256:
            raise bad("secret token is too long")
        if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
            raise bad("secret token contains unallowed characters")
        if not _is_loopback(url.hostname):  # this service calls nobody else
            raise bad("bad webhook: Failed to resolve host: Name or service not known")
        return Hook(call.text("url"), secret, min(max(call.integer("max_connections", 40), 1), 100))

    def _stop(self) -> None:
        for task in (self._task, *self._busy.values()):
            if task is not None:
                task.cancel()
        self._task, self._busy = None, {}

    async def _deliver(self, hook: Hook) -> None:
        async with aiohttp.ClientSession() as session:
            while True:
                self._start_posts(session, hook)
                await self._updates.news()

    def _start_posts(self, session: aiohttp.ClientSession, hook: Hook) -> None:
        repeats = [(f"repeat {n} {one.id}", one) for n, one in enumerate(self._updates.take_repeats())]
        for place, update in repeats + [(one.place, one) for one in self._updates.waiting]:
            if place not in self._busy and len(self._busy) < hook.most:
                task = asyncio.create_task(self._post(session, hook, place, update))
                self._busy[place] = task

    async def _post(self, session: aiohttp.ClientSession, hook: Hook, place: str, update: Update) -> None:
        headers = {SECRET_HEADER: hook.secret} if hook.secret else {}
        while problem := await self._problem(session, hook.url, headers, update):
            self.failures.append(problem)
            self._signal.give()
            await asyncio.sleep(PAUSE)
        if update in self._updates.waiting:
            self._updates.waiting.remove(update)
        del self._busy[place]
        self._signal.give()
        self._start_posts(session, hook)

    async def _problem(
        self, session: aiohttp.ClientSession, url: str, headers: dict[str, str], update: Update
    ) -> str:
        """Why the bot has not taken the update; empty if it has."""
        try:
            async with session.post(url, json=update.to_json(), headers=headers, ssl=False) as response:
                taken = 200 <= response.status < 300
                return (
                    "" if taken else f"Wrong response from the webhook: {response.status} {response.reason}"
                )
        except aiohttp.ClientError as error:
            return f"Connection failed: {type(error).__name__}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
