"""Finds out who asks; again, where that turns out to have changed in another process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.domain import challenge_requests
from bot.handlers.context import RequestContext
from bot.interface import ForgetMe, Incoming, LinkAccounts, Request, Response, Robots, UnlinkAccount
from bot.interface.registry import MatchAction, match_of
from bot.repositories.accounts import AccountRepository
from bot.repositories.freshness import Freshness
from bot.repositories.preferences import PreferencesRepository
from storage.errors import PeopleChanged

FORGET = ForgetMe(sure=True)
MOST_TRIES = 25  # every change of settings of anybody is news to whoever changes who is who


class Askers:
    """Whoever asks, and how they want to read."""

    def __init__(
        self,
        freshness: Freshness,
        accounts: AccountRepository,
        preferences: PreferencesRepository,
        clock: Callable[[], int],
        robots: Robots,
    ) -> None:
        self._freshness, self._accounts, self._preferences = freshness, accounts, preferences
        self._clock, self._robots = clock, robots

    async def context(self, incoming: Incoming) -> RequestContext:
        """The request of somebody who is known from now on."""
        if not _asks_match(incoming):  # that asks for news itself, in the read that it needs anyway
            await self._freshness.look()
        people = self._freshness.people
        player = await self._accounts.meet(incoming.account)
        preferences = await self._preferences.display_of(player, incoming.account.language)
        return RequestContext(incoming, player, preferences, self._clock(), self._robots.games, people=people)

    async def answered(
        self, context: RequestContext, answer: Callable[[RequestContext], Awaitable[Response]]
    ) -> Response:
        """What is answered by who knows the newest about people; nothing was kept of other answers.

        Raises:
            PeopleChanged: again and again.
        """
        for _ in range(MOST_TRIES - 1):
            try:
                return await answer(context)
            except PeopleChanged:
                await self._freshness.look()
                context = await self.context(context.incoming)
        return await answer(context)


def is_exclusive(request: Request) -> bool:
    """Nobody else may act meanwhile: who is who changes."""
    if isinstance(request, UnlinkAccount):
        return request.platform is not None
    return isinstance(request, LinkAccounts) or request == FORGET


def _asks_match(incoming: Incoming) -> bool:
    """Whether it is decided about a match that the request names, see `MoveHandler.act`."""
    request = incoming.request
    acts = isinstance(request, challenge_requests.Answered | MatchAction)
    return acts and match_of(request) is not None
