"""Handles requests and shows their answers, to everyone in the chat or to the person who asked.

A note for one person in a shared chat is sent as the answer to the press if it is short, else as an ephemeral
message, else as a message in the private chat. If none of these is possible, a link opens the private chat.
The others never see the note, unless it contains nothing about any person.

The partial choice of a move on a group's board is shown in the same way, in place of the board; if that is
not possible at once, the board shows it with its next change. The answer to the press, which counts against
no limit, confirms at once what becomes visible later.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from telegram.error import TelegramError
from telegram.helpers import create_deep_linked_url

from bot import interface
from bot.interface import (
    Answer,
    Delivery,
    Front,
    MessageGone,
    MessageKindFixed,
    Note,
    Post,
    Request,
    Screen,
    Unreachable,
    Update,
)
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.calls import Fields
from bot.platforms.telegram.ephemeral_notes import EphemeralNotes
from bot.platforms.telegram.interactions import Interaction
from bot.platforms.telegram.links import payload_of
from bot.platforms.telegram.people import Administrators, KnownUsers
from bot.platforms.telegram.sender import FAULTS, Sender, reply_to
from bot.texts import Texts

log = logging.getLogger(__name__)

SHOWN_WITHIN = 60.0  # seconds until a pending answer counts as not delivered
PACED = 1.5  # seconds of delay from which a press is confirmed before its board changes
BRIEF = 10.0  # seconds that the answer to a move waits in a private chat, rather than be left to a job
TOAST_MAX = 60  # characters of a press's answer that fades by itself; longer ones have to be closed

ForAll = interface.InvalidCommand | interface.Help | interface.ShowRules
"""Requests answered without reading any match; a typed one may be answered in the group."""
BeginsChallenge = interface.PickGame | interface.PickOpponent | interface.PickRobot
"""Requests that start a challenge; one pressed in a group is answered there, for the group."""
Beforehand = (
    interface.ShowSettings | interface.ChangeSettings | interface.ChangeChat | interface.ModerationRequest
)
"""Requests before which the person's admin rights are looked up; challenges rarely depend on them."""


@dataclass(frozen=True, slots=True)
class RequestHandling:
    """Passes requests to the dispatcher and shows the answers."""

    front: Front
    sender: Sender
    notes: EphemeralNotes
    people: KnownUsers
    administrators: Administrators

    async def press(self, asked: Interaction, payload: str) -> None:
        asked, payload = self.notes.read(asked, payload)
        await self.handle(asked, callback_data.decode(payload))

    async def handle(self, asked: Interaction, request: Request) -> None:
        """Pass a request to the dispatcher and show the answer; failures to show it are logged."""
        reply = Reply(self, asked, request)
        try:
            await reply.give()
        except (*FAULTS, TimeoutError) as fault:
            log.info("an answer could not be shown: %s", type(fault).__name__)
        except TelegramError as error:
            log.error("Telegram did not take an answer: %s", error.message)
        except Exception:
            await reply.answer()
            raise
        await reply.answer()  # skipped when the bot stops: Telegram then resends the press


class Reply:
    """The answer to one interaction."""

    def __init__(self, handling: RequestHandling, asked: Interaction, request: Request) -> None:
        self._front, self._sender, self._notes = handling.front, handling.sender, handling.notes
        self._people, self._administrators = handling.people, handling.administrators
        self._asked, self._request = asked, request
        self._answered = asked.query is None
        self._board: Screen | None = None
        """What the pressed message is to show, for the answer to a touch."""

    async def give(self) -> None:
        """Pass the request to the dispatcher and show the answer; see `RequestHandling.handle` for errors."""
        if isinstance(self._request, interface.ShowHand) and not self._asked.chat.private:
            answer = await self._own_view(self._request)
        elif self._chooses and self._asked.among_many:
            answer = await self._chosen_apart()
        else:
            answer = await self._ask(manages=isinstance(self._request, Beforehand) and await self._manages())
        if isinstance(answer, Note) and answer.managers_only and await self._manages():
            answer = await self._ask(manages=True)
        if self._is_aside and isinstance(answer, Note) and answer.succeeded and not answer.screen.rows:
            return  # the board shows the move
        if answer is not None:
            async with asyncio.timeout(SHOWN_WITHIN):
                await self._show(answer)

    async def answer(self, text: str = "", *, url: str | None = None) -> bool:
        """Answer the press, once; False if that is not possible any more."""
        if self._answered or self._asked.query is None:
            return False
        self._answered = True
        if self._asked.touched:
            return await self._sender.answer_touch(self._asked.query, text, self._board)
        return await self._sender.answer(self._asked.query, text, alert=len(text) > TOAST_MAX, url=url)

    # Answers of the dispatcher

    async def _ask(self, **more: Any) -> Answer:
        """Pass the request to the dispatcher and remember the language of its answer.

        `more` are fields of the `Incoming`.
        """
        answer = await self._front.handle(replace(self._asked.asks(self._request), **more))
        if answer and answer.language:
            self._people.speaks(self._asked.account.id, answer.language)
        return answer

    async def _manages(self) -> bool:
        chat = self._asked.chat
        place = interface.place_of(self._request) or ("" if chat.private else chat.place)
        return await self._administrators.manages(self._asked.account, place)

    async def _own_view(self, request: interface.ShowHand) -> Answer:
        """Post the person's own view in their private chat, as a board that follows the match."""
        answer = None
        if request.match is None:
            answer = await self._ask()
            if not isinstance(answer, Note) or (match := answer.screen.match) is None:
                return answer
            self._request = interface.ShowHand(match)
        own = await self._ask(chat=self._asked.own_chat, message=None, ephemeral=False)
        if isinstance(own, Post) and own.delivery is not None:
            async with interface.delivered(self._front, own) as shown:
                shown.message = await self._sender.try_to_say(
                    self._asked.own_chat, own.screen, own.delivery.board
                )
            if shown.message is not None:
                await self._point_to_private()
                return None
        return answer or await self._ask()

    async def _chosen_apart(self) -> Answer:
        """Show a partial choice to its player alone; if that fails, request the board of the group."""
        answer = await self._ask(apart="beside")
        if not isinstance(answer, Note) or not answer.succeeded:
            return answer
        panel = self._asked.query is not None and layout.is_short(answer.screen)
        if panel and await self._notes.panel(self._asked, answer.screen):
            return None
        return None if await self._in_private(answer.screen) else await self._ask()

    @property
    def _is_aside(self) -> bool:
        """Whether it was said in a group, and not to the bot."""
        return isinstance(self._request, interface.TypeMove) and self._request.aside

    async def _show(self, answer: Answer) -> None:
        self._board = answer.screen if isinstance(answer, Update) else None
        async with interface.delivered(self._front, answer) as shown:
            match answer:
                case Update(delivery=Delivery(unchanged=True)):
                    shown.message = self._asked.message
                case Update(screen, gives_way=True) if self._asked.message:
                    await self._take_away(self._asked.message, screen)
                case Update(screen, delivery, note=note):
                    board, silent = delivery is not None, note is None
                    shown.message = await self._update(screen, board=board, silent=silent)
                case Post(screen, delivery, pressed):
                    if pressed is not None:
                        await self._update(pressed, board=False, silent=True)
                    shown.message = await self._post(screen, delivery)
                case Note(screen, for_all=for_all):
                    shown.message = await self._note(screen, for_all=for_all)
                    await self._replace_view(shown.message)
            shown.left = shown.message is None
        match answer:
            case Update(screen, note=Screen() as note) if shown.message is None:
                await self._refuse(note, screen)
            case Update(note=Screen() as note):
                await self._note(note)

    @property
    def _texts(self) -> Texts:
        return self._people.texts(self._asked.account)

    @property
    def _plays(self) -> bool:
        """Whether the request chooses a move, or a part of one."""
        return isinstance(self._request, interface.Choose)

    @property
    def _chooses(self) -> bool:
        """Whether the request chooses only a part of a move."""
        return isinstance(self._request, interface.Choose) and not self._request.final

    # The pressed message, and new messages for everyone

    async def _update(self, message: Screen, *, board: bool, silent: bool) -> str | None:
        """Replace the pressed message; return its id, or None if the change comes later.

        Args:
            message: the new content.
            board: the dispatcher updates the message later if that is not possible now.
            silent: no note follows, so the press is answered here.
        """
        pressed = self._asked.message
        if pressed is None:
            return None
        if self._asked.ephemeral:
            await self._update_ephemeral(message, pressed, silent=silent)
            return pressed
        if not await self._may_edit(pressed, board=board, silent=silent):
            return None
        await self._edit(pressed, message, board=board, silent=silent)
        return pressed

    async def _take_away(self, pressed: str, told: Screen) -> None:
        """Delete the pressed message; one that has stood for two days can only be replaced."""
        if self._asked.ephemeral:
            await self._notes.take_away(pressed)
            return
        try:
            with suppress(MessageGone):
                await self._sender.delete(self._asked.chat, pressed)
        except Unreachable:
            await self._update(told, board=False, silent=True)

    async def _may_edit(self, pressed: str, *, board: bool, silent: bool) -> bool:
        """Take the next call to the chat, or wait for it if nothing but this answer brings the change.

        If the change comes later, the press is answered here; arguments as of `_update`.
        """
        pace = self._sender.pace
        wait = await pace.take(pressed, asked=not (board and self._plays))
        if not wait:
            return True
        if silent and not board:
            await self.answer()
        elif silent and wait >= PACED and self._is_worth_a_word:
            await self.answer(self._counts)
        # Only this answer shows a partial choice or, in a private chat, the way to the next match; the
        # dispatcher brings everything else later.
        brief = self._plays and self._asked.chat.private and wait <= BRIEF
        if board and not (silent and (self._chooses or brief)):
            return False
        return not await pace.turn(pressed, asked=not board)

    async def _edit(self, pressed: str, message: Screen, *, board: bool, silent: bool) -> None:
        """Edit the pressed message while the press is answered; arguments as of `_update`."""
        answer = asyncio.create_task(self.answer()) if silent else None
        try:
            await self._sender.edit(self._asked.chat, pressed, message)
        except MessageKindFixed:
            if board:
                raise  # the dispatcher posts a new board
            await self._note(message)
        finally:
            if answer is not None:
                await answer

    async def _update_ephemeral(self, message: Screen, pressed: str, *, silent: bool) -> None:
        """Replace an ephemeral note; a panel is removed once the choice is complete."""
        panel = self._notes.is_panel(pressed)
        if panel and not (silent and self._chooses):
            if silent:
                await self.answer(self._counts)
            await self._notes.take_away(pressed)
            return
        pace = self._sender.pace
        if not silent or await pace.turn(pressed, asked=False, within=0):
            if panel and silent and await self._in_private(message):
                await self._notes.take_away(pressed)
                return
            if silent:
                await self.answer(self._counts if self._plays else "")
            await pace.turn(pressed)
        changed = layout.is_short(message) and await self._notes.change(self._asked, pressed, message)
        if silent and not changed:
            await self._note(message)

    @property
    def _is_worth_a_word(self) -> bool:
        """Whether to confirm a press whose board changes later; repeated confirmations are limited."""
        if isinstance(self._request, interface.CancelChallenge):
            return False
        return self._chooses or self._people.wants_word_of_delay(self._asked.chat, self._asked.account.id)

    @property
    def _counts(self) -> str:
        """The text that confirms a press before its effect is visible."""
        if not isinstance(self._request, interface.Choose) or self._request.final:
            return self._texts("note.counts")
        words = " ".join(self._request.words)
        return self._texts("note.chosen", words=words) if words else ""

    async def _post(self, message: Screen, delivery: Delivery | None) -> str | None:
        """Post a message for everyone in the chat; return its id, or None if it was not posted there now."""
        chat = self._asked.chat
        if delivery is not None:
            if await self._sender.pace.take(chat.id, delivery.board, asked=True):
                return None
            return await self._sender.post(chat, message, delivery.board)
        if chat.fixed:  # A post would replace the board.
            await self._note(message)
            return None
        return await self._sender.say(chat, message, self._asked.press)

    # Notes to this person alone

    async def _refuse(self, note: Screen, newest: Screen) -> None:
        """Send a refusal on an outdated board, with the current state of the match."""
        text = f"{layout.unformatted(note)} {self._texts('note.behind')}\n{newest.text}"
        if not await self.answer(layout.fit(text, layout.ALERT_MAX)):
            await self._note(note)

    async def _note(self, note: Screen, *, for_all: bool = False) -> str | None:
        """Send a note to this person alone; if that fails, to the group if everyone may read it.

        Returns the id of the message that only this person sees, if there is one.
        """
        asked, short = self._asked, layout.short_note(note)
        if short and await self.answer(short):
            return None
        if asked.chat.private:
            return await self._sender.say(asked.chat, note, f"note {asked.press}")
        if self._is_for_group:
            shown = await self._notes.say(asked, note)
            if not shown:
                await self._reply_to_all(note)
            return shown
        fits = layout.is_short(note) and not note.file
        in_group = fits and await self._notes.has_turn(asked)
        if in_group and (shown := await self._notes.send(asked, note)):
            return shown
        if shown := await self._in_private(note):
            return shown
        if not in_group and (shown := await self._notes.say(asked, note)):  # late, or without its end
            return shown
        await self._last_resort(note, for_all=for_all or isinstance(self._request, ForAll))
        return None

    async def _replace_view(self, shown: str | None) -> None:
        """Keep only the newest of the notes that show a person their own view of a board."""
        if isinstance(self._request, interface.ShowHand) and shown and chat_ids.is_ephemeral(shown):
            await self._notes.replace_view(self._asked, shown)

    @property
    def _is_for_group(self) -> bool:
        """Whether the request builds a challenge that the whole group sees."""
        if self._asked.typed is not None:
            return isinstance(self._request, interface.BuilderRequest)
        return self._asked.among_many and isinstance(self._request, BeginsChallenge)

    async def _in_private(self, note: Screen) -> str | None:
        """Post a note in the private chat; return its id, or None if that fails."""
        shown = await self._sender.try_to_say(self._asked.own_chat, note, f"note {self._asked.press}")
        if shown:
            await self._point_to_private()
        return shown

    async def _point_to_private(self) -> None:
        """Tell the person that the answer is in the private chat."""
        text = self._texts("note.in_private")
        if not await self.answer(text) and self._asked.query is None:
            await self._notes.say(self._asked, Screen(text))

    async def _last_resort(self, note: Screen, *, for_all: bool) -> None:
        """Send a link to the private chat, or as much of the note as the answer to a press can hold."""
        link = create_deep_linked_url(self._sender.bot.username, payload_of(self._request))
        if self._asked.query is not None and (note.image or note.file or note.rows):
            await self.answer(url=link)
        elif self._asked.query is not None:
            await self.answer(layout.fit(layout.unformatted(note), layout.ALERT_MAX))
        elif for_all:
            await self._reply_to_all(note)
        elif self._is_aside:
            return  # who spoke to the others is answered alone, or not at all
        else:
            opener = layout.button(self._texts("button.open_private"), url=link)
            keyboard: Fields = {"reply_markup": layout.keyboard((opener,))}
            await self._reply_to_all(Screen(self._texts("note.only_in_private")), keyboard)

    async def _reply_to_all(self, message: Screen, more: Fields | None = None) -> None:
        asked, fields = self._asked, reply_to(self._asked.typed) | (more or {})
        await self._sender.say(asked.chat, message, f"note {asked.press}", more=fields)
