"""One request: who asks, where, what, and when; how it is read, and which function answers it."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from bot import interface
from bot.delivery.routing import LONG_AGO, derived_id, new_board
from bot.domain.commands import QUOTED
from bot.handlers.services import Services
from bot.interface import Account, Answer, Chat, Incoming, match_of
from bot.interface.people import DisplayPreferences
from bot.interface.registry import REQUESTS, AboutGame, Request
from bot.presentation import Phrasing
from bot.repositories.accounts import is_as_stored
from bot.repositories.matches import PressRead
from bot.repositories.preferences import display_of
from bot.texts import Texts
from games import GAMES
from games.events import MatchId, PlayerId
from games.match import Match
from storage.boards import Board, ChatId, Notice
from storage.errors import PeopleChanged, VersionConflict, retried
from storage.matches import Seen
from storage.people import Person
from storage.sql.store import Store

Marked = TypeVar("Marked", bound=Callable[..., Awaitable[interface.Answer]])
Handler = Callable[[Any, Any], Awaitable[interface.Answer]]
"""From the context of a request, a `MatchContext` if it is about a match, and the request to the answer."""


def answers(*kinds: type[Request]) -> Callable[[Marked], Marked]:
    """Say of a function which requests it answers, or by their base which kinds of them."""

    def marked(function: Marked) -> Marked:
        vars(function)["answers"] = kinds
        return function

    return marked


def request_table(modules: Iterable[ModuleType]) -> Mapping[type[Request], Handler]:
    """By type of request, what answers it: the function that names it, else the one that names its base."""
    named = {
        kind: function
        for module in modules
        for function in vars(module).values()
        if isinstance(function, FunctionType)
        for kind in getattr(function, "answers", ())
    }
    return {kind: next(named[base] for base in kind.__mro__ if base in named) for kind in REQUESTS}


def understood(request: Request) -> Request:
    """What is asked; a button may name a game that is not there any more."""
    if not isinstance(request, AboutGame) or request.game is None or request.game in GAMES:
        return request
    return interface.InvalidCommand("unknown_game", "", request.game[:QUOTED])


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
            Refused: there is none.
        """
        return await self.services.matches.load(self.match_id, self.read)


def require_account(context: RequestContext, people: Iterable[Person]) -> None:
    """These must be all accounts of the person who asks, or of them and others.

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


CHANGED = (PeopleChanged, VersionConflict)
"""What was decided about has changed meanwhile, and nothing was kept."""


class RequestReader:
    """Reads what a request is decided about: who asks, and the match that it names."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def meet(self, account: Account) -> None:
        """Store who they are, where that is new; who was challenged by their handle is them from now on."""
        await retried(PeopleChanged, lambda: self._welcome(account))
        await self._services.accounts.meet(account)

    async def _welcome(self, account: Account) -> None:
        """Who is known by their handle alone becomes who comes with it."""
        services = self._services
        both = await services.accounts.meant_by_handle(account)
        if both is None:
            return
        awaited, player = both
        known, taken_along = await services.accounts.people(*both), await services.accounts.under_way(awaited)
        if any(player in row.players for row in taken_along):
            return  # they took the very handle that they had challenged: nobody plays against themselves
        await services.accounts.join(awaited, player, known)
        services.presence.merge(awaited, player)
        await services.boards.redraw_matches(row.match for row in taken_along)

    async def context(self, incoming: Incoming) -> RequestContext:
        """The request of somebody who is known from now on."""
        return await retried(PeopleChanged, lambda: self._context(incoming))

    async def answered(
        self, context: RequestContext, answer: Callable[[RequestContext], Awaitable[Answer]]
    ) -> Answer:
        """The answer to a request; asked anew as long as others change what it is about at the same time.

        Raises:
            PeopleChanged, VersionConflict: again and again.
        """
        contexts = [context]  # the one that is known at first

        async def answer_anew() -> Answer:
            return await answer(contexts.pop() if contexts else await self.context(context.incoming))

        return await retried(CHANGED, answer_anew)

    async def _context(self, incoming: Incoming) -> RequestContext:
        account, read = incoming.account, await self._read(incoming)
        if read.who.awaited or read.who.person is None or not is_as_stored(account, read.who.person):
            await self.meet(account)
            read = await self._read(incoming)
        person, chosen = read.who.person, read.who.preferences
        if person is None or chosen is None:
            raise PeopleChanged  # forgotten a moment ago
        preferences = display_of(chosen, account.language)
        return RequestContext(
            self._services, incoming, person.player, preferences, self._services.clock(), read=read
        )

    async def _read(self, incoming: Incoming) -> PressRead:
        match = match_of(incoming.request)
        return await self._services.matches.read_press(incoming.account, press_of(incoming), match)
