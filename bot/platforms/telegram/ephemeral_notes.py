"""Notes that only one person in a group sees (ephemeral messages, since Bot API 10.2).

Telegram does not promise delivery, so a note never says anything that cannot be asked for again.
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
SOON = 5.0  # seconds that a note may wait for its turn: Telegram takes it for fifteen after its cause

PANEL = "~"
"""Ends what the buttons of a panel carry: the press may come after a restart, or to another process."""


async def are_possible(bot: telegram.Bot) -> bool:
    """Whether the server knows such notes: an older one would show them to the whole group.

    It tries to delete a note that never existed: an older server does not know that call.

    Raises:
        TelegramError: that cannot be found out.
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
    """Where a panel stands: what one person sees in place of a board."""

    group: int
    user: str
    board: str | None


class EphemeralNotes:
    """Sends ephemeral messages as the bot."""

    def __init__(self, sender: Sender, *, possible: bool) -> None:
        self._sender, self._possible = sender, possible
        self._panels: LRUCache[str, _Place | None] = LRUCache(KEPT)  # by id; None: not known where

    def has_room(self, chat: Chat) -> bool:
        """Whether a note could be said in a group at once, without delaying any board."""
        return self._possible and not chat.fixed and self._sender.pace.has_room(chat_ids.address(chat)[0])

    async def say(self, asked: Interaction, message: Screen) -> bool:
        """Answer one person in a group, unseen by the others; False if that cannot be done."""
        if not self._possible or asked.chat.fixed or not asked.cause:
            return False
        group, _ = chat_ids.address(asked.chat)
        wait = await self._sender.pace.turn(group, f"note {asked.press}", within=SOON)
        if wait:
            return False
        return await self._send(asked, message) is not None

    async def panel(self, asked: Interaction, message: Screen) -> bool:
        """Show one person their choices in place of a board that they pressed; False if that cannot be now.

        An older panel of theirs for the same board goes away.
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
        """What a pressed button of a note carries; whether the note is a panel is known from then on."""
        if payload.endswith(PANEL):
            self._panels.setdefault(message_id, None)
        return payload.removesuffix(PANEL)

    def is_panel(self, message_id: str) -> bool:
        """Whether a note stands in place of a board."""
        return message_id in self._panels

    async def clear(self, board: str) -> None:
        """Nobody is asked on a board any more: its panels go away."""
        for one in [one for one, stands in self._panels.items() if stands and stands.board == board]:
            await self.take_away(one)

    async def take_away(self, message_id: str) -> None:
        """Take a note away; in place of a panel the board shows again."""
        self._panels.pop(message_id, None)
        try:
            await call(self._sender.bot, "deleteEphemeralMessage", _target(message_id))
        except TelegramError as error:
            log.info("a note could not be taken away: %s", type(error).__name__)

    async def change(self, asked: Interaction, pressed: str, message: Screen) -> bool:
        """Replace a note on which a button was pressed; False where that is not possible any more.

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
        """A new note, or one in place of the pressed message; gives its id, None where that cannot be."""
        group, thread = chat_ids.address(asked.chat)
        addressee: Fields = {"receiver_user_id": int(asked.account.id), **asked.cause}
        # Bot API 10.3 wants an object, 10.2 wants fields of the call: a server takes what it knows.
        parameters = {key: value for key, value in addressee.items() if key != "reply_parameters"}
        if instead:  # What stands in place of another message is where that one is.
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
