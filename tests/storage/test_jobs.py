"""Jobs, deadlines and notices: stored with their cause until they are done."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from games.events import ChallengeAccepted, MatchId, PlayerId
from storage.boards import Board, ChatId, Notice
from storage.changes import Change
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import NOTICES_KEPT, Claim, Deadline, Job, OwedNotice
from storage.matches import PRESSES_KEPT
from storage.people import ChatSettings, DailyPuzzle
from storage.sql import jobs
from storage.sql.store import Store
from tests.storage.facts import (
    ADA,
    BOB,
    CLEO,
    M,
    N,
    board,
    change,
    deadlines_due,
    deadlines_of,
    forget,
    jobs_beside_boards,
    jobs_of,
    join,
    notices_due,
    part,
    person,
    remark,
    result,
    row,
)

RESULTS = "club/results"
ACCEPTED = ChallengeAccepted(at=100, player=BOB, entropy="")
MINE = Claim("mine", 100, 130, served=["", "web"])
THEIRS = replace(MINE, by="theirs", now=110, until=140)


def standing_in(chat: str, *, private: bool = False) -> Board:
    return replace(board(f"board in {chat}", M), chat=ChatId(chat), private=private)


def lost(key: str, due: int = 100, platform: str = "") -> Job:
    return Job("lost", key, due, platform)


async def keys(store: Store) -> list[tuple[str, str, int]]:
    return [(job.kind, job.key, job.due) for job in await jobs_beside_boards(store)]


async def test_the_bot_of_each_platform_is_the_one_that_was_put_last(store: Store) -> None:
    assert await store.jobs.bots() == {}
    for platform, bot in (("telegram", "1"), ("discord", "2"), ("telegram", "3")):
        await store.jobs.put_bot(platform, bot)
    assert await store.jobs.bots() == {"telegram": "3", "discord": "2"}


# Claiming


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


async def test_what_was_claimed_is_free_when_its_time_is_up_unless_it_is_claimed_again(store: Store) -> None:
    await store.jobs.put(lost("a"), lost("b"))
    claimed = await store.jobs.claim(MINE, most=9)
    await store.jobs.keep(claimed[:1], 160)
    later = await store.jobs.claim(replace(THEIRS, now=130, until=160), most=9)
    assert later == (replace(lost("b"), tries=2),)
    await store.jobs.keep(claimed, 999)
    await store.jobs.done(claimed[1])  # which is another one's by now
    await store.jobs.put_off(claimed[1], 500, tries=7)
    assert len(await store.jobs.claim(replace(MINE, by="third", now=160, until=190), most=9)) == 1
    assert [job.tries for job in await jobs_of(store)] == [1, 3]


async def test_processes_that_claim_at_once_claim_different_ones(store: Store) -> None:
    await store.jobs.put(*(lost(f"{number} {number}") for number in range(40)))
    claims = [replace(MINE, by=f"process {number}") for number in range(8)]
    claimed = await asyncio.gather(*(store.jobs.claim(claim, most=5) for claim in claims))
    assert len({job.key for jobs in claimed for job in jobs}) == sum(map(len, claimed)) == 40


async def test_what_is_put_anew_while_it_is_done_stays_and_is_done_again_afterwards(store: Store) -> None:
    for end in ("done", "put off"):
        await store.jobs.put(lost("a"))
        (job,) = await store.jobs.claim(MINE, most=9)
        await store.jobs.put(lost("a", 105))
        assert await store.jobs.claim(THEIRS, most=9) == (), "nobody else is at it meanwhile"
        if end == "done":
            await store.jobs.done(job)
        else:
            await store.jobs.put_off(job, 500, tries=1)
        assert await jobs_of(store) == (lost("a", 105),)
        (job,) = await store.jobs.claim(THEIRS, most=9)
        await store.jobs.done(job)
        assert await jobs_of(store) == ()


# Whose they are


async def test_a_job_goes_with_its_player(store: Store) -> None:
    ada, bob = replace(lost("a"), player=ADA), replace(lost("b"), player=BOB)
    await store.jobs.put(ada, bob)
    await forget(store, ADA, 100)
    assert await jobs_of(store) == (bob,)
    cleo = PlayerId("player of cleo")
    told = Job("linked", "discord web:1", 100, "web", cleo)
    await join(store, BOB, cleo, jobs=[told])
    assert set(await jobs_of(store)) == {replace(bob, player=cleo), told}
    fresh = PlayerId("player of dora")
    told = Job("unlinked", "web:1", 100, "web", fresh)
    await part(store, cleo, "web", fresh, jobs=[told])
    assert told in await jobs_of(store)


# With what asks for them


async def test_a_result_is_to_be_told_where_the_place_of_a_board_wants_it(store: Store) -> None:
    await store.settings.put_chat_settings(ChatSettings("web", "club", results=RESULTS))
    boards = (standing_in("club/games"), standing_in("club/thread"))
    await store.append(change(M, 1, boards=boards))
    assert await jobs_beside_boards(store) == ()
    ended = result(M)
    await store.append(replace(change(M, 2), result=ended))
    assert await jobs_beside_boards(store) == (Job("result", f"{M} web:club", ended.ended, "web"),)


async def test_a_result_is_not_told_where_a_board_shows_it_nor_for_boards_that_one_person_sees(
    store: Store,
) -> None:
    for place in ("club", "hall", "@ada"):
        await store.settings.put_chat_settings(ChatSettings("web", place, results=f"{place}/results"))
    boards = (standing_in("club/results"), standing_in("club/games"), standing_in("clubs/games"))
    await store.append(change(M, 1, boards=(*boards, standing_in("@ada", private=True))))
    await store.append(replace(change(M, 2), result=result(M)))
    assert await jobs_beside_boards(store) == ()


async def test_what_a_chat_is_to_be_told_of_a_change_is_kept_with_it(store: Store) -> None:
    stopped = Job("stopped", f"{M} web:club/games", 100, "web")
    await store.append(replace(change(M, 1), jobs=(stopped,)))
    assert await jobs_beside_boards(store) == (stopped,)
    reported = Job("reported", f"{M}/1 web:club", 100, "web")
    await store.talk.report_remark("unknown", BOB, 100, 200, stopped, reported)
    assert await jobs_beside_boards(store) == (reported, stopped)


async def test_a_match_that_begins_gets_a_thread_where_its_place_wants_some(store: Store) -> None:
    first = (standing_in("club/games"), standing_in("@ada", private=True))
    await store.append(change(M, 1, ACCEPTED, boards=first))
    assert await jobs_beside_boards(store) == ()
    for place in ("club", "hall", "@ada"):
        await store.settings.put_chat_settings(ChatSettings("web", place, threads=True))
    await store.append(change(M, 2, ACCEPTED, boards=(standing_in("hall"),)))
    assert await keys(store) == [("thread", f"{M} web:club", 100), ("thread", f"{M} web:hall", 100)]


async def test_words_are_to_be_delivered_once_for_each_match(store: Store) -> None:
    for match in (M, N):
        await store.append(change(match, 1))
    for number, match in (("r1", M), ("r2", M), ("r3", N)):
        await store.talk.add_remark(remark(number, match, ADA, BOB))
    at = remark("r1", M, ADA, BOB).at
    assert await keys(store) == [("remarks", M, at), ("remarks", N, at)]


async def test_a_puzzle_is_due_in_the_chat_with_its_new_id_too(store: Store) -> None:
    for place, due in (("100", 900), ("2000", 800), ("300", 700)):
        await store.settings.put_daily_puzzle(DailyPuzzle("web", place, place, "UTC"), due)
    await store.boards.move_chat("web", ChatId("100"), ChatId("2000"), ["running"])
    assert await keys(store) == [("puzzle", "web:300", 700), ("puzzle", "web:2000", 900)]


TIME = Deadline(M, "time", 0, 100, 400)
REMINDER = Deadline(M, "reminder", 0, 100, 325)
FOREWARNING = Deadline(M, "forewarning", None, 100, 9000)


async def begin(store: Store, *deadlines: Deadline) -> None:
    """Each match of these deadlines has begun with them."""
    for match in sorted({deadline.match for deadline in deadlines}):
        mine = tuple(deadline for deadline in deadlines if deadline.match == match)
        await store.append(replace(change(match, 1), deadlines=mine))


async def test_a_change_sets_all_deadlines_of_its_match(store: Store) -> None:
    other = replace(TIME, match=N, seat=1)
    await begin(store, TIME, REMINDER, FOREWARNING, other)
    assert set(await deadlines_of(store, M)) == {TIME, REMINDER, FOREWARNING}
    later = replace(TIME, seat=1, began=150, due=450)
    await store.append(replace(change(M, 2), deadlines=(later,)))
    assert await deadlines_of(store, M) == (later,)
    assert await deadlines_of(store, N) == (other,)
    assert set(await deadlines_of(store, M, N, MatchId("O"))) == {later, other}
    await store.append(change(M, 3))
    assert await deadlines_of(store, M) == (later,), "a change that says nothing leaves them"
    await store.append(Change(row(M, 3), (), deadlines=()))
    assert await deadlines_of(store, M) == ()


async def test_what_is_due_is_found_the_longest_due_first(store: Store) -> None:
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


async def test_the_time_since_the_last_beat_is_credited_to_all_that_was_not_due(store: Store) -> None:
    await begin(store, TIME, replace(REMINDER, due=300), replace(FOREWARNING, match=N))
    assert await store.jobs.last_beat() is None
    await store.jobs.beat(200)
    await store.jobs.beat(300)  # alone it moves nothing
    await store.jobs.beat(7500, credit=True)
    assert set(await deadlines_of(store, M, N)) == {
        replace(REMINDER, due=300),
        replace(TIME, due=400 + 7200),
        replace(FOREWARNING, match=N, due=9000 + 7200),
    }
    assert await store.jobs.last_beat() == 7500


async def test_nothing_is_credited_for_longer_than_it_has_run(store: Store) -> None:
    await store.jobs.beat(50)
    await begin(store, TIME)
    await store.jobs.beat(7500, credit=True)
    assert await deadlines_of(store, M) == (replace(TIME, due=400 + 7400),)


async def test_it_is_known_when_a_platform_was_heard_last(store: Store) -> None:
    assert await store.jobs.last_heard() == {}
    await store.jobs.beat(100, heard=["web", "telegram"])
    await store.jobs.beat(99, heard=["web"])
    await store.jobs.beat(160, heard=["telegram"])
    assert await store.jobs.last_heard() == {"web": 100, "telegram": 160}


async def test_who_is_reached_on_silent_platforms_alone_is_credited(store: Store) -> None:
    await store.people.put_person(person("ada", "Ada", player=ADA))
    await store.people.put_person(person("ben", "Ben", player=BOB))
    await store.people.put_person(person("7", "Ben", player=BOB, platform="telegram"))
    first, second, all_ = replace(TIME, seat=0), replace(TIME, seat=1), FOREWARNING
    await begin(store, first, second, all_)
    await store.jobs.beat(300)
    await store.jobs.beat(360, silent={"web"})
    await store.jobs.beat(1020, silent={"web", "discord"})
    await store.jobs.beat(1080)
    assert set(await deadlines_of(store, M)) == {replace(first, due=400 + 720), second, all_}
    assert await deadlines_due(store, 1119) == (second,)
    await store.jobs.beat(1200, silent={"web", "telegram"})
    assert set(await deadlines_of(store, M)) == {replace(first, due=400 + 840), second, all_}


async def test_boards_of_which_the_time_has_moved_far_tell_it_anew_the_next_due_first(store: Store) -> None:
    await store.people.put_person(person("ada", "Ada", player=ADA))
    near, far, late = (
        Deadline(MatchId(name), "time", 0, 100, due) for name, due in (("B", 400), ("A", 900), ("C", 9400))
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


def owed(player: PlayerId, match: MatchId = M, question: int = 2, *, due: int = 400) -> OwedNotice:
    return OwedNotice(match, Notice(player, question), since=100, due=due)


async def test_a_notice_comes_with_its_change_or_not_at_all(store: Store) -> None:
    first, second = owed(ADA), owed(BOB, due=300)
    await store.append(replace(change(M, 1), notices=(first, second)))
    with pytest.raises(VersionConflict):
        await store.append(replace(change(M, 1), notices=(owed(CLEO, due=1),)))
    assert await notices_due(store, 299) == ()
    assert await notices_due(store, 400) == (second, first)


async def test_a_later_one_takes_the_place_of_one_about_the_same_match(store: Store) -> None:
    await store.append(replace(change(M, 1), notices=(owed(ADA),)))
    later = owed(ADA, question=4, due=900)
    await store.append(replace(change(M, 2), notices=(later,)))
    await store.jobs.settle_notices([owed(ADA)], 200)  # of the one before
    assert await notices_due(store, 1000) == (later,)


async def test_what_was_told_is_counted_for_five_minutes(store: Store) -> None:
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


async def test_who_has_looked_is_told_nothing_of_before(store: Store) -> None:
    await store.append(replace(change(M, 1), notices=(owed(ADA), owed(BOB))))
    await store.jobs.drop_seen_notice(ADA, M, 100)
    await store.jobs.drop_seen_notice(BOB, N, 900)
    assert len(await notices_due(store, 500)) == 2
    await store.jobs.drop_seen_notice(ADA, M, 101)
    assert await notices_due(store, 500) == (owed(BOB),)


async def test_who_tells_a_player_something_tells_all_that_is_due_whoever_had_it(store: Store) -> None:
    for match in (M, N):
        await store.append(change(match, 1))
    await store.jobs.put_notices([owed(ADA), owed(ADA, N, due=410), owed(BOB, N, due=600)])
    deaf, one, two, three = (
        Claim(by, 500, 530, served=[""]) for by in ("deaf:1", "one:1", "two:1", "three:1")
    )
    assert await store.jobs.claim(deaf, most=9) == ()
    (first,) = await store.jobs.claim(one, most=1, timed=500)
    (second,) = await store.jobs.claim(two, most=1, timed=500)
    assert await store.jobs.take_notices(second, 500, 540) == (owed(ADA), owed(ADA, N, due=410))
    assert not await store.jobs.is_held(first)
    assert await store.jobs.take_notices(first, 500, 550) == ()
    assert await store.jobs.claim(replace(three, now=539), most=9, timed=539) == ()


async def test_notices_of_who_becomes_another_or_is_forgotten(store: Store) -> None:
    for match in (M, N):
        await store.append(change(match, 1))
    await store.jobs.put_notices([owed(ADA), owed(ADA, N), owed(CLEO, due=500), owed(BOB)])
    await join(store, ADA, CLEO)
    await store.jobs.put_notices([owed(ADA, N, 5)])  # by whoever has not heard of it
    of_cleo = {owed(CLEO), owed(CLEO, due=500), owed(CLEO, N, 5)}
    assert set(await notices_due(store, 900)) == {*of_cleo, owed(BOB)}
    await forget(store, CLEO, 300)
    assert await notices_due(store, 900) == (owed(BOB),)
