"""Answers to interactions: the first within three seconds, further ones while the token is valid.

Discord accepts a first answer only once, so it can safely be retried after a broken connection or a server
error, as can everything that replaces or deletes. Only a follow-up message could arrive twice: it is retried
only after a refusal.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import aiohttp
import discord
from cachetools import TTLCache
from discord.http import Route, handle_message_parameters
from discord.webhook.async_ import async_context, interaction_message_response_params

from bot.interface import (
    AcceptChallenge,
    InteractionRequired,
    OfferChallenge,
    OfferRematch,
    ProposeMatch,
    Screen,
    ShowBoard,
    ShowMatchWith,
    Sleep,
)
from bot.platforms.discord import forms, layout
from bot.platforms.discord.errors import DROPPED, TOO_LATE, Code, log_refusal
from bot.platforms.discord.interactions import Interaction, message_id, parts_of, pressed_id
from bot.texts import texts_for

ORIGINAL: Any = "@original"  # Discord's name for the first answer, where the library expects an id
KEPT = 1000  # newest messages that only an interaction can change
GOOD_FOR = 900  # seconds after an interaction during which its token can change the answers
LIFE = GOOD_FOR - 15.0  # the same, counted from the answer

FORM = discord.InteractionType.modal_submit
PAUSES = (0.2, 0.4, 0.8)  # seconds between attempts at one answer; Discord allows three in all
PAUSE_WHEN_LIMITED = 0.8  # seconds instead, after a rate limit

Public = OfferChallenge | AcceptChallenge | ShowBoard | ShowMatchWith | OfferRematch | ProposeMatch
"""Requests whose answer everybody in the chat sees."""

T = TypeVar("T")


class TooLate(Exception):
    """The interaction cannot be answered any more."""


class Reply:
    """The answers to one interaction. All methods may raise `TooLate`."""

    def __init__(self, interaction: Interaction, *, private: bool, sleep: Sleep = asyncio.sleep) -> None:
        """`private`: whether it comes from a private chat, where notes are ordinary messages."""
        self._interaction, self._private, self._sleep = interaction, private, sleep
        self._answered = False  # Discord has a first answer, as far as we know
        self._holding = False  # a deferral was sent; it may not have arrived
        self._deferred = False  # the first answer to a press is our deferral, not another process's
        self._waiting: bool | None = None  # "thinking …" is shown: to this person only (True) or to all

    @property
    def held(self) -> bool:
        """Whether a press was deferred: anything new has to be a follow-up message."""
        return self._holding and self._pressed

    async def hold(self, *, ephemeral: bool) -> None:
        """Defer the answer: it is not ready in time. A deferred press leaves its message as it is.

        `ephemeral`: only this person will see the answer.
        """
        self._holding = True
        if self._pressed:
            self._deferred = bool(await self._first(self._interaction.response.defer))
            return
        hidden = self._waiting = ephemeral and not self._private
        await self._first(lambda: self._interaction.response.defer(ephemeral=hidden, thinking=True))

    async def update(self, message: Screen) -> str:
        """Replace the message whose button was pressed, and return its id.

        It is too late, too, if another process has answered with something else.
        """
        if self._answered or not await self._first(partial(_replace_pressed, self._interaction, message)):
            if not (self._deferred or self._is_pressed(await self._before())):
                raise TooLate("answered before")
            await self._again(lambda: self._interaction.edit_original_response(**layout.changed(message)))
        return pressed_id(self._interaction) or ""

    async def post(self, message: Screen) -> str | None:
        """Send a message to everybody in the chat, and return its id.

        None if only the asking person sees it: a guild can demand that of bots that it has not installed.
        """
        sent, hidden = await self._say(message, hidden=False)
        return None if hidden else message_id(self._interaction.channel_id, sent)

    async def note(self, message: Screen) -> str | None:
        """Send a message to this person alone, and return its id."""
        sent, _ = await self._say(message, hidden=not self._private)
        return message_id(self._interaction.channel_id, sent) if sent else None

    async def launch(self) -> str | None:
        """Open the Activity as the first answer; return the instance of it that the person joins.

        None if that is not possible: the answer was deferred, or Discord refuses. Then it is still due.
        """
        if self._holding:
            return None
        try:
            opened = await self._first(self._interaction.response.launch_activity)
        except discord.HTTPException as error:
            log_refusal("Discord does not open the Activity", error)
            return None
        return (opened.activity_id if opened else None) or ""

    async def ask(self, screen: Screen) -> bool:
        """Open the form of a screen as the first answer; False if that is not possible, see `launch`."""
        form = screen.form
        if form is None or self._holding or self._interaction.type is FORM:
            return False
        try:
            await self._first(lambda: forms.show(self._interaction, screen.title, form))
        except discord.HTTPException as error:
            log_refusal("Discord does not open a form", error)
            return False
        return True

    async def take_away(self) -> None:
        """Delete the message whose button was pressed."""
        await self.nothing()
        await self._again(self._interaction.delete_original_response)

    async def nothing(self) -> None:
        """Finish without a message: no button may look dead, and no "thinking …" may remain."""
        if self._waiting is not None:
            self._waiting = None
            await self._again(self._interaction.delete_original_response)
        elif self._pressed and not self._answered:
            await self._first(self._interaction.response.defer)

    @property
    def _pressed(self) -> bool:
        """A button, or that of a form on a message."""
        kind = self._interaction.type
        return kind is discord.InteractionType.component or (
            kind is FORM and self._interaction.message is not None
        )

    async def _say(self, message: Screen, *, hidden: bool) -> tuple[int | None, bool]:
        """Send a message; return its id, and whether only the asking person sees it."""
        if not self._answered:
            send = self._interaction.response.send_message
            if sent := await self._first(lambda: send(ephemeral=hidden, **layout.new(message))):
                self._waiting = None
                return sent.message_id, sent.is_ephemeral()
            if not (self._holding or self._is_pressed(before := await self._before())):
                if not before.flags.loading and before.flags.ephemeral != hidden:
                    return before.id, before.flags.ephemeral
                self._waiting = before.flags.ephemeral  # replaced, as it may be outdated
        waiting, self._waiting = self._waiting, None
        shown: discord.Message
        if waiting == hidden:  # in place of "thinking …"
            edit = self._interaction.edit_original_response
            shown = await self._again(lambda: edit(**layout.changed(message)))
        else:
            if waiting is not None:  # a message's audience cannot be changed: delete it
                await self._again(self._interaction.delete_original_response)
            further = self._interaction.followup.send
            shown = await self._again(
                lambda: further(ephemeral=hidden, wait=True, **layout.new(message)), harmless=False
            )
        return shown.id, shown.flags.ephemeral

    async def _before(self) -> discord.InteractionMessage:
        """The first answer that Discord has; after a press, this may be the pressed message."""
        return await self._again(self._interaction.original_response)

    def _is_pressed(self, message: discord.InteractionMessage) -> bool:
        pressed = self._interaction.message
        return pressed is not None and pressed.id == message.id

    async def _first(self, answer: Callable[[], Awaitable[T]]) -> T | None:
        """Send the first answer, and retry it when the connection breaks.

        None if Discord has one already: ours, whose arrival was not confirmed, or that of another process
        that died afterwards; a resumed gateway session delivers the interaction again.
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
        """Retry several times, within the time allowed for a first answer.

        What is not `harmless` must not be sent twice: it is retried only after a rate limit.
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


async def _replace_pressed(interaction: Interaction, screen: Screen) -> bool:
    """Answer a press by replacing its message: in one piece, without a copy of the message in return.

    By the library's own `edit_message`, a press takes 5 % more CPU.
    """
    params = interaction_message_response_params(
        type=discord.InteractionResponseType.message_update.value, **layout.changed(screen)
    )
    http = interaction.client.http
    await async_context.get().create_interaction_response(
        interaction.id,
        interaction.token,
        session=_InOnePiece(interaction._session),  # type: ignore[arg-type]
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        params=params,
    )
    return True


async def replace_message(client: discord.Client, channel: int, message: int, screen: Screen) -> None:
    """Edit a message, in one piece and without making the library's objects of the copy in return.

    By the library's own `edit`, a press that updates two more boards takes 8 % more CPU.
    """
    with handle_message_parameters(**layout.changed(screen)) as params:
        if params.files:
            path = "/channels/{channel_id}/messages/{message_id}"
            route = Route("PATCH", path, channel_id=channel, message_id=message)
            form = aiohttp.FormData(quote_fields=False)
            for field in params.multipart or ():
                form.add_field(**field)
            await client.http.request(route, data=await _in_one_piece(form))
        else:
            await client.http.edit_message(channel, message, params=params)


async def _in_one_piece(form: aiohttp.FormData) -> aiohttp.BytesPayload:
    """A form as one write to the network, instead of one for each border and part."""
    whole = form()
    return aiohttp.BytesPayload(await whole.as_bytes(), content_type=whole.content_type)


@dataclass(frozen=True, slots=True)
class _InOnePiece:
    """A session for one call that answers a press."""

    session: aiohttp.ClientSession

    @asynccontextmanager
    async def request(
        self, method: str, url: str, *, data: Any, headers: Any, params: object, **options: Any
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        """Leave out the parameters of the address: they ask for the copy."""
        if isinstance(data, aiohttp.FormData):
            data = await _in_one_piece(data)
        async with self.session.request(method, url, data=data, headers=headers, **options) as response:
            yield response


async def find_answer(client: discord.Client, answer: str) -> discord.WebhookMessage | None:
    """Find the new public message that answered an interaction (`Incoming.answer`); None if there is none.

    The first answer to a press may also be the pressed message, if that was edited: it does not count.
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
    """The newest press or command that a message answers: its token can change the message for a while."""

    webhook: discord.Webhook
    target: Any
    """The message among the answers: its id, or `ORIGINAL`."""
    until: int | None
    """When the token expires, in seconds since 1970, if the message is to say so."""

    async def edit(self, screen: Screen) -> None:
        await self.webhook.edit_message(self.target, **layout.changed(with_expiry(screen, self.until)))

    async def delete(self) -> None:
        await self.webhook.delete_message(self.target)


class LastPresses:
    """The last press of each message that only its answers can change; in memory, as tokens are secret."""

    def __init__(self) -> None:
        self._presses: TTLCache[str, LastPress] = TTLCache(KEPT, LIFE)

    def __contains__(self, shown: str) -> bool:
        return shown in self._presses

    def keep(self, shown: str, interaction: Interaction, until: int | None) -> None:
        target = ORIGINAL if shown == pressed_id(interaction) else parts_of(shown)[1]
        self._presses[shown] = LastPress(interaction.followup, target, until)

    @contextmanager
    def of(self, shown: str) -> Iterator[LastPress]:
        """Yield the press that can change a message.

        Raises:
            InteractionRequired: there is none, or it has expired.
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
    """When the answers to an interaction can no longer be changed, in seconds since 1970."""
    return int(interaction.created_at.timestamp()) + GOOD_FOR


def with_expiry(message: Screen, until: int | None) -> Screen:
    """The board with a note until when it is kept up to date; unchanged if the match is over."""
    if until is None or message.turn == "over" or not message.rows:
        return message
    texts = texts_for(message.language)
    moment = texts.moment(until)
    text = f"{message.text}\n{texts('kept_until', moment=moment)}"
    return replace(message, text=text, moments=(*message.moments, (moment, until)))
