"""The documents of boards to touch are small, bring everything along, and say what the pictures say.

What apps draw is published as profile 1 of github.com/TelegramMessenger/widget-sandbox. `LEFT_OUT` is what
the notes of releases of a checker for it tell (github.com/hlibsuslov/telegram-bot-ui, v2.2.0); that of which
these documents consist, in `KNOWN_TAGS` and the like, is held far below it.
"""

from __future__ import annotations

import json
import re
import zlib

import pytest

from renderers import widget
from renderers.picture import PAINTED
from tests.renderers.golden import KNOWN
from tests.renderers.positions import Subject
from tests.renderers.test_regions import ASKED, offered

PACKED = 4096  # bytes of a document that Telegram takes
ROOM = 3800  # bytes that leave room for a first state
DRAWN = 700  # bytes of what is drawn, which leave room for what can be touched
KNOWN_TAGS = {"style", "div", "p", "script", "svg", "path", "rect", "circle", "text"}
KNOWN_ATTRIBUTES = {
    *("id", "class", "viewBox", "d", "x", "y", "width", "height", "rx", "cx", "cy", "r", "font-size"),
}
KNOWN_PROPERTIES = {
    *("margin", "padding", "border", "border-radius", "background", "position", "display", "width", "height"),
    *("left", "top", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "font-family"),
    *("font-size", "font-weight", "text-align", "text-anchor"),
}
LEFT_OUT = (
    *("clipPath", "mask", "pattern", "marker", "foreignObject", "animate", "<image", "datalist", "output"),
    *("<meta", "ruby", "math", "popover", "column-count", "contents", "flow-root", "background-clip"),
    *("writing-mode", "-inline-", "-block-", "getImageData", "createPattern", "shadowBlur", "pointerdown"),
)
ELSEWHERE = re.compile(r"\b(?:https?:|src=|href|url\(|@import|@font-face|import\b|fetch|XMLHttp|WebSocket)")

documents = pytest.mark.parametrize("game", PAINTED)


def packed(document: str) -> int:
    return len(zlib.compress(document.encode(), 9))


@documents
def test_a_document_is_small(game: str) -> None:
    document = widget.document(game)
    assert len(document.encode()) <= 32_768
    assert packed(document) <= ROOM < PACKED
    assert document.count(widget.STATE) == 1


@documents
def test_a_document_brings_everything_along(game: str) -> None:
    document = widget.document(game)
    assert ELSEWHERE.search(document) is None
    assert [word for word in LEFT_OUT if word in document] == []


@documents
def test_a_document_consists_of_what_apps_surely_draw(game: str) -> None:
    document = widget.document(game)
    assert set(re.findall(r"<(\w+)[ >]", document)) <= KNOWN_TAGS
    assert set(re.findall(r"createElement\('(\w+)'\)", document)) == {"button"}
    assert set(re.findall(r' ([\w-]+)="', document)) <= KNOWN_ATTRIBUTES
    styles = document.partition("<style>")[2].partition("</style>")[0]
    rules = re.findall(r"\{([^{}]*)\}", styles)
    named = {one.partition(":")[0].strip() for rule in rules for one in rule.split(";") if one.strip()}
    assert named <= KNOWN_PROPERTIES


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_drawn_is_small(name: str) -> None:
    subject = KNOWN[name]
    told = json.dumps(drawn(subject), separators=(",", ":")).encode()
    assert len(told) <= DRAWN


@pytest.mark.parametrize("name", ASKED)
def test_what_is_chosen_is_drawn(name: str) -> None:
    subject = ASKED[name]
    steps = [words for words, _ in offered(subject.view)]
    for words in steps[1:]:
        plain, chosen = (widget.drawing(subject.game, subject.view, one) for one in (steps[0], words))
        assert plain != chosen, words


def drawn(subject: Subject) -> object:
    return widget.drawing(subject.game, subject.view, subject.chosen or ())
