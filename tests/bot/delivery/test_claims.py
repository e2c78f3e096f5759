"""Two bots on one store: what is due is done by one of them, and by the other where that one is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.delivery.claims import HELD_FOR, LATE, Claims
from bot.interface import Chat, Screen
from storage.errors import StoreUnavailable
from tests.bot.memory_platform import ADA, BEN, House, code_of, private_chat
from tests.bot.simple_robots import FirstMoves
from tests.bot.two_platforms import BEN_THERE, Houses, own_chat
from tests.bot.two_processes import SecondHouse, Two
from tests.storage.facts import jobs_of

pytestmark = pytest.mark.house(plays=True)


def posted(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The nonces of what is posted from now on."""
    nonces: list[str] = []
    post = house.platform.post

    async def noting(chat: Chat, message: Screen, nonce: str) -> str:
        nonces.append(nonce)
        await asyncio.sleep(0)
        return await post(chat, message, nonce)

    monkeypatch.setattr(house.platform, "post", noting)
    return nonces


def wake_both(two: Two, of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever something wakes the first one, the other one looks as well."""
    mine, theirs = (getattr(house.services, of).wake for house in two)

    def wake(*what: object) -> None:
        mine(*what)
        theirs(*what)

    monkeypatch.setattr(getattr(two[0].services, of), "wake", wake)


async def test_a_robot_thinks_in_one_process(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    assert isinstance(one.robots, FirstMoves)
    wake_both(two, "intake", monkeypatch)
    await one.type(ADA, "/play sahara robot")
    if one.to_act() == ADA:
        await one.press(ADA, "1")
    await other.settled()
    asked = [seed for _, _, seed in one.robots.asked]
    assert len(asked) == len(set(asked)) > 0


async def test_what_a_suspended_process_had_is_claimed_anew_before_it_counts_as_its_own(two: Two) -> None:
    one, _ = two
    first, other = (Claims(one.store, lambda: one.now) for _ in two)
    async with first.alone("hearing") as kept:
        assert await kept.is_mine()
        one.now += LATE + 1  # nobody else has come
        assert await kept.is_mine()
        one.now += HELD_FOR  # and now somebody has
        async with other.alone("hearing"):
            assert not await kept.is_mine()
            assert not kept.known
        assert await kept.renew()


async def test_what_a_process_keeps_it_has_while_the_store_is_away(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two
    claims = Claims(one.store, lambda: one.now)
    async with claims.alone("hearing") as kept:
        with monkeypatch.context() as away:
            away.setattr(one.store.jobs, "hold", AsyncMock(side_effect=StoreUnavailable))
            await kept.renew()  # as every few seconds
            assert await kept.is_mine()
            one.now += LATE + 1  # but not after it was suspended
            assert not await kept.is_mine()
        one.now += LATE + 1
        assert await kept.is_mine()


async def test_what_both_are_asked_to_do_is_done_once_and_is_not_done_where_only_the_other_has_begun(
    two: Two,
) -> None:
    one, _ = two
    first, other = (Claims(one.store, lambda: one.now) for _ in two)
    done: list[bool] = []

    async def do() -> None:
        done.append(await other.once("update 7", do))

    assert await first.once("update 7", do)
    assert await other.once("update 7", do)
    assert done == [False]


async def test_what_one_of_them_could_not_do_the_other_does_at_once(two: Two) -> None:
    one, _ = two
    first, other = (Claims(one.store, lambda: one.now) for _ in two)
    do = AsyncMock(side_effect=(StoreUnavailable, None))
    with pytest.raises(StoreUnavailable):
        await first.once("update 7", do)
    assert await other.once("update 7", do)
    assert do.await_count == 2
    assert [job for job in await jobs_of(one.store) if job.kind == "alone"] == []


async def test_words_are_carried_by_one_process(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    await one.meet(ADA, BEN)
    await one.type(ADA, "/play sahara Ben", private_chat(ADA))
    await one.press(BEN, "Accept", one.board(private_chat(BEN)))
    nonces = posted(one, monkeypatch)
    wake_both(two, "intake", monkeypatch)
    await one.type(ADA, "/say that was close", private_chat(ADA))
    await other.settled()
    assert len(nonces) == 1


async def test_words_for_a_platform_that_one_process_is_not_on_are_carried_by_the_other(
    tmp_path: Path,
) -> None:
    async with Houses(tmp_path) as one, SecondHouse(one) as other:
        one.platform.takes_repeats = one.other.takes_repeats = True
        await one.meet(ADA, BEN_THERE)
        await one.type(ADA, "/play sahara")
        await one.type(BEN_THERE, f"/join {code_of(one)}", own_chat(BEN_THERE))
        await other.type(ADA, "/say Well, hm!")
        for house in (other, one):  # at each look the other one is first
            await house.wait(60)
        assert [one for one in one.other.messages.values() if "Well, hm!" in one.message.text]
