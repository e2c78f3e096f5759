"""What every store must do with the notices that players are still to get."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.events import MatchId, PlayerId
from storage.boards import Lease, Notice
from storage.errors import VersionConflict
from storage.jobs import NOTICES_KEPT, Free, OwedNotice
from storage.people import LinkCode
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, CLEO, M, N, StoreTests, change, forget, join, notices_due

CODE = LinkCode("digest", "web", "1", expires=700, used=True)


def owed(player: PlayerId, match: MatchId = M, question: int = 2, *, due: int = 400) -> OwedNotice:
    return OwedNotice(match, Notice(player, question), since=100, due=due)


class NoticesContract(StoreTests):
    """Notices: one of a player for each match, until they are told or it is not wanted any more."""

    async def test_a_notice_comes_with_its_change_or_not_at_all(self, store: Store) -> None:
        first, second = owed(ADA), owed(BOB, due=300)
        await store.append(replace(change(M, 1), notices=(first, second)))
        with pytest.raises(VersionConflict):
            await store.append(replace(change(M, 1), notices=(owed(CLEO, due=1),)))
        assert await notices_due(store, 299) == ()
        assert await notices_due(store, 400) == (second, first)

    async def test_a_later_one_takes_the_place_of_one_about_the_same_match(self, store: Store) -> None:
        await store.append(replace(change(M, 1), notices=(owed(ADA),)))
        later = owed(ADA, question=4, due=900)
        await store.append(replace(change(M, 2), notices=(later,)))
        await store.jobs.settle_notices([owed(ADA)], 200)  # of the one before
        assert await notices_due(store, 1000) == (later,)

    async def test_what_was_told_is_counted_for_five_minutes(self, store: Store) -> None:
        for match in (M, N):
            await store.append(change(match, 1))
        await store.jobs.put_notices([owed(ADA), owed(ADA, N, due=410), owed(BOB)])
        await store.jobs.settle_notices([owed(ADA)], 420)
        assert await notices_due(store, 500) == (owed(BOB), owed(ADA, N, due=410))
        assert await store.jobs.told_times(ADA, 419) == (420,)
        assert await store.jobs.told_times(ADA, 420) == await store.jobs.told_times(BOB, 0) == ()
        await store.jobs.drop_seen_notice(ADA, M, 500)  # told already
        await store.jobs.beat(420 + NOTICES_KEPT - 1)
        assert await store.jobs.told_times(ADA, 0) == (420,)
        await store.jobs.beat(420 + NOTICES_KEPT)
        assert await store.jobs.told_times(ADA, 0) == ()
        assert len(await notices_due(store, 500)) == 2

    async def test_who_has_looked_is_told_nothing_of_before(self, store: Store) -> None:
        await store.append(replace(change(M, 1), notices=(owed(ADA), owed(BOB))))
        await store.jobs.drop_seen_notice(ADA, M, 100)
        await store.jobs.drop_seen_notice(BOB, N, 900)
        assert len(await notices_due(store, 500)) == 2
        await store.jobs.drop_seen_notice(ADA, M, 101)
        assert await notices_due(store, 500) == (owed(BOB),)

    async def test_who_tells_a_player_something_tells_all_that_is_due_whoever_had_it(
        self, store: Store
    ) -> None:
        for match in (M, N):
            await store.append(change(match, 1))
        await store.jobs.put_notices([owed(ADA), owed(ADA, N, due=410), owed(BOB, N, due=600)])
        free = Free(500, [""], timed=500)
        assert await store.jobs.claim(Free(500, [""]), Lease("deaf:1", 500, 530), most=9) == ()
        (first,) = await store.jobs.claim(free, Lease("one:1", 500, 530), most=1)
        (second,) = await store.jobs.claim(free, Lease("two:1", 500, 530), most=1)
        assert await store.jobs.take_notices(second, 500, 540) == (owed(ADA), owed(ADA, N, due=410))
        assert not await store.jobs.is_held(first)
        assert await store.jobs.take_notices(first, 500, 550) == ()
        assert await store.jobs.claim(free, Lease("three:1", 539, 560), most=9) == ()

    async def test_notices_of_who_becomes_another_or_is_forgotten(self, store: Store) -> None:
        for match in (M, N):
            await store.append(change(match, 1))
        await store.jobs.put_notices([owed(ADA), owed(ADA, N), owed(CLEO, due=500), owed(BOB)])
        await join(store, ADA, CLEO)
        await store.jobs.put_notices([owed(ADA, N, 5)])  # by whoever has not heard of it
        of_cleo = {owed(CLEO), owed(CLEO, due=500), owed(CLEO, N, 5)}
        assert set(await notices_due(store, 900)) == {*of_cleo, owed(BOB)}
        await forget(store, CLEO, 300)
        assert await notices_due(store, 900) == (owed(BOB),)
