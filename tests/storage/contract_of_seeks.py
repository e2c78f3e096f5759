"""What every store must do with those who look for an opponent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.events import MatchId, PlayerId
from storage.errors import VersionConflict
from storage.people import LinkCode
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, M, StoreTests, change, forget, join, seek

CLEO = PlayerId("cleo")
CODE = LinkCode("digest", "web", "1", expires=700, used=True)


class SeeksContract(StoreTests):
    """Seeks: one of a player for each game, until two meet or time is up."""

    async def test_who_looks_for_an_opponent_is_found_the_oldest_first_until_time_is_up(
        self, store: Store
    ) -> None:
        late, early = seek("a", ADA, at=200, until=800), seek("b", BOB, at=100)
        other = seek("c", ADA, "sato", at=150)
        for one in (late, early, other):
            await store.seeks.put_seek(one)
        assert await store.seeks.seeks(300, most=9) == (early, other, late)
        assert await store.seeks.seeks(300, most=2) == (early, other)
        assert await store.seeks.seeks(300, game="sahara", most=9) == (early, late)
        assert await store.seeks.seeks_of(ADA, 300) == (other, late)
        assert await store.seeks.seeks(800, game="sahara", most=9) == (early,)
        await store.jobs.beat(850)
        assert await store.seeks.seeks_of(ADA, 0) == (other,)

    async def test_a_player_looks_for_one_opponent_in_a_game(self, store: Store) -> None:
        again = seek("b", ADA, at=200)
        for one in (seek("a", ADA), again, seek("c", ADA, "sato")):
            await store.seeks.put_seek(one)
        assert await store.seeks.seeks(300, game="sahara", most=9) == (again,)
        await store.seeks.drop_seek(ADA, "sahara")
        assert [one.id for one in await store.seeks.seeks_of(ADA, 300)] == ["c"]

    async def test_when_two_meet_the_match_is_stored_and_both_look_no_more_or_nothing_is(
        self, store: Store
    ) -> None:
        first, second, third = seek("a", ADA), seek("b", BOB), seek("c", CLEO)
        for one in (first, second, third):
            await store.seeks.put_seek(one)
        await store.append(replace(change(M, 1, press="web:1"), met=(first, second)))
        assert await store.seeks.seeks(300, most=9) == (third,)
        for press in ("web:1", first.press, second.press):
            assert await store.matches.pressed(press) == M
        with pytest.raises(VersionConflict):
            await store.append(replace(change(M, 1), met=(third,)))
        assert await store.seeks.seeks(300, most=9) == (third,)
        assert await store.matches.pressed(third.press) is None
        assert await store.matches.row(MatchId("N")) is None

    async def test_matches_that_came_of_seeks_are_counted_until_they_are_over(self, store: Store) -> None:
        met = replace(change(M, 1), met=(seek("a", ADA),))
        await store.append(met)
        await store.append(change(MatchId("N"), 1))
        first, second = met.row.players
        assert [await store.seeks.met_under_way(one) for one in (first, second, CLEO)] == [1, 1, 0]
        await store.append(replace(change(M, 2), row=replace(change(M, 2).row, phase="over")))
        assert await store.seeks.met_under_way(first) == 0

    async def test_two_who_look_under_one_press_meet_and_it_stays_what_it_counted_for(
        self, store: Store
    ) -> None:
        first = replace(seek("a", ADA), press="web:1")
        await store.append(replace(change(M, 1, press="web:1"), met=(first, replace(first, id="b"))))
        assert await store.matches.pressed("web:1") == M
        await store.append(replace(change(MatchId("N"), 1, press="web:2"), met=(first,)))
        assert await store.matches.pressed("web:1") == M
        assert await store.matches.pressed("web:2") == "N"

    async def test_who_becomes_another_or_is_forgotten(self, store: Store) -> None:
        for one in (seek("a", ADA), seek("b", ADA, "sato"), seek("c", CLEO), seek("d", BOB)):
            await store.seeks.put_seek(one)
        await join(store, ADA, CLEO)
        assert {one.id for one in await store.seeks.seeks_of(CLEO, 300)} == {"b", "c"}
        assert await store.seeks.seeks_of(ADA, 300) == ()
        await forget(store, CLEO, 300)
        assert [one.id for one in await store.seeks.seeks(300, most=9)] == ["d"]
