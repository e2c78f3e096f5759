"""What every store must do: a suite that a test class for each store inherits."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.events import Event, MatchId, PlayerId, Resigned
from storage.boards import BoardId, ChatId
from storage.changes import Change
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import Deadline
from storage.matches import DueMatch, FinishedMatch, MatchRow, Seen
from storage.sql.store import Store
from tests.storage.contract_of_boards import BoardsContract
from tests.storage.contract_of_deadlines import DeadlinesContract
from tests.storage.contract_of_identities import IdentitiesContract
from tests.storage.contract_of_jobs import JobsContract
from tests.storage.contract_of_notices import NoticesContract
from tests.storage.contract_of_people import PeopleContract
from tests.storage.contract_of_readings import ReadingsContract
from tests.storage.contract_of_remarks import RemarksContract
from tests.storage.contract_of_results import ResultsContract
from tests.storage.contract_of_reviews import ReviewsContract
from tests.storage.contract_of_seeks import SeeksContract
from tests.storage.contract_of_settings import SettingsContract
from tests.storage.contract_of_tournaments import TournamentsContract
from tests.storage.contract_of_who import WhoContract
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    BOB,
    CLEO,
    OPENED,
    M,
    N,
    board,
    boards_behind,
    change,
    everything,
    ply,
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


class StoreContract(
    BoardsContract,
    PeopleContract,
    ResultsContract,
    SettingsContract,
    DeadlinesContract,
    ReviewsContract,
    RemarksContract,
    SeeksContract,
    NoticesContract,
    TournamentsContract,
    JobsContract,
    ReadingsContract,
    WhoContract,
    IdentitiesContract,
):
    """Inherit this in a class named `Test…` and say how the store is opened."""

    # The log

    async def test_what_is_unknown_is_empty_not_an_error(self, store: Store) -> None:
        assert await store.matches.load(MatchId("nobody")) == ()
        assert await store.matches.row(MatchId("nobody")) is None
        assert await store.matches.pressed("web:1") is None
        assert await store.matches.matches_of(PlayerId("nobody"), ["running"]) == ()
        assert await store.boards.boards_of(MatchId("nobody")) == ()
        assert await store.matches.seen_in(MatchId("nobody")) == ()
        assert await boards_behind(store) == ()
        assert await store.boards.boards_in("web", "lounge") == ()
        assert await store.matches.matches_in("web", ChatId("lounge"), ["running"]) == ()
        assert await store.people.person("web", "1") is None
        assert await store.people.person_named("web", "Ada") is None
        assert await store.people.person_with("web", "ada") is None
        assert await store.people.people([]) == ()
        assert await store.people.people([PlayerId("nobody")]) == ()

    async def test_what_is_drawn_for_a_match_stays_as_it_is(self, store: Store) -> None:
        first, second = await store.matches.drawn_for(M), await store.matches.drawn_for(N)
        assert first != second
        assert await store.matches.drawn_for(M) == first
        assert len(first) == 32

    async def test_a_log_is_loaded_as_it_was_appended(self, store: Store) -> None:
        log: tuple[Event, ...] = (OPENED, ACCEPTED, ply(3), Resigned(at=103, seat=1))
        for version, event in enumerate(log, start=1):
            await store.append(change(MatchId("K7QF2M"), version, event))
        assert await store.matches.load(MatchId("K7QF2M")) == log

    async def test_the_events_of_one_change_get_the_versions_up_to_that_of_its_row(
        self, store: Store
    ) -> None:
        await store.append(change(M, 3, OPENED, ACCEPTED, ply(3)))
        await store.append(change(M, 4))
        assert await store.matches.load(M) == (OPENED, ACCEPTED, ply(3), ply(4))

    async def test_logs_of_matches_are_apart(self, store: Store) -> None:
        await store.append(change(M, 1, ply(1, "m")))
        await store.append(change(N, 1, ply(1, "n")))
        assert await store.matches.load(M) == (ply(1, "m"),)
        assert await store.matches.load(N) == (ply(1, "n"),)

    @pytest.mark.parametrize("version", [1, 2, 4, 5])
    async def test_only_the_version_after_the_newest_is_stored(self, store: Store, version: int) -> None:
        await store.append(change(M, 2, ply(1), ply(2), boards=(board("b", M, shown=2),)))
        before = await everything(store)
        late = change(M, version, press="web:9", boards=(board("c", M),), shown={BoardId("b"): 9})
        late = replace(late, seen=Seen(ADA, "web", ChatId("lounge"), private=False, at=101))
        with pytest.raises(VersionConflict):
            await store.append(late)
        assert await everything(store) == before

    async def test_a_log_begins_with_version_1(self, store: Store) -> None:
        with pytest.raises(VersionConflict):
            await store.append(change(M, 2))
        assert await store.matches.load(M) == ()
        assert await store.matches.row(M) is None

    async def test_of_several_events_none_is_kept_when_the_first_comes_late(self, store: Store) -> None:
        await store.append(change(M, 2, ply(1), ply(2)))
        with pytest.raises(VersionConflict):
            await store.append(change(M, 4, ply(2), ply(3), ply(4)))
        assert await store.matches.load(M) == (ply(1), ply(2))

    async def test_a_change_without_events_fits_only_the_newest_version(self, store: Store) -> None:
        await store.append(change(M, 1))
        await store.append(Change(row(M, 1, since=200), (), press="web:1"))
        assert await store.matches.row(M) == row(M, 1, since=200)
        assert await store.matches.pressed("web:1") == "M"
        for version in (0, 2):
            with pytest.raises(VersionConflict):
                await store.append(Change(row(M, version), (), press="web:2"))
        with pytest.raises(VersionConflict):
            await store.append(Change(row(MatchId("unknown"), 1), ()))
        assert await store.matches.pressed("web:2") is None

    # Presses

    async def test_a_press_is_remembered_with_its_match(self, store: Store) -> None:
        await store.append(change(M, 1, press="web:17"))
        assert await store.matches.pressed("web:17") == "M"
        assert await store.matches.pressed("web:1") is None

    @pytest.mark.parametrize("match", ["M", "N"])
    async def test_a_press_counts_once(self, store: Store, match: MatchId) -> None:
        await store.append(change(M, 1, press="web:17", boards=(board("b", M),)))
        before = await everything(store)
        version = {"M": 2, "N": 1}[match]
        with pytest.raises(PressedBefore):
            await store.append(change(match, version, press="web:17", boards=(board("c", M),)))
        assert await everything(store) == before
        assert await store.matches.pressed("web:17") == "M"

    async def test_a_redelivered_press_is_told_from_a_stale_one(self, store: Store) -> None:
        await store.append(change(M, 1, press="web:17"))
        with pytest.raises(PressedBefore):
            await store.append(change(M, 1, press="web:17"))
        with pytest.raises(VersionConflict):
            await store.append(change(M, 1, press="web:18"))
        await store.append(change(M, 2, press="web:18"))

    async def test_changes_without_a_press_do_not_get_into_each_others_way(self, store: Store) -> None:
        await store.append(change(M, 1))
        await store.append(change(M, 2))
        assert await store.matches.load(M) == (ply(1), ply(2))

    # Rows

    async def test_the_row_is_that_of_the_newest_change(self, store: Store) -> None:
        challenge = MatchRow(M, 1, "sato", "challenge", (ADA,), (), 100)
        await store.append(Change(challenge, (OPENED,)))
        assert await store.matches.row(M) == challenge
        standing = MatchRow(M, 2, "sato", "running", (BOB, ADA), (BOB, ADA), 101, 0, 1, (1, 0))
        await store.append(Change(standing, (ACCEPTED,)))
        assert await store.matches.row(M) == standing
        running = replace(standing, version=3, offer=None, take_back=None, late=())
        await store.append(Change(running, (ply(3),)))
        assert await store.matches.row(M) == running
        over = MatchRow(M, 4, "sato", "over", (BOB, ADA), (), 102)
        await store.append(Change(over, (ply(4),)))
        assert await store.matches.row(M) == over

    async def test_a_players_matches_are_listed_the_longest_untouched_first(self, store: Store) -> None:
        for match, since in (("A", 300), ("B", 100), ("C", 200)):
            await store.append(Change(row(MatchId(match), 1, since=since), (ply(1),)))
        assert [found.match for found in await store.matches.matches_of(ADA, ["running"])] == ["B", "C", "A"]
        await store.append(Change(row(MatchId("B"), 2, since=400), (ply(2),)))
        assert [found.match for found in await store.matches.matches_of(BOB, ["running"])] == ["C", "A", "B"]

    async def test_only_the_players_own_matches_in_these_phases_are_listed(self, store: Store) -> None:
        rows = {phase: row(MatchId(phase), 1, phase=phase) for phase in ("challenge", "running", "over")}
        stranger = replace(row(MatchId("other"), 1), players=(CLEO, PlayerId("dan")))
        for each in (*rows.values(), stranger):
            await store.append(Change(each, (ply(1),)))
        assert await store.matches.matches_of(ADA, ["over"]) == (rows["over"],)
        assert set(await store.matches.matches_of(BOB, ["running", "challenge"])) == {
            rows["running"],
            rows["challenge"],
        }
        assert await store.matches.matches_of(ADA, []) == ()
        assert await store.matches.matches_of(PlayerId("dan"), ["running"]) == (stranger,)

    async def test_of_many_matches_the_newest_are_listed_newest_first(self, store: Store) -> None:
        for match, since in (("A", 300), ("B", 100), ("C", 200), ("D", 400)):
            await store.append(Change(row(MatchId(match), 1, since=since), (ply(1),)))
        newest = await store.matches.matches_of(BOB, ["running"], newest=3)
        assert [found.match for found in newest] == ["D", "A", "C"]
        assert len(await store.matches.matches_of(ADA, ["running"], newest=9)) == 4
        assert await store.matches.matches_of(ADA, ["over"], newest=3) == ()

    async def test_only_matches_that_run_are_counted_as_running(self, store: Store) -> None:
        for match, phase in (("A", "challenge"), ("B", "running"), ("C", "running"), ("D", "over")):
            opened = change(MatchId(match), 1)
            await store.append(replace(opened, row=replace(opened.row, phase=phase)))
        assert await store.matches.count_running() == 2
        over = change(MatchId("C"), 2)
        await store.append(replace(over, row=replace(over.row, phase="over")))
        assert await store.matches.count_running() == 1

    async def test_open_matches_are_listed_with_what_is_due_in_them_first(self, store: Store) -> None:
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
        assert set(await store.matches.open_matches_of(ADA)) == {
            DueMatch(rows["challenge"], 900),
            DueMatch(rows["running"], 500),
            DueMatch(replace(row(N, 1), players=(CLEO, ADA)), None),
        }
        assert await store.matches.open_matches_of(PlayerId("nobody")) == ()

    async def test_the_next_turn_is_the_most_urgent_one_of_another_match(self, store: Store) -> None:
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

    async def test_finished_matches_are_listed_with_how_they_ended_newest_first(self, store: Store) -> None:
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

    async def test_a_match_leaves_the_list_of_its_old_phase(self, store: Store) -> None:
        await store.append(Change(row(M, 1, phase="challenge"), (OPENED,)))
        await store.append(Change(row(M, 2, phase="running"), (ACCEPTED,)))
        assert await store.matches.matches_of(ADA, ["challenge"]) == ()
        assert await store.matches.matches_of(ADA, ["running"]) == (row(M, 2),)

    # Where players were seen

    async def test_where_the_players_of_a_match_acted_is_remembered_with_what_they_did(
        self, store: Store
    ) -> None:
        ada = Seen(ADA, "web", ChatId("lounge"), False, 100)
        bob = Seen(BOB, "telegram", ChatId("7"), True, 101)
        await store.append(replace(change(M, 1), seen=ada))
        await store.append(replace(change(M, 2), seen=bob))
        await store.append(replace(change(N, 1), seen=replace(ada, chat=ChatId("bar"))))
        assert await store.matches.seen_in(M) == (ada, bob)
        assert await store.matches.seen_in(N) == (replace(ada, chat=ChatId("bar")),)

    async def test_each_chat_of_a_player_is_remembered_with_the_last_time(self, store: Store) -> None:
        for version, (chat, at) in enumerate((("lounge", 100), ("bar", 200), ("lounge", 300)), start=1):
            await store.append(replace(change(M, version), seen=Seen(ADA, "web", ChatId(chat), False, at)))
        assert await store.matches.seen_in(M) == (
            Seen(ADA, "web", ChatId("bar"), False, 200),
            Seen(ADA, "web", ChatId("lounge"), False, 300),
        )

    async def test_where_somebody_acted_last_is_known_over_all_their_matches(self, store: Store) -> None:
        for match, platform, at in (("M", "web", 100), ("N", "telegram", 300), ("O", "discord", 200)):
            seen = Seen(ADA, platform, ChatId("lounge"), False, at)
            await store.append(replace(change(MatchId(match), 1), seen=seen))
        assert await store.matches.last_seen(ADA) == Seen(ADA, "telegram", ChatId("lounge"), False, 300)
        assert await store.matches.last_seen(BOB) is None

    # At the same time

    async def test_of_many_changes_at_one_version_exactly_one_is_stored(self, store: Store) -> None:
        outcomes = await store_at_once(store, [(M, 1, f"web:{press}") for press in range(30)])
        winners = [place for place, outcome in enumerate(outcomes) if outcome is None]
        assert len(winners) == 1
        assert await store.matches.load(M) == (ply(1, str(winners[0])),)
        assert [await store.matches.pressed(f"web:{place}") for place in range(30)] == [
            "M" if place in winners else None for place in range(30)
        ]
        assert {type(outcome) for outcome in outcomes} == {type(None), VersionConflict}

    async def test_of_many_deliveries_of_one_press_exactly_one_counts(self, store: Store) -> None:
        outcomes = await store_at_once(store, [(MatchId(f"M{number}"), 1, "web:1") for number in range(30)])
        winners = [f"M{place}" for place, outcome in enumerate(outcomes) if outcome is None]
        assert winners == [await store.matches.pressed("web:1")]
        assert {type(outcome) for outcome in outcomes} == {type(None), PressedBefore}

    async def test_many_matches_are_played_at_once(self, store: Store) -> None:
        async def play(match: MatchId) -> None:
            for version in range(1, 11):
                await store.append(change(match, version, press=f"web:{match}.{version}"))
                assert len(await store.matches.load(match)) == version

        names = [MatchId(f"M{number}") for number in range(20)]
        await asyncio.gather(*map(play, names))
        for name in names:
            assert await store.matches.load(name) == tuple(map(ply, range(1, 11)))
            assert await store.matches.row(name) == row(name, 10)

    # Two classes inherit this test; each keeps its own examples.
    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(plan=PLANS)
    def test_whatever_is_asked_for_at_once_logs_are_gapless_and_hold_the_winners(self, plan: Plan) -> None:
        async def play() -> None:
            with tempfile.TemporaryDirectory() as folder:
                async with self.open_store(Path(folder)) as store:
                    await check_winners(store, plan, await store_at_once(store, plan))

        asyncio.run(play())


async def check_winners(store: Store, plan: Plan, outcomes: list[BaseException | None]) -> None:
    """Just the changes that were not refused are stored, and those that were, for the reason given."""
    winners = {place for place, outcome in enumerate(outcomes) if outcome is None}
    for match in {match for match, _, _ in plan}:
        won = sorted((plan[place][1], place) for place in winners if plan[place][0] == match)
        assert [version for version, _ in won] == list(range(1, len(won) + 1))
        assert await store.matches.load(match) == tuple(ply(version, str(place)) for version, place in won)
        newest = await store.matches.row(match)
        assert newest == (row(match, len(won)) if won else None)
    counted = Counter(plan[place][2] for place in winners if plan[place][2] is not None)
    assert all(times == 1 for times in counted.values())
    for (_, _, press), outcome in zip(plan, outcomes, strict=True):
        assert isinstance(outcome, PressedBefore | VersionConflict | None)
        if isinstance(outcome, PressedBefore):
            assert press in counted
