"""Interactions that Discord posts to a URL of the bot: any process behind it can answer any press.

Each is acknowledged at once and then answered by a separate call, as if it had come over the gateway: the
answer can contain pictures and takes the same path through the bot. Discord posts no interaction twice.
"""

from __future__ import annotations

import json
import logging
from urllib.parse import urlsplit

import discord
from aiohttp import web
from discord.http import Route
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.platforms.discord.client import Client
from bot.platforms.discord.errors import DROPPED
from bot.platforms.discord.settings import Hearing
from bot.platforms.listening import listen
from bot.platforms.spec import CannotStart

PING = PONG = 1
MOST_BYTES = 1 << 20
FAREWELL = 0.5  # seconds for current acknowledgements when the server stops

log = logging.getLogger(__name__)


class InteractionServer:
    """The HTTP server that Discord posts interactions to."""

    def __init__(self, client: Client, url: str, hearing: Hearing) -> None:
        """`client` is logged in; `url` is the public one that Discord posts to."""
        self._client, self._url = client, url
        self._host, self.port = hearing.host, hearing.port
        self._runner: web.AppRunner | None = None
        self._key: VerifyKey

    @property
    def connected(self) -> bool:
        return self._runner is not None

    async def open(self) -> None:
        """Listen, and register the URL with Discord, which tries it first.

        Raises:
            CannotStart: Discord does not accept the URL.
            OSError: the port is taken or not permitted.
        """
        application = self._client.application
        if application is None:
            raise CannotStart("Discord does not say whose token this is (DISCORD_TOKEN)")
        self._key = VerifyKey(bytes.fromhex(application.verify_key))
        served = web.Application(client_max_size=MOST_BYTES)
        served.router.add_post(urlsplit(self._url).path or "/", self._brought)
        self._runner = await listen(served, self._host, self.port, farewell=FAREWELL)
        self.port = self._runner.addresses[0][1]
        if application.interactions_endpoint_url != self._url:
            await self._announce()

    async def _announce(self) -> None:
        try:  # not by `AppInfo.edit`, which drops the URL: the library's name of the field contains a blank
            known = {"interactions_endpoint_url": self._url}
            await self._client.http.request(Route("PATCH", "/applications/@me"), json=known)
        except (discord.HTTPException, *DROPPED) as error:
            await self.close()
            raise CannotStart(
                f"Discord does not take {self._url} for interactions (DISCORD_INTERACTIONS_URL): {error}"
            ) from error

    async def close(self) -> None:
        """Stop listening. The URL stays registered with Discord: another process may serve it."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _brought(self, request: web.Request) -> web.Response:
        body = await request.read()
        if not self._signed(request, body):
            return web.Response(status=401)
        try:
            interaction = json.loads(body)
            if interaction["type"] == PING:
                return web.json_response({"type": PONG})
            self._client.take(interaction)
        except (ValueError, LookupError, TypeError):
            log.exception("an interaction that Discord brought cannot be read")
            return web.Response(status=400)
        return web.Response(status=202)

    def _signed(self, request: web.Request, body: bytes) -> bool:
        stamp = request.headers.get("X-Signature-Timestamp", "").encode("utf-8", "surrogateescape")
        try:
            signature = bytes.fromhex(request.headers.get("X-Signature-Ed25519", ""))
            self._key.verify(stamp + body, signature)
        except (BadSignatureError, ValueError):
            return False
        return True
