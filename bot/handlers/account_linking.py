"""Two accounts of one person become one player: a code is given on one platform and typed on another.

The player who has nothing under way becomes the other one: what was his is found under the other's id from
then on, and the log stays as it is. Nobody acts while that happens (see `bot.handlers.shared_lock`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

from bot import presentation
from bot.delivery.board_synchronizer import Boards
from bot.delivery.presence import Reach
from bot.delivery.routing import Places, drawn
from bot.delivery.turn_notices import UNDER_WAY, Word
from bot.domain.challenge_requests import CODE_LETTERS
from bot.handlers.context import Visit
from bot.handlers.help import note
from bot.interface import (
    Account,
    Answer,
    LinkAccounts,
)
from bot.repositories.accounts import People
from bot.repositories.matches import Archive
from bot.repositories.preferences import Wishes
from games.events import PlayerId
from storage.store import LinkCode, Store, WrongCodes

CODE_LENGTH = 10  # letters, that is 49 bits
MINUTES = 10
EXPIRES_AFTER = 60 * MINUTES  # seconds
MOST_WRONG = 5  # codes that an account may get wrong within these minutes


class Linking:
    """Gives codes, and takes them."""

    def __init__(
        self,
        store: Store,
        people: People,
        archive: Archive,
        boards: Boards,
        places: Places,
        reach: Reach,
        wishes: Wishes,
        draw: Callable[[int], bytes],
    ) -> None:
        self._store, self._people, self._archive = store, people, archive
        self._boards, self._places, self._reach = boards, places, reach
        self._wishes = wishes
        self._draw = draw

    async def answer(self, visit: Visit, request: LinkAccounts) -> Answer:
        """For this person's eyes alone; nobody else may be acting."""
        if request.code is None:
            return await self._give(visit)
        if (await self._tries(visit)).count >= MOST_WRONG:
            return note(visit.texts("no.link_locked", time=visit.texts.duration(EXPIRES_AFTER)))
        return await self._take(visit, request.code)

    async def _give(self, visit: Visit) -> Answer:
        code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in self._draw(CODE_LENGTH))
        account = visit.incoming.account
        expires = visit.at + EXPIRES_AFTER
        await self._store.put_link_code(LinkCode(_digest(code), account.platform, account.id, expires))
        return Answer(note=presentation.link_code(code, EXPIRES_AFTER, visit.texts), granted=True)

    async def _take(self, visit: Visit, typed: str) -> Answer:
        account = visit.incoming.account
        code = await self._store.link_code(_digest(typed))
        giver = await self._people.known(code.platform, code.account) if code else None
        if code is None or giver is None or code.expires <= visit.at:
            return await self._refuse(visit)
        if (code.platform, code.account) == (account.platform, account.id):
            return note(visit.texts("link.own"))
        there = next(one for one in await self._people.accounts(giver) if one.platform == code.platform)
        if giver == visit.player:  # The same command once more gets the same answer once more.
            return Answer(note=presentation.linked(there, visit.texts), granted=True)
        if code.used:
            return await self._refuse(visit)
        return await self._join(visit, giver, there, replace(code, used=True))

    async def _join(self, visit: Visit, giver: PlayerId, there: Account, code: LinkCode) -> Answer:
        """Make one player of two, if that can be, and tell both accounts."""
        account = visit.incoming.account
        problem = await self._problem(visit.player, giver)
        if problem:
            await self._store.put_link_code(code)
            return note(visit.texts(problem))
        former, player = visit.player, giver
        if await self._is_busy(former):
            former, player = player, former
        await self._people.join(former, player, code)
        self._archive.forget()
        self._wishes.forget()
        self._reach.becomes(former, player)
        self._reach.acts(player, visit.chat)
        if chat := self._places.chat_with(there):
            look = await self._wishes.look(player, there.language)
            told = presentation.linked(account, look.texts)
            self._boards.tell(Word(chat, told, drawn(f"linked {code.digest}")))
        return Answer(note=presentation.linked(there, visit.texts), granted=True)

    async def _problem(self, one: PlayerId, other: PlayerId) -> str:
        """Why they cannot become one player, as the key of a sentence; "" if they can."""
        accounts = (*await self._people.accounts(one), *await self._people.accounts(other))
        if len({account.platform for account in accounts}) < len(accounts):
            return "no.link_platform"
        return "no.link_busy" if await self._is_busy(one) and await self._is_busy(other) else ""

    async def _is_busy(self, player: PlayerId) -> bool:
        return bool(await self._store.matches_of(player, UNDER_WAY))

    # Whoever guesses

    async def _tries(self, visit: Visit) -> WrongCodes:
        """The wrong codes of the last minutes."""
        account = visit.incoming.account
        known = await self._store.wrong_codes(account.platform, account.id)
        if known is None or visit.at - known.since >= EXPIRES_AFTER:
            return WrongCodes(account.platform, account.id, 0, visit.at)
        return known

    async def _refuse(self, visit: Visit) -> Answer:
        """The same words for every code that is no good: they do not tell whether there is such a code."""
        known = await self._tries(visit)
        await self._store.put_wrong_codes(replace(known, count=known.count + 1))
        return note(visit.texts("no.link_code"))


def _digest(code: str) -> str:
    """What is stored of a code, however it was typed."""
    return hashlib.sha256(code.upper().encode()).hexdigest()
