"""Challenges: offered, taken and declined."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.domain import challenge_requests, robot_players
from bot.domain.terms import parted
from bot.handlers.challenge_opener import ChallengeOpener
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.deal_keys import DealKeys
from bot.handlers.moves import MoveHandler
from bot.handlers.responses import Refusal, note, private, turned, unpainted
from bot.interface import Response
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository, UnknownPerson
from bot.repositories.matches import MatchRepository
from games.actions import RefusedByMatch
from games.events import PlayerId
from games.game import Refused
from games.match import Match, Phase
from storage.errors import VersionConflict


class ChallengeHandler:
    """Everything before a match."""

    def __init__(
        self,
        matches: MatchRepository,
        accounts: AccountRepository,
        moves: MoveHandler,
        policy: ChallengePolicy,
        opener: ChallengeOpener,
        keys: DealKeys,
    ) -> None:
        self._matches, self._accounts, self._moves = matches, accounts, moves
        self._policy, self._opener, self._keys = policy, opener, keys

    async def offer(self, context: RequestContext, request: interface.OfferChallenge) -> Response:
        """Challenge somebody, or everybody who sees it."""
        try:
            request, invited = await self._invited(context, request)
            opened = challenge_requests.challenge(
                request,
                context.player,
                invited,
                draws=self._keys.draw(),
                at=context.at,
            )
        except RefusedByMatch:
            return note(context.texts("no.yourself"))
        except Refused as wrong:
            return note(presentation.refusal(wrong, Phrasing(context.texts, {}), asked=request.game))
        try:
            begun = challenge_requests.begin(opened, bring=self._keys.acceptance)
            return await self._opener.open(context, begun)
        except VersionConflict:  # The id is taken, a chance of one in many millions: draw another one.
            return await self.offer(context, request)

    async def _invited(
        self, context: RequestContext, request: interface.OfferChallenge
    ) -> tuple[interface.OfferChallenge, PlayerId | None]:
        """Who is challenged, and to what: words beside a name are house rules, unless all is a name.

        Raises:
            UnknownPerson: nobody is called like that.
            UnknownLevel, SaidTwice: no robot is of that level.
            Refusal: two robots are to play each other.
        """
        name, rules = parted(request.game, request.opponent or "")
        named = robot_players.named_in(name or None, request.house_rules)
        if named > 1:
            raise Refusal("no.robots_alone")
        if named:
            level, house_rules = robot_players.parted(request.house_rules + rules)
            return replace(request, house_rules=house_rules), robot_players.robot_player(level)
        if request.opponent is None:
            return request, None
        platform = context.chat.platform
        if rules:
            try:
                return request, await self._accounts.find(platform, request.opponent)
            except UnknownPerson:
                request = replace(request, opponent=name, house_rules=request.house_rules + rules)
        return request, await self._accounts.find(platform, name)

    async def call_robot(self, context: MatchContext, request: interface.CallRobot) -> Response:
        """Let the robot take a challenge that nobody has taken yet; others may play it on their own."""
        match = await self._matches.load(context.match_id)
        if match.phase is Phase.CHALLENGE:
            if refused := await self._policy.refusal_of_robot(context.player, match.opened.game):
                return await self._opener.refuse(context, refused)
            if context.player != match.opened.challenger:
                return await self._offer_own_match(context, match)
        return await self._moves.act(context, request)

    async def _offer_own_match(self, context: RequestContext, match: Match) -> Response:
        """To somebody who pressed what is the challenger's to press."""
        challenger, game = match.opened.challenger, match.opened.game
        phrasing = Phrasing(context.texts, await self._accounts.cast([challenger], context.chat.platform))
        told = context.texts("no.not_yours_to_give", name=phrasing.name(challenger))
        return private(presentation.pick_robot_level_page(game, phrasing, [told]), succeeded=False)

    async def pick_robot(self, context: RequestContext, request: interface.PickRobot) -> Response:
        """Which game is it to be with the robot, and at which level?"""
        phrasing = Phrasing(context.texts, {})
        if request.game is None:
            page = presentation.pick_robot_game_page(phrasing)
        else:
            page = presentation.pick_robot_level_page(request.game, phrasing)
        return private(page, succeeded=False)  # a message of its own: a page of the rules has a picture

    async def accept(self, context: MatchContext, request: interface.AcceptChallenge) -> Response:
        """Take a challenge, unless it is from somebody who wants to play with others."""
        match = await self._matches.load(context.match_id)
        if refused := await self._policy.keeps_away(context, match):
            return await self._opener.refuse(context, refused)
        return await self._moves.act(context, request)

    async def decline(self, context: MatchContext, request: interface.DeclineChallenge) -> Response:
        """Refuse a challenge; where the board is not their own, a note offers to block the challenger."""
        answer = await self._moves.act(context, request)
        if not answer.succeeded or context.chat.private or context.incoming.ephemeral:
            return answer
        challenger = (await self._matches.load(context.match_id)).opened.challenger
        phrasing = Phrasing(context.texts, await self._accounts.cast([challenger], context.chat.platform))
        return replace(answer, note=private(presentation.declined(challenger, phrasing)).note)

    async def pick(self, context: RequestContext, request: interface.PickGame) -> Response:
        """Which game is it to be?"""
        if request.opponent is None:
            page = presentation.pick_any_game_page(Phrasing(context.texts, {}))
            return replace(turned(unpainted(page), in_place=context.own), succeeded=False)
        player = await self._accounts.find(context.chat.platform, request.opponent)
        phrasing = Phrasing(context.texts, await self._accounts.cast([player], context.chat.platform))
        page = presentation.pick_page(request.opponent, phrasing.name(player), phrasing)
        return private(page, succeeded=False)

    async def pick_opponent(self, context: RequestContext, request: interface.PickOpponent) -> Response:
        """Who is it to be? Whom somebody has played is told to them alone."""
        platform, alone = context.chat.platform, context.chat.private or context.incoming.ephemeral
        opponents = await self._accounts.recent_opponents(context.player, platform) if alone else {}
        page = presentation.pick_opponent_page(request.game, opponents, Phrasing(context.texts, opponents))
        pressed = context.incoming.message is not None
        return replace(turned(unpainted(page), in_place=pressed), succeeded=False)
