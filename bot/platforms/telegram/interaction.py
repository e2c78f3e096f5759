"""What somebody did, and in which ways they can be answered."""

from __future__ import annotations

from dataclasses import dataclass, replace

import telegram

from bot.interface import Account, Chat, Incoming, Request
from bot.platforms.telegram import chat_ids


@dataclass(frozen=True, slots=True)
class Interaction:
    """A press or a typed line."""

    account: Account
    chat: Chat
    press: str
    """Its id; the same however often Telegram delivers it."""
    query: str | None = None
    """A press: to be answered by this id, or the button seems dead."""
    message: str | None = None
    """The pressed message, as the dispatcher knows it."""
    ephemeral: bool = False
    """Only this person sees the pressed message."""
    typed: int | None = None
    """Telegram's number of a typed line that all can see."""
    whispered: int | None = None
    """Its number of one that only the bot sees."""

    def asks(self, request: Request, chat: Chat | None = None, *, manages: bool = False) -> Incoming:
        """The request as it is handed in; `chat`: as if it was asked there, by a line."""
        if chat is not None:
            return Incoming(self.account, chat, request, self.press)
        return Incoming(self.account, self.chat, request, self.press, self.message, self.ephemeral, manages)

    def asks_apart(self, request: Request) -> Incoming:
        """Likewise; what they choose can be shown to them beside the board."""
        return replace(self.asks(request), apart="beside")

    @property
    def own_chat(self) -> Chat:
        """Where the bot is alone with this person."""
        return chat_ids.private_chat(self.account.id)


def pressed(account: Account, query: telegram.CallbackQuery) -> Interaction | None:
    """A press on a message of ours, or that was sent by way of us; None where no message was pressed."""
    message = query.message
    if query.inline_message_id is not None:
        place = chat_ids.inline_chat(query.inline_message_id)
        return Interaction(account, place, query.id, query.id, place.id)
    if message is None:
        return None
    chat, number = chat_ids.chat_of(message), message.api_kwargs.get("ephemeral_message_id")
    if number is not None:
        note = chat_ids.whisper_id(message.chat.id, int(account.id), int(number))
        return Interaction(account, chat, query.id, query.id, note, ephemeral=True)
    return Interaction(
        account, chat, query.id, query.id, chat_ids.message_id(message.chat.id, message.message_id)
    )


def typed(account: Account, message: telegram.Message) -> Interaction:
    """A line that somebody wrote."""
    chat, number = chat_ids.chat_of(message), message.api_kwargs.get("ephemeral_message_id")
    if number is not None:
        # Such numbers are used again some day: the time tells which one is meant.
        note = chat_ids.whisper_id(message.chat.id, int(account.id), int(number))
        press = f"{note}@{message.date.timestamp():.0f}"
        return Interaction(account, chat, press, whispered=int(number))
    press = chat_ids.message_id(message.chat.id, message.message_id)
    return Interaction(account, chat, press, typed=message.message_id)
