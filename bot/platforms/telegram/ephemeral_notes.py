"""Notes that only one person in a group sees (ephemeral messages, since Bot API 10.2).

Telegram does not guarantee delivery, so a note contains only information that can be requested again. A
*panel* is a note in place of a board: it shows one person their choices.
"""

from __future__ import annotations

import logging

import telegram
from cachetools import LRUCache
from telegram.error import BadRequest, ChatMigrated, EndPointNotFound, TelegramError

from bot.interface import MessageKindFixed, Screen
from bot.platforms.telegram import chat_ids
from bot.platforms.telegram.calls import Fields, call
from bot.platforms.telegram.parsing import Interaction
from bot.platforms.telegram.sender import FAULTS, Sender

log = logging.getLogger(__name__)

KEPT = 1000  # newest panels
SOON = 5.0  # seconds that a note may wait for its turn; Telegram accepts it for fifteen after its cause

PANEL = "~"
"""Suffix of the payloads of a panel's buttons; it marks a press after a restart or in another process."""


async def are_possible(bot: telegram.Bot) -> bool:
    """Whether the server supports ephemeral messages; an older one would show them to the whole group.

    Tries to delete a note that never existed: an older server does not know the method.

    Raises:
        TelegramError: the check failed.
    """
    nothing = {"chat_id": bot.id, "receiver_user_id": bot.id, "ephemeral_message_id": 1}
    try:
        await bot.do_api_request("deleteEphemeralMessage", api_kwargs=nothing)
    except EndPointNotFound:
        return False
    except BadRequest:
        pass
    return True


class EphemeralNotes:
    """Sends ephemeral messages as the bot."""

    def __init__(self, sender: Sender, *, possible: bool) -> None:
        self._sender, self._possible = sender, possible
        self._panels: LRUCache[str, tuple[str, str | None]] = LRUCache(KEPT)
        """By id: the person who sees it and the board it replaces, None if unknown."""

    async def say(self, asked: Interaction, note: Screen) -> bool:
        """Send a note to one person in a group; False if that is not possible soon."""
        return await self.has_turn(asked, within=SOON) and await self.send(asked, note) is not None

    async def has_turn(self, asked: Interaction, *, within: float = 0.0) -> bool:
        """Whether a note can be sent within some seconds, or at once without delaying a board; counts it."""
        if not self._possible or asked.chat.fixed or not asked.cause:
            return False
        key = f"note {asked.press}"
        return not await self._sender.pace.turn(asked.chat.id, key, asked=within > 0, within=within)

    async def panel(self, asked: Interaction, choices: Screen) -> bool:
        """Show one person their choices in place of the board they pressed; False if not possible now.

        Removes an older panel of that person for the same board.
        """
        if not await self.has_turn(asked):
            return False
        sent = await self.send(asked, choices, mark=PANEL, in_place=True)
        if sent is None:
            return False
        place = asked.account.id, asked.message
        older = [panel for panel, other in self._panels.items() if other == place]
        self._panels[sent] = place
        for panel in older:
            await self.take_away(panel)
        return True

    def without_mark(self, asked: Interaction, payload: str) -> str:
        """Strip the panel mark from the payload of a pressed button, and remember such a note as a panel."""
        if asked.ephemeral and asked.message is not None and payload.endswith(PANEL):
            self._panels.setdefault(asked.message, (asked.account.id, None))
            return payload.removesuffix(PANEL)
        return payload

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
            Unreachable, RetryLater
        """
        mark = PANEL if self.is_panel(pressed) else ""
        try:
            await self._sender.change(pressed, self._sender.shape(note, asked.chat, short=True, mark=mark))
            return True
        except (ChatMigrated, MessageKindFixed, BadRequest) as refused:
            log.info("a note could not be changed, another follows: %s", type(refused).__name__)
        sent = await self.send(asked, note, mark=mark)
        if sent is None:
            return False
        if pressed in self._panels:
            self._panels[sent] = self._panels[pressed]
        await self.take_away(pressed)
        return True

    async def send(
        self, asked: Interaction, note: Screen, *, mark: str = "", in_place: bool = False
    ) -> str | None:
        """Send a new note, or one in place of the pressed message; return its id, or None if that fails."""
        group, thread = chat_ids.address(asked.chat)
        receiver = int(asked.account.id)
        # Bot API 10.3 expects an object, 10.2 expects fields of the call; each server ignores the other.
        fields: Fields = {"receiver_user_id": receiver, **asked.cause}
        parameters: Fields = {key: fields[key] for key in fields if key != "reply_parameters"}
        if in_place:  # A replacement is in the same topic as the message it replaces.
            parameters["replace_callback_query_message"] = True
        else:
            fields["message_thread_id"] = thread
        fields["ephemeral_message_parameters"] = parameters
        shape = self._sender.shape(note, asked.chat, short=True, mark=mark)
        try:
            sent = await self._sender.send(group, shape, fields)
        except (*FAULTS, TelegramError) as fault:
            log.info("a note could not be sent: %s", type(fault).__name__)
            return None
        chat = sent["chat"]["id"]
        if "ephemeral_message_id" not in sent:
            self._possible = False
            log.error("Telegram showed a note to a whole group; it is taken away, and no other follows")
            await self._sender.bot.delete_message(chat, sent["message_id"])
            return None
        return chat_ids.ephemeral_id(chat, receiver, int(sent["ephemeral_message_id"]))
