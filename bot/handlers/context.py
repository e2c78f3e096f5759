"""The context of a request, how it is read, and the table of handlers."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from bot import interface
from bot.delivery.match_lists import ListReader
from bot.delivery.routing import LONG_AGO, derived_id, new_board
from bot.domain.commands import QUOTED
from bot.handlers.services import Services
from bot.interface import Account, Chat, Incoming, match_of
from bot.interface.registry import REQUESTS, AboutGame, Request
from bot.interface.screens import DisplayPreferences
from bot.presentation import Phrasing
from bot.repositories.accounts import is_as_stored
from bot.repositories.matches import PressRead
from bot.repositories.preferences import display_of
from bot.texts import Texts
from games import GAMES
from games.events import MatchId, PlayerId
from games.match import Match
from storage.boards import Board, ChatId, Notice
from storage.errors import PeopleChanged, retried
from storage.matches import Seen
from storage.people import Person
from storage.sql.store import Store

Marked = TypeVar("Marked", bound=Callable[..., Awaitable[interface.Answer]])
Handler = Callable[[Any, Any], Awaitable[interface.Answer]]
"""Takes the context (a `MatchContext` if the request is about a match) and the request."""


def answers(*kinds: type[Request]) -> Callable[[Marked], Marked]:
    """Mark a function as the handler of these request types and their subclasses."""

    def marked(function: Marked) -> Marked:
        vars(function)["answers"] = kinds
        return function

    return marked


@cache
def request_table(modules: tuple[ModuleType, ...]) -> Mapping[type[Request], Handler]:
    """Map each request type to its handler, or to that of its nearest base."""
    named = {
        kind: function
        for module in modules
        for function in vars(module).values()
        if isinstance(function, FunctionType)
        for kind in getattr(function, "answers", ())
    }
    return {kind: next(named[base] for base in kind.__mro__ if base in named) for kind in REQUESTS}


def understood(request: Request) -> Request:
    """The request, or `InvalidCommand` if it names an unknown game, as the button of a removed game does."""
    if not isinstance(request, AboutGame) or request.game is None or request.game in GAMES:
        return request
    return interface.InvalidCommand("unknown_game", detail=request.game[:QUOTED])


@dataclass(frozen=True, slots=True)
class RequestContext:
    """One request: who asks, where, what, and when."""

    services: Services
    incoming: Incoming
    player: PlayerId
    preferences: DisplayPreferences
    at: int
    """Seconds since 1970."""
    read: PressRead | None = field(default=None, kw_only=True, compare=False)
    """What was read about the player and the match that the request names."""

    @property
    def store(self) -> Store:
        return self.services.store

    @property
    def robots(self) -> Collection[str]:
        return self.services.access.robots.games

    @property
    def texts(self) -> Texts:
        return self.preferences.texts

    @property
    def own(self) -> bool:
        """Whether the pressed message is visible to this player only, so that the answer may replace it."""
        return self.incoming.message is not None and (self.incoming.ephemeral or self.chat.private)

    @property
    def place(self) -> str | None:
        """The place whose settings apply to the chat; None for a private chat."""
        return None if self.chat.private else self.chat.place

    @property
    def in_channel(self) -> bool:
        """Whether the chat is one of several that share their settings."""
        return not self.chat.private and self.chat.id != self.chat.place

    @property
    def press(self) -> str:
        return press_of(self.incoming)

    @property
    def digest(self) -> str:
        """SHA-256 of the press, in hexadecimal."""
        return hashlib.sha256(_pressed(self.incoming).encode()).hexdigest()

    @property
    def chat(self) -> Chat:
        return self.incoming.chat

    @property
    def reader(self) -> PlayerId | None:
        """Viewer for boards in this chat: the player in a private chat, else None (spectator)."""
        return self.player if self.chat.private else None

    @property
    def list_reader(self) -> ListReader:
        return ListReader(self.player, self.chat.platform, self.texts, self.at)

    @property
    def seen(self) -> Seen:
        """A record that this player acts here, which decides where they are notified later."""
        at = LONG_AGO if self.incoming.earlier else self.at
        account, where = self.incoming.account, (self.chat.platform, ChatId(self.chat.id), self.chat.private)
        here = account.id if account.platform == self.chat.platform else ""  # else they act on a web page
        return Seen(self.player, *where, at, here)

    @property
    def phrasing(self) -> Phrasing:
        return Phrasing(self.texts, {})

    async def naming(self, players: Iterable[PlayerId | None]) -> Phrasing:
        return Phrasing(self.texts, await self.services.accounts.cast(players, self.chat.platform))

    async def naming_players(self, match: Match) -> Phrasing:
        return await self.services.screens.phrasing(match, self.chat.platform, self.texts)

    def about(self, match: MatchId) -> MatchContext:
        asked = self.services, self.incoming, self.player, self.preferences, self.at
        return MatchContext(*asked, match, read=self.read)

    def new_board(self, match: MatchId, notice: Notice | None = None) -> Board:
        """A new board in this chat for the answer; the same press always gives the same board."""
        fresh = new_board(self.chat, match, self.reader, after=self.press, at=self.at, notice=notice)
        return replace(fresh, answer=self.incoming.answer)


@dataclass(frozen=True, slots=True)
class MatchContext(RequestContext):
    """A request about one match."""

    match_id: MatchId

    @property
    def named(self) -> bool:
        return match_of(self.incoming.request) == self.match_id

    async def match(self) -> Match:
        return await self.services.matches.load(self.match_id, self.read)


def require_account(context: RequestContext, people: Iterable[Person]) -> None:
    """Raise `PeopleChanged` unless the account is among these and still belongs to the player."""
    asks = (context.incoming.account.platform, context.incoming.account.id, context.player)
    if asks not in [(person.platform, person.account, person.player) for person in people]:
        raise PeopleChanged


def press_of(incoming: Incoming) -> str:
    """The id of a press: unique across platforms, safe to store and log.

    It is a hash because the platform's id may contain an account id, as those of private chats do.
    """
    return derived_id(_pressed(incoming))


def _pressed(incoming: Incoming) -> str:
    return f"{incoming.account.platform}:{incoming.press}"


async def meet(services: Services, account: Account) -> None:
    """Store a new or changed account; a player who was invited by its handle is merged into it."""
    await retried(PeopleChanged, partial(_welcome, services, account))
    await services.accounts.meet(account)


async def _welcome(services: Services, account: Account) -> None:
    """Merge a player known only by handle into the player who has it."""
    both = await services.accounts.meant_by_handle(account)
    if both is None:
        return
    awaited, player = both
    known = await services.store.people.people(both)
    taken_along = await services.accounts.under_way(awaited)
    if any(player in row.players for row in taken_along):
        return  # they took the handle that they had challenged; nobody plays against themselves
    await services.accounts.join(awaited, player, known)
    services.presence.merge(awaited, player)
    await services.boards.redraw_matches(row.match for row in taken_along)


async def context_of(services: Services, incoming: Incoming) -> RequestContext:
    """Build the context of a request, storing the account first if it is new or has changed."""
    return await retried(PeopleChanged, partial(_read, services, incoming))


async def _read(services: Services, incoming: Incoming) -> RequestContext:
    account, asked = incoming.account, (incoming.account, press_of(incoming), match_of(incoming.request))
    read = await services.matches.read_press(*asked)
    if read.who.awaited or read.who.person is None or not is_as_stored(account, read.who.person):
        await meet(services, account)
        read = await services.matches.read_press(*asked)
    person = read.who.person
    if person is None:
        raise PeopleChanged  # deleted a moment ago
    preferences = display_of(read.who.audience.preferences[person.player], account.language)
    return RequestContext(services, incoming, person.player, preferences, services.clock(), read=read)
