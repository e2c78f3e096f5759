"""People: found by account, handle and name; joined, unlinked and forgotten."""

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

from games.events import ChallengeCancelled, MatchId, PlayerId, Resigned
from games.judgement import Judgement
from games.match import fold
from storage.boards import BoardId, ChatId, Notice
from storage.errors import PeopleChanged
from storage.jobs import OwedNotice
from storage.matches import ANY_RATING, Posted, Remark, Seek, Seen
from storage.people import AWAITED_KEPT, Block, LinkCode, Person, Preferences, WrongCodes, awaited_id
from storage.results import CAPPED, StoredRecord
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
    notices_due,
    part,
    person,
    rating,
    remark,
    result,
    row,
    seek,
)


async def test_a_person_is_found_by_account_and_as_last_seen(store: Store) -> None:
    await store.people.put_person(person("1", "Ada"))
    renamed = replace(person("1", "Countess"), language="de")
    await store.people.put_person(renamed)
    assert await store.people.person("web", "1") == renamed
    assert await store.people.person("telegram", "1") is None
    assert await store.people.person_named("web", "Ada") is None


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


async def test_a_handle_belongs_to_who_was_put_with_it_last(store: Store) -> None:
    ada, ben = (replace(person(who, who), handle="king") for who in ("ada", "ben"))
    await store.people.put_person(ada)
    await store.people.put_person(replace(ben, handle=""))
    await store.people.put_person(ben)
    assert await store.people.person_with("web", "king") == ben
    assert await store.people.person("web", "ada") == replace(ada, handle="")
    await store.people.put_person(ada)
    assert await store.people.person_with("web", "king") == ada
    await store.people.put_person(replace(ada, handle=""))
    assert await store.people.person_with("web", "king") is None
    assert await store.people.person_with("web", "") is None


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


# Somebody is forgotten, and there again


async def test_what_others_decided_about_an_account_holds_for_whoever_it_is_after_it_was_forgotten(
    store: Store,
) -> None:
    here, there = person("1", "Ada", player=ADA), person("9", "A.", player=ADA, platform="telegram")
    for each in (here, there):
        await store.people.put_person(each)
    for block in (Block(BOB, ADA, 7), Block(ADA, CLEO, 8)):
        await store.settings.put_block(block)
    await store.talk.put_mute(BOB, ADA)
    await store.talk.put_mute(ADA, CLEO)
    await store.talk.put_silence("web", "lounge", ADA)

    async def decided() -> set[tuple[PlayerId, ...]]:
        blocked = tuple(block.blocked for block in await store.settings.blocked_by(BOB))
        others = (
            tuple(await store.talk.muted_by(BOB)),
            tuple(await store.talk.silenced_in("web", "lounge")),
        )
        return {tuple(sorted(each)) for each in (blocked, *others)}

    assert await decided() == {(ADA,)}
    await forget(store, ADA, 100)
    assert not (await store.settings.blocked_by(ADA))
    assert not (await store.talk.muted_by(ADA))
    (unknown,) = await decided()
    assert len(unknown) == 2  # an account each
    assert await store.people.people(unknown) == ()
    assert ADA not in unknown
    assert {len(each) for each in unknown} == {18}
    await store.jobs.beat(100 + CAPPED)  # as long as they want it
    again = PlayerId("ada again")
    await store.people.add_person(replace(here, player=again))
    ((known, other),) = await decided()
    assert {known, other} - {*unknown} == {again}
    assert {block.since for block in await store.settings.blocked_by(BOB)} == {7}
    assert not (await store.settings.blocked_by(again))
    assert not (await store.talk.muted_by(again))
    await store.people.add_person(replace(there, player=again))
    assert await decided() == {(again,)}
    await forget(store, again, 200)
    assert await decided() == {unknown}
    for one in unknown:
        await store.settings.drop_block(BOB, one)
        await store.talk.drop_mute(BOB, one)
        await store.talk.drop_silence("web", "lounge", one)
    await store.people.add_person(replace(here, player=PlayerId("ada once more")))
    assert await decided() == {()}


async def test_challenges_of_before_somebody_was_forgotten_are_counted(store: Store) -> None:
    again = PlayerId("ada again")
    await store.people.put_person(person("1", "Ada", player=ADA))
    await store.append(change(M, 1, OPENED))
    over = change(M, 2, ChallengeCancelled(at=102, player=ADA))
    await store.append(replace(over, row=replace(over.row, phase="cancelled", players=(ADA,), since=300)))
    await store.append(change(N, 2, OPENED, ACCEPTED))
    assert await store.matches.challenged_before(ADA, 0) == 0
    await forget(store, ADA, 300)
    await store.people.put_person(person("1", "Ada", player=again))
    await store.people.put_person(person("2", "Bob", player=BOB))
    assert await store.matches.challenged_before(again, 300) == 1
    assert await store.matches.challenged_before(again, 301) == 0
    assert await store.matches.challenged_before(BOB, 0) == 0


# Known by a handle alone


@pytest.mark.parametrize("over", ["cancelled", "running"])
async def test_whoever_was_named_is_kept_as_long_as_an_open_challenge_names_them(
    store: Store, over: str
) -> None:
    friend = PlayerId("friend")
    named = person(awaited_id(100, b"1"), "@friend", player=friend, platform="telegram")
    await store.people.add_person(named)
    await store.jobs.beat(100 + AWAITED_KEPT)
    assert await store.people.people([friend]) == (named,)
    opened = change(M, 1, OPENED)
    await store.append(replace(opened, row=replace(opened.row, phase="challenge", players=(ADA, friend))))
    await store.jobs.beat(100_000)
    assert await store.people.people([friend]) == (named,)
    ended = change(M, 2, ChallengeCancelled(at=102, player=ADA))
    await store.append(replace(ended, row=replace(ended.row, phase=over, players=(ADA, friend))))
    await store.jobs.beat(100_060)
    assert await store.people.people([friend]) == ()
    assert await store.people.count_people() == 0


async def test_whoever_was_named_is_an_account_of_their_own_once_they_come(store: Store) -> None:
    friend = PlayerId("friend")
    named = person(awaited_id(100, b"1"), "@friend", player=friend, platform="telegram")
    there = person("7", "Friend", player=friend, platform="telegram")
    for one in (named, there):
        await store.people.add_person(one)
    opened = change(M, 1, OPENED)
    await store.append(replace(opened, row=replace(opened.row, phase="challenge", players=(ADA, friend))))
    await store.jobs.beat(100_000)
    assert await store.people.people([friend]) == (there,)


# An account of its own again


async def test_an_account_that_is_unlinked_is_a_new_players_who_begins_with_choices_and_blocks_alone(
    store: Store,
) -> None:
    fresh, cleo = PlayerId("fresh"), PlayerId("cleo")
    here, there = person("1", "Ada", player=ADA), person("9", "A.", player=ADA, platform="telegram")
    for each in (here, there):
        await store.people.put_person(each)
    await store.settings.put_preferences(Preferences(ADA, "de"))
    for block in (Block(ADA, BOB, 1), Block(cleo, ADA, 2)):
        await store.settings.put_block(block)
    await store.talk.put_mute(ADA, BOB)
    await store.talk.put_mute(cleo, ADA)
    await store.talk.put_silence("web", "lounge", ADA)
    private = replace(board("b", M), private=True, player=ADA)
    boards = (private, replace(private, id=BoardId("c"), platform="telegram"), board("d", M))
    opened = change(M, 2, OPENED, ACCEPTED, boards=boards)
    await store.append(replace(opened, seen=Seen(ADA, "telegram", ChatId("lounge"), False, 100)))
    await part(store, ADA, "telegram", fresh, 100)
    assert await store.people.people([ADA]) == (here,)
    assert await store.people.people([fresh]) == (replace(there, player=fresh),)
    assert [(await store.settings.preferences(who)).language for who in (ADA, fresh)] == ["de", "de"]
    assert [await store.settings.blocked_by(who) for who in (ADA, fresh)] == [
        (Block(ADA, BOB, 1),),
        (Block(fresh, BOB, 1),),
    ]
    assert await store.settings.blocked_by(cleo) == (Block(cleo, ADA, 2), Block(cleo, fresh, 2))
    assert [await store.talk.muted_by(who) for who in (ADA, fresh)] == [(BOB,), (BOB,)]
    assert (
        {*await store.talk.muted_by(cleo)} == {*await store.talk.silenced_in("web", "lounge")} == {ADA, fresh}
    )
    assert {shown.id for shown in await store.boards.boards_of(M)} == {"b", "d"}
    assert await store.matches.seen_in(M) == ()
    assert await store.matches.matches_of(fresh, ["running"]) == ()
    assert len(await store.matches.matches_of(ADA, ["running"])) == 1


CODE = LinkCode("digest", "web", "1", expires=700)
USED = replace(CODE, used=True)
AUGUSTA, BYRON = PlayerId("augusta"), PlayerId("byron")
PHASES = ["running"]

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
STAYS = {("former_players", "former"), ("gone_players", "player")}
"""What says who somebody was."""


# Codes


async def test_a_code_is_found_by_its_hash_until_a_newer_one_replaces_it(store: Store) -> None:
    await store.people.put_link_code(CODE)
    assert await store.people.link_code("digest") == CODE
    await store.people.put_link_code(USED)
    assert await store.people.link_code("digest") == USED
    newer, other = replace(CODE, digest="newer"), replace(CODE, digest="other", platform="telegram")
    await store.people.put_link_code(other)
    await store.people.put_link_code(newer)
    assert await store.people.link_code("digest") is None
    assert (await store.people.link_code("newer"), await store.people.link_code("other")) == (newer, other)


async def test_the_wrong_codes_of_each_account_are_known_as_put_last(store: Store) -> None:
    wrong, other = WrongCodes("web", "1", 1, 100), WrongCodes("telegram", "1", 2, 200)
    for each in (wrong, other, replace(wrong, count=5)):
        await store.people.put_wrong_codes(each)
    assert await store.people.wrong_codes("web", "1") == replace(wrong, count=5)
    assert await store.people.wrong_codes("telegram", "1") == other
    assert await store.people.wrong_codes("discord", "1") is None


async def test_of_two_who_need_the_first_key_of_a_database_both_are_found_under_the_same(
    opening: Opening, tmp_path: Path
) -> None:
    both = [WrongCodes("web", account, 1, 100) for account in ("1", "2")]
    async with opening(tmp_path) as store:
        await asyncio.gather(*map(store.people.put_wrong_codes, both))
        afresh = Store(store.database, shared=False)  # knows no key yet
        assert [await afresh.people.wrong_codes(one.platform, one.account) for one in both] == both


async def test_the_wrong_codes_of_who_is_forgotten_are_counted_on_for_a_day(store: Store) -> None:
    await store.people.put_person(person("1", "Ada", player=ADA))
    await store.people.put_wrong_codes(WrongCodes("web", "1", 1, 100))
    await forget(store, ADA, 100)
    assert await store.people.wrong_codes("web", "1") == WrongCodes("web", "1", 1, 100)
    await store.jobs.beat(100 + 86_400)
    assert await store.people.wrong_codes("web", "1") is None


# Two become one


async def test_who_has_become_another_is_told_by_the_present_id_wherever_they_stand(store: Store) -> None:
    await matches_of_ada(store)
    await store.people.put_link_code(CODE)
    before, rows = await told(store), await store.matches.matches_of(ADA, PHASES)
    await join(store, ADA, AUGUSTA, code=CODE)
    after = await told(store)
    assert repr(after) == repr(before).replace("'ada'", "'augusta'")
    assert repr(after) != repr(before)
    assert await store.matches.matches_of(ADA, PHASES) == ()
    theirs = await store.matches.matches_of(AUGUSTA, PHASES)
    assert await store.matches.last_seen(AUGUSTA) == Seen(AUGUSTA, "web", ChatId("lounge"), False, 100)
    assert repr(theirs) == repr(rows).replace("'ada'", "'augusta'")
    assert await store.people.people([AUGUSTA]) == (person("1", "Ada", player=AUGUSTA),)
    assert await store.people.people([ADA]) == ()
    assert await store.people.link_code("digest") == USED
    logs = await store.database.rows("SELECT body FROM events WHERE kind = 'Challenged'")
    assert sum('"ada"' in event["body"] for event in logs) == len(logs) == 2  # as they were written


async def test_who_follows_somebody_that_follows_another_arrives_at_the_last(store: Store) -> None:
    await matches_of_ada(store)
    await join(store, ADA, AUGUSTA)
    await join(store, AUGUSTA, BYRON)
    assert {one.match for one in await store.matches.matches_of(BYRON, PHASES)} == {"K7QF2M", "N"}
    assert "byron" in (fold(await store.matches.load(N)).players or ())


async def test_what_is_decided_under_a_former_id_is_kept_under_the_present_one(store: Store) -> None:
    await matches_of_ada(store)
    await join(store, ADA, AUGUSTA)
    late = replace(board("late", N), private=True, player=ADA, notice=Notice(ADA, 1))
    await store.append(replace(change(N, 4, boards=(late,)), notices=(OwedNotice(N, Notice(ADA, 1), 1, 2),)))
    assert {one.match for one in await store.matches.matches_of(AUGUSTA, PHASES)} == {"K7QF2M", "N"}
    (kept,) = await store.boards.boards_of(N)
    assert (kept.player, kept.notice) == (AUGUSTA, Notice(AUGUSTA, 1))
    assert [one.notice.player for one in await notices_due(store, 9)] == [AUGUSTA]


# Nothing is forgotten


def test_every_column_that_names_a_player_is_known_to_be_somebodys() -> None:
    found = {f"{table.name}.{name}" for table in TABLES for name in table.names if name in NAMING}
    assert found - NOBODY_NAMED.keys() == {f"{owned.table}.{owned.column}" for owned in OWNED}
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
    for place, (deed, one, other) in enumerate([*BEGINNING, *plan]):
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
    """No row names who has become another; who was forgotten is named where it is said that this stays."""
    stays = STAYS | {(owned.table, owned.column) for owned in OWNED if owned.forgotten == "stays"}
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
            notices=(OwedNotice(match, Notice(one, 1), since=1, due=2),),
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
    pairings = (Pairing(1, 1, one, other, match), Pairing(1, 2, other, None, None, "first"))
    entrants = (Entrant(one), Entrant(other))
    held = replace(RUNNING, id=f"T{place}", organiser=one, entrants=entrants, pairings=pairings)
    await store.tournaments.put_tournament(held)


async def matches_of_ada(store: Store) -> None:
    """One that Ada opened, with a board of her own that notifies her, and one that she was invited to."""
    own = replace(board("b", MatchId("K7QF2M")), private=True, player=ADA, notice=Notice(ADA, 1))
    opened = change(MatchId("K7QF2M"), 2, OPENED, ACCEPTED, boards=(own,))
    await store.append(replace(opened, seen=Seen(ADA, "web", ChatId("lounge"), False, 100)))
    invited = replace(OPENED, match=N, challenger=BOB, invited=ADA, first=ADA)
    await store.append(change(N, 3, invited, replace(ACCEPTED, player=ADA), Resigned(at=103, seat=0)))
    await store.people.put_person(person("1", "Ada", player=ADA))


async def told(store: Store) -> tuple[object, ...]:
    """All that names players."""
    logs = [await store.matches.load(MatchId(match)) for match in ("K7QF2M", "N")]
    return (
        [(fold(log).players, fold(log).opened.challenger, fold(log).opened.invited) for log in logs],
        [await store.matches.row(MatchId(match)) for match in ("K7QF2M", "N")],
        await store.boards.boards_of(MatchId("K7QF2M")),
        await store.matches.matches_in("web", ChatId("lounge"), PHASES),
        await store.matches.seen_in(MatchId("K7QF2M")),
    )


CODE = LinkCode("digest", "web", "1", expires=700)
LOUNGE = ChatId("lounge")

THEIRS = (
    person("1", "Ada", player=ADA),
    person("2", "Bob", player=BOB),
    person("3", "Ada", player=ADA, platform="discord"),
)
Deciding = Callable[[Store, Sequence[Person]], Awaitable[object]]
DECIDED: dict[str, Deciding] = {
    "a link": lambda store, known: store.people.join_players(BOB, ADA, known, (), ()),
    "no link": lambda store, known: store.people.part_account(
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


@pytest.mark.parametrize("decided", DECIDED)
async def test_what_others_choose_meanwhile_is_no_reason_to_decide_anew(store: Store, decided: str) -> None:
    for each in THEIRS:
        await store.people.put_person(each)
    known = await store.people.people([ADA, BOB])
    await store.settings.put_preferences(Preferences(CLEO, theme="dark"))
    await store.people.put_person(person("4", "Cleo", player=CLEO))
    await DECIDED[decided](store, known)
    assert await store.people.people([ADA, BOB]) != known


async def test_a_code_joins_once(store: Store) -> None:
    await store.people.put_link_code(CODE)
    await join(store, BOB, ADA, code=CODE)
    with pytest.raises(PeopleChanged):
        await join(store, CLEO, ADA, code=CODE)
    used = await store.people.link_code("digest")
    assert used
    assert used.used


async def test_who_plays_against_somebody_does_not_become_them(store: Store) -> None:
    await store.append(change(M, 2, OPENED, ACCEPTED))
    for one, other in ((ADA, BOB), (BOB, ADA)):
        with pytest.raises(PeopleChanged):
            await join(store, one, other)
    over = change(M, 3)
    await store.append(replace(over, row=replace(over.row, phase="over")))
    await join(store, ADA, BOB)


async def test_a_rating_that_changes_before_two_are_joined_is_not_lost(store: Store) -> None:
    await store.append(replace(change(M, 2, OPENED, ACCEPTED), ratings=(rating(ADA, 1500),)))
    (before,) = await store.results.ratings_of(ADA)
    with pytest.raises(PeopleChanged):
        await store.people.join_players(CLEO, ADA, (), [replace(before, won=before.won + 1)], ())
    assert await store.results.ratings_of(ADA) == (before,)
    await store.people.join_players(CLEO, ADA, (), [before], [before])


async def test_who_has_begun_a_match_meanwhile_is_not_forgotten(store: Store) -> None:
    await store.append(change(M, 2, OPENED, ACCEPTED))
    with pytest.raises(PeopleChanged):
        await store.people.forget_player(BOB, 1, (), 0)
    await store.people.forget_player(BOB, 1, (), 1)


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("gone", GOING)
async def test_nothing_is_written_for_who_is_there_no_more(store: Store, gone: str, written: str) -> None:
    await store.people.put_person(person("1", "Ada", player=ADA))
    await GOING[gone](store)
    with pytest.raises(PeopleChanged):
        await WRITTEN[written](store)
    assert (await store.settings.preferences(ADA)).theme != "dark"
    assert (await store.results.ratings_of(ADA), await store.matches.load(M)) == ((), ())


@pytest.mark.parametrize("now", ["joined", "parted", "forgotten"])
async def test_an_account_acts_for_whose_it_is(store: Store, now: str) -> None:
    await store.people.put_person(person("1", "Ada", player=ADA))
    acts = replace(change(M, 2, OPENED, ACCEPTED), seen=Seen(ADA, "web", LOUNGE, False, 100, "1"))
    await store.append(acts)
    if now == "joined":
        await join(store, ADA, CLEO)
    elif now == "parted":
        await part(store, ADA, "web", PlayerId("fresh"), 1)
    else:
        await forget(store, ADA, 1)
    seen = await store.matches.seen_in(M)
    with pytest.raises(PeopleChanged):
        await store.append(replace(acts, row=row(M, 3), events=change(M, 3).events, press=None))
    assert (await store.matches.seen_in(M), len(await store.matches.load(M))) == (seen, 2)
