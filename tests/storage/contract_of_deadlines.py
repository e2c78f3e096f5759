"""What every store must do with deadlines, and with the time in which the bot was away."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from games.events import MatchId
from storage.changes import Change
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import Deadline
from storage.matches import PRESSES_KEPT
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, M, N, StoreTests, change, deadlines_due, jobs_of, person, row

TIME = Deadline(M, "time", 0, 100, 400)
REMINDER = Deadline(M, "reminder", 0, 100, 325)
FOREWARNING = Deadline(M, "forewarning", None, 100, 9000)


async def begin(store: Store, *deadlines: Deadline) -> None:
    """Each match of these deadlines has begun with them."""
    for match in sorted({deadline.match for deadline in deadlines}):
        mine = tuple(deadline for deadline in deadlines if deadline.match == match)
        await store.append(replace(change(match, 1), deadlines=mine))


class DeadlinesContract(StoreTests):
    """Deadlines: set with changes, found by what is due, moved by credits."""

    async def test_a_change_sets_all_deadlines_of_its_match(self, store: Store) -> None:
        other = replace(TIME, match=N, seat=1)
        await begin(store, TIME, REMINDER, FOREWARNING, other)
        assert set(await store.jobs.deadlines_of([M])) == {TIME, REMINDER, FOREWARNING}
        later = replace(TIME, seat=1, began=150, due=450)
        await store.append(replace(change(M, 2), deadlines=(later,)))
        assert await store.jobs.deadlines_of([M]) == (later,)
        assert await store.jobs.deadlines_of([N]) == (other,)
        assert set(await store.jobs.deadlines_of([M, N, MatchId("O")])) == {later, other}
        await store.append(replace(change(M, 3), deadlines=()))
        assert await store.jobs.deadlines_of([M]) == ()

    async def test_a_change_that_says_nothing_of_deadlines_leaves_them(self, store: Store) -> None:
        await begin(store, TIME)
        await store.append(change(M, 2))
        assert await store.jobs.deadlines_of([M]) == (TIME,)

    async def test_a_change_without_events_can_call_a_deadline_off(self, store: Store) -> None:
        await begin(store, TIME, REMINDER)
        await store.append(Change(row(M, 1), (), deadlines=(TIME,)))
        assert await store.jobs.deadlines_of([M]) == (TIME,)

    async def test_a_change_that_is_refused_changes_no_deadline(self, store: Store) -> None:
        await begin(store, TIME)
        with pytest.raises(VersionConflict):
            await store.append(replace(change(M, 5), deadlines=()))
        assert await store.jobs.deadlines_of([M]) == (TIME,)

    async def test_of_changes_stored_at_once_the_deadlines_of_the_last_are_left(self, store: Store) -> None:
        plies = [
            replace(change(M, version), deadlines=(replace(TIME, due=400 + version),))
            for version in range(1, 8)
        ]
        await asyncio.gather(*map(store.append, plies))
        assert await store.jobs.deadlines_of([M]) == (replace(TIME, due=407),)

    async def test_what_is_due_is_found_the_longest_due_first(self, store: Store) -> None:
        await begin(store, TIME, REMINDER, FOREWARNING, replace(TIME, match=N, due=200))
        assert await deadlines_due(store, 199) == ()
        assert await deadlines_due(store, 400) == (replace(TIME, match=N, due=200), REMINDER, TIME)
        assert [await store.jobs.count_deadlines_due(at) for at in (199, 200, 400, 9000)] == [0, 1, 3, 4]
        robot = Deadline(MatchId("O"), "robot", 1, 100, 100)
        await begin(store, robot)
        assert await store.jobs.count_deadlines_due(400) == 3, "robots may have to queue"
        await store.jobs.beat(100)
        await store.jobs.beat(700, credit=True)
        assert [await store.jobs.count_deadlines_due(at) for at in (799, 800, 1000)] == [0, 1, 3]

    async def test_the_last_beat_is_known(self, store: Store) -> None:
        assert await store.jobs.last_beat() is None
        for at in (100, 160, 155):
            await store.jobs.beat(at)
            assert await store.jobs.last_beat() == at

    async def test_a_press_counts_once_as_long_as_a_platform_may_repeat_it_and_is_forgotten_then(
        self, store: Store
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

    async def test_a_beat_alone_moves_nothing(self, store: Store) -> None:
        await begin(store, TIME)
        await store.jobs.beat(100)
        await store.jobs.beat(7300)
        assert await store.jobs.deadlines_of([M]) == (TIME,)

    async def test_the_time_since_the_last_beat_is_credited_to_all_that_was_not_due(
        self, store: Store
    ) -> None:
        await begin(store, TIME, replace(REMINDER, due=300), replace(FOREWARNING, match=N))
        await store.jobs.beat(300)
        await store.jobs.beat(7500, credit=True)
        assert set(await store.jobs.deadlines_of([M, N])) == {
            replace(REMINDER, due=300),
            replace(TIME, due=400 + 7200),
            replace(FOREWARNING, match=N, due=9000 + 7200),
        }
        assert await store.jobs.last_beat() == 7500

    async def test_nothing_is_credited_for_longer_than_it_has_run(self, store: Store) -> None:
        await store.jobs.beat(50)
        await begin(store, TIME)
        await store.jobs.beat(7500, credit=True)
        assert await store.jobs.deadlines_of([M]) == (replace(TIME, due=400 + 7400),)

    async def test_it_is_known_when_a_platform_was_heard_last(self, store: Store) -> None:
        assert await store.jobs.last_heard() == {}
        await store.jobs.beat(100, heard=["web", "telegram"])
        await store.jobs.beat(99, heard=["web"])
        await store.jobs.beat(160, heard=["telegram"])
        assert await store.jobs.last_heard() == {"web": 100, "telegram": 160}

    async def test_who_is_reached_on_silent_platforms_alone_is_credited(self, store: Store) -> None:
        await store.people.put_person(person("ada", "Ada", player=ADA))
        await store.people.put_person(person("ben", "Ben", player=BOB))
        await store.people.put_person(person("7", "Ben", player=BOB, platform="telegram"))
        first, second, all_ = replace(TIME, seat=0), replace(TIME, seat=1), FOREWARNING
        await begin(store, first, second, all_)
        await store.jobs.beat(300)
        await store.jobs.beat(360, silent={"web"})
        await store.jobs.beat(1020, silent={"web", "discord"})
        await store.jobs.beat(1080)
        assert set(await store.jobs.deadlines_of([M])) == {replace(first, due=400 + 720), second, all_}
        assert await deadlines_due(store, 1119) == (second,)
        await store.jobs.beat(1200, silent={"web", "telegram"})
        assert set(await store.jobs.deadlines_of([M])) == {replace(first, due=400 + 840), second, all_}

    async def test_boards_of_which_the_time_has_moved_far_tell_it_anew_the_next_due_first(
        self, store: Store
    ) -> None:
        await store.people.put_person(person("ada", "Ada", player=ADA))
        near, far, late = (
            Deadline(MatchId(name), "time", 0, 100, due)
            for name, due in (("B", 400), ("A", 900), ("C", 9400))
        )
        challenge, other = Deadline(N, "expiry", None, 100, 450), replace(near, match=MatchId("O"), seat=1)
        await begin(store, near, replace(near, kind="reminder"), far, late, challenge, other)

        async def told() -> list[tuple[str, int]]:
            return [(job.key, job.due) for job in await jobs_of(store) if job.kind == "retell"]

        await store.jobs.beat(300)
        await store.jobs.beat(360)
        await store.jobs.retell(360, 60, {"web"})
        assert await told() == [("B", 364), ("A", 414)]
        await store.jobs.beat(1360, credit=True)
        assert await told() == [("B", 364), ("A", 414), ("N", 1360), ("O", 1360), ("C", 1414)]

    async def test_a_credit_stays_where_a_change_sets_the_same_deadline_again(self, store: Store) -> None:
        await store.people.put_person(person("ada", "Ada", player=ADA))
        await begin(store, TIME)
        await store.jobs.beat(300)
        await store.jobs.beat(3900, silent={"web"})
        (moved,) = await store.jobs.deadlines_of([M])
        assert moved.due == 400 + 3600
        await store.append(replace(change(M, 2), deadlines=(moved, FOREWARNING)))
        assert set(await store.jobs.deadlines_of([M])) == {moved, FOREWARNING}
