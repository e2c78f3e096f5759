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

from games.events import Event, MatchId, PlayerId
from storage.boards import ChatId
from storage.changes import Change
from storage.errors import PeopleChanged, PressedBefore, VersionConflict
from storage.jobs import deadline_job
from storage.matches import Seen
from storage.sql.database import Statement
from storage.sql.store import Store
from storage.votes import MOVE, Vote
from tests.examples import examples
from tests.storage.conftest import Opening
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    OPENED,
    M,
    N,
    board,
    change,
    deadlines_of,
    everything,
    ply,
    rating,
    result,
    row,
    seek,
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
    assert (
        await store.readings.read_match(M),
        (await store.readings.read_press("web", "1", "", press="web:9", match=M)).match,
    ) == (None, None)


async def test_what_is_drawn_for_a_match_stays_as_it_is(store: Store) -> None:
    first, second = await store.matches.drawn_for(M), await store.matches.drawn_for(N)
    assert first != second
    assert await store.matches.drawn_for(M) == first
    assert len(first) == 32


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


DUE = deadline_job(M, "reminder", 0, 100, 200)


async def test_what_was_decided_before_another_change_is_refused(store: Store) -> None:
    await store.append(replace(change(M, 2, OPENED, ACCEPTED), after=0))
    reading = await store.readings.read_match(M)
    assert reading
    changes = reading.changes
    await store.append(replace(change(M, 2), events=(), deadlines=(DUE,), after=changes))
    with pytest.raises(VersionConflict):
        await store.append(replace(change(M, 2), events=(), deadlines=(), after=changes))
    with pytest.raises(VersionConflict):
        await store.append(replace(change(M, 3), after=changes))
    assert await deadlines_of(store, M) == (DUE,)
    assert len(await store.matches.load(M)) == 2


async def test_two_who_look_under_one_press_meet_and_it_stays_what_it_counted_for(store: Store) -> None:
    first = replace(seek("a", ADA), press="web:1")
    await store.append(replace(change(M, 1, press="web:1"), seeks=(first, replace(first, id="b"))))
    assert await store.matches.pressed("web:1") == M
    await store.append(replace(change(MatchId("N"), 1, press="web:2"), seeks=(first,)))
    assert await store.matches.pressed("web:1") == M
    assert await store.matches.pressed("web:2") == "N"


async def test_who_has_voted_for_one_side_has_no_vote_on_the_other(store: Store) -> None:
    """Also if two processes read who votes for whom before."""
    votes = [Vote(M, ADA, MOVE, 0, 1, 1, "4"), Vote(M, ADA, MOVE, 1, 1, 1, "5")]
    await store.append(change(M, 2, OPENED, ACCEPTED))
    await store.append(replace(change(M, 3), votes=(votes[0],)))
    with pytest.raises(VersionConflict):
        await store.append(replace(change(M, 4), votes=(votes[1],)))
    assert await store.votes.votes_in(M) == (votes[0],)
