"""Matchmaking: people seek an opponent; two seeks that fit become a match."""

from __future__ import annotations

from bot import interface, presentation
from bot.delivery.routing import derived_id
from bot.delivery.turn_notices import ACCEPTED
from bot.domain import match_requests, seeks
from bot.domain.refusals import Refused
from bot.domain.seeks import is_confirmed
from bot.domain.terms import Terms
from bot.domain.terms_parser import terms
from bot.handlers import responses
from bot.handlers.challenge_rules import pause, terms_of_equals
from bot.handlers.context import RequestContext, answers
from bot.handlers.transactions import open_match
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
from games.events import PlayerId
from games.match import Decision, Match, Phase
from storage.boards import Board, Notice
from storage.seeks import ANY_RATING, Seek

MOST_LISTED = 8


@answers(interface.SeekOpponent)
async def seek_opponent(context: RequestContext, request: SeekOpponent) -> Answer:
    words, ratings = seeks.split_off_ratings(request.words)
    agreed = terms_of_equals(request.game, words, "no.seek_begins")
    what, platform = (request.game, words, ratings), context.chat.platform
    times = (context.at, context.at + seeks.lasts(agreed))
    seek = Seek(derived_id(f"seek {context.press}"), context.player, *what, platform, context.press, *times)
    async with context.services.seeking:
        if (again := await _again(context)) is not None:
            return again
        await _require_able(context, agreed)
        for found in await _good(context, seek.game):
            if seeks.is_same(found, seek) and await _fit(context, found, seek):
                return await _accept(context, found)
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
        return await _accept(context, found)


@answers(interface.WithdrawSeek)
async def withdraw_seek(context: RequestContext, request: WithdrawSeek) -> Answer:
    async with context.services.seeking:
        await context.store.seeks.drop_seek(context.player, request.game)
    return responses.page(context, await _page(context))


@answers(interface.ShowSeeks)
async def show_seeks(context: RequestContext, _: ShowSeeks) -> Answer:
    return Note(await _page(context))


async def _again(context: RequestContext) -> Answer:
    """The answer to a repeated press; None if it is not repeated."""
    match_id = await context.store.matches.pressed(context.press)
    if match_id is None:
        return None
    if context.chat.private:
        return await responses.post_new_board(context.about(match_id))
    row = await context.store.matches.row(match_id)
    return _found(context, asked=row is not None and row.phase == Phase.CHALLENGE)


async def _accept(context: RequestContext, found: Seek) -> Answer:
    """Open the match of two seekers; with a short clock, it starts once the earlier seeker confirms.

    The later seeker's own seek of this game is dropped. The board is the answer in a private chat; elsewhere
    it is in the private chat, and the answer says so.
    """
    own = await _own(context, found.game)
    begun = await _begun(context, found)
    boards = await _boards(context, found, begun.after)
    fulfilled = (found, own) if own else (found,)
    seen = context.seen if context.chat.private else None
    opening = open_match(context.services, begun, boards, press=context.press, seen=seen, seeks=fulfilled)
    async with opening as transaction:
        if not context.chat.private:
            return _found(context, asked=begun.after.phase is Phase.CHALLENGE)
        return await responses.post(context, transaction.match, boards[0])


async def _begun(context: RequestContext, found: Seek) -> Decision:
    """The match as it begins; with a short clock, a challenge to the earlier seeker."""
    request, keys = OfferChallenge(found.game, None, found.terms), context.services.keys
    if is_confirmed(terms(found.game, found.terms)):
        offered = match_requests.challenge(request, context.player, found.player, context.start())
        return match_requests.open_challenge(offered, make_entropy=keys.acceptance)
    zone = (await context.services.preferences.of(found.player)).zone
    offered = match_requests.challenge(request, found.player, None, keys.start(context.at, zone))
    here = context.preferences.zone
    return match_requests.open_accepted(offered, context.player, here, make_entropy=keys.acceptance)


async def _boards(context: RequestContext, found: Seek, match: Match) -> tuple[Board, ...]:
    """A private board for each player; no group chat shows people who did not ask to play there."""
    match_id = match.opened.match
    own = (
        context.new_board(match_id)
        if context.chat.private
        else await context.private_board(context.player, match_id)
    )
    seat = match.seat_of(found.player)
    question = 1 if seat is None else match.question(seat) or ACCEPTED  # without a seat: invited
    notice = Notice(found.player, question)
    other = await context.private_board(found.player, match_id, prefer=found.platform, notice=notice)
    return tuple(board for board in (own, other) if board)


def _found(context: RequestContext, *, asked: bool) -> Answer:
    """Tell a player in a group chat that an opponent was found; `asked`: the opponent must confirm first."""
    key = "seek.asked" if asked else "seek.met_again"
    return Note(Screen(context.texts(key)))


async def _require_able(context: RequestContext, agreed: Terms) -> None:
    if not await _can_reach(context, context.player, context.chat.platform):
        raise Refused("no.seek_unreached")
    if await context.store.seeks.count_under_way(context.player) >= seeks.MOST_UNDER_WAY:
        raise Refused("no.seek_many", most=seeks.MOST_UNDER_WAY)
    if agreed.rated and (wait := await context.services.starts.of(context.player, context.at)):
        raise await pause(context, "no.gave_up_lately", wait)


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
    if await context.services.preferences.has_block_between(player, found.player):
        return False
    if terms(found.game, found.terms).rated and await context.services.starts.keep_apart(
        player, found.player, context.at
    ):
        return False
    return await _can_reach(context, found.player, found.platform)


async def _can_reach(context: RequestContext, player: PlayerId, platform: str) -> bool:
    return (await context.services.router.reach(player)).private_chat(platform) is not None


async def _good(context: RequestContext, game: str | None = None) -> list[Seek]:
    good = await context.store.seeks.seeks(context.at, game=game, most=seeks.MOST_LOOKED_AT)
    return [one for one in good if seeks.is_understood(one)]


async def _own(context: RequestContext, game: str) -> Seek | None:
    own = await context.store.seeks.seeks_of(context.player, context.at)
    return next((one for one in own if one.game == game), None)


async def _rating(context: RequestContext, player: PlayerId, game: str) -> float:
    return (await rating_of(context.store, player, game)).strength.value


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
    return ShownSeek(seek.id, seek.game, agreed, ratings, rating, seek.until)
