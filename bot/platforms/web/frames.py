"""What a page may send, and what it is sent: frames of JSON over one WebSocket; every frame has a `type`.

A page of the web chat begins with `hello`, the page of a match with `open`; until then it hears nothing.

| from the page | fields | meaning |
| --- | --- | --- |
| `hello` | `name` `language` `browser` `ticket` | who is there, and what lets them into the web chat |
| `open` | `match` `language` `telegram` `link` `session` | which match, and what may show who is there |
| `press` | `message` `payload` `id` | a button was pressed |
| `command` | `chat` `text` `id` | a line was typed: a command, or plain talk |
| `upload` | `chat` `data` `id` | a record to import was chosen: its bytes in base64 |
| `complete` | `chat` `text` `id` | how could this line go on? |
| `earlier` | `chat` `before` | the messages before this one |

`id` is a UUID that the page makes up. A press or command whose `answered` never came is sent again after a
reconnect with the same `id`, and counts once. A dismissed note is the page's own business. `browser` is the
secret by which a browser is known, `ticket` what the address with the token has given it, or nothing.
`telegram` is what Telegram has told a Mini App, `link` what the address had behind its `#`, `session` what
the page was given when it was opened first; the first of them that is good counts.

| to the page | fields | meaning |
| --- | --- | --- |
| `welcome` | `you` `people` `menu` `games` `chats` | after `hello`; each command: name, usage, description |
| | `session` `match` `language` `texts` | after `open`: what opens it again, and its sentences as they read |
| `message`, `edit` | `message` | a new message, or a known one with new contents, as the board of a match |
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
`links`, the `track` of a replay (`at` of its `payloads`), the `match` that its buttons are about, how a
`board` of that stands (`yours`, `waiting`, `over`; empty: it is none), and `awaits`; a `note` also `used`,
the command that it answers. What is shown travels inside its message, so that there is no address from which
somebody else could fetch it.
"""

from __future__ import annotations

import base64
import json
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from bot.interface import ImportRecord, Request

PressId = Annotated[str, Field(pattern=r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")]


class Malformed(ValueError):
    """The frame is not one of the table; the message says why."""


class Refused(ValueError):
    """Somebody cannot be here like this; the message says why, in their language."""

    problem: str
    """As frames name it."""


class NotLetIn(Refused):
    """Nothing that the page has shown lets anybody in."""

    problem = "not_let_in"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame of the web chat: who is there."""

    name: str
    language: str
    browser: str = field(repr=False)
    ticket: str = field(repr=False)
    type: Literal["hello"] = "hello"


@dataclass(frozen=True, slots=True)
class Open:
    """The first frame of the page of a match."""

    match: str
    language: str
    telegram: str = field(repr=False)
    link: str = field(repr=False)
    session: str = field(repr=False)
    type: Literal["open"] = "open"


@dataclass(frozen=True, slots=True)
class Command:
    """A line was typed."""

    chat: str
    text: str
    id: PressId
    type: Literal["command"] = "command"


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed."""

    message: str
    payload: str
    id: PressId
    type: Literal["press"] = "press"


@dataclass(frozen=True, slots=True)
class Upload:
    """A record of a match was chosen among the files of this computer."""

    chat: str
    data: str
    """In base64."""
    id: PressId
    type: Literal["upload"] = "upload"


@dataclass(frozen=True, slots=True)
class Complete:
    """A line is being typed: how could it go on?"""

    chat: str
    text: str
    id: str
    type: Literal["complete"] = "complete"


@dataclass(frozen=True, slots=True)
class Earlier:
    """The messages before the oldest that the page shows."""

    chat: str
    before: str
    type: Literal["earlier"] = "earlier"


Frame = Hello | Open | Command | Press | Upload | Complete | Earlier

_FRAMES: TypeAdapter[Frame] = TypeAdapter(Annotated[Frame, Field(discriminator="type")])


def read(text: str) -> Frame:
    """The frame that is written in `text`.

    Raises:
        Malformed
    """
    try:
        return _FRAMES.validate_json(text)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False)[0]
        raise Malformed(f"{'.'.join(map(str, wrong['loc']))}: {wrong['msg']}") from None


def encode(kind: str, **fields: Any) -> str:
    """A frame for a page."""
    return json.dumps({"type": kind, **fields}, ensure_ascii=False)


def problem(kind: str, detail: str) -> str:
    """The frame that says that something went wrong."""
    return encode("problem", problem=kind, detail=detail)


def imported(upload: Upload) -> Request:
    """The record of an upload; the page cuts what is too large, and the dispatcher says so.

    Raises:
        Malformed
    """
    try:
        return ImportRecord(base64.b64decode(upload.data, validate=True))
    except ValueError:
        raise Malformed("'data' must be base64") from None
