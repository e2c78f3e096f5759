"""Two accounts of one person become one player: a code is given on one platform and typed on another.

One of the two players becomes the other, if possible the one who has nothing under way: what was theirs is
found under the other's id from then on, and the log stays as it is. What this is decided about is read first;
where it has changed until it is stored, nothing is, and it is decided anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.routing import PresenceTracker
from bot.delivery.telling import of_joining
from bot.domain.absences import united
from bot.handlers.context import RequestContext, require_account
from bot.handlers.link_codes import EXPIRES_AFTER, LinkCodes
from bot.handlers.request_table import answers
from bot.handlers.responses import note
from bot.interface import Account, LinkAccounts, Response
from bot.repositories.accounts import AccountRepository, account_of
from bot.repositories.preferences import PreferencesRepository
from games.events import PlayerId
from storage.people import LinkCode, Person, real_accounts


class AccountLinkingHandler:
    """Gives codes, and takes them."""

    def __init__(
        self,
        codes: LinkCodes,
        accounts: AccountRepository,
        preferences: PreferencesRepository,
        boards: BoardSynchronizer,
        presence: PresenceTracker,
        wake: Callable[[], None],
    ) -> None:
        self._codes, self._accounts, self._preferences = codes, accounts, preferences
        self._synchronizer, self._presence, self._wake = boards, presence, wake

    @answers(interface.LinkAccounts)
    async def answer(self, context: RequestContext, request: LinkAccounts) -> Response:
        """For this person's eyes alone."""
        if request.code is None:
            return await self._give(context)
        if await self._codes.is_locked(context.incoming.account, context.at):
            return note(context.texts("no.link_locked", time=context.texts.duration(EXPIRES_AFTER)))
        return await self._take(context, request.code)

    async def _give(self, context: RequestContext) -> Response:
        code = await self._codes.give(context.incoming.account, context.at)
        return Response(note=presentation.link_code(code, EXPIRES_AFTER, context.texts), succeeded=True)

    async def _take(self, context: RequestContext, typed: str) -> Response:
        account = context.incoming.account
        code = await self._codes.find(typed)
        giver = await self._accounts.known(code.platform, code.account) if code else None
        if code is None or giver is None or code.expires <= context.at:
            return await self._refuse(context)
        if (code.platform, code.account) == (account.platform, account.id):
            return note(context.texts("link.own"))
        people = await self._accounts.people(context.player, giver)
        require_account(context, people)
        there = next(
            account_of(one) for one in people if (one.player, one.platform) == (giver, code.platform)
        )
        if giver == context.player:  # The same command once more gets the same answer once more.
            return Response(note=presentation.linked(there, context.texts), succeeded=True)
        if code.used:
            return await self._refuse(context)
        if problem := await self._problem(context.player, giver, people):
            await self._codes.keep(replace(code, used=True))
            return note(context.texts(problem))
        return await self._join(context, giver, there, people, code)

    async def _join(
        self,
        context: RequestContext,
        giver: PlayerId,
        there: Account,
        people: Sequence[Person],
        code: LinkCode,
    ) -> Response:
        """Make one player of two, and tell both accounts."""
        account = context.incoming.account
        former, player = context.player, giver
        if await self._accounts.under_way(former) and not await self._accounts.under_way(player):
            former, player = player, former
        taken_along = await self._accounts.under_way(former)
        away = (await self._preferences.of(former)).away
        told = of_joining(there, account, player, context.at)
        await self._accounts.join(former, player, people, code, [told])
        self._presence.merge(former, player)
        if away:  # of all other choices, those of whom they go on as hold
            await self._preferences.change(
                player, lambda chosen: replace(chosen, away=united(chosen.away, away, chosen.zone))
            )
        # Boards that were being drawn meanwhile were drawn for somebody who is no more.
        await self._synchronizer.redraw_matches(row.match for row in taken_along)
        self._presence.record_activity(player, context.chat)
        self._wake()
        return Response(note=presentation.linked(there, context.texts), succeeded=True)

    async def _problem(self, one: PlayerId, other: PlayerId, people: Sequence[Person]) -> str:
        """Why they cannot become one player, as the key of a sentence; "" if they can."""
        platforms = [person.platform for who in (one, other) for person in _real(people, who)]
        if len(set(platforms)) < len(platforms):
            return "no.link_platform"
        against_each_other = any(other in row.players for row in await self._accounts.under_way(one))
        return "no.link_opponents" if against_each_other else ""

    async def _refuse(self, context: RequestContext) -> Response:
        """The same words for every code that is no good: they do not tell whether there is such a code."""
        await self._codes.note_wrong(context.incoming.account, context.at)
        return note(context.texts("no.link_code"))


def _real(people: Sequence[Person], player: PlayerId) -> Sequence[Person]:
    return real_accounts([person for person in people if person.player == player])
