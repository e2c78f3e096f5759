"""Matches on a page of their own: the way there, and what is seen there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import interface
from bot.delivery.match_lists import MatchLists
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import ChatRouter
from bot.delivery.table_links import TableLinks
from bot.handlers.context import MatchContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal
from bot.interface import Account, Answer, AtTable, Chat, Note, OpenTable, Screen, WebLink
from bot.interface.people import DisplayPreferences
from bot.presentation import quoted
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository, UnknownMatch
from bot.repositories.preferences import PreferencesRepository
from bot.texts import Texts
from games.events import MatchId, PlayerId
from games.match import Match, Phase
from storage.sql.store import Store


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person who opens a page."""

    player: PlayerId
    account: Account
    preferences: DisplayPreferences

    @property
    def texts(self) -> Texts:
        """In the language that they understand."""
        return self.preferences.texts


class TablePageHandler:
    """The code of a match is enough to look on, as with `Watch`; players see their own view."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        accounts: AccountRepository,
        router: ChatRouter,
        screens: MatchScreens,
        preferences: PreferencesRepository,
        tables: TableLinks,
    ) -> None:
        self._store, self._matches, self._accounts = store, matches, accounts
        self._router, self._screens, self._preferences = router, screens, preferences
        self._lists, self._tables = MatchLists(store, accounts), tables

    @answers(interface.OpenTable)
    async def link(self, context: MatchContext, _: OpenTable) -> Answer:
        """The way to the page, for this person alone."""
        if not self._tables.are_served:
            raise Refusal("no.table_off")
        match = await self._matches.load(context.match_id, context.read)
        _require_sight(match, context.player)
        url = self._tables.link(context.incoming.account, context.match_id)
        link = WebLink(context.texts("button.table_open"), url)
        return Note(Screen(context.texts("note.table_link"), page=link))

    async def known(self, platform: str, account: str) -> Visitor | None:
        """Who has this account."""
        player = await self._accounts.known(platform, account)
        for own in await self._accounts.accounts(player) if player else ():
            if player and (own.platform, own.id) == (platform, account):
                return Visitor(player, own, await self._preferences.display_of(player, own.language))
        return None

    async def seen(self, who: Visitor, match: MatchId | None) -> AtTable | str:
        """The match in the view of this person, or why they do not see it."""
        try:
            return await self._seen(who, match or await self._chosen(who.player))
        except Refusal as refusal:
            return who.texts(refusal.key, **refusal.values)
        except UnknownMatch as unknown:
            return who.texts("no.unknown_match", match=quoted(str(unknown)))

    async def _chosen(self, player: PlayerId) -> MatchId:
        """The match that waits for somebody longest."""
        running = await self._lists.open_matches(player)
        if not running:
            raise Refusal("no.table_no_match")
        return running[0].row.match

    async def _seen(self, who: Visitor, match_id: MatchId) -> AtTable:
        match = await self._matches.load(match_id)
        _require_sight(match, who.player)
        chat = await self._chat(who, match_id)
        own = {one.platform: one for one in await self._accounts.accounts(who.player)}
        account = who.account if who.account.platform == chat.platform else own[chat.platform]
        message = await self._screens.board(match, who.player, "", who.preferences)
        return AtTable(account, chat, match_id, replace(message, language=who.texts.language))

    async def _chat(self, who: Visitor, match: MatchId) -> Chat:
        """Where they would be notified of this match: what they do on the page is done there."""
        boards = await self._store.boards.boards_of(match)
        chat = (await self._router.reach(who.player, match)).chat_to_notify(boards)
        chat = chat or self._router.private_chat_of(who.account)
        if chat is None:
            raise Refusal("no.table_off")
        return chat


def _require_sight(match: Match, player: PlayerId) -> None:
    """A match that nobody has accepted is seen by its challenger and by the person who is invited."""
    opened = match.opened
    if match.players is None and player not in (opened.challenger, opened.invited):
        raise Refusal(
            "no.watch_challenge" if match.phase is Phase.CHALLENGE else "no.watch_over", match=opened.match
        )
