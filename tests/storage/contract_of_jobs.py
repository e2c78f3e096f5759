"""What every store must do with what is to be done."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from games.events import ChallengeAccepted, PlayerId
from storage.boards import Board, ChatId, Lease
from storage.jobs import Free, Job
from storage.people import ChatSettings, DailyPuzzle
from storage.sql.store import Store
from tests.storage.facts import (
    ADA,
    BOB,
    M,
    N,
    StoreTests,
    board,
    change,
    forget,
    jobs_beside_boards,
    jobs_of,
    join,
    part,
    remark,
    result,
)

RESULTS = "club/results"
ACCEPTED = ChallengeAccepted(at=100, player=BOB, entropy="")
HERE = Free(100, ["", "web"])
MINE, THEIRS = Lease("mine", 100, 130), Lease("theirs", 110, 140)


def standing_in(chat: str, *, private: bool = False) -> Board:
    return replace(board(f"board in {chat}", M), chat=ChatId(chat), private=private)


def lost(key: str, due: int = 100, platform: str = "") -> Job:
    return Job("lost", key, due, platform)


async def keys(store: Store) -> list[tuple[str, str, int]]:
    return [(job.kind, job.key, job.due) for job in await jobs_beside_boards(store)]


class JobsContract(StoreTests):
    """Jobs: noted with what asks for them, until they are done; and whose bots they are."""

    async def test_the_bot_of_each_platform_is_the_one_that_was_put_last(self, store: Store) -> None:
        assert await store.jobs.bots() == {}
        for platform, bot in (("telegram", "1"), ("discord", "2"), ("telegram", "3")):
            await store.jobs.put_bot(platform, bot)
        assert await store.jobs.bots() == {"telegram": "3", "discord": "2"}

    # Claiming

    async def test_what_is_due_is_claimed_once_the_longest_due_first(self, store: Store) -> None:
        await store.jobs.put(lost("c", 101), lost("b", 100), lost("a b", 90), lost("d", 90, "discord"))
        assert await store.jobs.next_due(HERE) == 90
        claimed = await store.jobs.claim(HERE, MINE, most=9)
        assert claimed == (replace(lost("a b", 90), tries=1), replace(lost("b"), tries=1))
        assert await store.jobs.claim(HERE, Lease("second", 100, 130), most=9) == ()
        assert await store.jobs.next_due(HERE) == 101
        await store.jobs.done(replace(claimed[0], claim="theirs"))
        assert len(await jobs_of(store)) == 4
        for job in claimed:
            await store.jobs.done(job)
        assert [job.key for job in await jobs_of(store)] == ["d", "c"]

    async def test_so_many_are_claimed_and_none_of_those_who_are_busy(self, store: Store) -> None:
        await store.jobs.put(lost("1 ada"), lost("2 ada"), lost("3 ben"), lost("ada"), lost("4 cleo ada"))
        busy = replace(HERE, busy=["ada"])
        claimed = await store.jobs.claim(busy, MINE, most=1)
        assert [(job.about, job.lane) for job in claimed] == [("3", "ben")]
        assert [job.key for job in await store.jobs.claim(busy, THEIRS, most=9)] == ["4 cleo ada"]
        assert await store.jobs.next_due(replace(HERE, busy=["ada", "ben", "cleo ada"])) is None

    async def test_what_was_claimed_is_free_when_its_time_is_up_unless_it_is_claimed_again(
        self, store: Store
    ) -> None:
        await store.jobs.put(lost("a"), lost("b"))
        claimed = await store.jobs.claim(HERE, MINE, most=9)
        await store.jobs.keep(claimed[:1], 160)
        later = await store.jobs.claim(replace(HERE, until=130), Lease("theirs", 130, 160), most=9)
        assert later == (replace(lost("b"), tries=2),)
        await store.jobs.keep(claimed, 999)
        await store.jobs.done(claimed[1])  # which is another one's by now
        await store.jobs.put_off(claimed[1], 500, tries=7)
        assert len(await store.jobs.claim(replace(HERE, until=160), Lease("third", 160, 190), most=9)) == 1
        assert [job.tries for job in await jobs_of(store)] == [1, 3]

    async def test_processes_that_claim_at_once_claim_different_ones(self, store: Store) -> None:
        await store.jobs.put(*(lost(f"{number} {number}") for number in range(40)))
        leases = [Lease(f"process {number}", 100, 130) for number in range(8)]
        claimed = await asyncio.gather(*(store.jobs.claim(HERE, lease, most=5) for lease in leases))
        assert len({job.key for jobs in claimed for job in jobs}) == sum(map(len, claimed)) == 40

    async def test_what_is_put_off_is_due_later(self, store: Store) -> None:
        await store.jobs.put(lost("a"))
        (job,) = await store.jobs.claim(HERE, MINE, most=9)
        await store.jobs.put_off(job, 200, tries=1)
        assert await jobs_of(store) == (replace(job, due=200),)
        assert await store.jobs.claim(HERE, MINE, most=9) == ()
        (job,) = await store.jobs.claim(HERE, Lease("again", 200, 230), most=9)
        assert job.tries == 2

    async def test_what_is_put_anew_while_it_is_done_stays_and_is_done_again_afterwards(
        self, store: Store
    ) -> None:
        for end in ("done", "put off"):
            await store.jobs.put(lost("a"))
            (job,) = await store.jobs.claim(HERE, MINE, most=9)
            await store.jobs.put(lost("a", 105))
            assert await store.jobs.claim(HERE, THEIRS, most=9) == (), "nobody else is at it meanwhile"
            if end == "done":
                await store.jobs.done(job)
            else:
                await store.jobs.put_off(job, 500, tries=1)
            assert await jobs_of(store) == (lost("a", 105),)
            (job,) = await store.jobs.claim(HERE, THEIRS, most=9)
            await store.jobs.done(job)
            assert await jobs_of(store) == ()

    # Whose they are

    async def test_a_job_goes_with_its_player(self, store: Store) -> None:
        ada, bob = replace(lost("a"), player=ADA), replace(lost("b"), player=BOB)
        await store.jobs.put(ada, bob)
        await forget(store, ADA, 100)
        assert await jobs_of(store) == (bob,)
        cleo = PlayerId("player of cleo")
        told = Job("linked", "discord web:1", 100, "web", cleo)
        await join(store, BOB, cleo, told=[told])
        assert set(await jobs_of(store)) == {replace(bob, player=cleo), told}
        fresh = PlayerId("player of dora")
        told = Job("unlinked", "web:1", 100, "web", fresh)
        await part(store, cleo, "web", fresh, told=[told])
        assert told in await jobs_of(store)

    # With what asks for them

    async def test_a_result_is_to_be_told_where_the_place_of_a_board_wants_it(self, store: Store) -> None:
        await store.settings.put_chat_settings(ChatSettings("web", "club", results=RESULTS))
        boards = (standing_in("club/games"), standing_in("club/thread"))
        await store.append(change(M, 1, boards=boards))
        assert await jobs_beside_boards(store) == ()
        ended = result(M)
        await store.append(replace(change(M, 2), result=ended))
        assert await jobs_beside_boards(store) == (Job("result", f"{M} web:club", ended.ended, "web"),)

    async def test_a_result_is_not_told_where_a_board_shows_it_nor_for_boards_that_one_person_sees(
        self, store: Store
    ) -> None:
        for place in ("club", "hall", "@ada"):
            await store.settings.put_chat_settings(ChatSettings("web", place, results=f"{place}/results"))
        boards = (standing_in("club/results"), standing_in("club/games"), standing_in("clubs/games"))
        await store.append(change(M, 1, boards=(*boards, standing_in("@ada", private=True))))
        await store.append(replace(change(M, 2), result=result(M)))
        assert await jobs_beside_boards(store) == ()

    async def test_what_a_chat_is_to_be_told_of_a_change_is_kept_with_it(self, store: Store) -> None:
        stopped = Job("stopped", f"{M} web:club/games", 100, "web")
        await store.append(replace(change(M, 1), jobs=(stopped,)))
        assert await jobs_beside_boards(store) == (stopped,)
        reported = Job("reported", f"{M}/1 web:club", 100, "web")
        await store.talk.report_remark("unknown", BOB, 100, 200, stopped, reported)
        assert await jobs_beside_boards(store) == (reported, stopped)

    async def test_a_match_that_begins_gets_a_thread_where_its_place_wants_some(self, store: Store) -> None:
        first = (standing_in("club/games"), standing_in("@ada", private=True))
        await store.append(change(M, 1, ACCEPTED, boards=first))
        assert await jobs_beside_boards(store) == ()
        for place in ("club", "hall", "@ada"):
            await store.settings.put_chat_settings(ChatSettings("web", place, threads=True))
        await store.append(change(M, 2, ACCEPTED, boards=(standing_in("hall"),)))
        assert await keys(store) == [("thread", f"{M} web:club", 100), ("thread", f"{M} web:hall", 100)]

    async def test_words_are_to_be_delivered_once_for_each_match(self, store: Store) -> None:
        for match in (M, N):
            await store.append(change(match, 1))
        for number, match in (("r1", M), ("r2", M), ("r3", N)):
            await store.talk.add_remark(remark(number, match, ADA, BOB))
        at = remark("r1", M, ADA, BOB).at
        assert await keys(store) == [("remarks", M, at), ("remarks", N, at)]

    async def test_a_puzzle_is_due_in_the_chat_with_its_new_id_too(self, store: Store) -> None:
        for place, due in (("100", 900), ("2000", 800), ("300", 700)):
            await store.settings.put_daily_puzzle(DailyPuzzle("web", place, place, "UTC"), due)
        await store.boards.move_chat("web", ChatId("100"), ChatId("2000"), ["running"])
        assert await keys(store) == [("puzzle", "web:300", 700), ("puzzle", "web:2000", 900)]
