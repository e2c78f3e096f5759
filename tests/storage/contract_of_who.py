"""What every store must refuse where people have become others since something was decided."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from games.events import PlayerId
from storage.boards import ChatId
from storage.errors import PeopleChanged
from storage.matches import ANY_RATING, Remark, Seek, Seen
from storage.people import Block, LinkCode, Person, Preferences
from storage.results import StoredRecord
from storage.sql.store import Store
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    BOB,
    CLEO,
    OPENED,
    M,
    StoreTests,
    change,
    forget,
    join,
    part,
    person,
    rating,
    row,
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


class WhoContract(StoreTests):
    """Changes of who is who: one at a time, whichever process makes them."""

    @pytest.mark.parametrize("changed", CHANGED)
    @pytest.mark.parametrize("decided", DECIDED)
    async def test_who_is_who_changes_only_as_it_was_when_that_was_decided(
        self, store: Store, decided: str, changed: str
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
    async def test_what_others_choose_meanwhile_is_no_reason_to_decide_anew(
        self, store: Store, decided: str
    ) -> None:
        for each in THEIRS:
            await store.people.put_person(each)
        known = await store.people.people([ADA, BOB])
        await store.settings.put_preferences(Preferences(CLEO, theme="dark"))
        await store.people.put_person(person("4", "Cleo", player=CLEO))
        await DECIDED[decided](store, known)
        assert await store.people.people([ADA, BOB]) != known

    async def test_a_code_joins_once(self, store: Store) -> None:
        await store.people.put_link_code(CODE)
        await join(store, BOB, ADA, code=CODE)
        with pytest.raises(PeopleChanged):
            await join(store, CLEO, ADA, code=CODE)
        used = await store.people.link_code("digest")
        assert used
        assert used.used

    async def test_who_plays_against_somebody_does_not_become_them(self, store: Store) -> None:
        await store.append(change(M, 2, OPENED, ACCEPTED))
        for one, other in ((ADA, BOB), (BOB, ADA)):
            with pytest.raises(PeopleChanged):
                await join(store, one, other)
        over = change(M, 3)
        await store.append(replace(over, row=replace(over.row, phase="over")))
        await join(store, ADA, BOB)

    async def test_a_rating_that_changes_before_two_are_joined_is_not_lost(self, store: Store) -> None:
        await store.append(replace(change(M, 2, OPENED, ACCEPTED), ratings=(rating(ADA, 1500),)))
        (before,) = await store.results.ratings_of(ADA)
        with pytest.raises(PeopleChanged):
            await store.people.join_players(CLEO, ADA, (), [replace(before, won=before.won + 1)], ())
        assert await store.results.ratings_of(ADA) == (before,)
        await store.people.join_players(CLEO, ADA, (), [before], [before])

    async def test_who_has_begun_a_match_meanwhile_is_not_forgotten(self, store: Store) -> None:
        await store.append(change(M, 2, OPENED, ACCEPTED))
        with pytest.raises(PeopleChanged):
            await store.people.forget_player(BOB, 1, (), 0)
        await store.people.forget_player(BOB, 1, (), 1)

    @pytest.mark.parametrize("written", WRITTEN)
    @pytest.mark.parametrize("gone", GOING)
    async def test_nothing_is_written_for_who_is_there_no_more(
        self, store: Store, gone: str, written: str
    ) -> None:
        await store.people.put_person(person("1", "Ada", player=ADA))
        await GOING[gone](store)
        with pytest.raises(PeopleChanged):
            await WRITTEN[written](store)
        assert (await store.settings.preferences(ADA)).theme != "dark"
        assert (await store.results.ratings_of(ADA), await store.matches.load(M)) == ((), ())

    @pytest.mark.parametrize("now", ["joined", "parted", "forgotten"])
    async def test_an_account_acts_for_whose_it_is(self, store: Store, now: str) -> None:
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
