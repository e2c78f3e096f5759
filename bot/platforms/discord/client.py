"""The connection to Discord: needs little memory in many guilds, and can be redirected to another address.

It uses private parts of the library; `test_library.py` names the release that has them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.state import AutoShardedConnectionState

from bot.interface import Alone, Front, until_either_ends
from bot.platforms.discord.errors import DROPPED, REFUSED, retry_after, shut_out, why_it_ended
from bot.platforms.discord.interactions import PLATFORM, Interaction, guild_chat_id, language_of
from bot.platforms.discord.settings import Shards
from bot.platforms.spec import CannotStart

log = logging.getLogger(__name__)

LONGEST_LIMIT = 30.0  # seconds; the library waits out shorter rate limits itself, and allows no lower value
LONGEST_BACKOFF = 5  # exponent of two, for seconds: the library would wait for up to 17 minutes
GUILDS_READY = 0.1  # seconds after the last guild until the client is ready: it needs no guilds
SOON = 2.0  # seconds for an earlier process to release the gateway
_ANSWERS = ("/interactions/", "/webhooks/")
"""Parts of paths that only answers to interactions have."""
_KEPT = ("id", "name", "unavailable", "preferred_locale", "threads")
"""Fields kept of a guild: threads too, as Discord does not report those deleted with their channel."""
STANDS_BY = (
    "another process of this bot hears the same of Discord's gateway, or has just died: this one does when"
    " that one is gone; where TISCHRAND_SHARDS gives each its own shards, all are heard at once"
)


class Client(discord.AutoShardedClient):
    """Receives interactions and changes of guilds and channels; caches no members, messages or channels."""

    def __init__(
        self,
        front: Front,
        on_interaction: Callable[[Interaction], Awaitable[None]],
        on_join: Callable[[discord.Guild], Awaitable[None]],
        shards: Shards | None = None,
    ) -> None:
        without_voice()
        super().__init__(
            intents=discord.Intents(guilds=True),  # reports deleted channels; not privileged
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=GUILDS_READY,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_LIMIT,
            http_trace=trace(),
            **_sharding(shards),
        )
        self._front, self._on_join = front, on_join
        self.on_interaction = on_interaction
        self._silent = set[int]()  # disconnected shards

    def _get_state(self, **options: Any) -> GuildState:
        return GuildState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    @property
    def heard(self) -> bool:
        """Whether all shards are connected: the library counts as ready even without any connection."""
        return self.is_ready() and not self.is_closed() and not self._silent

    def take(self, interaction: Any) -> None:
        """Dispatch an interaction that did not come over the gateway."""
        self._connection.parsers["INTERACTION_CREATE"](interaction)

    async def on_shard_disconnect(self, shard: int) -> None:
        self._silent.add(shard)
        if (lost := self.get_shard(shard)) is not None:
            lost._parent._backoff._max = LONGEST_BACKOFF

    async def on_shard_resumed(self, shard: int) -> None:
        self._silent.discard(shard)

    async def on_shard_connect(self, shard: int) -> None:
        self._silent.discard(shard)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Handle a joined guild; not called for guilds that appear after a start or an outage."""
        await self.on_guild_available(guild)
        await self._on_join(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self._front.speaks(PLATFORM, guild_chat_id(guild.id), language_of(guild.preferred_locale))

    async def on_guild_update(self, _: discord.Guild, guild: discord.Guild) -> None:
        await self.on_guild_available(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle removal from a guild, or its deletion; not called for an outage."""
        await self._front.lost(PLATFORM, guild_chat_id(guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._front.lost(PLATFORM, guild_chat_id(channel.guild.id, channel.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._front.lost(
            PLATFORM, guild_chat_id(payload.guild_id, payload.parent_id, payload.thread_id)
        )

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an unexpected fault of an event handler, without its arguments: they contain tokens."""
        log.exception("the event %s of Discord could not be dealt with", event_method)


def _sharding(shards: Shards | None) -> dict[str, Any]:
    """The library's options for some shards; none, for it to connect all of them."""
    if shards is None or not shards.numbers:
        return {}
    return {"shard_ids": list(shards.numbers), "shard_count": shards.of}


class GuildState(AutoShardedConnectionState[Any]):
    """Keeps less of guilds than the library does.

    Channels and roles of guilds would take most of the memory of a bot in many guilds, see
    `benchmarks/discord_memory.py`. Only guilds that the bot joins while it runs are kept whole: the greeting
    needs their channels. The methods are named after their events.
    """

    def parse_guild_create(self, data: Any) -> None:
        """Keep a joined guild whole; shorten one with `unavailable`: it is back after a start or outage."""
        super().parse_guild_create(_shortened(data) if "unavailable" in data else data)

    def parse_guild_update(self, data: Any) -> None:
        super().parse_guild_update(_shortened(data))

    def parse_channel_create(self, data: Any) -> None:
        """Keep no new channels."""

    def parse_channel_delete(self, data: Any) -> None:
        """Add the channel first: the library only reports deletions of channels that it knows."""
        super().parse_channel_create(data)
        super().parse_channel_delete(data)

    def parse_guild_role_create(self, data: Any) -> None:
        """Keep no new roles."""

    def parse_interaction_create(self, data: Any) -> None:
        """Leave out what a pressed message shows, which nobody reads: 2 % of a press."""
        if "message" in data:
            data = {**data, "message": {**data["message"], "attachments": [], "components": [], "embeds": []}}
        super().parse_interaction_create(data)


def _shortened(guild: Any) -> Any:
    return {key: guild[key] for key in _KEPT if key in guild}


class Gateway:
    """The gateway connection, open while this process holds the claim on it, see `Front.alone`."""

    def __init__(self, client: Client, front: Front, shards: Shards | None) -> None:
        self._client, self._front, self._shards = client, front, shards
        self._mine = asyncio.Event()
        self._alone: Alone | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def heard(self) -> bool:
        """Whether it is connected and, as far as is known, this process holds the claim."""
        return self._client.heard and self._alone is not None and self._alone.known

    async def is_mine(self) -> bool:
        """Whether this process holds the claim: after a suspension, another one may have it."""
        return self._alone is not None and await self._alone.is_mine()

    async def open(self) -> None:
        """Connect, and wait until presses arrive; stand by if another process holds the claim.

        Do nothing if this process has no shards.

        Raises:
            CannotStart: Discord does not let the bot in.
        """
        if self._shards is not None and not self._shards.numbers:
            return
        self._task = asyncio.create_task(self._connect())
        await until_either_ends(self._task, self._wait_until_ready())
        if self._task.done():
            fault = self._task.exception()
            raise CannotStart(why_it_ended(fault), for_good=shut_out(fault) is not None)

    async def ended(self) -> str:
        """Wait until the connection has ended for good, and return why; forever if there is none."""
        if self._task is None:
            return await asyncio.Future[str]()
        await asyncio.wait({self._task})
        return why_it_ended(self._task.exception())

    async def close(self) -> None:
        """Release the claim, after the client was closed, which ends the connection."""
        if self._task is None:
            return
        if not self._mine.is_set():
            self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _wait_until_ready(self) -> None:
        """Wait until presses arrive, but not for the claim while another process holds it."""
        try:
            async with asyncio.timeout(SOON):
                await self._mine.wait()
        except TimeoutError:
            log.warning(STANDS_BY)
        else:
            await self._client.wait_until_ready()

    async def _connect(self) -> None:
        """Wait for the claim, then stay connected until the client is closed."""
        shards = f"{self._shards.numbers} of {self._shards.of}" if self._shards else ""
        async with self._front.alone(f"Discord's gateway {shards}") as self._alone:
            self._mine.set()
            await self._client.connect()


# Requests


def trace() -> aiohttp.TraceConfig:
    """A trace by which `_raise_faults` sees every response before the library does."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_raise_faults)
    return trace


async def _raise_faults(_: aiohttp.ClientSession, __: object, ended: aiohttp.TraceRequestEndParams) -> None:
    """Raise where the library would fail, or retry in a way that does not fit.

    The library retries an answer to an interaction after one second at the earliest, although Discord allows
    three in all and a follow-up may have taken effect. If Cloudflare in front of Discord refused the answer,
    it does not retry at all. And it assumes that every rate limit states its duration.

    Raises:
        ConnectionError: a server error in response to an answer to an interaction.
        discord.RateLimited: the library would not wait out this rate limit.
    """
    response = ended.response
    if response.status < 429:
        return
    is_answer = any(part in ended.url.path for part in _ANSWERS)
    if is_answer and response.status >= 500:
        raise ConnectionError(f"a server answered {response.status}")
    if response.status != 429:
        return
    if "Via" in response.headers:
        library_copes = await _says_how_long(response)
    else:  # From Cloudflare in front of Discord: the library raises an error of its own.
        library_copes = not is_answer
    if not library_copes:
        raise discord.RateLimited(retry_after(response.headers))


async def _says_how_long(response: aiohttp.ClientResponse) -> bool:
    if response.headers.get("Content-Type") != "application/json":
        return False  # the library requires exactly this type
    try:
        seconds = (await response.json())["retry_after"]
    except (ValueError, LookupError, TypeError):
        return False
    return isinstance(seconds, int | float)


def without_voice() -> None:
    """Silence the library's warnings about missing voice packages."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def redirect(api_url: str) -> None:
    """Send all requests to this URL instead of Discord's, such as `http://127.0.0.1:8080/api/v10`."""
    Route.BASE = api_url.rstrip("/")


async def redirect_gateway(client: discord.Client) -> None:
    """Keep using the gateway that the redirected API names; call this after the login.

    The library asks for it once, but falls back to a constant of its own after an invalid session.
    """
    _, gateway, _ = await client.http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def log_in(client: discord.Client, token: str, *, redirected: bool) -> None:
    """Log in, or raise `CannotStart`: the token is refused, or Discord cannot be reached."""
    try:
        await client.login(token)
        if redirected:
            await redirect_gateway(client)
    except discord.LoginFailure:
        raise CannotStart(REFUSED, for_good=True) from None
    except (discord.HTTPException, *DROPPED) as error:
        raise CannotStart(f"Discord cannot be reached: {error}") from error
