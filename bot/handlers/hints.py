"""Hints in matches with robots: what the robot would play from the view of whoever asks."""

from __future__ import annotations

from cachetools import LRUCache

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.domain.robot_players import HINT_LEVEL, hint_seed, robot_seat
from bot.handlers.context import MatchContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, ResponseBuilder
from bot.interface import Message, Response, Robots
from bot.repositories.matches import MatchRepository
from games.actions import Reason, RefusedByMatch
from games.events import MatchId
from games.game import Refused, Seat
from games.match import Match

KEPT = 1000  # newest hints: asked once more, nothing is thought again


class HintHandler:
    """Answers with a move; nothing happens in the match."""

    def __init__(
        self,
        matches: MatchRepository,
        screens: MatchScreens,
        responses: ResponseBuilder,
        robots: Robots,
    ) -> None:
        self._matches, self._screens, self._responses = matches, screens, responses
        self._robots = robots
        self._found: LRUCache[tuple[MatchId, int, Seat], str] = LRUCache(KEPT)

    @answers(interface.AskHint)
    async def hint(self, context: MatchContext, _: interface.AskHint) -> Response:
        """The move and one reason, for this person alone."""
        match = await self._matches.load(context.match_id)
        try:
            seat = match.chooser(context.player, None)
            self._object(match)
            notation = await self._move(match, seat)
            now = await self._matches.load(context.match_id)
            if now.asked[seat] != match.asked[seat] or seat not in now.awaited:
                raise RefusedByMatch(Reason.STALE)
        except Refused as refused:
            return await self._responses.refuse(context, match, refused, None)
        phrasing = await self._screens.phrasing(match, context.chat.platform, context.texts)
        told = presentation.hint_text(match.seen_by(seat), notation, phrasing)
        return Response(note=Message(told), succeeded=True)

    def _object(self, match: Match) -> None:
        """Raise why nobody gives hints in this match."""
        if robot_seat(match) is None:
            raise Refusal("no.hint_between_people")
        if match.opened.game not in self._robots.games:
            raise Refusal("no.no_robot" if self._robots.games else "no.robots_off")

    async def _move(self, match: Match, seat: Seat) -> str:
        """In notation; the same while the same is asked."""
        code, view = match.opened.match, match.seen_by(seat).view
        asked = code, match.asked[seat], seat
        if asked not in self._found:
            assert view is not None  # noqa: S101 - a match that asks something is dealt
            self._found[asked] = await self._robots.choose(
                view, HINT_LEVEL, hint_seed(match, seat), match=f"hint {code}"
            )
        return self._found[asked]
