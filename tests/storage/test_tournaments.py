"""Tournaments: by id, by place, and their jobs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.events import PlayerId
from storage.boards import ChatId
from storage.errors import VersionConflict
from storage.jobs import Claim
from storage.sql.store import Store
from storage.tournaments import NOBODY, Entrant, Tournament
from tests.storage.facts import ADA, BOB, CLEO, OPEN, PAIRINGS, RUNNING, M, N, change, forget, join, result


def read(found: Tournament | None) -> Tournament | None:
    """Without how often it was changed."""
    return found and replace(found, changes=0)


async def stored(store: Store) -> Tournament:
    found = await store.tournaments.tournament("T")
    assert found
    return found


async def looked_at(store: Store, at: int) -> list[str]:
    """Those that are seen to at a time."""
    jobs = await store.jobs.claim(Claim(f"me:{at}", at, at + 30, served=["web"]), most=9, timed=at)
    for job in jobs:
        await store.jobs.done(job)
    return [job.key for job in jobs if job.kind == "tournament"]


async def test_a_tournament_is_read_as_it_was_put_last(store: Store) -> None:
    assert await store.tournaments.tournament("T") is None
    decided = (replace(PAIRINGS[0], outcome="drawn", in_time=False), PAIRINGS[1])
    for changes, one in enumerate(
        [OPEN, replace(OPEN, entrants=OPEN.entrants[1:]), RUNNING, replace(RUNNING, pairings=decided)]
    ):
        await store.tournaments.put_tournament(replace(one, changes=changes))
        assert await store.tournaments.tournament("T") == replace(one, changes=changes + 1)


async def test_a_place_has_its_newest_tournament_also_where_it_is_called_otherwise(store: Store) -> None:
    await store.tournaments.put_tournament(OPEN)
    await store.tournaments.put_tournament(replace(OPEN, id="U", made=200))
    newest = await store.tournaments.tournament_in("web", "hall")
    assert read(newest) == replace(OPEN, id="U", made=200)
    assert await store.tournaments.tournament_in("web", "bar") is None
    await store.boards.move_chat("web", ChatId("hall"), ChatId("bar"), [])
    moved = replace(OPEN, id="U", made=200, place="bar", chat="bar/corner")
    assert read(await store.tournaments.tournament_in("web", "bar")) == moved


async def test_those_under_way_in_a_place_and_the_one_of_a_match(store: Store) -> None:
    open_one = replace(OPEN, id="O", made=200)
    for one in (
        RUNNING,
        open_one,
        replace(OPEN, id="P", place="bar"),
        replace(OPEN, id="C", stage="over"),
    ):
        await store.tournaments.put_tournament(one)
    under_way = await store.tournaments.tournaments_under_way("web", "hall")
    assert list(map(read, under_way)) == [open_one, RUNNING]
    assert await store.tournaments.tournaments_under_way("web", "attic") == ()
    assert read(await store.tournaments.tournament_of(M)) == RUNNING
    assert await store.tournaments.tournament_of(N) is None


async def test_who_is_forgotten_organises_it_no_more_and_another_can_take_it(store: Store) -> None:
    for one in (RUNNING, replace(OPEN, id="C", stage="over")):
        await store.tournaments.put_tournament(one)
    await store.tournaments.take_tournament("T", BOB)
    await forget(store, ADA, 100)
    left = await stored(store)
    assert (left.organiser, left.told) == (NOBODY, -1)
    assert await looked_at(store, 100) == ["T"]
    await store.tournaments.put_tournament(replace(left, told=1, organiser=ADA))  # it stays nobody's
    await store.tournaments.take_tournament("T", BOB)
    await store.tournaments.take_tournament("T", CLEO)
    taken, over = await stored(store), await store.tournaments.tournament("C")
    assert over
    assert (taken.organiser, taken.told) == (BOB, 1)
    assert over.organiser == ADA


async def test_of_two_who_change_one_at_once_the_second_decides_again(store: Store) -> None:
    await store.tournaments.put_tournament(OPEN)
    known = await stored(store)
    fewer = replace(known, entrants=known.entrants[1:])
    await store.tournaments.put_tournament(fewer)
    for late in (replace(known, stage="cancelled"), OPEN):
        with pytest.raises(VersionConflict):
            await store.tournaments.put_tournament(late)
    assert read(await store.tournaments.tournament("T")) == read(fewer)


@pytest.mark.parametrize("gone", [BOB, CLEO])
async def test_what_was_decided_before_somebody_was_forgotten_is_decided_again(
    store: Store, gone: PlayerId
) -> None:
    await store.tournaments.put_tournament(replace(RUNNING, organiser=CLEO))
    known = await stored(store)
    await forget(store, gone, 100)
    with pytest.raises(VersionConflict):
        await store.tournaments.put_tournament(known)


async def test_its_chat_is_told_of_a_round_once_but_again_of_what_happens_meanwhile(store: Store) -> None:
    await store.tournaments.put_tournament(RUNNING)
    await store.tournaments.note_told(RUNNING)
    told = await stored(store)
    assert told.told == 1
    await forget(store, ADA, 100)
    await store.tournaments.note_told(told)
    left = await stored(store)
    assert left.told == -1


async def test_after_the_end_of_a_match_its_tournament_is_seen_to(store: Store) -> None:
    await store.tournaments.put_tournament(RUNNING, look_at=700)
    assert await looked_at(store, 699) == []
    await store.append(replace(change(N, 1), result=result(N)))
    assert await looked_at(store, 600) == []
    await store.append(replace(change(M, 1), result=result(M)))
    assert await looked_at(store, 600) == ["T"]


async def test_rounds_that_are_played_can_be_delayed_and_nothing_else(store: Store) -> None:
    for one in (RUNNING, replace(OPEN, id="O")):
        await store.tournaments.put_tournament(one)
    await store.jobs.beat(100)
    await store.jobs.beat(150, credit=True)
    await store.jobs.beat(200, silent={"web"})  # some of those who play could play on
    assert read(await store.tournaments.tournament("T")) == replace(RUNNING, ends=750)
    assert read(await store.tournaments.tournament("O")) == replace(OPEN, id="O")


async def test_who_has_become_another_takes_part_as_that_one(store: Store) -> None:
    await store.tournaments.put_tournament(RUNNING)
    dora = PlayerId("dora")
    await join(store, ADA, dora)
    joined = await stored(store)
    assert [one.player for one in joined.entrants] == [dora, BOB, CLEO]
    assert (joined.organiser, joined.pairings[0].first) == (dora, dora)
    await store.tournaments.put_tournament(joined)
    assert read(await store.tournaments.tournament("T")) == read(joined)
    await join(store, BOB, dora)
    both = await stored(store)
    assert [one.player for one in both.entrants] == [dora, CLEO]


@pytest.mark.parametrize("left", [ADA, BOB])
async def test_who_has_left_with_one_account_goes_on_with_another(store: Store, left: PlayerId) -> None:
    entrants = tuple(replace(one, gone=one.player == left) for one in RUNNING.entrants)
    await store.tournaments.put_tournament(replace(RUNNING, entrants=entrants))
    await join(store, BOB, ADA)
    found = await stored(store)
    assert found.entrants == (Entrant(ADA), Entrant(CLEO))


async def test_who_is_forgotten_is_gone_from_it(store: Store) -> None:
    await store.tournaments.put_tournament(RUNNING)
    await forget(store, BOB, 100)
    found = await stored(store)
    assert found.entrants == (Entrant(ADA), Entrant(BOB, gone=True), Entrant(CLEO))
    assert found.pairings == PAIRINGS
