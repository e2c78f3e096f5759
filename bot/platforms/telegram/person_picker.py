"""Picks an opponent from the user's own contacts and chats, in the private chat with the bot.

Telegram offers this list only through a button of a reply keyboard. The unfinished challenge is kept in
memory; after a restart the user has to choose the game again.
"""

from __future__ import annotations

from dataclasses import replace

import telegram
from cachetools import LRUCache

from bot.interface import NAMELESS, BuildChallenge, Note, PickGame, Screen, Update, with_person
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.calls import Fields
from bot.platforms.telegram.interactions import Interaction, typed
from bot.platforms.telegram.reply import RequestHandling
from bot.texts import translations

KEPT = 1000  # newest challenges that wait for a person
NEVER_MIND = "button.never_mind"
REMOVED: Fields = {"remove_keyboard": True}


class PersonPicker:
    """Asks for a person and continues the challenge with the one picked."""

    def __init__(self, requests: RequestHandling) -> None:
        self._front, self._sender, self._people = requests.front, requests.sender, requests.people
        self._asked: LRUCache[tuple[str, int], BuildChallenge] = LRUCache(KEPT)

    async def ask(self, asked: Interaction, payload: str) -> None:
        """Show the reply keyboard in response to a press on the button for it."""
        request = callback_data.decode(payload.removeprefix(layout.PICK_PERSON))
        await self._sender.answer(asked.query or "")
        if not isinstance(request, BuildChallenge) or not asked.chat.private or asked.message is None:
            return
        number = chat_ids.number_of(asked.message)
        self._asked[asked.account.id, number] = request
        texts = self._people.texts(asked.account)
        wanted = {"request_id": number, "user_is_bot": False, "request_name": True, "request_username": True}
        keys = [
            [{"text": texts("build.pick_person"), "request_users": wanted}],
            [{"text": texts(NEVER_MIND)}],
        ]
        keyboard = {"keyboard": keys, "resize_keyboard": True, "one_time_keyboard": True}
        await self._post(asked, Screen(texts("ask.person")), f"person {asked.press}", keyboard)

    async def answer(self, message: telegram.Message) -> bool:
        """Handle a picked person or the cancel button; False if the message is neither."""
        if message.chat.type != telegram.Chat.PRIVATE or message.from_user is None:
            return False
        asked = typed(self._people.remember(message.from_user), message)
        if message.users_shared is not None and message.users_shared.users:
            await self._picked(asked, message.users_shared)
        elif message.text in translations(NEVER_MIND).values():
            await self._remove_keyboard(asked, self._people.texts(asked.account)("note.never_mind"))
        else:
            return False
        return True

    async def _picked(self, asked: Interaction, shared: telegram.UsersShared) -> None:
        picked = shared.users[0]
        name = picked.first_name or NAMELESS
        user = telegram.User(picked.user_id, name, False, picked.last_name, picked.username)
        person = self._people.remember(user)
        await self._front.register(person)
        await self._remove_keyboard(asked, self._people.texts(asked.account)("note.picked", name=person.name))
        draft = self._asked.pop((asked.account.id, shared.request_id), None)
        request = PickGame(person.id) if draft is None else with_person(draft, person.id)
        # Handed in as a press on a message, which is what continues a challenge.
        answer = await self._front.handle(replace(asked, message=asked.press).asks(request))
        if isinstance(answer, Update | Note):
            await self._post(asked, answer.screen, f"picked {asked.press}")

    async def _remove_keyboard(self, asked: Interaction, text: str) -> None:
        await self._post(asked, Screen(text), f"person {asked.press}", REMOVED)

    async def _post(
        self, asked: Interaction, message: Screen, key: str, markup: Fields | None = None
    ) -> None:
        more: Fields = {"reply_markup": markup} if markup else {}
        await self._sender.try_to_say(asked.chat, message, key, more=more)
