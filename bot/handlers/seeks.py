"""Find me an opponent: across chats and platforms, for those alone who ask."""

from __future__ import annotations

import asyncio

from bot import interface, presentation
from bot.delivery.routing import derived_id
from bot.domain import seeks
from bot.domain.terms import SaidTwice, Terms, terms
from bot.handlers.context import RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import note, private, turned, unpainted
from bot.handlers.seek_meetings import SeekMeetings
from bot.handlers.start_pauses import StartPauses
from bot.interface import Message, Response, Screen, SeekOpponent, ShowSeeks, TakeSeek, WithdrawSeek
from bot.presentation import Phrasing, ShownSeek
from bot.repositories.preferences import PreferencesRepository
from bot.repositories.results import rating_of
from games.events import PlayerId
from games.game import UnknownHouseRule
from games.match import Phase
from storage.seeks import ANY_RATING, Seek
from storage.sql.store import Store

MOST_LISTED = 8


class SeekHandler:
    """Keeps who looks for an opponent, and brings together who looks for the same."""

    def __init__(
        self,
        store: Store,
        preferences: PreferencesRepository,
        meetings: SeekMeetings,
        starts: StartPauses,
    ) -> None:
        self._store, self._preferences, self._meetings = store, preferences, meetings
        self._starts = starts
        self._matching = asyncio.Lock()  # Nobody is met twice, nor after they have withdrawn.

    @answers(interface.ShowSeeks)
    async def show(self, context: RequestContext, _: ShowSeeks) -> Response:
        """Who looks for an opponent, as far as it may be told here."""
        return private(await self._page(context))

    @answers(interface.SeekOpponent)
    async def seek(self, context: RequestContext, request: SeekOpponent) -> Response:
        """Begin a match with who looks for the same, or look for them from now on."""
        try:
            words, ratings = seeks.parted(request.words)
            agreed = terms(request.game, words)
            if agreed.head_start or agreed.begins != "lot":
                return note(context.texts("no.head_start" if agreed.head_start else "no.seek_begins"))
        except seeks.BadRange:
            return note(context.texts("no.seek_range"))
        except (UnknownHouseRule, SaidTwice) as wrong:
            return note(presentation.refusal(wrong, Phrasing(context.texts, {}), asked=request.game))
        what, platform = (request.game, words, ratings), context.chat.platform
        times = (context.at, context.at + seeks.lasts(agreed))
        seek = Seek(
            derived_id(f"seek {context.press}"), context.player, *what, platform, context.press, *times
        )
        async with self._matching:
            if (again := await self._again(context)) is not None:
                return again
            if (refused := await self._refusal(context, agreed)) is not None:
                return refused
            for found in await self._good(context.at, seek.game):
                if seeks.is_same(found, seek) and await self._fit(context, found, seek):
                    return await self._meet(context, found)
            before = await self._own(context, seek.game)
            await self._store.seeks.put_seek(seek)
        how = seeks.follows(seek, before)
        shown = await self._shown(context, seek)
        robots = seek.game in context.robots
        return private(presentation.seeking_page(shown, how, Phrasing(context.texts, {}), robots=robots))

    @answers(interface.TakeSeek)
    async def take(self, context: RequestContext, request: TakeSeek) -> Response:
        """Play with somebody who looks for an opponent, as they want to."""
        async with self._matching:
            if (again := await self._again(context)) is not None:
                return again
            good = await self._good(context.at, request.game)
            found = next((one for one in good if one.id == request.seek), None)
            if found is None or not await self._may_take(context, found):
                return note(context.texts("no.seek_gone"))
            if (refused := await self._refusal(context, terms(found.game, found.terms))) is not None:
                return refused
            return await self._meet(context, found)

    @answers(interface.WithdrawSeek)
    async def withdraw(self, context: RequestContext, request: WithdrawSeek) -> Response:
        """Look for nobody any more."""
        async with self._matching:
            await self._store.seeks.drop_seek(context.player, request.game)
        return turned(unpainted(await self._page(context)), in_place=context.own)

    async def _again(self, context: RequestContext) -> Response | None:
        """What the same press led to already, if it did."""
        match_id = await self._store.matches.pressed(context.press)
        if match_id is None:
            return None
        board = await self._meetings.show_again(context, match_id)
        row = await self._store.matches.row(match_id)
        return board or _found(context, asked=row is not None and row.phase == Phase.CHALLENGE.value)

    async def _meet(self, context: RequestContext, found: Seek) -> Response:
        """Begin the match, and tell whoever looked for it before."""
        own = await self._own(context, found.game)
        board = await self._meetings.begin(context, found, *([own] if own else []))
        return board or _found(context, asked=seeks.is_confirmed(terms(found.game, found.terms)))

    async def _good(self, at: int, game: str | None = None) -> list[Seek]:
        """Whom one can meet at a time."""
        good = await self._store.seeks.seeks(at, game=game, most=seeks.MOST_LOOKED_AT)
        return [one for one in good if seeks.is_understood(one)]

    async def _own(self, context: RequestContext, game: str) -> Seek | None:
        own = await self._store.seeks.seeks_of(context.player, context.at)
        return next((one for one in own if one.game == game), None)

    async def _page(self, context: RequestContext) -> Screen:
        known = filter(seeks.is_understood, await self._store.seeks.seeks_of(context.player, context.at))
        own = [await self._shown(context, one) for one in known]
        place = context.place
        listed = place is None or (await self._preferences.of_chat(context.chat.platform, place)).seeks
        others = await self._others(context) if listed else []
        return presentation.seeks_page(own, others, Phrasing(context.texts, {}), listed=listed)

    async def _others(self, context: RequestContext) -> list[ShownSeek]:
        """Whom this person can play with, the longest waiting first."""
        others: list[ShownSeek] = []
        for seek in await self._good(context.at):
            if len(others) < MOST_LISTED and await self._may_take(context, seek):
                others.append(await self._shown(context, seek))
        return others

    async def _shown(self, context: RequestContext, seek: Seek) -> ShownSeek:
        """A seek as anybody may see it: it names nobody."""
        rating = seeks.band(await self._rating(seek.player, seek.game))
        agreed = terms(seek.game, seek.terms)
        ratings = None if seek.ratings == ANY_RATING else seek.ratings
        return ShownSeek(seek.id, seek.game, agreed, ratings, rating, seek.until, context.preferences.zone)

    # Who may meet whom

    async def _refusal(self, context: RequestContext, agreed: Terms) -> Response | None:
        """Why somebody can meet nobody now; None if they can."""
        if not await self._meetings.can_reach(context.player, context.chat.platform):
            return note(context.texts("no.seek_unreached"))
        if await self._store.seeks.met_under_way(context.player) >= seeks.MOST_MET:
            return note(context.texts("no.seek_many", most=seeks.MOST_MET))
        wait = await self._starts.of(context.player, context.at) if agreed.rated else 0
        if wait:
            return note(context.texts("no.gave_up_lately", time=context.texts.duration(wait)))
        return None

    async def _fit(self, context: RequestContext, found: Seek, seek: Seek) -> bool:
        """Each has a rating that the other wants, and they may meet."""
        rating = await self._rating(found.player, seek.game)
        return seeks.admits(seek, rating) and await self._may_take(context, found)

    async def _may_take(self, context: RequestContext, found: Seek) -> bool:
        """They have a rating as it is wanted, neither blocks the other, and who waits can be told.

        Nor have they, or has who waits, lately abandoned other matches at the start.
        """
        player = context.player
        if found.player == player or not seeks.admits(found, await self._rating(player, found.game)):
            return False
        for one, other in ((player, found.player), (found.player, player)):
            if await self._preferences.blocks(one, other):
                return False
        if terms(found.game, found.terms).rated and await self._starts.keep_apart(
            player, found.player, context.at
        ):
            return False
        return await self._meetings.can_reach(found.player, found.platform)

    async def _rating(self, player: PlayerId, game: str) -> float:
        return (await rating_of(self._store, player, game)).strength.value


def _found(context: RequestContext, *, asked: bool) -> Response:
    """That two have met, where no board can stand here; `asked`: who waited is asked first."""
    key = "seek.asked" if asked else "seek.met_again"
    return Response(note=Message(context.texts(key)), succeeded=True)
