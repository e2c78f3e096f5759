"""Texts with entities: the HTML style as Telegram parses it, and what it finds in plain text by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import unescape

from tests.loopback.telegram.content import Entity, units
from tests.loopback.telegram.refusals import Refusal, bad

TYPES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
DATE_TIME_FORMAT = re.compile("r|w?[dD]?[tT]?")
CHARACTER = re.compile(r"&(?:lt|gt|amp|quot|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});?")
ATTRIBUTE = re.compile(r"""\s*([^\s=>/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[\w.-]+))?""")
FOUND = (
    ("bot_command", re.compile(r"(?<![\w/])/\w{1,32}(?:@\w{3,32})?(?!\w)")),
    ("url", re.compile(r"\bhttps?://[^\s<>]*[^\s<>.,;:!?)]")),
    ("mention", re.compile(r"(?<!\w)@[a-zA-Z]\w{2,31}\b")),
)
ALONE = ("a", "tg-time", "tg-emoji", "code", "pre")
"""Tags of which none may stand within another."""
OPAQUE = ("text_link", "text_mention", "code", "pre")
"""Within these nothing is found that was not marked."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A tag that waits for its end: where it began, and what it says."""

    tag: str
    value: str
    offset: int
    at: int


class HtmlText:
    """One text in HTML style, read from front to back."""

    def __init__(self, source: str) -> None:
        self._source, self._at = source, 0
        self._plain: list[str] = []
        self._length = 0
        self._open: list[_Open] = []
        self.entities: list[Entity] = []

    def read(self) -> str:
        """The plain text; the entities stand in `entities`. `Refusal` where the tags do not fit."""
        while self._at < len(self._source):
            if self._source.startswith("</", self._at):
                self._end_tag()
            elif self._source[self._at] == "<":
                self._start_tag()
            else:
                self._characters()
        if self._open:
            raise _unparsed(f'Can\'t find end tag corresponding to start tag "{self._open[-1].tag}"')
        return "".join(self._plain)

    def _characters(self) -> None:
        coded = CHARACTER.match(self._source, self._at)
        if coded is not None:
            self._add(unescape(coded.group()), coded.end())
            return
        end = re.compile("[<&]").search(self._source, self._at + 1)
        stop = end.start() if end else len(self._source)
        self._add(self._source[self._at : stop], stop)

    def _add(self, text: str, stop: int) -> None:
        self._plain.append(text)
        self._length += units(text)
        self._at = stop

    def _byte(self, at: int) -> int:
        return len(self._source[:at].encode())

    def _start_tag(self) -> None:
        begin = self._at
        name = re.compile(r"<([^\s>]*)").match(self._source, begin)
        assert name is not None
        if name.end() == len(self._source):
            raise _unparsed(f"Unclosed start tag at byte offset {self._byte(begin)}")
        tag = name.group(1).lower()
        if tag not in TYPES:
            raise _unparsed(f'Unsupported start tag "{tag}" at byte offset {self._byte(begin)}')
        self._at = name.end()
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise _unparsed(f'Tag "span" must have class "tg-spoiler" at byte offset {self._byte(begin)}')
        value = attributes.get({"a": "href", "code": "class", "tg-emoji": "emoji-id"}.get(tag, ""), "")
        self._check_nesting(tag)
        if tag == "tg-time":
            value = _moment(attributes, self._byte(begin))
        if tag == "blockquote" and "expandable" in attributes:
            value = "expandable"
        self._open.append(_Open(tag, value, self._length, len(self._plain)))

    def _check_nesting(self, tag: str) -> None:
        """Quotes are in no quote, and times, links and code in none of each other.

        Telegram drops one of the two without a word: here that is an error, so that it does not go unseen.
        """
        around = [one.tag for one in self._open]
        if tag == "blockquote" and tag in around:
            raise _unparsed("Nested blockquote entities aren't allowed")
        if tag in ALONE and any(other in ALONE for other in around if (other, tag) != ("pre", "code")):
            raise _unparsed(f'Tag "{tag}" must not be nested')

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            rest = re.compile(r"\s*>").match(self._source, self._at)
            if rest is not None:
                self._at = rest.end()
                return attributes
            found = ATTRIBUTE.match(self._source, self._at)
            if found is None:
                complaint = (
                    "Unclosed start tag"
                    if self._at >= len(self._source.rstrip())
                    else "Empty attribute name in the tag"
                )
                raise _unparsed(f'{complaint} "{tag}" at byte offset {self._byte(begin)}')
            attributes[found.group(1)] = unescape((found.group(2) or "").strip("\"'"))
            self._at = found.end()

    def _end_tag(self) -> None:
        begin = self._byte(self._at)
        if not self._open:
            raise _unparsed(f"Unexpected end tag at byte offset {begin}")
        end = re.compile(r"</([^\s>]*)\s*>").match(self._source, self._at)
        if end is None:
            raise _unparsed(f"Unclosed end tag at byte offset {begin}")
        opened, found = self._open.pop(), end.group(1).lower()
        if found and found != opened.tag:
            raise _unparsed(
                f'Unmatched end tag at byte offset {begin}, expected "</{opened.tag}>", found "</{found}>"'
            )
        self._at = end.end()
        self._close(opened)

    def _close(self, opened: _Open) -> None:
        length = self._length - opened.offset
        if not length:
            return
        entity = Entity(TYPES[opened.tag], opened.offset, length)
        if opened.tag == "a":
            link = linked(entity, opened.value or "".join(self._plain[opened.at :]))
            if link is None:
                return
            entity = link
        elif opened.tag == "tg-time":
            unix, _, how = opened.value.partition(" ")
            entity = replace(entity, unix_time=int(unix), date_time_format=how or None)
        elif opened.tag == "blockquote" and opened.value:
            entity = replace(entity, type="expandable_blockquote")
        elif opened.tag == "code" and opened.value.startswith("language-"):
            entity = replace(entity, language=opened.value.removeprefix("language-"))
        self.entities.append(entity)


def _moment(attributes: dict[str, str], begin: int) -> str:
    unix, how = attributes.get("unix", ""), attributes.get("format", "")
    if not re.fullmatch(r"\d{1,10}", unix):
        raise _unparsed(f'Tag "tg-time" must have attribute "unix" at byte offset {begin}')
    if not DATE_TIME_FORMAT.fullmatch(how):
        raise _unparsed(f'Tag "tg-time" has invalid attribute "format" at byte offset {begin}')
    return f"{int(unix)} {how}"


def linked(entity: Entity, url: str) -> Entity | None:
    """A link or a mention by id; None where the address is none."""
    mention = re.fullmatch(r"tg://user\?id=(\d{1,15})", url)
    if mention:
        return replace(entity, type="text_mention", user_id=int(mention.group(1)))
    if re.fullmatch(r"(?:https?://)?[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?|(?:https?|tg)://\S+", url):
        return replace(entity, url=url if "://" in url else f"http://{url}")
    return None


def parse_html(source: str) -> tuple[str, tuple[Entity, ...]]:
    """Plain text and entities of a text in HTML style."""
    text = HtmlText(source)
    plain = text.read()
    return plain, tuple(sorted(text.entities, key=lambda one: (one.offset, -one.length)))


def trimmed(text: str, entities: tuple[Entity, ...]) -> tuple[str, tuple[Entity, ...]]:
    """Without white space at both ends, as Telegram keeps texts; entities move along."""
    cut, stripped = units(text) - units(text.lstrip()), text.strip()
    end = units(stripped)
    kept = []
    for entity in entities:
        start = max(0, entity.offset - cut)
        stop = min(end, entity.offset + entity.length - cut)
        if stop > start:
            kept.append(replace(entity, offset=start, length=stop - start))
    return stripped, tuple(kept)


def with_found(text: str, marked: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """The marked entities and those that the service finds by itself: commands, links, @names."""
    found = list(marked)
    for kind, pattern in FOUND:
        for hit in pattern.finditer(text):
            entity = Entity(kind, units(text[: hit.start()]), units(hit.group()))
            if not any(
                _overlap(entity, other) for other in found if other.type in OPAQUE or other not in marked
            ):
                found.append(entity)
    return tuple(sorted(found, key=lambda one: (one.offset, -one.length)))


def _overlap(one: Entity, other: Entity) -> bool:
    return one.offset < other.offset + other.length and other.offset < one.offset + one.length


def _unparsed(why: str) -> Refusal:
    return bad(f"can't parse entities: {why}")
