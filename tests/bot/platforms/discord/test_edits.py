"""What replaces a message: one string of bytes with all its parts, and nothing is asked about what it did."""

from __future__ import annotations

import json
from email import message_from_bytes
from email.message import Message as Mail
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.interface import Image, Message
from bot.platforms.discord import edits

IMAGE = Image(b"\x89PNG\r\n--\r\n", "All that the picture shows.", "board.png")
WORD = "word"  # stands for a token
SHOWN = Message("It is Ada's turn. Für Zoë.", "Sahara", IMAGE)


class Line:
    """A session that breaks as soon as something is to be sent."""

    said: dict[str, Any]

    def request(self, method: str, url: str, **said: Any) -> Any:
        self.said = {"method": method, "url": url, **said}
        raise ConnectionError


def parts(said: dict[str, Any]) -> list[Mail]:
    assert isinstance(said["data"], bytes)
    kind = said["headers"]["Content-Type"].encode()
    mail = message_from_bytes(b"Content-Type: " + kind + b"\r\n\r\n" + said["data"])
    return [part for part in mail.get_payload() if isinstance(part, Mail)]


def told_by(part: Mail) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(part.get_payload(decode=True))  # type: ignore[arg-type]
    return told


def the_way(line: Line) -> Any:
    return discord.Webhook.partial(7, WORD, session=Mock(wraps=line, spec=["request"]))


async def test_a_form_is_one_string_with_the_message_and_its_picture() -> None:
    line = Line()
    with pytest.raises(ConnectionError):
        await edits.edit(the_way(line), 5, SHOWN)
    assert line.said["method"] == "PATCH"
    assert line.said["url"].endswith("/webhooks/7/word/messages/5")
    told, picture = parts(line.said)
    message = told_by(told)
    assert told.get_param("name", header="content-disposition") == "payload_json"
    assert message["components"][0]["content"] == "### Sahara\nIt is Ada's turn. Für Zoë."
    assert message["attachments"] == [{"id": 0, "filename": "board.png", "description": IMAGE.alt}]
    assert (picture.get_filename(), picture.get_content_type()) == ("board.png", "application/octet-stream")
    assert picture.get_param("name", header="content-disposition") == "files[0]"
    assert picture.get_payload(decode=True) == IMAGE.data


async def test_the_answer_to_a_press_asks_for_no_message_in_return() -> None:
    line = Line()
    pressed = Mock(id=3, token=WORD, followup=the_way(line))
    with pytest.raises(ConnectionError):
        await edits.answer(pressed, SHOWN)
    assert line.said["method"] == "POST"
    assert line.said["url"].endswith("/interactions/3/word/callback")
    assert line.said["params"] == {}
    told, _ = parts(line.said)
    assert told_by(told)["type"] == 7


async def test_a_message_without_a_picture_is_no_form() -> None:
    line = Line()
    with pytest.raises(ConnectionError):
        await edits.edit(the_way(line), 5, Message("Text"))
    assert line.said["headers"] == {"Content-Type": "application/json"}
    assert json.loads(line.said["data"])["attachments"] == []
