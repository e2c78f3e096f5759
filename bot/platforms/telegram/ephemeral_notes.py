"""Notes that only one person in a group sees (ephemeral messages, since Bot API 10.2).

Telegram does not guarantee delivery, so a note contains only information that can be requested again.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

import telegram
from cachetools import LRUCache
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.interface import Chat, MessageKindFixed, Screen
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.calls import Fields, Moved, call
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


class _Place(NamedTuple):
    """The place of a panel, which one person sees instead of a board."""

    group: int
    user: str
    board: str | None


class EphemeralNotes:
    """Sends ephemeral messages as the bot."""

    def __init__(self, sender: Sender, *, possible: bool) -> None:
        self._sender, self._possible = sender, possible
        self._panels: LRUCache[str, _Place | None] = LRUCache(KEPT)  # by id; None: place unknown

    def has_room(self, chat: Chat) -> bool:
        """Whether a note could be sent to a group now without delaying a board."""
        return self._possible and not chat.fixed and self._sender.pace.has_room(chat_ids.address(chat)[0])

    async def say(self, asked: Interaction, message: Screen) -> bool:
        """Send a note to one person in a group; False if that is not possible."""
        if not self._possible or asked.chat.fixed or not asked.cause:
            return False
        group, _ = chat_ids.address(asked.chat)
        wait = await self._sender.pace.turn(group, f"note {asked.press}", within=SOON)
        if wait:
            return False
        return await self._send(asked, message) is not None

    async def panel(self, asked: Interaction, message: Screen) -> bool:
        """Show one person their choices in place of the board they pressed; False if not possible now.

        Removes an older panel of that person for the same board.
        """
        group, _ = chat_ids.address(asked.chat)
        if not self.has_room(asked.chat):
            return False
        wait = await self._sender.pace.take(group, f"panel {asked.press}")
        if wait:
            return False
        sent = await self._send(asked, message, mark=PANEL, instead=True)
        if sent is None:
            return False
        place = _Place(group, asked.account.id, asked.message)
        older = [one for one, stands in self._panels.items() if stands == place]
        self._panels[sent] = place
        for one in older:
            await self.take_away(one)
        return True

    def carried(self, message_id: str, payload: str) -> str:
        """Strip the panel mark from the payload of a pressed button, and remember such a note as a panel."""
        if payload.endswith(PANEL):
            self._panels.setdefault(message_id, None)
        return payload.removesuffix(PANEL)

    def is_panel(self, message_id: str) -> bool:
        """Whether a note is shown in place of a board."""
        return message_id in self._panels

    async def clear(self, board: str) -> None:
        """Remove the panels of a board that awaits nobody any more."""
        for one in [one for one, stands in self._panels.items() if stands and stands.board == board]:
            await self.take_away(one)

    async def take_away(self, message_id: str) -> None:
        """Delete a note; the board reappears in place of a panel."""
        self._panels.pop(message_id, None)
        try:
            await call(self._sender.bot, "deleteEphemeralMessage", _target(message_id))
        except TelegramError as error:
            log.info("a note could not be taken away: %s", type(error).__name__)

    async def change(self, asked: Interaction, pressed: str, message: Screen) -> bool:
        """Replace a note whose button was pressed; False if that is not possible any more.

        Raises:
            Unreachable, RetryLater
        """
        group, _ = chat_ids.address(asked.chat)
        mark = PANEL if self.is_panel(pressed) else ""
        await self._sender.pace.turn(group, pressed)
        try:
            shape = self._shape(asked, message, mark)
            await self._sender.change(group, shape, _target(pressed), kind="EphemeralMessage")
            return True
        except (Moved, MessageKindFixed, BadRequest) as refused:
            log.info("a note could not be changed, another follows: %s", type(refused).__name__)
        sent = await self._send(asked, message, mark=mark)
        if sent is None:
            return False
        if pressed in self._panels:
            self._panels[sent] = self._panels[pressed]
        await self.take_away(pressed)
        return True

    def _shape(self, asked: Interaction, message: Screen, mark: str) -> layout.Shape:
        return layout.shape(message, asked.chat, short=True, mark=mark, app=self._sender.app)

    async def _send(
        self, asked: Interaction, message: Screen, *, mark: str = "", instead: bool = False
    ) -> str | None:
        """Send a new note, or one in place of the pressed message; return its id, or None if that fails."""
        group, thread = chat_ids.address(asked.chat)
        addressee: Fields = {"receiver_user_id": int(asked.account.id), **asked.cause}
        # Bot API 10.3 expects an object, 10.2 expects fields of the call; each server ignores the other.
        parameters = {key: value for key, value in addressee.items() if key != "reply_parameters"}
        if instead:  # A replacement is in the same topic as the message it replaces.
            parameters["replace_callback_query_message"] = True
        else:
            addressee["message_thread_id"] = thread
        try:
            sent = await self._sender.send(
                group,
                self._shape(asked, message, mark),
                addressee | {"ephemeral_message_parameters": parameters},
            )
        except (*FAULTS, TelegramError) as fault:
            log.info("a note could not be sent: %s", type(fault).__name__)
            return None
        if "ephemeral_message_id" not in sent:
            self._possible = False
            log.error("Telegram showed a note to a whole group; it is taken away, and no other follows")
            await self._sender.bot.delete_message(sent["chat"]["id"], sent["message_id"])
            return None
        return chat_ids.ephemeral_id(
            sent["chat"]["id"], int(asked.account.id), int(sent["ephemeral_message_id"])
        )


def _target(message_id: str) -> Fields:
    group, user, number = chat_ids.parts_of_ephemeral(message_id) or (0, 0, 0)
    return {"chat_id": group, "receiver_user_id": user, "ephemeral_message_id": number}
