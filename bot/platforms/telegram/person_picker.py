"""Whom to challenge, picked from all whom somebody knows on Telegram, in their private chat with the bot.

Telegram has such a list only behind a keyboard in place of their own. What the challenge is like so far is
kept in memory: after a restart the game is asked for once more.
"""

from __future__ import annotations

from contextlib import suppress

import telegram
from cachetools import LRUCache
from telegram import KeyboardButton, KeyboardButtonRequestUsers, ReplyKeyboardMarkup, ReplyKeyboardRemove

from bot.interface import NAMELESS, BuildChallenge, Front, Incoming, Message, PickGame
from bot.interface.requests import with_person
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.interaction import Interaction, typed
from bot.platforms.telegram.known_users import KnownUsers
from bot.platforms.telegram.reply import FAULTS
from bot.platforms.telegram.sender import Sender
from bot.texts import LANGUAGES, Texts, texts_for

KEPT = 1000  # challenges for which somebody is to be picked
NEVER_MIND = "button.never_mind"


class PersonPicker:
    """Asks, and goes on with whoever is picked."""

    def __init__(self, front: Front, writer: Sender, people: KnownUsers) -> None:
        self._front, self._writer, self._people = front, writer, people
        self._asked: LRUCache[tuple[str, int], BuildChallenge] = LRUCache(KEPT)

    async def ask(self, asked: Interaction, payload: str) -> None:
        """Show the keyboard with the list, by a press on the button that asks for it."""
        request = callback_data.decode(payload.removeprefix(layout.PICK_PERSON))
        await self._writer.answer(asked.query or "")
        if not isinstance(request, BuildChallenge) or not asked.chat.private or asked.message is None:
            return
        _, number = chat_ids.parts_of(asked.message)
        self._asked[asked.account.id, number] = request
        texts = self._texts(asked)
        wanted = KeyboardButtonRequestUsers(
            number, user_is_bot=False, request_name=True, request_username=True
        )
        pick = KeyboardButton(texts("build.pick_person"), request_users=wanted)
        keyboard = ReplyKeyboardMarkup(
            [[pick], [KeyboardButton(texts(NEVER_MIND))]], resize_keyboard=True, one_time_keyboard=True
        )
        await self._say(asked, texts("ask.person"), keyboard)

    async def answer(self, message: telegram.Message) -> bool:
        """Go on with whoever was picked, or with nobody; False where the message answers no such question."""
        if message.chat.type != telegram.Chat.PRIVATE or message.from_user is None:
            return False
        asked = typed(self._people.heard(message.from_user), message)
        if message.users_shared is not None and message.users_shared.users:
            await self._picked(asked, message.users_shared)
        elif message.text in {texts(NEVER_MIND) for texts in LANGUAGES.values()}:
            await self._say(asked, self._texts(asked)("note.never_mind"), ReplyKeyboardRemove())
        else:
            return False
        return True

    async def _picked(self, asked: Interaction, shared: telegram.UsersShared) -> None:
        one = shared.users[0]
        user = telegram.User(one.user_id, one.first_name or NAMELESS, False, one.last_name, one.username)
        person = self._people.heard(user)
        await self._front.meet(person)
        await self._say(asked, self._texts(asked)("note.picked", name=person.name), ReplyKeyboardRemove())
        draft = self._asked.pop((asked.account.id, shared.request_id), None)
        request = PickGame(person.id) if draft is None else with_person(draft, person.id)
        answer = await self._front.handle(
            Incoming(asked.account, asked.chat, request, asked.press, message=asked.press)
        )
        shown = answer.update or answer.note
        if shown is not None:
            await self._post(asked, shown, f"picked {asked.press}")

    async def _say(
        self, asked: Interaction, text: str, markup: ReplyKeyboardMarkup | ReplyKeyboardRemove
    ) -> None:
        await self._post(asked, Message(text), f"person {asked.press}", markup)

    async def _post(
        self,
        asked: Interaction,
        message: Message,
        key: str,
        markup: ReplyKeyboardMarkup | ReplyKeyboardRemove | None = None,
    ) -> None:
        with suppress(*FAULTS):
            await self._writer.turn(int(asked.chat.id), key)
            await self._writer.post(asked.chat, message, nonce=key, markup=markup)

    def _texts(self, asked: Interaction) -> Texts:
        return texts_for(self._people.language(asked.account.id) or asked.account.language)
