"""Profiles, leaderboards, and pages that are posted for the whole chat."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.delivery.match_screens import scores_of
from bot.domain.ratings import LISTED_FOR
from bot.handlers import matches, responses, teaching
from bot.handlers.context import RequestContext, answers
from bot.interface import Answer, Note, Outcome, Post, Screen, ShowLeaderboard, ShowProfile
from bot.interface.registry import Showable
from bot.presentation import Leaderboard, OwnRank, PastMatch, Profile
from games import GAMES
from games.events import PlayerId
from games.game import SEATS
from storage.results import MatchResult, Place, Rating

LAST = 5  # results on a profile
BEST = 15  # people on a leaderboard
FARTHEST = 1000  # ranks that are counted


@answers(interface.ShowProfile)
async def show_profile(context: RequestContext, request: ShowProfile) -> Answer:
    player = context.player
    if request.person is not None:
        player = await context.services.accounts.find(context.chat.platform, request.person)
    return responses.page(context, await _profile_page(context, player), in_place=False)


async def _profile_page(context: RequestContext, player: PlayerId) -> Screen:
    rated = tuple(await context.store.results.ratings_of(player))
    results = await context.store.results.results_of(player, newest=LAST)
    last = tuple(_past(result, player, context.player) for result in results)
    phrasing = await context.naming([player, context.player, *(past.against for past in last)])
    account = phrasing.accounts.get(player)
    near = account is not None and account.platform == context.chat.platform and player != context.player
    profile = Profile(
        player,
        rated,
        last,
        scores=await scores_of(context.store.results, player, context.player),
        account=account.id if account and near else None,
    )
    return presentation.profile_page(profile, context.player, phrasing)


@answers(interface.ShowLeaderboard)
async def show_leaderboard(
    context: RequestContext, request: ShowLeaderboard, *, to_all: bool = False
) -> Answer:
    """Show the best players of a game; with `to_all`, without the reader's own rank."""
    everywhere = request.everywhere or context.chat.private
    place = None if everywhere else Place(context.chat.platform, context.chat.id)
    ratings = await context.store.results.ratings_of(context.player)
    latest = max(ratings, key=lambda rating: rating.last, default=None)
    game = request.game or (latest.game if latest else next(iter(GAMES)))
    reader = None if to_all else context.player
    own = next((rating for rating in ratings if rating.game == game), None)
    since = context.at - LISTED_FOR
    board = Leaderboard(
        game,
        everywhere,
        best=tuple(await context.store.results.leaders(game, place, since=since, most=BEST)),
        own=None if to_all else await _own(context, own, place, since),
    )
    phrasing = await context.naming([rated.player for rated in board.best])
    page = presentation.leaderboard_page(board, reader, phrasing, ephemeral=context.chat.private)
    return responses.page(context, page, in_place=request.again)


async def _own(context: RequestContext, own: Rating | None, place: Place | None, since: int) -> OwnRank:
    if own is None:
        return OwnRank(None, None, FARTHEST)
    listed = own.last >= since
    ahead = await context.store.results.ahead(own, place, since=since, most=FARTHEST) if listed else None
    return OwnRank(own, ahead, FARTHEST)


def _past(result: MatchResult, player: PlayerId, reader: PlayerId) -> PastMatch:
    """A result from a player's side; the opponent is hidden from readers who did not play."""
    seat = next(seat for seat in SEATS if result.players[seat] == player)
    how: Outcome = "won" if result.winner == seat else "lost"
    how = "drawn" if result.winner is None else how
    against = result.players[1 - seat] if reader in result.players else None
    return PastMatch(result.game, how, result.ended, against)


@answers(interface.ShowToAll)
async def show_to_all(context: RequestContext, request: interface.ShowToAll) -> Answer:
    alone = context.chat.private
    if not alone:
        said = context.texts.language
        shared = await context.services.preferences.display_of_chat(context.chat, shared=said)
        context = replace(context, preferences=shared)
    answer = await _page(context, request.what, alone=alone)
    if alone or not isinstance(answer, Note) or not answer.succeeded:
        return answer
    return Post(answer.screen, language=context.texts.language)


async def _page(context: RequestContext, what: Showable, *, alone: bool) -> Answer:
    match what:
        case interface.ShowRules():
            return await teaching.rules(context, what)
        case interface.ShowLeaderboard():
            return await show_leaderboard(context, what, to_all=not alone)
        case interface.ListMatches() if alone:
            return await matches.list_matches(context, what)
        case _:
            return await matches.played_here(context)
