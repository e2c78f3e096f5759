"""What the loopback servers check by is no older than what the bot and its libraries speak."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from telegram.constants import BOT_API_VERSION_INFO

from tests.loopback.drift import DISCORD, TELEGRAM, drift, main, parts
from tests.loopback.telegram.description import DESCRIBED


def test_the_bot_api_that_is_checked_by_is_not_older_than_that_of_the_library() -> None:
    edition = re.search(r"Bot API (\d+)\.(\d+)", DESCRIBED["title"])
    assert edition
    assert (int(edition[1]), int(edition[2])) >= BOT_API_VERSION_INFO[:2]


def test_a_newer_description_is_compared_part_by_part() -> None:
    used = {"sendText": {"chat": True, "text": False, "style": False}, "sendOld": {}}
    newer = {"sendText": {"chat": True, "text": True, "effect": False, "price": True}, "sendNew": {}}
    assert list(drift(used, newer)) == [
        "sendText: text has to be given",
        "sendText: effect is new",
        "sendText: price is new and has to be given",
        "sendText: style is gone",
        "sendOld is gone",
    ]


@pytest.mark.parametrize("description", [DISCORD, TELEGRAM])
def test_a_description_has_not_changed_since_itself(description: Path) -> None:
    assert parts(json.loads(description.read_text()))
    assert main(description) == 0


def test_a_description_of_aiogram_is_read() -> None:
    field = {"name": "text", "type": "String", "required": True}
    described = {"items": [{"children": [{"name": "sendText", "annotations": [field]}, {"name": "Note"}]}]}
    assert parts(described) == {"sendText": {"text": True}}
