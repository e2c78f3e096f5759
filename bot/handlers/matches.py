"""Which match is meant, lists of matches, and their web pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot import interface, presentation
from bot.delivery.match_lists import most_urgent_first
from bot.domain.match_requests import rematch_ids
from bot.domain.refusals import Refused
from bot.domain.remarks import fit_button
from bot.domain.robot_players import is_robot
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.responses import privately
from bot.handlers.services import Services
from bot.interface import (
    Account,
    Answer,
    Chat,
    Incoming,
    Note,
    OpenTable,
    Screen,
    SeenMatch,
    ShowHand,
    ShowRunning,
    Unwatch,
    Watch,
    WebLink,
)
from bot.interface.screens import DisplayPreferences
from bot.presentation import News, Phrasing
from bot.texts import Texts
from games import GAMES
from games.events import MatchId, PlayerId, match_id_of
from games.game import InvalidNotation
from games.match import UNDER_WAY, Match, Phase
from storage.boards import Board, ChatId
from storage.matches import MatchRow

MOST_LISTED = 25  # Discord, five rows of five buttons

_Beginning = interface.OfferChallenge | interface.BuildChallenge | interface.TakeSeek
"""Requests that open a new match, or lead to one."""
_InPlace = interface.BuildChallenge | interface.JoinTournament | interface.LeaveTournament
"""Requests whose answer replaces the pressed message, which is not a board."""


class SeveralMatches(Exception):
    """The player must say which match is meant."""

    def __init__(self, rows: tuple[MatchRow, ...]) -> None:
        self.rows = rows
        super().__init__(len(rows))


async def require_place(services: Services, incoming: Incoming, match: MatchId | None = None) -> None:
    """Require that the answer does not replace a board with anything else.

    A chat that is a single message shows no other match while one is under way. The bot's own buttons
    never ask for this, but a press may be forged.
    """
    chat, request = incoming.chat, incoming.request
    if isinstance(request, _InPlace) and incoming.message and not (chat.private or incoming.ephemeral):
        boards = await services.store.boards.boards_in(chat.platform, chat.id)
        if any(board.message == incoming.message for board in boards):
            raise Refused("no.unreadable")
    if not chat.fixed or incoming.message is None:
        return
    if match is None and not isinstance(request, _Beginning):
        return
    rows = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), UNDER_WAY)
    meant = {match}
    if match and isinstance(request, interface.OfferRematch):  # both players may press at once
        meant.update(rematch_ids(await services.store.matches.drawn_for(match)))
    other = rows and meant.isdisjoint(row.match for row in rows)
    # An unknown match is reported as such later.
    if other and (match is None or await services.store.matches.row(match)):
        raise Refused("no.unreadable")


async def meant(services: Services, player: PlayerId, chat: Chat, request: interface.MatchRequest) -> MatchId:
    if request.match is not None:
        return request.match
    match request:
        case interface.ShowBoard():
            return await _shown(services, player, chat)
        case interface.ShowPhrases() | interface.SayWords():
            return await _spoken_in(services, player, chat)
    finished_only = isinstance(request, interface.VerifyDeal)
    phases = [Phase.OVER] if finished_only else [Phase(phase) for phase in request.phases]
    rows = await _candidates(services, player, chat, *phases)
    if Phase.OVER in phases:
        return _only(rows[:1], "no.no_replay_here" if Phase.RUNNING in phases else "no.no_finished_match")
    match request:
        case interface.AskHint():
            rows = tuple(row for row in rows if any(map(is_robot, row.players))) or rows
        case interface.TypeMove(words=words):
            rows = tuple(row for row in rows if _can_parse(row.game, " ".join(words))) or rows[:1]
    return _only(rows, "no.no_match_here")


async def parted(
    services: Services, player: PlayerId, chat: Chat, typed: interface.TypeMove | interface.SayWords
) -> interface.Request:
    """Take a match code off the end of what was typed, if the player can see that match.

    Any other last word belongs to the move or the message, even if it looks like a code.
    """
    code = match_id_of(typed.words[-1]) if typed.match is None and typed.words else None
    if code is None or not await _sees(services, player, chat, code):
        return typed
    if len(typed.words) > 1:
        return replace(typed, words=typed.words[:-1], match=code)
    if isinstance(typed, interface.SayWords):
        return interface.ShowPhrases(code)
    return interface.InvalidCommand("missing", "move")


async def _spoken_in(services: Services, player: PlayerId, chat: Chat) -> MatchId:
    """The match whose opponent gets the message: the running one, else the one that ended last."""
    running = await _with_people(services, player, chat, Phase.RUNNING)
    rows = running or (await _with_people(services, player, chat, Phase.OVER))[:1]
    if len({frozenset(row.players) for row in rows}) > 1:
        raise SeveralMatches(rows)
    return _only(rows[-1:], "no.nobody_to_hear")


async def _with_people(
    services: Services, player: PlayerId, chat: Chat, phase: Phase
) -> tuple[MatchRow, ...]:
    """The player's matches against people; only those shown here, if there are any."""
    here = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), [phase])
    newest = MOST_LISTED if phase is Phase.OVER else None
    everywhere = await services.store.matches.matches_of(player, [phase], newest=newest)
    for rows in ([row for row in here if player in row.players][::-1], everywhere):
        if found := tuple(row for row in rows if not any(map(is_robot, row.players))):
            return found
    return ()


async def _sees(services: Services, player: PlayerId, chat: Chat, match: MatchId) -> bool:
    row = await services.store.matches.row(match)
    if row is None or player in row.players:
        return row is not None
    here = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), [row.phase])
    return any(shown.match == match for shown in here)


async def _candidates(
    services: Services, player: PlayerId, chat: Chat, *phases: Phase, alone: bool = False
) -> tuple[MatchRow, ...]:
    """The player's matches that this chat shows.

    If `phases` includes finished matches, the last changed comes first, and only the newest are considered.
    With `alone` (only the player sees the answer), a single match elsewhere is used if none is shown here.

    Raises:
        SeveralMatches: none is shown here, but the player has others elsewhere.
    """
    here = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), phases)
    own = tuple(row for row in here if player in row.players)
    if own:
        return own[::-1] if Phase.OVER in phases else own
    newest = MOST_LISTED if Phase.OVER in phases else None
    elsewhere = await services.store.matches.matches_of(player, phases, newest=newest)
    if len(elsewhere) == 1 and alone:
        return elsewhere
    if elsewhere:
        raise SeveralMatches(elsewhere)
    return ()


async def _shown(services: Services, player: PlayerId, chat: Chat) -> MatchId:
    """The match whose board anyone can ask for: the player's own here, else any other in the chat."""
    here = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), UNDER_WAY)
    own = tuple(row for row in here if player in row.players)
    if own or here:
        return _only(own or here, "no.no_board_here")
    rows = await _candidates(services, player, chat, Phase.RUNNING, alone=chat.private)
    return _only(rows, "no.no_board_here")


def _only(rows: tuple[MatchRow, ...], otherwise: str) -> MatchId:
    if not rows:
        raise Refused(otherwise)
    if len(rows) > 1:
        raise SeveralMatches(rows)
    return rows[0].match


def _can_parse(game: str, notation: str) -> bool:
    try:
        GAMES[game].parse(notation)
    except InvalidNotation:
        return False
    return True


FINISHED_ON_A_PAGE = 8  # matches, with two buttons each
MOST_SHOWN = 8
MOST_WATCHED = 10  # matches at a time; bounds the load of boards that nobody reads


@answers(interface.ListMatches)
async def list_matches(context: RequestContext, _: interface.ListMatches) -> Answer:
    return Note(await _inbox_page(context, 1))


@answers(interface.ShowInbox)
async def turn_page(context: RequestContext, request: interface.ShowInbox) -> Answer:
    return responses.page(context, await _inbox_page(context, request.page))


async def _inbox_page(context: RequestContext, number: int) -> interface.Screen:
    matches = await context.services.lists.open_matches(context.player)
    inbox = await context.services.lists.inbox(matches, context.list_reader, number)
    return presentation.matches_page(inbox, context.phrasing, zone=context.preferences.zone)


@answers(interface.ShowHistory)
async def show_history(context: RequestContext, request: interface.ShowHistory) -> Answer:
    number = max(request.page, 1)
    total, finished = await _finished(context, number)
    if number > 1 and not finished:
        number, (total, finished) = 1, await _finished(context, 1)
    page = presentation.history_page(
        finished,
        context.phrasing,
        page=number,
        pages=-(-total // FINISHED_ON_A_PAGE),
        zone=context.preferences.zone,
    )
    return responses.page(context, page, in_place=bool(request.page))


async def _finished(context: RequestContext, page: int) -> tuple[int, tuple[News, ...]]:
    return await context.services.lists.finished(
        context.list_reader, most=FINISHED_ON_A_PAGE, skip=(page - 1) * FINISHED_ON_A_PAGE
    )


@answers(interface.OpenMatch)
async def open_match(context: MatchContext, request: interface.OpenMatch) -> Answer:
    """Show a match in this player's view: as a board in a private chat, else as a note."""
    if context.chat.private:
        return await responses.post_new_board(context)
    view = await responses.own_view(context, await context.match())
    return privately(view, in_place=request.again and context.own)


@answers(interface.ShowMatchWith)
async def show_with(context: RequestContext, request: interface.ShowMatchWith) -> Answer:
    rows = await context.services.lists.running_with(context.player, request.person, context.chat.platform)
    if not rows:
        raise Refused("no.no_match_with")
    match = rows[0].match
    board = interface.ShowBoard(match)
    asked = replace(context, incoming=replace(context.incoming, request=board))
    if len(rows) > 1:
        return await which(asked, SeveralMatches(rows))
    return await responses.post_new_board(asked.about(match), board)


async def which(context: RequestContext, several: SeveralMatches) -> Answer:
    """Ask which match was meant: the most urgent first, or finished ones in the order given."""
    request, rows = context.incoming.request, several.rows
    if all(row.phase != Phase.OVER for row in rows):
        rows = most_urgent_first(rows, context.player)
    listed = await context.services.lists.listed(rows[:MOST_LISTED], context.list_reader)
    wordy = isinstance(request, interface.SayWords) and not fit_button(request.words)

    def named(match: MatchId) -> interface.Request:
        if wordy:
            return interface.ShowPhrases(match)
        return request.about(match) if isinstance(request, interface.MatchRequest) else request

    asked = presentation.which_match(listed, named, context.phrasing, left_out=len(rows) - len(listed))
    if wordy:
        told = context.texts("no.say_which", match=several.rows[0].match)
        asked = replace(asked, text=told)
    return Note(asked, succeeded=False)


@answers(interface.ShowRunning)
async def show_running(context: RequestContext, _: ShowRunning) -> Answer:
    """List the running matches shown in this chat, or watched in a private one, the latest first."""
    chat = context.chat
    rows = await (_watched(context, chat) if chat.private else _shown_in(context, chat))
    shown = await _running_page(context, rows, watched=chat.private)
    return Note(shown[0])


async def played_here(context: RequestContext) -> Answer:
    """List this player's running matches that this chat shows, for everybody in it."""
    rows = [row for row in await _shown_in(context, context.chat) if context.player in row.players]
    if not rows:
        raise Refused("watch.none_of_yours")
    page, phrasing = await _running_page(context, rows, watched=False)
    title = context.texts("title.played_by", name=phrasing.name(context.player))
    return Note(replace(page, title=title))


async def _running_page(
    context: RequestContext, rows: Sequence[MatchRow], *, watched: bool
) -> tuple[Screen, Phrasing]:
    listed = rows[::-1][:MOST_SHOWN]
    phrasing = await context.naming([context.player, *(player for row in listed for player in row.players)])
    matches = [(row.match, row.game, row.players) for row in listed]
    left_out = len(rows) - len(listed)
    return presentation.running_page(matches, phrasing, left_out=left_out, watched=watched), phrasing


@answers(interface.Watch)
async def watch(context: MatchContext, _: Watch) -> Answer:
    match = await context.match()
    if match.seat_of(context.player) is not None:
        return await responses.show_hand(context, ShowHand(context.match_id))
    if match.phase is not Phase.RUNNING:
        key = "no.watch_over" if match.players else "no.watch_challenge"
        raise Refused(key, match=context.match_id)
    chat = await _private_chat(context)
    watched = await _watched(context, chat)
    if len([row for row in watched if row.match != context.match_id]) >= MOST_WATCHED:
        raise Refused("no.watch_most", most=MOST_WATCHED)
    if context.chat.private:
        return await responses.post_new_board(context)
    board = await context.services.router.private_board(
        context.player, context.match_id, prefer=chat.platform, after=context.press, at=context.at
    )
    if board is not None and board.id not in {one.id for one in await _own_boards(context)}:
        await context.services.boards.put([board])
    return Note(presentation.watching(context.match_id, context.phrasing))


@answers(interface.Unwatch)
async def unwatch(context: MatchContext, _: Unwatch) -> Answer:
    match = await context.match()
    boards = await _own_boards(context)
    if not boards or match.seat_of(context.player) is not None:
        raise Refused("no.not_watching")
    context.services.boards.withdraw(boards)
    for board in boards:
        await context.store.boards.drop_board(board.id)
    return Note(Screen(context.texts("watch.stopped", match=context.match_id)))


async def _private_chat(context: RequestContext) -> Chat:
    if context.chat.private:
        return context.chat
    found = (await context.services.router.reach(context.player)).private_chat(context.chat.platform)
    if found is None:
        raise Refused("no.watch_unreached")
    return found[1]


async def _own_boards(context: MatchContext) -> list[Board]:
    boards = await context.store.boards.boards_of(context.match_id)
    return [board for board in boards if board.private and board.player == context.player]


async def _shown_in(context: RequestContext, chat: Chat) -> tuple[MatchRow, ...]:
    return await context.store.matches.matches_in(chat.platform, ChatId(chat.id), [Phase.RUNNING])


async def _watched(context: RequestContext, chat: Chat) -> tuple[MatchRow, ...]:
    return tuple(row for row in await _shown_in(context, chat) if context.player not in row.players)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person who opens a page."""

    player: PlayerId
    account: Account
    preferences: DisplayPreferences

    @property
    def texts(self) -> Texts:
        return self.preferences.texts


@answers(interface.OpenTable)
async def open_table(context: MatchContext, _: OpenTable) -> Answer:
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
    player = await services.accounts.player_of(platform, account)
    if not player:
        return None
    accounts = await services.accounts.accounts(player)
    own = next((each for each in accounts if (each.platform, each.id) == (platform, account)), None)
    if own is None:
        return None
    return Visitor(player, own, await services.preferences.display_of(player, own.language))


async def seen_by(services: Services, who: Visitor, match: MatchId | None) -> SeenMatch | str:
    """The match (default: the most urgent one) in the visitor's view, or the text of a refusal."""
    try:
        return await _seen_match(services, who, match or await _longest_waiting(services, who.player))
    except Refused as refused:
        return presentation.refused_page(refused, who.texts).text


async def _longest_waiting(services: Services, player: PlayerId) -> MatchId:
    running = await services.lists.open_matches(player)
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
    return SeenMatch(account, chat, match_id, replace(message, language=who.texts.language))


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
