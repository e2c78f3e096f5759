"""People of a channel that plays as one: for whom they act, and how they vote."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from bot import interface, presentation
from bot.domain import teams
from bot.domain.players import is_team
from bot.domain.refusals import Refused
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.transactions import MatchTransaction
from bot.interface import Answer, Note, Screen
from bot.interface.registry import VERB_OF, MatchAction, Request
from bot.repositories.matches import players_of
from games.events import MovePlayed, PlayerId
from games.game import Seat
from games.match import Decision, Match, Phase
from storage.errors import PressedBefore
from storage.votes import MOVE, Vote

IN_PLAY = (
    MatchAction,
    interface.ShowHand,
    interface.AskHint,
    interface.ShowPhrases,
    interface.SayPhrase,
    interface.SayWords,
)
"""Requests that only players make while a match goes on."""
FOR_A_TEAM = (
    *IN_PLAY,
    interface.CancelChallenge,
    interface.DeclineChallenge,
    interface.CallRobot,
    interface.OfferRematch,
    interface.ShowMore,
)
"""Requests that people of a channel make in its name."""
Context = TypeVar("Context", bound=RequestContext)


async def as_team(context: Context) -> Context:
    """The context of a request that the channel makes, where the person asks for it."""
    if context.chat.private or context.chat.fixed:
        raise Refused("team.where")
    team = await context.services.accounts.register_team(context.chat)
    return replace(context, player=team, voter=context.player)


async def on_behalf(context: MatchContext, request: Request) -> MatchContext:
    """The context of a request about a match: in the name of a channel, if the person acts for one."""
    match = await context.match()
    players = players_of(match)
    if context.player in players or not any(map(is_team, players)):
        return context
    team = await _team_of(context, match, request)
    if team is None:
        return context
    if not context.chat.private:
        context.services.presence.record_activity(team, context.chat)
    return replace(context, player=team, voter=context.player)


async def _team_of(context: MatchContext, match: Match, request: Request) -> PlayerId | None:
    """The team for which a person acts: the one that they belong to, or that of the channel."""
    here, joined = await team_here(context, match), await _joined(context, match)
    if match.phase is Phase.RUNNING and isinstance(request, IN_PLAY):
        await _require_side(context, match, here, joined)
    return joined or (None if _needs_joining(context, match) else here)


async def _require_side(
    context: MatchContext, match: Match, here: PlayerId | None, joined: PlayerId | None
) -> None:
    if here and joined and here != joined:
        raise await _refused(context, "team.other", joined)
    if here and not joined and _needs_joining(context, match):
        raise await _refused(context, "team.join_first", here)
    if not here and not joined:
        team = next(player for player in players_of(match) if is_team(player))
        raise await _refused(context, "team.elsewhere", team)


async def team_here(context: RequestContext, match: Match) -> PlayerId | None:
    """The team of this chat, if it plays the match."""
    if context.chat.private:
        return None
    team = await context.services.accounts.team_of(context.chat)
    return team if team in players_of(match) else None


async def _joined(context: RequestContext, match: Match) -> PlayerId | None:
    if match.players is None:
        return None
    seat = await context.store.votes.seat_of(match.opened.match, context.player)
    return None if seat is None else match.players[seat]


def _needs_joining(context: RequestContext, match: Match) -> bool:
    """Whether a team knows more than the board for all shows, so that only those who joined it act for it."""
    hides = not presentation.plays_openly(context.services.screens.view(match, None))
    return match.phase is Phase.RUNNING and hides


async def _refused(context: RequestContext, key: str, team: PlayerId) -> Refused:
    return Refused(key, name=await context.name_of(team))


# Joining


async def join_team(context: MatchContext) -> Answer:
    """Make a person belong to the team of this channel, and show them what it knows."""
    match = await context.match()
    team = await team_here(context, match)
    seat = match.seat_of(team) if team else None
    if team is None or seat is None or match.phase is not Phase.RUNNING:
        raise Refused("team.nothing_to_join")
    if context.player in players_of(match):
        raise Refused("team.opponent")
    await context.store.votes.join(context.match_id, context.player, seat)
    joined = await _joined(context, match)
    if joined != team:
        raise await _refused(context, "team.other", joined or team)
    asks = replace(context, player=team, voter=context.player)
    return Note(await responses.own_view(asks, match))


# Voting


async def vote(
    context: MatchContext, transaction: MatchTransaction, request: Request, decision: Decision
) -> Screen | None:
    """Store the vote of a person for what they ask in the name of their team, and tell them.

    None: it is none, as they act for themselves, or their vote carries a motion, so that it is done now. A
    vote for a move is closed by a job.
    """
    if context.voter is None or not decision.events or not isinstance(request, MatchAction):
        return None
    match = transaction.match
    seat = match.seated(context.player)
    known = await context.store.votes.votes_in(context.match_id)
    given = _vote(match, seat, context.voter, request, decision, known)
    others = [one for one in known if (one.player, one.motion) != (given.player, given.motion)]
    after = teams.ballot(match, seat, [*others, given])
    if given.motion != MOVE and after.carries(given.motion):
        return None
    with suppress(PressedBefore):  # a repeated press gets the same answer
        await transaction.commit_vote(given, press=context.press, close=seat if after.is_complete else None)
    view = context.services.screens.view(match, context.player)
    return presentation.voted(request, after, view, await context.naming_players(match))


def _vote(
    match: Match, seat: Seat, voter: PlayerId, request: MatchAction, decision: Decision, known: Sequence[Vote]
) -> Vote:
    ballot, code = teams.ballot(match, seat, known), match.opened.match
    played = next((event for event in decision.events if isinstance(event, MovePlayed)), None)
    if played is not None:
        return Vote(code, voter, MOVE, seat, match.asked[seat], ballot.number, played.notation)
    if not ballot.decides_motions:
        raise Refused("vote.too_soon")
    if not teams.takes_part(match, seat, known, voter):
        raise Refused("vote.not_lately")
    return Vote(code, voter, VERB_OF[type(request)], seat, match.version)
