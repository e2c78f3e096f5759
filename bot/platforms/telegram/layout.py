"""A message as Telegram shows it: a picture with a caption, or a text, and rows of buttons below.

Telegram refuses a whole message for one letter too many: everything is held against the limits here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from telegram.helpers import create_deep_linked_url

from bot import interface
from bot.domain import terms
from bot.interface import (
    Account,
    BuildChallenge,
    Button,
    CancelChallenge,
    Chat,
    File,
    Image,
    Link,
    Moments,
    OpenTable,
    PersonMenu,
    Screen,
)
from bot.interface.capabilities import units as units
from bot.interface.requests import SEND
from bot.platforms import callback_data
from bot.platforms.telegram.capabilities import CAPABILITIES
from bot.platforms.telegram.chat_ids import PLATFORM, jump_url
from bot.platforms.telegram.mini_app import MiniApp
from bot.texts import Texts
from games.events import MatchId

TEXT_MAX = 4096  # UTF-16 units after the formats have been read
CAPTION_MAX = 1024  # likewise; also of the text of a note that only one person sees
ALERT_MAX = 200  # of an answer to a press
LABEL_MAX = 64  # characters; Telegram names no limit, but shows hardly more
ROW_MAX = CAPABILITIES.row_buttons
ROW_ROOM = 38  # characters that a narrow phone shows in a row; the buttons of a row are equally wide
EDGES = 2  # of a button, in characters
BUTTONS_MAX = CAPABILITIES.components

NO_CHOICE = "-"
"""What a button brings that cannot be chosen; Telegram knows no disabled ones."""

PICK_PERSON = "?"
"""Before a challenge as it is so far: asks for Telegram's list of people."""

_PLACE_HELD = "·"
"""The label of such a button: the others stay where they are."""

DATED = "wDt"
"""How a day and a time are told: day of the week, date, and hours and minutes."""

FOLD_MARK = 40
"""By so many characters the beginning of the fine print is found in a text that may be cut."""

_STYLES = {"main": "primary", "danger": "danger"}
_JOIN = "\u2060"  # joins words and shows nothing
_LIVE = re.compile(r"(?<=@)(?=\w)|(?<=:)(?=//)|(?<=\w\.)(?=[^\W\d_])")
"""Where Telegram would find a mention or a link by itself, as in the name of a person."""

Key = Mapping[str, Any]
"""A button as Telegram writes it: an object of the library for each takes longer than all that it says."""
Row = tuple[Key, ...]
Markup = Mapping[str, Any]
"""The buttons below a message, or a keyboard."""


QUESTION: Markup = {"force_reply": True, "selective": True}
"""Asks the reader for a reply."""


class TooMuch(ValueError):
    """A message has more buttons than Telegram takes; nothing of the kind is ever shown."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A message ready to be sent."""

    text: str
    """In HTML style; never empty, but for a caption."""
    markup: Markup | None
    image: Image | None = None
    text_only: bool = False
    """As in `Screen`."""
    file: File | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """How a challenge can be passed on from the private chat, and the bot brought to a group."""

    bot: str
    """Its username."""
    texts: Texts
    joins: bool = True
    """It can be brought to groups."""


def shape(
    message: Screen,
    chat: Chat,
    way: Way | None = None,
    *,
    short: bool = False,
    mark: str = "",
    dated: bool = True,
    app: MiniApp | None = None,
) -> Shape:
    """The message as it will stand in this chat.

    Args:
        message: what is to be shown.
        chat: where.
        way: how a challenge of the reader's own can be shared, in a private chat.
        short: it may be no longer than a caption.
        mark: ends what its buttons carry.
        dated: the server knows days and times that each reader sees in their own zone (Bot API 9.5).
        app: opens the pages of matches.
    """
    captioned = message.image or message.file
    most = CAPTION_MAX if captioned or short else TEXT_MAX
    rows = list(_rows(message, chat, app, mark))
    shared = _add_ways(rows, message, way) if way and chat.private else ""
    if sum(map(len, rows)) > BUTTONS_MAX:
        raise TooMuch(f"{sum(map(len, rows))} buttons")
    text = _text(message if dated else replace(message, moments=()), most, shared)
    markup = keyboard(*rows) if rows else None
    return Shape(text or ("" if captioned else "…"), markup, message.image, message.text_only, message.file)


def in_words(message: Screen) -> Screen:
    """The message without its picture, which is told instead."""
    told = f"{message.text}\n\n{message.image.alt}" if message.image else message.text
    return replace(message, text=told, image=None, text_only=True)


def plain(text: str) -> str:
    """Text as it stands, in HTML style: nothing in it makes a format, a mention or a link."""
    return html.escape(_LIVE.sub(_JOIN, text), quote=False)


def fit(text: str, most: int, *, news: bool = False) -> str:
    """The text, shortened where it is too long: whole lines at the end go first, a last one is cut.

    Of `news` the first lines go: what happened last, and whose turn it is, stands at the end.
    """
    if units(text) <= most:
        return text
    lines = text.split("\n")

    def shorter() -> str:
        return "\n".join(["…", *lines] if news else [*lines, "…"])

    while len(lines) > 1 and units(shorter()) > most:
        lines.pop(0 if news else -1)
    return shorter() if units(shorter()) <= most else _cut(lines[0], most)


def short_note(note: Screen) -> str:
    """The words of a note that fits an answer to a press, as plain text; "" for one that does not."""
    if note.image or note.file or note.rows or note.links or note.page:
        return ""
    told = told_plainly(note)
    return told if units(told) <= ALERT_MAX else ""


def is_short(note: Screen) -> bool:
    """Whether nothing of a note is lost where it may be no longer than a caption."""
    return units(_joined(told_plainly(note))) <= CAPTION_MAX


def told_plainly(note: Screen) -> str:
    """Title and text of a note, without formats."""
    return f"{note.title}\n{note.text}".strip()


def match_of(message: Screen) -> MatchId | None:
    """The match that the buttons of a board are about."""
    for row in message.rows:
        for one in row:
            if (match := interface.match_of(one.request)) is not None:
                return match
    return None


def keyboard(*rows: Row) -> Markup:
    """Buttons that stand below a message."""
    return {"inline_keyboard": rows}


def button(label: str, **leads: Any) -> Key:
    """One button, to press or to follow; where it leads to is called as Telegram calls it."""
    return {"text": label[:LABEL_MAX], **leads}


def _cut(line: str, most: int) -> str:
    """The beginning of a line, if possible up to the end of a word."""
    kept = line
    while units(kept) > most - 1:
        kept = kept[: most - 1] if len(kept) > most - 1 else kept[:-1]
    words, blank, _ = kept.rpartition(" ")
    return f"{words if blank and 2 * units(words) > most else kept}…"


def _text(message: Screen, most: int, shared: str) -> str:
    """Title, text, mentions of those who are notified, a link: of these, the text is what gets shorter."""
    title = fit(_joined(message.title.strip()), 200)
    mentions = [(account, _joined(account.name.strip()) or "…") for account in _notified(message)]
    told, news = "\n".join(name for _, name in mentions), bool(message.image) or message.text_only
    rest = sum(units(part) + 1 for part in (title, told, shared) if part)
    parts = [
        f"<b>{_escaped(title)}</b>" if title else "",
        _marked(message, fit(_joined(message.text.strip()), max(most - rest, 1), news=news)),
        "\n".join(_mention(account, name) for account, name in mentions),
        _escaped(shared),
    ]
    return "\n".join(part for part in parts if part)


def _mention(account: Account, name: str) -> str:
    """A name that notifies its owner; where only the username is known, Telegram finds who that is."""
    if account.awaited:
        return f"@{account.handle}"
    return f'<a href="tg://user?id={account.id}">{_escaped(name)}</a>'


def _marked(message: Screen, fitted: str) -> str:
    """The text with its days and times as each reader's own device tells them, and its end folded."""
    fine = _joined(message.fine_print.strip())
    start = fitted.find(fine[:FOLD_MARK]) if fine else -1  # its own end may have been cut
    parts = [fitted] if start < 0 else [fitted[:start], fitted[start:]]
    told = [_timed(_escaped(part), message.moments) for part in parts]
    return told[0] if start < 0 else f"{told[0]}<blockquote expandable>{told[1]}</blockquote>"


def _timed(escaped: str, moments: Moments) -> str:
    """One pass over all: two may be said in the same words, and no tag may stand within another."""
    known = {_escaped(_joined(said)): at for said, at in moments}
    if not known:
        return escaped
    said = "|".join(re.escape(words) for words in sorted(known, key=len, reverse=True))
    tag = lambda hit: f'<tg-time unix="{known[hit[0]]}" format="{DATED}">{hit[0]}</tg-time>'  # noqa: E731
    return re.sub(said, tag, escaped)


def _joined(text: str) -> str:
    return _LIVE.sub(_JOIN, text)


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _notified(message: Screen) -> tuple[Account, ...]:
    """Only the accounts of this platform can be mentioned."""
    return tuple(who for who in message.awaits if who.platform == PLATFORM) if message.pings else ()


def _rows(message: Screen, chat: Chat, app: MiniApp | None, mark: str = "") -> Iterator[Row]:
    for row in message.rows:
        yield from _folded(_opening(one, chat, app) or _button(one, mark) for one in row)
    yield from _folded(link for one in message.links if (link := _link(one)) is not None)
    if message.page:
        yield (button(message.page.label, url=message.page.url),)


def _folded(buttons: Iterable[Key]) -> Sequence[Row]:
    """As many rows as it takes: Telegram does not wrap a label, it cuts it off where the button ends."""
    waiting = tuple(buttons)
    filled = _filled(waiting)
    length = -(-len(waiting) // max(len(filled), 1))
    even = [waiting[start : start + length] for start in range(0, len(waiting), max(length, 1))]
    return even if all(map(_is_seen_whole, even)) else filled


def _filled(waiting: Row) -> list[Row]:
    """The first row as full as it can be, then the next."""
    rows: list[Row] = []
    for one in waiting:
        if rows and _is_seen_whole((*rows[-1], one)):
            rows[-1] = (*rows[-1], one)
        else:
            rows.append((one,))
    return rows


def _is_seen_whole(row: Row) -> bool:
    """A narrow phone shows all labels from end to end; a single one may be too long for any row."""
    longest = max(len(one["text"]) for one in row)
    return len(row) == 1 or (len(row) <= ROW_MAX and len(row) * (longest + EDGES) <= ROW_ROOM)


def _opening(one: Button, chat: Chat, app: MiniApp | None) -> Key | None:
    """What opens the page of a match at once, where Telegram can."""
    if app is None or not isinstance(one.request, OpenTable):
        return None
    opens = app.opens(one.request.match, private=chat.private)
    return button(one.label, **opens) if opens else None


def _pick(menu: PersonMenu) -> Key | None:
    """Asks for the keyboard with Telegram's list of people; None where the button cannot hold so much."""
    payload = f"{PICK_PERSON}{callback_data.encode(menu.request)}"
    fits = len(payload.encode()) <= callback_data.PAYLOAD_MAX_BYTES
    return button(menu.label, callback_data=payload) if fits else None


def _button(one: Button, mark: str = "") -> Key:
    if one.disabled:
        return button(_PLACE_HELD, callback_data=NO_CHOICE)
    payload = callback_data.encode(one.request)
    if len(payload.encode()) < callback_data.PAYLOAD_MAX_BYTES:
        payload += mark
    style = {} if one.style == "plain" else {"style": _STYLES[one.style]}
    return button(one.label, callback_data=payload, **style)


def _link(link: Link) -> Key | None:
    """None where no address leads to a message: in private chats and small groups."""
    url = jump_url(link.chat, link.message)
    return button(link.label, url=url) if url else None


def _add_ways(rows: list[Row], message: Screen, way: Way) -> str:
    """Add the ways from a private chat to others; gives the link to a challenge of its reader.

    A challenge that is put together, and names nobody, can be sent into another chat, to be played there.
    """
    typed = code = None
    for asked in (one.request for row in message.rows for one in row):
        if isinstance(asked, CancelChallenge):
            code = code or asked.match
        if isinstance(asked, BuildChallenge) and asked.page == SEND and asked.against is None:
            typed = typed or " ".join((asked.game, *terms.in_full(asked.game, asked.words)))
    if code:
        rows.append(_passed_on(code, way.texts("button.share")))
    if message.invites and way.joins:
        group = create_deep_linked_url(way.bot, "new", group=True)
        rows.append((button(way.texts("button.add_to_group"), url=group),))
    if message.menu and (pick := _pick(message.menu)):
        rows.insert(max(len(rows) - 1, 0), (pick,))
    if typed:
        rows.insert(1, _passed_on(typed, way.texts("button.elsewhere")))
    return way.texts("share.link", link=create_deep_linked_url(way.bot, f"join_{code}")) if code else ""


def _passed_on(query: str, label: str) -> Row:
    """Asks for a chat, and types there what has the bot offer something to send."""
    anybody = {"query": query, "allow_user_chats": True, "allow_group_chats": True}
    return (button(label, switch_inline_query_chosen_chat=anybody),)
