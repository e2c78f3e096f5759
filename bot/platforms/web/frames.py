"""What a page may send: frames of JSON, read with suspicion.

The page talks in frames of JSON over one WebSocket a person; every frame has a `type`.

| from the page | fields | meaning |
| --- | --- | --- |
| `hello` | `name` `language` `browser` `ticket` | the first frame: who is there, and what lets them in |
| `command` | `chat` `text` `id` | a line was typed: a command, or plain talk |
| `press` | `message` `payload` `id` | a button was pressed |
| `upload` | `chat` `data` `id` | a record to import was chosen: its bytes in base64 |
| `complete` | `chat` `text` `id` | how could this line go on? |
| `earlier` | `chat` `before` | the messages before this one |

`id` is a UUID that the page makes up. A press or command whose `answered` never came is sent again after a
reconnect with the same `id`, and counts once. A dismissed note is the page's own business. `browser` is the
secret by which a browser is known, `ticket` what the address with the token has given it, or nothing.

| to the page | fields | meaning |
| --- | --- | --- |
| `welcome` | `you` `people` `menu` `games` `chats` | after `hello`; each command: name, usage, description |
| `message`, `edit` | `message` | a new message, or a known one with new contents |
| `deleted` | `chat` `id` | a message is gone |
| `note` | `message` | for this person alone; not kept; the same `id` replaces |
| `people` | `people` | who is here, each with `id` and `name` |
| `completions` | `id` `options` | at most 25 whole lines |
| `earlier` | `id` `messages` `more` | of a chat, oldest first; are there still older ones? So are `chats` |
| `forgotten` | `id` | what this person wrote is gone; their page says `hello` when they speak again |
| `answered` | `id` | the press or command has been dealt with |
| `problem` | `problem` `detail` | `bad_name`, `not_let_in`: why, for people; the others are in English |

A message has `id`, `chat` (`channel`, or `@` and an account id), `at` (seconds since 1970) and `kind`:
`talk` and `command` have `author` and `text`; `bot` and `note` have `language`, `title`, `text`, `image`
(`data` in base64, `alt`, `name`, `width`, `height`), `file` (likewise, and its media `type`), `rows` of
buttons (`label`, `style`, `payload`, and `areas`: the corners of what does the same in the picture),
`links`, the `track` of a replay (`at` of its `payloads`), the `match` that its buttons are about, whether it
is a `board` of that, and `awaits`; a `note` also `used`, the command that it answers. What is shown travels
inside its message, so that there is no address from which somebody else could fetch it.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import re
from dataclasses import dataclass, field
from typing import Any

from bot.interface import ImportRecord, Request

FRAME_MAX_BYTES = 300 * 1024  # a record fits; a longer frame closes the socket with 1009, too big

_PRESS_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class Malformed(ValueError):
    """The frame is not one of the table; the message says why."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame: who is there."""

    name: str
    language: str
    browser: str = field(repr=False)
    ticket: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Command:
    """A line was typed."""

    chat: str
    text: str
    id: str


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed."""

    message: str
    payload: str
    id: str


@dataclass(frozen=True, slots=True)
class Upload:
    """A record of a match was chosen among the files of this computer."""

    chat: str
    data: str
    """In base64."""
    id: str


@dataclass(frozen=True, slots=True)
class Complete:
    """A line is being typed: how could it go on?"""

    chat: str
    text: str
    id: str


@dataclass(frozen=True, slots=True)
class Earlier:
    """The messages before the oldest that the page shows."""

    chat: str
    before: str


Frame = Hello | Command | Press | Upload | Complete | Earlier

_KINDS: dict[Any, type[Frame]] = {
    "hello": Hello,
    "command": Command,
    "press": Press,
    "upload": Upload,
    "complete": Complete,
    "earlier": Earlier,
}


def read(text: str) -> Frame:
    """The frame that is written in `text`.

    Raises:
        Malformed
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("a frame is one JSON object") from None
    if not isinstance(fields, dict):
        raise Malformed("a frame is one JSON object")
    kind = fields.get("type")
    known = _KINDS.get(kind) if isinstance(kind, str) else None
    if known is None:
        raise Malformed(f"'type' must be one of {', '.join(_KINDS)}")
    values = {field.name: _text(fields, field.name) for field in dataclasses.fields(known)}
    if known in (Command, Press, Upload) and not _PRESS_ID.fullmatch(values["id"]):
        raise Malformed("'id' must be a UUID")
    return known(**values)


def imported(upload: Upload) -> Request:
    """The record of an upload; the page cuts what is too large, and the dispatcher says so.

    Raises:
        Malformed
    """
    try:
        return ImportRecord(base64.b64decode(upload.data, validate=True))
    except ValueError:
        raise Malformed("'data' must be base64") from None


def _text(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str):
        raise Malformed(f"'{key}' must be a text")
    try:
        value.encode()
    except UnicodeEncodeError:  # JSON can write half a character, which nothing else can keep
        raise Malformed(f"'{key}' is not valid Unicode") from None
    return value
