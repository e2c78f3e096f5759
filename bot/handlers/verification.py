"""`/verify`: the deal of a match computed again, with no words that whoever asks may not read."""

from __future__ import annotations

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.handlers.context import MatchContext
from bot.handlers.request_table import answers
from bot.handlers.responses import ResponseBuilder, private
from bot.handlers.talking import may_read
from bot.interface import Response
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.game import Refused
from games.match import Match, Phase
from storage.sql.store import Store


class VerificationHandler:
    """Tells it to whoever asks, alone."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        preferences: PreferencesRepository,
        screens: MatchScreens,
        responses: ResponseBuilder,
    ) -> None:
        self._store, self._matches, self._preferences = store, matches, preferences
        self._screens, self._responses = screens, responses

    @answers(interface.VerifyDeal)
    async def verify(self, context: MatchContext, _: interface.VerifyDeal) -> Response:
        """Seal, seed and deal of a finished match; of one that goes on the seal alone."""
        match = await self._matches.load(context.match_id)
        phrasing = await self._screens.phrasing(match, context.chat.platform, context.texts)
        view, hidden = match.seen_by(None), await self._words_are_hidden(context, match)
        if match.phase in (Phase.CHALLENGE, Phase.RUNNING):
            return private(presentation.sealed_page(view, phrasing, words_hidden=hidden))
        try:
            proof = match.proof(match.seat_of(context.player))
        except Refused as refused:
            return await self._responses.refuse(context, match, refused, None)
        return private(presentation.verify_page(view, proof, phrasing, words_hidden=hidden))

    async def _words_are_hidden(self, context: MatchContext, match: Match) -> bool:
        """There are words of whoever accepted, and whoever asks may not read them."""
        accepted = match.accepted
        if accepted is None or not match.seen_by(None).words:
            return False
        return not await may_read(self._store, self._preferences, context, match, accepted.player)
