"""Sends and edits messages on Telegram, within its rate limits and with the errors of the interface."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from math import inf

import telegram
from cachetools import LRUCache
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, RetryAfter, TelegramError

from bot.interface import Chat, Image, MessageGone, MessageKindFixed, RetryLater, Screen, Sleep, Unreachable
from bot.platforms.telegram import calls, chat_ids, layout, widgets
from bot.platforms.telegram.calls import Fields, Result, Upload
from bot.platforms.telegram.features import Features
from bot.platforms.telegram.layout import Shape
from bot.platforms.telegram.mini_app import MiniApp
from bot.platforms.telegram.pace import Pace
from bot.platforms.telegram.people import KnownUsers
from bot.platforms.telegram.widgets import Widget
from bot.texts import texts_for

log = logging.getLogger(__name__)

PICTURED_WITHIN = 2.0  # seconds that an inline board may wait for its picture
KEPT = 1000  # newest messages, uploaded pictures, and groups that have become supergroups

HTML: Fields = {"parse_mode": ParseMode.HTML}
NO_PREVIEW: Fields = {"link_preview_options": {"is_disabled": True}}
FAULTS = (RetryLater, Unreachable, MessageGone, MessageKindFixed)
"""Errors of the interface that say why something could not be shown."""
PICTURE = "photo"
"""The field of a call in which a picture is uploaded."""


def reply_to(message: int | None) -> Fields:
    """The field that makes a message a reply to another, by Telegram's id, if that still exists."""
    if message is None:
        return {}
    return {"reply_parameters": {"message_id": message, "allow_sending_without_reply": True}}


class Sender:
    """Sends, edits and deletes messages as the bot. All but `say` expect that the call has had its turn."""

    def __init__(
        self,
        bot: telegram.Bot,
        pace: Pace,
        people: KnownUsers,
        on_moved: Callable[[int, int], Awaitable[None]],
        *,
        sleep: Sleep,
        features: Features,
        app: MiniApp | None,
        picture_chat: int | None,
    ) -> None:
        """Use a bot that is logged in.

        Args:
            bot: an initialized bot.
            pace: the rate limiter.
            people: gives the language of a private chat.
            on_moved: called with the old and the new id of a group.
            sleep: waits for a number of seconds before a retry.
            features: what the server can do.
            app: the Mini App with the pages of matches, if any.
            picture_chat: chat in which pictures are uploaded for inline messages, which take no upload.
        """
        self.bot, self.pace, self.app = bot, pace, app
        self._people, self._on_moved, self._sleep = people, on_moved, sleep
        self.features, self._picture_chat = features, picture_chat
        self._moved: LRUCache[int, int] = LRUCache(KEPT)
        self._posted: LRUCache[str, str] = LRUCache(KEPT)  # by nonce
        self._files: LRUCache[bytes, str] = LRUCache(KEPT)  # hash of a picture -> Telegram's file id
        self._drawn: LRUCache[str, str] = LRUCache(KEPT)  # message -> what its widget was last given to draw

    async def say(
        self, chat: Chat, message: Screen, nonce: str, *, within: float = inf, more: Fields | None = None
    ) -> str | None:
        """Wait for a turn, at most `within` seconds, and post a message that a person waits for.

        Returns:
            Its id; None if the wait would be longer.

        Raises:
            Unreachable, RetryLater
        """
        if await self.pace.turn(chat.id, nonce, within=within):
            return None
        return await self.post(chat, message, nonce, more)

    async def try_to_say(
        self, chat: Chat, message: Screen, nonce: str, *, within: float = inf, more: Fields | None = None
    ) -> str | None:
        """Say something that may get lost: as `say`, but None also if the chat cannot be written to."""
        try:
            return await self.say(chat, message, nonce, within=within, more=more)
        except FAULTS as fault:
            log.info("a message could not be sent: %s", type(fault).__name__)
        except TelegramError as error:
            log.error("Telegram did not take a message: %s", error.message)
        return None

    async def post(self, chat: Chat, message: Screen, nonce: str, more: Fields | None = None) -> str:
        """Post a message and return its id; in an inline chat, edit its only message.

        Args:
            chat: the chat.
            message: the message.
            nonce: one used before posts nothing, but edits its message, as long as that is remembered.
            more: fields of the call that take precedence, such as a keyboard.

        Raises:
            Unreachable, RetryLater
        """
        if chat.fixed:  # The only message exists already.
            await self.edit(chat, chat.id, message)
            return chat.id
        if known := self._posted.get(nonce):
            with suppress(MessageGone, MessageKindFixed):
                await self.edit(chat, known, message)
            return known
        group, thread = chat_ids.address(chat)
        fields: Fields = {
            "chat_id": group,
            "message_thread_id": thread,
            "disable_notification": not message.pings,
        }
        sent = await self.send(self.shape(message, chat), fields | (more or {}))
        posted = self._posted[nonce] = chat_ids.id_of(sent)
        return posted

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        """Replace a message.

        Raises:
            MessageGone, MessageKindFixed, Unreachable, RetryLater
        """
        ephemeral = chat_ids.is_ephemeral(message_id)
        if chat.fixed and not ephemeral:
            await self._edit_inline(chat, message)
            return
        if ephemeral and not layout.is_short(message):
            raise MessageKindFixed
        mark = layout.ELSEWHERE if chat.fixed else ""
        async with self._standing(message_id):
            await self.change(message_id, self.shape(message, chat, mark=mark))

    async def delete(self, chat: Chat, message_id: str) -> None:
        """Delete a message of the bot, which Telegram allows for two days.

        No rate limit applies: deletions do not count as sends, and the maintainers call their own limits high
        enough for all reasonable uses (tdlib/telegram-bot-api#572).

        Raises:
            MessageGone, Unreachable, RetryLater
        """
        if chat.fixed:  # an inline message belongs to the user who sent it
            raise Unreachable(chat.id)
        async with self._standing(message_id):
            await self._call("deleteMessage", chat_ids.target(message_id))

    async def pin(self, message_id: str) -> None:
        """Pin a message silently; like a deletion, this is no send.

        Raises:
            MessageGone, Unreachable, RetryLater
        """
        async with self._standing(message_id):
            await self._call("pinChatMessage", chat_ids.target(message_id) | {"disable_notification": True})

    @asynccontextmanager
    async def _standing(self, message_id: str) -> AsyncIterator[None]:
        """Raise `MessageGone` if the group has become a supergroup, as its messages are gone then."""
        try:
            yield
        except ChatMigrated as moved:
            await self.moved(chat_ids.group_of(message_id), moved.new_chat_id)
            raise MessageGone(message_id) from moved

    async def moved(self, old: int, new: int) -> None:
        """Record that a group has become a supergroup with a new id."""
        if self._moved.get(old) != new:
            self._moved[old] = new
            await self._on_moved(old, new)

    def has_moved_to(self, chat: int) -> bool:
        """Whether the chat is a supergroup that a group of the bot's has become."""
        return chat in self._moved.values()

    def shape(self, message: Screen, chat: Chat, *, short: bool = False, mark: str = "") -> Shape:
        """Lay out a message; see `layout.shape`."""
        way = None
        if chat.private:
            texts = texts_for(self._people.language(chat.id))
            way = layout.Way(self.bot.username, texts, self.bot.can_join_groups)
        return layout.shape(message, chat, way, short=short, mark=mark, features=self.features, app=self.app)

    # Inline messages

    async def _edit_inline(self, chat: Chat, message: Screen, *, again: bool = True) -> None:
        """Edit an inline message, which takes pictures by their file id only.

        A picture that Telegram does not have is uploaded to the picture chat, and deleted there afterwards;
        if that is not possible soon, its alternative text is shown.
        """
        image, uploaded, shown = message.image, None, message
        if image is not None and _hash(image) not in self._files:
            uploaded = await self._upload(image, f"picture of {chat.id}")
            shown = message if uploaded else layout.in_words(message)
        try:
            await self.change(chat.id, self.shape(shown, chat))
        except MessageKindFixed:  # No new message can follow: the text is put below the older picture.
            await self.change(chat.id, self.shape(replace(shown, text_only=False), chat, short=True))
        except MessageGone as gone:
            raise Unreachable(chat.id) from gone
        except BadRequest as error:
            if not again or not calls.says(error, *calls.WRONG_FILE):
                raise
            await self._edit_inline(chat, message, again=False)  # the file id is dropped by now
        finally:
            if uploaded is not None:
                with suppress(TelegramError):
                    await calls.call(self.bot, "deleteMessage", chat_ids.target(uploaded))

    async def _upload(self, image: Image, key: str) -> str | None:
        """Upload a picture to the picture chat; return the id of its message, or None for no picture.

        Raises:
            RetryLater: there is no room now, but within `PICTURED_WITHIN` seconds.
        """
        chat = self._picture_chat
        if chat is None:
            return None
        if wait := await self.pace.take(str(chat), key):
            if wait <= PICTURED_WITHIN:
                raise RetryLater(wait, due=True)
            await self.pace.give_up(str(chat), key)  # text now is better than a picture long after the move
            return None
        try:
            sent = await self.send(Shape("", None, image), {"chat_id": chat, "disable_notification": True})
        except Unreachable as refused:
            log.warning("pictures cannot be sent to TELEGRAM_PICTURE_CHAT (%s): boards are in words", refused)
            return None
        return chat_ids.message_id(sent["chat"]["id"], sent["message_id"])

    # Calls

    async def answer(
        self, query: str, text: str = "", *, alert: bool = False, url: str | None = None
    ) -> bool:
        """Answer a press, with one retry; False if that failed. No rate limit applies."""
        fields = {"callback_query_id": query, "text": text or None, "show_alert": alert or None, "url": url}
        for again in (True, False):
            try:
                await calls.call(self.bot, "answerCallbackQuery", fields)
                return True
            except TelegramError as error:
                if isinstance(error, BadRequest) or not again:
                    log.info("a press could not be answered: %s", error.message)
                    return False
                if isinstance(error, RetryAfter):
                    await self._sleep(calls.patience(error))
        return False

    async def answer_touch(self, query: str, text: str, shown: Screen | None) -> bool:
        """Answer a touch with a line of text and the board as it is now; False if that failed."""
        fields = {"widget_query_id": query, "data": widgets.answer(text, shown)}
        try:
            await calls.call(self.bot, "answerWidgetQuery", fields)
        except TelegramError as error:
            log.info("a touch could not be answered: %s", error.message)
            return False
        return True

    async def send(self, shape: Shape, place: Fields) -> Result:
        """Send a message where the fields say, also to a chat with a new id; return Telegram's message.

        Raises:
            Unreachable, RetryLater
            BadRequest: a programming error.
        """
        try:
            return await self._send(shape, place)
        except ChatMigrated as moved:
            await self.moved(place["chat_id"], moved.new_chat_id)
            return await self._send(shape, place | {"chat_id": moved.new_chat_id, "message_thread_id": None})

    async def _send(self, shape: Shape, place: Fields) -> Result:
        fields: Fields = {"reply_markup": shape.markup, **HTML, **place}
        if shape.widget is not None and (sent := await self._send_widget(fields, shape, shape.widget)):
            return sent
        if shape.image is not None:
            captioned = fields | {"caption": shape.text}
            return await self._with_picture(
                "sendPhoto", shape.image, lambda file: captioned | {PICTURE: file}
            )
        if (file := shape.file) is not None:  # An animation plays in the chat; other files can be saved.
            kind = "animation" if file.media_type == "image/gif" else "document"
            upload = Upload(kind, file.name, file.data, file.media_type)
            return await self._call(f"send{kind.capitalize()}", fields | {"caption": shape.text}, upload)
        return await self._call("sendMessage", {"text": shape.text, **NO_PREVIEW, **fields})

    async def _send_widget(self, fields: Fields, shape: Shape, widget: Widget) -> Result | None:
        """Send a board to touch; None if Telegram refuses it: boards are pictures from then on."""
        try:
            sent = await self._call("sendWidget", {**fields, **widget.sent, "caption": shape.text})
            self._drawn[chat_ids.id_of(sent)] = widget.state
            return sent
        except BadRequest as refused:
            log.warning("Telegram takes no widget, boards are pictures: %s", refused.message)
            self.features = replace(self.features, widgets=False)
            return None

    async def change(self, message_id: str, shape: Shape) -> None:
        """Edit a message of any kind.

        Raises:
            MessageGone, MessageKindFixed, Unreachable, RetryLater, ChatMigrated
            BadRequest: a programming error.
        """
        target = chat_ids.target(message_id)
        edit = "editEphemeralMessage" if "ephemeral_message_id" in target else "editMessage"
        fields = target | {"reply_markup": shape.markup}
        is_widget = chat_ids.is_widget(message_id)
        if is_widget != (shape.widget is not None) and (shape.widget or shape.image or shape.text_only):
            raise MessageKindFixed
        try:
            if is_widget:
                await self._draw(message_id, target, shape)
                await self._call("editMessageCaption", {"caption": shape.text, **fields, **HTML})
            elif shape.image is not None:
                media = {"type": "photo", "caption": shape.text, **HTML}

                def pictured(file: str | None) -> Fields:
                    return fields | {"media": {**media, "media": file or f"attach://{PICTURE}"}}

                await self._with_picture(f"{edit}Media", shape.image, pictured)
            else:
                await self._change_words(edit, shape, fields | HTML)
        except BadRequest as error:
            if not calls.says(error, calls.UNCHANGED):
                raise

    async def _draw(self, message_id: str, target: Fields, shape: Shape) -> None:
        """Change what a widget draws; without a board, nothing in it can be touched any more.

        No call changes a widget and the words and buttons below it together. If the second one fails, both
        are made again; meanwhile what is touched in the widget is the newest.
        """
        state = shape.widget.state if shape.widget else widgets.CLOSED
        drawn = self._drawn.pop(message_id, None)
        if not shape.known or drawn != state:
            try:
                await self._call("editMessageWidgetData", target | {"chat_data": state})
            except BadRequest as error:
                if shape.widget and not calls.says(error, calls.UNCHANGED):
                    raise MessageKindFixed from error  # a new message replaces it
        self._drawn[message_id] = state

    async def _change_words(self, edit: str, shape: Shape, fields: Fields) -> None:
        try:
            await self._call(f"{edit}Text", {"text": shape.text, **NO_PREVIEW, **fields})
        except BadRequest as error:
            if not calls.says(error, calls.NO_TEXT):
                raise
            # A photo cannot become a text message: its picture stays, and only the caption changes.
            if shape.text_only:
                raise MessageKindFixed from error
            await self._call(f"{edit}Caption", {"caption": shape.text, **fields})

    async def _with_picture(self, name: str, image: Image, fields: Callable[[str | None], Fields]) -> Result:
        """Make a call with a picture by its file id; upload it if Telegram does not have it (any more)."""
        shown, own = None, _hash(image)
        if file := self._files.get(own):
            try:
                shown = await self._call(name, fields(file))
            except BadRequest as error:
                if not calls.says(error, *calls.WRONG_FILE):
                    raise
                self._files.pop(own, None)
        upload = Upload(PICTURE, image.name, image.data, "image/png")
        shown = shown or await self._call(name, fields(None), upload)
        if isinstance(shown, dict) and (sizes := shown.get("photo")):
            self._files[own] = sizes[-1]["file_id"]
        return shown

    async def _call(self, name: str, fields: Fields, upload: Upload | None = None) -> Result:
        """Make a call and translate its error; a `RetryAfter` blocks the chat in `Pace`."""
        try:
            return await calls.call(self.bot, name, fields, upload=upload)
        except TelegramError as error:
            if isinstance(error, RetryAfter):
                await self.pace.shut(chat_ids.place_in(fields), calls.patience(error))
            raise calls.translated(error) from error


def _hash(image: Image) -> bytes:
    return hashlib.sha256(image.data).digest()
