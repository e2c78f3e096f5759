"""Pages shown to all in a chat: what all may know, in the language of the chat, where somebody asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain import commands
from bot.interface import ListMatches, Screen, ShowLeaderboard, ShowRules, ShowToAll
from bot.texts import LANGUAGES
from tests.bot.finished_matches import rate
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))

BAR = replace(CHANNEL, id="bar")
SAY = LANGUAGES["en"]


async def posted(house: House, line: str, who: str = "Ada") -> Screen:
    """What all are shown."""
    answer = await house.type({"Ada": ADA, "Ben": BEN}[who], line)
    assert answer.post
    assert (answer.note, answer.update) == (None, None)
    return answer.post


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/rules sahara show", ShowToAll(ShowRules("sahara"))),
        ("/rules zeigen", ShowToAll(ShowRules(None))),
        ("/matches MOSTRA", ShowToAll(ListMatches())),
        ("/leaderboard show all sato", ShowToAll(ShowLeaderboard("sato", everywhere=True))),
        ("/leaderboard", ShowLeaderboard(None, everywhere=False)),
    ],
)
def test_one_word_asks_that_all_see_it(line: str, expected: object) -> None:
    assert commands.read(line) == expected


async def test_rules_are_shown_in_the_language_of_the_chat(house: House) -> None:
    """Where none is known, in that of whoever asks."""
    german = await house.type(replace(ADA, language="de"), "/rules sahara show")
    house.dispatcher.speaks("fake", CHANNEL.place, "de")
    assert SAY("sahara.summary") not in (page := await posted(house, "/rules sahara show")).text
    assert page.image
    assert page == german.post == await posted(house, "/rules sahara show", "Ben")


async def test_a_leaderboard_for_all_is_the_same_whoever_asks(house: House) -> None:
    await rate(house, {ADA: 1700, CLEO: 1600})
    shown = await posted(house, "/leaderboard sahara show")
    assert "Cleo" in (shown.image.alt if shown.image else "")
    assert shown == await posted(house, "/leaderboard sahara show", "Ben")
    assert SAY("leaderboard.own_none", game="Sahara") not in shown.text


async def test_of_somebody_s_matches_only_those_are_shown_that_are_played_here(house: House) -> None:
    await house.start()
    here = house.board().code
    await house.type(ADA, "/play sator", BAR)
    await house.press(BEN, "Accept", house.live(BAR)[-1])
    elsewhere = house.board(BAR).code
    shown = await posted(house, "/matches show")
    assert shown.title == SAY("title.played_by", name="Ada")
    assert here in shown.text
    assert elsewhere not in f"{shown}"
    own = (await house.type(ADA, "/matches show", private_chat(ADA))).note
    assert own
    assert own.text.count("\n") == 2


async def test_nothing_is_shown_of_who_plays_nothing_here(house: House) -> None:
    await house.start()
    assert (await house.type(CLEO, "/matches show")).post is None
    assert house.note(CLEO) == SAY("watch.none_of_yours")
