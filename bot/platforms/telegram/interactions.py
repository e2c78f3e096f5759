"""What a person did, whatever the update looked like: a press on a button, or a typed line."""

from __future__ import annotations

from dataclasses import dataclass

import telegram

from bot.interface import Account, Chat, Incoming, Request
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.calls import Fields


@dataclass(frozen=True, slots=True)
class Interaction:
    """A press or a typed line."""

    account: Account
    chat: Chat
    press: str
    """Its id, the same at each delivery of the update."""
    query: str | None = None
    """The id of the callback query of a press, which has to be answered or the button seems dead."""
    message: str | None = None
    """The dispatcher's id of the pressed message."""
    ephemeral: bool = False
    """Only this person sees the pressed message."""
    typed: int | None = None
    """Telegram's id of a typed line that everyone in the chat sees."""
    touched: bool = False
    """It is a touch in a widget, which is answered in another way than a press on a button."""
    whispered: int | None = None
    """Telegram's id of a typed line that only the bot sees; it may be answered by an ephemeral message."""

    def asks(self, request: Request) -> Incoming:
        """Wrap a request for the dispatcher."""
        return Incoming(self.account, self.chat, request, self.press, self.message, self.ephemeral)

    @property
    def cause(self) -> Fields:
        """The field of an ephemeral message that names the press to which it replies."""
        return {"callback_query_id": self.query} if self.query and not self.touched else {}

    @property
    def among_many(self) -> bool:
        """Whether it is a press on a message that a whole group sees, or a line typed in a group."""
        return not (self.chat.private or self.chat.fixed or self.ephemeral)

    @property
    def own_chat(self) -> Chat:
        """The private chat with this person."""
        return chat_ids.private_chat(self.account.id)


def pressed(account: Account, query: telegram.CallbackQuery) -> Interaction | None:
    """The interaction of a press on a message of the bot, inline or not; None if it names no message."""

    def on(chat: Chat, shown: str, *, ephemeral: bool = False) -> Interaction:
        return Interaction(account, chat, query.id, query.id, shown, ephemeral)

    message = query.message
    if query.inline_message_id is not None:
        inline = chat_ids.inline_chat(query.inline_message_id)
        return on(inline, inline.id)
    if message is None:
        return None
    note = _ephemeral_id(account, message)
    if note is None:
        id_of = chat_ids.widget_id if "widget" in message.api_kwargs else chat_ids.message_id
        chat, board = chat_ids.chat_of(message), id_of(message.chat.id, message.message_id)
        if "touched" in message.api_kwargs:
            return Interaction(account, chat, f"touch {query.id}", query.id, board, touched=True)
        return on(chat, board)
    # A chat of two people looks like the private chat of one of them: nothing may be sent there.
    elsewhere = message.chat.type == telegram.Chat.PRIVATE or _is_from_elsewhere(query)
    return on(chat_ids.inline_chat(note) if elsewhere else chat_ids.chat_of(message), note, ephemeral=True)


def _is_from_elsewhere(query: telegram.CallbackQuery) -> bool:
    return query.data is not None and query.data.endswith(layout.ELSEWHERE)


def typed(account: Account, message: telegram.Message) -> Interaction:
    """The interaction of a typed line."""
    chat, note = chat_ids.chat_of(message), _ephemeral_id(account, message)
    if note is None:
        press = chat_ids.message_id(message.chat.id, message.message_id)
        return Interaction(account, chat, press, typed=message.message_id)
    # Telegram reuses these ids; the time makes the press unique.
    press = f"{note}@{message.date.timestamp():.0f}"
    return Interaction(account, chat, press, whispered=chat_ids.number_of(note))


def _ephemeral_id(account: Account, message: telegram.MaybeInaccessibleMessage) -> str | None:
    """The id of a message that only this person sees; None if it is an ordinary one."""
    number = message.api_kwargs.get("ephemeral_message_id")
    if number is None:
        return None
    return chat_ids.ephemeral_id(message.chat.id, int(account.id), int(number))
