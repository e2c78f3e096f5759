"""The adapter for Telegram: shows messages and passes presses and typed lines to the dispatcher.

Presses and lines arrive as updates and are processed concurrently; the dispatcher keeps those of one match
in order. A press takes two calls: one replaces the message, the other answers the callback query and counts
against no limit. When a chat has used up its rate limit, the update of a board is left to the dispatcher,
which sends the newest version later.

Telegram has no nonces: if a connection breaks after a new message was sent and before its id arrived, the
message may be posted twice. The buttons of both work.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

import telegram
from cachetools import LRUCache
from telegram.constants import ChatMemberStatus
from telegram.error import InvalidToken, TelegramError

from bot.interface import Account, Chat, Front, InvalidCommand, RetryLater, Screen, Sleep, meanwhile
from bot.platforms.spec import CannotStart
from bot.platforms.telegram import chat_ids, interactions, layout, mini_app, parsing, profile
from bot.platforms.telegram.calls import Fields, bot_of
from bot.platforms.telegram.chat_ids import PLATFORM
from bot.platforms.telegram.ephemeral_notes import EphemeralNotes
from bot.platforms.telegram.features import features_of
from bot.platforms.telegram.inline import Inline, Seals
from bot.platforms.telegram.pace import Pace
from bot.platforms.telegram.people import Administrators, KnownUsers
from bot.platforms.telegram.person_picker import PersonPicker
from bot.platforms.telegram.reply import RequestHandling
from bot.platforms.telegram.sender import Sender, reply_to
from bot.platforms.telegram.updates import Poll, UpdateQueue, Webhook, WebhookServer
from bot.texts import texts_for

log = logging.getLogger(__name__)

REFUSED = "Telegram refuses the token (TELEGRAM_TOKEN); tischrand doctor says what to do"
SOON = 5.0  # seconds that a reply from the adapter itself may wait for its turn
AGAIN = 30.0  # seconds until the registration of commands is retried
GREETED = 1000  # newest groups
SHORTLY = 60.0  # seconds after its arrival in a group during which the bot ignores `/start` there
OUTSIDE = (ChatMemberStatus.BANNED, ChatMemberStatus.LEFT)
GROUPS = (telegram.Chat.GROUP, telegram.Chat.SUPERGROUP)


@dataclass(frozen=True, slots=True)
class Session:
    """The objects that exist while the bot is logged in."""

    sender: Sender
    notes: EphemeralNotes
    requests: RequestHandling
    inline: Inline
    picker: PersonPicker


class TelegramAdapter:
    """Telegram, through an unmodified python-telegram-bot."""

    platform = PLATFORM

    def __init__(
        self,
        token: str,
        api_url: str | None = None,
        *,
        webhook: Webhook | None = None,
        pages: str | None = None,
        picture_chat: int | None = None,
        clock: Callable[[], float] = time.time,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Open no connection; `start` does.

        Args:
            token: the bot's token.
            api_url: base URL of the Bot API, e.g. `http://127.0.0.1:8081`; None: Telegram's own.
            webhook: the webhook that receives updates; None: they are fetched by long polling.
            pages: URL of the pages of matches; None: there are none.
            picture_chat: as in `Sender`.
            clock: time in seconds, the same for all processes of the bot.
            sleep: waits for a number of seconds.
        """
        self._token, self._api_url, self._pages = token, api_url, pages
        self._picture_chat = picture_chat
        self._webhook, self._clock, self._sleep = webhook, clock, sleep
        self._people = KnownUsers(clock)
        self._queue = UpdateQueue(self._deal)
        self._greeted: LRUCache[int, float] = LRUCache(GREETED)  # group -> when the bot was added
        self._front: Front | None = None
        self._session: Session | None = None
        self._source: Poll | WebhookServer | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._opened = AsyncExitStack()

    def connect(self, front: Front) -> None:
        self._front = front
        front.when_forgotten(self._forget)

    @property
    def connected(self) -> bool:
        return self._source is not None and self._source.connected

    @property
    def name(self) -> str:
        return f"@{self._session.sender.bot.username}" if self._session is not None else ""

    async def start(self) -> None:
        bot = bot_of(self._token, self._api_url)
        try:
            async with AsyncExitStack() as opened:
                await opened.enter_async_context(bot)
                opened.push_async_callback(self._leave)
                self._session = await self._log_in(bot)
                self._source = self._source_of_updates(bot)
                self._hearing = await opened.enter_async_context(self._source.hearing(self._dispatcher))
                await opened.enter_async_context(meanwhile(self._register(bot)))
                self._opened = opened.pop_all()
        except InvalidToken:  # The library's message would repeat the token.
            raise CannotStart(REFUSED, for_good=True) from None
        except TelegramError as error:
            raise CannotStart(f"Telegram cannot be reached: {error.message}") from None
        except OSError as error:
            raise CannotStart(f"the port of the webhook cannot be opened: {error}") from None

    async def running(self) -> str:
        if self._hearing is not None:
            await asyncio.wait({self._hearing})
            self._hearing.result()
        return REFUSED

    async def stop(self) -> None:
        """Finish the updates in progress and close; Telegram resends unfinished ones at the next start."""
        await self._opened.aclose()  # completely, even when cancelled: the store is closed next

    async def _leave(self) -> None:
        self._session = self._source = None
        await self._queue.close()

    def _source_of_updates(self, bot: telegram.Bot) -> Poll | WebhookServer:
        if self._webhook is not None:
            return WebhookServer(bot, self._queue, self._webhook)
        return Poll(bot, self._queue, self._sleep)

    async def _log_in(self, bot: telegram.Bot) -> Session:
        sender = Sender(
            bot,
            Pace(self._clock, self._dispatcher.change_shared, sleep=self._sleep),
            self._people,
            self._moved,
            sleep=self._sleep,
            features=await features_of(bot),
            app=mini_app.mini_app(self._pages, bot),
            picture_chat=self._picture_chat,
        )
        notes = EphemeralNotes(sender)
        administrators = Administrators(bot, self._clock)
        requests = RequestHandling(self._dispatcher, sender, notes, self._people, administrators)
        return Session(sender, notes, requests, Inline(Seals(self._token), requests), PersonPicker(requests))

    async def _register(self, bot: telegram.Bot) -> None:
        """Update the commands, descriptions and menu button, and retry until Telegram accepts them."""
        while True:
            try:
                await profile.register(bot, robots=bool(self._dispatcher.robot_games))
                await mini_app.register(bot, self._there.sender.app)
            except TelegramError as error:
                reason = type(error).__name__
                log.warning("the commands could not be registered, once more in %s s: %s", AGAIN, reason)
                await self._sleep(AGAIN)
            else:
                return

    async def _forget(self, account: Account) -> bool:
        """Forget a person; the account may be one of any platform."""
        if account.platform == PLATFORM:
            self._people.forget(account.id)
        return True

    async def _moved(self, old: int, new: int) -> None:
        await self._dispatcher.moved(PLATFORM, str(old), str(new))

    @property
    def _there(self) -> Session:
        if self._session is None:
            raise RetryLater  # not started yet, or stopped
        return self._session

    @property
    def _dispatcher(self) -> Front:
        if self._front is None:
            raise RuntimeError("not connected")
        return self._front

    # Calls from the dispatcher

    def private_chat(self, account_id: str) -> Chat:
        return chat_ids.private_chat(account_id)

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        await self._take(chat.id, nonce)
        return await self._there.sender.post(chat, message, nonce)

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        await self._take(message_id)
        await self._there.sender.edit(chat, message_id, message)
        if not message.awaits:
            await self._there.notes.clear(message_id)

    async def _take(self, place: str, key: str = "") -> None:
        """Count one call against the rate limit of a chat; see `Pace.take`.

        Raises:
            RetryLater: the limit is used up; `after` is the wait.
        """
        if wait := await self._there.sender.pace.take(place, key):
            raise RetryLater(wait, due=True)

    async def delete(self, chat: Chat, message_id: str) -> None:
        await self._there.sender.delete(chat, message_id)
        await self._there.notes.clear(message_id)

    async def pin(self, chat: Chat, message_id: str) -> None:
        await self._there.sender.pin(message_id)

    # Updates

    async def _deal(self, update: telegram.Update) -> bool:
        """Process an update; False: another process is at it, and Telegram has to resend it."""
        # The store counts a press once and repeats its answer; when polling, only one process fetches.
        if update.callback_query is not None or self._webhook is None:
            await self._answer(update)
            return True
        return await self._dispatcher.once(f"telegram {update.update_id}", lambda: self._answer(update))

    async def _answer(self, update: telegram.Update) -> None:
        if update.callback_query is not None:
            await self._pressed(update.callback_query)
        elif update.message is not None:
            await self._written(update.message)
        elif update.inline_query is not None:
            query = update.inline_query
            await self._there.inline.complete(query, self._people.remember(query.from_user))
        elif update.chosen_inline_result is not None:
            self._people.remember(update.chosen_inline_result.from_user)
            await self._there.inline.sent(update.chosen_inline_result)
        elif update.guest_message is not None:
            await self._there.inline.summoned(update.guest_message)
        elif update.my_chat_member is not None:
            await self._standing(update.my_chat_member)

    async def _pressed(self, query: telegram.CallbackQuery) -> None:
        account, payload = self._people.remember(query.from_user), query.data or ""
        asked = interactions.pressed(account, query)
        if asked is not None and asked.touched:
            await self._there.requests.press(asked, payload)
        elif payload == layout.NO_CHOICE:
            await self._there.sender.answer(query.id, self._people.texts(account)("note.no_choice"))
        elif asked is not None and asked.chat.fixed and not asked.ephemeral:
            await self._there.inline.pressed(asked, payload)
        elif asked is not None and payload.startswith(layout.PICK_PERSON):
            await self._there.picker.ask(asked, payload)
        elif asked is not None:
            await self._there.requests.press(asked, payload)

    async def _written(self, message: telegram.Message) -> None:
        bot, user = self._there.sender.bot, message.from_user
        if message.migrate_to_chat_id is not None:
            await self._there.sender.moved(message.chat.id, message.migrate_to_chat_id)
        if message.sender_chat is not None:
            # Sent on behalf of a group or channel: the player behind it is unknown.
            if not message.is_automatic_forward and parsing.is_to_us(message, bot.bot):
                await self._reply(message, Screen(texts_for("")("no.anonymous")))
            return
        if user is None or user.is_bot or message.via_bot is not None:
            return
        account = self._people.remember(user)
        if await self._there.picker.answer(message):
            return
        request = await parsing.imported(message, bot)
        request = request or parsing.request_of(message, bot.bot, self._people)
        if request is None or self._is_start_after_greeting(message):
            return
        texts = self._people.texts(account)
        if message.forward_origin is not None and isinstance(request, parsing.Acting):
            await self._reply(message, parsing.asked_first(request, texts))
            return
        asked = interactions.typed(account, message)
        if request == InvalidCommand("missing", "move") and asked.typed is not None:
            await self._reply(message, Screen(texts(parsing.QUESTION)), {"reply_markup": layout.QUESTION})
            return
        named = parsing.named_in(request)
        if named is not None and (known := self._people.account(named)):
            await self._dispatcher.register(known)
        await self._there.requests.handle(asked, request)

    async def _reply(self, message: telegram.Message, answer: Screen, more: Fields | None = None) -> None:
        """Reply to a line in its chat; drop the reply if it would have to wait longer than `SOON`."""
        chat, key = chat_ids.chat_of(message), f"reply {message.chat.id}/{message.message_id}"
        fields = reply_to(message.message_id) | (more or {})
        await self._there.sender.try_to_say(chat, answer, key, within=SOON, more=fields)

    async def _standing(self, change: telegram.ChatMemberUpdated) -> None:
        """Handle a change of the bot's own membership: it was added, removed, blocked or unblocked."""
        chat, was_outside = change.chat, change.old_chat_member.status in OUTSIDE
        if change.new_chat_member.status in OUTSIDE:
            await self._dispatcher.lost(PLATFORM, str(chat.id))
        elif chat.type == telegram.Chat.PRIVATE:
            self._dispatcher.opened(PLATFORM, str(chat.id))
        elif was_outside and chat.type in GROUPS and not self._there.sender.has_moved_to(chat.id):
            await self._greet(change)

    async def _greet(self, change: telegram.ChatMemberUpdated) -> None:
        """Post a greeting that explains how to begin in a group."""
        group = change.chat.id
        # Set before the first await: a `/start` may be on its way.
        self._greeted[group] = change.date.timestamp()
        chat = Chat(PLATFORM, str(group), private=False)
        brought_by = self._people.remember(change.from_user)
        message = await self._dispatcher.greeting(chat, language=self._people.language(brought_by.id))
        if message is None:
            self._greeted.pop(group, None)
            return
        await self._there.sender.try_to_say(chat, message, f"hello {group} {change.date}")

    def _is_start_after_greeting(self, message: telegram.Message) -> bool:
        """Whether this is the `/start` that a client sends by itself when the bot is added to a group."""
        greeted = self._greeted.get(message.chat.id)
        started = (message.text or "").startswith("/start")
        return started and greeted is not None and message.date.timestamp() - greeted < SHORTLY
