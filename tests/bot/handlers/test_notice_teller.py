"""What a store that is away costs whoever looks at a match: a notice of what they know, at worst."""

from __future__ import annotations

import logging

import pytest

from storage.errors import StoreUnavailable
from tests.bot.memory_platform import House, code_of, other, private_chat


async def test_that_a_look_could_not_be_stored_is_told_to_the_host(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await house.start("/play sahara")
    who = other(house.to_act())
    line, chat = f"/hand {code_of(house)}", private_chat(who)

    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as broken, caplog.at_level(logging.WARNING):
        broken.setattr(house.store.jobs, "drop_seen_notice", away)
        assert (await house.type(who, line, chat)).succeeded
        await house.settled()
    (record,) = caplog.records
    assert record.getMessage() == "that somebody has seen a match could not be stored"
    assert record.exc_info
    assert isinstance(record.exc_info[1], StoreUnavailable), "so that it is one line"
