"""Records of matches, as files that are imported, and as the verifier of the documents reads them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from games import GAMES, record
from games.record import UnreadableRecord
from tests.fuzzing.laws import Broken
from tests.fuzzing.target import Take, Target
from tests.games.test_record import EXAMPLE, played

MOST_PLIES = 5_000


@asynccontextmanager
async def _open(_: Path) -> AsyncIterator[Take]:
    yield _take


async def _take(data: bytes) -> None:
    """What is read is written the same again; anything else is refused with its line."""
    text = data.decode("utf-8-sig", "replace")
    asked = iter(range(MOST_PLIES))
    try:
        read, states = record.read(text, lambda: next(asked, None) is not None)
    except UnreadableRecord as wrong:
        if not 1 <= wrong.line <= max(1, len(text.splitlines()) + 1):
            raise Broken(f"line {wrong.line} of a shorter record is wrong: {wrong.problem}") from wrong
        return
    if len(states) != len(read.plies) + 1:
        raise Broken("not one state a ply")
    again, _ = record.read(record.write(read))
    if again != read:
        raise Broken(f"what is written again differs: {again}")


async def _seeds(_: Path) -> Sequence[bytes]:
    texts = [record.write(played(game, plies, 3)) for game in GAMES for plies in (0, 3, 12)]
    return [text.encode() for text in (EXAMPLE, *texts)]


TOKENS = (
    *(f"[{name} " for name in ("Game", "House", "Match", "Date", "First", "Seal", "Seed", "Challenge")),
    *(f"[{name} " for name in ("Acceptance", "Challenger", "Seats", "Result", "Ending")),
    *('[Tischrand "1"]', "first", "second", "draw", "resigned", "stopped", "rules", "agreed", "drawn"),
    *("key:", "lock:", "lock2:", "fresh:", "1. first ", "2. second ", ";", "2026-02-29"),
    *GAMES,
)
TARGET = Target("records", _open, _seeds, tokens=TOKENS, share=6, round=1_000_000)
