"""Matchmaking: seeks, and the matches that they lead to."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot import interface, presentation
from bot.delivery.routing import derived_id
from bot.domain import match_requests, seeks
from bot.domain.match_news import ACCEPTED
from bot.domain.refusals import Refused
from bot.domain.seeks import is_confirmed
from bot.domain.terms import Terms, terms
from bot.handlers import responses
from bot.handlers.context import RequestContext, answers
from bot.handlers.transactions import Accepting
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
from bot.presentation import ShownSeek
from bot.repositories.results import rating_of
from games.events import ChallengeOffered, PlayerId
from games.match import Match, Phase
from storage.boards import Board, Notice
from storage.errors import VersionConflict
from storage.matches import ANY_RATING, Seek


async def _can_reach(context: RequestContext, player: PlayerId, platform: str) -> bool:
    return (await context.services.router.reach(player)).private_chat(platform) is not None


async def _begin(context: RequestContext, found: Seek, *own: Seek) -> Answer:
    """Open the match of two seekers; with a short clock, it starts once the earlier seeker confirms.

    `own` is the later seeker's own seek of this game, if any; it is dropped. The board is the answer in a
    private chat; elsewhere it is in the private chat, and the answer says so.
    """
    offered, accepting = await _offered(context, found)
    open_match = partial(context.services.transactions.open_match, press=context.press, seeks=(found, *own))
    seen = context.seen if context.chat.private else None
    try:
        async with open_match(offered, accepting, partial(_boards, context, found), seen=seen) as transaction:
            if not context.chat.private:
                return _found(context, asked=accepting is None)
            return await responses.post(context, transaction.match, transaction.boards[0])
    except VersionConflict:  # The id is taken (one in many millions): draw another one.
        return await _begin(context, found, *own)


async def _offered(context: RequestContext, found: Seek) -> tuple[ChallengeOffered, Accepting | None]:
    """The challenge and who accepts it at once; with a short clock, a challenge to the earlier seeker."""
    request, chance = OfferChallenge(found.game, None, found.terms), context.services.keys.draw()
    here, at = context.preferences.zone, context.at
    if is_confirmed(terms(found.game, found.terms)):
        asks, invited = context.player, found.player
        return match_requests.challenge(request, asks, invited, chance=chance, at=at, zone=here), None
    there = (await context.services.preferences.of(found.player)).zone
    offered = match_requests.challenge(request, found.player, None, chance=chance, at=at, zone=there)
    return offered, (context.player, here)


async def _boards(context: RequestContext, found: Seek, match: Match) -> tuple[Board, ...]:
    """A private board for each player; no group chat shows people who did not ask to play there."""
    match_id = match.opened.match
    own = (
        context.new_board(match_id)
        if context.chat.private
        else await _private_board(context, match, context.player, context.chat.platform)
    )
    other = await _private_board(context, match, found.player, found.platform)
    return tuple(board for board in (own, other) if board)


async def _private_board(
    context: RequestContext, match: Match, player: PlayerId, platform: str
) -> Board | None:
    board = await context.services.router.private_board(
        player, match.opened.match, prefer=platform, after=context.press, at=context.at
    )
    if board is None or player == context.player:
        return board
    seat = match.seat_of(player)
    question = 1 if seat is None else match.question(seat) or ACCEPTED  # without a seat: invited
    return replace(board, notice=Notice(player, question))


MOST_LISTED = 8


@answers(interface.ShowSeeks)
async def show_seeks(context: RequestContext, _: ShowSeeks) -> Answer:
    return Note(await _page(context))


@answers(interface.SeekOpponent)
async def seek_opponent(context: RequestContext, request: SeekOpponent) -> Answer:
    words, ratings = seeks.parted(request.words)
    agreed = terms(request.game, words)
    if agreed.head_start or agreed.begins != "lot":
        raise Refused("no.head_start" if agreed.head_start else "no.seek_begins")
    what, platform = (request.game, words, ratings), context.chat.platform
    times = (context.at, context.at + seeks.lasts(agreed))
    seek = Seek(derived_id(f"seek {context.press}"), context.player, *what, platform, context.press, *times)
    async with context.services.seeking:
        if (again := await _again(context)) is not None:
            return again
        await _require_able(context, agreed)
        for found in await _good(context, seek.game):
            if seeks.is_same(found, seek) and await _fit(context, found, seek):
                return await _meet(context, found)
        before = await _own(context, seek.game)
        await context.store.seeks.put_seek(seek)
    how = seeks.follows(seek, before)
    shown = await _shown(context, seek)
    robots = seek.game in context.robots
    return Note(presentation.seeking_page(shown, how, context.phrasing, robots=robots))


@answers(interface.TakeSeek)
async def take_seek(context: RequestContext, request: TakeSeek) -> Answer:
    async with context.services.seeking:
        if (again := await _again(context)) is not None:
            return again
        good = await _good(context, request.game)
        found = next((one for one in good if one.id == request.seek), None)
        if found is None or not await _may_take(context, found):
            raise Refused("no.seek_gone")
        await _require_able(context, terms(found.game, found.terms))
        return await _meet(context, found)


@answers(interface.WithdrawSeek)
async def withdraw_seek(context: RequestContext, request: WithdrawSeek) -> Answer:
    async with context.services.seeking:
        await context.store.seeks.drop_seek(context.player, request.game)
    return responses.page(context, await _page(context))


async def _again(context: RequestContext) -> Answer:
    """The answer to a repeated press; None if it is not repeated."""
    match_id = await context.store.matches.pressed(context.press)
    if match_id is None:
        return None
    if context.chat.private:
        return await responses.post_new_board(context.about(match_id))
    row = await context.store.matches.row(match_id)
    return _found(context, asked=row is not None and row.phase == Phase.CHALLENGE)


async def _meet(context: RequestContext, found: Seek) -> Answer:
    """Begin a match with an earlier seeker, and drop the player's own seek of the game."""
    own = await _own(context, found.game)
    return await _begin(context, found, *([own] if own else []))


async def _good(context: RequestContext, game: str | None = None) -> list[Seek]:
    good = await context.store.seeks.seeks(context.at, game=game, most=seeks.MOST_LOOKED_AT)
    return [one for one in good if seeks.is_understood(one)]


async def _own(context: RequestContext, game: str) -> Seek | None:
    own = await context.store.seeks.seeks_of(context.player, context.at)
    return next((one for one in own if one.game == game), None)


async def _page(context: RequestContext) -> Screen:
    known = filter(seeks.is_understood, await context.store.seeks.seeks_of(context.player, context.at))
    own = [await _shown(context, one) for one in known]
    place = context.place
    listed = place is None or (await context.services.preferences.of_chat(context.chat.platform, place)).seeks
    others = await _others(context) if listed else []
    return presentation.seeks_page(own, others, context.phrasing, listed=listed)


async def _others(context: RequestContext) -> list[ShownSeek]:
    others: list[ShownSeek] = []
    for seek in await _good(context):
        if len(others) < MOST_LISTED and await _may_take(context, seek):
            others.append(await _shown(context, seek))
    return others


async def _shown(context: RequestContext, seek: Seek) -> ShownSeek:
    """A seek as shown to everybody, without its player's name."""
    rating = seeks.band(await _rating(context, seek.player, seek.game))
    agreed = terms(seek.game, seek.terms)
    ratings = None if seek.ratings == ANY_RATING else seek.ratings
    return ShownSeek(seek.id, seek.game, agreed, ratings, rating, seek.until, context.preferences.zone)


async def _require_able(context: RequestContext, agreed: Terms) -> None:
    if not await _can_reach(context, context.player, context.chat.platform):
        raise Refused("no.seek_unreached")
    if await context.store.seeks.met_under_way(context.player) >= seeks.MOST_MET:
        raise Refused("no.seek_many", most=seeks.MOST_MET)
    if agreed.rated and (wait := await context.services.starts.of(context.player, context.at)):
        raise Refused("no.gave_up_lately", time=context.texts.duration(wait))


async def _fit(context: RequestContext, found: Seek, seek: Seek) -> bool:
    rating = await _rating(context, found.player, seek.game)
    return seeks.admits(seek, rating) and await _may_take(context, found)


async def _may_take(context: RequestContext, found: Seek) -> bool:
    """Whether this player can take a seek.

    Their rating must fit, neither may block the other, no pause after abandoned rated matches may hold, and
    the seeker must be reachable.
    """
    player = context.player
    if found.player == player or not seeks.admits(found, await _rating(context, player, found.game)):
        return False
    for one, other in ((player, found.player), (found.player, player)):
        if await context.services.preferences.blocks(one, other):
            return False
    if terms(found.game, found.terms).rated and await context.services.starts.keep_apart(
        player, found.player, context.at
    ):
        return False
    return await _can_reach(context, found.player, found.platform)


async def _rating(context: RequestContext, player: PlayerId, game: str) -> float:
    return (await rating_of(context.store, player, game)).strength.value


def _found(context: RequestContext, *, asked: bool) -> Answer:
    """Tell a player in a group chat that an opponent was found; `asked`: the opponent must confirm first."""
    key = "seek.asked" if asked else "seek.met_again"
    return Note(Screen(context.texts(key)))
