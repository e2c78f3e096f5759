"""The answer to one press or typed line: what is shown to all, and what only this person is told.

A note for one person in a group is told in the first of these ways that is open: as the answer to the
press itself if it is short; in the private chat; as a note in the group that only they see, where a long one
loses its end; by a link that opens the private chat. Never is it shown to the group: only the dispatcher
knows what it holds.

What is half chosen on the board of a group is shown to its chooser in place of the board, if the group takes
a note at once; else in the private chat; else on the board, as soon as that can change. An answer to the
press, which no limit counts, says at once what is not seen at once.
"""

from __future__ import annotations

import asyncio
import logging

from telegram.error import TelegramError

from bot.interface import (
    BuilderRequest,
    CancelChallenge,
    Choose,
    Help,
    InvalidCommand,
    Message,
    MessageGone,
    MessageKindFixed,
    PickGame,
    PickOpponent,
    PickRobot,
    Request,
    RetryLater,
    ShowRules,
    Unreachable,
)
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.ephemeral_notes import Cause, EphemeralNotes, after_command, after_press
from bot.platforms.telegram.interaction import Interaction
from bot.platforms.telegram.known_users import KnownUsers
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.update_parser import payload_of
from bot.texts import Texts, texts_for

log = logging.getLogger(__name__)

PACED = 1.5  # seconds from which on a board that has not changed yet is worth a word
TOAST_MAX = 60  # characters of an answer to a press that passes by; longer ones have to be closed

ForAll = InvalidCommand | Help | ShowRules
"""What is answered without looking at any match: a typed one may be answered where it was typed."""


FAULTS = (RetryLater, Unreachable, MessageGone, MessageKindFixed)


class Reply:
    """What one occasion is answered with."""

    def __init__(
        self,
        occasion: Interaction,
        request: Request,
        writer: Sender,
        whispers: EphemeralNotes,
        people: KnownUsers,
        bot: str,
    ) -> None:
        """Nothing is said yet.

        Args:
            occasion: what happened.
            request: what it asked for.
            writer: sends ordinary messages.
            whispers: sends notes that one person sees.
            people: whose private chats are closed.
            bot: its username.
        """
        self._occasion, self._request = occasion, request
        self._writer, self._whispers = writer, whispers
        self._people, self._bot = people, bot
        self._answered = occasion.query is None

    @property
    def texts(self) -> Texts:
        """What the person understands."""
        account = self._occasion.account
        return texts_for(self._people.language(account.id) or account.language)

    async def update(self, message: Message, *, board: bool, silent: bool) -> str | None:
        """Replace the pressed message; gives its id, None if it comes later.

        Args:
            message: what it shows from now on.
            board: the dispatcher brings it up to date by itself where that cannot be done now.
            silent: there is nothing to tell besides.

        Raises:
            MessageGone, MessageKindFixed, Unreachable, RetryLater
        """
        pressed, query = self._occasion.message, self._occasion.query
        if pressed is None or query is None:
            return None
        if self._occasion.ephemeral:
            await self._update_whispered(message, pressed, query, silent=silent)
            return pressed
        group, _ = chat_ids.parts_of(pressed)
        if not board:
            if silent:
                await self.answer()
            await self._writer.turn(group, pressed)
        elif wait := await self._writer.newest_turn(group, pressed, patient=False):
            if silent and wait >= PACED and self._is_worth_a_word(group):
                await self.answer(self._counts)
            # What is being chosen shows only in this answer; all else the dispatcher brings, newer, in time.
            if not (self.chooses and silent) or await self._writer.newest_turn(group, pressed, patient=True):
                return None
        answer = asyncio.create_task(self.answer()) if silent else None
        try:
            await self._writer.edit(self._occasion.chat, pressed, message)
        except MessageKindFixed:
            if board:
                raise  # the dispatcher posts it anew
            await self.note(message)
        finally:
            if answer is not None:
                await answer
        return pressed

    async def _update_whispered(self, message: Message, pressed: str, query: str, *, silent: bool) -> None:
        """Replace a note that only this person sees; a panel goes away when all is chosen."""
        whispers = self._whispers
        if whispers.is_panel(pressed) and not (silent and self.chooses):
            if silent:
                await self.answer(self._counts)
            await whispers.take_away(pressed)
            return
        if silent and not whispers.has_room(self._occasion.chat):
            if whispers.is_panel(pressed) and await self._moved_to_private(message):
                await whispers.take_away(pressed)
                return
            await self.answer(self._counts if isinstance(self._request, Choose) else "")
        changed = layout.is_short(message) and await whispers.change(pressed, message, query)
        if silent and not changed:
            await self.note(message)

    @property
    def chooses(self) -> bool:
        """A part of a move was chosen: nothing is played yet."""
        return isinstance(self._request, Choose) and not self._request.final

    def _is_worth_a_word(self, group: int) -> bool:
        """Whether to say that a press counts whose board changes later: not again and again."""
        if self.chooses:
            return True
        if isinstance(self._request, CancelChallenge):
            return False
        return self._writer.pace.asks_patience(group, self._occasion.account.id)

    @property
    def goes_apart(self) -> bool:
        """It was asked on a message for a group, and can be answered before this person's eyes alone."""
        chat, private = self._occasion.chat, self._occasion.own_chat
        for_all = not (chat.private or chat.fixed or self._occasion.ephemeral)
        return for_all and (self._whispers.has_room(chat) or not self._people.is_closed(private.id))

    async def apart(self, note: Message) -> bool:
        """Show what is half chosen to this person alone; False where that cannot be done soon."""
        chat, user = self._occasion.chat, self._occasion.account.id
        query, board = self._occasion.query, self._occasion.message
        if query is not None and board is not None and layout.is_short(note):
            try:
                if await self._whispers.panel(chat, user, note, query, board):
                    return True
            except (*FAULTS, TelegramError) as fault:
                log.info("a panel could not be shown: %s", type(fault).__name__)
        return await self._moved_to_private(note)

    async def _moved_to_private(self, note: Message) -> bool:
        if not await self.post_in_private(note, f"note {self._occasion.press}"):
            return False
        await self.in_private()
        return True

    @property
    def _counts(self) -> str:
        """That the press counts, for whoever does not see it yet."""
        if not isinstance(self._request, Choose) or self._request.final:
            return self.texts("note.counts")
        words = " ".join(self._request.words)
        return self.texts("note.chosen", words=words) if words else ""

    async def post(self, message: Message, key: str, *, board: bool) -> str | None:
        """A new message for all who are there; gives its id, None if the dispatcher has to bring it later.

        Raises:
            Unreachable, RetryLater
        """
        if self._occasion.chat.fixed and not board:  # It would stand in place of the board.
            await self.note(message)
            return None
        group, _ = chat_ids.address(self._occasion.chat)
        if not board:
            await self._writer.turn(group, key)
        elif self._writer.wait(group, key, asked=True):
            return None
        return await self._writer.post(self._occasion.chat, message, nonce=key)

    async def post_in_private(self, message: Message, key: str) -> str | None:
        """A new message in the private chat; gives its id, None where that cannot be."""
        own = self._occasion.own_chat
        if self._people.is_closed(own.id):
            return None
        await self._writer.turn(int(own.id), key)
        try:
            return await self._writer.post(own, message, nonce=key)
        except FAULTS as fault:
            log.info("the private chat could not be written to: %s", type(fault).__name__)
        except TelegramError as error:
            log.error("Telegram did not take a note: %s", error.message)
        return None

    async def refuse(self, note: Message, newest: Message) -> None:
        """Say why not on a board that is behind, and to this person alone how the match stands by now."""
        told = f"{layout.told_plainly(note)} {self.texts('note.behind')}\n{newest.text}"
        if not await self.answer(layout.fit(told, layout.ALERT_MAX)):
            await self.note(note)

    async def note(self, note: Message, *, for_all: bool = False) -> None:
        """Say it to this person alone; where that cannot be and all may read it, to all."""
        short = layout.short_note(note)
        if short and await self.answer(short):
            return
        if self._occasion.chat.private:
            await self.post(note, f"note {self._occasion.press}", board=False)
        elif isinstance(self._request, BuilderRequest) and self._occasion.typed is not None:
            # For all to see: the challenge is meant for the group.
            await self._reply_to_all(note, None)
        elif self._begins_a_challenge and await self._whispered(note):
            return
        elif self._begins_a_challenge and not self._occasion.ephemeral:
            await self._reply_to_all(note, None)
        elif not (
            (layout.is_short(note) and await self._whispered_back(note))
            or await self._moved_to_private(note)
            or await self._whispered(note)
            or await self._whispered_back(note)
        ):
            await self._last_resort(note, for_all=for_all or isinstance(self._request, ForAll))

    @property
    def _begins_a_challenge(self) -> bool:
        """By a press in a group, for which it is meant: it would be for nobody else in the private chat."""
        pressed = self._occasion.query is not None and not self._occasion.chat.fixed
        return pressed and isinstance(self._request, PickGame | PickOpponent | PickRobot)

    async def in_private(self) -> None:
        """What was asked for has been sent to the private chat."""
        told = self.texts("note.in_private")
        if not await self.answer(told):
            await self._whispered_back(Message(told))

    async def answer(self, text: str = "", *, url: str | None = None) -> bool:
        """Answer the press, once; False where that is not possible any more."""
        if self._answered or self._occasion.query is None:
            return False
        self._answered = True
        alert = len(text) > TOAST_MAX
        return await self._writer.answer(self._occasion.query, text, alert=alert, url=url)

    async def _whispered_back(self, note: Message) -> bool:
        """To a line that only the bot saw, the answer comes the same way."""
        number = self._occasion.whispered
        return number is not None and await self._say(note, after_command(number))

    async def _whispered(self, note: Message) -> bool:
        query = self._occasion.query
        return query is not None and await self._say(note, after_press(query))

    async def _say(self, note: Message, cause: Cause) -> bool:
        try:
            return await self._whispers.say(self._occasion.chat, self._occasion.account.id, note, cause)
        except (*FAULTS, TelegramError) as fault:
            log.info("a note could not be whispered: %s", type(fault).__name__)
            return False

    async def _last_resort(self, note: Message, *, for_all: bool) -> None:
        """A way into the private chat; and as much as an answer to a press can hold."""
        way = chat_ids.deep_link(self._bot, payload_of(self._request))
        if self._occasion.query is not None:
            if note.image or note.file or note.rows:
                await self.answer(url=way)
            else:
                await self.answer(layout.fit(layout.told_plainly(note), layout.ALERT_MAX))
        elif for_all:
            await self._reply_to_all(note, None)
        else:
            line = Message(self.texts("note.only_in_private"))
            await self._reply_to_all(line, layout.keyboard((self._opener(way),)))

    def _opener(self, way: str) -> layout.Key:
        return layout.button(self.texts("button.open_private"), url=way)

    async def _reply_to_all(self, message: Message, markup: layout.Markup | None) -> None:
        group, _ = chat_ids.address(self._occasion.chat)
        await self._writer.turn(group, f"note {self._occasion.press}")
        await self._writer.post(self._occasion.chat, message, reply_to=self._occasion.typed, markup=markup)
