"""The adapter for Discord: shows messages there and hands presses and commands to the dispatcher.

Every press and command is an *interaction*: its id counts once, its first answer is due within three
seconds, and its token allows more answers for fifteen minutes. A press on a board is answered by replacing
the message, picture included, in that first answer: one call. The bot sends all other changes on its own.

Presses are read from the custom ids of buttons, through the library's plain event: its views and dynamic
items would rebuild a view of every pressed message, and leave an unknown button without an answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import discord
from cachetools import LRUCache

from bot.domain.commands import QUOTED
from bot.interface import (
    Account,
    Answer,
    Chat,
    Delivery,
    Front,
    Incoming,
    InvalidCommand,
    MessageGone,
    MessageKindFixed,
    Post,
    Request,
    RetryLater,
    Screen,
    Unreachable,
    Update,
    delivered,
    delivery_of,
    note_of,
)
from bot.platforms import callback_data
from bot.platforms.discord import commands, guilds, interactions, layout
from bot.platforms.discord.client import Client, Gateway, log_in, redirect
from bot.platforms.discord.errors import DROPPED, Code, passing, shorten_log, translated
from bot.platforms.discord.interactions import PLATFORM, Interaction
from bot.platforms.discord.reply import (
    LastPresses,
    Public,
    Reply,
    TooLate,
    expires_at,
    find_answer,
    with_expiry,
)
from bot.platforms.discord.settings import Hearing

if TYPE_CHECKING:
    from bot.platforms.discord.interaction_server import InteractionServer

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds until an unfinished answer is deferred; Discord allows three
SHOWN_WITHIN = 60.0  # seconds until a stuck answer counts as not delivered
FAREWELL = 1.5  # seconds for answering current presses when the bot stops
KEPT = 1000  # newest private channels, and newest interactions
THREAD_NAME_MAX = 100  # characters
QUIET_FOR: Literal[10080] = 10080  # minutes until a thread is archived: a week; a new message opens it again
EVERYTHING = Hearing()
UNHEARD = (
    "the application has an Interactions Endpoint URL, so that no press arrives over the gateway: "
    "clear it in Discord's portal, or set DISCORD_INTERACTIONS_URL"
)


class DiscordAdapter:
    """Discord, through an unmodified discord.py."""

    platform = PLATFORM

    def __init__(
        self,
        token: str,
        api_url: str | None = None,
        *,
        hearing: Hearing = EVERYTHING,
        patience: float = PATIENCE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`api_url` replaces that of Discord; `patience`: seconds until an unfinished answer is deferred."""
        self._token, self._api_url, self._hearing = token, api_url, hearing
        self._patience, self._sleep = patience, sleep
        self._front: Front  # see `connect`
        self._client: Client | None = None
        self._server: InteractionServer | None = None
        self._gateway: Gateway | None = None
        self._registration: asyncio.Task[None] | None = None
        self._busy: set[asyncio.Task[object]] = set()
        self._private: LRUCache[int, int] = LRUCache(KEPT)  # channels of private chats, by user
        self._last_presses = LastPresses()
        self._taken: LRUCache[int, None] = LRUCache(KEPT)  # ids of interactions: some arrive twice
        self._leaving = False

    # Coming and going

    def connect(self, front: Front) -> None:
        self._front = front

    @property
    def connected(self) -> bool:
        if self._server is not None:
            return self._server.connected
        return self._gateway is not None and self._gateway.heard

    @property
    def name(self) -> str:
        return str(self._client.user) if self._client and self._client.user else ""

    async def start(self) -> None:
        if self._api_url:
            redirect(self._api_url)
        shorten_log()
        client = self.prepared()
        try:
            await log_in(client, self._token, redirected=bool(self._api_url))
            self._gateway = Gateway(client, self._front, self._hearing.shards)
            await self._gateway.open()
            await self._open_server(client)
        except BaseException:
            await self._close(client)
            raise
        self._registration = asyncio.create_task(commands.register(client, self._sleep))

    def prepared(self) -> Client:
        """Create the client, not yet logged in: the first step of `start`."""
        self._leaving = False
        self._client = Client(self._front, self._take, self._joined, self._hearing.shards)
        return self._client

    async def running(self) -> str:
        """Wait until the connection has ended for good; return why. The library mends brief losses."""
        if self._gateway is None:
            raise RuntimeError("not started")
        return await self._gateway.ended()

    async def stop(self) -> None:
        client = self._client
        if client is None:
            return
        if self._server is not None:
            await self._server.close()
        self._leaving = True  # interactions taken before are still answered
        if self._registration is not None:
            self._registration.cancel()
        if busy := tuple(self._busy):
            _, late = await asyncio.wait(busy, timeout=FAREWELL)
            for task in late:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)
        await self._close(client)

    async def _close(self, client: Client) -> None:
        self._client = None
        await client.close()
        if self._gateway is not None:
            await self._gateway.close()

    async def _open_server(self, client: Client) -> None:
        """Serve interactions at a URL if one is set; otherwise report if Discord still has one."""
        if self._hearing.url is None:
            if client.application and client.application.interactions_endpoint_url:
                log.error(UNHEARD)
            return
        from bot.platforms.discord.interaction_server import InteractionServer

        self._server = InteractionServer(client, self._hearing.url, self._hearing)
        await self._server.open()

    # What the dispatcher asks for

    def private_chat(self, account_id: str) -> Chat:
        return interactions.private_chat(account_id)

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        """Send a new message and return its id; for some minutes, the same nonce sends no second one."""
        try:
            with self._at_discord() as client:
                if answer is not None and (shown := await find_answer(client, answer)):
                    await shown.edit(**layout.changed(message))
                    return interactions.message_id(shown.channel.id, shown.id)
                channel = await self._channel(client, chat)
                place = client.get_partial_messageable(channel)
                sent = await place.send(nonce=nonce, silent=not message.pings, **layout.new(message))
        except (MessageGone, MessageKindFixed) as fault:  # a place that takes no new message
            raise Unreachable(str(fault)) from fault
        return interactions.message_id(channel, sent.id)

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        with self._at_discord() as client:
            if interactions.by_press_only(chat):
                with self._last_presses.of(message_id) as press:
                    await press.edit(message)
            else:
                await _message(client, message_id).edit(**layout.changed(message))

    async def delete(self, chat: Chat, message_id: str) -> None:
        with self._at_discord() as client:
            if interactions.by_press_only(chat):
                with self._last_presses.of(message_id) as press:
                    await press.delete()
            else:
                await _message(client, message_id).delete()

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        """Start a public thread at a message, see `Threads`; None if impossible, as inside a thread."""
        if chat.private or interactions.by_press_only(chat):
            return None
        # A thread has the id of the message at which it starts.
        channel, thread = interactions.parts_of(message_id)
        with self._at_discord() as client:
            try:
                await client.http.start_thread_with_message(
                    channel, thread, name=layout.cut(name, THREAD_NAME_MAX), auto_archive_duration=QUIET_FOR
                )
            except discord.HTTPException as error:
                if error.code == Code.NOT_IN_SUCH_A_CHANNEL:
                    return None
                if error.code != Code.THREAD_IS_THERE:
                    raise
            for person in people:
                try:
                    await client.http.add_user_to_thread(thread, int(person.id))
                except discord.HTTPException as error:
                    log.info("somebody could not be taken into a thread: code %s", error.code)
        return Chat(PLATFORM, interactions.guild_chat_id(int(chat.place), thread), private=False)

    async def _channel(self, client: Client, chat: Chat) -> int:
        """The channel of a chat; a private channel is opened on first use."""
        user = interactions.user_of(chat)
        if user is None:
            return interactions.channel_of(chat)
        if user not in self._private:
            self._private[user] = (await client.create_dm(discord.Object(user))).id
        return self._private[user]

    @contextmanager
    def _at_discord(self) -> Iterator[Client]:
        """Yield the client; translate its errors into those of the interface, see `translated`."""
        client = self._client
        if client is None:
            raise RetryLater  # not started yet, or already stopped
        try:
            yield client
        except (discord.HTTPException, *DROPPED) as error:
            raise translated(error) from error
        except RuntimeError:
            if not client.is_closed():
                raise
            raise RetryLater from None  # the bot is stopping

    # What people ask

    async def _take(self, interaction: Interaction) -> None:
        match interaction.type:
            case discord.InteractionType.component:
                request = callback_data.decode(interactions.data_field(interaction, "custom_id"))
                await self._handle(interaction, await commands.picked(interaction, request, self._front))
            case discord.InteractionType.application_command:
                await self._handle(interaction, await self._command_of(interaction))
            case discord.InteractionType.autocomplete:
                await commands.complete(interaction, self._front)

    async def _command_of(self, interaction: Interaction) -> Request:
        try:
            return await commands.asked(interaction, self._front)
        except Exception:
            name = interactions.data_field(interaction, "name")
            log.exception("the command %s could not be dealt with", name)
            return InvalidCommand("not_prepared", name[:QUOTED])

    async def _handle(self, interaction: Interaction, request: Request) -> None:
        if self._leaving or interaction.id in self._taken or not await self._is_ours():
            return
        self._taken[interaction.id] = None
        if (task := asyncio.current_task()) is not None:
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)
        incoming = interactions.incoming(interaction, request)
        if interaction.guild_id is not None:
            language = interactions.language_of(interaction.guild_locale)
            self._front.speaks(PLATFORM, incoming.chat.place, language)
        if incoming.chat.private and interaction.channel_id is not None:
            self._private[interaction.user.id] = interaction.channel_id
        reply = Reply(interaction, private=incoming.chat.private, sleep=self._sleep)
        answer = await self._ask(incoming, reply)
        try:
            async with asyncio.timeout(SHOWN_WITHIN):
                await self._deliver(interaction, incoming, reply, answer)
        except (TooLate, *DROPPED) as fault:
            log.info("an answer came too late or got lost: %s", type(fault).__name__)
        except discord.HTTPException as error:
            level = logging.INFO if passing(error) else logging.ERROR
            log.log(level, "Discord did not take an answer: %s, code %s", error.status, error.code)

    async def _is_ours(self) -> bool:
        """Whether this process answers; not if another one has taken over the gateway."""
        return self._server is not None or self._gateway is None or await self._gateway.is_mine()

    async def _ask(self, incoming: Incoming, reply: Reply) -> Answer:
        """Return the dispatcher's answer; defer the interaction if that takes long."""
        thinking = asyncio.ensure_future(self._front.handle(incoming))
        done, _ = await asyncio.wait({thinking}, timeout=self._patience)
        if not done:
            try:
                await reply.hold(ephemeral=not isinstance(incoming.request, Public))
            except (TooLate, discord.HTTPException, *DROPPED):
                log.info("a late answer could not be announced")
        return await asyncio.shield(thinking)  # a request that has begun is completed

    async def _deliver(
        self, interaction: Interaction, incoming: Incoming, reply: Reply, answer: Answer
    ) -> None:
        is_board = delivery_of(answer) is not None or (isinstance(answer, Update) and answer.alone)
        # A board that only a press can change says until when it is kept up to date.
        until = expires_at(interaction) if is_board and interactions.by_press_only(incoming.chat) else None
        async with delivered(self._front, answer) as shown:
            try:
                shown.message = await self._show(incoming, reply, answer, until)
            except discord.NotFound as error:
                if error.code != Code.UNKNOWN_MESSAGE:
                    raise
                log.info("a message was deleted while it was being changed")
            if shown.message and until is not None:
                self._last_presses.keep(shown.message, interaction)
        if note := note_of(answer):
            await reply.note(note)
        elif shown.message is None:
            await reply.nothing()

    async def _show(self, incoming: Incoming, reply: Reply, answer: Answer, until: int | None) -> str | None:
        """Show what everybody in the chat may see; return the id of that message."""
        match answer:
            case Update(screen=screen) if incoming.message is not None:
                return await reply.update(with_expiry(screen, until))
            case Post(screen=screen, delivery=delivery, pressed=pressed):
                if pressed is not None and incoming.message is not None:
                    await reply.update(with_expiry(pressed, until))
                return await self._post_once(incoming.chat, reply, with_expiry(screen, until), delivery)
        return None

    async def _post_once(
        self, chat: Chat, reply: Reply, message: Screen, delivery: Delivery | None
    ) -> str | None:
        """Post a board with a nonce after a deferral: a follow-up could arrive twice."""
        if not reply.held or delivery is None or interactions.by_press_only(chat):
            return await reply.post(message)
        try:
            return await self.post(chat, message, delivery.board)
        except Unreachable:
            return await reply.post(message)
        except RetryLater:
            return None  # the dispatcher posts it later, with the same nonce

    async def _joined(self, guild: discord.Guild) -> None:
        await guilds.greet(guild, self._front, self.post, self._sleep)


def _message(client: Client, message_id: str) -> discord.PartialMessage:
    channel, own = interactions.parts_of(message_id)
    return client.get_partial_messageable(channel).get_partial_message(own)
