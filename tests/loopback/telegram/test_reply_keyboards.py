"""Keyboards in place of one's own: what Telegram takes, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loopback.telegram.keyboards import read_markup
from tests.loopback.telegram.refusals import Refusal
from tests.loopback.telegram.server import TelegramServer

PERSON = {"text": "Pick", "request_users": {"request_id": 7}}


@pytest.mark.parametrize(
    ("keyboard", "private"),
    [
        ([PERSON], True),
        ([[{"text": " "}]], True),
        ([[PERSON]], False),
        ([[PERSON, PERSON]], True),
        ([[{"text": "Pick", "request_users": {}}]], True),
        ([[{"text": "Pick", "request_users": {"request_id": 2**31}}]], True),
        ([[{"text": "Pick", "request_users": {"request_id": 7, "max_quantity": 11}}]], True),
    ],
)
async def test_malformed_keyboards_are_refused(keyboard: Any, private: bool) -> None:
    async with TelegramServer() as server:
        with pytest.raises(Refusal):
            read_markup(server.service.world, {"keyboard": keyboard}, private=private)
        markup = {"keyboard": [[PERSON], ["No"]]}
        assert read_markup(server.service.world, markup, private=True) == ((), markup)
