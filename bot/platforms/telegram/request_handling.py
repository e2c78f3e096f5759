"""From a request to its answer: asked of the dispatcher, shown, and told to whoever asked."""

from __future__ import annotations

import asyncio
import logging

from telegram.error import TelegramError

from bot.interface import (
    ChangeChat,
    ChangeSettings,
    Front,
    Incoming,
    ModerationRequest,
    Request,
    Response,
    ShowHand,
    ShowSettings,
    delivered,
)
from bot.platforms import callback_data
from bot.platforms.telegram import layout
from bot.platforms.telegram.administrators import Administrators
from bot.platforms.telegram.ephemeral_notes import EphemeralNotes
from bot.platforms.telegram.interaction import Interaction
from bot.platforms.telegram.known_users import KnownUsers
from bot.platforms.telegram.reply import FAULTS, Reply
from bot.platforms.telegram.sender import Sender

log = logging.getLogger(__name__)

SHOWN_WITHIN = 60.0  # seconds until an answer that is stuck counts as not delivered

Beforehand = ShowSettings | ChangeSettings | ChangeChat | ModerationRequest
"""Requests for which Telegram is asked for the admins of the group; a challenge depends on it rarely."""


class RequestHandling:
    """Where people are heard and answered."""

    def __init__(
        self,
        front: Front,
        writer: Sender,
        whispers: EphemeralNotes,
        people: KnownUsers,
        managers: Administrators,
        bot: str,
    ) -> None:
        """Nobody was heard yet.

        Args:
            front: the dispatcher.
            writer: sends ordinary messages.
            whispers: sends notes that one person sees.
            people: whose private chats are closed.
            managers: who is an admin of which group.
            bot: its username.
        """
        self._front, self._writer, self.whispers = front, writer, whispers
        self._people, self._managers, self._bot = people, managers, bot

    async def press(self, asked: Interaction, payload: str) -> None:
        """The same for what a pressed button carries."""
        if asked.ephemeral and asked.message is not None:
            payload = self.whispers.carried(asked.message, payload)
        await self.hear(asked, callback_data.decode(payload))

    async def hear(self, asked: Interaction, request: Request) -> None:
        """Hand a request in, and show what comes out."""
        reply = Reply(asked, request, self._writer, self.whispers, self._people, self._bot)
        try:
            answer = await self._answer_to(asked, request, reply)
            if answer is not None:
                async with asyncio.timeout(SHOWN_WITHIN):
                    await self._show(asked, request, reply, answer)
        except (*FAULTS, TimeoutError) as fault:
            log.info("an answer could not be shown: %s", type(fault).__name__)
        except TelegramError as error:
            log.error("Telegram did not take an answer: %s", error.message)
        except Exception:
            await reply.answer()
            raise
        await reply.answer()  # not when the bot stops amid: then the press comes again, and is answered then

    async def _answer_to(self, asked: Interaction, request: Request, reply: Reply) -> Response | None:
        """The answer of the dispatcher; None when it has been given to this person alone.

        A person's own view belongs there: as a board, which keeps up with the match.
        """
        answer = None
        if isinstance(request, ShowHand) and not asked.chat.private:
            if request.match is None:
                answer = await self._ask(asked.asks(request))
                request = ShowHand(layout.match_of(answer.note) if answer.note else None)
            if request.match is not None and await self._shown_in_private(asked, request, reply):
                return None
        if reply.chooses and reply.goes_apart:
            return await self._chosen_apart(asked, request, reply)
        manages = isinstance(request, Beforehand) and await self._managers.manages(asked, request)
        answer = answer or await self._ask(asked.asks(request, manages=manages))
        if answer.managers_only and await self._managers.manages(asked, request):
            return await self._ask(asked.asks(request, manages=True))
        return answer

    async def _chosen_apart(self, asked: Interaction, request: Request, reply: Reply) -> Response | None:
        """What is half chosen, for the chooser alone; where that fails the board of the group shows it."""
        answer = await self._ask(asked.asks_apart(request))
        if answer.note is None or answer.update is not None or not answer.succeeded:
            return answer
        if await reply.apart(answer.note):
            return None
        return await self._ask(asked.asks(request))

    async def _ask(self, incoming: Incoming) -> Response:
        """Hand a request in; what we have to say ourselves is said in the same language."""
        answer = await self._front.handle(incoming)
        if answer.language:
            self._people.speaks(incoming.account.id, answer.language)
        return answer

    async def _shown_in_private(self, asked: Interaction, request: Request, reply: Reply) -> bool:
        if self._people.is_closed(asked.account.id):
            return False
        answer = await self._ask(asked.asks(request, asked.own_chat))
        if answer.post is None or answer.delivery is None:
            return False
        async with delivered(self._front, answer) as shown:
            shown.message = await reply.post_in_private(answer.post, answer.delivery.board)
        if shown.message is not None:
            await reply.in_private()
        return shown.message is not None

    async def _show(self, asked: Interaction, request: Request, reply: Reply, answer: Response) -> None:
        board = answer.delivery is not None
        async with delivered(self._front, answer) as shown:
            if answer.delivery is not None and answer.delivery.unchanged:
                shown.message = asked.message
            elif answer.update is not None:
                own = board and answer.post is None
                shown.message = await reply.update(answer.update, board=own, silent=answer.note is None)
            if answer.post is not None:
                key = answer.delivery.board if answer.delivery else asked.press
                shown.message = await reply.post(answer.post, key, board=board)
        if answer.note is None:
            return
        if answer.update is not None and shown.message is None:
            await reply.refuse(answer.note, answer.update)
        else:
            await reply.note(answer.note, for_all=answer.for_all)
