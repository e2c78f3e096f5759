"""Messages as stored in the log and as sent to the page: one JSON object each."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import chain, groupby
from typing import Any, Literal

from bot.interface import (
    Account,
    Answer,
    AskHint,
    Button,
    Carry,
    Choose,
    Corners,
    Dismiss,
    File,
    Image,
    Link,
    MoveList,
    Note,
    Place,
    Post,
    Request,
    Screen,
    Track,
    TypeMove,
    Update,
    WebLink,
    WordByWord,
)
from bot.platforms import callback_data
from bot.platforms.chat_log import Entry
from bot.platforms.web.seats import PLATFORM

Kind = Literal["talk", "command"]
"""Kinds of messages written by people."""

UTC = " UTC"
"""The end of a time in the text if the reader has no time zone: the page shows it in that of the browser."""

Row = tuple[Button, ...]

Areas = Mapping[Request, list[Corners]]
"""The places in a picture where each request can be chosen."""

Shown = dict[str, Any]
"""A message as sent to the page."""


def body(message: Screen) -> str:
    """A message of the bot for the log, without the bytes of its picture or file."""
    return json.dumps(_without_data(message), ensure_ascii=False)


def said(account: Account, kind: Kind, text: str) -> str:
    """A message of a person for the log: plain talk, or the command that they used."""
    return json.dumps({"kind": kind, "author": person(account), "text": text}, ensure_ascii=False)


def person(account: Account) -> dict[str, str]:
    """A person as pages know them."""
    return {"id": account.id, "name": account.name}


def attached(message: Screen) -> bytes | None:
    """The bytes of a message's picture or file, stored beside the body.

    The picture for dark pages follows directly after the other one; `bytes` in the body says where.
    """
    if message.image is None:
        return message.file.data if message.file else None
    dark = message.image.dark() if message.image.dark else b""
    return message.image.data + dark


def shown(entry: Entry) -> Shown:
    """A stored message for the page."""
    fields = _with_data(json.loads(entry.body), entry.image)
    return {"id": entry.id, "chat": entry.chat, "at": entry.at, **fields}


def alone(entry: Entry, message: Screen) -> Shown:
    """A stored message as changed for one person in the channel; the change is not stored."""
    return {**unstored(message, id=entry.id, chat=entry.chat, at=entry.at), "alone": True}


def reworded(shown: Shown, message: Screen) -> Shown:
    """A stored message as it is said to readers of another language; it calls the same people."""
    said = unstored(message, id=shown["id"], chat=shown["chat"], at=shown["at"])
    return {**said, "awaits": shown["awaits"], "calls": shown["calls"]}


def unstored(message: Screen, *, id: str, chat: str, at: int = 0) -> Shown:  # noqa: A002 - as in the frame
    """A message of the bot that is not in the log."""
    return {"id": id, "chat": chat, "at": at, **_with_data(_without_data(message), attached(message))}


def is_board(entry: Entry) -> bool:
    """Whether a stored message shows a match."""
    return bool(json.loads(entry.body).get("board"))


def subject_of(entry: Entry) -> str:
    """`Screen.subject` of a stored message."""
    return str(json.loads(entry.body).get("subject", ""))


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
    # Moves stand beside the board.
    shown = unstored(dismissed_by_page(replace(message, moves=None)), id=id, chat=chat, at=at)
    return {**shown, "kind": "note", "used": used, "under": under}


def dismissed_by_page(note: Screen) -> Screen:
    """A note without a button for *No*: its page has one for every note."""
    rows = (tuple(button for button in row if button.request != Dismiss()) for row in note.rows)
    return replace(note, rows=tuple(filter(None, rows)))


def in_language(answer: Answer) -> Answer:
    """The same answer, with its language set on each of its screens."""
    if answer is None:
        return None

    def labelled(screen: Screen) -> Screen:
        return replace(screen, language=screen.language or answer.language)

    match answer:
        case Update(screen, note=note):
            return replace(answer, screen=labelled(screen), note=note and labelled(note))
        case Post(screen, pressed=pressed):
            return replace(answer, screen=labelled(screen), pressed=pressed and labelled(pressed))
        case Note(screen):
            return replace(answer, screen=labelled(screen))


def is_talk(request: Request, answer: Answer) -> bool:
    """Whether what was said in the channel was not played as a move, so that the people there read it."""
    aside = isinstance(request, TypeMove) and request.aside
    return aside and (answer is None or _is_refusal(answer))


def has_played(request: Request, answer: Answer) -> bool:
    """Whether a move was typed or chosen and played."""
    moves = isinstance(request, TypeMove) or (isinstance(request, Choose) and request.final)
    return moves and not _is_refusal(answer)


def _is_refusal(answer: Answer) -> bool:
    return isinstance(answer, Note) and not answer.succeeded


def for_all(line: str, request: Request) -> str:
    """A command as others in the channel see it: without a typed move, which may be secret."""
    return f"{line.split()[0]} …" if isinstance(request, TypeMove) else line


def _without_data(message: Screen) -> Shown:
    areas = _areas_of(message.image.regions()) if message.image else {}
    listed = [button.request for button in message.buttons]
    unlisted = {request: corners for request, corners in areas.items() if request not in listed}
    return {
        "kind": "bot",
        "language": message.language,
        "theme": message.theme,
        "match": message.match or "",
        "subject": message.subject,
        "board": message.turn,
        "title": message.title,
        "text": _beside_headline(message),
        "fine": message.fine_print,
        "moments": [moment for moment in message.moments if moment[0].endswith(UTC)],
        "headline": asdict(message.headline) if message.headline else None,
        "image": _image(message.image, unlisted) if message.image else None,
        "file": _file(message.file) if message.file else None,
        "rows": [[_button(button, areas) for button in row] for row in _flowing(message.rows)],
        "track": _track(message.track) if message.track else None,
        "moves": _moves(message.moves) if message.moves else None,
        "links": [*map(_link, message.links), *([_page(message.page)] if message.page else [])],
        "players": [account.id for account in message.players],
        "calls": message.pings,
        "awaits": [{**person(account), "here": account.platform == PLATFORM} for account in message.awaits],
    }


def _beside_headline(message: Screen) -> str:
    """The text, without a first line that the headline repeats."""
    first, _, others = message.text.partition("\n")
    return others if message.headline and message.headline.text == first else message.text


def _with_data(fields: Shown, data: bytes | None) -> Shown:
    """The message with the bytes of its picture, or else of its file."""
    attachment = next((name for name in ("image", "file") if fields.get(name)), None)
    if data is None or attachment is None:
        return fields
    facts = dict(fields[attachment])
    length = facts.pop("bytes", len(data))
    parts = {"data": data[:length], "dark": data[length:]}
    encoded = {name: base64.b64encode(part).decode() for name, part in parts.items() if part}
    return {**fields, attachment: {**facts, **encoded}}


def _image(image: Image, unlisted: Areas) -> Shown:
    """A picture, with what is in it; what is empty is left out.

    Its size is known before it is decoded, so that the layout does not shift when it appears.

    Args:
        image: the picture.
        unlisted: the places in it that have no button of their own.
    """
    width, height = size_of(image)
    facts = {"alt": image.alt, "name": image.name, "width": width, "height": height}
    details = {
        "bytes": len(image.data) if image.dark else 0,
        "places": _places(unlisted),
        "carries": _carries(image.carries()),
        "flights": [motion._asdict() for motion in image.motions()],
        "turn": image.turn,
    }
    return facts | {name: detail for name, detail in details.items() if detail}


def size_of(image: Image) -> tuple[int, int]:
    """Width and height of a picture, in pixels."""
    width, height = struct.unpack(">II", image.data[16:24])  # PNG specification, 11.2.1 IHDR
    return width, height


def _places(areas: Areas) -> list[Shown]:
    return [
        {"label": _label(request), "payload": callback_data.encode(request), "areas": corners}
        for request, corners in areas.items()
    ]


def _carries(carries: Iterable[Carry]) -> list[Shown]:
    """What can be dragged to another place, with the places to which each can be."""
    ends: dict[Corners, list[Place]] = {}
    for start, request, end in carries:
        ends.setdefault(start, []).append((request, end))
    return [{"area": start, "to": _places(_areas_of(places))} for start, places in ends.items()]


def _areas_of(places: Iterable[Place]) -> Areas:
    areas: dict[Request, list[Corners]] = {}
    for request, corners in places:
        areas.setdefault(request, []).append(corners)
    return areas


def _label(request: Request) -> str:
    """What is chosen at a place that has no button, in the words of the game."""
    return request.words[-1] if isinstance(request, WordByWord) and request.words else ""


def _flowing(rows: Iterable[Row]) -> Iterator[Row]:
    """Merge rows of choices into one that the page wraps: gaps in rows would take space from the picture.

    Rows below choices are merged, too; rows of a message without choices stay as they are.
    """
    below_choices = False
    for are_choices, group in groupby(rows, _has_choices_alone):
        below_choices = below_choices or are_choices
        together = tuple(group)
        yield from (tuple(chain.from_iterable(together)),) if below_choices else together


def _has_choices_alone(row: Row) -> bool:
    return all(isinstance(button.request, WordByWord) for button in row)


def _button(button: Button, areas: Areas) -> Shown:
    """A button; its `areas` are the places in the picture that do the same."""
    payload = callback_data.encode(button.request)
    fields: Shown = {"label": button.label, "style": button.style, "payload": payload}
    if button.request in areas:
        fields["areas"] = areas[button.request]
    if button.disabled:
        fields["disabled"] = True
    if isinstance(button.request, Choose | AskHint):
        fields["turn"] = True
    if isinstance(button.request, WordByWord) and button.request.page:
        fields["leads"] = True
    if button.only_for:
        fields["of"] = [account.id for account in button.only_for]
    if button.not_for:
        fields["but"] = [account.id for account in button.not_for]
    return fields


def _track(track: Track) -> Shown:
    return {"at": track.at, "payloads": [callback_data.encode(request) for request in track.positions]}


def _moves(listed: MoveList) -> Shown:
    return {
        "numbers": [number for number, _, _ in listed.moves],
        "moves": [told for _, told, _ in listed.moves],
        "payloads": [callback_data.encode(request) for _, _, request in listed.moves],
    }


def _link(link: Link) -> Shown:
    """A link to a message of the web chat; of links to other platforms only the label."""
    if link.chat.platform != PLATFORM:
        return {"label": link.label}
    return {"label": link.label, "chat": link.chat.id, "message": link.message}


def _page(page: WebLink) -> Shown:
    return {"label": page.label, "url": page.url}


def _file(file: File) -> Shown:
    fields = {"alt": file.alt, "name": file.name, "type": file.media_type}
    if file.media_type != "image/gif":
        return fields
    width, height = struct.unpack("<HH", file.data[6:10])  # GIF89a specification, 18: screen descriptor
    return fields | {"width": width, "height": height}
