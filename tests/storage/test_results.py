"""Results, ratings and reviews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.events import MatchId, PlayerId
from games.judgement import Judgement
from storage.boards import ChatId
from storage.matches import Seen
from storage.results import CAPPED, MatchResult, Place, Rating, Strength, Tally
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, CLEO, M, N, change, forget, join, person, rating, result

LOUNGE = Place("web", "lounge")


async def end(store: Store, ended: MatchResult, *ratings: Rating, seen: Seen | None = None) -> None:
    """Store a match that is over with its first event."""
    await store.append(replace(change(ended.match, 1), result=ended, ratings=ratings, seen=seen))


async def rated(store: Store, values: Mapping[PlayerId, float], chats: Mapping[PlayerId, ChatId]) -> None:
    """Players with these ratings, who acted in these chats of the web."""
    for player, value in values.items():
        seen = Seen(player, "web", chats[player], False, 100) if player in chats else None
        ended = result(MatchId(f"match of {player}"), players=(player, PlayerId("somebody")))
        await end(store, ended, rating(player, value), seen=seen)


async def test_a_result_and_the_ratings_are_stored_with_the_end_of_the_match(store: Store) -> None:
    await end(store, result(M), rating(ADA, 1617.5), rating(BOB, 1382.5))
    assert await store.results.result(M) == result(M)
    assert await store.results.result(N) is None
    assert await store.results.ratings_of(ADA) == (rating(ADA, 1617.5),)
    assert await store.results.ratings_of(BOB) == (rating(BOB, 1382.5),)
    assert await store.results.ratings_of(CLEO) == ()


async def test_a_casual_result_has_weighed_nothing(store: Store) -> None:
    casual = replace(result(M), counts="casual", weighed=None, winner=None)
    await end(store, casual)
    assert await store.results.result(M) == casual
    assert await store.results.rated_results_of(ADA) == ()
    assert await store.results.results_of(ADA, newest=5) == (casual,)
    assert await store.results.has_finished(ADA, casual.game)
    assert not await store.results.has_finished(ADA, "another")
    assert not await store.results.has_finished(CLEO, casual.game)


async def test_the_newest_results_come_first_the_rated_ones_as_they_were_stored(store: Store) -> None:
    ended = [
        result(MatchId("A")),
        replace(result(MatchId("B")), players=(BOB, ADA)),
        result(MatchId("C"), players=(ADA, PlayerId("x"))),
    ]
    for each in ended:
        await end(store, each)
    await end(store, replace(result(MatchId("V")), counts="void", weighed=None, winner=None))
    await end(store, result(MatchId("D"), players=(PlayerId("x"), PlayerId("y"))))
    assert await store.results.results_of(ADA, newest=2) == (ended[2], ended[1])
    assert await store.results.rated_results_of(ADA) == tuple(ended)
    assert [one.match for one in await store.results.rated_results_of(PlayerId("y"), BOB)] == [
        "A",
        "B",
        "D",
    ]


async def test_rated_matches_of_a_pair_are_counted_by_game_and_since_a_time(store: Store) -> None:
    await end(store, result(MatchId("A")))
    await end(store, replace(result(MatchId("B")), players=(BOB, ADA), ended=300))
    await end(store, replace(result(MatchId("C")), game="sator", ended=300))
    await end(store, replace(result(MatchId("D")), counts="casual", weighed=None, ended=300))
    await end(store, replace(result(MatchId("E"), players=(ADA, CLEO)), ended=300))
    assert await store.results.rated_between(ADA, BOB, "sahara", 200) == 2
    assert await store.results.rated_between(BOB, ADA, "sahara", 201) == 1
    assert await store.results.rated_between(BOB, ADA, "stacko", 0) == 0


async def test_what_was_abandoned_at_the_start_is_counted_by_person_and_by_pair(store: Store) -> None:
    short = replace(result(MatchId("A")), counts="short", weighed=None, reason="resigned")
    await store.people.put_person(person("1", "Bob", player=BOB))
    await end(store, short)
    await end(store, replace(short, match=MatchId("B"), players=(BOB, ADA), winner=1, ended=300))
    await end(store, replace(short, match=MatchId("C"), winner=None, reason="agreed", ended=400))
    await end(store, replace(short, match=MatchId("D"), players=(BOB, CLEO), winner=0, ended=500))
    await end(store, result(MatchId("E")))
    await end(store, replace(result(MatchId("F")), players=(BOB, ADA), winner=1))
    assert await store.results.abandoned_by(BOB, 200) == (2, 300)
    assert await store.results.abandoned_by(BOB, 201) == (1, 300)
    assert await store.results.abandoned_by(ADA, 0) == (0, 0)
    assert await store.results.abandoned_between(ADA, BOB, 200) == (3, 400)
    assert await store.results.abandoned_between(BOB, CLEO, 0) == (1, 500)
    again = PlayerId("bob again")
    await forget(store, BOB, 600)
    await store.people.put_person(person("1", "Bob", player=again))
    assert await store.results.abandoned_by(again, 200) == (2, 300)
    assert await store.results.abandoned_between(ADA, again, 200) == (3, 400)


async def test_two_players_have_a_tally_for_each_game_whatever_their_seats(store: Store) -> None:
    await end(store, result(MatchId("A")))
    await end(store, replace(result(MatchId("B")), players=(BOB, ADA)))
    await end(store, replace(result(MatchId("C")), winner=1, counts="casual", weighed=None))
    await end(store, replace(result(MatchId("D")), winner=None))
    await end(store, replace(result(MatchId("E")), winner=None, counts="void", weighed=None))
    await end(store, replace(result(MatchId("F")), game="sator"))
    await end(store, result(MatchId("G"), players=(ADA, CLEO)))
    assert await store.results.tallies(ADA, BOB) == (Tally("sahara", 1, 1, 2), Tally("sator", 1, 0, 0))
    assert await store.results.tallies(BOB, ADA) == (Tally("sahara", 2, 1, 1), Tally("sator", 0, 0, 1))


async def test_leaders_are_the_surest_of_a_game_who_have_played_lately(store: Store) -> None:
    await rated(store, {ADA: 1500, BOB: 1600, CLEO: 1400}, {})
    newcomer = replace(rating(PlayerId("new"), 1900, provisional=True), strength=Strength(1900.0, 300.0))
    await end(store, result(MatchId("P")), newcomer)
    await end(store, result(MatchId("R")), replace(rating(PlayerId("away"), 1900), last=99))
    await end(store, result(MatchId("Q")), replace(rating(ADA, 1800), game="sator"))
    leaders = await store.results.leaders("sahara", None, since=100, most=3)
    assert [leader.player for leader in leaders] == ["bob", "new", "ada"]
    assert [leader.low for leader in leaders] == [1359.0, 1300.0, 1259.0]
    assert await store.results.ahead(rating(CLEO, 1400), None, since=100, most=9) == 3
    assert await store.results.ahead(rating(CLEO, 1400), None, since=100, most=1) == 1
    assert await store.results.ahead(rating(BOB, 1600), None, since=100, most=9) == 0


async def test_leaders_here_are_those_who_acted_in_this_chat_or_inside_it(store: Store) -> None:
    chats = {ADA: ChatId("lounge"), BOB: ChatId("lounge/corner"), CLEO: ChatId("loungers")}
    await rated(store, {ADA: 1500, BOB: 1600, CLEO: 1900, PlayerId("dora"): 1800}, chats)
    leaders = await store.results.leaders("sahara", LOUNGE, since=100, most=9)
    assert [leader.player for leader in leaders] == ["bob", "ada"]
    assert await store.results.ahead(rating(ADA, 1500), LOUNGE, since=100, most=9) == 1
    assert await store.results.leaders("sahara", Place("telegram", "lounge"), since=100, most=9) == ()


async def test_who_is_joined_has_the_given_ratings_and_the_results_of_both(store: Store) -> None:
    await rated(store, {ADA: 1500, PlayerId("augusta"): 1600}, {ADA: ChatId("lounge")})
    await join(store, ADA, PlayerId("augusta"), [rating(PlayerId("augusta"), 1550)])
    assert await store.results.ratings_of(ADA) == ()
    assert await store.results.ratings_of(PlayerId("augusta")) == (rating(PlayerId("augusta"), 1550),)
    results = await store.results.rated_results_of(PlayerId("augusta"))
    assert [one.players for one in results] == [("augusta", "somebody")] * 2
    assert await store.results.rated_between(PlayerId("augusta"), PlayerId("somebody"), "sahara", 0) == 2
    assert (await store.results.tallies(PlayerId("somebody"), PlayerId("augusta")))[0].lost == 2
    assert [one.player for one in await store.results.leaders("sahara", LOUNGE, since=100, most=9)] == [
        "augusta"
    ]
    await join(store, CLEO, PlayerId("augusta"))  # of nothing that counts any more a rating follows
    assert await store.results.ratings_of(PlayerId("augusta")) == ()


async def test_who_is_forgotten_has_no_rating_and_the_results_stay(store: Store) -> None:
    await store.people.put_person(person("1", "Ada", player=ADA))
    await end(store, result(M), rating(ADA, 1617.5), rating(BOB, 1382.5))
    await forget(store, ADA, 100)
    assert await store.results.ratings_of(ADA) == ()
    assert [one.player for one in await store.results.leaders("sahara", None, since=100, most=9)] == ["bob"]
    assert await store.results.result(M) == result(M)


async def test_whoever_comes_back_after_being_forgotten_has_the_rated_matches_of_before(store: Store) -> None:
    again, third = PlayerId("ada again"), PlayerId("ada once more")
    await store.people.put_person(person("1", "Ada", player=ADA))
    await end(store, result(M))
    await forget(store, ADA, 300)
    await store.people.put_person(person("1", "Ada", player=again))
    await end(store, result(N, players=(BOB, again)))
    assert await store.results.rated_between(again, BOB, "sahara", 200) == 2
    await forget(store, again, 301)
    await store.people.put_person(person("1", "Ada", player=third))
    assert await store.results.rated_between(BOB, third, "sahara", 200) == 2
    assert await store.results.rated_between(BOB, third, "sahara", 201) == 0
    assert await store.results.tallies(third, BOB) == ()
    assert await store.results.results_of(third, newest=5) == ()


async def test_accounts_of_others_have_no_part_in_the_matches_of_somebody_forgotten(store: Store) -> None:
    await store.people.put_person(person("1", "Ada", player=ADA))
    await end(store, result(M))
    await forget(store, ADA, 300)
    await store.people.put_person(person("2", "Ada", player=CLEO))
    assert await store.results.rated_between(CLEO, BOB, "sahara", 200) == 0


async def test_after_thirty_days_nothing_leads_to_somebody_forgotten(store: Store) -> None:
    again = PlayerId("ada again")
    await store.people.put_person(person("1", "Ada", player=ADA))
    await end(store, result(M))
    await forget(store, ADA, 300)
    await store.people.put_person(person("1", "Ada", player=again))
    await store.jobs.beat(300 + CAPPED - 1)
    assert await store.results.rated_between(again, BOB, "sahara", 200) == 1
    await store.jobs.beat(300 + CAPPED)
    assert await store.results.rated_between(again, BOB, "sahara", 200) == 0


MOVES = (Judgement(0.0, None, exact=False), Judgement(1.25, "4 2", exact=True, laid_open=0.5))


async def test_of_a_review_the_newest_is_kept_for_each_match_and_seat(store: Store) -> None:
    await store.append(change(M, 1))
    await store.append(change(N, 1))
    assert await store.results.review(M, 0) == ()
    await store.results.put_review(M, 0, ADA, MOVES[:1])
    await store.results.put_review(M, 0, ADA, MOVES)
    await store.results.put_review(M, 1, BOB, MOVES[1:])
    assert await store.results.review(M, 0) == MOVES
    assert await store.results.review(M, 1) == MOVES[1:]
    assert await store.results.review(N, 0) == ()


async def test_reviews_are_forgotten_with_their_player_and_come_not_back(store: Store) -> None:
    await store.append(change(M, 1))
    await store.results.put_review(M, 0, ADA, MOVES)
    await store.results.put_review(M, 1, BOB, MOVES)
    await forget(store, ADA, 100)
    await store.results.put_review(M, 0, ADA, MOVES)  # it was still being made
    assert await store.results.review(M, 0) == ()
    assert await store.results.review(M, 1) == MOVES


async def test_reviews_of_a_former_player_are_forgotten_with_who_they_became(store: Store) -> None:
    await store.append(change(M, 1))
    await store.results.put_review(M, 0, ADA, MOVES[:1])
    await join(store, ADA, CLEO)
    await store.results.put_review(M, 0, ADA, MOVES)  # begun before
    assert await store.results.review(M, 0) == MOVES
    await forget(store, CLEO, 100)
    await store.results.put_review(M, 0, ADA, MOVES)
    assert await store.results.review(M, 0) == ()
