"""Notes that only one person in a chat sees (ephemeral messages, since Bot API 10.3 in this form).

In a group that the bot is in, a press or an ephemeral command entitles it to a note. Since Bot API 10.4 a
press does so in any chat, also on a board that was sent via the bot: it tells Telegram who sees the note, and
where.

Telegram does not guarantee delivery, so a note contains only information that can be requested again. A
*panel* is a note in place of a board: it shows one person their choices.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from cachetools import LRUCache
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.interface import Chat, MessageGone, MessageKindFixed, Screen, Unreachable
from bot.platforms.telegram import chat_ids
from bot.platforms.telegram.calls import Fields, call
from bot.platforms.telegram.interactions import Interaction
from bot.platforms.telegram.layout import ELSEWHERE, PANEL, Shape
from bot.platforms.telegram.sender import FAULTS, Sender

log = logging.getLogger(__name__)

KEPT = 1000  # newest panels, views, and notes elsewhere
SOON = 5.0  # seconds that a note may wait for its turn; Telegram accepts it for fifteen after its cause


class EphemeralNotes:
    """Sends ephemeral messages as the bot."""

    def __init__(self, sender: Sender) -> None:
        self._sender, self._possible = sender, sender.features.recent
        self._panels: LRUCache[str, tuple[str, str | None]] = LRUCache(KEPT)
        """By id: the person who sees it and the board it replaces, None if unknown."""
        self._boards: LRUCache[str, Chat] = LRUCache(KEPT)
        """By id of a note in a chat that the bot is not in: the inline message it belongs to."""
        self._views: LRUCache[tuple[str, str | None], str] = LRUCache(KEPT)
        """By person and board: the newest note with their own view."""

    async def say(self, asked: Interaction, note: Screen) -> str | None:
        """Send a note to one person in a chat; return its id, or None if that is not possible soon."""
        return await self.send(asked, note) if await self.has_turn(asked, within=SOON) else None

    async def has_turn(self, asked: Interaction, *, within: float = 0.0) -> bool:
        """Whether a note can be sent within some seconds, or at once without delaying a board; counts it."""
        if not self._possible or not (asked.cause or asked.whispered):
            return False
        key = f"note {asked.press}"
        return not await self._sender.pace.turn(asked.chat.id, key, asked=within > 0, within=within)

    async def panel(self, asked: Interaction, choices: Screen) -> bool:
        """Show one person their choices in place of the board they pressed; False if not possible now.

        Removes an older panel of that person for the same board.
        """
        if not await self.has_turn(asked):
            return False
        sent = await self.send(asked, choices, panel=True, in_place=True)
        if sent is None:
            return False
        place = asked.account.id, asked.message
        older = [panel for panel, other in self._panels.items() if other == place]
        self._panels[sent] = place
        for panel in older:
            await self.take_away(panel)
        return True

    async def replace_view(self, asked: Interaction, shown: str) -> None:
        """Take away the older note that shows a person their own view of the pressed board."""
        place = asked.account.id, asked.message
        older, self._views[place] = self._views.get(place), shown
        if older is not None:
            await self.take_away(older)

    def read(self, asked: Interaction, payload: str) -> tuple[Interaction, str]:
        """Read a press on a note: it is meant for the chat of the board, and its payload has a mark."""
        if not asked.ephemeral or asked.message is None:
            return asked, payload
        if payload.endswith(PANEL):
            self._panels.setdefault(asked.message, (asked.account.id, None))
        chat = self._boards.get(asked.message, asked.chat)
        return replace(asked, chat=chat), payload.removesuffix(PANEL).removesuffix(ELSEWHERE)

    def is_panel(self, message_id: str) -> bool:
        return message_id in self._panels

    async def clear(self, board: str) -> None:
        """Remove the panels of a board that awaits nobody any more."""
        for panel in [panel for panel, (_, replaced) in self._panels.items() if replaced == board]:
            await self.take_away(panel)

    async def take_away(self, message_id: str) -> None:
        """Delete a note; the board reappears in place of a panel."""
        self._panels.pop(message_id, None)
        try:
            await call(self._sender.bot, "deleteEphemeralMessage", chat_ids.target(message_id))
        except TelegramError as error:
            log.info("a note could not be taken away: %s", type(error).__name__)

    async def change(self, asked: Interaction, pressed: str, note: Screen) -> bool:
        """Replace a note whose button was pressed, at its turn; False if that is not possible any more.

        Raises:
            RetryLater
        """
        panel = self.is_panel(pressed)
        try:
            await self._sender.change(pressed, self._shape(asked, note, panel=panel))
            return True
        except (ChatMigrated, MessageKindFixed, MessageGone, Unreachable, BadRequest) as refused:
            log.info("a note could not be changed, another follows: %s", type(refused).__name__)
        sent = await self.send(asked, note, panel=panel)
        if sent is None:
            return False
        if pressed in self._panels:
            self._panels[sent] = self._panels[pressed]
        await self.take_away(pressed)
        return True

    async def send(
        self, asked: Interaction, note: Screen, *, panel: bool = False, in_place: bool = False
    ) -> str | None:
        """Send a new note, or one in place of the pressed message; return its id, or None if that fails."""
        fields = _addressed(asked, in_place=in_place)
        try:
            sent = await self._sender.send(self._shape(asked, note, panel=panel), fields)
        except (*FAULTS, TelegramError) as fault:
            log.info("a note could not be sent: %s", type(fault).__name__)
            return None
        chat = sent["chat"]["id"]
        if "ephemeral_message_id" not in sent:
            self._possible = False
            log.error("Telegram showed a note to a whole group; it is taken away, and no other follows")
            await self._sender.bot.delete_message(chat, sent["message_id"])
            return None
        shown = chat_ids.ephemeral_id(chat, int(asked.account.id), int(sent["ephemeral_message_id"]))
        if asked.chat.fixed:
            self._boards[shown] = asked.chat
        return shown

    def _shape(self, asked: Interaction, note: Screen, *, panel: bool) -> Shape:
        mark = PANEL if panel else ELSEWHERE if asked.chat.fixed else ""
        return self._sender.shape(note, asked.chat, short=True, mark=mark)


def _addressed(asked: Interaction, *, in_place: bool) -> Fields:
    """The fields that say who sees a note, and where."""
    if asked.chat.fixed:
        return {"ephemeral_message_parameters": asked.cause}
    group, thread = chat_ids.address(asked.chat)
    parameters = {"receiver_user_id": int(asked.account.id), **asked.cause}
    if in_place:  # A replacement is in the same topic as the message it replaces.
        return {
            "chat_id": group,
            "ephemeral_message_parameters": {**parameters, "replace_callback_query_message": True},
        }
    line = {"ephemeral_message_id": asked.whispered} if asked.whispered is not None else None
    return {
        "chat_id": group,
        "message_thread_id": thread,
        "reply_parameters": line,
        "ephemeral_message_parameters": parameters,
    }
