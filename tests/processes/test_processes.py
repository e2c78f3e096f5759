"""Three real processes on one PostgreSQL, of which one is killed again and again, lose and double nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.processes.life import live
from tests.storage.postgres.server import new_database


@pytest.mark.long
@pytest.mark.timeout(480)
async def test_processes_that_are_killed_again_and_again_lose_and_double_nothing(tmp_path: Path) -> None:
    told = await live(tmp_path, await new_database("processes"), seed=1, seconds=15)
    assert told.broken == [], "\n".join((*told.story[-300:], str(told)))
    assert told.matches == 4
    assert told.deaths > 0
