"""After a credit boards tell the time anew: where it has moved far, the next due first, a few at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bot.domain.terms import DAY, HOUR, MINUTE
from bot.interface import Chat, Screen
from tests.bot.memory_platform import ADA, BEN, House, Platform, private_chat


@dataclass
class Watched(Platform):
    """Notes in which order messages are edited."""

    edited: list[str] = field(default_factory=list)

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        await super().edit(chat, message_id, message)
        self.edited.append(message_id)


pytestmark = pytest.mark.house(platform=Watched)


def edited(house: House) -> list[str]:
    assert isinstance(house.platform, Watched)
    return house.platform.edited


async def away(house: House, seconds: int) -> None:
    """The bot was not running for so long, and its boards have not been pressed since."""
    edited(house).clear()
    house.now += seconds
    await house.restart()


async def test_after_a_credit_the_board_tells_the_later_time(house: House) -> None:
    await house.start("/play sahara clock=1h")
    assert f"{house.to_act().name}'s turn. Until Mon 12 Jan, 14:46 UTC." in house.board().message.text
    await away(house, 2 * HOUR)
    await house.wait(MINUTE)
    assert f"{house.to_act().name}'s turn. Until Mon 12 Jan, 16:46 UTC." in house.board().message.text


async def test_private_boards_and_challenges_tell_it_as_well(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara ben clock=1d", private_chat(ADA))
    await away(house, 3 * HOUR)
    await house.wait(MINUTE)
    for who in (ADA, BEN):
        assert "until Tue 13 Jan, 16:46 UTC." in house.board(private_chat(who)).message.text
    await house.press(BEN, "Accept", house.board(private_chat(BEN)))
    await away(house, 3 * HOUR)
    await house.wait(MINUTE)
    for who in (ADA, BEN):
        assert "Until Tue 13 Jan, 19:47 UTC." in house.board(private_chat(who)).message.text


@pytest.mark.parametrize(("seconds", "told"), [(DAY // 9, True), (DAY // 10, False), (HOUR, False)])
async def test_only_what_moved_by_more_than_a_tenth_of_what_is_left_is_told(
    house: House, seconds: int, told: bool
) -> None:
    await house.start("/play sahara clock=1d")
    await away(house, seconds)
    await house.wait(MINUTE)
    assert bool(edited(house)) is told


async def test_what_is_due_next_is_told_first_and_all_within_a_minute(house: House) -> None:
    boards = {}
    for clock in ("3d", "5m", "7d", "1d", "1h"):
        await house.start(f"/play sahara clock={clock}")
        boards[house.board().id] = clock
    await away(house, DAY)
    told = list[set[str]]()
    for seconds in (0, 10, 20, 30):
        await house.wait(seconds)
        told.append({boards[board] for board in edited(house)})
        edited(house).clear()
    assert told == [{"5m", "1h"}, {"1d"}, {"3d"}, {"7d"}]


async def test_who_could_not_be_heard_is_told_as_soon_as_they_can(house: House) -> None:
    await house.start("/play sahara clock=1h")
    edited(house).clear()
    house.silent = {"fake"}
    for seconds in (*[10 * MINUTE] * 12, 5, 5):  # while nobody is heard it looks more often
        await house.wait(seconds)
    assert edited(house) == []
    house.silent = ()
    await house.wait(0)
    await house.wait(MINUTE)
    assert "Until Mon 12 Jan, 16:46 UTC." in house.board().message.text


@pytest.mark.parametrize(("seconds", "told"), [(59, False), (60, True)])
async def test_a_silence_of_seconds_changes_no_board(house: House, seconds: int, told: bool) -> None:
    await house.start("/play sahara clock=5m")
    await house.wait(299)
    edited(house).clear()
    house.silent = {"fake"}
    await house.wait(seconds)
    house.silent = ()
    await house.wait(0)
    assert bool(edited(house)) is told
