"""Waits after failures, and boards reported as delivered."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from bot.interface import Backoff, Delivery, Front, Post, Screen, delivered


def test_waits_double_up_to_the_longest_one() -> None:
    backoff = Backoff(1.0, 5.0)
    assert [backoff.next_wait() for _ in range(4)] == [1.0, 2.0, 4.0, 5.0]


def test_a_longer_wait_that_is_asked_for_is_kept_even_beyond_the_longest() -> None:
    backoff = Backoff(0.0, 60.0)
    assert [backoff.next_wait(asked) for asked in (3.0, 1.0, 100.0, 1.0)] == [3.0, 6.0, 100.0, 60.0]


def test_after_a_success_waits_begin_anew() -> None:
    backoff = Backoff(1.0, 5.0)
    backoff.next_wait()
    backoff.next_wait()
    assert backoff.failed
    backoff.reset()
    assert not backoff.failed
    assert backoff.next_wait() == 1.0


BOARD = Delivery("B", 3)


class Reports:
    """A front that notes what is reported to it."""

    def __init__(self) -> None:
        self.told: list[tuple[Delivery, str | None]] = []
        self.left = list[Delivery]()
        self.front = cast(Front, SimpleNamespace(delivered=self.delivered))

    async def delivered(self, delivery: Delivery, message: str | None, *, tried: bool) -> None:
        if tried:
            self.told.append((delivery, message))
        else:
            self.left.append(delivery)


async def test_the_message_that_shows_the_board_is_reported() -> None:
    reports = Reports()
    async with delivered(reports.front, Post(Screen(""), BOARD)) as shown:
        shown.message = "m1"
    assert reports.told == [(BOARD, "m1")]


async def test_a_board_that_is_left_to_the_bot_is_reported_so() -> None:
    reports = Reports()
    async with delivered(reports.front, Post(Screen(""), BOARD)) as shown:
        shown.left = True
    assert (reports.left, reports.told) == ([BOARD], [])


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
