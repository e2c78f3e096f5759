"""What every store must do with results and ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from storage.results import MatchResult, Place, Rating, Tally
from storage.store import LinkCode, PressedBefore, Seen, Store, VersionConflict
from tests.storage.facts import StoreTests, change, person, rating, result

LOUNGE = Place("web", "lounge")
CODE = LinkCode("digest", "web", "1", expires=700, used=True)


async def end(store: Store, ended: MatchResult, *ratings: Rating, seen: Seen | None = None) -> None:
    """Store a match that is over with its first event."""
    await store.append(replace(change(ended.match, 1), result=ended, ratings=ratings, seen=seen))


async def rated(store: Store, values: Mapping[str, float], chats: Mapping[str, str]) -> None:
    """Players with these ratings, who acted in these chats of the web."""
    for player, value in values.items():
        seen = Seen(player, "web", chats[player], False, 100) if player in chats else None
        ended = result(f"match of {player}", players=(player, "somebody"))
        await end(store, ended, rating(player, value), seen=seen)


class ResultsContract(StoreTests):
    """Results and ratings: stored with the end of a match, and asked for."""

    async def test_a_result_and_the_ratings_are_stored_with_the_end_of_the_match(self, store: Store) -> None:
        await end(store, result("M"), rating("ada", 1617.5), rating("bob", 1382.5))
        assert await store.result("M") == result("M")
        assert await store.result("N") is None
        assert await store.ratings_of("ada") == (rating("ada", 1617.5),)
        assert await store.ratings_of("bob") == (rating("bob", 1382.5),)
        assert await store.ratings_of("cleo") == ()

    async def test_a_casual_result_has_weighed_nothing(self, store: Store) -> None:
        casual = replace(result("M"), counts="casual", weighed=None, winner=None)
        await end(store, casual)
        assert await store.result("M") == casual
        assert await store.rated_results_of("ada") == ()
        assert await store.results_of("ada", newest=5) == (casual,)

    async def test_a_newer_rating_replaces_the_one_before(self, store: Store) -> None:
        await end(store, result("M"), rating("ada", 1617.5))
        await end(store, result("N"), replace(rating("ada", 1650.0), won=7))
        assert await store.ratings_of("ada") == (replace(rating("ada", 1650.0), won=7),)

    async def test_of_a_refused_end_neither_result_nor_rating_is_kept(self, store: Store) -> None:
        await store.append(change("M", 1, press="web:1"))
        ended = replace(change("M", 3), result=result("M"), ratings=(rating("ada", 1617.5),))
        with pytest.raises(VersionConflict):
            await store.append(ended)
        with pytest.raises(PressedBefore):
            await store.append(replace(ended, press="web:1", row=replace(ended.row, version=2)))
        assert await store.result("M") is None
        assert await store.ratings_of("ada") == ()

    async def test_the_newest_results_come_first_the_rated_ones_as_they_were_stored(
        self, store: Store
    ) -> None:
        ended = [result("A"), replace(result("B"), players=("bob", "ada")), result("C", players=("ada", "x"))]
        for each in ended:
            await end(store, each)
        await end(store, replace(result("V"), counts="void", weighed=None, winner=None))
        await end(store, result("D", players=("x", "y")))
        assert await store.results_of("ada", newest=2) == (ended[2], ended[1])
        assert await store.rated_results_of("ada") == tuple(ended)
        assert [one.match for one in await store.rated_results_of("y", "bob")] == ["A", "B", "D"]

    async def test_rated_matches_of_a_pair_are_counted_by_game_and_since_a_time(self, store: Store) -> None:
        await end(store, result("A"))
        await end(store, replace(result("B"), players=("bob", "ada"), ended=300))
        await end(store, replace(result("C"), game="sator", ended=300))
        await end(store, replace(result("D"), counts="casual", weighed=None, ended=300))
        await end(store, replace(result("E", players=("ada", "cleo")), ended=300))
        assert await store.rated_between("ada", "bob", "sahara", 200) == 2
        assert await store.rated_between("bob", "ada", "sahara", 201) == 1
        assert await store.rated_between("bob", "ada", "stacko", 0) == 0

    async def test_two_players_have_a_tally_for_each_game_whatever_their_seats(self, store: Store) -> None:
        await end(store, result("A"))
        await end(store, replace(result("B"), players=("bob", "ada")))
        await end(store, replace(result("C"), winner=1, counts="casual", weighed=None))
        await end(store, replace(result("D"), winner=None))
        await end(store, replace(result("E"), winner=None, counts="void", weighed=None))
        await end(store, replace(result("F"), game="sator"))
        await end(store, result("G", players=("ada", "cleo")))
        assert await store.tallies("ada", "bob") == (Tally("sahara", 1, 1, 2), Tally("sator", 1, 0, 0))
        assert await store.tallies("bob", "ada") == (Tally("sahara", 2, 1, 1), Tally("sator", 0, 0, 1))

    async def test_leaders_are_the_highest_of_a_game_without_the_provisional(self, store: Store) -> None:
        await rated(store, {"ada": 1500, "bob": 1600, "cleo": 1400}, {})
        await end(store, result("P"), rating("new", 1900, provisional=True))
        await end(store, result("Q"), replace(rating("ada", 1800), game="sator"))
        leaders = await store.leaders("sahara", None, most=2)
        assert [leader.player for leader in leaders] == ["bob", "ada"]
        assert await store.ahead(rating("cleo", 1400), None, most=9) == 2
        assert await store.ahead(rating("cleo", 1400), None, most=1) == 1
        assert await store.ahead(rating("bob", 1600), None, most=9) == 0

    async def test_leaders_here_are_those_who_acted_in_this_chat_or_inside_it(self, store: Store) -> None:
        chats = {"ada": "lounge", "bob": "lounge/corner", "cleo": "loungers"}
        await rated(store, {"ada": 1500, "bob": 1600, "cleo": 1900, "dora": 1800}, chats)
        leaders = await store.leaders("sahara", LOUNGE, most=9)
        assert [leader.player for leader in leaders] == ["bob", "ada"]
        assert await store.ahead(rating("ada", 1500), LOUNGE, most=9) == 1
        assert await store.leaders("sahara", Place("telegram", "lounge"), most=9) == ()

    async def test_who_is_joined_has_the_given_ratings_and_the_results_of_both(self, store: Store) -> None:
        await rated(store, {"ada": 1500, "augusta": 1600}, {"ada": "lounge"})
        await store.join_players("ada", "augusta", CODE, [rating("augusta", 1550)])
        assert await store.ratings_of("ada") == ()
        assert await store.ratings_of("augusta") == (rating("augusta", 1550),)
        results = await store.rated_results_of("augusta")
        assert [one.players for one in results] == [("augusta", "somebody")] * 2
        assert await store.rated_between("augusta", "somebody", "sahara", 0) == 2
        assert (await store.tallies("somebody", "augusta"))[0].lost == 2
        assert [one.player for one in await store.leaders("sahara", LOUNGE, most=9)] == ["augusta"]

    async def test_who_is_forgotten_has_no_rating_and_the_results_stay(self, store: Store) -> None:
        await store.put_person(person("1", "Ada", player="ada"))
        await end(store, result("M"), rating("ada", 1617.5), rating("bob", 1382.5))
        await store.forget_player("ada")
        assert await store.ratings_of("ada") == ()
        assert [one.player for one in await store.leaders("sahara", None, most=9)] == ["bob"]
        assert await store.result("M") == result("M")
