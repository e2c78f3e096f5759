"""Answers about people as players: profiles and leaderboards. They tell only of matches that are over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot import presentation
from bot.delivery.match_screens import Display
from bot.delivery.result_summary import scores_of
from bot.domain.commands import QUOTED
from bot.domain.ratings import PROVISIONAL_UNTIL
from bot.handlers.context import Visit
from bot.handlers.help import note
from bot.interface import (
    Answer,
    AskLeaderboard,
    AskProfile,
    Outcome,
    Screen,
)
from bot.presentation import (
    Leaderboard,
    Own,
    Past,
    Profile,
    Rated,
    Voice,
)
from bot.repositories.accounts import People
from games import GAMES
from games.events import PlayerId
from games.game import SEATS
from storage.results import MatchResult, Place, Rating
from storage.store import Store

LAST = 5  # results on a profile
BEST = 15  # people on a leaderboard
FARTHEST = 1000  # places that are counted

AboutPlayers = AskProfile | AskLeaderboard


class Profiles:
    """Shows who plays how well, each time to one reader."""

    def __init__(self, store: Store, people: People, display: Display) -> None:
        self._store, self._people, self._display = store, people, display

    async def answer(self, visit: Visit, request: AboutPlayers) -> Answer:
        """For this person's eyes alone."""
        if isinstance(request, AskLeaderboard):
            return await self._leaderboard(visit, request)
        if request.person is None:
            return self._show(visit, await self._profile(visit, visit.player))
        player = await self._people.find(visit.chat.platform, request.person)
        if player is None:
            return note(visit.texts("no.unknown_person", name=request.person[:QUOTED]))
        return self._show(visit, await self._profile(visit, player))

    async def _profile(self, visit: Visit, player: PlayerId) -> Screen:
        rated = tuple(map(_rated, await self._store.ratings_of(player)))
        results = await self._store.results_of(player, newest=LAST)
        last = tuple(_past(result, player, visit.player) for result in results)
        voice = await self._voice(visit, [player, visit.player, *(past.against for past in last)])
        account = voice.cast.get(player)
        near = account is not None and account.platform == visit.chat.platform and player != visit.player
        profile = Profile(
            player,
            rated,
            last,
            scores=await scores_of(self._store, player, visit.player),
            account=account.id if account and near else None,
            zone=visit.look.zone,
        )
        return presentation.profile_page(profile, visit.player, voice, in_words=visit.look.text_only)

    async def _leaderboard(self, visit: Visit, request: AskLeaderboard) -> Answer:
        everywhere = request.everywhere or visit.chat.private
        place = None if everywhere else Place(visit.chat.platform, visit.chat.id)
        ratings = await self._store.ratings_of(visit.player)
        game = request.game or _latest(ratings)
        own = next((rating for rating in ratings if rating.game == game), None)
        board = Leaderboard(
            game,
            everywhere,
            best=tuple(map(_rated, await self._store.leaders(game, place, most=BEST))),
            own=await self._own(own, place),
            needed=PROVISIONAL_UNTIL,
        )
        voice = await self._voice(visit, [rated.player for rated in board.best])
        page = presentation.leaderboard_page(
            board, visit.player, voice, alone=visit.chat.private, in_words=visit.look.text_only
        )
        return self._show(visit, page, again=request.again)

    async def _own(self, own: Rating | None, place: Place | None) -> Own:
        listed = own is not None and not own.provisional
        ahead = await self._store.ahead(own, place, most=FARTHEST) if own and listed else 0
        return Own(_rated(own) if own else None, ahead, FARTHEST)

    async def _voice(self, visit: Visit, players: Iterable[PlayerId | None]) -> Voice:
        return Voice(visit.texts, await self._people.cast(players, visit.chat.platform))

    def _show(self, visit: Visit, page: Screen, *, again: bool = False) -> Answer:
        """A page for this person alone; turned in place where the pressed message is his own."""
        shown = self._display.page(page, visit.look)
        return Answer(update=shown, granted=True) if again and visit.own else Answer(note=shown, granted=True)


def _latest(ratings: Sequence[Rating]) -> str:
    """The game that somebody played last, or the first one."""
    return max(ratings, key=lambda rating: rating.last).game if ratings else next(iter(GAMES))


def _rated(rating: Rating) -> Rated:
    standing = (rating.strength.value, rating.provisional, rating.won, rating.drawn, rating.lost)
    return Rated(rating.player, rating.game, *standing)


def _past(result: MatchResult, player: PlayerId, reader: PlayerId) -> Past:
    """How it went for a player; whoever did not play himself is not told against whom."""
    seat = next(seat for seat in SEATS if result.players[seat] == player)
    how: Outcome = "won" if result.winner == seat else "lost"
    how = "drawn" if result.winner is None else how
    against = result.players[1 - seat] if reader in result.players else None
    return Past(result.game, how, result.ended, against)
