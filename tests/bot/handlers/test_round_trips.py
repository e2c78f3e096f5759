"""What one press costs where the database is far away: one question and one answer."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest

from bot.delivery.version_saver import SAVE_SOON
from tests.bot.postgres_house import PostgresHouse
from tests.storage.postgres.server import prepared


class PatientHouse(PostgresHouse):
    """What boards show is stored with the next press."""

    async def sleep(self, seconds: float) -> None:
        if seconds == SAVE_SOON:
            await asyncio.Event().wait()
        await super().sleep(seconds)


async def test_a_press_takes_two_round_trips_one_to_load_and_one_to_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    connect = asyncpg.connect

    async def listening(*where: Any, **options: Any) -> asyncpg.Connection:
        connection = await connect(*where, **options)
        connection.add_query_logger(lambda told: asked.append(told.query))
        return connection

    monkeypatch.setattr("storage.postgres.connecting.asyncpg.connect", listening)
    async with PatientHouse(await prepared()) as house:
        await house.start()
        await house.press(house.to_act(), "1")  # its statements are prepared
        asked.clear()
        assert (await house.handled(house.to_act(), "2", house.board())).update
        assert len(asked) == 2
