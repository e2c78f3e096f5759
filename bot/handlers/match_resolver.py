"""Finds the match that a request means if it names none."""

from __future__ import annotations

from dataclasses import replace

from bot import interface
from bot.domain.match_requests import rematch_ids
from bot.domain.refusals import Refused
from bot.domain.robot_players import is_robot
from bot.handlers.services import Services
from bot.interface import Chat, Incoming
from games import GAMES
from games.events import MatchId, PlayerId, match_id_of
from games.game import InvalidNotation
from games.match import Phase
from storage.boards import ChatId
from storage.matches import MatchRow

MOST_LISTED = 25  # Discord, five rows of five buttons

UNDER_WAY = (Phase.CHALLENGE.value, Phase.RUNNING.value)

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
    never ask for this, but a press may be forged. `match` is the match that is meant, if any.

    Raises:
        Refused: the answer would replace a board.
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
    """The match that the request is about.

    Raises:
        Refused: no match fits.
        SeveralMatches: several fit.
    """
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
            rows = _with_robots(rows) or rows
        case interface.TypeMove(words=words):
            rows = _that_know(rows, " ".join(words)) or rows[:1]
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
    return interface.InvalidCommand("missing", "move", "")


async def _spoken_in(services: Services, player: PlayerId, chat: Chat) -> MatchId:
    """The match whose opponent gets the message: the running one, else the one that ended last.

    Raises:
        Refused: there is none.
        SeveralMatches: there are several opponents.
    """
    running = await _with_people(services, player, chat, Phase.RUNNING)
    rows = running or (await _with_people(services, player, chat, Phase.OVER))[:1]
    if len({frozenset(row.players) for row in rows}) > 1:
        raise SeveralMatches(rows)
    return _only(rows[-1:], "no.nobody_to_hear")


async def _with_people(
    services: Services, player: PlayerId, chat: Chat, phase: Phase
) -> tuple[MatchRow, ...]:
    """The player's matches against people; only those shown here, if there are any."""
    here = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), [phase.value])
    newest = MOST_LISTED if phase is Phase.OVER else None
    everywhere = await services.store.matches.matches_of(player, [phase.value], newest=newest)
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
    values = [phase.value for phase in phases]
    here = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), values)
    own = tuple(row for row in here if player in row.players)
    if own:
        return own[::-1] if Phase.OVER in phases else own
    newest = MOST_LISTED if Phase.OVER in phases else None
    elsewhere = await services.store.matches.matches_of(player, values, newest=newest)
    if len(elsewhere) == 1 and alone:
        return elsewhere
    if elsewhere:
        raise SeveralMatches(elsewhere)
    return ()


async def _shown(services: Services, player: PlayerId, chat: Chat) -> MatchId:
    """The match whose board anyone can ask for: the player's own here, else any other in the chat."""
    lasting = (Phase.CHALLENGE.value, Phase.RUNNING.value)
    here = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), lasting)
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


def _with_robots(rows: tuple[MatchRow, ...]) -> tuple[MatchRow, ...]:
    return tuple(row for row in rows if any(map(is_robot, row.players)))


def _that_know(rows: tuple[MatchRow, ...], notation: str) -> tuple[MatchRow, ...]:
    return tuple(row for row in rows if _knows(row.game, notation))


def _knows(game: str, notation: str) -> bool:
    try:
        GAMES[game].parse(notation)
    except InvalidNotation:
        return False
    return True
