"""The connection to Discord: small in many guilds, and pointed at another address in this one place."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.platforms.discord.chat_ids import Interaction, guild_chat
from bot.platforms.discord.errors import DROPPED, REFUSED, Limited, asked_to_wait
from bot.platforms.discord.guild_state import GuildState
from bot.platforms.discord.hearing import Shards
from bot.platforms.errors import CannotStart

log = logging.getLogger(__name__)

LONGEST_LIMIT = 30.0  # seconds that the library itself waits for a rate limit, at the least
LONGEST_BACKOFF = 5  # as a power of two, in seconds: the library would stay away for up to 17 minutes
_ANSWERS = ("/interactions/", "/webhooks/")
"""In the paths of answers to interactions, and in no others."""
GUILDS_READY = 0.1  # seconds after the last guild until the bot counts as ready: it needs none of them

OnInteraction = Callable[[Interaction], Awaitable[None]]
OnLost = Callable[[str], Awaitable[None]]
"""Is given the id of a chat, or what the ids of all chats of a guild begin with."""
OnGuild = Callable[[discord.Guild, bool], Awaitable[None]]
"""Is given a guild that the bot is in, and whether it has just come there."""


class Client(discord.AutoShardedClient):
    """Hears interactions, and what places are gone; keeps no members, messages or channels in memory."""

    tree: app_commands.CommandTree[Any]

    def __init__(
        self,
        on_interaction: OnInteraction,
        on_lost: OnLost,
        on_guild: OnGuild,
        shards: Shards | None = None,
    ) -> None:
        """Not logged in.

        Args:
            on_interaction: is given each press.
            on_lost: is told of places that are gone.
            on_guild: is told of guilds that are there.
            shards: those of this process; None: all there are.
        """
        some: dict[str, Any] = {}
        if shards is not None and shards.numbers:
            some = {"shard_ids": list(shards.numbers), "shard_count": shards.of}
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody talks here
        super().__init__(
            intents=discord.Intents(guilds=True),  # to hear of deleted channels; nothing privileged
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=GUILDS_READY,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_LIMIT,
            http_trace=trace(),
            **some,
        )
        self._hear, self._lose, self._meet = on_interaction, on_lost, on_guild
        self._silent = set[int]()  # shards whose connection is lost

    def _get_state(self, **options: Any) -> GuildState:
        return GuildState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    @property
    def heard(self) -> bool:
        """Whether every connection to the gateway stands; the library calls itself ready without any, too."""
        return self.is_ready() and not self.is_closed() and not self._silent

    def take(self, interaction: Any) -> None:
        """An interaction that has come in another way than over the gateway."""
        self._connection.parsers["INTERACTION_CREATE"](interaction)

    async def on_interaction(self, interaction: Interaction) -> None:
        """A press; commands come by the command tree."""
        if interaction.type is discord.InteractionType.component:
            await self._hear(interaction)

    async def on_shard_disconnect(self, shard: int) -> None:
        """The gateway, or the way there, is lost."""
        self._silent.add(shard)
        if (lost := self.get_shard(shard)) is not None:
            lost._parent._backoff._max = LONGEST_BACKOFF

    async def on_shard_resumed(self, shard: int) -> None:
        """It is back, with what happened meanwhile."""
        self._silent.discard(shard)

    async def on_shard_connect(self, shard: int) -> None:
        """It is back, under a session of its own."""
        self._silent.discard(shard)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot came to a guild; what is there after a start or an outage does not come here."""
        await self._meet(guild, True)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A guild is there after a start or an outage."""
        await self._meet(guild, False)

    async def on_guild_update(self, _: discord.Guild, guild: discord.Guild) -> None:
        """A guild has changed, as its language."""
        await self._meet(guild, False)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a guild, or the guild deleted; an outage does not come here."""
        await self._lose(guild_chat(guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted."""
        await self._lose(guild_chat(channel.guild.id, channel.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await self._lose(guild_chat(payload.guild_id, payload.thread_id))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Whatever an event handler did not foresee; its arguments carry tokens and are not written down."""
        log.exception("the event %s of Discord could not be dealt with", event_method)


def trace() -> aiohttp.TraceConfig:
    """Looks at every answer of Discord before the library does."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_stop_at_a_fault)
    return trace


async def _stop_at_a_fault(
    _: aiohttp.ClientSession, __: object, ended: aiohttp.TraceRequestEndParams
) -> None:
    """Raise where the library would go wrong, or go on in a way that does not fit.

    What answers an interaction it sends again after a second at the earliest, though three are all there are
    and a further message may have had its effect; or not at all, where it was refused by the wall in front of
    Discord. And it takes for granted that whoever limits it tells how long.

    Raises:
        ConnectionError: a server failed at the answer to an interaction.
        Limited
    """
    response = ended.response
    answers = any(part in ended.url.path for part in _ANSWERS)
    if answers and response.status >= 500:
        raise ConnectionError(f"a server answered {response.status}")
    if response.status != 429:
        return
    # What comes without `Via` comes from the wall in front of Discord: then the library raises its own error.
    if not await _tells_how_long(response) if "Via" in response.headers else answers:
        raise Limited(asked_to_wait(response.headers))


async def _tells_how_long(response: aiohttp.ClientResponse) -> bool:
    if response.headers.get("Content-Type") != "application/json":
        return False  # as the library sees it
    try:
        told = (await response.json())["retry_after"]
    except (ValueError, LookupError, TypeError):
        return False
    return isinstance(told, int | float)


def redirect(api_url: str) -> None:
    """Send all requests to this address instead of Discord's, such as `http://127.0.0.1:8080/api/v10`."""
    Route.BASE = api_url.rstrip("/")


async def log_in(client: discord.Client, token: str, *, redirected: bool) -> None:
    """Make the token known.

    Raises:
        CannotStart: it is refused, or Discord cannot be reached.
    """
    try:
        await client.login(token)
        if redirected:
            await redirect_gateway(client)
    except discord.LoginFailure:
        raise CannotStart(REFUSED, for_good=True) from None
    except (discord.HTTPException, *DROPPED) as error:
        raise CannotStart(f"Discord cannot be reached: {error}") from error


async def redirect_gateway(client: discord.Client) -> None:
    """Stay with the gateway that the redirected address names; after the login.

    The library asks for it once, and after an invalid session goes back to a constant of its own.
    """
    _, gateway, _ = await client.http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def tell_if_unheard(client: discord.Client) -> None:
    """Tell the host that interactions are brought elsewhere; after the login."""
    if client.application and client.application.interactions_endpoint_url:
        log.error(
            "the application has an Interactions Endpoint URL, so that no press arrives over the gateway: "
            "clear it in Discord's portal, or set DISCORD_INTERACTIONS_URL"
        )
