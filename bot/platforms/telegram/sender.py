"""Everything that is sent and changed at Telegram, with errors of the interface and at Telegram's pace."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import Any, TypeVar

import telegram
from cachetools import LRUCache
from telegram import (
    ForceReply,
    InputMediaPhoto,
    LinkPreviewOptions,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, RetryAfter, TelegramError

from bot.interface import Chat, File, Image, Message, MessageGone, MessageKindFixed, RetryLater, Unreachable
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.calls import Result, call, photo
from bot.platforms.telegram.errors import NO_TEXT, UNCHANGED, WRONG_FILE, Moved, in_our_words, patience, says
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.known_users import KnownUsers
from bot.platforms.telegram.layout import Markup, Shape
from bot.platforms.telegram.mini_app import MiniApp
from bot.platforms.telegram.picture_chat import PictureChat
from bot.texts import texts_for

log = logging.getLogger(__name__)

SOON = 5.0  # seconds that a question may wait for its turn
KEPT = 1000  # newest messages, pictures that Telegram has, and groups that have become supergroups

Sleep = Callable[[float], Awaitable[None]]
OnMoved = Callable[[int, int], Awaitable[None]]
"""Is told the old and the new id of a group."""

HTML: dict[str, Any] = {"parse_mode": ParseMode.HTML}
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

Shown = TypeVar("Shown", telegram.Message, Result)
"""A message as the library tells it, or Telegram; True stands for one sent by way of the bot."""


class Sender:
    """Writes as the bot."""

    def __init__(
        self,
        bot: telegram.Bot,
        pace: FloodControl,
        people: KnownUsers,
        on_moved: OnMoved,
        *,
        sleep: Sleep,
        picture_chat: int | None = None,
    ) -> None:
        """Nothing was written yet.

        Args:
            bot: started.
            pace: asked before each call.
            people: who was heard.
            on_moved: a group has another id now.
            sleep: how to wait for a turn.
            picture_chat: where pictures are brought to Telegram for messages that take no upload.
        """
        self._bot, self.pace, self._people = bot, pace, people
        self.dated = True
        """As in `layout.shape`."""
        self.app: MiniApp | None = None
        """Opens the pages of matches, where there are any."""
        self._on_moved, self._sleep = on_moved, sleep
        self._moved: LRUCache[int, int] = LRUCache(KEPT)
        self._posted: LRUCache[str, str] = LRUCache(KEPT)  # by nonce
        self._newest: dict[str, object] = {}  # by what is waited for, who came last
        self._files: LRUCache[bytes, str] = LRUCache(KEPT)  # by hash, what Telegram calls a picture
        self._pictures = PictureChat(bot, self, picture_chat)

    # The pace

    def wait(self, chat: int, key: str, *, asked: bool = False) -> float:
        """Seconds until something may be written in a chat; 0: now, and it counts (`FloodControl.take`)."""
        return self.pace.take(self._moved.get(chat, chat), key, asked=asked)

    def has_room(self, chat: int) -> bool:
        """Whether something could be written in a chat now, before nobody who waits for their turn."""
        return self.pace.room(self._moved.get(chat, chat))

    async def turn(self, chat: int, key: str, *, within: float = inf) -> bool:
        """Wait until something that is asked for may be written; False where that takes longer than `within`.

        Whoever waits no longer, or is waited for no longer, leaves their time to others.
        """
        came = False
        try:
            while wait := self.wait(chat, key, asked=True):
                if wait > within:
                    return False
                await self._sleep(wait)
            came = True
        finally:
            if not came:
                self.pace.give_up(self._moved.get(chat, chat), key)
        return came

    async def newest_turn(self, chat: int, key: str, *, patient: bool) -> float:
        """Seconds until something may be written, after all waiting; 0: now.

        Args:
            chat: where.
            key: what it is about; whoever waits for the same and is older gives up.
            patient: wait for the turn, as long as nothing newer wants to be written.
        """
        mine = self._newest[key] = object()
        try:
            while wait := self.wait(chat, key):
                if not patient:
                    return wait
                await self._sleep(wait)
                if self._newest.get(key) is not mine:
                    return wait
            return 0.0
        finally:
            if self._newest.get(key) is mine:
                del self._newest[key]

    # Messages

    async def post(
        self,
        chat: Chat,
        message: Message,
        *,
        nonce: str | None = None,
        reply_to: int | None = None,
        markup: Markup | ReplyKeyboardMarkup | ReplyKeyboardRemove | None = None,
    ) -> str:
        """A new message; gives its id. That it is its turn has been seen to.

        Args:
            chat: where.
            message: what.
            nonce: what makes it count once, as far as we remember.
            reply_to: the number of the message that it answers.
            markup: buttons instead of those of the message.

        Raises:
            Unreachable, RetryLater
        """
        if chat.fixed:  # There is one message, and it stands already.
            await self.edit(chat, chat.id, message)
            return chat.id
        if nonce is not None and nonce in self._posted:
            return self._posted[nonce]
        if chat.private and self._people.is_closed(chat.id):
            raise Unreachable(chat.id)
        shape = layout.shape(message, chat, self._way(chat), dated=self.dated, app=self.app)
        group, thread = chat_ids.address(chat)
        more = self._answering(reply_to) | {"disable_notification": not message.pings}
        if markup is not None:
            more["reply_markup"] = markup
        try:
            sent = await self.send_where_it_is(group, shape, {"message_thread_id": thread, **more})
        except Unreachable:
            if chat.private:
                self._people.closed(chat.id)
            raise
        posted = chat_ids.message_id(sent.chat.id, sent.message_id)
        if nonce is not None:
            self._posted[nonce] = posted
        return posted

    async def ask(self, chat: Chat, text: str, reply_to: int) -> None:
        """A question that is answered by a reply; none where that could not be asked soon.

        Raises:
            Unreachable, RetryLater
        """
        group, thread = chat_ids.address(chat)
        if not await self.turn(group, f"ask {reply_to}", within=SOON):
            return
        shape = Shape(layout.plain(text), None)
        more = self._answering(reply_to) | {"reply_markup": ForceReply(selective=True)}
        more |= {"message_thread_id": thread, "disable_notification": True}
        await self.send_where_it_is(group, shape, more)

    async def edit(self, chat: Chat, message_id: str, message: Message) -> None:
        """Replace a message. That it is its turn has been seen to.

        Raises:
            MessageGone, MessageKindFixed, Unreachable, RetryLater
        """
        if chat.fixed:
            await self._edit_inline(chat, message)
            return
        group, own = chat_ids.parts_of(message_id)
        shape = layout.shape(message, chat, self._way(chat), dated=self.dated, app=self.app)
        try:
            await self._change(group, shape, {"chat_id": group, "message_id": own})
        except Moved as moved:
            await self.moved(group, moved.new)
            raise MessageGone(message_id) from moved

    async def _edit_inline(self, chat: Chat, message: Message) -> None:
        """Replace a message that somebody sent by way of the bot.

        Raises:
            Unreachable, RetryLater
        """
        try:
            await self._show_inline(chat, message)
        except BadRequest as error:
            if not says(error, *WRONG_FILE):
                raise
            await self._show_inline(chat, message)  # its picture is forgotten by now, and brought anew
        except MessageGone as gone:
            raise Unreachable(chat.id) from gone

    async def _show_inline(self, chat: Chat, message: Message) -> None:
        group, _ = chat_ids.address(chat)
        target = {"inline_message_id": chat_ids.inline_of(chat.id)}
        async with self._pictures.lent(message.image, chat.id) as there:
            shown = message if there else layout.in_words(message)
            try:
                await self._change(group, layout.shape(shown, chat, dated=self.dated, app=self.app), target)
            except MessageKindFixed:  # Nothing can follow it: the words stand below an older picture.
                words = layout.shape(
                    replace(shown, text_only=False), chat, short=True, dated=self.dated, app=self.app
                )
                await self._change(group, words, target)

    async def moved(self, old: int, new: int) -> None:
        """A group has become a supergroup: from now on it is called by another id."""
        if self._moved.get(old) == new:
            return
        self._moved[old] = new
        await self._on_moved(old, new)

    def has_moved_to(self, chat: int) -> bool:
        """Whether it is a supergroup that was a group before, where the bot was already."""
        return chat in self._moved.values()

    # Answers to presses

    async def answer(
        self, query: str, text: str = "", *, alert: bool = False, url: str | None = None
    ) -> bool:
        """Answer a press, once; False where it was too late. It costs nothing of the pace."""
        for again in (True, False):
            try:
                told = {"text": text or None, "show_alert": alert or None, "url": url}
                await call(self._bot, "answerCallbackQuery", {"callback_query_id": query, **told})
                return True
            except BadRequest as error:
                log.info("a press could not be answered: %s", error.message)
                return False
            except TelegramError as error:
                if not again:
                    log.info("a press could not be answered: %s", type(error).__name__)
                elif isinstance(error, RetryAfter):
                    await self._sleep(patience(error))
        return False

    # Underneath

    def _way(self, chat: Chat) -> layout.Way | None:
        if not chat.private:
            return None
        texts = texts_for(self._people.language(chat.id))
        return layout.Way(self._bot.username, texts, self._bot.can_join_groups)

    @staticmethod
    def _answering(message: int | None) -> dict[str, Any]:
        if message is None:
            return {}
        return {"reply_parameters": ReplyParameters(message, allow_sending_without_reply=True)}

    async def send_where_it_is(self, group: int, shape: Shape, more: dict[str, Any]) -> telegram.Message:
        """Send something shaped to a chat, whatever it is called by now.

        Raises:
            Unreachable, RetryLater
            BadRequest: a mistake of ours.
        """
        group = self._moved.get(group, group)
        try:
            return await self._send(group, shape, more)
        except Moved as moved:
            await self.moved(group, moved.new)
            return await self._send(moved.new, shape, more | {"message_thread_id": None})

    async def _send(self, group: int, shape: Shape, more: dict[str, Any]) -> telegram.Message:
        what: dict[str, Any] = {"chat_id": group, "reply_markup": shape.markup, **HTML, **more}

        async def send() -> telegram.Message:
            if shape.file is not None:
                return await self._send_file(shape.file, shape.text, what)
            if shape.image is None:
                return await self._bot.send_message(text=shape.text, link_preview_options=NO_PREVIEW, **what)
            photo = self.file(shape.image) or shape.image.data
            return await self._bot.send_photo(
                photo=photo, caption=shape.text, filename=shape.image.name, **what
            )

        return await self._carried_out(group, shape.image, send)

    async def _send_file(self, file: File, text: str, what: dict[str, Any]) -> telegram.Message:
        """An animation plays where it stands; anything else can be opened and kept."""
        more = {"caption": text, "filename": file.name, **what}
        if file.media_type == "image/gif":
            return await self._bot.send_animation(animation=file.data, **more)
        return await self._bot.send_document(document=file.data, **more)

    async def _change(self, group: int, shape: Shape, target: dict[str, Any]) -> None:
        what: dict[str, Any] = {**target, "reply_markup": shape.markup}

        async def change() -> Result:
            if shape.image is not None:
                file = self.file(shape.image)
                what["media"] = photo(shape.text, file)
                return await call(self._bot, "editMessageMedia", what, upload=None if file else shape.image)
            try:
                words = {"text": shape.text, "link_preview_options": NO_PREVIEW.to_dict()}
                return await call(self._bot, "editMessageText", what | HTML | words)
            except BadRequest as error:
                if not says(error, NO_TEXT):
                    raise
                # A photo never becomes a text again: its picture stays, with other words below it.
                if shape.text_only:
                    raise MessageKindFixed from error
                return await call(self._bot, "editMessageCaption", what | HTML | {"caption": shape.text})

        try:
            await self._carried_out(group, shape.image, change)
        except BadRequest as error:
            if not says(error, UNCHANGED):
                raise

    async def _carried_out(
        self, group: int, image: Image | None, attempt: Callable[[], Awaitable[Shown]]
    ) -> Shown:
        """One call; its picture is sent as a file where Telegram has forgotten it."""
        with self.heeding(group):
            try:
                shown = await attempt()
            except BadRequest as error:
                if image is None or not says(error, *WRONG_FILE) or not self._forget(image):
                    raise
                shown = await attempt()
        if image is not None and (file := _file_of(shown)):
            self._remember(image, file)
        return shown

    @contextmanager
    def heeding(self, group: int) -> Iterator[None]:
        """Errors in our own words; where Telegram wants a pause for a chat, it gets it."""
        try:
            with in_our_words():
                yield
        except RetryLater as refused:
            if refused.due:
                self.pace.shut(group, refused.after)
            raise

    def media(self, shape: Shape) -> InputMediaPhoto:
        """The picture of a shape with its caption, to replace another one."""
        image = shape.image
        if image is None:
            raise ValueError("no picture")
        file = self.file(image)
        name = None if file else image.name
        return InputMediaPhoto(file or image.data, shape.text, ParseMode.HTML, filename=name)

    def file(self, image: Image) -> str | None:
        """What Telegram calls a picture that it has already."""
        return self._files.get(hashlib.sha256(image.data).digest())

    def _remember(self, image: Image, file: str) -> None:
        self._files[hashlib.sha256(image.data).digest()] = file

    def _forget(self, image: Image) -> bool:
        return self._files.pop(hashlib.sha256(image.data).digest(), None) is not None


def _file_of(shown: telegram.Message | Result) -> str | None:
    """What Telegram calls the picture of a message."""
    if isinstance(shown, telegram.Message):
        return shown.photo[-1].file_id if shown.photo else None
    sizes = shown.get("photo") if isinstance(shown, dict) else None
    return str(sizes[-1]["file_id"]) if sizes else None
