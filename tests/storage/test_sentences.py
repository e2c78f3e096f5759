"""Odd sentences in the store: each once, so many and so long."""

from __future__ import annotations

from dataclasses import replace

from storage.sentences import MOST_ODD, ODD_KEPT, OddSentence
from storage.sql.sentences import odd_sentences
from storage.sql.store import Store

TOLD = OddSentence("de", "button.accept", "Annehmen", "Nehmen", day=86_400)


async def kept(store: Store) -> list[OddSentence]:
    return [*await odd_sentences(lambda query, row: store.database.rows(query, row))]


async def test_what_is_told_twice_is_kept_once(store: Store) -> None:
    for day in (TOLD.day, 2 * TOLD.day):
        await store.sentences.put_odd(replace(TOLD, day=day))
    await store.sentences.put_odd(replace(TOLD, language="ca"))
    assert await kept(store) == [replace(TOLD, language="ca"), TOLD]


async def test_it_is_gone_after_half_a_year(store: Store) -> None:
    await store.sentences.put_odd(TOLD)
    await store.jobs.beat(TOLD.day + ODD_KEPT - 1)
    assert await kept(store) == [TOLD]
    await store.jobs.beat(TOLD.day + ODD_KEPT)
    assert await kept(store) == []


async def test_the_newest_are_kept(store: Store) -> None:
    for day in range(MOST_ODD + 1):
        await store.sentences.put_odd(replace(TOLD, comment=str(day), day=day))
    left = await kept(store)
    assert len(left) == MOST_ODD
    assert str(MOST_ODD) in {one.comment for one in left}
    assert "0" not in {one.comment for one in left}
