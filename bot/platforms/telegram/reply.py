"""From a request to what is shown of its answer to all, and what only the person who asked is told.

A note for one person in a group is the answer to the press if it is short, else an ephemeral message, else a
message in the private chat. If none of these is possible, a link opens the private chat. Never is it shown to
the group, unless it tells nothing of any person.

What is half chosen on the board of a group is shown in the same way, in place of the board; if that cannot be
done at once, the board shows it as soon as it can change. An answer to the press, which no limit counts, says
at once what is not seen at once.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from telegram.error import TelegramError
from telegram.helpers import create_deep_linked_url

from bot.interface import (
    Answer,
    BuilderRequest,
    CancelChallenge,
    ChangeChat,
    ChangeSettings,
    Choose,
    Delivery,
    Front,
    Help,
    Incoming,
    InvalidCommand,
    MessageKindFixed,
    ModerationRequest,
    Note,
    PickGame,
    PickOpponent,
    PickRobot,
    Post,
    Request,
    Screen,
    ShowHand,
    ShowRules,
    ShowSettings,
    Update,
    delivered,
    place_of,
)
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.ephemeral_notes import EphemeralNotes
from bot.platforms.telegram.parsing import Interaction, payload_of
from bot.platforms.telegram.people import Administrators, KnownUsers
from bot.platforms.telegram.sender import FAULTS, Sender
from bot.texts import Texts

log = logging.getLogger(__name__)

SHOWN_WITHIN = 60.0  # seconds until an answer that is stuck counts as not delivered
PACED = 1.5  # seconds from which on a board that has not changed yet is worth a word
TOAST_MAX = 60  # characters of an answer to a press that passes by; longer ones have to be closed

ForAll = InvalidCommand | Help | ShowRules
"""What is answered without looking at any match: a typed one may be answered where it was typed."""
BeginsChallenge = PickGame | PickOpponent | PickRobot
"""Pressed in a group, it is for that group: in the private chat it would be for nobody else."""
Beforehand = ShowSettings | ChangeSettings | ChangeChat | ModerationRequest
"""Requests for which Telegram is asked for the admins of the group; a challenge depends on it rarely."""


class RequestHandling:
    """Hands requests in, and shows what comes out."""

    def __init__(
        self,
        front: Front,
        sender: Sender,
        notes: EphemeralNotes,
        people: KnownUsers,
        administrators: Administrators,
    ) -> None:
        self._front, self._sender, self._notes = front, sender, notes
        self._people, self._administrators = people, administrators

    async def press(self, asked: Interaction, payload: str) -> None:
        """Handle what a pressed button carries."""
        if asked.ephemeral and asked.message is not None:
            payload = self._notes.carried(asked.message, payload)
        await self.handle(asked, callback_data.decode(payload))

    async def handle(self, asked: Interaction, request: Request) -> None:
        """Hand a request in, and show what comes out."""
        reply = Reply(asked, request, self._sender, self._notes, self._people)
        try:
            answer = await self._answer_to(asked, request, reply)
            if answer is not None:
                async with asyncio.timeout(SHOWN_WITHIN):
                    await self._show(asked, reply, answer)
        except (*FAULTS, TimeoutError) as fault:
            log.info("an answer could not be shown: %s", type(fault).__name__)
        except TelegramError as error:
            log.error("Telegram did not take an answer: %s", error.message)
        except Exception:
            await reply.answer()
            raise
        await reply.answer()  # not when the bot stops amid: then the press comes again, and is answered then

    async def _answer_to(self, asked: Interaction, request: Request, reply: Reply) -> Answer:
        """The answer of the dispatcher; None when it has been given to this person alone.

        A person's own view belongs there: as a board, which keeps up with the match.
        """
        answer = None
        if isinstance(request, ShowHand) and not asked.chat.private:
            if request.match is None:
                answer = await self._ask(asked.asks(request))
                request = ShowHand(layout.match_of(answer.screen) if isinstance(answer, Note) else None)
            if request.match is not None and await self._shown_in_private(asked, request, reply):
                return None
        if reply.chooses and reply.goes_apart:
            return await self._chosen_apart(asked, request, reply)
        manages = isinstance(request, Beforehand) and await self._manages(asked, request)
        answer = answer or await self._ask(asked.asks(request, manages=manages))
        if isinstance(answer, Note) and answer.managers_only and await self._manages(asked, request):
            return await self._ask(asked.asks(request, manages=True))
        return answer

    async def _manages(self, asked: Interaction, request: Request) -> bool:
        place = place_of(request) or ("" if asked.chat.private else asked.chat.place)
        return await self._administrators.manages(asked.account, place)

    async def _chosen_apart(self, asked: Interaction, request: Request, reply: Reply) -> Answer:
        """What is half chosen, for the chooser alone; where that fails the board of the group shows it."""
        answer = await self._ask(asked.asks_apart(request))
        if not isinstance(answer, Note) or not answer.succeeded:
            return answer
        if await reply.apart(answer.screen):
            return None
        return await self._ask(asked.asks(request))

    async def _ask(self, incoming: Incoming) -> Answer:
        """Hand a request in; what we have to say ourselves is said in the same language."""
        answer = await self._front.handle(incoming)
        if answer and answer.language:
            self._people.speaks(incoming.account.id, answer.language)
        return answer

    async def _shown_in_private(self, asked: Interaction, request: Request, reply: Reply) -> bool:
        answer = await self._ask(asked.asks(request, asked.own_chat))
        if not isinstance(answer, Post) or answer.delivery is None:
            return False
        async with delivered(self._front, answer) as shown:
            shown.message = await reply.post_in_private(answer.screen, answer.delivery.board)
        if shown.message is not None:
            await reply.in_private()
        return shown.message is not None

    async def _show(self, asked: Interaction, reply: Reply, answer: Answer) -> None:
        async with delivered(self._front, answer) as shown:
            match answer:
                case Update(delivery=Delivery(unchanged=True)):
                    shown.message = asked.message
                case Update(screen, delivery, note=note):
                    board, silent = delivery is not None, note is None
                    shown.message = await reply.update(screen, board=board, silent=silent)
                case Post(screen, delivery, pressed):
                    if pressed is not None:
                        await reply.update(pressed, board=False, silent=True)
                    key = delivery.board if delivery else asked.press
                    shown.message = await reply.post(screen, key, board=delivery is not None)
        match answer:
            case Update(screen, note=Screen() as note) if shown.message is None:
                await reply.refuse(note, screen)
            case Update(note=Screen() as note):
                await reply.note(note)
            case Note(screen, for_all=for_all):
                await reply.note(screen, for_all=for_all)


class Reply:
    """What one interaction is answered with."""

    def __init__(
        self,
        occasion: Interaction,
        request: Request,
        sender: Sender,
        notes: EphemeralNotes,
        people: KnownUsers,
    ) -> None:
        self._occasion, self._request = occasion, request
        self._sender, self._notes, self._people = sender, notes, people
        self._answered = occasion.query is None

    @property
    def _texts(self) -> Texts:
        return self._people.texts(self._occasion.account)

    @property
    def chooses(self) -> bool:
        """A part of a move was chosen: nothing is played yet."""
        return isinstance(self._request, Choose) and not self._request.final

    # The pressed message, and new ones for all

    async def update(self, message: Screen, *, board: bool, silent: bool) -> str | None:
        """Replace the pressed message; gives its id, None if it comes later.

        Args:
            message: what it shows from now on.
            board: the dispatcher brings it up to date by itself where that cannot be done now.
            silent: there is nothing to tell besides.

        Raises:
            MessageGone, MessageKindFixed, Unreachable, RetryLater
        """
        pressed = self._occasion.message
        if pressed is None:
            return None
        if self._occasion.ephemeral:
            await self._update_ephemeral(message, pressed, silent=silent)
            return pressed
        group, _ = chat_ids.parts_of(pressed)
        turn = partial(self._sender.pace.turn, group, pressed)
        if not board:
            if silent:
                await self.answer()
            if await turn():
                return None
        elif wait := await turn(asked=False, within=0):
            if silent and wait >= PACED and self._is_worth_a_word(group):
                await self.answer(self._counts)
            # What is being chosen shows only in this answer; all else the dispatcher brings, newer, in time.
            if not (self.chooses and silent) or await turn(asked=False):
                return None
        answer = asyncio.create_task(self.answer()) if silent else None
        try:
            await self._sender.edit(self._occasion.chat, pressed, message)
        except MessageKindFixed:
            if board:
                raise  # the dispatcher posts it anew
            await self.note(message)
        finally:
            if answer is not None:
                await answer
        return pressed

    async def _update_ephemeral(self, message: Screen, pressed: str, *, silent: bool) -> None:
        """Replace a note that only this person sees; a panel goes away when all is chosen."""
        panel = self._notes.is_panel(pressed)
        if panel and not (silent and self.chooses):
            if silent:
                await self.answer(self._counts)
            await self._notes.take_away(pressed)
            return
        if silent and not self._notes.has_room(self._occasion.chat):
            if panel and await self._in_private(message):
                await self._notes.take_away(pressed)
                return
            await self.answer(self._counts if isinstance(self._request, Choose) else "")
        changed = layout.is_short(message) and await self._notes.change(self._occasion, pressed, message)
        if silent and not changed:
            await self.note(message)

    def _is_worth_a_word(self, group: int) -> bool:
        """Whether to say that a press counts whose board changes later: not again and again."""
        if self.chooses:
            return True
        if isinstance(self._request, CancelChallenge):
            return False
        return self._people.are_asked_patience(group, self._occasion.account.id)

    @property
    def _counts(self) -> str:
        """That the press counts, to be told before it is seen."""
        if not isinstance(self._request, Choose) or self._request.final:
            return self._texts("note.counts")
        words = " ".join(self._request.words)
        return self._texts("note.chosen", words=words) if words else ""

    async def post(self, message: Screen, key: str, *, board: bool) -> str | None:
        """A new message for all who are there; gives its id, None if the dispatcher has to bring it later.

        Raises:
            Unreachable, RetryLater
        """
        if self._occasion.chat.fixed and not board:  # It would stand in place of the board.
            await self.note(message)
            return None
        chat = self._occasion.chat
        if not board:
            return await self._sender.say(chat, message, key)
        if await self._sender.pace.take(chat_ids.address(chat)[0], key, asked=True):
            return None
        return await self._sender.post(chat, message, key)

    # To this person alone

    async def answer(self, text: str = "", *, url: str | None = None) -> bool:
        """Answer the press, once; False where that is not possible any more."""
        if self._answered or self._occasion.query is None:
            return False
        self._answered = True
        alert = len(text) > TOAST_MAX
        return await self._sender.answer(self._occasion.query, text, alert=alert, url=url)

    async def refuse(self, note: Screen, newest: Screen) -> None:
        """Say why not on a board that is behind, and how the match stands by now."""
        told = f"{layout.told_plainly(note)} {self._texts('note.behind')}\n{newest.text}"
        if not await self.answer(layout.fit(told, layout.ALERT_MAX)):
            await self.note(note)

    async def note(self, note: Screen, *, for_all: bool = False) -> None:
        """Say it to this person alone; where that cannot be and all may read it, to all."""
        short = layout.short_note(note)
        if short and await self.answer(short):
            return
        if self._occasion.chat.private:
            await self.post(note, f"note {self._occasion.press}", board=False)
            return
        if self._is_for_group:
            if not await self._say(note):
                await self._reply_to_all(note)
            return
        ways = [
            self._in_private,
            self._say,
        ]  # a note that is too long loses its end where it is said in a group
        if layout.is_short(note) and not note.file and self._notes.has_room(self._occasion.chat):
            ways.reverse()
        for way in ways:
            if await way(note):
                return
        await self._last_resort(note, for_all=for_all or isinstance(self._request, ForAll))

    @property
    def _is_for_group(self) -> bool:
        """A challenge that is put together for all to see."""
        if self._occasion.typed is not None:
            return isinstance(self._request, BuilderRequest)
        shared = not (self._occasion.ephemeral or self._occasion.chat.fixed)
        return shared and isinstance(self._request, BeginsChallenge)

    @property
    def goes_apart(self) -> bool:
        """It was asked on a message for a group, and can be answered before this person's eyes alone."""
        chat = self._occasion.chat
        return not (chat.private or chat.fixed or self._occasion.ephemeral)

    async def apart(self, note: Screen) -> bool:
        """Show what is half chosen to this person alone; False where that cannot be done soon."""
        panel = self._occasion.query is not None and layout.is_short(note)
        return (panel and await self._notes.panel(self._occasion, note)) or await self._in_private(note)

    async def post_in_private(self, message: Screen, key: str) -> str | None:
        """A new message in the private chat; gives its id, None where that cannot be."""
        try:
            return await self._sender.say(self._occasion.own_chat, message, key)
        except FAULTS as fault:
            log.info("the private chat could not be written to: %s", type(fault).__name__)
        except TelegramError as error:
            log.error("Telegram did not take a note: %s", error.message)
        return None

    async def in_private(self) -> None:
        """Say that the answer has been sent to the private chat."""
        told = self._texts("note.in_private")
        if not await self.answer(told) and self._occasion.query is None:
            await self._say(Screen(told))

    async def _in_private(self, note: Screen) -> bool:
        if not await self.post_in_private(note, f"note {self._occasion.press}"):
            return False
        await self.in_private()
        return True

    async def _say(self, note: Screen) -> bool:
        return await self._notes.say(self._occasion, note)

    async def _last_resort(self, note: Screen, *, for_all: bool) -> None:
        """A way into the private chat; and as much as an answer to a press can hold."""
        way = create_deep_linked_url(self._sender.bot.username, payload_of(self._request))
        if self._occasion.query is not None:
            if note.image or note.file or note.rows:
                await self.answer(url=way)
            else:
                await self.answer(layout.fit(layout.told_plainly(note), layout.ALERT_MAX))
        elif for_all:
            await self._reply_to_all(note)
        else:
            opener = layout.button(self._texts("button.open_private"), url=way)
            await self._reply_to_all(Screen(self._texts("note.only_in_private")), layout.keyboard((opener,)))

    async def _reply_to_all(self, message: Screen, markup: layout.Markup | None = None) -> None:
        chat, key = self._occasion.chat, f"note {self._occasion.press}"
        await self._sender.say(chat, message, key, reply_to=self._occasion.typed, markup=markup)
