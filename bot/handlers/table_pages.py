"""Matches on a page of their own: the way there, and what is seen there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import interface, presentation
from bot.domain.refusals import Refused
from bot.handlers.context import MatchContext, answers
from bot.handlers.services import Services
from bot.interface import Account, Answer, AtTable, Chat, Note, OpenTable, Screen, WebLink
from bot.interface.people import DisplayPreferences
from bot.texts import Texts
from games.events import MatchId, PlayerId
from games.match import Match, Phase


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


@answers(interface.OpenTable)
async def open_table(context: MatchContext, _: OpenTable) -> Answer:
    """The way to the page, for this person alone."""
    tables = context.services.tables
    if not tables.are_served:
        raise Refused("no.table_off")
    match = await context.match()
    _require_sight(match, context.player)
    link = WebLink(
        context.texts("button.table_open"), tables.link(context.incoming.account, context.match_id)
    )
    return Note(Screen(context.texts("note.table_link"), page=link))


async def visitor(services: Services, platform: str, account: str) -> Visitor | None:
    """Who has this account."""
    player = await services.accounts.known(platform, account)
    for own in await services.accounts.accounts(player) if player else ():
        if player and (own.platform, own.id) == (platform, account):
            return Visitor(player, own, await services.preferences.display_of(player, own.language))
    return None


async def seen_by(services: Services, who: Visitor, match: MatchId | None) -> AtTable | str:
    """The match in the view of this person, or why they do not see it."""
    try:
        return await _seen(services, who, match or await _chosen(services, who.player))
    except Refused as refused:
        return presentation.refused_page(refused, who.texts).text


async def _chosen(services: Services, player: PlayerId) -> MatchId:
    """The match that waits for somebody longest."""
    running = await services.lists.open_matches(player)
    if not running:
        raise Refused("no.table_no_match")
    return running[0].row.match


async def _seen(services: Services, who: Visitor, match_id: MatchId) -> AtTable:
    match = await services.matches.load(match_id)
    _require_sight(match, who.player)
    chat = await _chat(services, who, match_id)
    own = {one.platform: one for one in await services.accounts.accounts(who.player)}
    account = who.account if who.account.platform == chat.platform else own[chat.platform]
    message = await services.screens.board(match, who.player, "", who.preferences)
    return AtTable(account, chat, match_id, replace(message, language=who.texts.language))


async def _chat(services: Services, who: Visitor, match: MatchId) -> Chat:
    """Where they would be notified of this match: what they do on the page is done there."""
    boards = await services.store.boards.boards_of(match)
    chat = (await services.router.reach(who.player, match)).chat_to_notify(boards)
    chat = chat or services.router.private_chat_of(who.account)
    if chat is None:
        raise Refused("no.table_off")
    return chat


def _require_sight(match: Match, player: PlayerId) -> None:
    """A match that nobody has accepted is seen by its challenger and by the person who is invited."""
    opened = match.opened
    if match.players is None and player not in (opened.challenger, opened.invited):
        raise Refused(
            "no.watch_challenge" if match.phase is Phase.CHALLENGE else "no.watch_over", match=opened.match
        )
