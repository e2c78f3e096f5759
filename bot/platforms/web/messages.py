"""Messages as stored in the log and as sent to the page: one JSON object each."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from itertools import chain, groupby
from typing import Any, Literal

from bot.interface import (
    Account,
    Answer,
    AnswerLesson,
    AnswerPuzzle,
    Button,
    Choose,
    File,
    Image,
    Link,
    Note,
    Place,
    Post,
    Request,
    Screen,
    Track,
    TypeMove,
    Update,
)
from bot.platforms import callback_data
from bot.platforms.chat_log import Entry
from bot.platforms.web.seats import PLATFORM

Kind = Literal["talk", "command"]
"""Kinds of messages written by people."""

UTC = " UTC"
"""The end of a time in the text if the reader has no time zone: the page shows it in that of the browser."""

Row = tuple[Button, ...]

Shown = dict[str, Any]
"""A message as sent to the page."""


def body(message: Screen) -> str:
    """A message of the bot for the log, without the bytes of its picture or file."""
    return json.dumps(_body(message), ensure_ascii=False)


def said(account: Account, kind: Kind, text: str) -> str:
    """A message of a person for the log: plain talk, or the command that they used."""
    return json.dumps({"kind": kind, "author": named(account), "text": text}, ensure_ascii=False)


def named(account: Account) -> dict[str, str]:
    """A person as pages know them."""
    return {"id": account.id, "name": account.name}


def attached(message: Screen) -> bytes | None:
    """The bytes of a message's picture, then those for dark pages, or of its file: stored beside the body."""
    if message.image is None:
        return message.file.data if message.file else None
    return message.image.data + (message.image.dark() if message.image.dark else b"")


def shown(entry: Entry) -> Shown:
    """A stored message for the page."""
    fields = _with_data(json.loads(entry.body), entry.image)
    return {"id": entry.id, "chat": entry.chat, "at": entry.at, **fields}


def alone(entry: Entry, message: Screen) -> Shown:
    """A stored message as changed for one person in the channel; the change is not stored."""
    return {"id": entry.id, "chat": entry.chat, "at": entry.at, **_whole(message), "alone": True}


def is_board(entry: Entry) -> bool:
    """Whether a stored message shows a match."""
    return bool(json.loads(entry.body).get("board"))


def note(message: Screen, *, id: str, chat: str, at: int, used: str, under: str = "") -> Shown:  # noqa: A002 - as in the frame
    """A message of the bot to one person; it is not stored.

    Args:
        message: the contents.
        id: of the note.
        chat: id of the chat where it appears.
        at: the current time, in seconds since 1970.
        used: the command that it answers, or "".
        under: the id of the message whose button it answers, or "".
    """
    return {"id": id, "chat": chat, "at": at, **_whole(message), "kind": "note", "used": used, "under": under}


def in_language(answer: Answer) -> Answer:
    """The same answer, with its language set on each of its screens."""
    if answer is None:
        return None

    def named(screen: Screen) -> Screen:
        return replace(screen, language=screen.language or answer.language)

    match answer:
        case Update(screen, note=note):
            return replace(answer, screen=named(screen), note=note and named(note))
        case Post(screen, pressed=pressed):
            return replace(answer, screen=named(screen), pressed=pressed and named(pressed))
        case Note(screen):
            return replace(answer, screen=named(screen))


def _whole(message: Screen) -> Shown:
    return _with_data(_body(message), attached(message))


def _body(message: Screen) -> Shown:
    places = list(message.image.regions()) if message.image else []
    return {
        "kind": "bot",
        "language": message.language,
        "match": _match(message),
        "board": message.turn,
        "title": message.title,
        "text": message.text,
        "moments": [moment for moment in message.moments if moment[0].endswith(UTC)],
        "headline": asdict(message.headline) if message.headline else None,
        "image": _facts(message.image) | _places(message, places) if message.image else None,
        "file": _of_file(message.file) if message.file else None,
        "rows": [[_button(button, places) for button in row] for row in _flowing(message.rows)],
        "track": _track(message.track) if message.track else None,
        "links": [_link(link) for link in message.links],
        "awaits": [{**named(account), "here": account.platform == PLATFORM} for account in message.awaits],
    }


def _track(track: Track) -> Shown:
    return {"at": track.at, "payloads": [callback_data.encode(request) for request in track.positions]}


def _match(message: Screen) -> str:
    """The code of the match that its buttons are about, or ""."""
    requests = (button.request for row in message.rows for button in row)
    return next((str(code) for asked in requests if (code := getattr(asked, "match", None))), "")


def _facts(image: Image) -> Shown:
    """Facts about a picture; with its size, so that the layout does not shift when it appears."""
    width, height = struct.unpack(">II", image.data[16:24])  # PNG specification, 11.2.1 IHDR
    return {"alt": image.alt, "name": image.name, "width": width, "height": height} | (
        {"bytes": len(image.data)} if image.dark else {}
    )


def _places(message: Screen, places: Iterable[Place]) -> Shown:
    """Places in the picture that have no button of their own."""
    shown = [button.request for row in message.rows for button in row]
    others = [
        {"payload": callback_data.encode(request), "areas": [corners]}
        for request, corners in places
        if request not in shown
    ]
    return {"places": others} if others else {}


def _flowing(rows: Iterable[Row]) -> Iterator[Row]:
    """Merge rows of choices into one that the page wraps: gaps in rows would take space from the picture.

    Rows below choices are merged, too; rows of a message without choices stay as they are.
    """
    chosen = False
    for choosing, group in groupby(rows, _has_choices_alone):
        chosen = chosen or choosing
        together = tuple(group)
        yield from (tuple(chain.from_iterable(together)),) if chosen else together


def _has_choices_alone(row: Row) -> bool:
    return all(isinstance(button.request, Choose | AnswerLesson | AnswerPuzzle) for button in row)


def _button(button: Button, places: Iterable[Place]) -> Shown:
    """A button; `areas` has the corners of each place in the picture that does the same."""
    areas = [corners for request, corners in places if request == button.request]
    payload = callback_data.encode(button.request)
    fields: Shown = {"label": button.label, "style": button.style, "payload": payload}
    return fields | ({"areas": areas} if areas else {}) | ({"disabled": True} if button.disabled else {})


def _link(link: Link) -> Shown:
    """A link to a message of the web chat; of links to other platforms only the label."""
    if link.chat.platform != PLATFORM:
        return {"label": link.label}
    return {"label": link.label, "chat": link.chat.id, "message": link.message}


def _of_file(file: File) -> Shown:
    fields = {"alt": file.alt, "name": file.name, "type": file.media_type}
    if file.media_type != "image/gif":
        return fields
    width, height = struct.unpack("<HH", file.data[6:10])  # GIF89a specification, 18: screen descriptor
    return fields | {"width": width, "height": height}


def _with_data(fields: Shown, data: bytes | None) -> Shown:
    """The message with the bytes of its picture, or else of its file."""
    where = next((name for name in ("image", "file") if fields.get(name)), None)
    if data is None or where is None:
        return fields
    facts = dict(fields[where])
    length = facts.pop("bytes", len(data))
    parts = {"data": data[:length], "dark": data[length:]}
    encoded = {name: base64.b64encode(part).decode() for name, part in parts.items() if part}
    return {**fields, where: {**facts, **encoded}}


def for_all(line: str, request: Request) -> str:
    """A command as others in the channel see it: without a typed move, which may be secret."""
    return f"{line.split()[0]} …" if isinstance(request, TypeMove) else line
