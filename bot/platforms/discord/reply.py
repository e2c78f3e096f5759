"""The answers to interactions: the first within three seconds, others after it while its token lives.

Discord takes a first answer only once, so that it can be tried again when the connection breaks or a server
fails; so can all that replaces or removes. Only a further message could come twice: that is repeated only
where it was refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import discord
from cachetools import TTLCache

from bot.interface import (
    AcceptChallenge,
    InteractionRequired,
    OfferChallenge,
    OfferRematch,
    Screen,
    ShowBoard,
    ShowMatchWith,
)
from bot.platforms.discord import layout
from bot.platforms.discord.chat_ids import message_id, parts_of
from bot.platforms.discord.errors import DROPPED, TOO_LATE, Code
from bot.platforms.discord.interactions import Interaction
from bot.texts import texts_for

ORIGINAL: Any = "@original"  # stands for the first answer, where the library expects a number
KEPT = 1000  # newest messages that only an interaction can change
GOOD_FOR = 900  # seconds from an interaction on, in which its token changes what answers it
LIFE = GOOD_FOR - 15.0  # seconds from the answer on

PAUSES = (0.2, 0.4, 0.8)  # seconds between tries of one answer that fails; three seconds are all there are
PAUSE_WHEN_LIMITED = 0.8  # seconds instead, where too much is coming

Public = OfferChallenge | AcceptChallenge | ShowBoard | ShowMatchWith | OfferRematch
"""Commands whose answer is for all who are there."""

T = TypeVar("T")
Said = tuple[int | None, bool]
"""The id of a message as Discord took it, and whether nobody but the asking person sees it."""
Sleep = Callable[[float], Awaitable[None]]


class TooLate(Exception):
    """The interaction takes no answer any more."""


class Reply:
    """What one interaction is answered with."""

    def __init__(self, interaction: Interaction, *, private: bool, sleep: Sleep = asyncio.sleep) -> None:
        """An answer to an interaction that has none yet.

        Args:
            interaction: to be answered.
            private: it comes from a chat with one person alone, where notes are ordinary messages.
            sleep: how to wait between two tries.
        """
        self._interaction, self._private, self._sleep = interaction, private, sleep
        self._answered = False  # Discord has a first answer, as far as we know
        self._holding = False  # a deferral was sent; whether it arrived may be unknown
        self._deferred = False  # the first answer to a press is that deferral, and no other process's
        self._waiting: bool | None = None  # "thinking …" stands there: for this person alone, or for all

    @property
    def held(self) -> bool:
        """Patience was asked for, by a press: what is new has to be a further message."""
        return self._holding and self._pressed

    async def hold(self, *, ephemeral: bool) -> None:
        """Ask for patience: the answer is not ready in time.

        Args:
            ephemeral: what follows will be for this person's eyes alone. A press keeps its message as it is.

        Raises:
            TooLate
        """
        self._holding = True
        if self._pressed:
            self._deferred = bool(await self._first(self._interaction.response.defer))
            return
        hidden = self._waiting = ephemeral and not self._private
        await self._first(lambda: self._interaction.response.defer(ephemeral=hidden, thinking=True))

    async def update(self, message: Screen) -> str:
        """Replace the message whose button was pressed; gives its id.

        Raises:
            TooLate: also where another process has answered by something else.
        """
        edit = self._interaction.response.edit_message
        if self._answered or not await self._first(lambda: edit(**layout.changed(message))):
            if not (self._deferred or self._is_pressed(await self._before())):
                raise TooLate("answered before")
            await self._again(lambda: self._interaction.edit_original_response(**layout.changed(message)))
        pressed = self._interaction.message
        return message_id(self._interaction.channel_id, pressed.id if pressed else None)

    async def post(self, message: Screen) -> str | None:
        """Say it to all who are there; gives the id of the new message.

        None where only the asking person sees it: a server can demand that of bots that it has not admitted.

        Raises:
            TooLate
        """
        said, hidden = await self._say(message, hidden=False)
        return None if hidden else message_id(self._interaction.channel_id, said)

    async def note(self, message: Screen) -> None:
        """Say it to this person alone.

        Raises:
            TooLate
        """
        await self._say(message, hidden=not self._private)

    async def nothing(self) -> None:
        """There is nothing to say; the button must not look dead, nor somebody seem to think for ever."""
        if self._waiting is not None:
            self._waiting = None
            await self._again(self._interaction.delete_original_response)
        elif self._pressed and not self._answered:
            await self._first(self._interaction.response.defer)

    @property
    def _pressed(self) -> bool:
        return self._interaction.type is discord.InteractionType.component

    async def _say(self, message: Screen, *, hidden: bool) -> Said:
        if not self._answered:
            send = self._interaction.response.send_message
            if sent := await self._first(lambda: send(ephemeral=hidden, **layout.new(message))):
                self._waiting = None
                return sent.message_id, sent.is_ephemeral()
            if not (self._holding or self._is_pressed(before := await self._before())):
                if not before.flags.loading and before.flags.ephemeral != hidden:
                    return before.id, before.flags.ephemeral
                self._waiting = before.flags.ephemeral  # it may show less than has happened by now
        waiting, self._waiting = self._waiting, None
        shown: discord.Message
        if waiting == hidden:  # where "thinking …" stands
            edit = self._interaction.edit_original_response
            shown = await self._again(lambda: edit(**layout.changed(message)))
        else:
            if waiting is not None:  # who sees a message cannot be changed: the wrong kind makes way
                await self._again(self._interaction.delete_original_response)
            further = self._interaction.followup.send
            shown = await self._again(
                lambda: further(ephemeral=hidden, wait=True, **layout.new(message)), harmless=False
            )
        return shown.id, shown.flags.ephemeral

    async def _before(self) -> discord.InteractionMessage:
        """What Discord has for a first answer: to a press also the pressed message."""
        return await self._again(self._interaction.original_response)

    def _is_pressed(self, message: discord.InteractionMessage) -> bool:
        pressed = self._interaction.message
        return pressed is not None and pressed.id == message.id

    async def _first(self, answer: Callable[[], Awaitable[T]]) -> T | None:
        """The first answer, tried again when the connection breaks.

        None if Discord has one already: ours, of which we did not hear that it arrived, or what another
        process answered before it died; a session at the gateway brings it again.
        """
        try:
            sent = await self._again(answer)
        except discord.HTTPException as error:
            if error.code != Code.ALREADY_ANSWERED:
                raise
            sent = None
        self._answered = True
        return sent

    async def _again(self, answer: Callable[[], Awaitable[T]], *, harmless: bool = True) -> T:
        """Try several times, in less time than there is for a first answer.

        Args:
            answer: sends it.
            harmless: it can be done twice; otherwise it is repeated only where it surely had no effect.

        Raises:
            TooLate
        """
        pauses = iter(PAUSES)
        while True:
            try:
                return await answer()
            except discord.HTTPException as error:
                raise (TooLate(str(error.code)) if error.code in TOO_LATE else error) from None
            except DROPPED as fault:
                pause, refused = next(pauses, None), isinstance(fault, discord.RateLimited)
                if pause is None or not (harmless or refused):
                    raise
                await self._sleep(PAUSE_WHEN_LIMITED if refused else pause)


async def find_answer(client: discord.Client, answer: str) -> discord.WebhookMessage | None:
    """The new message that was the answer to a press, for all who are there (`Incoming.answer`).

    None where there is none: what finds the first answer finds also the pressed message, if that was changed.

    Raises:
        discord.HTTPException: Discord did not say.
    """
    token, _, pressed = answer.partition(" ")
    webhook = discord.Webhook.partial(client.application_id or 0, token, client=client)
    try:
        message = await webhook.fetch_message(ORIGINAL)
    except discord.HTTPException as error:
        if error.code in TOO_LATE or isinstance(error, discord.NotFound | discord.Forbidden):
            return None
        raise
    return None if message.flags.ephemeral or str(message.id) == pressed else message


@dataclass(frozen=True, slots=True)
class LastPress:
    """The newest press, or command, that a message answers: its token changes the message for a while."""

    webhook: discord.Webhook
    target: Any
    """Which of its answers the message is."""
    until: int
    """Until when, in seconds since 1970."""

    async def edit(self, screen: Screen) -> None:
        """Replace the message."""
        await self.webhook.edit_message(self.target, **layout.changed(with_expiry(screen, self.until)))

    async def delete(self) -> None:
        """Delete the message."""
        await self.webhook.delete_message(self.target)


class LastPresses:
    """Where the bot can only answer: the last press of each message. Tokens are secrets: in memory alone."""

    def __init__(self) -> None:
        self._presses: TTLCache[str, LastPress] = TTLCache(KEPT, LIFE)

    def keep(self, shown: str, interaction: Interaction) -> None:
        """This message is the answer to that interaction."""
        pressed = interaction.message
        answered = pressed is not None and shown == message_id(interaction.channel_id, pressed.id)
        target = ORIGINAL if answered else parts_of(shown)[1]
        self._presses[shown] = LastPress(interaction.followup, target, expires_at(interaction))

    @contextmanager
    def of(self, shown: str) -> Iterator[LastPress]:
        """What changes a message.

        Raises:
            InteractionRequired: no press does that (any more).
        """
        if (press := self._presses.get(shown)) is None:
            raise InteractionRequired(shown)
        try:
            yield press
        except discord.HTTPException as error:
            if error.code not in TOO_LATE:
                raise
            self._presses.pop(shown, None)
            raise InteractionRequired(shown) from error


def expires_at(interaction: Interaction) -> int:
    """Until when the message that answers it can be changed, in seconds since 1970."""
    return int(interaction.created_at.timestamp()) + GOOD_FOR


def with_expiry(message: Screen, until: int) -> Screen:
    """A board that says until when it is kept up to date, and what helps then; not one that is over."""
    if message.turn == "over" or not message.rows:
        return message
    texts = texts_for(message.language)
    said = texts.moment(until)
    text = f"{message.text}\n{texts('kept_until', moment=said)}"
    return replace(message, text=text, moments=(*message.moments, (said, until)))
