"""What an adapter reports of a board, however its delivery ends."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from bot.interface import Delivery, Front, Post, Screen, delivered

BOARD = Delivery("B", 3)


class Reports:
    """A front that notes what is reported to it."""

    def __init__(self) -> None:
        self.told: list[tuple[Delivery, str | None]] = []
        self.front = cast(Front, SimpleNamespace(delivered=self.delivered))

    async def delivered(self, delivery: Delivery, message: str | None) -> None:
        self.told.append((delivery, message))


async def test_the_message_that_shows_the_board_is_reported() -> None:
    reports = Reports()
    async with delivered(reports.front, Post(Screen(""), BOARD)) as shown:
        shown.message = "m1"
    assert reports.told == [(BOARD, "m1")]


@pytest.mark.parametrize("error", [OSError, asyncio.CancelledError, TimeoutError])
async def test_a_body_that_fails_is_reported_as_not_delivered(error: type[BaseException]) -> None:
    reports = Reports()

    async def deliver() -> None:
        async with delivered(reports.front, Post(Screen(""), BOARD)) as shown:
            shown.message = "m1"
            raise error

    with pytest.raises(error):
        await deliver()
    assert reports.told == [(BOARD, None)]


async def test_a_response_without_a_board_reports_nothing() -> None:
    reports = Reports()
    async with delivered(reports.front, None) as shown:
        shown.message = "m1"
    assert reports.told == []
