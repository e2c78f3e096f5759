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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import discord
from cachetools import LRUCache

from bot.domain.commands import QUOTED
from bot.interface import (
    Account,
    Answer,
    BuildChallenge,
    Chat,
    Delivery,
    Front,
    Incoming,
    InvalidCommand,
    MessageGone,
    MessageKindFixed,
    Note,
    Post,
    Request,
    RetryLater,
    Screen,
    Sleep,
    Unreachable,
    Update,
    cancel_tasks,
    delivered,
)
from bot.platforms import callback_data
from bot.platforms.discord import commands, forms, guilds, interactions, layout
from bot.platforms.discord.client import Client, Gateway, log_in, redirect
from bot.platforms.discord.errors import DROPPED, Code, log_refusal, shorten_log, translated
from bot.platforms.discord.interactions import PLATFORM, Interaction
from bot.platforms.discord.reply import (
    LastPresses,
    Public,
    Reply,
    TooLate,
    expires_at,
    find_answer,
    replace_message,
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
        launches: bool = False,
        patience: float = PATIENCE,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Prepare the adapter; `start` connects it.

        Args:
            token: of the bot.
            api_url: replaces that of Discord.
            hearing: what this process receives.
            launches: whether the pages of matches open as an Activity.
            patience: seconds until an unfinished answer is deferred.
            sleep: waits for a number of seconds.
        """
        self._token, self._api_url, self._hearing, self._launches = token, api_url, hearing, launches
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
        self._registration = asyncio.create_task(
            commands.register(client, self._sleep, launches=self._launches)
        )

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
        await cancel_tasks(*self._busy, within=FAREWELL)
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
                place, new = client.get_partial_messageable(channel), layout.new(message)
                sent = await place.send(nonce=nonce, silent=not message.pings, **new)
                if not layout.is_shown(new["view"], sent):  # sent before, as it was then
                    await replace_message(client, channel, sent.id, message)
        except (MessageGone, MessageKindFixed) as fault:  # a place that takes no new message
            raise Unreachable(str(fault)) from fault
        return interactions.message_id(channel, sent.id)

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        with self._at_discord() as client:
            if chat.by_press_only or message_id in self._last_presses:
                with self._last_presses.of(message_id) as press:
                    await press.edit(message)
            else:
                await replace_message(client, *interactions.parts_of(message_id), message)

    async def delete(self, chat: Chat, message_id: str) -> None:
        with self._at_discord() as client:
            if chat.by_press_only:
                with self._last_presses.of(message_id) as press:
                    await press.delete()
            else:
                await _message(client, message_id).delete()

    async def pin(self, chat: Chat, message_id: str) -> None:
        if not chat.by_press_only:
            with self._at_discord() as client:
                await _message(client, message_id).pin()

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        """Start a public thread at a message, see `Threads`; None if impossible, as inside a thread."""
        if chat.private or chat.by_press_only:
            return None
        # A thread has the id of the message at which it starts.
        channel, thread = interactions.parts_of(message_id)
        with self._at_discord() as client:
            if not await _is_thread_started(client, channel, thread, name):
                return None
            for person in people:
                await _add_to_thread(client, thread, person)
        return Chat(PLATFORM, interactions.guild_chat_id(int(chat.place), channel, thread), private=False)

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
                if isinstance(request, BuildChallenge):
                    request = await commands.picked(interaction, request, self._front)
                await self._handle(interaction, request)
            case discord.InteractionType.modal_submit:
                request = callback_data.decode(interactions.data_field(interaction, "custom_id"))
                await self._handle(interaction, forms.filled(interaction, request))
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
        if not await self._is_ours() or self._leaving or interaction.id in self._taken:
            return
        self._taken[interaction.id] = None
        self._register_as_busy()
        incoming = interactions.incoming(interaction, request)
        self._learn_of_chat(interaction, incoming.chat)
        reply = Reply(interaction, private=incoming.chat.private, sleep=self._sleep)
        answer = await self._ask(incoming, reply)
        try:
            async with asyncio.timeout(SHOWN_WITHIN):
                await self._deliver(interaction, incoming, reply, answer)
        except (TooLate, *DROPPED) as fault:
            log.info("an answer came too late or got lost: %s", type(fault).__name__)
        except discord.HTTPException as error:
            log_refusal("Discord did not take an answer", error)

    def _register_as_busy(self) -> None:
        """Have `stop` wait for the current task."""
        if (task := asyncio.current_task()) is not None:
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    def _learn_of_chat(self, interaction: Interaction, chat: Chat) -> None:
        """Note what an interaction reveals of its chat: a guild's language, or a person's private channel."""
        if interaction.guild_id is not None:
            language = interactions.language_of(interaction.guild_locale)
            self._front.speaks(PLATFORM, chat.place, language)
        if chat.private and interaction.channel_id is not None:
            self._private[interaction.user.id] = interaction.channel_id

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
        """Show an answer; a board that the bot cannot change on its own is kept with the press that can."""
        if isinstance(answer, Note) and await self._launch(incoming, reply, answer.screen):
            return
        if isinstance(answer, Note | Update) and await reply.ask(answer.screen):
            return
        shows_board = answer is not None and answer.delivery is not None
        is_ephemeral = incoming.ephemeral or isinstance(answer, Note)
        is_shared_board = (shows_board and not is_ephemeral) or (isinstance(answer, Update) and answer.alone)
        by_press_only = is_shared_board and incoming.chat.by_press_only
        # Such a board says until when it is kept up to date.
        until = expires_at(interaction) if by_press_only else None
        async with delivered(self._front, answer) as shown:
            with _unless_deleted():
                if isinstance(answer, Note):
                    await self._keep_changeable(interaction, incoming, reply)
                shown.message = await self._show(incoming, reply, answer, until)
            if shown.message and (by_press_only or (shows_board and is_ephemeral)):
                self._last_presses.keep(shown.message, interaction, until)
        if isinstance(answer, Update) and answer.note:
            await reply.note(answer.note)
        elif shown.message is None:
            await reply.nothing()

    async def _keep_changeable(self, interaction: Interaction, incoming: Incoming, reply: Reply) -> None:
        """Before a note: let the token of the press change its message, too, if nothing else can."""
        if not incoming.message or incoming.ephemeral or not incoming.chat.by_press_only:
            return
        if not reply.held:
            await reply.hold(ephemeral=True)
        self._last_presses.keep(incoming.message, interaction, expires_at(interaction))

    async def _launch(self, incoming: Incoming, reply: Reply, note: Screen) -> bool:
        """Open the page of a match as an Activity, in place of a note with a link to it."""
        match = note.page.match if note.page else None
        if match is None or not self._launches:
            return False
        instance = await reply.launch()
        if instance:
            await self._front.launched(incoming.account, instance, match)
        return instance is not None

    async def _show(self, incoming: Incoming, reply: Reply, answer: Answer, until: int | None) -> str | None:
        """Show the message of an answer; return its id."""
        match answer:
            case Note(screen=screen):
                return await reply.note(screen)
            case Update(gives_way=True):
                await reply.take_away()
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
        if not reply.held or delivery is None or chat.by_press_only:
            return await reply.post(message)
        try:
            return await self.post(chat, message, delivery.board)
        except Unreachable:
            return await reply.post(message)
        except RetryLater:
            return None  # the dispatcher posts it later, with the same nonce

    async def _joined(self, guild: discord.Guild) -> None:
        await guilds.greet(guild, self._front, self.post, self._sleep)


@contextmanager
def _unless_deleted() -> Iterator[None]:
    """Pass over the failure to change a message that was deleted meanwhile."""
    try:
        yield
    except discord.NotFound as error:
        if error.code != Code.UNKNOWN_MESSAGE:
            raise
        log.info("a message was deleted while it was being changed")


def _message(client: Client, message_id: str) -> discord.PartialMessage:
    channel, own = interactions.parts_of(message_id)
    return client.get_partial_messageable(channel).get_partial_message(own)


async def _is_thread_started(client: Client, channel: int, message: int, name: str) -> bool:
    """Start a thread at a message, unless it has one. Returns False if its channel can have no threads."""
    title = layout.cut(name, THREAD_NAME_MAX)
    try:
        await client.http.start_thread_with_message(
            channel, message, name=title, auto_archive_duration=QUIET_FOR
        )
    except discord.HTTPException as error:
        if error.code == Code.NOT_IN_SUCH_A_CHANNEL:
            return False
        if error.code != Code.THREAD_IS_THERE:
            raise
    return True


async def _add_to_thread(client: Client, thread: int, person: Account) -> None:
    try:
        await client.http.add_user_to_thread(thread, int(person.id))
    except discord.HTTPException as error:
        log.info("somebody could not be taken into a thread: code %s", error.code)
