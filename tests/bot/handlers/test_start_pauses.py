"""Nobody shops for a deal: who gives up rated matches right after the start waits, longer each time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.handlers.access import RateLimits
from bot.handlers.pauses import COUNTED_FOR
from bot.interface import Account, Resign
from tests.bot.finished_matches import given_up
from tests.bot.memory_platform import ADA, BEN, CLEO, UNHURRIED, House, account
from tests.bot.two_platforms import Houses, own_chat

MINUTE, HOUR, DAY = 60, 3600, 86_400
START = 20_000 * DAY


RATES = replace(UNHURRIED, starts=RateLimits().starts, starts_of_pair=RateLimits().starts_of_pair)
pytestmark = pytest.mark.house(kind=Houses, rates=RATES, later=START - 1_000_000, meet=(ADA, BEN, CLEO))


async def looked_at(house: House, opponent: Account = BEN, line: str = "/play sato") -> bool:
    """Ada begins a match with somebody, and gives it up; False if she cannot begin it."""
    before = len(house.notes.get(ADA.id, ()))
    await house.type(ADA, line)
    if len(house.notes.get(ADA.id, ())) > before:
        return False
    await house.press(opponent, "Accept")
    code = house.board().code
    return (await house.ask(ADA, Resign(code, sure=True), own_chat(ADA))).succeeded


def test_pauses_grow_to_a_day() -> None:
    assert [RateLimits().starts.after(count) // MINUTE for count in (0, 1, 2, 3, 4, 12)] == [
        0,
        0,
        10,
        20,
        40,
        1440,
    ]
    assert [RateLimits().starts_of_pair.after(count) // HOUR for count in (0, 1, 2, 3, 12)] == [
        0,
        0,
        1,
        2,
        24,
    ]


async def test_twelve_deals_are_not_looked_at_one_after_the_other(house: Houses) -> None:
    looks = 0
    for number in range(12):
        looks += await looked_at(house, account(f"N{number}"))
        house.now += MINUTE // 2
    assert looks == 2
    assert "right after the start lately" in house.note(ADA)
    assert "in 10 minutes" not in house.note(ADA)  # some of them have passed
    house.now += 10 * MINUTE
    assert await looked_at(house, CLEO)
    house.now += 10 * MINUTE
    assert not await looked_at(house, CLEO)
    house.now += COUNTED_FOR
    assert await looked_at(house, CLEO)


async def test_what_is_not_rated_can_begin_at_once(house: Houses) -> None:
    for _ in range(2):
        await looked_at(house, BEN)
    assert not await looked_at(house, CLEO)
    assert await looked_at(house, CLEO, "/play sato rated=no")
    assert await looked_at(house, CLEO, "/play sato rated=no")


async def test_it_is_counted_against_the_pair_whoever_of_them_gives_up(house: Houses) -> None:
    await given_up(house, BEN, "/play sato", 0)
    await given_up(house, ADA, "/play sato", 0, host=BEN)
    await house.type(ADA, "/play sato Ben")
    assert "rated matches between you and Ben have ended right after the start" in house.note(ADA)
    assert "in 1 hour" in house.note(ADA)
    await house.type(ADA, "/play sato")
    before = len(house.notes.get(BEN.id, ()))
    await house.press(BEN, "Accept")
    assert "rated matches between you and Ada" in house.notes[BEN.id][before].text
    await house.press(CLEO, "Accept")
    assert house.board().message.awaits


async def test_who_waits_cannot_let_others_accept_what_was_offered_before(house: Houses) -> None:
    await house.type(ADA, "/play sato")
    offered = house.board()
    for number in range(2):
        await looked_at(house, account(f"N{number}"))
    await house.press(CLEO, "Accept", offered)
    assert house.note(CLEO).startswith("Ada can begin the next rated match in 10 minutes")
    house.now += 10 * MINUTE
    assert (await house.press(CLEO, "Accept", offered)).succeeded


async def test_who_waits_can_be_challenged_and_accepts_when_the_pause_is_over(house: Houses) -> None:
    for number in range(2):
        await looked_at(house, account(f"N{number}"))
    assert (await house.type(BEN, "/play sato Ada")).succeeded
    offered = house.board()
    await house.press(ADA, "Accept", offered)
    assert "right after the start lately" in house.note(ADA)
    house.now += 10 * MINUTE
    assert (await house.press(ADA, "Accept", offered)).succeeded


async def test_being_forgotten_does_not_end_the_pause(house: Houses) -> None:
    for number in range(2):
        await looked_at(house, account(f"N{number}"))
    await house.forget(ADA, own_chat(ADA))
    await house.restart()
    await house.type(ADA, "/play sato")
    assert "right after the start lately" in house.note(ADA)


async def test_who_looks_for_opponents_only_to_look_at_deals_soon_meets_nobody(house: Houses) -> None:
    met = 0
    for number in range(8):
        other = account(f"N{number}")
        await house.type(other, f"/seek sato clock={number + 3}d+1h", own_chat(other))
        before = len(house.platform.in_chat(own_chat(ADA)))
        await house.type(ADA, f"/seek sato clock={number + 3}d+1h", own_chat(ADA))
        if len(house.platform.in_chat(own_chat(ADA))) > before:
            met += 1
            code = house.board(own_chat(ADA)).code
            await house.ask(ADA, Resign(code, sure=True), own_chat(ADA))
    assert met == 2
    assert "right after the start lately" in house.note(ADA)
    assert len(await house.store.seeks.seeks(house.now, most=99)) == 6  # the others look on


async def test_two_who_wait_as_a_pair_do_not_meet_by_seeking_either(house: Houses) -> None:
    for _ in range(2):
        assert await looked_at(house)
    for minutes, seekers, looking in ((20, (ADA, BEN), 2), (60, (ADA,), 0)):
        house.now += minutes * MINUTE
        for who in seekers:
            await house.type(who, "/seek sato", own_chat(who))
        assert len(await house.store.seeks.seeks(house.now, most=9)) == looking


@pytest.mark.parametrize("line", ["begins=me", "begins=you", "begins=me rated=yes"])
async def test_who_begins_sahara_by_agreement_is_not_rated(house: Houses, line: str) -> None:
    await house.type(ADA, f"/play sahara {line}")
    assert "\nNot rated, because it is agreed who begins.\n" in house.board().message.text


@pytest.mark.parametrize("line", ["sahara begins=me start=swap", "sahara", "stacko begins=me"])
async def test_where_beginning_is_worth_little_it_is_rated_all_the_same(house: Houses, line: str) -> None:
    await house.type(ADA, f"/play {line}")
    assert "Not rated" not in house.board().message.text
