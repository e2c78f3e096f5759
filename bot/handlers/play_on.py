"""New matches that begin at a position of a finished one: against the robot, its opponent or anybody."""

from __future__ import annotations

from dataclasses import dataclass

from bot import interface, presentation
from bot.domain import match_requests
from bot.domain.players import is_robot, is_team
from bot.domain.refusals import Refused
from bot.domain.robot_players import robot_player
from bot.handlers import responses
from bot.handlers.challenges import level_for, post_challenge, with_own_robot
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.replays import may_play_on, replay_phrasing
from bot.interface import ANYBODY, OPPONENT, ROBOT, Answer
from bot.presentation import Onward
from bot.repositories.replays import ReplayedMatch
from games.actions import Reason, RefusedByMatch
from games.events import MatchId, PlayerId
from games.game import Seat, other
from games.replay import Frame, seen_at


@answers(interface.PlayOn)
async def play_on(context: MatchContext, request: interface.PlayOn) -> Answer:
    replayed = await context.replayed()
    beginning = _beginning(context, replayed, request.number)
    allowed = await _allowed(context, beginning)
    if not allowed:
        raise Refused("no.play_on_nobody")
    if request.against is None or request.against not in allowed:
        return await _ask(context, beginning, allowed)
    invited = await _invited(context, beginning, request.against)
    opened = match_requests.play_on(
        replayed.match,
        [past.ply for past in replayed.positions[: request.number + 1] if past.ply],
        (context.player, invited),
        beginning.seat,
        source=MatchId("") if replayed.imported else replayed.key,
        start=context.start(),
    )
    return await post_challenge(context, await with_own_robot(context, opened))


@dataclass(frozen=True, slots=True)
class _Beginning:
    """Where a new match can begin."""

    replayed: ReplayedMatch
    number: int
    seat: Seat
    """The one that the challenger takes: their own, or else one that is to move."""
    played: bool
    """Whether the challenger has played the finished match."""

    @property
    def opponent(self) -> PlayerId | None:
        """Who had the other seat; None if the challenger did not play or had both."""
        players = self.replayed.match.players
        if not self.played or players is None or players[0] == players[1]:
            return None
        return players[other(self.seat)]


def _beginning(context: RequestContext, replayed: ReplayedMatch, number: int) -> _Beginning:
    if not replayed.positions:
        raise Refused("no.no_replay")
    if not replayed.over:
        raise RefusedByMatch(Reason.NOT_OVER)
    last, own = len(replayed.positions) - 1, replayed.seat_of(context.player)
    if number > last:
        raise Refused("no.play_on_range", number=number, count=last)
    state = replayed.positions[number].state
    if state.result is not None:
        raise Refused("no.play_on_end")
    if not may_play_on(replayed, own, number):
        raise Refused("no.play_on_secrets")
    return _Beginning(replayed, number, state.to_act[0] if own is None else own, own is not None)


async def _allowed(context: RequestContext, beginning: _Beginning) -> tuple[str, ...]:
    """Against whom they can play: between people, both must know what was hidden."""
    robot = (ROBOT,) if beginning.replayed.match.opened.game in context.robots else ()
    opponent = beginning.opponent
    person = opponent and not (is_robot(opponent) or is_team(opponent))
    known = person and opponent and await context.services.accounts.accounts(opponent)
    anybody = (ANYBODY,) if beginning.replayed.nothing_hidden else ()
    return (*robot, *((OPPONENT,) if known else ()), *anybody)


async def _invited(context: RequestContext, beginning: _Beginning, against: str) -> PlayerId | None:
    if against == ANYBODY:
        return None
    opponent = beginning.opponent
    if against == OPPONENT or is_robot(opponent):
        return opponent
    return robot_player(await level_for(context, beginning.replayed.match.opened.game))


async def _ask(context: RequestContext, beginning: _Beginning, allowed: tuple[str, ...]) -> Answer:
    replayed, number = beginning.replayed, beginning.number
    phrasing = await replay_phrasing(replayed, context, context.preferences)
    viewer = beginning.seat if beginning.played else None
    seen = seen_at(replayed.match, replayed.positions, Frame(number), viewer)
    onward = Onward(replayed.key, number, beginning.seat, allowed, secrets=not replayed.nothing_hidden)
    return responses.page(context, presentation.play_on_page(seen, onward, phrasing))
