"""The context of a request, how it is read, and the table of handlers."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from bot import interface
from bot.delivery.routing import LONG_AGO, derived_id, new_board
from bot.domain.commands import QUOTED
from bot.domain.match_requests import Start, match_id
from bot.domain.refusals import Refused
from bot.handlers.services import Services
from bot.interface import Account, Chat, DisplayPreferences, Incoming
from bot.interface.registry import REQUESTS, AboutGame, Request
from bot.presentation import Phrasing
from bot.repositories.accounts import is_as_stored
from bot.repositories.matches import PressRead
from bot.repositories.preferences import display_of
from bot.repositories.replays import ReplayedMatch, load_replay
from bot.texts import Texts
from games import GAMES
from games.events import MatchId, PlayerId
from games.match import Match
from storage.boards import Board, ChatId, Notice
from storage.errors import PeopleChanged, retried
from storage.matches import MatchRow, Seen
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


def with_known_game(request: Request) -> Request:
    """The request, or `InvalidCommand` if it names an unknown game, as the button of a removed game does."""
    if not isinstance(request, AboutGame) or request.game is None or request.game in GAMES:
        return request
    return interface.InvalidCommand("unknown_game", detail=request.game[:QUOTED])


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who types or presses something, and where."""

    services: Services
    player: PlayerId
    chat: Chat
    preferences: DisplayPreferences
    at: int
    """Seconds since 1970."""

    @property
    def store(self) -> Store:
        return self.services.store

    @property
    def texts(self) -> Texts:
        return self.preferences.texts

    @property
    def phrasing(self) -> Phrasing:
        """For texts that name nobody."""
        return Phrasing.of(self.preferences, {})

    async def matches_here(self, phases: Sequence[str]) -> tuple[MatchRow, ...]:
        """The matches that the chat shows, the latest last."""
        return await self.store.matches.matches_in(self.chat.platform, ChatId(self.chat.id), phases)

    async def naming(self, players: Iterable[PlayerId | None]) -> Phrasing:
        return Phrasing.of(self.preferences, await self.services.accounts.of(players, self.chat.platform))

    async def name_of(self, player: PlayerId) -> str:
        return (await self.naming([player])).name(player)


@dataclass(frozen=True, slots=True)
class RequestContext(Asker):
    """One request: who asks, where, what, and when."""

    incoming: Incoming
    press: str
    """See `press_of`."""
    read: PressRead | None = field(default=None, kw_only=True, compare=False)
    """What was read about the player and the match that the request names."""
    voter: PlayerId | None = field(default=None, kw_only=True)
    """The person, if `player` is a channel in whose name they act."""

    @property
    def robots(self) -> Collection[str]:
        return self.services.access.robots.games

    def require_robot_for(self, game: str | None) -> None:
        """Refuse unless a robot of this bot plays the game; None for any game."""
        if not self.robots:
            raise Refused("no.robots_off")
        if game and game not in self.robots:
            raise Refused("no.no_robot")

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
    def seen(self) -> Seen | None:
        """A record that this player acts here, which decides where they are notified later."""
        if self.voter:
            chat = self.chat
            acts = Seen(self.player, chat.platform, ChatId(chat.id), chat.private, self.at)
            return None if chat.private else acts
        chat, account = self.chat, self.incoming.account
        at = LONG_AGO if self.incoming.earlier else self.at
        here = account.id if account.platform == chat.platform else ""  # else they act on a web page
        return Seen(self.player, chat.platform, ChatId(chat.id), chat.private, at, here)

    async def naming_players(self, match: Match) -> Phrasing:
        return await self.services.screens.phrasing(match, self.chat.platform, self.preferences)

    def about(self, match: MatchId) -> MatchContext:
        asker = self.services, self.player, self.chat, self.preferences, self.at
        return MatchContext(*asker, self.incoming, self.press, match, read=self.read, voter=self.voter)

    def start(self) -> Start:
        """The start of a challenge that this player makes now."""
        return self.services.keys.start(self.at, self.preferences.zone)

    def id_by_press(self) -> MatchId:
        """An id that the same press always gives, for what it begins."""
        return match_id(hashlib.sha256(self.press.encode()).digest())

    def new_board(self, match: MatchId) -> Board:
        """A new board in this chat for the answer; the same press always gives the same board."""
        reader = self.player if self.chat.private else None
        fresh = new_board(self.chat, match, reader, after=self.press, at=self.at)
        return replace(fresh, answer=self.incoming.answer)

    async def private_board(
        self, player: PlayerId, match: MatchId, *, prefer: str = "", notice: Notice | None = None
    ) -> Board | None:
        """A new board in a player's private chat, on this platform or the preferred one if possible."""
        return await self.services.router.private_board(
            player, match, prefer=prefer or self.chat.platform, after=self.press, at=self.at, notice=notice
        )


@dataclass(frozen=True, slots=True)
class MatchContext(RequestContext):
    """A request about one match."""

    match_id: MatchId

    @property
    def named(self) -> bool:
        return self.incoming.match == self.match_id

    async def match(self) -> Match:
        return await self.services.matches.load(self.match_id, self.read)

    async def replayed(self) -> ReplayedMatch:
        return await load_replay(self.store, self.services.matches, self.match_id, self.player)


def press_of(incoming: Incoming) -> str:
    """The id of a press: unique across platforms, safe to store and log.

    It is a hash because the platform's id may contain an account id, as those of private chats do.
    """
    return derived_id(f"{incoming.account.platform}:{incoming.press}")


async def context_of(services: Services, incoming: Incoming) -> RequestContext:
    """Build the context of a request, storing the account first if it is new or has changed.

    Raises:
        PeopleChanged: the account was joined or forgotten meanwhile.
    """
    account, press, match = incoming.account, press_of(incoming), incoming.match
    read = await services.matches.read_press(account, press, match)
    if read.who.awaited or read.who.person is None or not is_as_stored(account, read.who.person):
        await register(services, account)
        read = await services.matches.read_press(account, press, match)
    person = read.who.person
    if person is None:
        raise PeopleChanged  # deleted a moment ago
    preferences = display_of(read.who.audience.preferences[person.player], account.language)
    asker = services, person.player, incoming.chat, preferences, services.clock()
    return RequestContext(*asker, incoming, press, read=read)


async def register(services: Services, account: Account) -> None:
    """Store a new or changed account; a player who was invited by its handle is merged into it."""
    await retried(PeopleChanged, partial(_merge_awaited, services, account))
    await services.accounts.register(account)


async def _merge_awaited(services: Services, account: Account) -> None:
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


def require_account(context: RequestContext, people: Iterable[Person]) -> None:
    """Raise `PeopleChanged` unless the account is among these and still belongs to the player."""
    asks = (context.incoming.account.platform, context.incoming.account.id, context.player)
    if asks not in [(person.platform, person.account, person.player) for person in people]:
        raise PeopleChanged
