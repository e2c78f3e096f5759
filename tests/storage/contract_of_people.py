"""What every store must do with people."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.events import ChallengeCancelled, PlayerId
from storage.boards import BoardId, ChatId
from storage.matches import Seen
from storage.people import AWAITED_KEPT, Block, Preferences, awaited_id
from storage.results import CAPPED
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
    forget,
    join,
    part,
    person,
)


class PeopleContract(StoreTests):
    """People: found by account, by handle and by name."""

    async def test_a_person_is_found_by_account_and_as_last_seen(self, store: Store) -> None:
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
    async def test_a_name_is_found_in_any_case(self, store: Store, name: str, typed: str) -> None:
        await store.people.put_person(person("1", name))
        await store.people.put_person(person("2", "Bob"))
        assert await store.people.person_named("web", typed) == person("1", name)

    async def test_a_name_that_several_have_is_nobodys(self, store: Store) -> None:
        await store.people.put_person(person("1", "Ada"))
        await store.people.put_person(person("2", "ADA"))
        assert await store.people.person_named("web", "ada") is None
        await store.people.put_person(person("3", "Ada", platform="telegram"))
        assert await store.people.person_named("telegram", "ada") == person("3", "Ada", platform="telegram")

    async def test_all_accounts_of_players_are_found(self, store: Store) -> None:
        here, there = (
            person("1", "Ada", player=ADA),
            person("9", "A.", player=ADA, platform="telegram"),
        )
        bob = person("2", "Bob", player=BOB)
        for each in (here, there, bob, person("3", "Cleo")):
            await store.people.put_person(each)
        assert Counter(await store.people.people([BOB, ADA, ADA, PlayerId("nobody")])) == Counter(
            [here, there, bob]
        )

    # Handles

    @pytest.mark.parametrize("typed", ["ben_2", "BEN_2", "Ben_2"])
    async def test_somebody_is_found_by_their_handle_in_any_case(self, store: Store, typed: str) -> None:
        ben = replace(person("1", "Benjamin"), handle="Ben_2")
        await store.people.put_person(ben)
        await store.people.put_person(replace(person("9", "Ben", platform="telegram"), handle="ben"))
        await store.people.put_person(person("2", "ben_2"))
        assert await store.people.person_with("web", typed) == ben
        assert await store.people.person_with("web", "benX2") is None

    async def test_an_empty_handle_is_nobodys(self, store: Store) -> None:
        await store.people.put_person(person("1", "Ada"))
        assert await store.people.person_with("web", "") is None

    async def test_a_handle_belongs_to_who_was_put_with_it_last(self, store: Store) -> None:
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

    async def test_players_are_counted_once_however_many_accounts_they_have(self, store: Store) -> None:
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
        self, store: Store
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

    async def test_challenges_of_before_somebody_was_forgotten_are_counted(self, store: Store) -> None:
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
        self, store: Store, over: str
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

    async def test_whoever_was_named_is_an_account_of_their_own_once_they_come(self, store: Store) -> None:
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
        self, store: Store
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
            {*await store.talk.muted_by(cleo)}
            == {*await store.talk.silenced_in("web", "lounge")}
            == {ADA, fresh}
        )
        assert {shown.id for shown in await store.boards.boards_of(M)} == {"b", "d"}
        assert await store.matches.seen_in(M) == ()
        assert await store.matches.matches_of(fresh, ["running"]) == ()
        assert len(await store.matches.matches_of(ADA, ["running"])) == 1
