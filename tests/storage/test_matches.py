"""Matches: logs, presses, summary rows, where players were seen, and the reads of a press."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.events import Event, MatchId, PlayerId, Resigned
from storage.boards import ChatId
from storage.changes import Change
from storage.errors import PeopleChanged, PressedBefore, RatedMeanwhile, VersionConflict
from storage.jobs import Deadline
from storage.matches import FinishedMatch, MatchReading, MatchRow, PressReading, Seen
from storage.people import ChatSettings, Preferences
from storage.sql.database import Statement
from storage.sql.store import Store
from tests.examples import examples
from tests.storage.conftest import Opening
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    BOB,
    CLEO,
    OPENED,
    M,
    N,
    board,
    change,
    deadlines_of,
    everything,
    join,
    person,
    ply,
    rating,
    result,
    row,
)

Plan = list[tuple[MatchId, int, str | None]]
"""For each of many changes the match, the version after it, and the press."""

PLANS: st.SearchStrategy[Plan] = st.lists(
    st.tuples(st.sampled_from("MN"), st.integers(1, 5), st.sampled_from([None, "web:1", "web:2", "web:3"])),
    max_size=24,
)


async def store_at_once(store: Store, plan: Plan) -> list[BaseException | None]:
    """Append all changes of a plan at the same time; the notation of each is its place in the plan."""
    changes = [
        change(match, version, ply(version, str(place)), press=press)
        for place, (match, version, press) in enumerate(plan)
    ]
    return await asyncio.gather(*map(store.append, changes), return_exceptions=True)


# The log, and presses


async def test_what_is_unknown_is_empty_not_an_error(store: Store) -> None:
    nobody = PlayerId("nobody")
    assert (await store.matches.load(M), await store.matches.seen_in(M)) == ((), ())
    assert (await store.matches.row(M), await store.matches.pressed("web:1")) == (None, None)
    assert (await store.boards.boards_of(M), await store.boards.boards_in("web", "lounge")) == ((), ())
    assert await store.matches.matches_of(nobody, ["running"]) == ()
    assert await store.people.people([nobody]) == ()
    assert await store.people.person("web", "1") is await store.people.person_with("web", "ada") is None
    assert (await store.readings.read_match(M), (await press_by(store, "1")).match) == (None, None)


async def test_what_is_drawn_for_a_match_stays_as_it_is(store: Store) -> None:
    first, second = await store.matches.drawn_for(M), await store.matches.drawn_for(N)
    assert first != second
    assert await store.matches.drawn_for(M) == first
    assert len(first) == 32


async def test_a_log_is_loaded_as_it_was_appended_in_one_change_or_several(store: Store) -> None:
    log: tuple[Event, ...] = (OPENED, ACCEPTED, ply(3), Resigned(at=103, seat=1))
    await store.append(change(M, 3, *log[:3]))
    await store.append(change(M, 4, log[3]))
    assert await store.matches.load(M) == log


@pytest.mark.parametrize(
    ("version", "events", "press", "refusal"),
    [
        (1, (ply(1),), "web:9", VersionConflict),
        (2, (ply(2),), "web:9", VersionConflict),
        (4, (ply(4),), "web:9", VersionConflict),
        (4, (ply(2), ply(3), ply(4)), "web:9", VersionConflict),  # the first comes late
        (3, (ply(3),), "web:17", PressedBefore),
        (2, (ply(2),), "web:17", PressedBefore),  # redelivered, so stale as well
    ],
)
async def test_of_a_refused_change_nothing_is_stored(
    store: Store, version: int, events: tuple[Event, ...], press: str, refusal: type[Exception]
) -> None:
    boards = (board("b", M, shown=2),)
    await store.append(change(M, 2, ply(1), ply(2), press="web:17", boards=boards))
    before = await everything(store)
    late = change(M, version, *events, press=press, boards=(board("c", M),))
    late = replace(late, seen=Seen(ADA, "web", ChatId("lounge"), private=False, at=101))
    with pytest.raises(refusal):
        await store.append(replace(late, result=result(M), ratings=(rating(ADA, 1617.5),)))
    assert await everything(store) == before
    assert await store.results.result(M) is None
    assert await store.results.ratings_of(ADA) == ()


async def test_a_change_without_events_fits_only_the_newest_version(store: Store) -> None:
    await store.append(change(M, 1))
    await store.append(Change(row(M, 1, since=200), (), press="web:1"))
    assert await store.matches.row(M) == row(M, 1, since=200)
    assert await store.matches.pressed("web:1") == "M"
    for match, version in ((M, 0), (M, 2), (MatchId("unknown"), 1)):
        with pytest.raises(VersionConflict):
            await store.append(Change(row(match, version), (), press="web:2"))
    assert await store.matches.pressed("web:2") is None


# At the same time


# Each of the databases keeps its own examples.
@settings(examples(8), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=PLANS)
def test_what_is_asked_for_at_once_counts_in_that_order(opening: Opening, plan: Plan) -> None:
    async def play() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with opening(Path(folder)) as store:
                await check_winners(store, plan, await store_at_once(store, plan))

    asyncio.run(play())


async def check_winners(store: Store, plan: Plan, outcomes: Sequence[BaseException | None]) -> None:
    """As if each were stored before the next is looked at."""
    logs: dict[MatchId, list[Event]] = defaultdict(list)
    pressed: dict[str | None, MatchId] = {}
    for place, ((match, version, press), outcome) in enumerate(zip(plan, outcomes, strict=True)):
        if press in pressed:
            assert isinstance(outcome, PressedBefore)
        elif version != len(logs[match]) + 1:
            assert isinstance(outcome, VersionConflict)
        else:
            assert outcome is None
            logs[match].append(ply(version, str(place)))
            pressed |= {press: match} if press else {}
    for match, log in logs.items():
        assert await store.matches.load(match) == tuple(log)
        assert await store.matches.row(match) == (row(match, len(log)) if log else None)
    for press in ("web:1", "web:2", "web:3"):
        assert await store.matches.pressed(press) == pressed.get(press)


async def test_one_that_cannot_be_stored_does_not_hurt_those_that_wait_with_it(store: Store) -> None:
    too_late = replace(change(N, 1), row=replace(change(N, 1).row, since=2**64))
    outcomes = await asyncio.gather(
        store.append(change(M, 1)),
        store.append(too_late),
        store.boards.put_boards([board("hidden", MatchId("a match that nobody knows"), message="hidden")]),
        store.append(change(M, 2)),
        return_exceptions=True,
    )
    assert [isinstance(outcome, Exception) for outcome in outcomes] == [False, True, True, False]
    assert "hidden" not in str(outcomes[2])
    assert (await store.matches.load(M), await store.matches.load(N)) == ((ply(1), ply(2)), ())


async def test_a_statement_that_finds_nothing_though_it_must_is_refused_with_its_batch(store: Store) -> None:
    added = Statement("INSERT INTO gone_players (player) VALUES (?1) RETURNING 1", PeopleChanged)
    found = Statement("SELECT 1 FROM gone_players WHERE player = ?1", PeopleChanged)
    changed = Statement("UPDATE gone_players SET player = ?1 WHERE player = ?2")
    await store.database.store([(added, ("once",)), (found, ("once",)), (changed, ("never", "nothing"))])
    with pytest.raises(PeopleChanged):
        await store.database.store([(added, ("lost",)), (found, ("nobody",))])
    assert [row["player"] for row in await store.database.rows("SELECT player FROM gone_players")] == ["once"]


# Rows


async def test_the_row_is_that_of_the_newest_change(store: Store) -> None:
    rows = (
        MatchRow(M, 1, "sato", "challenge", (ADA,), (), 100),
        MatchRow(M, 2, "sato", "running", (BOB, ADA), (BOB, ADA), 101, 0, 1, (1, 0)),
        MatchRow(M, 3, "sato", "running", (BOB, ADA), (BOB, ADA), 101),
        MatchRow(M, 4, "sato", "over", (BOB, ADA), (), 102),
    )
    for newest in rows:
        await store.append(Change(newest, (ply(newest.version),)))
        assert await store.matches.row(M) == newest
    assert await store.matches.matches_of(ADA, ["challenge", "running"]) == ()


async def test_a_players_matches_in_some_phases_are_listed_by_when_they_were_touched(store: Store) -> None:
    for match, since in (("A", 300), ("B", 100), ("C", 200), ("D", 400)):
        await store.append(Change(row(MatchId(match), 1, since=since), (ply(1),)))
    over = row(MatchId("over"), 1, phase="over")
    stranger = replace(row(MatchId("other"), 1), players=(CLEO, PlayerId("dan")))
    for each in (over, stranger):
        await store.append(Change(each, (ply(1),)))
    assert "".join(one.match for one in await store.matches.matches_of(ADA, ["running"])) == "BCAD"
    await store.append(Change(row(MatchId("B"), 2, since=500), (ply(2),)))
    assert "".join(one.match for one in await store.matches.matches_of(BOB, ["running"])) == "CADB"
    assert "".join(one.match for one in await store.matches.matches_of(BOB, ["running"], newest=3)) == "BDA"
    assert await store.matches.matches_of(ADA, ["over"], newest=3) == (over,)
    assert len(await store.matches.matches_of(ADA, ["running", "over"])) == 5
    assert await store.matches.matches_of(ADA, []) == ()
    assert await store.matches.matches_of(PlayerId("dan"), ["running"]) == (stranger,)


async def test_only_matches_that_run_are_counted_as_running(store: Store) -> None:
    for match, phase in (("A", "challenge"), ("B", "running"), ("C", "running"), ("D", "over")):
        await store.append(Change(row(MatchId(match), 1, phase=phase), (ply(1),)))
    assert await store.matches.count_running() == 2


async def test_matches_are_listed_with_what_is_due_in_them_first(store: Store) -> None:
    rows = {phase: row(MatchId(phase), 1, phase=phase) for phase in ("challenge", "running", "over")}
    due = {
        "challenge": [Deadline(MatchId("challenge"), "expiry", None, 100, 900)],
        "running": [
            Deadline(MatchId("running"), "time", 0, 100, 700),
            Deadline(MatchId("running"), "time", 1, 100, 500),
            Deadline(MatchId("running"), "reminder", 1, 100, 300),
        ],
    }
    for phase, each in rows.items():
        deadlines = tuple(due.get(phase, ()))
        await store.append(replace(Change(each, (ply(1),)), deadlines=deadlines))
    await store.append(Change(replace(row(N, 1), players=(CLEO, ADA)), (ply(1),)))
    theirs = await store.matches.matches_of(ADA, ["challenge", "running"])
    assert {(one, one.due) for one in theirs} == {
        (rows["challenge"], 900),
        (rows["running"], 500),
        (replace(row(N, 1), players=(CLEO, ADA)), None),
    }
    (newest,) = await store.matches.matches_of(ADA, ["running"], newest=1)
    assert newest.due == {one.match: one.due for one in theirs}[newest.match]


async def test_the_next_turn_is_the_most_urgent_one_of_another_match(store: Store) -> None:
    """Each match is gone before the next is asked for."""
    assert await store.matches.next_turn_of(BOB, M) is None
    order = [MatchId(name) for name in ("late", "soon", "later", "old", "new")]
    since = dict(zip(order, (900, 800, 700, 500, 600), strict=True))
    rows = [row(match, 1, since=since[match]) for match in order]
    rows[0] = replace(rows[0], late=(1,))
    for each, due in zip(rows, (None, 2000, 3000, None, None), strict=True):
        deadlines = (Deadline(each.match, "time", 1, 100, due),) if due else ()
        await store.append(replace(Change(each, (ply(1),)), deadlines=deadlines))
    theirs = replace(row(MatchId("theirs"), 1), awaited=(ADA,))
    both = replace(row(MatchId("both"), 1, since=9999), awaited=(ADA, BOB))
    for each in (theirs, both, row(MatchId("asked"), 1, phase="challenge")):
        await store.append(Change(each, (ply(1),)))
    found = []
    for _ in order:
        following = await store.matches.next_turn_of(BOB, MatchId("theirs"))
        assert following is not None
        found.append(following.match)
        beside = await store.matches.next_turn_of(BOB, following.match)
        await store.append(Change(replace(following, version=2, awaited=(ADA,)), (ply(2),)))
        assert beside == await store.matches.next_turn_of(BOB, M)
    assert found == order
    assert await store.matches.next_turn_of(BOB, M) == both
    assert await store.matches.next_turn_of(BOB, both.match) is None


async def test_finished_matches_are_listed_with_how_they_ended_newest_first(store: Store) -> None:
    order = [MatchId(f"over {number}") for number in range(5)]
    rows = [row(match, 1, phase="over", since=900 - place) for place, match in enumerate(order)]
    for each in (*rows[::-1], row(MatchId("running"), 1)):
        await store.append(Change(each, (ply(1),)))
    await store.append(replace(change(M, 1), row=row(M, 1, phase="over", since=950), result=result(M)))
    total, found = await store.matches.finished_of(BOB, most=2)
    last = FinishedMatch(row(M, 1, phase="over", since=950), "rated", 0)
    assert (total, found) == (6, (last, FinishedMatch(rows[0], None, None)))
    total, found = await store.matches.finished_of(ADA, most=2, skip=4)
    assert (total, [one.row for one in found]) == (6, rows[3:])
    assert await store.matches.finished_of(ADA, most=2, skip=6) == (0, ())
    assert await store.matches.finished_of(CLEO, most=2) == (0, ())


# Where players were seen


async def test_where_players_acted_is_known_with_the_last_time_in_each_chat(store: Store) -> None:
    lounge, bar = (Seen(ADA, "web", ChatId(chat), False, 100) for chat in ("lounge", "bar"))
    bob = Seen(BOB, "telegram", ChatId("7"), True, 101)
    acted = (lounge, replace(bar, at=200), replace(lounge, at=300), bob)
    for version, seen in enumerate(acted, start=1):
        await store.append(replace(change(M, version), seen=seen))
    await store.append(replace(change(N, 1), seen=replace(bar, platform="discord", at=250)))
    assert await store.matches.seen_in(M) == (replace(bar, at=200), replace(lounge, at=300), bob)
    assert await store.matches.seen_in(N) == (replace(bar, platform="discord", at=250),)
    assert await store.matches.last_seen(ADA) == replace(lounge, at=300)
    assert await store.matches.last_seen(CLEO) is None


# The reads of a press

DUE = Deadline(M, "reminder", 0, 100, 200)
HALL = ChatSettings("web", "hall", language="de", revision=1)
AWAITED = person("@00000001.aa", "@countess", player=PlayerId("expected"))


async def reading_of(store: Store, version: int = 0) -> MatchReading:
    reading = await store.readings.read_match(M, version)
    assert reading
    return reading


async def press_by(store: Store, account: str, handle: str = "", press: str = "web:9") -> PressReading:
    return await store.readings.read_press("web", account, handle, press=press, match=M)


async def test_a_match_is_read_with_all_that_belongs_to_it_and_its_new_events(store: Store) -> None:
    await store.append(replace(change(M, 2, OPENED, ACCEPTED, boards=(board("a", M),)), deadlines=(DUE,)))
    reading = await reading_of(store)
    assert (reading.players, reading.changes) == ((ADA, BOB), 1)
    assert (reading.events, reading.deadlines) == ((OPENED, ACCEPTED), (DUE,))
    assert reading.boards == await store.boards.boards_of(M)
    await store.append(change(M, 3))
    assert (await reading_of(store, 2)).events == (ply(3),)
    assert (await reading_of(store, 3)).events == ()
    await store.append(replace(change(M, 3), events=(), deadlines=()))
    again = await reading_of(store, 3)
    assert (again.changes, again.deadlines) == (3, ()), "a change without events counts, too"


async def test_who_plays_and_who_reads_its_boards_is_told_with_what_they_have_chosen(store: Store) -> None:
    ada, elsewhere = person("1", "Ada", player=ADA), person("7", "Ada", player=ADA, platform="discord")
    cleo = person("3", "Cleo", player=CLEO)
    for each in (ada, elsewhere, cleo, person("4", "Dora", player=PlayerId("dora"))):
        await store.people.put_person(each)
    chosen = Preferences(CLEO, theme="dark", quiet=(60, 120), away=((1, 2),), revision=1)
    await store.settings.put_preferences(chosen)
    await store.settings.put_chat_settings(HALL)
    await store.settings.put_chat_settings(replace(HALL, place="else"))
    boards = (
        replace(board("a", M, message="1"), chat=ChatId("hall/7")),
        replace(board("b", M, message="2"), private=True, player=CLEO),
    )
    await store.append(change(M, 2, OPENED, ACCEPTED, boards=boards))
    audience = (await reading_of(store)).audience
    assert dict(audience.people) == {ADA: (elsewhere, ada), BOB: (), CLEO: (cleo,)}
    assert dict(audience.preferences) == {
        ADA: Preferences(ADA),
        BOB: Preferences(BOB),
        CLEO: chosen,
    }
    assert audience.chats["web", "hall"] == HALL
    assert ("web", "else") not in audience.chats
    for player, known in audience.preferences.items():  # it is put as read
        await store.settings.put_preferences(replace(known, text_only=True))
        assert (await store.settings.preferences(player)).text_only


async def test_who_has_become_another_is_told_by_the_present_id(store: Store) -> None:
    await store.append(change(M, 2, OPENED, ACCEPTED))
    await join(store, ADA, CLEO)
    reading = await reading_of(store)
    assert reading.players == (CLEO, BOB)
    assert reading.events == await store.matches.load(M)
    assert "'ada'" not in repr(reading)


async def test_who_presses_is_told_with_all_their_accounts(store: Store) -> None:
    here, there = person("1", "Ada", player=ADA), person("7", "Ada", player=ADA, platform="discord")
    for each in (here, there, person("2", "Bob", player=BOB)):
        await store.people.put_person(each)
    await store.settings.put_preferences(Preferences(ADA, language="de"))
    read = await store.readings.read_press("web", "1", "", press="web:1")
    assert (read.person, set(read.accounts)) == (here, {here, there})
    assert read.preferences == Preferences(ADA, language="de")
    assert (read.awaited, read.match) == (None, None)
    await store.append(change(M, 2, OPENED, ACCEPTED))
    assert replace(await press_by(store, "1"), match=None) == read


async def test_who_was_never_here_is_nobody_and_whether_the_press_has_counted_is_told(store: Store) -> None:
    await store.append(change(M, 2, OPENED, ACCEPTED, press="web:9"))
    read = await press_by(store, "1")
    assert (read.person, read.accounts, read.preferences, read.awaited) == (None, (), None, None)
    assert read.pressed
    assert not (await press_by(store, "1", press="web:8")).pressed


async def test_who_is_awaited_by_a_handle_is_told_to_who_has_it(store: Store) -> None:
    await store.people.put_person(replace(AWAITED, handle="Countess"))
    await store.people.put_person(person("1", "Ada", player=ADA))
    for account in ("1", "2"):
        read = await press_by(store, account, "countess")
        assert read.awaited == replace(AWAITED, handle="Countess")
        assert (await press_by(store, account)).awaited is None
    await store.people.put_person(replace(person("1", "Ada", player=ADA), handle="countess"))
    assert (await press_by(store, "1", "countess")).awaited is None


async def test_who_has_come_is_awaited_no_more(store: Store) -> None:
    await store.people.put_person(replace(AWAITED, handle="countess"))
    ada = replace(person("1", "Ada", player=AWAITED.player), handle="countess")
    await store.people.put_person(ada)
    read = await press_by(store, "1", "countess")
    assert (read.person, read.accounts, read.awaited) == (ada, (ada,), None)


# What has changed since


async def test_what_was_decided_before_another_change_is_refused(store: Store) -> None:
    await store.append(replace(change(M, 2, OPENED, ACCEPTED), after=0))
    changes = (await reading_of(store)).changes
    await store.append(replace(change(M, 2), events=(), deadlines=(DUE,), after=changes))
    with pytest.raises(VersionConflict):
        await store.append(replace(change(M, 2), events=(), deadlines=(), after=changes))
    with pytest.raises(VersionConflict):
        await store.append(replace(change(M, 3), after=changes))
    assert await deadlines_of(store, M) == (DUE,)
    assert len(await store.matches.load(M)) == 2


async def test_deadlines_that_were_read_before_a_credit_are_refused(store: Store) -> None:
    await store.append(replace(change(M, 2, OPENED, ACCEPTED), deadlines=(DUE,)))
    await store.jobs.beat(120)
    before = await reading_of(store)
    await store.jobs.beat(150, credit=True)
    moved = replace(change(M, 3), deadlines=before.deadlines, credited=before.credited)
    with pytest.raises(VersionConflict):
        await store.append(moved)
    after = await reading_of(store)
    assert after.deadlines == (replace(DUE, due=230),)
    await store.append(replace(moved, deadlines=after.deadlines, credited=after.credited))
    assert (await reading_of(store)).deadlines == (replace(DUE, due=230),)


async def test_a_choice_is_put_once_by_whoever_has_read_the_newest(store: Store) -> None:
    for _ in range(2):  # the first of all, and a later one
        own = await store.settings.preferences(ADA)
        place = await store.settings.chat_settings("web", "hall")
        await store.settings.put_preferences(replace(own, theme="dark"))
        await store.settings.put_chat_settings(replace(place, theme="dark"))
        with pytest.raises(PeopleChanged):
            await store.settings.put_preferences(replace(own, theme="light", language="de"))
        with pytest.raises(PeopleChanged):
            await store.settings.put_chat_settings(replace(place, theme="light", language="de"))
    assert await store.settings.preferences(ADA) == Preferences(ADA, theme="dark")
    assert await store.settings.chat_settings("web", "hall") == ChatSettings("web", "hall", theme="dark")


async def test_of_two_matches_that_end_after_one_rating_the_second_is_refused(store: Store) -> None:
    for match in (M, N):
        await store.append(change(match, 2, OPENED, ACCEPTED))
    after = replace(rating(ADA, 1600), won=7)
    await store.append(replace(change(M, 3), ratings=(after,)))
    with pytest.raises(RatedMeanwhile):
        await store.append(replace(change(N, 3), ratings=(replace(after, last=300),)))
    await store.append(replace(change(N, 3), ratings=(replace(after, won=8),)))
    assert await store.results.ratings_of(ADA) == (replace(after, won=8),)
