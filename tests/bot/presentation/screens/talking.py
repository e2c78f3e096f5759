"""What players say to each other, so that every screen about it is received."""

from __future__ import annotations

from bot import interface
from bot.domain.commands import read_bare
from bot.domain.remarks import HEARD_FOR, MOST_CHARACTERS
from games.events import MatchId
from tests.bot.presentation.screens.tour import CHANNEL, Tour


async def talking(tour: Tour) -> None:
    """Phrases and words, here and in private; to nobody, too long, too many, and not wanted."""
    code = await tour.begun("/play sahara")
    await tour.say(tour.ada, "/say", "/say good game", "/say so many words")
    await tour.say(tour.cleo, "/say hello", f"/say hello {code}")
    await tour.say(tour.ada, f"/say {'Ｗ' * MOST_CHARACTERS}", f"/say {'w' * 400}", "/say \u200b")
    await tour.say(tour.ada, f"/say {'w' * (MOST_CHARACTERS + 1)}", *["/say again"] * 6)
    await tour.ask(tour.ada, read_bare("see you tomorrow"), tour.private(tour.ada))
    await _unwanted(tour, code)
    await _several(tour)
    await _moderated(tour, code)
    await tour.ask(tour.ada, interface.Resign(code, sure=True), CHANNEL)
    tour.now += HEARD_FOR + 1
    await tour.say(tour.ada, f"/say bye {code}")
    await tour.say(tour.cleo, "/play sahara robot")
    await tour.say(tour.cleo, f"/say hello {tour.code()}")


async def _unwanted(tour: Tour, code: MatchId) -> None:
    me = await tour.player(tour.ada)
    await tour.ask(tour.ada, interface.MutePlayer(me, on=True), CHANNEL)
    await tour.ask(tour.ben, interface.MutePlayer(me, on=True), CHANNEL)
    await tour.ask(tour.ben, interface.ShowPhrases(code), CHANNEL)
    await tour.ask(tour.ben, interface.ShowSettings("blocks"), CHANNEL)
    await tour.ask(tour.ben, interface.MutePlayer(me, on=False), CHANNEL)
    await tour.ask(tour.ada, interface.ChangeChat(CHANNEL.place, ("words=off",)), CHANNEL)
    await tour.say(tour.ada, f"/say hello {code}", "/settings words=off", "/settings words=on")
    await tour.ask(tour.ada, interface.ChangeChat(CHANNEL.place, ("words=on",)), CHANNEL)
    await tour.store.talk.put_silence("discord", CHANNEL.place, me)
    await tour.say(tour.ada, f"/say hello {code}")
    await tour.store.talk.drop_silence("discord", CHANNEL.place, me)


async def _moderated(tour: Tour, code: MatchId) -> None:
    """Words reported and hidden, in the channel and in private, and a match that is ended."""
    me, private = await tour.player(tour.ben), tour.private(tour.ada)
    tour.managers = {tour.ada.id, tour.cleo.id}
    for who in (tour.ada, tour.ben, tour.cleo):
        for chat in (CHANNEL, tour.private(who)):
            await tour.say(who, "/moderate", f"/moderate {code}", chat=chat)
    await tour.say(tour.ben, f"/say {'W' * MOST_CHARACTERS} {code}", f"/say bye {code}")
    for remark in await tour.store.talk.remarks_of(me):
        for who in (tour.ben, tour.ada, tour.ada):
            await tour.ask(who, interface.ReportRemark(remark.id, sure=who == tour.ada), private)
            await tour.ask(tour.ada, interface.ReportRemark(remark.id, sure=False), private)
    await tour.say(tour.ada, "/moderate")
    await tour.ask(tour.ada, interface.HideWords(me, True, CHANNEL.place), CHANNEL)
    await tour.ask(tour.ada, interface.HideWords(me, False, CHANNEL.place), CHANNEL)
    other = await tour.begun("/play stacko")
    await tour.ask(tour.cleo, interface.StopMatch(other, CHANNEL.place), CHANNEL)
    await tour.ask(tour.cleo, interface.StopMatch(other, CHANNEL.place), CHANNEL)
    tour.managers = {tour.ada.id}


async def _several(tour: Tour) -> None:
    """Two opponents, of whom one is forgotten then."""
    other = await tour.offered(f"/play sahara {tour.cleo.name}")
    await tour.ask(tour.cleo, interface.AcceptChallenge(other), CHANNEL)
    tour.now += 600
    await tour.say(tour.ada, "/say hello", f"/say {'W' * 150}")
    for chat in (CHANNEL, tour.private(tour.ada)):
        await tour.say(tour.ada, f"/say so many words {other}", f"/say hello {other}", chat=chat)
    await tour.ask(tour.cleo, interface.ForgetMe(sure=True), CHANNEL)
    await tour.say(tour.ada, f"/say hello {other}")
