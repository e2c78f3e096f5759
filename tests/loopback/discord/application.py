"""The application: what is known of it, and where its interactions are brought if not over the gateway."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web
from nacl.signing import SigningKey

from tests.loopback.discord import payloads
from tests.loopback.discord.refusals import Body, Form
from tests.loopback.discord.rest import BASE, Door, answer
from tests.loopback.discord.world import World

PING = 1
EMBEDDED = 1 << 17
STAMP = "1700000000"
WITHIN = aiohttp.ClientTimeout(3.0)
"""Interactions that take longer have failed."""


@dataclass
class Application:
    """One application, which has the bot's id."""

    door: Door
    world: World
    key: SigningKey = field(default_factory=SigningKey.generate)
    url: str | None = None
    """Where interactions are brought to; None: they come over the gateway."""
    different: Body = field(default_factory=dict)
    """What a test wants to be told otherwise of it."""
    _on_their_way: set[asyncio.Task[None]] = field(default_factory=set)

    def routes(self) -> list[web.RouteDef]:
        """For `aiohttp.web`."""
        own = f"{BASE}/applications/@me"
        return [
            web.get(f"{BASE}/oauth2/applications/@me", self.tell),
            web.get(own, self.tell),
            web.patch(own, self.change),
        ]

    async def tell(self, request: web.Request) -> web.Response:
        """What is known of it."""
        bot = payloads.user(self.world.bot)
        return answer(
            {
                "id": bot["id"],
                "name": bot["username"],
                "description": "",
                "icon": None,
                "bot": bot,
                "bot_public": True,
                "bot_require_code_grant": False,
                "owner": bot,
                "team": None,
                "verify_key": self.key.verify_key.encode().hex(),
                "interactions_endpoint_url": self.url,
                "terms_of_service_url": "https://example.org/terms",
                "privacy_policy_url": "https://example.org/privacy",
                "flags": EMBEDDED if self.world.embedded else 0,
                "redirect_uris": ["https://127.0.0.1"] if self.world.embedded else [],
                "tags": [],
                "summary": "",
                "integration_types_config": {"0": {}, "1": {}},
            }
            | self.different
        )

    async def change(self, request: web.Request) -> web.Response:
        """Another address for interactions: it has to answer a ping, and to turn away a forged one."""
        url = (await request.json())["interactions_endpoint_url"]
        ping = {"type": PING, "id": "1", "application_id": str(self.world.bot.id), "version": 1}
        right = url is None or await self.bring(ping, url) == 200
        if not right or (url and await self.bring(ping, url, forged=True) != 401):
            form = Form()
            form.add(
                ("interactions_endpoint_url",),
                "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
                "The specified interactions endpoint url could not be verified.",
            )
            form.close()
        self.url = url
        return await self.tell(request)

    def send(self, interaction: Body) -> None:
        """Bring an interaction; one that is not taken is lost."""
        assert self.url
        task = asyncio.create_task(self._bring(interaction, self.url))
        self._on_their_way.add(task)
        task.add_done_callback(self._on_their_way.discard)

    async def _bring(self, interaction: Body, url: str) -> None:
        if (status := await self.bring(interaction, url)) not in (0, 202):
            self.door.complaints.append(f"an interaction that was brought was answered with {status}")

    async def bring(self, interaction: Body, url: str, *, forged: bool = False) -> int:
        """The status of the answer to an interaction; 0: there was none."""
        body = json.dumps(interaction).encode()
        signed = self.key.sign(STAMP.encode() + (b"" if forged else body)).signature.hex()
        headers = {
            "X-Signature-Ed25519": signed,
            "X-Signature-Timestamp": STAMP,
            "Content-Type": "application/json",
        }
        try:
            async with (
                aiohttp.ClientSession(timeout=WITHIN) as session,
                session.post(url, data=body, headers=headers) as response,
            ):
                return response.status
        except (aiohttp.ClientError, TimeoutError):
            return 0

    async def stop(self) -> None:
        """Wait until everything was brought."""
        await asyncio.gather(*self._on_their_way)
