"""Notices over whole matches, with pauses and restarts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.interface import Account
from games.events import MatchId
from games.match import Match, fold
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, account, other
from tests.bot.pressing_players import board_to_press, choice_for, choices


async def match_in(house: House) -> Match:
    code = house.board().code
    return fold(await house.store.matches.load(code))


LINES = ("/play sahara", "/play sator", "/play stacko", "/play sato variant=hidden table=small")


@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10_000), line=st.sampled_from(LINES))
async def test_at_most_one_ping_a_turn_and_only_for_who_is_away(
    tmp_path_factory: pytest.TempPathFactory, seed: int, line: str
) -> None:
    """Two people press on at random, with pauses and restarts in between."""
    chance = random.Random(seed)
    async with House(tmp_path_factory.mktemp("match")) as house:
        await house.start(line)
        acted = {ADA.id: house.now, BEN.id: house.now}  # as the bot knows it
        moved = dict(acted)  # as the log knows it
        house.platform.pings.clear()
        for _ in range(30):
            before = await match_in(house)
            if not before.awaited:
                break
            house.now += chance.choice([0, 1, 150, 299, 301, 9_000])
            if chance.random() < 0.1:
                await house.restart()
                acted = dict(moved)
            public = house.live()[-1]
            who = chance.choice(public.message.awaits)
            where = board_to_press(house, who, public)
            button = choice_for(line)(chance, where.message, choices(where.message))
            acted[who.id] = house.now
            await house.ask(who, button.request, where.chat, message=where.id)
            after = await match_in(house)
            if after.version > before.version:
                moved[who.id] = house.now
            expect_pings(house, who, before, after, acted)
            assert len(house.live()) == 1
            house.platform.pings.clear()


def expect_pings(house: House, who: Account, before: Match, after: Match, acted: dict[str, int]) -> None:
    """Who is asked anew, or whose match is over, is notified once if they have not acted for five minutes."""
    them = other(who)
    asked = any(
        after.asked[seat] > before.version and them in house.live()[-1].message.awaits
        for seat in after.awaited
    )
    asked |= after.ending is not None and before.ending is None
    away = house.now - acted[them.id] > 300
    told = [account for account, _ in house.platform.pings]
    assert told == ([them.id] if asked and away else [])


async def test_three_days_of_five_matches_leave_one_message_a_match_and_bring_one_a_ping(
    house: House,
) -> None:
    """Somebody moves in each of them four times a day, and nobody sees the other do so."""
    for number in range(5):
        white, black = account(f"White {number}"), account(f"Black {number}")
        await house.meet(white, black)
        await house.type(white, f"/play sahara {black.name.lower()}")
        await house.press(black, "Accept")
    await house.look_away()
    house.platform.pings.clear()
    begun, matches = len(house.platform.nonces), [shown.code for shown in house.live()]
    for match in matches * 12:
        await house.wait(3 * 86_400 // (12 * len(matches)))
        await move_until_it_is_the_others_turn(house, match)
    assert [shown.code for shown in house.platform.in_chat(CHANNEL)] == matches
    assert len(house.platform.nonces) - begun == len(house.platform.pings) == 12 * len(matches)


async def move_until_it_is_the_others_turn(house: House, match: MatchId) -> None:
    mover = None
    while True:
        board = next(shown for shown in house.live() if shown.code == match)
        mover = mover or board.message.awaits
        if board.message.awaits != mover:
            return
        await house.press(mover[0], choices(board.message)[-1].label, board)
