"""Whoever asks for too much at once is told how long to wait, and nothing else is different."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.handlers.access import Bucket, Rate, RateLimits
from bot.interface import Chat
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, private_chat

pytestmark = pytest.mark.house(rates=RateLimits())


@given(
    st.integers(1, 20),
    st.integers(1, 120),
    st.sampled_from([60, 1200]),
    st.lists(st.integers(0, 9), max_size=80),
)
def test_in_any_time_no_more_is_let_through_than_the_rate_says(
    burst: int, again: int, seconds: int, gaps: list[int]
) -> None:
    now, taken = [0], list[int]()
    bucket = Bucket(Rate(burst, again, seconds), lambda: now[0])
    for gap in gaps:
        now[0] += gap
        wait = bucket.take(ADA)
        if wait == 0:
            taken.append(now[0])
            continue
        now[0] += wait  # whoever waits as long as they are told gets through
        assert bucket.take(ADA) == 0
        taken.append(now[0])
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            most = burst + (taken[last] - taken[first]) * again / seconds
            assert last - first + 1 <= most + 1e-6


@pytest.mark.parametrize("chat", [CHANNEL, private_chat(ADA)])
async def test_too_many_commands_are_answered_privately_with_the_seconds_to_wait(
    house: House, chat: Chat
) -> None:
    await house.meet(ADA, BEN)
    for _ in range(RateLimits().commands.burst):
        await house.type(ADA, "/help", chat)
    refused = (await house.type(ADA, "/play sahara")).noted
    assert refused.text == "That was a lot at once. Wait 1 second, please."
    assert house.platform.in_chat(CHANNEL) == []
    assert (await house.type(BEN, "/play sahara")).succeeded  # others go on
    house.now += 1
    assert (await house.type(ADA, "/play sahara")).succeeded


async def test_a_clock_that_is_put_back_locks_nobody_out(house: House) -> None:
    await house.meet(ADA)
    for _ in range(RateLimits().commands.burst):
        await house.type(ADA, "/help")
    house.set_clock(-3 * 86400)
    refused = (await house.type(ADA, "/play sahara")).noted
    assert refused.text == "That was a lot at once. Wait 1 second, please."
    house.now += 1
    assert (await house.type(ADA, "/play sahara")).succeeded


async def test_presses_of_a_game_are_free_and_absurd_rates_are_not(house: House) -> None:
    await house.start()
    board = house.board()
    for _ in range(60):  # twelve a second for five seconds
        answer = await house.press(house.to_act(), "More", board)
        assert answer.succeeded
    for _ in range(RateLimits().presses.burst):
        answer = await house.press(house.to_act(), "More", board)
    assert answer.note
    assert "Wait 1 second," in answer.note.text


async def test_typing_is_completed_at_its_own_rate(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it, not even the store is asked who types."""
    await house.meet(ADA)
    for _ in range(RateLimits().completions.burst):
        assert await house.dispatcher.complete(ADA, CHANNEL, "/he")
    with monkeypatch.context() as unread:
        unread.setattr(house.services.accounts, "player_of", None)
        assert await house.dispatcher.complete(ADA, CHANNEL, "/he") == ()
    assert (await house.type(ADA, "/help", private_chat(ADA))).succeeded
