"""Boards in private chats that are drawn in the message and can be touched (widgets, since Bot API 10.4).

A touch sends what a press in the picture would send, mostly the payload of a button of the same message.
Its answer brings the widget what to draw next, so that the board follows at once even if the change of the
message has to wait.

Of what scripts can use, only `TelegramWidget.request` is documented. The document therefore finds out itself
how to read the chat state, and begins with the state that it was sent with.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.interface import Screen, Touchable
from bot.platforms import callback_data
from bot.platforms.telegram.calls import Fields
from bot.texts import texts_for

HTML_MAX = 32_768  # bytes
PACKED_MAX = 4096  # bytes of the HTML as zlib packs it best
STATE_MAX = 1024  # bytes, also of an answer
SHARED = 3  # fields of a payload that all choices on a board have in common: verb, match and version
NOTE_LEAST = 100  # characters of a line of text that is cut to leave room for the board
PILE = "k"
"""In what is drawn: first, how many are left to draw."""

STATE = "STATE"
"""Where a document begins: a state as JSON in a JSON string, or null."""

CLOSED = '{"d":0}'
"""The state of a message that is no board any more."""

Drawn = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Widget:
    """A board to touch, ready to be sent."""

    document: str
    state: str

    @property
    def sent(self) -> Fields:
        """The fields of `sendWidget`; the document holds the first state if there is room for it."""
        begun = _begun(self.document, self.state)
        html = begun if _is_accepted(begun) else _begun(self.document, "")
        return {"html": html, "chat_data": self.state, "allow_queries": True}


def widget(message: Screen) -> Widget | None:
    """The board of a message as a widget; None if its reader wants none, or if it would be too large."""
    board = _board(message)
    if board is None or not _can_be_sent(board.document):
        return None
    state = _packed(_state(board, message))
    return Widget(board.document, state) if len(state.encode()) <= STATE_MAX else None


def answer(text: str, shown: Screen | None) -> str:
    """What a widget shows after a touch: a line of text and, as far as there is room, the board."""
    board = _board(shown) if shown else None
    state = _state(board, shown) if board and shown else {}
    for begun in (state, {}):
        for end in (len(text), NOTE_LEAST):
            packed = _packed(begun | ({"n": text[:end]} if text else {}))
            if len(packed.encode()) <= STATE_MAX:
                return packed
    return ""


def _board(message: Screen) -> Touchable | None:
    """The board to touch that a message shows, if it shows one."""
    return message.image.touchable() if message.image and message.image.touchable else None


def _state(board: Touchable, message: Screen) -> Drawn:
    """What a document draws, and what can be touched in it.

    If that is too much, some places cannot be touched; their buttons are below the board.
    """
    labels = {shown.request: shown.label for shown in message.buttons}
    spoken = {word: labels[request] for word, request in board.places if labels.get(request, word) != word}
    start, groups = _touches({word: callback_data.encode(request) for word, request in board.places})
    state = {"d": board.drawing, "p": start, "t": groups, "l": spoken}
    if board.hinted:
        state["h"] = board.hinted
    if (pile := board.drawing.get(PILE, (0,))[0]) > 0:
        state["r"] = texts_for(message.language)("pile", count=pile)
    while groups and len(_packed(state).encode()) > STATE_MAX:
        groups.pop()
    return state


def _touches(payloads: Mapping[str, str]) -> tuple[str, list[list[str]]]:
    """The common start of all payloads; then groups: what is before and after a word, and its words."""
    some = next(iter(payloads.values()), "")
    start = "".join(f"{field}:" for field in some.split(":")[:SHARED])
    groups: dict[tuple[str, str], list[str]] = {}
    for word, payload in payloads.items():
        words, colon, rest = payload.removeprefix(start).partition(":")
        before, found, after = words.rpartition(word)
        if found and payload.startswith(start):  # else the button below has to do
            groups.setdefault((before, after + colon + rest), []).append(word)
    return start, [[*around, " ".join(words)] for around, words in groups.items()]


def _packed(state: Mapping[str, Any]) -> str:
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


@cache
def _can_be_sent(document: str) -> bool:
    """Whether a document is small enough; to pack it takes longer than all else that a touch needs."""
    return _is_accepted(_begun(document, ""))


def _begun(document: str, state: str) -> str:
    """The document with its first state, which must not end the script that holds it."""
    return document.replace(STATE, json.dumps(state, ensure_ascii=False).replace("<", "\\u003c"))


def _is_accepted(html: str) -> bool:
    data = html.encode()
    return len(data) <= HTML_MAX and len(zlib.compress(data, zlib.Z_BEST_COMPRESSION)) <= PACKED_MAX
