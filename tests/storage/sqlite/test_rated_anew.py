"""Ratings of the model before: gone with the upgrade, while all results stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from storage.sqlite.store import SqliteStore
from tests.storage.facts import ADA, M, N, change, rating, result
from tests.storage.sqlite.older_ratings import NOT_WEIGHED, RATED_ADA, WEIGHED, ended, make_older


async def test_stored_ratings_do_not_outlive_the_upgrade_but_all_results_do(tmp_path: Path) -> None:
    path = tmp_path / "tischrand.db"
    await make_older(path, *ended(M, "rated", WEIGHED), *ended(N, "casual", NOT_WEIGHED), RATED_ADA)
    store = await SqliteStore.open(path)
    assert await store.ratings_of(ADA) == ()
    assert await store.lacks_ratings()
    assert await store.result(M) == replace(result(M), weighed=None)
    assert await store.result(N) == replace(result(N), counts="casual", weighed=None)
    await store.put_rated_anew([result(M)], [rating(ADA, 1596.0)])
    await store.close()
    store = await SqliteStore.open(path)
    assert not await store.lacks_ratings()
    assert await store.ratings_of(ADA) == (rating(ADA, 1596.0),)
    await store.close()


async def test_a_result_of_now_is_rated_from_the_start(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "tischrand.db")
    await store.append(replace(change(M, 1), result=result(M)))
    assert not await store.lacks_ratings()
    await store.close()
