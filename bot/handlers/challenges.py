"""Challenges: offered, taken and declined."""

from __future__ import annotations

import re
from dataclasses import replace

from bot import interface, presentation
from bot.domain import challenge_requests, robot_players
from bot.domain.terms import parted
from bot.handlers.challenge_opener import ChallengeOpener
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.deal_keys import DealKeys
from bot.handlers.moves import MoveHandler
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, note, private
from bot.interface import Response
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository, UnknownPerson
from bot.repositories.matches import MatchRepository
from games.actions import RefusedByMatch
from games.events import PlayerId
from games.game import Refused
from games.match import Match, Phase
from storage.errors import VersionConflict

_HANDLE = re.compile(r"@[0-9A-Za-z_]{3,32}")
"""What a platform hands in for whoever was named by a handle that is nobody's here."""


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

    @answers(interface.OfferChallenge)
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
                zone=context.preferences.zone,
            )
        except RefusedByMatch:
            return note(context.texts("no.yourself"))
        except Refused as wrong:
            told = presentation.refusal(wrong, Phrasing(context.texts, {}), asked=request.game)
            return replace(note(told), for_all=True)
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
        return request, await self.named(context, name)

    async def named(self, context: RequestContext, name: str) -> PlayerId:
        """Who is meant by a name; by the handle of nobody here, whoever comes with it.

        Raises:
            UnknownPerson: nobody is called like that.
        """
        platform = context.chat.platform
        try:
            return await self._accounts.find(platform, name)
        except UnknownPerson:
            if not _HANDLE.fullmatch(name):
                raise
            return await self._accounts.invite(platform, name.removeprefix("@"), context.at)

    @answers(interface.CallRobot)
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

    @answers(interface.AcceptChallenge)
    async def accept(self, context: MatchContext, request: interface.AcceptChallenge) -> Response:
        """Take a challenge, unless it is from somebody who wants to play with others."""
        match = await self._matches.load(context.match_id)
        if refused := await self._policy.keeps_away(context, match):
            return await self._opener.refuse(context, refused)
        if request.own_words:
            await self._policy.require_words(context, match)
        return await self._moves.act(context, request)

    @answers(interface.DeclineChallenge)
    async def decline(self, context: MatchContext, request: interface.DeclineChallenge) -> Response:
        """Refuse a challenge; where the board is not their own, a note offers to block the challenger."""
        answer = await self._moves.act(context, request)
        if not answer.succeeded or context.chat.private or context.incoming.ephemeral:
            return answer
        challenger = (await self._matches.load(context.match_id)).opened.challenger
        phrasing = Phrasing(context.texts, await self._accounts.cast([challenger], context.chat.platform))
        return replace(answer, note=private(presentation.declined(challenger, phrasing)).note)
