"""Jobs, deadlines and notices: stored with their cause until they are done."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from games.events import MatchId, PlayerId
from storage.boards import Notice
from storage.errors import PressedBefore
from storage.jobs import Claim, Job, deadline_job, notice_later
from storage.matches import PRESSES_KEPT
from storage.sql import jobs
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, M, N, change, deadlines_of, jobs_of, notices_due, person

MINE = Claim("mine", 100, 130, served=["", "web"])
THEIRS = replace(MINE, by="theirs", now=110, until=140)


def lost(key: str, due: int = 100, platform: str = "") -> Job:
    return Job("lost", key, due, platform)


async def test_what_is_due_is_claimed_once_the_longest_due_first_and_done_or_put_off(store: Store) -> None:
    await store.jobs.put(lost("c", 101), lost("b", 100), lost("a b", 90), lost("d", 90, "discord"))
    assert await store.jobs.next_due(MINE) == 90
    claimed = await store.jobs.claim(MINE, most=9)
    assert claimed == (replace(lost("a b", 90), tries=1), replace(lost("b"), tries=1))
    assert await store.jobs.claim(replace(MINE, by="second"), most=9) == ()
    assert await store.jobs.next_due(MINE) == 101
    await store.jobs.done(replace(claimed[0], claim="theirs"))
    assert len(await jobs_of(store)) == 4
    await store.jobs.done(claimed[0])
    await store.jobs.put_off(claimed[1], 200, tries=5)
    waiting = (lost("d", 90, "discord"), lost("c", 101), replace(lost("b", 200), tries=5))
    assert await jobs_of(store) == waiting


async def test_so_many_are_claimed_and_none_of_those_who_are_busy(store: Store) -> None:
    await store.jobs.put(lost("1 ada"), lost("2 ada"), lost("3 ben"), lost("ada"), lost("4 cleo ada"))
    claimed = await store.jobs.claim(MINE, most=1, busy=["ada"])
    assert [(job.about, job.lane) for job in claimed] == [("3", "ben")]
    assert [job.key for job in await store.jobs.claim(THEIRS, most=9, busy=["ada"])] == ["4 cleo ada"]
    assert await store.jobs.next_due(MINE, busy=["ada", "ben", "cleo ada"]) is None


async def test_processes_that_claim_at_once_claim_different_ones(store: Store) -> None:
    await store.jobs.put(*(lost(f"{number} {number}") for number in range(40)))
    claims = [replace(MINE, by=f"process {number}") for number in range(8)]
    claimed = await asyncio.gather(*(store.jobs.claim(claim, most=5) for claim in claims))
    assert len({job.key for jobs in claimed for job in jobs}) == sum(map(len, claimed)) == 40


TIME = deadline_job(M, "time", 0, 100, 400)


async def begin(store: Store, *deadlines: Job) -> None:
    """Each match of these deadlines has begun with them."""
    for match in sorted({deadline.match for deadline in deadlines}):
        mine = tuple(deadline for deadline in deadlines if deadline.match == match)
        await store.append(replace(change(match, 1), deadlines=mine))


async def test_a_press_counts_once_as_long_as_a_platform_may_repeat_it_and_is_forgotten_then(
    store: Store,
) -> None:
    await store.jobs.beat(1000)
    await store.append(change(M, 1, press="web:1"))
    await store.jobs.beat(2000)
    await store.append(change(M, 2, press="web:2"))
    await store.jobs.beat(1000 + PRESSES_KEPT)
    with pytest.raises(PressedBefore):
        await store.append(change(M, 3, press="web:1"))
    await store.jobs.beat(1001 + PRESSES_KEPT)
    assert [await store.matches.pressed(press) for press in ("web:1", "web:2")] == [None, M]
    await store.append(change(M, 3, press="web:1"))


async def test_old_presses_are_forgotten_a_few_at_a_time_the_oldest_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_PRESSES", 1)
    monkeypatch.setattr(jobs, "MOST_TIMES", 2)
    presses = ["d", "a", "c", "b", "e"]
    for number, press in enumerate(presses, 1):
        await store.jobs.beat(number)
        await store.append(change(M, number, press=press))
    kept = []
    for _ in range(4):
        await store.jobs.beat(10 + PRESSES_KEPT)
        kept.append([press for press in presses if await store.matches.pressed(press)])
    assert kept == [["c", "b", "e"], ["e"], [], []]


async def test_nothing_is_credited_for_longer_than_it_has_run(store: Store) -> None:
    await store.jobs.beat(50)
    await begin(store, TIME)
    await store.jobs.beat(7500, credit=True)
    assert await deadlines_of(store, M) == (replace(TIME, due=400 + 7400),)


def owed(player: PlayerId, match: MatchId = M, question: int = 2, *, due: int = 400) -> Job:
    return notice_later(match, Notice(player, question), since=100, due=due)


async def test_who_tells_a_player_something_tells_all_that_is_due_whoever_had_it(store: Store) -> None:
    for match in (M, N):
        await store.append(change(match, 1))
    await store.jobs.put(owed(ADA), owed(ADA, N, due=410), owed(BOB, N, due=600))
    deaf, one, two, three = (
        Claim(by, 500, 530, served=[""]) for by in ("deaf:1", "one:1", "two:1", "three:1")
    )
    assert await store.jobs.claim(deaf, most=9) == ()
    (first,) = await store.jobs.claim(one, most=1, timed=500)
    (second,) = await store.jobs.claim(two, most=1, timed=500)
    taken = await store.jobs.take_notices(second, 500, 540)
    assert taken == tuple(replace(one, tries=1) for one in (owed(ADA), owed(ADA, N, due=410)))
    assert not await store.jobs.is_held(first)
    assert await store.jobs.take_notices(first, 500, 550) == ()
    assert await store.jobs.claim(replace(three, now=539), most=9, timed=539) == ()


async def test_a_look_settles_what_was_there_to_be_seen_and_not_what_came_in_the_same_second(
    store: Store,
) -> None:
    await store.jobs.put(notice_later(M, Notice(ADA, 2), since=100, due=900))
    await store.jobs.drop_seen_notice(ADA, M, 100)
    assert len(await notices_due(store)) == 1
    await store.jobs.drop_seen_notice(ADA, M, 101)
    assert await notices_due(store) == ()


async def test_who_can_be_reached_on_another_platform_is_credited_no_silence_of_one(store: Store) -> None:
    for account, platform, player in (("1", "web", ADA), ("1", "fake", ADA), ("2", "web", BOB)):
        await store.people.put_person(person(account, "Somebody", player=player, platform=platform))
    theirs, other = (replace(TIME, key=f"{M}/{seat}", player=who) for seat, who in ((0, ADA), (1, BOB)))
    await begin(store, theirs, other)
    await store.jobs.beat(200)
    await store.jobs.beat(260, silent=["web"])
    assert {one.player: one.due for one in await deadlines_of(store, M)} == {ADA: 400, BOB: 460}
