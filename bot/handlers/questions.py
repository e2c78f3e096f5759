"""Questions about a position, answered in words for who asks."""

from __future__ import annotations

from bot import presentation
from bot.domain.commands import QUOTED
from bot.domain.refusals import Refused
from bot.handlers.context import MatchContext, answers
from bot.interface import POSITION, Answer, AskWhere, Note, Screen
from bot.presentation.phrasing import quoted
from bot.texts import folded, joined
from games.actions import Reason, RefusedByMatch


@answers(AskWhere)
async def ask_where(context: MatchContext, request: AskWhere) -> Answer:
    match = await context.match()
    seen, phrasing = context.services.screens.view(match, context.player), await context.naming_players(match)
    if seen.view is None:
        raise RefusedByMatch(Reason.NOT_RUNNING)
    words = tuple(map(folded, request.words))
    if words == (POSITION,):
        return Note(presentation.position_page(seen, seen.view, phrasing))
    if words and (sentences := phrasing.tell(seen, seen.view.tell_where(words))):
        return Note(Screen(joined(sentences)))
    also = context.texts("where.position", example=f"/where {POSITION}")
    can_ask = joined([*phrasing.tell(seen, seen.view.tell_where(())), also])
    if words:
        raise Refused("no.where", asked=quoted(" ".join(request.words)[:QUOTED]), can_ask=can_ask)
    return Note(Screen(can_ask))
