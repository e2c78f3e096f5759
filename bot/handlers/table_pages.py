"""Matches on a page of their own: the way there, and what whoever opens it may see."""

from __future__ import annotations

from dataclasses import replace

from bot.delivery.match_lists import MatchLists
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import ChatRouter
from bot.handlers.context import MatchContext
from bot.handlers.responses import Refusal
from bot.interface import Account, AtTable, Chat, Message, OpenTable, Response, TablePages, WebLink
from bot.interface.display_preferences import DisplayPreferences
from bot.presentation import quoted
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository, UnknownMatch
from games.events import MatchId, PlayerId
from games.match import Match, Phase
from storage.boards import Boards


class TablePageHandler:
    """Whoever has the code of a match may look on, as with `Watch`; whoever plays sees their own view."""

    def __init__(
        self,
        store: Boards,
        matches: MatchRepository,
        accounts: AccountRepository,
        router: ChatRouter,
        screens: MatchScreens,
        lists: MatchLists,
    ) -> None:
        self._store, self._matches, self._accounts = store, matches, accounts
        self._router, self._screens, self._lists = router, screens, lists
        self._pages: TablePages | None = None

    def serve(self, pages: TablePages) -> None:
        """From now on there are such pages."""
        self._pages, self._screens.table_pages = pages, True
        self._matches.after_commit.append(lambda change: pages.changed(change.row.match))

    async def link(self, context: MatchContext, _: OpenTable) -> Response:
        """The way to the page, for this person alone."""
        if self._pages is None:
            raise Refusal("no.table_off")
        match = await self._matches.load(context.match_id)
        _require_sight(match, context.player)
        url = self._pages.link(context.incoming.account, context.match_id)
        link = WebLink(context.texts("button.table_open"), url)
        return Response(note=Message(context.texts("note.table_link"), page=link), succeeded=True)

    async def _chosen(self, player: PlayerId) -> MatchId:
        """The match that waits for somebody longest."""
        running = await self._lists.open_matches(player)
        if not running:
            raise Refusal("no.table_no_match")
        return running[0].row.match

    async def seen(
        self, player: PlayerId, account: Account, match_id: MatchId | None, preferences: DisplayPreferences
    ) -> AtTable | str:
        """The match in the view of this person, or why they do not see it."""
        try:
            return await self._seen(player, account, match_id or await self._chosen(player), preferences)
        except Refusal as refusal:
            return preferences.texts(refusal.key, **refusal.values)
        except UnknownMatch as unknown:
            return preferences.texts("no.unknown_match", match=quoted(str(unknown)))

    async def _seen(
        self, player: PlayerId, account: Account, match_id: MatchId, preferences: DisplayPreferences
    ) -> AtTable:
        match = await self._matches.load(match_id)
        _require_sight(match, player)
        chat = await self._chat(player, account, match_id)
        own = {one.platform: one for one in await self._accounts.accounts(player)}
        message = await self._screens.board(match, player, "", preferences)
        language = preferences.texts.language
        return AtTable(
            account if account.platform == chat.platform else own[chat.platform],
            chat,
            match_id,
            replace(message, language=language),
        )

    async def _chat(self, player: PlayerId, account: Account, match: MatchId) -> Chat:
        """Where they would be notified of this match: what they do on the page is done there."""
        chat = await self._router.chat_to_notify(player, match, await self._store.boards_of(match))
        chat = chat or self._router.private_chat_of(account)
        if chat is None:
            raise Refusal("no.table_off")
        return chat


def _require_sight(match: Match, player: PlayerId) -> None:
    """Of a match that nobody has accepted, only those see the page whom it concerns."""
    opened = match.opened
    if match.players is None and player not in (opened.challenger, opened.invited):
        raise Refusal(
            "no.watch_challenge" if match.phase is Phase.CHALLENGE else "no.watch_over", match=opened.match
        )
