"""Notes that only one person in a group sees (ephemeral messages, since Bot API 10.2).

The library does not know them yet: its doors for what is newer than itself are `api_kwargs` and
`do_api_request`. Telegram does not promise that they arrive: nothing is said so that cannot be asked for
again.
"""

from __future__ import annotations

import logging
from typing import Any

import telegram
from cachetools import LRUCache
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.interface import Chat, Message
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.errors import NO_TEXT, UNCHANGED, WRONG_FILE, Moved, says
from bot.platforms.telegram.layout import Shape
from bot.platforms.telegram.sender import HTML, NO_PREVIEW, Sender

log = logging.getLogger(__name__)

KEPT = 1000  # newest panels
SOON = 5.0  # seconds that a note may wait for its turn: Telegram takes it for fifteen after its cause

PANEL = "~"
"""Ends what the buttons of a panel carry: the press may come after a restart, or to another process."""

Cause = dict[str, Any]
"""Why Telegram lets us: `callback_query_id` of a press, or `reply_parameters` to a whispered command."""


def after_press(query: str) -> Cause:
    """Somebody pressed a button in the group, at most 15 seconds ago."""
    return {"callback_query_id": query}


def after_command(whispered: int) -> Cause:
    """Somebody typed a command that only the bot sees."""
    return {"reply_parameters": {"ephemeral_message_id": whispered}}


class EphemeralNotes:
    """Sends ephemeral messages as the bot."""

    def __init__(self, bot: telegram.Bot, writer: Sender) -> None:
        """Nothing was whispered yet, and nothing is until `learn` has found that Telegram can.

        Args:
            bot: started.
            writer: of the same bot.
        """
        self._bot, self._writer = bot, writer
        self._can = False
        self._uploads = True  # a note that stands already can be given a new picture
        self._panels: LRUCache[str, str] = LRUCache(KEPT)  # by id, the board in whose place each stands

    async def learn(self) -> bool:
        """Find out whether Telegram can: an older server would show such a note to the whole group.

        Asked by taking a note back that never was: an older server does not know how.

        Raises:
            TelegramError: nobody knows.
        """
        nothing = {"chat_id": self._bot.id, "receiver_user_id": self._bot.id, "ephemeral_message_id": 1}
        try:
            await self._bot.do_api_request("deleteEphemeralMessage", api_kwargs=nothing)
        except EndPointNotFound:
            self._can = False
        except BadRequest:
            self._can = True
        return self._can

    async def say(self, chat: Chat, user: str, message: Message, cause: Cause) -> bool:
        """Say it to one person in a group; False where they cannot be told so.

        Raises:
            Unreachable, RetryLater
        """
        if not self._can or chat.fixed:
            return False
        group, _ = chat_ids.address(chat)
        if not await self._writer.turn(group, f"whisper {cause}", within=SOON):
            return False
        return await self._send(chat, user, message, cause) is not None

    def has_room(self, chat: Chat) -> bool:
        """Whether a note could be said in a group at once, without delaying any board."""
        return self._can and not chat.fixed and self._writer.has_room(chat_ids.address(chat)[0])

    async def panel(self, chat: Chat, user: str, message: Message, query: str, board: str) -> bool:
        """Show one person their choices in place of a board that they pressed; False if that cannot be now.

        An older panel of theirs for the same board goes away.

        Raises:
            Unreachable, RetryLater
        """
        group, _ = chat_ids.address(chat)
        if not self.has_room(chat) or self._writer.wait(group, f"panel {query}"):
            return False
        sent = await self._send(chat, user, message, after_press(query), instead=True, mark=PANEL)
        if sent is None:
            return False
        place = chat_ids.whisper_id(group, int(user), 0)
        older = [one for one in list(self._panels) if self._panels[one] == f"{place} {board}"]
        self._panels[sent] = f"{place} {board}"
        for one in older:
            await self.take_away(one)
        return True

    def carried(self, message_id: str, payload: str) -> str:
        """What a pressed button of a note carries; whether the note is a panel is known from then on."""
        if payload.endswith(PANEL):
            self._panels.setdefault(message_id, "")
        return payload.removesuffix(PANEL)

    def is_panel(self, message_id: str) -> bool:
        """Whether a note stands in place of a board."""
        return message_id in self._panels

    async def clear(self, board: str) -> None:
        """Nobody is asked on a board any more: whoever was choosing when it ended sees that."""
        for one in [one for one in list(self._panels) if self._panels[one].endswith(f" {board}")]:
            await self.take_away(one)

    async def take_away(self, message_id: str) -> None:
        """Take a note away; in place of a panel the board shows again."""
        self._panels.pop(message_id, None)
        try:
            await self._bot.do_api_request("deleteEphemeralMessage", api_kwargs=_target(message_id))
        except TelegramError as error:
            log.info("a note could not be taken away: %s", type(error).__name__)

    async def _send(
        self, chat: Chat, user: str, message: Message, cause: Cause, *, instead: bool = False, mark: str = ""
    ) -> str | None:
        """A new note; gives its id, None where Telegram does not take it."""
        group, thread = chat_ids.address(chat)
        shape = layout.shape(message, chat, short=True, mark=mark, app=self._writer.app)
        more = {
            # What stands in place of another message is where that one is.
            "message_thread_id": None if instead else thread,
            "api_kwargs": _whispered(user, cause, instead=instead),
        }
        try:
            sent = await self._writer.send_where_it_is(group, shape, more)
        except BadRequest as error:
            log.info("a note could not be whispered: %s", error.message)
            return None
        if "ephemeral_message_id" not in sent.api_kwargs:
            self._can = False
            log.error("Telegram showed a note to a whole group; it is taken away, and no other follows")
            await self._bot.delete_message(sent.chat.id, sent.message_id)
            return None
        return chat_ids.whisper_id(sent.chat.id, int(user), int(sent.api_kwargs["ephemeral_message_id"]))

    async def change(self, message_id: str, message: Message, query: str) -> bool:
        """Replace a note on which a button was pressed; False where that is not possible any more.

        Raises:
            Unreachable, RetryLater
        """
        target = _target(message_id)
        group, user = target["chat_id"], target["receiver_user_id"]
        chat = Chat(chat_ids.PLATFORM, str(group), private=False)
        mark = PANEL if self.is_panel(message_id) else ""
        shape = layout.shape(message, chat, short=True, mark=mark, app=self._writer.app)
        await self._writer.turn(group, message_id)
        if shape.image is None or self._uploads or self._writer.file(shape.image):
            try:
                with self._writer.heeding(group):
                    await self._change(shape, target)
            except Moved:
                log.info("a whispered note stayed behind in a group that has another id now")
            except BadRequest as error:
                self._uploads = self._uploads and not says(error, *WRONG_FILE)
                log.info("a whispered note could not be changed: %s", error.message)
            else:
                return True
        # In Bot API 10.2 its picture could not be replaced: a new note takes its place.
        sent = await self._send(chat, str(user), message, after_press(query), mark=mark)
        if sent is None:
            return False
        if message_id in self._panels:
            self._panels[sent] = self._panels[message_id]
        await self.take_away(message_id)
        return True

    async def _change(self, shape: Shape, target: dict[str, Any]) -> None:
        what: dict[str, Any] = {**target, "reply_markup": shape.markup}
        try:
            if shape.image is not None:
                what |= {"media": self._writer.media(shape)}
                await self._bot.do_api_request("editEphemeralMessageMedia", api_kwargs=what)
            else:
                await self._change_words(shape, what | HTML)
        except BadRequest as error:
            if not says(error, UNCHANGED):
                raise

    async def _change_words(self, shape: Shape, what: dict[str, Any]) -> None:
        try:
            text = {"text": shape.text, "link_preview_options": NO_PREVIEW}
            await self._bot.do_api_request("editEphemeralMessageText", api_kwargs=what | text)
        except BadRequest as error:
            if not says(error, NO_TEXT) or shape.text_only:
                raise
            caption = {"caption": shape.text}
            await self._bot.do_api_request("editEphemeralMessageCaption", api_kwargs=what | caption)


def _target(message_id: str) -> dict[str, Any]:
    group, user, number = chat_ids.whisper_of(message_id) or (0, 0, 0)
    return {"chat_id": group, "receiver_user_id": user, "ephemeral_message_id": number}


def _whispered(user: str, cause: Cause, *, instead: bool) -> dict[str, Any]:
    """An object of its own since Bot API 10.3, fields of the call in 10.2: a server takes what it knows."""
    receiver = {"receiver_user_id": int(user)}
    pressed = {key: value for key, value in cause.items() if key == "callback_query_id"}
    if instead:
        pressed["replace_callback_query_message"] = True
    return {**receiver, **cause, "ephemeral_message_parameters": {**receiver, **pressed}}
