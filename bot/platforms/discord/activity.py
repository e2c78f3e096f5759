"""The pages of matches as an Activity: Discord shows them in a frame and says who opened them.

The page gets a code from Discord's client, see `launches.js` of the pages. The bot exchanges it, with its
secret, for a token of the person, and asks whose that is. With its own token it asks who takes part in the
instance. What the page says of itself never counts, and the token of the person is not kept.

See https://docs.discord.com/developers/activities/development-guides/multiplayer-experience.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import aiohttp
from cachetools import TTLCache

from bot.interface import Account
from bot.platforms.discord.errors import DROPPED
from bot.platforms.discord.interactions import PLATFORM, account_of
from bot.platforms.embedding import NoAnswer, Unidentified

API = "https://discord.com/api/v10"
CLIENTS = "https://discord.com https://ptb.discord.com https://canary.discord.com"
ANSWER_WITHIN = 10.0  # seconds
MOST_CODES = 60  # in `A_WHILE`: the page is public, and Discord shuts out an address that asks too much
A_WHILE = 60.0  # seconds
REFUSALS = (400, 403, 404)

log = logging.getLogger(__name__)


class Activity:
    """Identifies the people who open the Activity (implements `Embedding`)."""

    platform = PLATFORM

    def __init__(self, application: str, token: str, secret: str, api_url: str | None = None) -> None:
        """`application` is its id; `secret` that of its OAuth2 client; `api_url` replaces Discord's API."""
        self.application = application
        self._token, self._secret = token, secret
        self._api = api_url or API
        self._recent: TTLCache[object, None] = TTLCache(MOST_CODES, A_WHILE)

    @property
    def origin(self) -> str:
        return f"https://{self.application}.discordsays.com"

    @property
    def framed_by(self) -> str:
        return f"{self.origin} {CLIENTS}"

    async def identify(self, code: str, instance: str) -> Account:
        if self._recent.currsize >= MOST_CODES:
            raise NoAnswer("too many codes")
        self._recent[object()] = None
        try:
            async with asyncio.timeout(ANSWER_WITHIN), aiohttp.ClientSession() as session:
                user = await self._user(session, code)
                users = await self._users(session, instance)
                account = replace(account_of(user), language=str(user.get("locale") or ""))
        except (*DROPPED, ValueError, LookupError, TypeError, AttributeError) as fault:
            log.info("Discord could not say who opened the activity: %s", type(fault).__name__)
            raise NoAnswer from None
        if account.id not in users:
            raise Unidentified("not in this instance")
        return account

    async def is_known(self) -> bool:
        """Whether Discord accepts the secret.

        Raises:
            aiohttp.ClientError, TimeoutError: it does not answer now.
        """
        form = {**self._credentials, "grant_type": "client_credentials", "scope": "identify"}
        async with (
            asyncio.timeout(ANSWER_WITHIN),
            aiohttp.ClientSession() as session,
            session.post(f"{self._api}/oauth2/token", data=form) as response,
        ):
            known = response.status != 401
            if known:
                response.raise_for_status()
            return known

    @property
    def _credentials(self) -> dict[str, str]:
        return {"client_id": self.application, "client_secret": self._secret}

    async def _user(self, session: aiohttp.ClientSession, code: str) -> Any:
        """The user object of the person who got the code."""
        form = {**self._credentials, "grant_type": "authorization_code", "code": code}
        async with session.post(f"{self._api}/oauth2/token", data=form) as response:
            token = (await _read(response))["access_token"]
        return await self._get(session, "users/@me", f"Bearer {token}")

    async def _users(self, session: aiohttp.ClientSession, instance: str) -> list[str]:
        """The ids of the people in an instance."""
        path = f"applications/{self.application}/activity-instances/{quote(instance, safe='')}"
        found = await self._get(session, path, f"Bot {self._token}")
        return [str(user) for user in found["users"]]

    async def _get(self, session: aiohttp.ClientSession, path: str, authorization: str) -> Any:
        headers = {"Authorization": authorization}
        async with session.get(f"{self._api}/{path}", headers=headers) as response:
            return await _read(response)


async def _read(response: aiohttp.ClientResponse) -> Any:
    """The body of an answer.

    Raises:
        Unidentified: Discord refuses what the page has sent.
        aiohttp.ClientError: it does not answer now, or refuses the bot.
    """
    if response.status in REFUSALS:
        raise Unidentified(str(response.status))
    if response.status == 401:
        log.error("Discord refuses the client secret (DISCORD_CLIENT_SECRET), or the token")
    response.raise_for_status()
    return await response.json()
