"""The web pages of matches: links to them, and what their visitors may see."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import interface, presentation
from bot.domain.refusals import Refused
from bot.handlers.context import MatchContext, answers
from bot.handlers.match_lists import open_matches
from bot.handlers.services import Services
from bot.interface import (
    GUEST,
    Account,
    Answer,
    Chat,
    DisplayPreferences,
    Note,
    OpenPage,
    Screen,
    SeenMatch,
    WebLink,
)
from bot.texts import Texts
from games.events import MatchId, PlayerId
from games.match import Match, Phase
from storage.boards import BoardId


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person who opens a page."""

    player: PlayerId
    account: Account
    preferences: DisplayPreferences

    @property
    def texts(self) -> Texts:
        return self.preferences.texts


@answers(interface.OpenPage)
async def open_page(context: MatchContext, _: OpenPage) -> Answer:
    pages = context.services.pages
    if not pages.are_served:
        raise Refused("no.table_off")
    match = await context.match()
    _require_sight(match, context.player)
    url = pages.server.link(context.incoming.account, context.match_id)
    link = WebLink(context.texts("button.table_open"), url, context.match_id)
    return Note(Screen(context.texts("note.table_link"), page=link))


async def visitor(services: Services, platform: str, account: str) -> Visitor | None:
    player = await services.accounts.player_of(platform, account)
    if not player:
        return None
    accounts = await services.accounts.accounts(player)
    own = next((each for each in accounts if (each.platform, each.id) == (platform, account)), None)
    if own is None:
        return None
    return Visitor(player, own, await services.preferences.display_of(player, own.language))


async def own_view(
    services: Services, chat: Chat, account: str, match_id: MatchId, note: str, *, more: bool
) -> Screen | None:
    """A player's view as `responses.own_view` shows it, with what is half chosen in this note, or *More*."""
    who = await visitor(services, chat.platform, account)
    if who is None:
        return None
    match = await services.matches.load(match_id)
    screens, preferences = services.screens, who.preferences
    if more:
        message = await screens.more(match, who.player, chat, preferences)
    else:
        chosen = screens.half_chosen.on(BoardId(note), match)
        message = await screens.board(match, who.player, chat.platform, preferences, chosen)
    return replace(message, language=who.texts.language)


async def seen_by(services: Services, who: Visitor, match: MatchId | None) -> SeenMatch | str:
    """The match (default: the most urgent one) in the visitor's view, or the text of a refusal."""
    try:
        return await _seen_match(services, who, match or await _longest_waiting(services, who.player))
    except Refused as refused:
        return presentation.refused_page(refused, who.texts).text


async def _longest_waiting(services: Services, player: PlayerId) -> MatchId:
    running = await open_matches(services.store, player)
    if not running:
        raise Refused("no.table_no_match")
    return running[0].match


async def _seen_match(services: Services, who: Visitor, match_id: MatchId) -> SeenMatch:
    match = await services.matches.load(match_id)
    _require_sight(match, who.player)
    chat = await _chat_to_act_in(services, who, match_id)
    by_platform = {account.platform: account for account in await services.accounts.accounts(who.player)}
    account = who.account if who.account.platform == chat.platform else by_platform[chat.platform]
    message = await services.screens.board(match, who.player, "", who.preferences)
    guest = by_platform.keys() == {GUEST}
    if guest and match.phase is not Phase.RUNNING:  # else it is behind More
        message = replace(message, rows=(*message.rows, presentation.guest_buttons(who.texts)))
    return SeenMatch(account, chat, match_id, replace(message, language=who.texts.language), guest)


async def _chat_to_act_in(services: Services, who: Visitor, match: MatchId) -> Chat:
    """The chat where the visitor is notified of this match; actions on the page count as done there."""
    boards = await services.store.boards.boards_of(match)
    chat = (await services.router.reach(who.player, match)).chat_to_notify(boards)
    chat = chat or services.router.private_chat_of(who.account)
    if chat is None:
        raise Refused("no.table_off")
    return chat


def _require_sight(match: Match, player: PlayerId) -> None:
    """Before acceptance, only challenger and invited player may see a match."""
    opened = match.opened
    if match.players is None and player not in (opened.challenger, opened.invited):
        raise Refused(
            "no.watch_challenge" if match.phase is Phase.CHALLENGE else "no.watch_over", match=opened.match
        )
