"""What every store must tell in one read, and what it must refuse where that has changed since."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.events import PlayerId
from storage.boards import ChatId
from storage.errors import PeopleChanged, RatedMeanwhile, VersionConflict
from storage.jobs import Deadline
from storage.matches import MatchReading, PressReading
from storage.people import ChatSettings, Preferences
from storage.sql.store import Store
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    BOB,
    CLEO,
    OPENED,
    M,
    N,
    StoreTests,
    board,
    change,
    join,
    person,
    ply,
    rating,
)

DUE = Deadline(M, "reminder", 0, 100, 200)
HALL = ChatSettings("web", "hall", language="de", revision=1)
AWAITED = person("@00000001.aa", "@countess", player=PlayerId("expected"))


async def reading_of(store: Store, version: int = 0) -> MatchReading:
    reading = await store.readings.read_match(M, version)
    assert reading
    return reading


async def press_by(store: Store, account: str, handle: str = "", press: str = "web:9") -> PressReading:
    return await store.readings.read_press("web", account, handle, press=press, match=M)


class ReadingsContract(StoreTests):
    """Readings of a match and of a press."""

    async def test_an_unknown_match_is_none(self, store: Store) -> None:
        assert await store.readings.read_match(M) is None
        assert (await press_by(store, "1")).match is None

    async def test_a_match_is_read_with_all_that_belongs_to_it(self, store: Store) -> None:
        await store.append(replace(change(M, 2, OPENED, ACCEPTED, boards=(board("a", M),)), deadlines=(DUE,)))
        reading = await reading_of(store)
        assert (reading.players, reading.changes) == ((ADA, BOB), 1)
        assert (reading.events, reading.deadlines) == ((OPENED, ACCEPTED), (DUE,))
        assert reading.boards == await store.boards.boards_of(M)

    async def test_of_its_events_those_are_told_that_are_new(self, store: Store) -> None:
        await store.append(change(M, 2, OPENED, ACCEPTED))
        await store.append(replace(change(M, 3), deadlines=(DUE,)))
        reading = await reading_of(store, 2)
        assert (reading.events, reading.deadlines) == ((ply(3),), (DUE,))
        assert (await reading_of(store, 3)).events == ()

    async def test_a_change_without_events_is_counted(self, store: Store) -> None:
        await store.append(change(M, 2, OPENED, ACCEPTED))
        first = await reading_of(store, 2)
        await store.append(replace(change(M, 2), events=(), deadlines=(DUE,)))
        again = await reading_of(store, 2)
        assert (again.changes, again.deadlines) == (first.changes + 1, (DUE,))

    async def test_who_plays_and_who_reads_its_boards_is_told_with_what_they_have_chosen(
        self, store: Store
    ) -> None:
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

    async def test_who_has_become_another_is_told_by_the_present_id(self, store: Store) -> None:
        await store.append(change(M, 2, OPENED, ACCEPTED))
        await join(store, ADA, CLEO)
        reading = await reading_of(store)
        assert reading.players == (CLEO, BOB)
        assert reading.events == await store.matches.load(M)
        assert "'ada'" not in repr(reading)

    async def test_who_presses_is_told_with_all_their_accounts(self, store: Store) -> None:
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

    async def test_who_was_never_here_is_nobody_until_now(self, store: Store) -> None:
        read = await press_by(store, "1")
        assert (read.person, read.accounts, read.preferences, read.awaited) == (None, (), None, None)

    async def test_whether_a_press_has_counted_is_told(self, store: Store) -> None:
        await store.append(change(M, 2, OPENED, ACCEPTED, press="web:9"))
        assert (await press_by(store, "1")).pressed
        assert not (await press_by(store, "1", press="web:8")).pressed

    async def test_who_is_awaited_by_a_handle_is_told_to_who_has_it(self, store: Store) -> None:
        await store.people.put_person(replace(AWAITED, handle="Countess"))
        await store.people.put_person(person("1", "Ada", player=ADA))
        for account in ("1", "2"):
            read = await press_by(store, account, "countess")
            assert read.awaited == replace(AWAITED, handle="Countess")
            assert (await press_by(store, account)).awaited is None
        await store.people.put_person(replace(person("1", "Ada", player=ADA), handle="countess"))
        assert (await press_by(store, "1", "countess")).awaited is None

    async def test_who_has_come_is_awaited_no_more(self, store: Store) -> None:
        await store.people.put_person(replace(AWAITED, handle="countess"))
        ada = replace(person("1", "Ada", player=AWAITED.player), handle="countess")
        await store.people.put_person(ada)
        read = await press_by(store, "1", "countess")
        assert (read.person, read.accounts, read.awaited) == (ada, (ada,), None)

    # What has changed since

    async def test_what_was_decided_before_another_change_is_refused(self, store: Store) -> None:
        await store.append(replace(change(M, 2, OPENED, ACCEPTED), after=0))
        changes = (await reading_of(store)).changes
        await store.append(replace(change(M, 2), events=(), deadlines=(DUE,), after=changes))
        with pytest.raises(VersionConflict):
            await store.append(replace(change(M, 2), events=(), deadlines=(), after=changes))
        with pytest.raises(VersionConflict):
            await store.append(replace(change(M, 3), after=changes))
        assert await store.jobs.deadlines_of([M]) == (DUE,)
        assert len(await store.matches.load(M)) == 2

    async def test_deadlines_that_were_read_before_a_credit_are_refused(self, store: Store) -> None:
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

    async def test_a_choice_is_put_once_by_whoever_has_read_the_newest(self, store: Store) -> None:
        for _ in range(2):  # the first of all, and a later one
            read = await store.settings.preferences(ADA)
            await store.settings.put_preferences(replace(read, theme="dark"))
            with pytest.raises(PeopleChanged):
                await store.settings.put_preferences(replace(read, theme="light", language="de"))
        assert await store.settings.preferences(ADA) == Preferences(ADA, theme="dark")

    async def test_a_choice_for_a_place_likewise(self, store: Store) -> None:
        for _ in range(2):
            read = await store.settings.chat_settings("web", "hall")
            await store.settings.put_chat_settings(replace(read, theme="dark"))
            with pytest.raises(PeopleChanged):
                await store.settings.put_chat_settings(replace(read, theme="light", language="de"))
        assert await store.settings.chat_settings("web", "hall") == ChatSettings("web", "hall", theme="dark")

    async def test_of_two_matches_that_end_after_one_rating_the_second_is_refused(self, store: Store) -> None:
        for match in (M, N):
            await store.append(change(match, 2, OPENED, ACCEPTED))
        after = replace(rating(ADA, 1600), won=7)
        await store.append(replace(change(M, 3), ratings=(after,)))
        with pytest.raises(RatedMeanwhile):
            await store.append(replace(change(N, 3), ratings=(replace(after, last=300),)))
        await store.append(replace(change(N, 3), ratings=(replace(after, won=8),)))
        assert await store.results.ratings_of(ADA) == (replace(after, won=8),)
