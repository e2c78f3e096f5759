"""Somebody with accounts on two platforms is notified once, where they were active last.

Where they cannot be reached there, it is the other platform; each kind of notice has its case here.
"""

from __future__ import annotations

import pytest

from games.events import MatchId
from tests.bot.handlers.test_account_linking import link
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO
from tests.bot.two_platforms import ADA_THERE, ELSEWHERE, Houses, own_chat

HERE, THERE = (ADA.id, own_chat(ADA).id), (ADA_THERE.id, own_chat(ADA_THERE).id)
IN_CHANNEL = (ADA.id, CHANNEL.id)
LONG = 3600


async def linked(house: Houses) -> None:
    """Ada has an account on each platform, and was active on the second one last."""
    await link(house, ADA, ADA_THERE)
    await forget(house)


pytestmark = pytest.mark.house(kind=Houses, meet=(ADA, BEN), begin=linked)


async def forget(house: Houses) -> None:
    """Time passes; what was notified before does not count."""
    await house.settled()
    house.now += LONG
    house.platform.pings.clear()
    house.other.pings.clear()


async def told(house: Houses) -> list[tuple[str, str]]:
    """Ada's notices."""
    await house.settled()
    return [ping for ping in house.pings() if ping[0] in (ADA.id, ADA_THERE.id)]


async def test_a_challenge_in_a_channel_of_the_other_platform(house: Houses) -> None:
    await house.type(BEN, "/play sahara ada")
    assert await told(house) == [THERE]
    await house.press(ADA_THERE, "Accept", house.board(own_chat(ADA_THERE)))
    assert house.board().message.image, "all see it where it was made"


async def test_a_challenge_where_they_are_now(house: Houses) -> None:
    await house.type(ADA, "/matches")
    await house.type(BEN, "/play sahara ada")
    assert await told(house) == [IN_CHANNEL]


@pytest.mark.parametrize(
    ("closed", "where"), [([THERE], [HERE]), ([THERE, HERE], [IN_CHANNEL])], ids=["one", "both"]
)
async def test_a_challenge_where_private_chats_are_closed(
    house: Houses, closed: list[tuple[str, str]], where: list[tuple[str, str]]
) -> None:
    house.other.closed = house.platform.closed = {chat for _, chat in closed}
    await house.type(BEN, "/play sahara ada")
    assert await told(house) == where


async def played(house: Houses) -> MatchId:
    """Ada and Ben have begun a match in a channel of the first platform; then Ada was on the second."""
    await house.type(BEN, "/play sahara ada clock=1d begins=you")
    await house.press(ADA_THERE, "Accept", house.board(own_chat(ADA_THERE)))
    code = house.board().code
    await house.type(ADA, "/help")
    await house.type(ADA_THERE, "/help", ELSEWHERE)
    await forget(house)
    return code


async def test_a_rematch(house: Houses) -> None:
    code = await played(house)
    await house.resign(BEN, code)
    await forget(house)
    await house.type(BEN, f"/rematch {code}")
    assert await told(house) == [THERE]


async def test_a_reminder(house: Houses) -> None:
    await played(house)
    await house.wait(86400 - 2 * LONG)
    assert await told(house) == [THERE]


async def test_words(house: Houses) -> None:
    code = await played(house)
    await house.type(BEN, f"/say well, hm {code}")
    await house.settled()
    shown = [one for on in (house.platform, house.other) for one in on.messages.values()]
    assert [one.chat.id for one in shown if "well, hm" in one.message.text] == [THERE[1]]


async def test_the_match_that_a_seek_has_found(house: Houses) -> None:
    await house.type(ADA, "/seek sahara", own_chat(ADA))
    await house.type(ADA_THERE, "/help", own_chat(ADA_THERE))
    await forget(house)
    await house.type(BEN, "/seek sahara", own_chat(BEN))
    boards = [*house.platform.in_chat(own_chat(ADA)), *house.other.in_chat(own_chat(ADA_THERE))]
    assert [one.chat.id for one in boards if one.message.image] == [THERE[1]]
    assert await told(house) == [THERE], "whoever begins"


@pytest.mark.parametrize("game", ["sahara", "sator"])
async def test_the_match_of_a_tournament(house: Houses, game: str) -> None:
    await house.meet(CLEO)
    await house.type(ADA, f"/tournament {game} 2 clock=1d")
    page = house.board()
    for who in (BEN, CLEO):
        await house.press(who, "Join", page)
    begin = house.button(house.board().message, "Begin").request
    await forget(house)
    await house.type(ADA_THERE, "/help", ELSEWHERE)
    await house.ask(ADA_THERE, begin, ELSEWHERE)
    assert await told(house) == [THERE]


@pytest.mark.parametrize("away", ["fake", "other"])
async def test_while_a_platform_cannot_be_heard_the_other_one_is_used(house: Houses, away: str) -> None:
    await played(house)
    house.silent = {away}
    await house.wait(86400 - 2 * LONG)
    assert await told(house) == [THERE if away == "fake" else IN_CHANNEL]
