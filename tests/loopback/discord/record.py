"""What was received, written down so that two runs can be compared byte for byte."""

from __future__ import annotations

import json
import re

from tests.loopback.discord.refusals import Body
from tests.loopback.discord.world import Channel, Message

SNOWFLAKE = re.compile(r"\d{17,20}")
ADDRESS = re.compile(r"https?://127\.0\.0\.1:\d+")
TIMES = ("timestamp", "edited_timestamp")


class Record:
    """Everything that reached one reader, chat by chat, in order."""

    def __init__(self) -> None:
        self._lines: dict[Channel, list[str]] = {}

    def note(self, chat: Channel, what: str, told: object) -> None:
        """Add an event; `told` is the JSON of it."""
        line = json.dumps([what, told], ensure_ascii=False, sort_keys=True)
        self._lines.setdefault(chat, []).append(ADDRESS.sub("", line))

    def text(self, chat: Channel | None = None, but: int | None = None) -> bytes:
        """All of it, or of one chat, or of all chats `but` those of a kind.

        Chats stand in the order of their making; each id is replaced by its number in order of appearance.
        """
        wanted = [one for one in self._lines if chat in (None, one) and one.kind != but]
        chats = sorted(wanted, key=lambda one: one.id)
        lines = [line for one in chats for line in (f"chat {one.id}", *self._lines[one])]
        known: dict[str, str] = {}
        whole = SNOWFLAKE.sub(lambda f: known.setdefault(f[0], f"#{len(known) + 1}"), "\n".join(lines))
        return whole.encode()


def told(message: Message, shape: Body, pinged: bool | list[int]) -> Body:
    """A message as the record keeps it: without times, with fingerprints of its files."""
    digests = {str(file.id): file.digest for file in message.attachments}
    files = [{**file, "sha256": digests[file["id"]]} for file in shape["attachments"]]
    kept = {name: value for name, value in shape.items() if name not in TIMES}
    return kept | {"attachments": files, "pinged": pinged}
