"""In which chats the host lets the bot play: looked at before anything is answered or sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.handlers.help import note
from bot.interface import (
    Account,
    Adapter,
    Chat,
    Completion,
    Delivery,
    ForgetMe,
    Front,
    Incoming,
    Message,
    Response,
    Unreachable,
)
from bot.texts import texts_for
from games.events import MatchId

BY_PRESS = "~"  # before the id of a chat where the bot can only answer: for the host it is the same chat


class ChatAccess:
    """The host's lists; an entry is `platform:place`, where the place is a chat or has chats in it."""

    def __init__(self, allowed: Sequence[str] = (), blocked: Sequence[str] = ()) -> None:
        """Lists of chats.

        Args:
            allowed: the only chats with several people in which the bot plays; () means all of them. Private
                chats are open to everybody in any case: the boards of matches are there.
            blocked: chats, also private ones, in which it does not play.
        """
        self._allowed, self._blocked = frozenset(allowed), frozenset(blocked)

    def admits(self, chat: Chat) -> bool:
        """Whether the bot plays here."""
        place = chat.id.removeprefix(BY_PRESS)
        names = {f"{chat.platform}:{name}" for name in (place, place.partition("/")[0])}
        if names & self._blocked:
            return False
        return chat.private or not self._allowed or bool(names & self._allowed)


class ChatAccessMiddleware:
    """A `Front` that hands on what comes from chats where the bot plays."""

    def __init__(self, front: Front, chat_access: ChatAccess) -> None:
        self._front, self._chat_access = front, chat_access

    async def handle(self, incoming: Incoming) -> Response:
        """Answer one request, or say that nothing is played here; forgotten is who wants it, anywhere."""
        if not isinstance(incoming.request, ForgetMe) and not self._chat_access.admits(incoming.chat):
            return note(texts_for(incoming.account.language)("no.not_here"))
        return await self._front.handle(incoming)

    async def meet(self, account: Account) -> None:
        """This person is here."""
        await self._front.meet(account)

    async def delivered(self, delivery: Delivery, message: str | None) -> None:
        """The board of an answer has been shown, or not."""
        await self._front.delivered(delivery, message)

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        """How a command typed so far could go on."""
        if not self._chat_access.admits(chat):
            return ()
        return await self._front.complete(account, chat, typed, match)

    async def lost(self, platform: str, place: str) -> None:
        """The bot cannot write there any more."""
        await self._front.lost(platform, place)

    async def moved(self, platform: str, old: str, new: str) -> None:
        """A chat has another id."""
        await self._front.moved(platform, old, new)


class Admitted:
    """An `Adapter` that writes to chats where the bot plays; others count as closed."""

    def __init__(self, adapter: Adapter, chat_access: ChatAccess) -> None:
        self._adapter, self._chat_access = adapter, chat_access

    @property
    def platform(self) -> str:
        """Its key."""
        return self._adapter.platform

    async def post(self, chat: Chat, message: Message, nonce: str) -> str:
        """See `Adapter`."""
        self._look_at(chat)
        return await self._adapter.post(chat, message, nonce)

    async def edit(self, chat: Chat, message_id: str, message: Message) -> None:
        """See `Adapter`."""
        self._look_at(chat)
        await self._adapter.edit(chat, message_id, message)

    def private_chat(self, account_id: str) -> Chat:
        """See `Adapter`."""
        return self._adapter.private_chat(account_id)

    def _look_at(self, chat: Chat) -> None:
        if not self._chat_access.admits(chat):
            raise Unreachable


def admitted(adapters: Mapping[str, Adapter], chat_access: ChatAccess) -> dict[str, Adapter]:
    """The platforms by key, as far as the host lets the bot write there."""
    return {key: Admitted(adapter, chat_access) for key, adapter in adapters.items()}
