"""The layout of a message on Telegram: a picture with a caption, or a text, above rows of buttons.

Telegram rejects a message that is one character too long, so all limits are enforced here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from telegram.helpers import create_deep_linked_url

from bot import interface
from bot.domain import terms_parser
from bot.interface import Account, Button, Chat, File, Image, Screen
from bot.interface.requests import SEND
from bot.platforms import callback_data
from bot.platforms.telegram import widgets
from bot.platforms.telegram.capabilities import CAPABILITIES
from bot.platforms.telegram.chat_ids import PLATFORM, jump_url
from bot.platforms.telegram.features import Features
from bot.platforms.telegram.mini_app import MiniApp
from bot.platforms.telegram.widgets import Widget
from bot.texts import Texts, begun, units

TEXT_MAX = 4096  # UTF-16 units, without the formatting
CAPTION_MAX = 1024  # UTF-16 units; also the limit of the text of an ephemeral message
ALERT_MAX = 200  # UTF-16 units in the answer to a press
TITLE_MAX = 200  # UTF-16 units
LABEL_MAX = 64  # characters; Telegram documents no limit, but hardly shows more
ROW_MAX = CAPABILITIES.row_buttons
ROW_ROOM = 38  # characters that a narrow phone shows in a row; the buttons of a row are equally wide
EDGES = 2  # width of a button's margins in characters
BUTTONS_MAX = CAPABILITIES.components

NO_CHOICE = "-"
"""Payload of a disabled button on a server that has none."""

PICK_PERSON = "?"
"""Prefix of the payload that opens Telegram's list of people; the unfinished challenge follows it."""

PANEL, ELSEWHERE = "~", "^"
"""Suffixes of the payloads of a note's buttons: of a panel, and of a note in a chat that the bot is not in.

By these a press is understood after a restart and in another process.
"""

_PLACE_HELD = "·"
"""Label of such a button, which keeps the others in place."""

NEWEST = Features()

DATED = "wDt"
"""Telegram's format of dates: day of the week, date, hours and minutes."""

FOLD_MARK = 40
"""Number of characters by which the start of the fine print is found in a text that may be cut."""

_STYLES = {"main": "primary", "danger": "danger"}
_JOIN = "\u2060"  # WORD JOINER, invisible
_LIVE = re.compile(r"(?<=@)(?=\w)|(?<=:)(?=//)|(?<=\w\.)(?=[^\W\d_])")
"""The positions at which Telegram would detect a mention or a link, e.g. in a person's name."""

Key = Mapping[str, Any]
"""A button as JSON; creating library objects for the buttons is slower than all the rest."""
Row = tuple[Key, ...]
Markup = Mapping[str, Any]
"""The buttons below a message, or a reply keyboard."""


QUESTION: Markup = {"force_reply": True, "selective": True}
"""Opens the reader's reply field."""


class TooMuch(ValueError):
    """A message has more buttons than Telegram accepts: a programming error."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A message ready to be sent."""

    text: str
    """Formatted as HTML; only a caption may be empty."""
    markup: Markup | None
    image: Image | None = None
    text_only: bool = False
    """As in `Screen`."""
    file: File | None = None
    widget: Widget | None = None
    """In place of the picture, which is sent if the widget cannot be."""
    known: bool = False
    """As in `Screen`."""


@dataclass(frozen=True, slots=True)
class Way:
    """The data for buttons in a private chat that share a challenge or add the bot to a group."""

    bot: str
    """The bot's username."""
    texts: Texts
    joins: bool = True
    """The bot can be added to groups."""


def shape(
    message: Screen,
    chat: Chat,
    way: Way | None = None,
    *,
    short: bool = False,
    mark: str = "",
    features: Features = NEWEST,
    app: MiniApp | None = None,
) -> Shape:
    """Lay out a message for a chat.

    Args:
        message: the message.
        chat: the chat.
        way: data for sharing the reader's own challenge; used in private chats only.
        short: limit the text to the length of a caption.
        mark: suffix of the payloads of its buttons.
        features: what the server can show.
        app: the Mini App with the pages of matches.

    Raises:
        TooMuch
    """
    captioned = message.image or message.file
    most = CAPTION_MAX if captioned or short else TEXT_MAX
    rows = list(_rows(message, chat, app, mark, features))
    shared = _add_ways(rows, message, way) if way and chat.private else ""
    if sum(map(len, rows)) > BUTTONS_MAX:
        raise TooMuch(f"{sum(map(len, rows))} buttons")
    text = _text(message if features.recent else replace(message, moments=()), most, shared)
    markup = keyboard(*rows) if rows else None
    text = text or ("" if captioned else "…")
    board = widgets.widget(message) if features.widgets and chat.private and not short else None
    return Shape(text, markup, message.image, message.text_only, message.file, board, message.known)


def in_words(message: Screen) -> Screen:
    """Replace the picture of a message by its alternative text."""
    text = f"{message.text}\n\n{message.image.alt}" if message.image else message.text
    return replace(message, text=text, image=None, text_only=True)


def plain(text: str) -> str:
    """Escape text for HTML and prevent mentions and links in it."""
    return _escaped(_joined(text))


def fit(text: str, most: int, *, news: bool = False) -> str:
    """Shorten a text to `most` UTF-16 units: drop whole lines from the end, then cut the only line left.

    With `news`, drop lines from the start: the latest events, and whose turn it is, are at the end.
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
    """The plain text of a note that fits into the answer to a press; "" for a note that does not."""
    if note.image or note.file or note.rows or note.links or note.page:
        return ""
    text = unformatted(note)
    return text if units(text) <= ALERT_MAX else ""


def is_short(note: Screen) -> bool:
    """Whether the title and text of a note fit into a caption."""
    return units(_joined(unformatted(note))) <= CAPTION_MAX


def unformatted(note: Screen) -> str:
    return f"{note.title}\n{note.text}".strip()


def keyboard(*rows: Row) -> Markup:
    return {"inline_keyboard": rows}


def button(label: str, **leads: Any) -> Key:
    """An inline button; `leads` are Telegram's fields for its action, e.g. `url` or `callback_data`."""
    return {"text": label[:LABEL_MAX], **leads}


def _cut(line: str, most: int) -> str:
    """Cut a line, at the end of a word if that keeps more than half of the room."""
    start = begun(line, most - 1)
    words, blank, _ = start.rpartition(" ")
    return f"{words if blank and 2 * units(words) > most else start}…"


def _text(message: Screen, most: int, shared: str) -> str:
    """Join title, text, mentions of the notified people and a link, shortening the text to fit."""
    title = fit(_joined(message.title.strip()), TITLE_MAX)
    # Accounts of other platforms cannot be mentioned.
    notified = [account for account in message.awaits if message.pings and account.platform == PLATFORM]
    names = "\n".join(_mentionable(account) for account in notified)
    news = bool(message.image) or message.text_only
    rest = sum(units(part) + 1 for part in (title, names, shared) if part)
    parts = [
        f"<b>{_escaped(title)}</b>" if title else "",
        _marked(message, fit(_joined(message.text.strip()), max(most - rest, 1), news=news)),
        "\n".join(_mention(account) for account in notified),
        _escaped(shared),
    ]
    return "\n".join(part for part in parts if part)


def _mentionable(account: Account) -> str:
    return _joined(account.name.strip()) or "…"


def _mention(account: Account) -> str:
    """A mention, by id or, if only the username is known, by username."""
    if account.awaited:
        return f"@{account.handle}"
    return f'<a href="tg://user?id={account.id}">{_escaped(_mentionable(account))}</a>'


def _marked(message: Screen, fitted: str) -> str:
    """Format the text: dates as `<tg-time>`, the fine print as an expandable quotation."""
    fine = _joined(message.fine_print.strip())
    start = fitted.find(fine[:FOLD_MARK]) if fine else -1  # the end of the fine print may have been cut
    if start < 0:
        return _timed(_escaped(fitted), message.moments)
    text, folded = (_timed(_escaped(part), message.moments) for part in (fitted[:start], fitted[start:]))
    return f"{text}<blockquote expandable>{folded}</blockquote>"


def _timed(escaped: str, moments: interface.Moments) -> str:
    """Replace all dates in one pass: two may have the same text, and tags must not be nested."""
    times = {_escaped(_joined(date)): seconds for date, seconds in moments}
    if not times:
        return escaped
    dates = "|".join(re.escape(date) for date in sorted(times, key=len, reverse=True))
    return re.sub(
        dates, lambda date: f'<tg-time unix="{times[date[0]]}" format="{DATED}">{date[0]}</tg-time>', escaped
    )


def _joined(text: str) -> str:
    """Prevent mentions and links in a text."""
    return _LIVE.sub(_JOIN, text)


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _rows(message: Screen, chat: Chat, app: MiniApp | None, mark: str, features: Features) -> Iterator[Row]:
    for row in message.rows:
        yield from _folded(_opening(shown, chat, app) or _button(shown, mark, features) for shown in row)
    # Messages in private chats and basic groups have no links.
    urls = [(link.label, jump_url(link.chat, link.message)) for link in message.links]
    yield from _folded(button(label, url=url) for label, url in urls if url)
    if message.page:
        yield (button(message.page.label, url=message.page.url),)


def _folded(buttons: Iterable[Key]) -> Sequence[Row]:
    """Wrap buttons into as many rows as their labels need: Telegram truncates labels instead of wrapping."""
    waiting = tuple(buttons)
    filled = _filled(waiting)
    length = ceil(len(waiting) / max(len(filled), 1))
    even = [waiting[start : start + length] for start in range(0, len(waiting), max(length, 1))]
    return even if all(map(_is_seen_whole, even)) else filled


def _filled(waiting: Row) -> list[Row]:
    """Fill each row as far as possible before the next."""
    rows: list[Row] = []
    for key in waiting:
        if rows and _is_seen_whole((*rows[-1], key)):
            rows[-1] = (*rows[-1], key)
        else:
            rows.append((key,))
    return rows


def _is_seen_whole(row: Row) -> bool:
    """Whether a narrow phone shows all labels in full; a row of one button always counts as fitting."""
    longest = max(len(key["text"]) for key in row)
    return len(row) == 1 or (len(row) <= ROW_MAX and len(row) * (longest + EDGES) <= ROW_ROOM)


def _opening(shown: Button, chat: Chat, app: MiniApp | None) -> Key | None:
    """The button that opens the page of a match directly; None if Telegram has no such button here."""
    request = shown.request
    if app is None or not isinstance(request, interface.OpenPage) or request.match is None:
        return None
    opens = app.opens(request.match, private=chat.private)
    return button(shown.label, **opens) if opens else None


def _pick(menu: interface.PersonMenu) -> Key | None:
    """The button that asks for Telegram's list of people; None if its payload is too long."""
    payload = f"{PICK_PERSON}{callback_data.encode(menu.request)}"
    fits = len(payload.encode()) <= callback_data.PAYLOAD_MAX_BYTES
    return button(menu.label, callback_data=payload) if fits else None


def _button(shown: Button, mark: str, features: Features) -> Key:
    if shown.disabled and features.recent:
        return button(shown.label, disabled={})
    if shown.disabled:
        return button(_PLACE_HELD, callback_data=NO_CHOICE)
    payload = callback_data.encode(shown.request)
    marked = f"{payload}{mark}"
    payload = marked if len(marked.encode()) <= callback_data.PAYLOAD_MAX_BYTES else payload
    style = {} if shown.style == "plain" else {"style": _STYLES[shown.style]}
    return button(shown.label, callback_data=payload, **style)


def _add_ways(rows: list[Row], message: Screen, way: Way) -> str:
    """Add the buttons that lead from a private chat to other chats.

    A finished draft of a challenge that names no opponent can be sent to another chat and played there.

    Returns:
        The text with the link to the reader's own open challenge; "" if the message shows none.
    """
    draft = code = None
    for request in (shown.request for shown in message.buttons):
        if isinstance(request, interface.CancelChallenge):
            code = code or request.match
        if isinstance(request, interface.BuildChallenge) and request.page == SEND and request.against is None:
            draft = draft or " ".join((request.game, *terms_parser.in_full(request.game, request.words)))
    if code:
        rows.append(_passed_on(code, way.texts("button.share")))
    if message.invites and way.joins:
        group = create_deep_linked_url(way.bot, "new", group=True)
        rows.append((button(way.texts("button.add_to_group"), url=group),))
    if message.menu and (pick := _pick(message.menu)):
        rows.insert(max(len(rows) - 1, 0), (pick,))
    if draft:
        rows.insert(1, _passed_on(draft, way.texts("button.elsewhere")))
    return way.texts("share.link", link=create_deep_linked_url(way.bot, f"join_{code}")) if code else ""


def _passed_on(query: str, label: str) -> Row:
    """A button that asks for a chat and starts an inline query there."""
    anybody = {"query": query, "allow_user_chats": True, "allow_group_chats": True}
    return (button(label, switch_inline_query_chosen_chat=anybody),)
