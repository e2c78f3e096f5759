"""Tournaments of a chat: opened, joined, left, begun, called off and looked at."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from bot import interface, presentation
from bot.domain import tournaments
from bot.domain.challenge_requests import match_id
from bot.domain.terms import terms
from bot.domain.tournaments import OPEN_FOR
from bot.handlers.challenge_opener import ChallengeOpener
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.context import RequestContext
from bot.handlers.responses import Refusal, note, turned
from bot.handlers.tournament_pages import TournamentPages
from bot.handlers.tournament_runner import TournamentRunner
from bot.interface import Response
from bot.presentation import Phrasing
from games.events import PlayerId
from games.game import Refused
from storage.store import Store
from storage.tournaments import Entrant, Tournament

Change = Callable[[Tournament], Tournament]


class TournamentHandler:
    """Answers about them; `TournamentRunner` keeps them going."""

    def __init__(
        self,
        store: Store,
        policy: ChallengePolicy,
        opener: ChallengeOpener,
        pages: TournamentPages,
        runner: TournamentRunner,
    ) -> None:
        self._store, self._policy, self._opener = store, policy, opener
        self._pages, self._runner = pages, runner

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
        if refused := await self._policy.refusal_of_chat(context):
            return await self._opener.refuse(context, refused)
        key = match_id(hashlib.sha256(context.press.encode()).digest())
        known = await self._store.tournament_in(context.chat.platform, context.place)
        if known is not None and known.id == key:  # the same press again
            return Response(post=await self._pages.sign_up(known), succeeded=True)
        if known is not None and known.stage in ("open", "running"):
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
        await self._store.put_tournament(opened)
        return Response(post=await self._pages.sign_up(opened), succeeded=True)

    async def show(self, context: RequestContext, request: interface.ShowTournament) -> Response:
        """How it stands, for whoever asks."""
        if request.tournament is None and context.place is None:
            raise Refusal("tournament.no.private")
        tournament = (
            await self._store.tournament(request.tournament)
            if request.tournament
            else await self._store.tournament_in(context.chat.platform, context.place or "")
        )
        if tournament is None:
            raise Refusal("tournament.no.none")
        return turned(await self._pages.for_reader(tournament, context), in_place=context.own)

    async def join(self, context: RequestContext, request: interface.JoinTournament) -> Response:
        """Sign up."""
        return await self._change(
            context, request.tournament, lambda known: tournaments.joined(known, context.player)
        )

    async def leave(self, context: RequestContext, request: interface.LeaveTournament) -> Response:
        """Leave, before it begins or later."""
        return await self._change(
            context, request.tournament, lambda known: tournaments.left(known, context.player)
        )

    async def begin(self, context: RequestContext, request: interface.BeginTournament) -> Response:
        """Begin with the first round."""
        strength = dict[PlayerId, float]()
        apart: tournaments.Apart = ()
        if known := await self._store.tournament(request.tournament):
            apart = await self._runner.apart(known)
            for one in known.entrants:
                ratings = await self._store.ratings_of(one.player)
                strength[one.player] = next((one.low for one in ratings if one.game == known.game), 0.0)
        return await self._change(
            context,
            request.tournament,
            lambda known: tournaments.begun(known, strength, context.at, apart),
            organiser=True,
        )

    async def cancel(self, context: RequestContext, request: interface.CancelTournament) -> Response:
        """Call it off."""
        return await self._change(context, request.tournament, tournaments.cancelled, organiser=True)

    async def _change(
        self, context: RequestContext, key: str, change: Change, *, organiser: bool = False
    ) -> Response:
        """Change a tournament where it is shown, and show it there anew."""
        async with self._runner.locked():
            known = await self._store.tournament(key)
            if known is None:
                raise Refusal("tournament.no.none")
            manages = context.incoming.manages and context.place == known.place
            if organiser and known.stage == "open" and context.player != known.organiser and not manages:
                return Response(note=note(context.texts("tournament.no.not_yours")).note, managers_only=True)
            try:
                after = change(known)
            except tournaments.Refused as refused:
                least = {"fewest": tournaments.FEWEST, "most": tournaments.MOST}
                raise Refusal(f"tournament.no.{refused.why.value}", **least) from None
            await self._store.put_tournament(after)
        self._runner.wake()
        if context.own:
            return turned(await self._pages.for_reader(after, context), in_place=True)
        if context.incoming.message is None or known.stage != "open":
            return turned(await self._pages.for_reader(after, context), in_place=False)
        return Response(update=await self._pages.sign_up(after), succeeded=True)
