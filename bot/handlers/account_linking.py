"""Two accounts of one person become one player: a code is given on one platform and typed on another.

The player who has nothing under way becomes the other one: what was his is found under the other's id from
then on, and the log stays as it is. Nobody acts while that happens (see `bot.handlers.shared_lock`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

from bot import presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.presence import PresenceTracker
from bot.delivery.routing import ChatRouter, derived_id
from bot.delivery.turn_notices import UNDER_WAY, DirectMessage
from bot.domain.challenge_requests import CODE_LETTERS
from bot.handlers.context import RequestContext
from bot.handlers.responses import note
from bot.interface import (
    Account,
    LinkAccounts,
    Response,
)
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import PlayerId
from storage.accounts import LinkCode, WrongCodes
from storage.store import Store

LINK_CODE_LENGTH = 10  # letters, that is 49 bits
MINUTES = 10
EXPIRES_AFTER = 60 * MINUTES  # seconds
MOST_WRONG = 5  # codes that an account may get wrong within these minutes


class AccountLinkingHandler:
    """Gives codes, and takes them."""

    def __init__(
        self,
        store: Store,
        accounts: AccountRepository,
        matches: MatchRepository,
        boards: BoardSynchronizer,
        router: ChatRouter,
        presence: PresenceTracker,
        preferences: PreferencesRepository,
        draw: Callable[[int], bytes],
    ) -> None:
        self._store, self._accounts, self._matches = store, accounts, matches
        self._synchronizer, self._router, self._presence = boards, router, presence
        self._preferences = preferences
        self._draw = draw

    async def answer(self, context: RequestContext, request: LinkAccounts) -> Response:
        """For this person's eyes alone; nobody else may be acting."""
        if request.code is None:
            return await self._give(context)
        if (await self._tries(context)).count >= MOST_WRONG:
            return note(context.texts("no.link_locked", time=context.texts.duration(EXPIRES_AFTER)))
        return await self._take(context, request.code)

    async def _give(self, context: RequestContext) -> Response:
        code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in self._draw(LINK_CODE_LENGTH))
        account = context.incoming.account
        expires = context.at + EXPIRES_AFTER
        await self._store.put_link_code(LinkCode(_digest(code), account.platform, account.id, expires))
        return Response(note=presentation.link_code(code, EXPIRES_AFTER, context.texts), succeeded=True)

    async def _take(self, context: RequestContext, typed: str) -> Response:
        account = context.incoming.account
        code = await self._store.link_code(_digest(typed))
        giver = await self._accounts.known(code.platform, code.account) if code else None
        if code is None or giver is None or code.expires <= context.at:
            return await self._refuse(context)
        if (code.platform, code.account) == (account.platform, account.id):
            return note(context.texts("link.own"))
        there = next(one for one in await self._accounts.accounts(giver) if one.platform == code.platform)
        if giver == context.player:  # The same command once more gets the same answer once more.
            return Response(note=presentation.linked(there, context.texts), succeeded=True)
        if code.used:
            return await self._refuse(context)
        return await self._join(context, giver, there, replace(code, used=True))

    async def _join(
        self, context: RequestContext, giver: PlayerId, there: Account, code: LinkCode
    ) -> Response:
        """Make one player of two, if that can be, and tell both accounts."""
        account = context.incoming.account
        problem = await self._problem(context.player, giver)
        if problem:
            await self._store.put_link_code(code)
            return note(context.texts(problem))
        former, player = context.player, giver
        if await self._is_busy(former):
            former, player = player, former
        await self._accounts.join(former, player, code)
        self._matches.forget()
        self._preferences.forget()
        self._presence.merge(former, player)
        self._presence.record_activity(player, context.chat)
        if chat := self._router.private_chat_of(there):
            preferences = await self._preferences.display_of(player, there.language)
            told = presentation.linked(account, preferences.texts)
            self._synchronizer.send(DirectMessage(chat, told, derived_id(f"linked {code.digest}")))
        return Response(note=presentation.linked(there, context.texts), succeeded=True)

    async def _problem(self, one: PlayerId, other: PlayerId) -> str:
        """Why they cannot become one player, as the key of a sentence; "" if they can."""
        accounts = (*await self._accounts.accounts(one), *await self._accounts.accounts(other))
        if len({account.platform for account in accounts}) < len(accounts):
            return "no.link_platform"
        return "no.link_busy" if await self._is_busy(one) and await self._is_busy(other) else ""

    async def _is_busy(self, player: PlayerId) -> bool:
        return bool(await self._store.matches_of(player, UNDER_WAY))

    # Whoever guesses

    async def _tries(self, context: RequestContext) -> WrongCodes:
        """The wrong codes of the last minutes."""
        account = context.incoming.account
        known = await self._store.wrong_codes(account.platform, account.id)
        if known is None or context.at - known.since >= EXPIRES_AFTER:
            return WrongCodes(account.platform, account.id, 0, context.at)
        return known

    async def _refuse(self, context: RequestContext) -> Response:
        """The same words for every code that is no good: they do not tell whether there is such a code."""
        known = await self._tries(context)
        await self._store.put_wrong_codes(replace(known, count=known.count + 1))
        return note(context.texts("no.link_code"))


def _digest(code: str) -> str:
    """What is stored of a code, however it was typed."""
    return hashlib.sha256(code.upper().encode()).hexdigest()
