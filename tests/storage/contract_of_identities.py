"""What every store must do when two become one, one becomes two, or somebody is forgotten."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.events import MatchId, PlayerId, Resigned
from games.judgement import Judgement
from games.match import fold
from storage.boards import ChatId, Notice
from storage.errors import PeopleChanged
from storage.jobs import OwedNotice
from storage.matches import Posted, Seen
from storage.people import Block, LinkCode, Preferences, WrongCodes
from storage.results import StoredRecord
from storage.sql.people import OWNED
from storage.sql.schema import TABLES
from storage.sql.store import Store
from storage.tournaments import Entrant, Pairing
from tests.storage.contract_of_tournaments import RUNNING
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    BOB,
    OPENED,
    N,
    StoreTests,
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
STAYS = {("former_players", "former"), ("gone_players", "player"), ("people_news", "subject")}
"""What says who somebody was; and news, of which the newest thousand are kept."""


class IdentitiesContract(StoreTests):
    """Codes that join accounts, and players who have become others: all is told of the present ones."""

    # Codes

    async def test_a_code_is_found_by_its_hash_until_a_newer_one_replaces_it(self, store: Store) -> None:
        await store.people.put_link_code(CODE)
        assert await store.people.link_code("digest") == CODE
        await store.people.put_link_code(USED)
        assert await store.people.link_code("digest") == USED
        newer = replace(CODE, digest="newer")
        await store.people.put_link_code(newer)
        assert await store.people.link_code("digest") is None
        assert await store.people.link_code("newer") == newer

    async def test_two_accounts_have_codes_of_their_own(self, store: Store) -> None:
        other = replace(CODE, digest="other", platform="telegram")
        await store.people.put_link_code(CODE)
        await store.people.put_link_code(other)
        assert await store.people.link_code("digest") == CODE
        assert await store.people.link_code("other") == other

    async def test_the_wrong_codes_of_each_account_are_known_as_put_last(self, store: Store) -> None:
        wrong, other = WrongCodes("web", "1", 1, 100), WrongCodes("telegram", "1", 2, 200)
        for each in (wrong, other, replace(wrong, count=5)):
            await store.people.put_wrong_codes(each)
        assert await store.people.wrong_codes("web", "1") == replace(wrong, count=5)
        assert await store.people.wrong_codes("telegram", "1") == other
        assert await store.people.wrong_codes("discord", "1") is None

    async def test_the_wrong_codes_of_who_is_forgotten_are_counted_on_for_a_day(self, store: Store) -> None:
        await store.people.put_person(person("1", "Ada", player=ADA))
        await store.people.put_wrong_codes(WrongCodes("web", "1", 1, 100))
        await forget(store, ADA, 100)
        assert await store.people.wrong_codes("web", "1") == WrongCodes("web", "1", 1, 100)
        await store.jobs.beat(100 + 86_400)
        assert await store.people.wrong_codes("web", "1") is None

    # Two become one

    async def test_who_has_become_another_was_last_seen_where_either_was(self, store: Store) -> None:
        await matches_of_ada(store)
        await join(store, ADA, AUGUSTA)
        assert await store.matches.last_seen(AUGUSTA) == Seen(AUGUSTA, "web", ChatId("lounge"), False, 100)

    async def test_who_has_become_another_is_told_by_the_present_id_wherever_they_stand(
        self, store: Store
    ) -> None:
        await matches_of_ada(store)
        await store.people.put_link_code(CODE)
        before, rows = await told(store), await store.matches.matches_of(ADA, PHASES)
        await join(store, ADA, AUGUSTA, code=CODE)
        after = await told(store)
        assert repr(after) == repr(before).replace("'ada'", "'augusta'")
        assert repr(after) != repr(before)
        assert await store.matches.matches_of(ADA, PHASES) == ()
        theirs = await store.matches.matches_of(AUGUSTA, PHASES)
        assert repr(theirs) == repr(rows).replace("'ada'", "'augusta'")
        assert await store.people.people([AUGUSTA]) == (person("1", "Ada", player=AUGUSTA),)
        assert await store.people.people([ADA]) == ()
        assert await store.people.link_code("digest") == USED
        logs = await store._database.rows("SELECT body FROM events WHERE kind = 'Challenged'")
        assert sum('"ada"' in event["body"] for event in logs) == len(logs) == 2  # as they were written

    async def test_who_follows_somebody_that_follows_another_arrives_at_the_last(self, store: Store) -> None:
        await matches_of_ada(store)
        await join(store, ADA, AUGUSTA)
        await join(store, AUGUSTA, BYRON)
        assert {one.match for one in await store.matches.matches_of(BYRON, PHASES)} == {"K7QF2M", "N"}
        assert "byron" in (fold(await store.matches.load(N)).players or ())

    async def test_what_is_decided_under_a_former_id_is_kept_under_the_present_one(
        self, store: Store
    ) -> None:
        await matches_of_ada(store)
        await join(store, ADA, AUGUSTA)
        late = replace(board("late", N), private=True, player=ADA, notice=Notice(ADA, 1))
        await store.append(
            replace(change(N, 4, boards=(late,)), notices=(OwedNotice(N, Notice(ADA, 1), 1, 2),))
        )
        assert {one.match for one in await store.matches.matches_of(AUGUSTA, PHASES)} == {"K7QF2M", "N"}
        (kept,) = await store.boards.boards_of(N)
        assert (kept.player, kept.notice) == (AUGUSTA, Notice(AUGUSTA, 1))
        assert [one.notice.player for one in await notices_due(store, 9)] == [AUGUSTA]

    # Nothing is forgotten

    def test_every_column_that_names_a_player_is_known_to_be_somebodys(self) -> None:
        found = {f"{table.name}.{name}" for table in TABLES for name in table.names if name in NAMING}
        assert found - NOBODY_NAMED.keys() == {f"{owned.table}.{owned.column}" for owned in OWNED}
        assert {owned.column for owned in OWNED} == NAMING

    # Two classes inherit this test; each keeps its own examples.
    @settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(
        st.lists(
            st.tuples(st.sampled_from(["live", "join", "part", "forget"]), *[st.sampled_from(PEOPLE)] * 2),
            max_size=8,
        )
    )
    def test_whatever_becomes_of_people_nothing_is_under_the_id_of_who_is_gone(self, plan: Deeds) -> None:
        async def play() -> None:
            with tempfile.TemporaryDirectory() as folder:
                async with self.open_store(Path(folder)) as store:
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
        for found in await store._database.rows(f"SELECT * FROM {table.name}"):  # noqa: S608
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
