"""The protocol between pages and server: JSON frames over one WebSocket; every frame has a `type`.

A page of the web chat begins with `hello`, the page of a match with `open`; before that it receives nothing.

| from the page | fields | meaning |
| --- | --- | --- |
| `hello` | `name` `language` `browser` `ticket` | enter the web chat: a person and their credentials; |
| | `reads` | the language of the page, if it is not that of the browser or the address, which is `language` |
| `open` | `match` `language` `telegram` `link` `session` | open a match: its code and possible credentials |
| | `code` `instance` | the same inside Discord; else they may be missing |
| | `seat` `browser` `name` | a seat by a link: its secret, that of the browser, and who sits down |
| `press` | `message` `payload` `id` `dark` | a button was pressed, on a page that is dark |
| `command` | `chat` `text` `id` | a line was typed: a command, or plain talk |
| | `front` | the running match in front in that chat, if there is one |
| `upload` | `chat` `data` `id` | a record was chosen for import: its bytes in base64 |
| `complete` | `chat` `text` `id` | ask for completions of a line |
| `earlier` | `chat` `before` | ask for the messages before this one |

`id` is a UUID made by the page. After a reconnect, a press or command without its `answered` is sent again
with the same `id`, and counts once. Dismissing a note concerns the page only. `browser` is the secret that
identifies a browser; `ticket` comes from the URL with the token, or is empty. `telegram` is the init data of
a Mini App, `link` the fragment of the URL, `session` the value that the page got when it was first opened;
the first valid one counts. In Discord, `instance` is what those in one frame share; `code`, from Discord's
client, says who opens the page, and is "" after that or if a person declines.

| to the page | fields | meaning |
| --- | --- | --- |
| `welcome` | `you` `people` `menu` `games` `chats` | after `hello`; each command: name, usage, description |
| | `language` `theme` | how the bot answers this person: the page is loaded again if it is not like that |
| | `session` `match` `language` `texts` | after `open`: a session to open it again, and the page's texts |
| `offered` | `message` `language` `texts` | after `open` with a `seat`: what it offers; `name` takes it |
| `message`, `edit` | `message` | a new message, or new contents of a known one, such as a board |
| `deleted` | `chat` `id` | a message is gone |
| `note` | `message` | for this person only; not stored; the same `id` replaces |
| `people` | `people` | who is here, each with `id` and `name` |
| `completions` | `id` `options` | at most 25 whole lines |
| `earlier` | `id` `messages` `more` | of a chat, oldest first; whether there are more. `chats` are alike |
| | `ahead` | how many of them are boards of running matches from before the others |
| `forgotten` | `id` | this person's messages are gone; their page sends `hello` when they write again |
| `answered` | `id` | the press or command has been handled |
| `problem` | `problem` `detail` `free` | `bad_name`, `not_let_in`: the reason for people; else in English |

A message has `id`, `chat` (`channel`, or `@` and an account id), `at` (seconds since 1970) and `kind`:
`talk` and `command` have `author` and `text`; `bot` and `note` have `language`, `title`, `text`, `image`
(`data` in base64, `alt`, `name`, `width`, `height`), `file` (likewise, and its media `type`), `rows` of
buttons (`label`, `style`, `payload`, `areas`: the corners of places in the picture that do the same, and
`leads`, if it leads to a page of choices, and `turn`, if it is for those of `awaits` alone; or `of`, the
ids of the only people that it is for),
`links`, the `track` of a replay (`at` of its `payloads`), `moves` of a board (the newest ones with their
`payloads`, and their `numbers`), the `match` of its buttons, `board` (`yours`,
`waiting`, `over`; empty if it is no board), and `awaits`; a `note` also `used`, the command that it answers,
and the match that it is `about`.
An `image` also has its `places` without a button (else as buttons), `carries`: things that can be dragged
from an `area` `to` such places, and `flights`: what moved in its newest `turn`, a number.
Pictures and files are part of their message: there is no URL from which somebody else could fetch them.
"""

from __future__ import annotations

import json
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from games.events import MatchId

PressId = Annotated[str, Field(pattern=r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")]

INSTANCE_MAX = 200  # characters of the id of an instance


class Malformed(ValueError):
    """The frame does not fit the protocol; the message says why."""


class Refused(ValueError):
    """A person is refused; the message says why, in their language."""

    problem: str
    """Its name in frames."""
    free: tuple[str, ...] = ()
    """Names that nobody has, if it is about a name that somebody has."""


class NotLetIn(Refused):
    """None of the page's credentials is valid."""

    problem = "not_let_in"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame of the web chat: a person and their credentials."""

    name: str
    language: str
    browser: str = field(repr=False)
    ticket: str = field(repr=False)
    reads: str = ""
    type: Literal["hello"] = "hello"


@dataclass(frozen=True, slots=True)
class Open:
    """The first frame of the page of a match."""

    match: str
    language: str
    telegram: str = field(repr=False)
    link: str = field(repr=False)
    session: str = field(repr=False)
    code: str = field(repr=False, default="")
    instance: Annotated[str, Field(max_length=INSTANCE_MAX)] = ""
    seat: str = field(repr=False, default="")
    browser: str = field(repr=False, default="")
    name: str = ""
    type: Literal["open"] = "open"


@dataclass(frozen=True, slots=True)
class Command:
    """A line was typed."""

    chat: str
    text: str
    id: PressId
    front: MatchId | None = None
    type: Literal["command"] = "command"


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed."""

    message: str
    payload: str
    id: PressId
    dark: bool = False
    type: Literal["press"] = "press"


@dataclass(frozen=True, slots=True)
class Upload:
    """A record of a match was chosen for import."""

    chat: str
    data: str
    """The bytes of the record, in base64."""
    id: PressId
    type: Literal["upload"] = "upload"


@dataclass(frozen=True, slots=True)
class Complete:
    """Asks for completions of a line being typed."""

    chat: str
    text: str
    id: str
    type: Literal["complete"] = "complete"


@dataclass(frozen=True, slots=True)
class Earlier:
    """Asks for the messages before the oldest one that the page shows."""

    chat: str
    before: str
    type: Literal["earlier"] = "earlier"


Frame = Hello | Open | Command | Press | Upload | Complete | Earlier

_FRAMES: TypeAdapter[Frame] = TypeAdapter(Annotated[Frame, Field(discriminator="type")])


def read(text: str) -> Frame:
    """Parse a frame.

    Raises:
        Malformed
    """
    try:
        return _FRAMES.validate_json(text)
    except ValidationError as error:
        first_error = error.errors(include_url=False, include_input=False)[0]
        raise Malformed(f"{'.'.join(map(str, first_error['loc']))}: {first_error['msg']}") from None


def encode(kind: str, **fields: Any) -> str:
    """Encode a frame for a page."""
    return json.dumps({"type": kind, **fields}, ensure_ascii=False)


def problem(kind: str, detail: str, free: tuple[str, ...] = ()) -> str:
    """Encode a frame that reports a problem."""
    return encode("problem", problem=kind, detail=detail, **({"free": free} if free else {}))
