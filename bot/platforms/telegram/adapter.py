"""The adapter for Telegram: shows messages there, and hands presses and lines to the dispatcher.

Presses and lines come in as updates, several at a time; the dispatcher keeps those of one match in order. A
press is answered by one call that replaces the message, and one that lets its button rest, which no limit
counts. What Telegram does not take at once, because too much was written in a chat, is left to the
dispatcher: it brings what is newest when the time has come.

Telegram knows no nonces: when a connection breaks after a new message was sent and before its id came
back, the message may be posted once more. Its buttons work like those of the other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import telegram
from telegram.error import InvalidToken, TelegramError

from bot.interface import Account, Chat, Front, InvalidCommand, Message, RetryLater
from bot.platforms.errors import CannotStart
from bot.platforms.telegram import (
    chat_ids,
    command_menu,
    deletion,
    descriptions,
    files,
    interaction,
    layout,
    mini_app,
    update_parser,
)
from bot.platforms.telegram.administrators import Administrators
from bot.platforms.telegram.arrivals import OUTSIDE, Arrivals
from bot.platforms.telegram.chat_ids import PLATFORM
from bot.platforms.telegram.ephemeral_notes import EphemeralNotes
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.hearing import Hearing
from bot.platforms.telegram.inline import Inline, Seals
from bot.platforms.telegram.known_users import KnownUsers
from bot.platforms.telegram.person_picker import PersonPicker
from bot.platforms.telegram.reply import FAULTS
from bot.platforms.telegram.request_handling import SHOWN_WITHIN, RequestHandling
from bot.platforms.telegram.sender import Sender, Sleep
from bot.platforms.telegram.transport import AiohttpRequest
from bot.platforms.telegram.update_queue import UpdateQueue
from bot.platforms.telegram.webhook import Webhook
from bot.texts import texts_for

__all__ = ["TelegramAdapter", "Webhook"]

log = logging.getLogger(__name__)

REFUSED = "Telegram refuses the token (TELEGRAM_TOKEN); tischrand doctor says what to do"
SOON = 5.0  # seconds that a word to whoever cannot be answered may wait for its turn
AGAIN = 30.0  # seconds until commands that could not be registered are registered again


@dataclass(frozen=True, slots=True)
class _Up:
    """What there is while the bot is logged in."""

    bot: telegram.Bot
    writer: Sender
    hearing: RequestHandling
    inline: Inline
    arrivals: Arrivals
    picker: PersonPicker


class TelegramAdapter:
    """Telegram, by an unmodified python-telegram-bot."""

    platform = PLATFORM

    def __init__(
        self,
        token: str,
        api_url: str | None = None,
        *,
        webhook: Webhook | None = None,
        pages: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Nothing is opened yet.

        Args:
            token: the bot's.
            api_url: where requests go, such as `http://127.0.0.1:8081`; None: to Telegram.
            webhook: where Telegram brings updates to; None: they are fetched.
            pages: where the pages of matches are; None: there are none.
            clock: seconds; only differences count.
            sleep: how to wait, in seconds.
        """
        self._token, self._api_url = token, api_url
        self._clock, self._sleep, self._pages = clock, sleep, pages
        self.picture_chat: int | None = None
        """Where pictures are brought to Telegram for boards that take no upload; before `start`."""
        self.cautious = False
        """Another process may have written just before `start`."""
        self._pace = FloodControl(clock, lambda: self._front.processes() if self._front else 1)
        self._people = KnownUsers()
        self._inbox = UpdateQueue(self._deal)
        self._front: Front | None = None
        self._up: _Up | None = None
        self._ear = Hearing(self._inbox, webhook, sleep)
        self._registration: asyncio.Task[None] | None = None

    # Coming and going

    def connect(self, front: Front) -> None:
        """Whom to hand requests to; before `start`."""
        self._front = front
        front.when_forgotten(self._forget)

    @property
    def connected(self) -> bool:
        """Whether Telegram can be heard at present."""
        return self._ear.connected and self._up is not None

    @property
    def busy(self) -> bool:
        """Whether something that was heard is not dealt with yet."""
        return self._inbox.busy

    async def rest(self) -> None:
        """Wait until what was heard is dealt with."""
        await self._inbox.rest(SHOWN_WITHIN)

    @property
    def name(self) -> str:
        """As whom the bot is logged in."""
        return f"@{self._up.bot.username}" if self._up is not None else ""

    async def start(self) -> None:
        """Log in and begin to hear.

        Raises:
            CannotStart: the token is refused, Telegram cannot be reached, or a port is taken.
        """
        bot = self._new_bot()
        if self.cautious:
            self._pace.be_cautious()
        try:
            await bot.initialize()
            await self._log_in(bot)
        except InvalidToken:
            await self._leave(bot)
            # The library's own words would repeat the token.
            raise CannotStart(REFUSED, for_good=True) from None
        except TelegramError as error:
            await self._leave(bot)
            raise CannotStart(f"Telegram cannot be reached: {error.message}") from None
        except OSError as error:
            await self._leave(bot)
            raise CannotStart(f"the port of the webhook cannot be opened: {error}") from None
        except BaseException:
            await self._leave(bot)
            raise
        self._registration = asyncio.create_task(self._register(bot))

    async def running(self) -> str:
        """Why Telegram will not be heard again, when that is so; brief losses are mended.

        Raises:
            Exception: nobody foresaw it.
        """
        await self._ear.running()
        return REFUSED

    async def stop(self) -> None:
        """Finish what is being answered, then leave; what is not finished, Telegram sends again next time."""
        up = self._up
        if up is None:
            return
        if self._registration is not None:
            self._registration.cancel()
        try:
            await self._ear.end()
        finally:  # Also where that takes too long: nothing goes on when the store is closed.
            await self._leave(up.bot)

    # What the dispatcher asks for

    def private_chat(self, account_id: str) -> Chat:
        """Where the bot can talk to one person alone."""
        return chat_ids.private_chat(account_id)

    async def post(self, chat: Chat, message: Message, nonce: str, answer: str | None = None) -> str:
        """Send a new message and give its id; a nonce that has arrived makes no second one.

        Raises:
            Unreachable, RetryLater
        """
        group, _ = chat_ids.address(chat)
        writer = self._writer
        if wait := writer.wait(group, nonce):
            raise RetryLater(wait, due=True)
        return await writer.post(chat, message, nonce=nonce)

    async def edit(self, chat: Chat, message_id: str, message: Message) -> None:
        """Replace a message.

        Raises:
            MessageGone, MessageKindFixed, Unreachable, RetryLater
        """
        if wait := self._writer.wait(chat_ids.parts_of(message_id)[0], message_id):
            raise RetryLater(wait, due=True)
        await self._writer.edit(chat, message_id, message)
        if not message.awaits:
            await self._there.hearing.whispers.clear(message_id)

    async def delete(self, chat: Chat, message_id: str) -> None:
        """Delete a message of the bot, within two days.

        Raises:
            MessageGone, Unreachable, RetryLater
        """
        writer = self._writer
        await deletion.delete(self._there.bot, writer, chat, message_id)
        await self._there.hearing.whispers.clear(message_id)

    # What people do

    async def _deal(self, update: telegram.Update) -> bool:
        """Answer an update; False: another process is at it, and it has to be brought again."""
        # A press counts once in the store and gets the same answer again; one process alone fetches.
        if update.callback_query is not None or self._ear.webhook is None:
            await self._answer(update)
            return True
        return await self._house.once(f"telegram {update.update_id}", lambda: self._answer(update))

    async def _answer(self, update: telegram.Update) -> None:
        if update.callback_query is not None:
            await self._pressed(update.callback_query)
        elif update.message is not None:
            await self._written(update.message)
        elif update.inline_query is not None:
            query = update.inline_query
            await self._there.inline.complete(query, self._people.heard(query.from_user))
        elif update.chosen_inline_result is not None:
            self._people.heard(update.chosen_inline_result.from_user)
            await self._there.inline.sent(update.chosen_inline_result)
        elif update.guest_message is not None:
            await self._there.inline.summoned(update.guest_message)
        elif update.my_chat_member is not None:
            await self._standing(update.my_chat_member)

    async def _pressed(self, query: telegram.CallbackQuery) -> None:
        account = self._people.heard(query.from_user)
        asked = interaction.pressed(account, query)
        if query.data == layout.NO_CHOICE:
            told = texts_for(self._people.language(account.id) or account.language)("note.no_choice")
            await self._there.writer.answer(query.id, told)
        elif asked is not None and asked.chat.fixed:
            await self._there.inline.pressed(asked, query.data or "")
        elif asked is not None and (query.data or "").startswith(layout.PICK_PERSON):
            await self._there.picker.ask(asked, query.data or "")
        elif asked is not None:
            await self._there.hearing.press(asked, query.data or "")

    async def _written(self, message: telegram.Message) -> None:
        if message.migrate_to_chat_id is not None:
            await self._there.writer.moved(message.chat.id, message.migrate_to_chat_id)
        user = message.from_user
        if message.sender_chat is not None:
            await self._written_unnamed(message)
            return
        if user is None or user.is_bot or message.via_bot is not None:
            return
        account = self._people.heard(user)
        if message.chat.type == telegram.Chat.PRIVATE:
            self._people.opened(account.id)
        if await self._there.picker.answer(message):
            return
        bot = self._there.bot
        request = await files.imported(message, bot)
        request = request or update_parser.request_of(message, bot.bot, self._people)
        if request is None or self._there.arrivals.has_answered(message):
            return
        texts = texts_for(self._people.language(account.id))
        if message.forward_origin is not None and isinstance(request, update_parser.Acting):
            await self._reply(message, update_parser.asked_first(request, texts))
            return
        asked = interaction.typed(account, message)
        if request == InvalidCommand("missing", "move", "") and asked.typed is not None:
            question = texts(update_parser.QUESTION)
            with suppress(*FAULTS):
                await self._there.writer.ask(asked.chat, question, asked.typed)
            return
        named = update_parser.named_in(request)
        if named is not None and (met := self._people.account(named)):
            await self._house.meet(met)
        await self._there.hearing.hear(asked, request)

    async def _written_unnamed(self, message: telegram.Message) -> None:
        """Written in the name of a group or a channel: whose seat it would be, nobody can tell."""
        if not message.is_automatic_forward and update_parser.is_to_us(message, self._there.bot.bot):
            await self._reply(message, Message(texts_for("")("no.anonymous")))

    async def _reply(self, message: telegram.Message, told: Message) -> None:
        """Say something of our own where a line was written, unless too much is being said there."""
        chat, writer = chat_ids.chat_of(message), self._there.writer
        group, _ = chat_ids.address(chat)
        with suppress(*FAULTS):
            if await writer.turn(group, f"reply {message.message_id}", within=SOON):
                await writer.post(chat, told, reply_to=message.message_id)

    async def _standing(self, change: telegram.ChatMemberUpdated) -> None:
        """The bot was let in, thrown out, or blocked."""
        chat, gone = change.chat, change.new_chat_member.status in OUTSIDE
        if chat.type != telegram.Chat.PRIVATE:
            if gone:
                await self._house.lost(PLATFORM, str(chat.id))
            await self._there.arrivals.came(change)
        elif gone:
            self._people.closed(str(chat.id))
            await self._house.lost(PLATFORM, str(chat.id))
        else:
            self._people.opened(str(chat.id))
            self._house.opened(PLATFORM, str(chat.id))

    # Underneath

    def _new_bot(self) -> telegram.Bot:
        # What the library says when it looks for mistakes holds whole messages.
        logging.getLogger("telegram").setLevel(logging.INFO)
        server = (self._api_url or "").rstrip("/")
        address = {"base_url": f"{server}/bot", "base_file_url": f"{server}/file/bot"} if server else {}
        requests = dict.fromkeys(("request", "get_updates_request"), AiohttpRequest())  # one, see `calls`
        return telegram.Bot(self._token, **address, **requests)  # type: ignore[arg-type]

    async def _log_in(self, bot: telegram.Bot) -> None:
        writer = Sender(
            bot, self._pace, self._people, self._moved, sleep=self._sleep, picture_chat=self.picture_chat
        )
        writer.app = mini_app.mini_app(self._pages, bot)
        whispers = EphemeralNotes(bot, writer)
        writer.dated = await whispers.learn()  # A server that cannot whisper may be older than those, too.
        managers = Administrators(bot, self._clock)
        hearing = RequestHandling(self._house, writer, whispers, self._people, managers, bot.username)
        inline = Inline(bot, Seals(self._token), self._house, writer, self._people, hearing)
        known = (self._house, writer, self._people)
        self._up = _Up(bot, writer, hearing, inline, Arrivals(*known), PersonPicker(*known))
        await self._ear.begin(bot, self._house)

    async def _leave(self, bot: telegram.Bot) -> None:
        self._up = None
        await self._inbox.close()
        await self._ear.close()
        await bot.shutdown()

    async def _register(self, bot: telegram.Bot) -> None:
        """Bring up to date what Telegram shows of the bot: the commands in its menus, and descriptions."""
        while True:
            try:
                await command_menu.register(bot)
                await descriptions.register(bot, robots=bool(self._house.robot_games))
                await mini_app.register(bot, mini_app.mini_app(self._pages, bot))
            except TelegramError as error:
                told = type(error).__name__
                log.warning("the commands could not be registered, once more in %s s: %s", AGAIN, told)
                await self._sleep(AGAIN)
            else:
                return

    async def _forget(self, account: Account) -> bool:
        """Know a person no more, from whichever platform they asked for it."""
        if account.platform == PLATFORM:
            self._people.forget(account.id)
        return True

    async def _moved(self, old: int, new: int) -> None:
        await self._house.moved(PLATFORM, str(old), str(new))

    @property
    def _writer(self) -> Sender:
        if self._up is None:
            raise RetryLater  # not there yet, or not any more
        return self._up.writer

    @property
    def _there(self) -> _Up:
        if self._up is None:
            raise RuntimeError("not started")
        return self._up

    @property
    def _house(self) -> Front:
        if self._front is None:
            raise RuntimeError("not connected")
        return self._front
