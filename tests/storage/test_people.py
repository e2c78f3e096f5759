"""People: found by handle and name; joined, unlinked, forgotten and there again."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.events import MatchId, PlayerId
from games.game import Seat
from games.judgement import Judgement
from storage.boards import ChatId, Notice
from storage.errors import PeopleChanged
from storage.jobs import notice_later
from storage.matches import Seen
from storage.people import Block, Person, Preferences
from storage.puzzles import PuzzleTry
from storage.remarks import Posted, Remark
from storage.results import CAPPED, MatchResult, Rating, StoredRecord
from storage.seeks import ANY_RATING, Seek
from storage.sql.people import OWNED
from storage.sql.schema import TABLES
from storage.sql.store import Store
from storage.tournaments import Entrant, Pairing
from tests.examples import examples
from tests.storage.conftest import Opening
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    BOB,
    CLEO,
    OPENED,
    RUNNING,
    M,
    N,
    board,
    change,
    forget,
    join,
    part,
    person,
    rating,
    remark,
    result,
    row,
    seek,
)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Ada", "aDA"),
        ("Zoë", "ZOË"),
        ("Zoe\u0308", "zo\u00eb"),  # the accent on its own, and together with its letter
        ("Straße", "STRASSE"),
        ("Ἀθηνᾶ Σοφός", "ἀΘΗΝᾶ ΣΟΦΌΣ"),
        ("Жанна", "жАННА"),
        ("太郎", "太郎"),
    ],
)
async def test_a_name_is_found_in_any_case(store: Store, name: str, typed: str) -> None:
    await store.people.put_person(person("1", name))
    await store.people.put_person(person("2", "Bob"))
    assert await store.people.person_named("web", typed) == person("1", name)


async def test_a_name_that_several_have_is_nobodys(store: Store) -> None:
    await store.people.put_person(person("1", "Ada"))
    await store.people.put_person(person("2", "ADA"))
    assert await store.people.person_named("web", "ada") is None
    await store.people.put_person(person("3", "Ada", platform="telegram"))
    assert await store.people.person_named("telegram", "ada") == person("3", "Ada", platform="telegram")


# Handles


@pytest.mark.parametrize("typed", ["ben_2", "BEN_2", "Ben_2"])
async def test_somebody_is_found_by_their_handle_in_any_case(store: Store, typed: str) -> None:
    ben = replace(person("1", "Benjamin"), handle="Ben_2")
    await store.people.put_person(ben)
    await store.people.put_person(replace(person("9", "Ben", platform="telegram"), handle="ben"))
    await store.people.put_person(person("2", "ben_2"))
    assert await store.people.person_with("web", typed) == ben
    assert await store.people.person_with("web", "benX2") is None


async def test_players_are_counted_once_however_many_accounts_they_have(store: Store) -> None:
    assert await store.people.count_people() == 0
    there = person("9", "A.", player=CLEO, platform="telegram")
    for each in (person("1", "Ada", player=ADA), person("2", "Bob", player=BOB), there):
        await store.people.put_person(each)
    await store.people.put_person(replace(there, name="Cleo"))
    assert await store.people.count_people() == 3
    await join(store, CLEO, ADA)
    assert await store.people.count_people() == 2
    await part(store, ADA, "telegram", PlayerId("fresh"), 100)
    assert await store.people.count_people() == 3
    await forget(store, BOB, 100)
    assert await store.people.count_people() == 2


NAMING = {
    *("player", "opponent", "awaited", "also_awaited", "notified", "blocked", "muted", "first", "second"),
    *("reader", "reporter", "organiser"),
}
"""The names of columns that name a player; a column of another name that does has to be named here."""
NOBODY_NAMED = {
    "gone_players.player": "this is what it is for",
    "ratings.first": "when the first match ended",
}
PEOPLE = [PlayerId(f"player {number}") for number in range(4)]
Deeds = list[tuple[str, PlayerId, PlayerId]]
BEGINNING: Deeds = [("live", PEOPLE[0], PEOPLE[1]), ("live", PEOPLE[2], PEOPLE[3])]
END: Deeds = [("join", PEOPLE[0], PEOPLE[2]), *(("forget", one, one) for one in PEOPLE)]
STAYS = {("former_players", "former"), ("gone_players", "player")}
"""What says who somebody was."""
STAYS_OF_FORGOTTEN = {
    *(("matches", column) for column in ("player", "opponent", "awaited", "also_awaited")),
    *(("results", column) for column in ("first", "second")),
    *(("tournament_pairings", column) for column in ("first", "second")),
    *(("tournaments", "organiser"), ("tournament_entrants", "player")),
    *(("remarks", "reader"), ("remarks", "reporter")),  # of reported words of others
    *(("boards", "notified"), ("former_players", "player"), ("forgotten_accounts", "player")),
}
"""What was played, and what was done to others, under an id that no account leads to."""


async def test_of_two_who_need_the_first_key_of_a_database_both_are_found_under_the_same(
    opening: Opening, tmp_path: Path
) -> None:
    async with opening(tmp_path) as store:
        names = await asyncio.gather(*(store.people.code_name("web", account) for account in "12"))
        afresh = Store(store.database, shared=False)  # knows no key yet
        assert [await afresh.people.code_name("web", account) for account in "12"] == names


# Nothing is forgotten


def test_every_column_that_names_a_player_is_known_to_be_somebodys() -> None:
    found = {f"{table.name}.{name}" for table in TABLES for name in table.names if name in NAMING}
    assert found - NOBODY_NAMED.keys() == {f"{owned.table.name}.{owned.column}" for owned in OWNED}
    assert {owned.column for owned in OWNED} == NAMING


@settings(examples(3), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(["live", "join", "part", "forget"]), *[st.sampled_from(PEOPLE)] * 2),
        max_size=8,
    )
)
def test_whatever_becomes_of_people_nothing_is_under_the_id_of_who_is_gone(
    opening: Opening, plan: Deeds
) -> None:
    async def play() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with opening(Path(folder)) as store:
                await lived(store, plan)

    asyncio.run(play())


async def lived(store: Store, plan: Deeds) -> None:
    """People play with each other, become each other, part and go."""
    for number, player in enumerate(PEOPLE):
        for platform in ("web", "telegram"):
            known = person(str(number), f"{platform} {number}", player=player, platform=platform)
            await store.people.put_person(known)
    joined, forgotten = set[PlayerId](), set[PlayerId]()
    for place, (deed, one, other) in enumerate([*BEGINNING, *plan, *END]):
        if one in joined | forgotten or other in joined | forgotten:
            continue
        if deed == "live" and one != other:
            await everything_of(store, place, one, other)
        elif deed == "join" and one != other:
            with suppress(PeopleChanged):  # opponents stay two
                await join(store, one, other)
                joined.add(one)
        elif deed == "part":
            await part(store, one, "telegram", PlayerId(f"fresh {place}"), place)
        elif deed == "forget":
            await forget(store, one, place)
            forgotten.add(one)
        await check_nothing_left(store, joined, forgotten)


async def check_nothing_left(store: Store, joined: set[PlayerId], forgotten: set[PlayerId]) -> None:
    """No row names who has become another; who was forgotten is named only where that is to stay."""
    stays = STAYS | STAYS_OF_FORGOTTEN
    for table in TABLES:
        for found in await store.database.rows(f"SELECT * FROM {table.name}"):  # noqa: S608
            for column in table.names:
                if (table.name, column) not in STAYS:
                    assert found[column] not in joined, (table.name, column)
                if (table.name, column) not in stays:
                    assert found[column] not in forgotten, (table.name, column)


async def everything_of(store: Store, place: int, one: PlayerId, other: PlayerId) -> None:
    """Something in every column that names a player."""
    match, over = MatchId(f"M{place}"), MatchId(f"over {place}")
    own = replace(board(f"b{place}", match), private=True, player=one, notice=Notice(other, 1))
    opened = replace(OPENED, match=match, challenger=one, invited=other, first=other)
    begun = change(match, 2, opened, replace(ACCEPTED, player=other), boards=(own,))
    players = replace(row(match, 2), players=(one, other), awaited=(one, other))
    await store.append(
        replace(
            begun,
            row=players,
            seen=Seen(one, "web", ChatId("lounge"), False, 100),
            jobs=(notice_later(match, Notice(one, 1), since=1, due=2),),
        )
    )
    ended = replace(change(over, 1), row=replace(players, match=over, version=1, phase="over"))
    rated = () if await store.results.ratings_of(one) else (rating(one, 1500),)
    await store.append(replace(ended, result=result(over, players=(one, other)), ratings=rated))
    await store.results.put_review(over, 0, one, [Judgement(0.5, "4", exact=False)])
    await store.results.put_record(StoredRecord(f"r{place}", one, place, "text"))
    await store.settings.put_preferences(Preferences(one, "de"))
    await store.settings.put_block(Block(one, other, place))
    await store.talk.put_mute(other, one)
    await store.talk.put_silence("web", "lounge", one)
    await store.talk.add_remark(remark(f"w{place}", match, one, other))
    await store.talk.post_remark(f"w{place}", Posted("web", "lounge", private=False, message=f"w{place}"))
    await store.talk.report_remark(f"w{place}", other, 1, 900)
    await store.talk.add_remark(remark(f"x{place}", match, other, one))
    await store.seeks.put_seek(seek(f"s{place}", one))
    await store.puzzles.put_try(PuzzleTry(one, "web", ChatId(f"p{place}"), place, "first", place))
    await store.votes.join(match, one, 0)
    pairings = (Pairing(1, 1, one, other, match), Pairing(1, 2, other, None, None, "first"))
    entrants = (Entrant(one), Entrant(other))
    held = replace(RUNNING, id=f"T{place}", organiser=one, entrants=entrants, pairings=pairings)
    await store.tournaments.put_tournament(held)


THEIRS = (
    person("1", "Ada", player=ADA),
    person("2", "Bob", player=BOB),
    person("3", "Ada", player=ADA, platform="discord"),
)
Deciding = Callable[[Store, Sequence[Person]], Awaitable[object]]
DECIDED: dict[str, Deciding] = {
    "a link": lambda store, known: store.people.join_players(BOB, ADA, known, (), ()),
    "no link": lambda store, known: store.people.unlink_account(
        ADA, "web", PlayerId("fresh"), 1, [one for one in known if one.player == ADA]
    ),
    "a farewell": lambda store, known: store.people.forget_player(
        ADA, 1, [one for one in known if one.player == ADA], 0
    ),
}
CHANGED: dict[str, Callable[[Store], Awaitable[object]]] = {
    "another account": lambda store: join(store, CLEO, ADA),
    "an account less": lambda store: part(store, ADA, "discord", PlayerId("else"), 1),
    "others": lambda store: forget(store, ADA, 1),
}
GOING: dict[str, Callable[[Store], Awaitable[object]]] = {
    "another one": lambda store: join(store, ADA, CLEO),
    "nobody": lambda store: forget(store, ADA, 1),
}
WRITTEN: dict[str, Callable[[Store], Awaitable[object]]] = {
    "choices": lambda store: store.settings.put_preferences(Preferences(ADA, theme="dark")),
    "a block": lambda store: store.settings.put_block(Block(ADA, BOB, 1)),
    "a mute": lambda store: store.talk.put_mute(ADA, BOB),
    "a try": lambda store: store.puzzles.put_try(PuzzleTry(ADA, "web", ChatId("hall"), 7, "first", 1)),
    "a record": lambda store: store.results.put_record(StoredRecord("r", ADA, 1, "record")),
    "a seek": lambda store: store.seeks.put_seek(Seek("s", ADA, "sahara", (), ANY_RATING, "web", "p", 1, 9)),
    "words": lambda store: store.talk.add_remark(
        Remark("w", M, ADA, BOB, "Hello", phrase=False, at=1, until=9)
    ),
    "a challenge": lambda store: store.append(replace(change(M, 1, OPENED), after=0)),
    "a rating": lambda store: store.append(
        replace(change(M, 2, OPENED, ACCEPTED), ratings=(rating(ADA, 1500),))
    ),
}


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
async def test_two_who_voted_against_each_other_stay_two(store: Store, seats: tuple[Seat, Seat]) -> None:
    for each in THEIRS[:2]:
        await store.people.put_person(each)
    for voter, seat in zip((ADA, BOB), seats, strict=True):
        await store.votes.join(M, voter, seat)
    with pytest.raises(PeopleChanged):
        await join(store, BOB, ADA)


async def test_who_is_silenced_is_so_under_an_account_that_leaves(store: Store) -> None:
    for each in THEIRS:
        await store.people.put_person(each)
    await store.talk.put_silence("web", "lounge", ADA)
    fresh = PlayerId("fresh")
    await part(store, ADA, "discord", fresh)
    assert {*await store.talk.silenced_in("web", "lounge")} == {ADA, fresh}


@pytest.mark.parametrize("changed", CHANGED)
@pytest.mark.parametrize("decided", DECIDED)
async def test_who_is_who_changes_only_as_it_was_when_that_was_decided(
    store: Store, decided: str, changed: str
) -> None:
    for each in (*THEIRS, person("4", "Cleo", player=CLEO, platform="telegram")):
        await store.people.put_person(each)
    known = await store.people.people([ADA, BOB])
    assert set(known) == set(THEIRS)
    await CHANGED[changed](store)
    before = await store.people.people([ADA, BOB, CLEO])
    with pytest.raises(PeopleChanged):
        await DECIDED[decided](store, known)
    assert await store.people.people([ADA, BOB, CLEO]) == before


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("gone", GOING)
async def test_nothing_is_written_for_who_is_there_no_more(store: Store, gone: str, written: str) -> None:
    await store.people.put_person(person("1", "Ada", player=ADA))
    await GOING[gone](store)
    with pytest.raises(PeopleChanged):
        await WRITTEN[written](store)
    assert (await store.settings.preferences(ADA)).theme != "dark"
    assert (await store.results.ratings_of(ADA), await store.matches.load(M)) == ((), ())


# Somebody is forgotten, and there again


async def end(store: Store, ended: MatchResult, *ratings: Rating, seen: Seen | None = None) -> None:
    """Store a match that is over with its first event."""
    await store.append(replace(change(ended.match, 1), result=ended, ratings=ratings, seen=seen))


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


async def test_of_a_players_records_the_newest_are_kept(store: Store) -> None:
    for number in range(22):
        await store.results.put_record(StoredRecord(f"R{number:02}", ADA, 7, f"text {number}"))
    await store.results.put_record(StoredRecord("other", BOB, 7, "text"))
    assert await store.results.record("R00") is await store.results.record("R01") is None
    assert await store.results.record("R02") == StoredRecord("R02", ADA, 7, "text 2")
    assert await store.results.record("other") == StoredRecord("other", BOB, 7, "text")


async def test_the_words_of_who_is_forgotten_go_and_those_said_to_them_unless_reported(store: Store) -> None:
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
