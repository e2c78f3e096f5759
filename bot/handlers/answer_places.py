"""Whether an answer may be shown where the request was made."""

from __future__ import annotations

from bot import interface
from bot.domain.match_requests import rematch_ids
from bot.domain.refusals import Refused
from bot.handlers.context import RequestContext
from games.events import MatchId
from games.match import UNDER_WAY

_Proposed = interface.AgreeToMatch | interface.RefuseMatch
_Beginning = interface.OfferChallenge | interface.BuildChallenge | interface.TakeSeek | _Proposed
"""Requests that open a new match, or lead to one."""
_InPlace = interface.BuildChallenge | interface.JoinTournament | interface.LeaveTournament | _Proposed
"""Requests whose answer replaces the pressed message, which is not a board."""


async def require_place(context: RequestContext, match: MatchId | None = None) -> None:
    """Require that the answer does not replace a board with anything else.

    The bot's own buttons never ask for this, but a press may be forged.
    """
    if await _replaces_board(context) or await _replaces_match(context, match):
        raise Refused("no.unreadable")


async def is_on_board(context: RequestContext) -> bool:
    """Whether the pressed message is a board, which a page must not replace."""
    incoming, chat = context.incoming, context.chat
    if not incoming.message or incoming.ephemeral:
        return False
    boards = await context.store.boards.boards_in(chat.platform, chat.id)
    return any(board.message == incoming.message for board in boards)


async def _replaces_board(context: RequestContext) -> bool:
    if context.chat.private or not isinstance(context.incoming.request, _InPlace):
        return False
    return await is_on_board(context)


async def _replaces_match(context: RequestContext, match: MatchId | None) -> bool:
    """Whether a chat that is a single message would show another match while one is under way there."""
    matches, chat, request = context.store.matches, context.chat, context.incoming.request
    if not chat.fixed or context.incoming.message is None:
        return False
    if match is None and not isinstance(request, _Beginning):
        return False
    rows = await context.matches_here(UNDER_WAY)
    allowed = {match}
    if match and isinstance(request, interface.OfferRematch):  # both players may press at once
        allowed.update(rematch_ids(await matches.drawn_for(match)))
    if not rows or not allowed.isdisjoint(row.match for row in rows):
        return False
    return match is None or await matches.row(match) is not None  # an unknown match is reported later
