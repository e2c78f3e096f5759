"""One request: who asks, where, what, and when."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from bot.delivery.routing import LONG_AGO, derived_id, new_board
from bot.handlers.services import Services
from bot.interface import Chat, Incoming, match_of
from bot.interface.people import DisplayPreferences
from bot.presentation import Phrasing
from bot.repositories.matches import PressRead
from bot.texts import Texts
from games.events import MatchId, PlayerId
from games.match import Match
from storage.boards import Board, ChatId, Notice
from storage.errors import PeopleChanged
from storage.matches import Seen
from storage.people import Person
from storage.sql.store import Store


@dataclass(frozen=True, slots=True)
class RequestContext:
    """One request: who asks, where, what, and when."""

    services: Services
    incoming: Incoming
    player: PlayerId
    preferences: DisplayPreferences
    at: int
    """In seconds since 1970."""
    read: PressRead | None = field(default=None, kw_only=True, compare=False)
    """What was read of who asks, and of the match that the request names."""

    @property
    def store(self) -> Store:
        """What has happened."""
        return self.services.store

    @property
    def robots(self) -> Collection[str]:
        """The keys of the games that robots play here."""
        return self.services.access.robots.games

    @property
    def texts(self) -> Texts:
        """In the language that they understand."""
        return self.preferences.texts

    @property
    def own(self) -> bool:
        """A message was pressed that only they see: the answer may take its place."""
        return self.incoming.message is not None and (self.incoming.ephemeral or self.chat.private)

    @property
    def place(self) -> str | None:
        """What the chat shares its settings with; None for a private one."""
        return None if self.chat.private else self.chat.place

    @property
    def in_channel(self) -> bool:
        """The chat is one of several that share their settings."""
        return not self.chat.private and self.chat.id != self.chat.place

    @property
    def press(self) -> str:
        """The id of the press as it is stored, see `press_of`."""
        return press_of(self.incoming)

    @property
    def digest(self) -> str:
        """What the press is called by, hashed at full length."""
        return hashlib.sha256(_pressed(self.incoming).encode()).hexdigest()

    @property
    def chat(self) -> Chat:
        """Where it was asked."""
        return self.incoming.chat

    @property
    def reader(self) -> PlayerId | None:
        """Whose view may be shown in this chat: their own where they are alone, else the spectator's."""
        return self.player if self.chat.private else None

    @property
    def seen(self) -> Seen:
        """That this person acts here: where they are told later that they are asked."""
        at = LONG_AGO if self.incoming.earlier else self.at
        account, where = self.incoming.account, (self.chat.platform, ChatId(self.chat.id), self.chat.private)
        here = account.id if account.platform == self.chat.platform else ""  # else on a page
        return Seen(self.player, *where, at, here)

    @property
    def phrasing(self) -> Phrasing:
        """Their language, where nobody is named."""
        return Phrasing(self.texts, {})

    async def naming(self, players: Iterable[PlayerId | None]) -> Phrasing:
        """Their language, and the names of some people."""
        return Phrasing(self.texts, await self.services.accounts.cast(players, self.chat.platform))

    async def naming_players(self, match: Match) -> Phrasing:
        """Their language, and the names of the people of a match."""
        return await self.services.screens.phrasing(match, self.chat.platform, self.texts)

    def about(self, match: MatchId) -> MatchContext:
        """The request, now that it is known which match it is about."""
        asked = self.services, self.incoming, self.player, self.preferences, self.at
        return MatchContext(*asked, match, read=self.read)

    def new_board(self, match: MatchId, notice: Notice | None = None) -> Board:
        """A board in this chat, as the answer; the same press always makes the same one there."""
        fresh = new_board(self.chat, match, self.reader, after=self.press, at=self.at, notice=notice)
        return replace(fresh, answer=self.incoming.answer)


@dataclass(frozen=True, slots=True)
class MatchContext(RequestContext):
    """A request about one match."""

    match_id: MatchId

    @property
    def named(self) -> bool:
        """The request itself names this match, and did not only lead to it."""
        return match_of(self.incoming.request) == self.match_id

    async def match(self) -> Match:
        """The match as it stands.

        Raises:
            UnknownMatch: there is none.
        """
        return await self.services.matches.load(self.match_id, self.read)


def require_account(context: RequestContext, people: Iterable[Person]) -> None:
    """These are to be all accounts of whoever asks, or of them and others.

    Raises:
        PeopleChanged: the one that asks is none of theirs any more.
    """
    asks = (context.incoming.account.platform, context.incoming.account.id, context.player)
    if asks not in [(person.platform, person.account, person.player) for person in people]:
        raise PeopleChanged


def press_of(incoming: Incoming) -> str:
    """The id of a press, unique over all platforms; it may be stored and logged, and names nobody.

    That of the platform may hold the id of an account: a private chat is often called like its person.
    """
    return derived_id(_pressed(incoming))


def _pressed(incoming: Incoming) -> str:
    return f"{incoming.account.platform}:{incoming.press}"
