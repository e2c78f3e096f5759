"""The pages of the web chat that are open, and which of them gets what."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.domain import commands
from bot.interface import Account, Chat, ForManagers, Incoming, OfferChallenge, place_of
from bot.platforms.chat_log import Entry
from bot.platforms.web import messages
from bot.platforms.web.frames import Frame, Malformed, frame
from bot.platforms.web.seats import PLATFORM, is_account_id
from bot.platforms.web.server import Connection

CHANNEL = "channel"


def sees(account: Account, chat: str) -> bool:
    """Who is in a chat: everybody in the channel, and one person in each private chat."""
    return chat in (CHANNEL, f"@{account.id}")


def exists(chat: Chat) -> bool:
    """Whether there can be such a chat."""
    private = chat.id.startswith("@") and is_account_id(chat.id[1:])
    return chat.platform == PLATFORM and chat.private == private and (private or chat.id == CHANNEL)


def chat_of(account: Account, chat: str) -> Chat:
    """The chat of this id, as far as this person is in it.

    Raises:
        Malformed: they are not.
    """
    if not sees(account, chat):
        raise Malformed(f"'chat' must be '{CHANNEL}' or '@{account.id}'")
    return Chat(PLATFORM, chat, private=chat != CHANNEL)


def managing(incoming: Incoming) -> Incoming:
    """The channel is managed by everybody, a private chat by nobody."""
    place = place_of(incoming.request) or incoming.chat.id
    return replace(incoming, manages=isinstance(incoming.request, ForManagers) and place == CHANNEL)


def _naming(before: str, name: str) -> str:
    """A line that names somebody; with an `@` where the name would be a house rule, such as `Small`."""
    request = commands.read(f"{before} {name}")
    is_rule = isinstance(request, OfferChallenge) and request.opponent is None
    return f"{before} @{name}" if is_rule else f"{before} {name}"


class ChatPage:
    """One open page, and the person who sits there."""

    def __init__(
        self, line: Connection, pages: Pages, serve: Callable[[ChatPage, Frame], Awaitable[None]]
    ) -> None:
        self.account: Account | None = None
        """None before the hello, and after they were forgotten."""
        self.reader = ""
        """The account id of the person who said hello here last: notes for them are shown here."""
        self.line, self._pages, self._serve = line, pages, serve

    async def take(self, asked: Frame) -> None:
        """See `server.Page`."""
        await self._serve(self, asked)

    async def leave(self) -> None:
        """It was closed."""
        self._pages.remove(self)

    def send(self, text: str) -> None:
        """Send a frame."""
        self.line.send(text)


class Pages:
    """All open pages, those included that have not said yet who is there."""

    def __init__(self) -> None:
        self._open: dict[ChatPage, None] = {}  # in the order of their coming

    def add(self, page: ChatPage) -> None:
        """A page was opened."""
        self._open[page] = None

    def remove(self, page: ChatPage) -> None:
        """A page was closed."""
        self._open.pop(page, None)
        self.tell_who_is_here()

    def publish(self, kind: str, entry: Entry) -> None:
        """Show a message to those, and only those, who are in its chat."""
        self._send_to_chat(entry.chat, frame(kind, message=messages.shown(entry)))

    def take_away(self, chat: str, message_id: str) -> None:
        """A message is deleted: those who are in its chat see it no more."""
        self._send_to_chat(chat, frame("deleted", chat=chat, id=message_id))

    def note(self, reader: str, note: messages.Shown) -> bool:
        """Show a note to its reader (an account id) alone; False if they are not here."""
        return self._send_to(reader, frame("note", message=note))

    def show_alone(self, reader: str, message: messages.Shown) -> None:
        """Show what a message has become for its reader (an account id) alone."""
        self._send_to(reader, frame("edit", message=message))

    def forget(self, account_id: str) -> None:
        """Take away what a person wrote; their own pages are nobody's until they say hello again."""
        text = frame("forgotten", id=account_id)
        for page, account in self._known():
            page.send(text)
            if account.id == account_id:
                page.account = None
        self.tell_who_is_here()

    def people(self) -> list[dict[str, str]]:
        """Who is here, by name; each as they last spelled it."""
        names = {account.id: account.name for _, account in self._known()}
        ordered = sorted(names.items(), key=lambda person: person[1].casefold())
        return [{"id": account_id, "name": name} for account_id, name in ordered]

    def opponents(self, account: Account, typed: str) -> tuple[str, ...]:
        """`/play GAME` and `/profile` with the names of those who are here."""
        before, _, prefix = typed.rpartition(" ")
        words = before.lower().split()
        if words != ["/profile"] and (len(words) != 2 or words[0] != "/play"):
            return ()
        names = (person["name"] for person in self.people() if person["id"] != account.id)
        begun = prefix.removeprefix("@").lower()
        return tuple(_naming(before, name) for name in names if name.lower().startswith(begun))

    def named_in(self, line: str) -> tuple[Account, ...]:
        """Those who are here and may be meant in a command: nobody else has to be known for it."""
        typed = " ".join(line.casefold().split())
        here = {account.id: account for _, account in self._known()}
        return tuple(account for account in here.values() if account.name.casefold() in typed)

    def others(self, account: Account) -> tuple[Account, ...]:
        """Everybody else who is here, in the order of their coming."""
        return tuple({one.id: one for _, one in self._known() if one.id != account.id}.values())

    def tell_who_is_here(self) -> None:
        """Tell everybody."""
        text = frame("people", people=self.people())
        for page, _ in self._known():
            page.send(text)

    def _send_to_chat(self, chat: str, text: str) -> None:
        for page, account in self._known():
            if sees(account, chat):
                page.send(text)

    def _send_to(self, reader: str, text: str) -> bool:
        pages = [page for page in self._open if page.reader == reader]
        for page in pages:
            page.send(text)
        return bool(pages)

    def _known(self) -> list[tuple[ChatPage, Account]]:
        return [(page, page.account) for page in self._open if page.account is not None]
