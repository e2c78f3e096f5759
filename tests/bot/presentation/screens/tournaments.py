"""Tournaments from the sign-up to the end, so that every screen about them is received."""

from __future__ import annotations

from dataclasses import replace

from bot import interface
from bot.domain.tournaments import MOST
from bot.handlers.tournament_requests import MOST_AT_ONCE
from bot.interface import Account
from games.events import PlayerId
from storage.tournaments import Entrant, Tournament
from tests.bot.presentation.screens.tour import CHANNEL, EMOJI, Tour
from tests.storage.facts import forget


async def tournaments(tour: Tour) -> None:
    """Opened, joined and left, begun and called off; played to the end, and decided by time."""
    await tour.say(tour.ada, "/tournament", "/tournament sahara 99", "/tournament sahara begins=me")
    await tour.say(tour.ada, "/tournament sahara", chat=tour.private(tour.ada))
    await tour.say(tour.ada, "/tournament sato swiss 3 small clock=1d")
    key = (await _there(tour)).id
    await tour.say(tour.ben, "/tournament sato", "/tournament")
    for who, request in (
        (tour.ada, interface.BeginTournament(key)),
        (tour.ada, interface.JoinTournament(key)),
        (tour.ben, interface.LeaveTournament(key)),
        (tour.ben, interface.EndTournament(key, True, CHANNEL.place)),
        (tour.ada, interface.EndTournament(key, True, CHANNEL.place)),
        (tour.ben, interface.JoinTournament(key)),
        (tour.ben, interface.LeaveTournament(key)),
    ):
        await tour.ask(who, request, CHANNEL)
    await tour.say(tour.ben, "/tournament")
    await tour.ask(tour.ben, interface.JoinTournament(key), tour.private(tour.ben))
    await _full(tour)
    await _led_by_nobody(tour)
    for style, strangers in (("swiss 2", 0), ("round", 1)):
        await _played(tour, style, strangers)


async def _there(tour: Tour) -> Tournament:
    found = await tour.store.tournaments.tournament_in(CHANNEL.platform, CHANNEL.place)
    assert found
    return found


async def _full(tour: Tour) -> None:
    tour.now += 1
    await tour.say(tour.ada, "/tournament sahara")
    known = await _there(tour)
    entrants = tuple(Entrant(PlayerId(f"player {number}")) for number in range(MOST))
    await tour.store.tournaments.put_tournament(replace(known, entrants=entrants))
    await tour.ask(tour.ben, interface.JoinTournament(known.id), CHANNEL)
    await tour.ask(tour.ada, interface.EndTournament(known.id, True, CHANNEL.place), CHANNEL)


async def _led_by_nobody(tour: Tour) -> None:
    """While people sign up and while it runs; then an admin takes it, and calls it off."""
    tour.now += 1
    for number, who in enumerate(("12", "13")):
        opener = tour.somebody("discord", f"9{who}", EMOJI)
        await tour.say(opener, "/tournament sahara clock=1d")
        known = await _there(tour)
        for one in (tour.ada, tour.ben, tour.cleo):
            await tour.ask(one, interface.JoinTournament(known.id), CHANNEL)
        if number:
            await tour.ask(tour.ada, interface.BeginTournament(known.id), CHANNEL)
        await tour.ask(tour.ada, interface.TakeTournament(known.id), CHANNEL)
        await forget(tour.store, known.organiser, tour.now)
        await tour.wait(60)
        await tour.say(tour.ben, "/tournament")
        await tour.ask(tour.ben, interface.TakeTournament(known.id), CHANNEL)
        if number:
            await tour.ask(tour.ada, interface.TakeTournament(known.id), CHANNEL)
            await tour.ask(tour.ada, interface.ShowCrosstable(known.id), CHANNEL)
        await tour.say(tour.ada, "/moderate")
        for sure in (False, True):
            await tour.ask(tour.ada, interface.EndTournament(known.id, sure, CHANNEL.place), CHANNEL)
        await tour.wait(60)
        await tour.say(tour.ben, "/tournament")
    for number in range(MOST_AT_ONCE):
        full = replace(known, id=f"FULL{number + 2}X", made=tour.now - number, changes=0)
        await tour.store.tournaments.put_tournament(full)
    await tour.say(tour.ada, "/tournament sato", "/tournament", "/moderate")
    for number in range(MOST_AT_ONCE):
        over = await tour.store.tournaments.tournament(f"FULL{number + 2}X")
        assert over
        await tour.store.tournaments.put_tournament(replace(over, stage="cancelled"))


async def _given_up(tour: Tour, known: Tournament) -> Account:
    """Whoever begins the first match of the round that goes on resigns it."""
    first = next(one for one in known.pairings if one.match and not one.outcome)
    assert first.match
    (loser,) = await tour.store.people.people([first.first])
    who = next(one for one in (tour.ada, tour.ben, tour.cleo) if one.id == loser.account)
    await tour.ask(who, interface.Resign(first.match, sure=True), CHANNEL)
    return who


async def _played(tour: Tour, style: str, gone: int) -> None:
    """One match of the first round is given up, all that follows is decided by time."""
    tour.now += 1
    await tour.say(tour.ada, f"/tournament sahara {style} clock=none rated=no")
    key = (await _there(tour)).id
    for who in (tour.ben, tour.cleo):
        await tour.ask(who, interface.JoinTournament(key), CHANNEL)
    await tour.ask(tour.ada, interface.BeginTournament(key), CHANNEL)
    who = await _given_up(tour, await _there(tour))
    if gone:
        await tour.ask(who, interface.LeaveTournament(key), CHANNEL)
    await tour.say(tour.ben, "/tournament")
    while (known := await _there(tour)).stage == "running":
        if not gone:
            await _given_up(tour, known)
        await tour.wait(known.ends - tour.now)
    await tour.say(tour.ben, "/tournament")
    await tour.ask(tour.ben, interface.LeaveTournament(key), CHANNEL)
