"""What every store must tell those who have looked before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from games.events import PlayerId
from storage.errors import PeopleChanged, RatedMeanwhile, VersionConflict
from storage.jobs import Deadline
from storage.matches import Seen
from storage.news import EVERYBODY, MOST_NEWS, Known, Look, place_key
from storage.people import LinkCode
from storage.settings import Block, ChatSettings, Preferences
from storage.sql.store import Store
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    BOB,
    OPENED,
    M,
    N,
    StoreTests,
    board,
    change,
    person,
    ply,
    rating,
)

DUE = Deadline(M, "reminder", 0, 100, 200)
CODE, HALL = LinkCode("d", "web", "1", 1), ChatSettings("web", "hall")

HAPPENINGS: dict[str, tuple[Callable[[Store], Awaitable[object]], set[str]]] = {
    "a name": (lambda store: store.people.put_person(person("1", "Countess", player=ADA)), {ADA}),
    "a choice": (lambda store: store.settings.put_preferences(Preferences(ADA, theme="dark")), {ADA}),
    "a block": (lambda store: store.settings.put_block(Block(ADA, BOB, 1)), {ADA}),
    "no block": (lambda store: store.settings.drop_block(BOB, ADA), {BOB}),
    "a place": (lambda store: store.settings.put_chat_settings(HALL), {place_key("web", "hall")}),
    "a link": (lambda store: store.people.join_players(BOB, ADA, CODE), {EVERYBODY}),
    "no link": (lambda store: store.people.part_account(ADA, "web", PlayerId("fresh"), 1), {EVERYBODY}),
    "a farewell": (lambda store: store.people.forget_player(ADA, 1), {EVERYBODY}),
    "a credit": (lambda store: store.jobs.beat(150, credit=True), {EVERYBODY}),
}


class NewsContract(StoreTests):
    """News: of a match, of people and of chats."""

    async def test_an_unknown_match_is_none(self, store: Store) -> None:
        assert await store.matches.look(Known(match=M), boards=True) == Look(0, frozenset(), None)

    async def test_who_knows_nothing_is_told_all(self, store: Store) -> None:
        await store.append(change(M, 2, OPENED, ACCEPTED, boards=(board("a", M),)))
        look = await store.matches.look(Known(match=M), boards=True)
        assert look.events == (OPENED, ACCEPTED)
        assert look.boards == await store.boards.boards_of(M)

    async def test_who_knows_all_is_told_nothing(self, store: Store) -> None:
        await store.append(replace(change(M, 2, OPENED, ACCEPTED), deadlines=(DUE,)))
        first = await store.matches.look(Known(match=M))
        again = await store.matches.look(Known(match=M, changes=first.changes or 0, version=2))
        assert (again.events, again.deadlines) == ((), ())

    async def test_of_a_match_what_is_new_is_told(self, store: Store) -> None:
        await store.append(change(M, 2, OPENED, ACCEPTED))
        first = await store.matches.look(Known(match=M))
        await store.append(replace(change(M, 3), deadlines=(DUE,)))
        again = await store.matches.look(Known(match=M, changes=first.changes or 0, version=2))
        assert (again.events, again.deadlines) == ((ply(3),), (DUE,))

    async def test_a_change_without_events_is_news(self, store: Store) -> None:
        await store.append(replace(change(M, 2, OPENED, ACCEPTED), deadlines=(DUE,)))
        first = await store.matches.look(Known(match=M))
        await store.append(replace(change(M, 2), events=(), deadlines=()))
        again = await store.matches.look(Known(match=M, changes=first.changes or 0, version=2))
        assert again.changes != first.changes
        assert (again.events, again.deadlines) == ((), ())

    async def test_what_was_decided_before_another_change_is_refused(self, store: Store) -> None:
        await store.append(replace(change(M, 2, OPENED, ACCEPTED), after=0))
        changes = (await store.matches.look(Known(match=M))).changes
        await store.append(replace(change(M, 2), events=(), deadlines=(DUE,), after=changes))
        with pytest.raises(VersionConflict):
            await store.append(replace(change(M, 2), events=(), deadlines=(), after=changes))
        with pytest.raises(VersionConflict):
            await store.append(replace(change(M, 3), after=changes))
        assert await store.jobs.deadlines_of([M]) == (DUE,)
        assert len(await store.matches.load(M)) == 2

    @pytest.mark.parametrize("happening", HAPPENINGS)
    async def test_news_name_whom_they_are_about(self, store: Store, happening: str) -> None:
        await store.people.put_person(person("1", "Ada", player=ADA))
        await store.people.put_person(person("2", "Bob", player=BOB))
        await store.append(replace(change(M, 2, OPENED, ACCEPTED), deadlines=(DUE,)))
        await store.settings.put_block(Block(BOB, ADA, 1))
        await store.jobs.beat(120)
        before = (await store.matches.look(Known())).people
        happens, subjects = HAPPENINGS[happening]
        await happens(store)
        look = await store.matches.look(Known(before))
        assert look.people > before
        assert EVERYBODY in look.subjects or look.subjects == subjects
        assert subjects <= look.subjects

    async def test_a_press_and_a_newcomer_are_no_news(self, store: Store) -> None:
        await store.people.put_person(person("1", "Ada", player=ADA))
        before = await store.matches.look(Known())
        await store.people.put_person(person("2", "Bob", player=BOB))
        await store.append(change(M, 2, OPENED, ACCEPTED))
        await store.append(replace(change(M, 3), seen=Seen(ADA, "web", board("a", M).chat, False, 5)))
        assert await store.matches.look(Known()) == before

    async def test_of_too_many_news_everybody_is_the_subject(self, store: Store) -> None:
        for number in range(MOST_NEWS + 1):
            await store.settings.put_block(Block(ADA, PlayerId(str(number)), 1))
        await store.jobs.beat(150)
        assert (await store.matches.look(Known())).subjects == {EVERYBODY}
        last = (await store.matches.look(Known())).people
        assert (await store.matches.look(Known(last - MOST_NEWS))).subjects == {ADA}

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
        assert await store.settings.chat_settings("web", "hall") == replace(HALL, theme="dark")

    async def test_of_two_matches_that_end_after_one_rating_the_second_is_refused(self, store: Store) -> None:
        for match in (M, N):
            await store.append(change(match, 2, OPENED, ACCEPTED))
        after = replace(rating(ADA, 1600), won=7)
        await store.append(replace(change(M, 3), ratings=(after,)))
        with pytest.raises(RatedMeanwhile):
            await store.append(replace(change(N, 3), ratings=(replace(after, last=300),)))
        await store.append(replace(change(N, 3), ratings=(replace(after, won=8),)))
        assert await store.results.ratings_of(ADA) == (replace(after, won=8),)
