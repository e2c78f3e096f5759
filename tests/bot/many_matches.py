"""Many matches of the same two people, stored without being played: each is a copy of one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from games.events import MatchId
from storage.changes import Change
from storage.sql.store import Store
from tests.storage.facts import deadlines_of

MINUTE = 60  # seconds


async def multiply(store: Store, code: MatchId, number: int) -> list[MatchId]:
    """So many copies of a match, each due a minute after the one before; their codes in that order."""
    row, log, deadlines = (
        await store.matches.row(code),
        await store.matches.load(code),
        await deadlines_of(store, code),
    )
    assert row is not None
    opened: Any = log[0]
    codes = [MatchId(f"Z{place:05}") for place in range(1, number + 1)]
    changes = [
        Change(
            replace(row, match=copy),
            (replace(opened, match=copy), *log[1:]),
            deadlines=tuple(replace(one, match=copy, due=one.due + place * MINUTE) for one in deadlines),
        )
        for place, copy in enumerate(codes, start=1)
    ]
    await asyncio.gather(*map(store.append, changes))
    return codes
