"""Who is who: found by id, by handle and by name."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.domain.refusals import Refused
from bot.interface import Account
from bot.repositories.accounts import AccountRepository
from storage.sql.store import Store
from tests.storage.sqlite.prepared import opened

BEN = Account("telegram", "17", "Benjamin", "en", handle="Ben_2")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await opened(tmp_path / "house.db")
    yield store
    await store.close()


@pytest.fixture
def people(store: Store) -> AccountRepository:
    return met_by(store)


def met_by(store: Store) -> AccountRepository:
    drawn = itertools.count()
    return AccountRepository(store, lambda size: next(drawn).to_bytes(size, "big"))


@pytest.mark.parametrize("who", ["17", "Ben_2", "@ben_2", "@BEN_2", "benjamin", "@benjamin"])
async def test_somebody_is_found_by_id_by_handle_and_by_name(people: AccountRepository, who: str) -> None:
    player = await people.register(BEN)
    await people.register(Account("telegram", "18", "Ada"))
    assert await people.find("telegram", who) == player
    with pytest.raises(Refused):
        await people.find("discord", who)


async def test_a_handle_comes_before_a_name(people: AccountRepository) -> None:
    await people.register(Account("telegram", "18", "ben_2"))
    player = await people.register(BEN)
    assert await people.find("telegram", "ben_2") == player


@pytest.mark.parametrize("who", ["", "@"])
async def test_who_has_no_handle_is_not_found_by_none(people: AccountRepository, who: str) -> None:
    await people.register(replace(BEN, handle=""))
    with pytest.raises(Refused):
        await people.find("telegram", who)


async def test_accounts_tell_the_handle_that_was_seen_last(people: AccountRepository, store: Store) -> None:
    player = await people.register(BEN)
    assert await people.accounts(player) == (BEN,)
    renamed = replace(BEN, handle="benno")
    assert await people.register(renamed) == player
    assert await people.accounts(player) == await met_by(store).accounts(player) == (renamed,)
    with pytest.raises(Refused):
        await people.find("telegram", "@ben_2")


async def test_a_handle_that_passes_to_another_and_back_is_of_who_has_it(people: AccountRepository) -> None:
    ben = await people.register(BEN)
    other = replace(BEN, id="18", name="Other")
    taker = await people.register(other)
    assert await people.find("telegram", "@ben_2") == taker
    await people.register(replace(other, handle="someone"))
    assert await people.register(BEN) == ben
    assert await people.find("telegram", "@ben_2") == ben


async def test_who_was_invited_by_their_handle_is_shown_as_whom_they_arrive_as(
    people: AccountRepository,
) -> None:
    invited = await people.invite("telegram", "ben_2", 1000)
    assert [one.name for one in await people.accounts(invited)] == ["@ben_2"]
    assert await people.register(BEN) == invited
    assert await people.accounts(invited) == (BEN,)
    assert await people.of([invited], "telegram") == {invited: BEN}
