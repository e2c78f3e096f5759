"""Matches proposed to two others, so that every screen about them is received."""

from __future__ import annotations

from bot import interface
from bot.domain.proposals import short
from bot.interface import AgreeToMatch, RefuseMatch
from games.events import MatchId
from tests.bot.presentation.screens.tour import CHANNEL, Tour

CODES = tuple(MatchId(f"PAAR{number}2") for number in range(2, 6))


async def proposing(tour: Tour) -> None:
    """Proposed in every wrong way and in the right one; agreed to, refused, and too late."""
    one, other = tour.ada.id, tour.ben.id
    here, alone = CHANNEL, tour.private(tour.cleo)
    await tour.say(tour.cleo, f"/pair {one} {other} sahara", chat=alone)
    for rest in (
        "robot sato",
        f"{one} sato",
        f"{other} sato begins=me",
        "a b sato",
        "sato",
        f"{other} chess",
    ):
        await tour.say(tour.cleo, f"/pair {one} {rest}", chat=here)
    rules = "variant=hidden table=large clock=1000m+1000m weekends=off rated=no"
    strangers = [tour.somebody("discord", str(10**18 + at), f"Stranger {at}") for at in range(2)]
    await tour.meet(*strangers)
    names = " ".join(stranger.id for stranger in strangers)
    await tour.say(tour.cleo, f"/pair {names} sato {rules}", f"/pair {one} {other} stacko", chat=here)
    page = tour.board()
    people = (short(one), short(other))
    first, second, third, fourth = CODES
    for who, request in (
        (tour.cleo, AgreeToMatch(first, "sahara", people, ())),
        (tour.ada, RefuseMatch(first, "sahara", people, ())),
        (tour.ben, AgreeToMatch(first, "sahara", people, ())),
        *(
            (who, AgreeToMatch(second, "sato", people, ()))
            for who in (tour.ada, tour.ada, tour.ben, tour.ben)
        ),
        (tour.ben, interface.BlockPlayer(await tour.player(tour.ada), on=True)),
        (tour.ada, AgreeToMatch(third, "sahara", people, ())),
        (tour.ben, interface.BlockPlayer(await tour.player(tour.ada), on=False)),
        (tour.ada, AgreeToMatch(fourth, "sahara", (short("404"), people[1]), ())),
    ):
        await tour.ask(who, request, CHANNEL, message=page.id)
