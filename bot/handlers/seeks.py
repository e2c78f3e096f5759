"""People who look for an opponent, and the matches that begin between them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.routing import ChatRouter, derived_id
from bot.domain import match_requests, seeks
from bot.domain.seeks import is_confirmed
from bot.domain.terms import SaidTwice, Terms, terms
from bot.handlers.challenge_policy import StartPauses
from bot.handlers.context import RequestContext
from bot.handlers.deals import DealKeys
from bot.handlers.match_transaction import MatchTransactions
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, ResponseBuilder, note, turned
from bot.interface import (
    Answer,
    Note,
    OfferChallenge,
    Screen,
    SeekOpponent,
    ShowSeeks,
    TakeSeek,
    WithdrawSeek,
)
from bot.presentation import Phrasing, ShownSeek
from bot.repositories.preferences import PreferencesRepository
from bot.repositories.results import rating_of
from games import actions
from games.events import MatchId, PlayerId
from games.game import UnknownHouseRule
from games.match import Decision, Match, Phase, fold
from storage.boards import Board, Notice
from storage.errors import VersionConflict
from storage.matches import ANY_RATING, Seek
from storage.sql.store import Store


class SeekMeetings:
    """Begins matches that nobody challenged anybody to."""

    def __init__(
        self,
        transactions: MatchTransactions,
        responses: ResponseBuilder,
        router: ChatRouter,
        keys: DealKeys,
        preferences: PreferencesRepository,
    ) -> None:
        self._transactions, self._responses = transactions, responses
        self._router, self._keys, self._preferences = router, keys, preferences

    async def can_reach(self, player: PlayerId, platform: str) -> bool:
        """There is a private chat in which somebody can be told of a match."""
        return (await self._router.reach(player)).private_chat(platform) is not None

    async def begin(self, context: RequestContext, found: Seek, *own: Seek) -> Answer:
        """Let two people play; where time is short, as soon as who looked before says that they are there.

        Args:
            context: who asks, and where.
            found: who looked for an opponent before.
            own: what whoever asks looked for themselves; it is done with.

        Returns:
            The board, where it can stand here; None: it is in their private chat.
        """
        agreed = terms(found.game, found.terms)
        begun = self._asked(context, found) if is_confirmed(agreed) else await self._match(context, found)
        match = begun.after
        boards = await self._boards(context, match, found)
        async with self._transactions.begin(match.opened.match, new=True) as transaction:
            try:
                await transaction.open(
                    begun,
                    press=context.press,
                    boards=boards,
                    seen=context.seen if context.chat.private else None,
                    met=(found, *own),
                )
                if not context.chat.private:
                    return None
                return await self._responses.post(context, match, boards[0])
            except VersionConflict:  # The id is taken, a chance of one in many millions: draw another one.
                pass
        return await self.begin(context, found, *own)

    async def show_again(self, context: RequestContext, match_id: MatchId) -> Answer:
        """What the same press was answered with before."""
        if not context.chat.private:
            return None
        return await self._responses.show_board(context.about(match_id))

    def _asked(self, context: RequestContext, found: Seek) -> Decision:
        """A challenge to who looked for one."""
        request = OfferChallenge(found.game, None, found.terms)
        zone, draws = context.preferences.zone, self._keys.draw()
        offered = match_requests.challenge(
            request, context.player, found.player, draws=draws, at=context.at, zone=zone
        )
        return Decision((offered,), fold([offered]))

    async def _match(self, context: RequestContext, found: Seek) -> Decision:
        """Offered by the one and accepted by the other."""
        zone = (await self._preferences.of(found.player)).zone
        offered = match_requests.challenge(
            OfferChallenge(found.game, None, found.terms),
            found.player,
            None,
            draws=self._keys.draw(),
            at=context.at,
            zone=zone,
        )
        accepts = actions.AcceptChallenge(
            context.player, self._keys.acceptance(offered.entropy, ""), zone=context.preferences.zone
        )
        return match_requests.taken(offered, accepts, context.at)

    async def _boards(self, context: RequestContext, match: Match, found: Seek) -> tuple[Board, ...]:
        """One for each, in private: in no chat anybody is shown who did not ask to play there."""
        match_id = match.opened.match
        own = (
            context.new_board(match_id)
            if context.chat.private
            else await self._private_board(context, match, context.player, context.chat.platform)
        )
        other = await self._private_board(context, match, found.player, found.platform)
        return tuple(board for board in (own, other) if board)

    async def _private_board(
        self, context: RequestContext, match: Match, player: PlayerId, platform: str
    ) -> Board | None:
        board = await self._router.private_board(
            player, match.opened.match, prefer=platform, after=context.press, at=context.at
        )
        seat = match.seat_of(player)
        question = 1 if player == match.opened.invited else None if seat is None else match.question(seat)
        if board is None or question is None or player == context.player:
            return board
        return replace(board, notice=Notice(player, question))


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
    async def show(self, context: RequestContext, _: ShowSeeks) -> Answer:
        """Who looks for an opponent, as far as it may be told here."""
        return Note(await self._page(context))

    @answers(interface.SeekOpponent)
    async def seek(self, context: RequestContext, request: SeekOpponent) -> Answer:
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
            await self._require_able(context, agreed)
            for found in await self._good(context.at, seek.game):
                if seeks.is_same(found, seek) and await self._fit(context, found, seek):
                    return await self._meet(context, found)
            before = await self._own(context, seek.game)
            await self._store.seeks.put_seek(seek)
        how = seeks.follows(seek, before)
        shown = await self._shown(context, seek)
        robots = seek.game in context.robots
        return Note(presentation.seeking_page(shown, how, Phrasing(context.texts, {}), robots=robots))

    @answers(interface.TakeSeek)
    async def take(self, context: RequestContext, request: TakeSeek) -> Answer:
        """Play with somebody who looks for an opponent, as they want to."""
        async with self._matching:
            if (again := await self._again(context)) is not None:
                return again
            good = await self._good(context.at, request.game)
            found = next((one for one in good if one.id == request.seek), None)
            if found is None or not await self._may_take(context, found):
                return note(context.texts("no.seek_gone"))
            await self._require_able(context, terms(found.game, found.terms))
            return await self._meet(context, found)

    @answers(interface.WithdrawSeek)
    async def withdraw(self, context: RequestContext, request: WithdrawSeek) -> Answer:
        """Look for nobody any more."""
        async with self._matching:
            await self._store.seeks.drop_seek(context.player, request.game)
        return turned(await self._page(context), in_place=context.own)

    async def _again(self, context: RequestContext) -> Answer:
        """What the same press led to already, if it did."""
        match_id = await self._store.matches.pressed(context.press)
        if match_id is None:
            return None
        board = await self._meetings.show_again(context, match_id)
        row = await self._store.matches.row(match_id)
        return board or _found(context, asked=row is not None and row.phase == Phase.CHALLENGE.value)

    async def _meet(self, context: RequestContext, found: Seek) -> Answer:
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

    async def _require_able(self, context: RequestContext, agreed: Terms) -> None:
        """This person can meet somebody now.

        Raises:
            Refusal: they can meet nobody, and why.
        """
        if not await self._meetings.can_reach(context.player, context.chat.platform):
            raise Refusal("no.seek_unreached")
        if await self._store.seeks.met_under_way(context.player) >= seeks.MOST_MET:
            raise Refusal("no.seek_many", most=seeks.MOST_MET)
        if agreed.rated and (wait := await self._starts.of(context.player, context.at)):
            raise Refusal("no.gave_up_lately", time=context.texts.duration(wait))

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


def _found(context: RequestContext, *, asked: bool) -> Answer:
    """That two have met, where no board can stand here; `asked`: who waited is asked first."""
    key = "seek.asked" if asked else "seek.met_again"
    return Note(Screen(context.texts(key)))
