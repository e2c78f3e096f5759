"""People without an account: each browser that has taken a seat by a link is one of them.

Such a browser is known by a secret that its page draws and keeps. Only a hash of it is stored: the id of the
account. What the bot writes to guests is shown on the pages that they have open; the board is there anyway.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from cachetools import LRUCache

from bot.interface import GUEST, Account, Chat, Choose, OnBoards, Screen, ShowPhrases
from bot.platforms.web.passes import hashed
from bot.platforms.web.seats import account_named
from games.events import MatchId

KEPT = 1000  # guests with a message to be shown, the latest ones
ID_LETTERS = 32


def account_id(browser: str) -> str:
    """The id of the account of a browser."""
    return hashed(f"guest {browser}")[:ID_LETTERS]


def guest_account(name: str, language: str, browser: str) -> Account:
    """The account of a browser in which somebody takes a seat under this name.

    Raises:
        BadName
    """
    return replace(account_named(name, language), platform=GUEST, id=account_id(browser))


class GuestPage(Protocol):
    """The page of a match that a guest has open."""

    @property
    def match(self) -> MatchId | None: ...

    @property
    def is_over(self) -> bool: ...

    def switch_to(self, match: MatchId) -> None: ...

    def show_note(self, note: Screen, *, said: bool) -> None: ...


class Guests:
    """The adapter for people without an account."""

    platform = GUEST

    def __init__(self) -> None:
        self._open: dict[GuestPage, str] = {}  # with the account of its guest
        self._unseen: LRUCache[str, Screen] = LRUCache(KEPT)
        self._said: LRUCache[str, tuple[str, Screen]] = LRUCache(KEPT)
        """What the opponent of a guest said last, with its id: a page that is loaded again still has it."""

    def arrive(self, page: GuestPage, account: str) -> None:
        """A guest has opened a page: it shows the latest message that no page has shown, or was said."""
        self._open[page] = account
        _, said = self._said.get(account, ("", None))
        if note := self._unseen.pop(account, said):
            page.show_note(note, said=_is_said(note))

    def leave(self, page: GuestPage) -> None:
        self._open.pop(page, None)

    def forget(self, account: str) -> None:
        self._unseen.pop(account, None)
        self._said.pop(account, None)

    def private_chat(self, account_id: str) -> Chat:
        return Chat(GUEST, f"@{account_id}", private=True)

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        """Show a message on the guest's pages; a board of a new match takes the place of a finished one."""
        account = chat.id.removeprefix("@")
        pages = [page for page, guest in self._open.items() if guest == account]
        if match := _board_of(message):
            for page in pages:
                if page.match != match and page.is_over:
                    page.switch_to(match)
            return nonce
        if _is_said(message):
            self._said[account] = nonce, message
        for page in pages:
            page.show_note(message, said=_is_said(message))
        if not pages:
            self._unseen[account] = message
        return nonce

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        """Forget what was said and is hidden now; pages follow their match by themselves."""
        account = chat.id.removeprefix("@")
        if message_id in self._said.get(account, ()):
            del self._said[account]

    async def delete(self, chat: Chat, message_id: str) -> None:
        """Do nothing: no message stays."""


def _is_said(message: Screen) -> bool:
    """Whether the opponent says it: it can be answered."""
    return any(isinstance(one.request, ShowPhrases) for one in message.buttons)


def _board_of(message: Screen) -> MatchId | None:
    """The match that a message is the board of; None if it is another message."""
    on_board = message.turn or any(isinstance(one.request, OnBoards | Choose) for one in message.buttons)
    return message.match if on_board else None
