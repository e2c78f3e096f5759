"""What the bot and the server of its pages call on each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.interface.front import Front
from bot.interface.people import Account, Chat
from bot.interface.screens import Screen
from bot.texts import Texts
from games.events import MatchId


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """A match as one person sees it on a page."""

    account: Account
    """The viewer's account, up to date."""
    chat: Chat
    """The chat of requests made on the page; a page itself is no chat and gets no notifications."""
    match: MatchId
    message: Screen
    guest: bool = False
    """Whether the viewer has no account, but a seat by a link."""


@dataclass(frozen=True, slots=True)
class PublicMatch:
    """A finished match as everybody may see it, in one language."""

    match: MatchId
    game: str
    texts: Texts
    title: str
    result: str
    shown: Screen | None = None
    """A position, painted; None if what was hidden is not laid open."""
    place: int = 0
    """Of the position among all pages of the replay, from 1; 0 without one."""
    places: int = 0
    number: int = 0
    """Of the plies until the position."""
    may_play_on: bool = False
    """Whether a new match can begin there."""


class PageServer(Protocol):
    """The methods of the page server for the bot."""

    def link(self, account: Account, match: MatchId) -> str:
        """A URL that shows the match to this person; it works once and for a short time."""

    def public_link(self, match: MatchId) -> str:
        """The URL of the public page of a match, whether it has one or not."""

    def seat_link(self, secret: str) -> str:
        """A URL with a secret that offers a seat to the person who opens it."""

    def changed(self, match: MatchId | None) -> None:
        """Mark the pages of a match as out of date; None for all pages, when accounts have changed."""

    @property
    def embedded_in(self) -> str:
        """The platform that shows the pages in a frame of its own; "" if none does."""

    async def launched(self, account: Account, instance: str, match: MatchId) -> None:
        """Note which match a person has opened in an instance: what people share who are in one frame."""


class PageFront(Front, Protocol):
    """The methods of the bot for the page server."""

    def serve_pages(self, pages: PageServer) -> None:
        """Add buttons to boards that open their pages."""

    async def see_match(
        self, platform: str, account: str, match: MatchId | None, *, opening: bool = False
    ) -> SeenMatch | str:
        """A match as a person may see it now, or a refusal in their language.

        Args:
            platform: of the viewer's account.
            account: its id there.
            match: None for the match that has waited longest for the viewer.
            opening: whether the viewer asked for it; False if an open page is refreshed.
        """

    def slow_down(self, address: str) -> int:
        """Count a request for a public page; returns the seconds that its visitor has to wait, mostly 0."""

    async def see_public(self, match: MatchId, language: str, place: int | None) -> PublicMatch | None:
        """The public page of a match; None if there is none, without a reason.

        Args:
            match: its code.
            language: as the browser reports it.
            place: the page of the replay, from 1; None: the last one.
        """

    async def public_record(self, match: MatchId) -> str | None:
        """The record of a match with a public page that shows its moves; None for any other."""

    async def offered_seat(self, secret: str, language: str, guest: str) -> Screen | SeenMatch | str:
        """What a seat link leads to, or a refusal; opening a link changes nothing.

        It is the challenge as long as the seat is free, then the match for the person who has taken it:
        `guest` is the id of their account, "" if they can have none.
        """

    async def take_seat(self, secret: str, account: Account) -> SeenMatch | str:
        """Accept the challenge behind a link: the first account gets the seat, any other a refusal."""
