"""What every store must do with what players say to each other."""

from __future__ import annotations

from dataclasses import replace

from storage.boards import ChatId
from storage.matches import Posted
from storage.people import LinkCode
from storage.sql.matches import reports
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, CLEO, M, N, StoreTests, board, change, forget, join, remark

THERE = Posted("web", "lounge", private=False, message="7")
CODE = LinkCode("digest", "web", "1", expires=700, used=True)


class RemarksContract(StoreTests):
    """Remarks, mutes and silences."""

    async def test_a_remark_waits_until_it_is_posted_and_is_kept_once(self, store: Store) -> None:
        await store.append(change(M, 1))
        first, second = remark("r1", M, ADA, BOB), replace(remark("r2", M, BOB, ADA), phrase=True)
        for one in (first, second, replace(first, said="again")):
            await store.talk.add_remark(one)
        assert await store.talk.remarks_waiting(M) == (first, second)
        await store.talk.post_remark("r1", THERE)
        posted = replace(first, posted=THERE)
        assert await store.talk.remarks_waiting(M) == (second,)
        assert await store.talk.remark("r1") == posted
        await store.talk.add_remark(first)
        assert await store.talk.remarks_of(ADA) == (posted,)
        await store.talk.post_remark("r1", replace(THERE, message=""))
        assert await store.talk.remark("r1") == replace(first, posted=replace(THERE, message=""))
        await store.talk.drop_remark("r2")
        assert await store.talk.remark("r2") is None
        assert await store.talk.remarks_waiting(M) == ()

    async def test_remarks_are_deleted_in_time_and_reported_ones_later(self, store: Store) -> None:
        await store.append(change(M, 1))
        for number in ("kept", "gone", "reported"):
            until = {"gone": 500}.get(number, 600)
            await store.talk.add_remark(remark(number, M, ADA, BOB, until=until))
        await store.talk.report_remark("reported", BOB, 200, 800)
        await store.talk.report_remark("unknown", BOB, 200, 800)
        for at, left in ((499, 3), (500, 2), (600, 1), (800, 0)):
            await store.jobs.beat(at)
            assert len(await store.talk.remarks_of(ADA)) == left

    async def test_reports_are_found_by_place_and_the_first_of_a_remark_counts(self, store: Store) -> None:
        await store.append(change(M, 1, boards=(board("m", M, message="1"),)))
        private = replace(board("n", N, message="2"), private=True)
        await store.append(change(N, 1, boards=(private,)))
        for number, match in (("r1", M), ("r2", M), ("r3", N), ("r4", M)):
            await store.talk.add_remark(remark(number, match, ADA, BOB))
        for number, at in (("r2", 300), ("r3", 200), ("r1", 200)):
            await store.talk.report_remark(number, CLEO, at, 1000)
        await store.talk.report_remark("r1", BOB, 400, 2000)
        ask = store._database.rows
        assert [one.remark.id for one in await reports(ask, most=9)] == ["r2", "r3", "r1"]
        assert [one.remark.id for one in await reports(ask, most=1)] == ["r2"]
        here = await store.talk.reported_in("web", "lounge", most=9)
        assert [(one.id, one.reporter, one.reported, one.until) for one in here] == [
            ("r2", CLEO, 300, 1000),
            ("r1", CLEO, 200, 1000),
        ]
        assert await store.talk.reported_in("web", "lounge", most=1) == here[:1]
        assert await store.talk.reported_in("web", "loung", most=9) == ()
        assert await store.talk.reported_in("discord", "lounge", most=9) == ()

    async def test_mutes_and_silences_stand_until_they_are_dropped(self, store: Store) -> None:
        for _ in range(2):
            await store.talk.put_mute(ADA, BOB)
            await store.talk.put_silence("web", "lounge", BOB)
        assert await store.talk.muted_by(ADA) == (BOB,)
        assert await store.talk.muted_by(BOB) == ()
        assert await store.talk.silenced_in("web", "lounge") == (BOB,)
        await store.boards.move_chat("web", ChatId("lounge"), ChatId("hall"), ["running"])
        assert await store.talk.silenced_in("web", "lounge") == ()
        assert await store.talk.silenced_in("web", "hall") == (BOB,)
        await store.talk.drop_mute(ADA, BOB)
        await store.talk.drop_silence("web", "hall", BOB)
        assert await store.talk.muted_by(ADA) == ()
        assert await store.talk.silenced_in("web", "hall") == ()

    async def test_who_becomes_another_takes_along_what_they_said(self, store: Store) -> None:
        await store.append(change(M, 1))
        await store.talk.add_remark(remark("r1", M, ADA, BOB))
        await store.talk.add_remark(remark("r2", M, BOB, ADA))
        await store.talk.report_remark("r2", ADA, 200, 800)
        for who, muted in ((ADA, BOB), (BOB, ADA), (ADA, CLEO), (CLEO, BOB)):
            await store.talk.put_mute(who, muted)
        await store.talk.put_silence("web", "lounge", ADA)
        await join(store, ADA, CLEO)
        assert [one.reader for one in await store.talk.remarks_of(CLEO)] == [BOB]
        assert [(one.reader, one.reporter) for one in await store.talk.remarks_of(BOB)] == [(CLEO, CLEO)]
        assert await store.talk.muted_by(CLEO) == (BOB,)
        assert await store.talk.muted_by(BOB) == (CLEO,)
        assert await store.talk.silenced_in("web", "lounge") == (CLEO,)

    async def test_the_words_of_who_is_forgotten_go_and_those_said_to_them_unless_reported(
        self, store: Store
    ) -> None:
        await store.append(change(M, 1))
        for number, who, to in (("r1", ADA, BOB), ("r2", BOB, ADA), ("r3", BOB, ADA), ("r4", ADA, BOB)):
            await store.talk.add_remark(remark(number, M, who, to))
        for number in ("r3", "r4"):
            await store.talk.report_remark(number, CLEO, 200, 800)
        await store.talk.put_mute(ADA, BOB)
        await forget(store, ADA, 100)
        assert await store.talk.remarks_of(ADA) == ()
        assert [one.id for one in await store.talk.remarks_of(BOB)] == ["r3"]
        assert await store.talk.muted_by(ADA) == ()
