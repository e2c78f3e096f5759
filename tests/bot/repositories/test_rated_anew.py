"""Ratings that an upgrade has discarded follow from the results again, however often that is interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest

from bot.domain.ratings import DAY, replayed
from bot.repositories import results
from bot.repositories.results import rate_anew
from games.events import MatchId, PlayerId
from storage.results import MatchResult, Rating
from tests.storage.facts import ADA, BOB, CLEO, change, person, result
from tests.storage.memory_store import MemoryStore

X = MatchId("X")
GONE = PlayerId("gone")
PAIRS = [(ADA, BOB), (BOB, CLEO), (CLEO, ADA), (BOB, ADA), (ADA, GONE)] * 5


class Upgraded(MemoryStore):
    """A store whose ratings are gone, with Ada, Bob and Cleo, and somebody who has been forgotten."""

    def __init__(self) -> None:
        super().__init__()
        self.fails_at: int | None = None
        self.written: list[str] = []

    async def put_rated_anew(self, results: Sequence[MatchResult], ratings: Sequence[Rating]) -> None:
        if self.fails_at is not None and len(self.written) >= self.fails_at:
            raise OSError("the power is gone")
        self.written += [each.match for each in results]
        await super().put_rated_anew(results, ratings)


@pytest.fixture
async def store(monkeypatch: pytest.MonkeyPatch) -> Upgraded:
    monkeypatch.setattr(results, "AT_ONCE", 4)
    store = Upgraded()
    for player in (ADA, BOB, CLEO):
        await store.put_person(person(player, player.title(), player=player))
    for number, players in zip(count(), PAIRS):
        match = MatchId(f"M{number}")
        ended = replace(result(match, players=players), ended=number * DAY, weighed=None)
        await store.append(replace(change(match, 1), result=ended))
    return store


async def assert_all_follows_from_results(store: MemoryStore, *players: PlayerId) -> None:
    assert all(one.weighed for one in store.results.values())
    for player in players:
        assert await store.ratings_of(player) == replayed(await store.rated_results_of(player), player)


async def test_all_ratings_follow_from_the_results(store: Upgraded) -> None:
    await rate_anew(store)
    await assert_all_follows_from_results(store, ADA, BOB, CLEO)
    (ada,) = await store.ratings_of(ADA)
    assert ada.matches == 20


async def test_what_is_done_is_not_done_again(store: Upgraded) -> None:
    await rate_anew(store)
    assert store.written == [f"M{number}" for number in range(len(PAIRS))]
    await rate_anew(store)
    assert len(store.written) == len(PAIRS)


@pytest.mark.parametrize("at", [0, 4, 8, 24])
async def test_an_interruption_changes_nothing_of_what_follows(store: Upgraded, at: int) -> None:
    store.fails_at = at
    with pytest.raises(OSError, match="power"):
        await rate_anew(store)
    store.fails_at = None
    await rate_anew(store)
    assert store.written == [f"M{number}" for number in range(len(PAIRS))]
    await assert_all_follows_from_results(store, ADA, BOB, CLEO)


async def test_whoever_has_been_forgotten_gets_no_rating_back(store: Upgraded) -> None:
    await rate_anew(store)
    assert await store.ratings_of(GONE) == ()
    assert {player for player, _ in store.ratings} == {ADA, BOB, CLEO}


async def test_a_match_between_accounts_that_were_joined_since_says_nothing(store: Upgraded) -> None:
    between = replace(result(X, players=(ADA, ADA)), weighed=None)
    await store.append(replace(change(X, 1), result=between))
    await rate_anew(store)
    await assert_all_follows_from_results(store, ADA, BOB, CLEO)
    said = store.results[X].weighed
    assert said
    assert said[0] == said[1]
    assert said[0].became == said[0].before.value
