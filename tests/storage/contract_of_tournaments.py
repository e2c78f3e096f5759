"""What every store must do with tournaments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.events import MatchId, PlayerId
from storage.boards import ChatId
from storage.sql.store import Store
from storage.tournaments import NEVER, NOBODY, Entrant, Pairing, Tournament
from tests.storage.facts import ADA, BOB, CLEO, M, N, StoreTests, change, result

OPEN = Tournament(
    "T", "web", "hall", "hall/corner", "sahara", "swiss", 0, "1d small", ADA, made=100, due=500,
    entrants=(Entrant(BOB), Entrant(ADA), Entrant(CLEO)),
)  # fmt: skip
PAIRINGS = (Pairing(1, 1, ADA, BOB, M), Pairing(1, 2, CLEO, None, None, "first"))
RUNNING = replace(
    OPEN,
    stage="running",
    rounds=2,
    round=1,
    due=700,
    ends=700,
    entrants=(Entrant(ADA), Entrant(BOB), Entrant(CLEO)),
    pairings=PAIRINGS,
)


class TournamentsContract(StoreTests):
    """Tournaments: by id, by place, and those that are due."""

    async def test_a_tournament_is_read_as_it_was_put_last(self, store: Store) -> None:
        assert await store.tournaments.tournament("T") is None
        await store.tournaments.put_tournament(OPEN)
        assert await store.tournaments.tournament("T") == OPEN
        await store.tournaments.put_tournament(replace(OPEN, entrants=OPEN.entrants[1:]))
        await store.tournaments.put_tournament(RUNNING)
        assert await store.tournaments.tournament("T") == RUNNING
        decided = (replace(PAIRINGS[0], outcome="drawn", in_time=False), PAIRINGS[1])
        await store.tournaments.put_tournament(replace(RUNNING, pairings=decided))
        assert await store.tournaments.tournament("T") == replace(RUNNING, pairings=decided)

    async def test_a_place_has_its_newest_tournament_also_where_it_is_called_otherwise(
        self, store: Store
    ) -> None:
        await store.tournaments.put_tournament(OPEN)
        await store.tournaments.put_tournament(replace(OPEN, id="U", made=200))
        assert await store.tournaments.tournament_in("web", "hall") == replace(OPEN, id="U", made=200)
        assert await store.tournaments.tournament_in("web", "bar") is None
        await store.boards.move_chat("web", ChatId("hall"), ChatId("bar"), [])
        moved = replace(OPEN, id="U", made=200, place="bar", chat="bar/corner")
        assert await store.tournaments.tournament_in("web", "bar") == moved

    async def test_those_under_way_in_a_place_and_the_one_of_a_match(self, store: Store) -> None:
        open_one = replace(OPEN, id="O", made=200)
        for one in (
            RUNNING,
            open_one,
            replace(OPEN, id="P", place="bar"),
            replace(OPEN, id="C", stage="over"),
        ):
            await store.tournaments.put_tournament(one)
        assert await store.tournaments.tournaments_under_way("web", "hall") == (open_one, RUNNING)
        assert await store.tournaments.tournaments_under_way("web", "attic") == ()
        assert await store.tournaments.tournament_of(M) == RUNNING
        assert await store.tournaments.tournament_of(N) is None

    async def test_who_is_forgotten_organises_it_no_more_and_another_can_take_it(self, store: Store) -> None:
        for one in (RUNNING, replace(OPEN, id="C", stage="over", due=NEVER)):
            await store.tournaments.put_tournament(one)
        await store.tournaments.take_tournament("T", BOB)
        await store.people.forget_player(ADA, 100)
        left = await store.tournaments.tournament("T")
        assert left
        assert (left.organiser, left.told, left.due) == (NOBODY, -1, 0)
        await store.tournaments.put_tournament(
            replace(left, told=1, organiser=ADA)
        )  # by somebody who does not know of it
        await store.tournaments.take_tournament("T", BOB)
        await store.tournaments.take_tournament("T", CLEO)
        taken, over = await store.tournaments.tournament("T"), await store.tournaments.tournament("C")
        assert taken
        assert over
        assert (taken.organiser, taken.told) == (BOB, 1)
        assert (over.organiser, over.due) == (ADA, NEVER)

    async def test_due_is_what_goes_on_the_longest_due_first(self, store: Store) -> None:
        for number in range(2):
            await store.tournaments.put_tournament(replace(OPEN, id=f"{number}", due=900 - number))
        await store.tournaments.put_tournament(replace(OPEN, id="2", stage="over", due=NEVER))
        assert await store.tournaments.tournaments_due(900) == ("1", "0")
        assert await store.tournaments.tournaments_due(899) == ("1",)
        assert await store.tournaments.tournaments_due(898) == ()

    async def test_the_end_of_a_match_calls_its_tournament(self, store: Store) -> None:
        await store.tournaments.put_tournament(RUNNING)
        await store.append(replace(change(N, 1), result=result(N)))
        assert await store.tournaments.tournaments_due(600) == ()
        await store.append(replace(change(M, 1), result=result(M)))
        assert await store.tournaments.tournaments_due(600) == ("T",)
        await store.tournaments.put_tournament(RUNNING)  # by somebody who does not know of it yet
        assert await store.tournaments.tournaments_due(600) == ("T",)
        await store.tournaments.put_tournament(
            replace(RUNNING, pairings=(replace(PAIRINGS[0], outcome="first"),))
        )
        assert await store.tournaments.tournaments_due(600) == ()

    async def test_rounds_that_are_played_can_be_delayed_and_nothing_else(self, store: Store) -> None:
        called = replace(RUNNING, id="U", due=0, pairings=())
        for one in (RUNNING, called, replace(OPEN, id="O")):
            await store.tournaments.put_tournament(one)
        await store.jobs.beat(100)
        await store.jobs.beat(150, credit=True)
        assert await store.tournaments.tournament("T") == replace(RUNNING, ends=750, due=750)
        assert await store.tournaments.tournament("U") == replace(called, ends=750)
        assert await store.tournaments.tournament("O") == replace(OPEN, id="O")

    async def test_who_has_become_another_takes_part_as_that_one(self, store: Store) -> None:
        await store.tournaments.put_tournament(RUNNING)
        dora = PlayerId("dora")
        await store.people.join_players(ADA, dora)
        joined = await store.tournaments.tournament("T")
        assert joined
        assert [one.player for one in joined.entrants] == [dora, BOB, CLEO]
        assert (joined.organiser, joined.pairings[0].first) == (dora, dora)
        await store.tournaments.put_tournament(joined)
        assert await store.tournaments.tournament("T") == joined
        await store.people.join_players(BOB, dora)
        both = await store.tournaments.tournament("T")
        assert both
        assert [one.player for one in both.entrants] == [dora, CLEO]

    @pytest.mark.parametrize("left", [ADA, BOB])
    async def test_who_has_left_with_one_account_goes_on_with_another(
        self, store: Store, left: PlayerId
    ) -> None:
        entrants = tuple(replace(one, gone=one.player == left) for one in RUNNING.entrants)
        await store.tournaments.put_tournament(replace(RUNNING, entrants=entrants))
        await store.people.join_players(BOB, ADA)
        found = await store.tournaments.tournament("T")
        assert found
        assert found.entrants == (Entrant(ADA), Entrant(CLEO))

    async def test_who_is_forgotten_is_gone_from_it(self, store: Store) -> None:
        await store.tournaments.put_tournament(RUNNING)
        await store.people.forget_player(BOB, 100)
        found = await store.tournaments.tournament("T")
        assert found
        assert found.entrants == (Entrant(ADA), Entrant(BOB, gone=True), Entrant(CLEO))
        assert found.pairings == PAIRINGS

    async def test_matches_of_nobody_call_nothing(self, store: Store) -> None:
        await store.append(replace(change(MatchId("X"), 1), result=result(MatchId("X"))))
        assert await store.tournaments.tournaments_due(10**9) == ()
