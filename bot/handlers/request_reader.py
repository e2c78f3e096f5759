"""Finds out who asks and how they want to read; again, where that has changed while they were answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.handlers.context import RequestContext, press_of
from bot.handlers.services import Services
from bot.interface import Account, Answer, Incoming, match_of
from bot.repositories.accounts import is_as_stored
from bot.repositories.matches import PressRead
from bot.repositories.preferences import display_of
from storage.errors import PeopleChanged, VersionConflict, retried

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
