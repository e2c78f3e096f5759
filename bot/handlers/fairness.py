"""The proof that a match was dealt fairly."""

from __future__ import annotations

from bot import interface, presentation
from bot.handlers.context import MatchContext, answers
from bot.handlers.talking import may_read
from bot.interface import Answer, Note
from games.events import PlayerId
from games.match import Match, Phase
from games.match.deal import words_in


@answers(interface.VerifyDeal)
async def verify_deal(context: MatchContext, _: interface.VerifyDeal) -> Answer:
    match = await context.match()
    phrasing = await context.naming_players(match)
    view, hidden = match.seen_by(None), await _hides_words(context, match)
    if match.phase in (Phase.CHALLENGE, Phase.RUNNING):
        return Note(presentation.sealed_page(view, phrasing, words_hidden=hidden))
    proof = match.proof(match.seat_of(context.player))
    return Note(presentation.verify_page(view, proof, phrasing, words_hidden=hidden))


async def _hides_words(context: MatchContext, match: Match) -> bool:
    """Whether the deal has words of the accepting player that this player may not read."""
    accepted = match.accepted
    if accepted is None or not words_in(accepted.entropy):
        return False
    return not await may_read(context, match, await _author_of_words(context, match, accepted.player))


async def _author_of_words(context: MatchContext, match: Match, accepter: PlayerId) -> PlayerId:
    """Who gave the words of a deal; a match that goes on from another one has the deal of that one."""
    while match.opened.continues:
        match = await context.services.matches.load(match.opened.continues)
    if match.opened.continues is not None:  # they come from a record
        return match.opened.challenger
    return match.accepted.player if match.accepted else accepter
