"""The same match again: offered by one, accepted by the other, and found again."""

from __future__ import annotations

from dataclasses import replace

from bot import interface
from bot.domain import challenge_requests
from bot.handlers.challenge_opener import ChallengeOpener
from bot.handlers.challenges import ChallengeHandler
from bot.handlers.context import MatchContext
from bot.handlers.deal_keys import DealKeys
from bot.handlers.request_table import answers
from bot.handlers.responses import ResponseBuilder, note
from bot.interface import Response
from bot.repositories.matches import MatchRepository
from games.actions import Reason, RefusedByMatch
from games.game import Refused
from games.match import Phase
from storage.errors import VersionConflict
from storage.sql.store import Store

ENDED_UNPLAYED = (Phase.DECLINED.value, Phase.CANCELLED.value, Phase.EXPIRED.value)


class RematchHandler:
    """Makes of the second who asks for a rematch the one who accepts it."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        responses: ResponseBuilder,
        opener: ChallengeOpener,
        challenges: ChallengeHandler,
        keys: DealKeys,
    ) -> None:
        self._store, self._matches, self._responses = store, matches, responses
        self._opener, self._challenges, self._keys = opener, challenges, keys

    @answers(interface.OfferRematch)
    async def play_again(self, context: MatchContext, request: interface.OfferRematch) -> Response:
        """The rematch of a match is one: whoever asks second accepts it, or is shown it again.

        So is the challenge that is made once more because it expired.
        """
        match = await self._matches.load(context.match_id)
        offered = challenge_requests.again if match.phase is Phase.EXPIRED else challenge_requests.rematch
        try:
            opened = offered(
                match, context.player, draws=self._keys.draw(), at=context.at, zone=context.preferences.zone
            )
        except Refused as refused:
            if isinstance(refused, RefusedByMatch) and refused.reason is Reason.OWN_CHALLENGE:
                return note(context.texts("no.yourself"))
            return await self._responses.refuse(context, match, refused, None)
        drawn = await self._store.matches.drawn_for(context.match_id)
        for code in challenge_requests.rematch_ids(drawn):
            row = await self._store.matches.row(code)
            if row is None:
                try:
                    begun = challenge_requests.begin(replace(opened, match=code), bring=self._keys.acceptance)
                    return await self._opener.open(context, begun, before=context.match_id)
                except VersionConflict:  # The other one was quicker.
                    return await self.play_again(context, request)
            if row.phase == Phase.CHALLENGE.value and context.player in row.awaited:
                return await self._challenges.accept(context.about(code), interface.AcceptChallenge(code))
            if row.phase not in ENDED_UNPLAYED:
                return await self._responses.show_board(context.about(code))
        return note(context.texts("no.no_more_rematches"))
