"""Texts with entities: the HTML style as Telegram parses it, and what it finds in plain text by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import unescape

from tests.loopback.telegram.content import Entity, units
from tests.loopback.telegram.refusals import Refusal, bad

TYPES = {
    "b": "bold",
    "i": "italic",
    "u": "underline",
    "s": "strikethrough",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-time": "date_time",
}
"""The tags that are spoken here, and what they mark."""
PIECE = re.compile(r"<[^>]*>?|[^<]+")
TAG = re.compile(r"<(/?)([^\s>]*)")
CHARACTER = re.compile(r"&(?:lt|gt|amp|quot|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
ATTRIBUTE = re.compile(r"""\s([\w-]+)(?:=("[^"]*"|[\w.-]+))?""")
MOMENT = re.compile(r"\d{1,10} (?:r|w?[dD]?[tT]?)")
FOUND = (
    ("bot_command", re.compile(r"(?<![\w/])/\w{1,32}(?:@\w{3,32})?(?!\w)")),
    ("url", re.compile(r"\bhttps?://[^\s<>]*[^\s<>.,;:!?)]")),
    ("mention", re.compile(r"(?<!\w)@[a-zA-Z]\w{2,31}\b")),
)
ALONE = ("a", "tg-time", "code", "pre")
"""Tags of which none may stand within another."""
OPAQUE = ("text_link", "text_mention", "code", "pre")
"""Within these nothing is found that was not marked."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A tag that waits for its end: what it says, and where it began."""

    tag: str
    attributes: dict[str, str]
    offset: int


def parse_html(source: str) -> tuple[str, tuple[Entity, ...]]:
    """Plain text and entities of a text in HTML style; `Refusal` where the tags do not fit."""
    plain, entities, opened = "", list[Entity](), list[_Open]()
    for piece in PIECE.finditer(source):
        tag = TAG.match(piece[0])
        if tag is None:
            plain += CHARACTER.sub(lambda coded: unescape(coded[0]), piece[0])
            continue
        at, ends, name = len(source[: piece.start()].encode()), bool(tag[1]), tag[2].lower()
        if not ends:
            _check(name, at, [one.tag for one in opened])
            found = {key: unescape(value.strip('"')) for key, value in ATTRIBUTE.findall(piece[0])}
            opened.append(_Open(name, found, units(plain)))
        elif not opened or opened[-1].tag != name:
            expected = f'expected "</{opened[-1].tag}>", found "</{name}>"' if opened else "none is open"
            raise _unparsed(f"Unmatched end tag at byte offset {at}, {expected}")
        else:
            entities += _marked(opened.pop(), units(plain))
    if opened:
        raise _unparsed(f'Can\'t find end tag corresponding to start tag "{opened[-1].tag}"')
    return plain, tuple(sorted(entities, key=lambda one: (one.offset, -one.length)))


def _check(tag: str, at: int, around: list[str]) -> None:
    """Quotes are in no quote, and times, links and code in none of each other.

    Telegram drops one of the two without a word: here that is an error, so that it does not go unseen.
    """
    if tag not in TYPES:
        raise _unparsed(f'Unsupported start tag "{tag}" at byte offset {at}')
    if tag in around or (tag in ALONE and any(other in ALONE for other in around)):
        raise _unparsed(f'Tag "{tag}" must not be nested')


def _marked(opened: _Open, end: int) -> list[Entity]:
    """What a tag marks that ends here; nothing where it is empty, or its link leads nowhere."""
    entity = Entity(TYPES[opened.tag], opened.offset, end - opened.offset)
    if not entity.length:
        return []
    match opened.tag:
        case "a":
            link = _linked(entity, opened.attributes.get("href", ""))
            return [link] if link else []
        case "tg-time":
            moment = f"{opened.attributes.get('unix', '')} {opened.attributes.get('format', '')}"
            if not MOMENT.fullmatch(moment):
                raise _unparsed('Tag "tg-time" has an invalid attribute')
            unix, _, how = moment.partition(" ")
            return [replace(entity, unix_time=int(unix), date_time_format=how or None)]
        case "blockquote" if "expandable" in opened.attributes:
            return [replace(entity, type="expandable_blockquote")]
    return [entity]


def _linked(entity: Entity, url: str) -> Entity | None:
    """A link or a mention by id; None where the address is none."""
    mention = re.fullmatch(r"tg://user\?id=(\d{1,15})", url)
    if mention:
        return replace(entity, type="text_mention", user_id=int(mention.group(1)))
    return replace(entity, url=url) if re.fullmatch(r"(?:https?|tg)://\S+", url) else None


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
