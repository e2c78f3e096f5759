"""Tournaments: by id, by place, and their jobs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.events import PlayerId
from storage.errors import VersionConflict
from storage.sql.store import Store
from storage.tournaments import Entrant, Tournament
from tests.storage.facts import ADA, BOB, CLEO, RUNNING, forget, join


def read(found: Tournament | None) -> Tournament | None:
    """Without how often it was changed."""
    return found and replace(found, changes=0)


async def stored(store: Store) -> Tournament:
    found = await store.tournaments.tournament("T")
    assert found
    return found


@pytest.mark.parametrize("gone", [BOB, CLEO])
async def test_what_was_decided_before_somebody_was_forgotten_is_decided_again(
    store: Store, gone: PlayerId
) -> None:
    await store.tournaments.put_tournament(replace(RUNNING, organiser=CLEO))
    known = await stored(store)
    await forget(store, gone, 100)
    with pytest.raises(VersionConflict):
        await store.tournaments.put_tournament(known)


async def test_its_chat_is_told_of_a_round_once_but_again_of_what_happens_meanwhile(store: Store) -> None:
    await store.tournaments.put_tournament(RUNNING)
    await store.tournaments.note_told(RUNNING, 1, "m", "digest")
    told = await stored(store)
    assert (told.told, told.message, told.shown) == (1, "m", "digest")
    await store.tournaments.put_tournament(replace(told, message="", shown=""))
    told = await stored(store)
    assert told.message == "m", "what is put says nothing of it"
    await forget(store, ADA, 100)
    await store.tournaments.note_told(told, 1, "m", "")
    left = await stored(store)
    assert left.told == -1


async def test_who_has_become_another_takes_part_as_that_one(store: Store) -> None:
    await store.tournaments.put_tournament(RUNNING)
    dora = PlayerId("dora")
    await join(store, ADA, dora)
    joined = await stored(store)
    assert [one.player for one in joined.entrants] == [dora, BOB, CLEO]
    assert (joined.organiser, joined.pairings[0].first) == (dora, dora)
    await store.tournaments.put_tournament(joined)
    assert read(await store.tournaments.tournament("T")) == read(joined)
    await join(store, BOB, dora)
    both = await stored(store)
    assert [one.player for one in both.entrants] == [dora, CLEO]


@pytest.mark.parametrize("left", [ADA, BOB])
async def test_who_has_left_with_one_account_goes_on_with_another(store: Store, left: PlayerId) -> None:
    entrants = tuple(replace(one, gone=one.player == left) for one in RUNNING.entrants)
    await store.tournaments.put_tournament(replace(RUNNING, entrants=entrants))
    await join(store, BOB, ADA)
    found = await stored(store)
    assert found.entrants == (Entrant(ADA), Entrant(CLEO))


@pytest.mark.parametrize("left", [ADA, BOB])
async def test_so_they_do_where_they_become_one_while_something_else_changes(
    store: Store, left: PlayerId
) -> None:
    entrants = tuple(replace(one, gone=one.player == left) for one in RUNNING.entrants)
    await store.tournaments.put_tournament(RUNNING)
    known = await stored(store)
    await join(store, BOB, ADA)
    await store.tournaments.put_tournament(replace(known, entrants=entrants))
    found = await stored(store)
    assert found.entrants == (Entrant(ADA), Entrant(CLEO))
