"""Tournaments of a chat: opened, joined, left, begun, called off, taken over and looked at."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from bot import interface, presentation
from bot.domain import tournaments
from bot.domain.challenge_requests import match_id
from bot.domain.terms import terms
from bot.domain.tournaments import OPEN_FOR
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.context import RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, note, turned
from bot.handlers.tournament_pages import TournamentPages
from bot.handlers.tournament_runner import TournamentRunner
from bot.interface import Response, place_of
from bot.presentation import Phrasing
from games.events import PlayerId
from games.game import Refused
from storage.sql.store import Store
from storage.tournaments import NOBODY, UNDER_WAY, Entrant, Tournament

MOST_AT_ONCE = 5  # tournaments of a chat that are open or running
Change = Callable[[Tournament], Tournament]


class TournamentHandler:
    """Answers about them; `TournamentRunner` keeps them going."""

    def __init__(
        self,
        store: Store,
        policy: ChallengePolicy,
        pages: TournamentPages,
        runner: TournamentRunner,
    ) -> None:
        self._store, self._policy, self._pages, self._runner = store, policy, pages, runner

    @answers(interface.OpenTournament)
    async def open(self, context: RequestContext, request: interface.OpenTournament) -> Response:
        """Have people sign up here; whoever opens it has."""
        if context.place is None:
            raise Refusal("tournament.no.private")
        try:
            agreed = terms(request.game, request.terms)
        except Refused as wrong:
            return note(presentation.refusal(wrong, Phrasing(context.texts, {}), asked=request.game))
        if agreed.head_start or agreed.begins != "lot":
            raise Refusal("no.head_start" if agreed.head_start else "tournament.no.begins")
        await self._policy.require_open_chat(context)
        key = match_id(hashlib.sha256(context.press.encode()).digest())
        if known := await self._store.tournaments.tournament(key):  # the same press again
            return Response(post=await self._pages.sign_up(known), succeeded=True)
        others = await self._store.tournaments.tournaments_under_way(context.chat.platform, context.place)
        if len(others) >= MOST_AT_ONCE:
            raise Refusal("tournament.no.many", most=MOST_AT_ONCE)
        if any(one.stage == "open" and one.organiser == context.player for one in others):
            raise Refusal("tournament.no.here")
        opened = Tournament(
            id=key,
            platform=context.chat.platform,
            place=context.place,
            chat=context.chat.id,
            game=request.game,
            style="round" if request.style == "round" else "swiss",
            rounds=request.rounds,
            terms=" ".join(request.terms),
            organiser=context.player,
            made=context.at,
            due=context.at + OPEN_FOR,
            entrants=(Entrant(context.player),),
        )
        await self._store.tournaments.put_tournament(opened)
        return Response(post=await self._pages.sign_up(opened), succeeded=True)

    @answers(interface.ShowTournament)
    async def show(self, context: RequestContext, request: interface.ShowTournament) -> Response:
        """How it stands, for whoever asks."""
        if request.tournament is None and context.place is None:
            raise Refusal("tournament.no.private")
        where = (context.chat.platform, context.place or "")
        if request.tournament:
            return await self._shown(context, await self._known(request.tournament))
        newest = next(iter(await self._store.tournaments.tournaments_under_way(*where)), None)
        tournament = newest or await self._store.tournaments.tournament_in(*where)
        if tournament is None:
            raise Refusal("tournament.no.none")
        return await self._shown(context, tournament)

    @answers(interface.ShowCrosstable)
    async def crosstable(self, context: RequestContext, request: interface.ShowCrosstable) -> Response:
        """Who has played whom, and the ways to the matches of the round."""
        page = await self._pages.crosstable(await self._known(request.tournament), context)
        return turned(page, in_place=context.own)

    @answers(interface.JoinTournament)
    async def join(self, context: RequestContext, request: interface.JoinTournament) -> Response:
        """Sign up, in the chat of the tournament alone."""
        known = await self._known(request.tournament)
        if not _is_there(context, known, context.place):
            raise Refusal("tournament.no.elsewhere")
        return await self._change(
            context, request.tournament, lambda known: tournaments.joined(known, context.player)
        )

    @answers(interface.LeaveTournament)
    async def leave(self, context: RequestContext, request: interface.LeaveTournament) -> Response:
        """Leave, before it begins or later."""
        return await self._change(
            context, request.tournament, lambda known: tournaments.left(known, context.player)
        )

    @answers(interface.BeginTournament)
    async def begin(self, context: RequestContext, request: interface.BeginTournament) -> Response:
        """Begin with the first round."""
        strength = dict[PlayerId, float]()
        apart: tournaments.Apart = ()
        if known := await self._store.tournaments.tournament(request.tournament):
            apart = await self._runner.apart(known)
            for one in known.entrants:
                ratings = await self._store.results.ratings_of(one.player)
                strength[one.player] = next((one.low for one in ratings if one.game == known.game), 0.0)
        return await self._change(
            context,
            request.tournament,
            lambda known: tournaments.begun(known, strength, context.at, apart),
            organiser=True,
        )

    @answers(interface.CancelTournament)
    async def cancel(self, context: RequestContext, request: interface.CancelTournament) -> Response:
        """Call it off before it begins."""
        return await self._change(context, request.tournament, _cancelled_while_open, organiser=True)

    @answers(interface.EndTournament)
    async def end(self, context: RequestContext, request: interface.EndTournament) -> Response:
        """Call it off while it runs."""
        if request.sure:
            return await self._change(context, request.tournament, tournaments.cancelled, organiser=True)
        known = await self._known(request.tournament)
        if not _may_organise(context, known, request.place):
            raise Refusal("tournament.no.not_yours", managers_only=True)
        if known.stage not in UNDER_WAY:
            raise Refusal("tournament.no.over")
        page = presentation.end_tournament_page(request, known.game, Phrasing(context.texts, {}))
        return turned(page, in_place=context.own)

    @answers(interface.TakeTournament)
    async def take(self, context: RequestContext, request: interface.TakeTournament) -> Response:
        """Organise what nobody organises any more."""
        known = await self._known(request.tournament)
        if not (context.incoming.manages and _is_there(context, known, context.place)):
            raise Refusal("no.not_moderator", managers_only=True)
        if known.organiser != NOBODY or known.stage not in UNDER_WAY:
            raise Refusal("tournament.no.taken")
        await self._store.tournaments.take_tournament(known.id, context.player)
        return await self._shown(context, await self._known(known.id))

    async def _known(self, key: str) -> Tournament:
        known = await self._store.tournaments.tournament(key)
        if known is None:
            raise Refusal("tournament.no.none")
        return known

    async def _shown(self, context: RequestContext, tournament: Tournament) -> Response:
        return turned(await self._pages.for_reader(tournament, context), in_place=context.own)

    async def _change(
        self, context: RequestContext, key: str, change: Change, *, organiser: bool = False
    ) -> Response:
        """Change a tournament where it is shown, and show it there anew."""
        async with self._runner.locked():
            known = await self._known(key)
            place = place_of(context.incoming.request) or context.place
            if organiser and not _may_organise(context, known, place):
                raise Refusal("tournament.no.not_yours", managers_only=True)
            try:
                after = change(known)
            except tournaments.Refused as refused:
                key, most = f"tournament.no.{refused.why.value}", tournaments.MOST
                raise Refusal(key, fewest=tournaments.FEWEST, most=most) from None
            await self._store.tournaments.put_tournament(after)
        self._runner.wake()
        if context.own or context.incoming.message is None or known.stage != "open":
            return await self._shown(context, after)
        return Response(update=await self._pages.sign_up(after), succeeded=True)


def _may_organise(context: RequestContext, known: Tournament, place: str | None) -> bool:
    """Whoever opened it, or an admin of its chat."""
    manages = context.incoming.manages and _is_there(context, known, place)
    return context.player == known.organiser or manages or known.stage not in UNDER_WAY


def _is_there(context: RequestContext, known: Tournament, place: str | None) -> bool:
    return (context.chat.platform, place) == (known.platform, known.place)


def _cancelled_while_open(known: Tournament) -> Tournament:
    if known.stage != "open":
        raise tournaments.Refused(tournaments.Why.NOT_OPEN)
    return tournaments.cancelled(known)
