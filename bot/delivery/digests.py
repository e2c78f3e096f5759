"""One message about several matches: which of them wait for somebody, and what became of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot import presentation
from bot.delivery.match_lists import MatchLists, section
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import ChatRouter, derived_id
from bot.interface import Account, Adapter, Screen, Unreachable
from bot.presentation import Inbox, News, Phrasing
from bot.repositories.matches import MatchRepository
from bot.texts import Texts
from games.events import PlayerId
from storage.jobs import OwedNotice
from storage.matches import DueMatch
from storage.sql.store import Store

CHATS = 3  # that are tried one after the other
ON_A_PAGE = 10  # matches


class DigestPoster:
    """Posts it in a private chat of theirs."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        router: ChatRouter,
        matches: MatchRepository,
        lists: MatchLists,
        screens: MatchScreens,
    ) -> None:
        self._store, self._adapters, self._router = store, adapters, router
        self._matches, self._lists, self._screens = matches, lists, screens

    async def post(self, player: PlayerId, owed: Sequence[OwedNotice], now: int) -> bool:
        """Tell somebody of several matches; False: no private chat accepts messages.

        Raises:
            RetryLater: nobody was told.
        """
        first = owed[0]
        nonce = derived_id(
            f"digest for {player} of {first.match} {first.notice.question} since {first.since}"
        )
        for _ in range(CHATS):
            found = (await self._router.reach(player)).private_chat("")
            if found is None or not self._router.is_running(found[1].platform):
                return False
            account, chat = found
            message = await self._message(player, account, owed, now)
            try:
                await self._adapters[chat.platform].post(chat, message, nonce)
            except Unreachable:
                self._router.mark_closed(chat)
            else:
                return True
        return False

    async def _message(
        self, player: PlayerId, account: Account, owed: Sequence[OwedNotice], now: int
    ) -> Screen:
        chosen = await self._screens.preferences_of_reader(player, account.platform)
        matches = await self._lists.open_matches(player)
        listed = await self._lists.listed(
            matches[:ON_A_PAGE], player, account.platform, chosen.texts, now=now
        )
        inbox = Inbox(
            Counter(section(match.row, player) for match in matches),
            listed,
            page=1,
            pages=max(1, -(-len(matches) // ON_A_PAGE)),
        )
        waiting = {match.row.match for match in matches if section(match.row, player) != "waiting"}
        others = [one for one in owed if one.match not in waiting]
        news = [
            await self._news(one, player, account.platform, chosen.texts, now) for one in others[:ON_A_PAGE]
        ]
        page = presentation.digest_page(
            inbox, news, Phrasing(chosen.texts, {}), left_out=len(others) - len(news), zone=chosen.zone
        )
        return replace(self._screens.page(page, chosen), awaits=(account,), pings=True)

    async def _news(self, owed: OwedNotice, player: PlayerId, platform: str, texts: Texts, now: int) -> News:
        match, row = await self._matches.load(owed.match), await self._store.matches.row(owed.match)
        if row is None:
            raise ValueError("a notice of no match")
        (listed,) = await self._lists.listed([DueMatch(row, None)], player, platform, texts, now=now)
        return News(listed, presentation.what_became(self._screens.view(match, player)))
