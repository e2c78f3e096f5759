"""The answers to one interaction: the first within three seconds, others after it while its token lives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from bot.platforms.discord import layout
from bot.platforms.discord.faults import DROPPED, TOO_LATE, Code
from bot.platforms.discord.places import Interaction, message_id
from bot.screen import Message

log = logging.getLogger(__name__)

TRIES = 3  # of one answer whose connection breaks
BETWEEN_TRIES = 0.3  # seconds; three seconds are all there is

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]


class TooLate(Exception):
    """The interaction takes no answer any more."""


class Reply:
    """What one interaction is answered with."""

    def __init__(self, interaction: Interaction, *, private: bool, sleep: Sleep = asyncio.sleep) -> None:
        """Nothing is said yet.

        Args:
            interaction: to be answered.
            private: it comes from a chat with one person alone, where notes are ordinary messages.
            sleep: how to wait between two tries.
        """
        self._interaction, self._private, self._sleep = interaction, private, sleep
        self._waiting: bool | None = None  # "thinking …" stands there: for this person alone, or for all

    async def hold(self, *, alone: bool) -> None:
        """Ask for patience: the answer is not ready in time.

        Args:
            alone: what follows will be for this person's eyes alone. A press keeps its message as it is.
        """
        if self._pressed:
            await self._first(self._interaction.response.defer)
            return
        hidden = alone and not self._private
        await self._first(lambda: self._interaction.response.defer(ephemeral=hidden, thinking=True))
        self._waiting = hidden

    async def update(self, message: Message) -> str:
        """Replace the message whose button was pressed; gives its id.

        Raises:
            TooLate
        """
        response = self._interaction.response
        if response.is_done():
            await self._again(lambda: self._interaction.edit_original_response(**layout.changed(message)))
        else:
            await self._first(lambda: response.edit_message(**layout.changed(message)))
        pressed = self._interaction.message
        return message_id(self._interaction.channel_id, pressed.id if pressed else None)

    async def post(self, message: Message) -> str:
        """Say it to all who are there; gives the id of the new message.

        Raises:
            TooLate
        """
        return message_id(self._interaction.channel_id, await self._say(message, hidden=False))

    async def note(self, message: Message) -> None:
        """Say it to this person alone.

        Raises:
            TooLate
        """
        await self._say(message, hidden=not self._private)

    async def nothing(self) -> None:
        """There is nothing to say; the button must not look dead."""
        if self._pressed and not self._interaction.response.is_done():
            await self._first(self._interaction.response.defer)

    @property
    def _pressed(self) -> bool:
        return self._interaction.type is discord.InteractionType.component

    async def _say(self, message: Message, *, hidden: bool) -> int:
        response = self._interaction.response
        if not response.is_done():
            sent = await self._first(lambda: response.send_message(ephemeral=hidden, **layout.new(message)))
            if sent is not None and sent.message_id is not None:
                return sent.message_id
            return (await self._again(self._interaction.original_response)).id
        if self._waiting is not None:
            return await self._say_at_last(message, hidden=hidden)
        return await self._follow_up(message, hidden=hidden)

    async def _say_at_last(self, message: Message, *, hidden: bool) -> int:
        """Where "thinking …" stands; who sees a message cannot be changed, so the wrong kind makes way."""
        fits, self._waiting = self._waiting == hidden, None
        if not fits:
            await self._again(self._interaction.delete_original_response)
            return await self._follow_up(message, hidden=hidden)
        shown = await self._again(lambda: self._interaction.edit_original_response(**layout.changed(message)))
        return shown.id

    async def _follow_up(self, message: Message, *, hidden: bool) -> int:
        sent: Any = await self._again(
            lambda: self._interaction.followup.send(ephemeral=hidden, wait=True, **layout.new(message))
        )
        return int(sent.id)

    async def _first(self, answer: Callable[[], Awaitable[T]]) -> T | None:
        """The first answer, tried again when the connection breaks: Discord takes it only once.

        None if it turns out that it was taken already.
        """
        for left in reversed(range(TRIES)):
            try:
                return await answer()
            except discord.InteractionResponded:
                return None
            except discord.HTTPException as error:
                if error.code == Code.ALREADY_ANSWERED:
                    return None
                raise _late(error) from error
            except DROPPED:
                if not left:
                    raise
                await self._sleep(BETWEEN_TRIES)
        raise AssertionError("unreachable")

    async def _again(self, answer: Callable[[], Awaitable[T]]) -> T:
        """Anything after the first answer; not tried twice, for a follow-up could come twice."""
        try:
            return await answer()
        except discord.HTTPException as error:
            raise _late(error) from error


def _late(error: discord.HTTPException) -> Exception:
    return TooLate(str(error.code)) if error.code in TOO_LATE else error
