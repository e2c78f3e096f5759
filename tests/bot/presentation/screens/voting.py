"""A channel plays as one: all that its people, its opponents and others are told."""

from __future__ import annotations

from bot import interface
from bot.domain.terms import HOUR
from games.events import MatchId
from tests.bot.presentation.screens.tour import CHANNEL, GROUP, Tour


async def voting(tour: Tour) -> None:
    """Against people and another channel, with and without secrets; and where that is not possible."""
    ada, ben, cleo = tour.ada, tour.ben, tour.cleo
    await tour.say(ada, "/play sahara channel", chat=tour.private(ada))
    await tour.say(ada, "/play sahara channel vote=1w")
    code = await tour.offered("/play sahara")
    await tour.say(ben, f"/join {code} channel")
    for line in ("/play sahara channel vote=2d", "/play sator channel", f"/play sato channel {ben.name}"):
        code = await tour.offered(line)
        await tour.say(cleo, f"/board {code}", chat=GROUP)
        await tour.ask(ben, interface.AcceptChallenge(code), CHANNEL)
        await _vote(tour, code)
        await tour.say(ben, f"/say hello {code}")
        for request in (interface.OfferDraw(code), interface.TakeSide(code), interface.ShowHand(code)):
            await tour.ask(ben, request, CHANNEL)
        await tour.ask(ben, interface.Resign(code, sure=True), CHANNEL)
    code = await tour.offered("/play sator channel clock=none vote=10m")
    for channel in (CHANNEL, GROUP):
        await tour.ask(ben, interface.TakeSide(code), channel)
    await tour.say(cleo, f"/hand {code}", chat=GROUP)
    for channel in (CHANNEL, GROUP):
        await tour.ask(cleo, interface.TakeSide(code), channel)
    await tour.ask(cleo, interface.TakeSide(code), tour.private(cleo))
    await tour.say(cleo, f"/move 1 {code}", chat=GROUP)


async def _vote(tour: Tour, code: MatchId) -> None:
    """Two votes are closed, then it is voted on all that may be asked besides."""
    for _ in range(2):
        match = await tour.match(code)
        for who in (tour.ada, tour.cleo):
            await tour.ask(who, interface.TakeSide(code), CHANNEL)
            for seat in match.awaited:
                state = match.state
                move = str(state.legal_moves(seat)[0]) if state else ""
                await tour.ask(who, interface.TypeMove(tuple(move.split()), code), CHANNEL)
                await tour.ask(tour.ben, interface.TypeMove(tuple(move.split()), code), CHANNEL)
        await tour.ask(tour.ada, interface.OfferDraw(code), CHANNEL)
        await tour.wait(48 * HOUR)
    await tour.ask(tour.ben, interface.OfferDraw(code), CHANNEL)
    for request in (interface.AcceptDraw(code), interface.RequestTakeback(code), interface.GiveTime(code)):
        await tour.ask(tour.ada, request, CHANNEL)
    await tour.ask(tour.ada, interface.Resign(code, sure=True), CHANNEL)
    for chat in (CHANNEL, GROUP):
        dora = tour.somebody(chat.platform, "99", "Dora")
        await tour.ask(dora, interface.OfferDraw(code), chat)
    await tour.wait(HOUR)
    await tour.say(tour.ada, f"/board {code}")
    await tour.ask(tour.ada, interface.ShowMore(code), CHANNEL)
