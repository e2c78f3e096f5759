"""Open pages of the web chat: who uses them, and what is sent to which of them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from bot.domain import commands
from bot.interface import Account, OfferChallenge
from bot.platforms.web import messages, seats
from bot.platforms.web.frames import Frame, Hello, Malformed, Open, encode
from bot.platforms.web.server import Connection, Page

CHANNEL = "channel"

NAMING = {("/play", 2): "", ("/profile", 1): "", ("/pair", 1): " ", ("/pair", 2): " "}
"""The commands with a name after so many words, and the end of the line: a space if more has to follow."""

Welcome = Callable[["ChatPage", Hello], Awaitable[None]]
"""Admits the person who says hello on a page."""
Serve = Callable[["ChatPage", Account, Frame], Awaitable[None]]
"""Carries out what a person asks for on a page."""


class ChatPage(Page):
    """One open page, and the person who uses it."""

    def __init__(self, connection: Connection, pages: Pages, *, welcome: Welcome, serve: Serve) -> None:
        super().__init__(connection)
        self.account: Account | None = None
        """None before the hello, and after the person was forgotten."""
        self.reader = ""
        """Account id of the last person who said hello here: notes for them are shown here."""
        self.language = ""
        """The language of the page, in which the boards of the channel are shown here."""
        self._pages, self._welcome, self._serve = pages, welcome, serve
        pages.open[self] = None

    @property
    def is_admitted(self) -> bool:
        return self.account is not None

    async def admit(self, first: Hello | Open) -> None:
        if not isinstance(first, Hello):
            raise Malformed("this page shows no single match")
        await self._welcome(self, first)

    async def serve(self, frame: Frame) -> None:
        if self.account is not None:
            await self._serve(self, self.account, frame)

    def become(self, account: Account) -> None:
        """From now on this person uses the page."""
        self._pages.see(self)
        self.account, self.reader = account, account.id

    async def leave(self) -> None:
        self._pages.open.pop(self, None)
        self._pages.see(self)
        self._pages.tell_who_is_here()


class Pages:
    """All open pages, including those without a hello."""

    def __init__(self) -> None:
        self.open: dict[ChatPage, None] = {}  # in the order of opening
        self._seen: dict[str, float] = {}  # when a person left a page last, by account id
        self._since = time.monotonic()

    def accounts(self) -> tuple[Account, ...]:
        """The people here, each once and as last spelled."""
        return tuple({page.account.id: page.account for page in self.open if page.account}.values())

    def see(self, page: ChatPage) -> None:
        """Note when somebody leaves a page."""
        if page.account is not None:
            self._seen[page.account.id] = time.monotonic()

    def is_away(self, account_id: str) -> bool:
        """Whether a person has had no page open for `AWAY_FOR` seconds."""
        here = any(account.id == account_id for account in self.accounts())
        return not here and time.monotonic() - self._seen.get(account_id, self._since) >= seats.AWAY_FOR

    def people(self) -> list[dict[str, str]]:
        """The people here for a page, sorted by name."""
        return list(map(messages.person, sorted(self.accounts(), key=lambda each: each.name.casefold())))

    def opponents(self, account: Account, typed: str) -> tuple[str, ...]:
        """Completions of `/play GAME`, `/profile` and `/pair` with the names of people here."""
        before, _, prefix = typed.rpartition(" ")
        words = before.lower().split()
        end = NAMING.get((words[0], len(words))) if words else None
        if end is None:
            return ()
        names = (person["name"] for person in self.people() if person["id"] != account.id)
        begun = prefix.removeprefix("@").lower()
        return tuple(f"{_naming(before, name)}{end}" for name in names if name.lower().startswith(begun))

    def named_in(self, line: str) -> tuple[Account, ...]:
        """The people here whose names occur in a command: only they have to be introduced for it."""
        typed = " ".join(line.casefold().split())
        return tuple(account for account in self.accounts() if account.name.casefold() in typed)

    def tell_who_is_here(self) -> None:
        """Send the list of people to every page."""
        self._send(lambda *_: True, "people", people=self.people())

    def forget(self, account_id: str) -> None:
        """Remove a person's messages from all pages; their own pages have no account until the next hello."""
        self._send(lambda *_: True, "forgotten", id=account_id)
        for page in self.open:
            if page.account is not None and page.account.id == account_id:
                page.account = None
        self.tell_who_is_here()

    def languages(self, chat: str) -> set[str]:
        """The languages of those in a chat."""
        return {page.language for page in self.open if page.account and sees(page.account, chat)}

    def send_to_chat(self, chat: str, kind: str, /, *, language: str = "", **fields: Any) -> None:
        """Send a frame to everybody in a chat, or to its readers of a language, and to nobody else."""
        self._send(
            lambda page, account: sees(account, chat) and language in ("", page.language), kind, **fields
        )

    def send_to(self, reader: str, kind: str, **fields: Any) -> bool:
        """Send a frame to one reader (an account id) only; False if they have no page open."""
        pages = [page for page in self.open if page.reader == reader]
        for page in pages:
            page.connection.send(encode(kind, **fields))
        return bool(pages)

    def _send(self, to: Callable[[ChatPage, Account], bool], kind: str, **fields: Any) -> None:
        text = encode(kind, **fields)
        for page in self.open:
            if page.account is not None and to(page, page.account):
                page.connection.send(text)


def sees(account: Account, chat: str) -> bool:
    """Whether an account is in a chat: everybody is in the channel, one person in each private chat."""
    return chat in (CHANNEL, f"@{account.id}")


def _naming(before: str, name: str) -> str:
    """A line that names somebody; with an `@` if the name could be a house rule, such as `Small`."""
    request = commands.read(f"{before} {name}")
    is_rule = isinstance(request, OfferChallenge) and request.opponent is None
    return f"{before} @{name}" if is_rule else f"{before} {name}"
