"""People, chats, and screens: messages with buttons and pictures for any platform.

A `Screen` says all that a message shows. What it takes to show it is computed only if an adapter asks for it:
the clickable areas of an `Image`, its copy for dark pages, or the same board to touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from typing import Any, Literal, NamedTuple

from bot.interface.registry import Request, match_of
from bot.interface.requests import OVERVIEW, BuildChallenge
from bot.texts import Texts
from games.events import MatchId, PlayerId
from games.game import Seat, View
from games.words import Words

# Exported again for `bot.presentation`, which imports no renderers.
from renderers.rows import Career as Career
from renderers.rows import Crossing as Crossing
from renderers.rows import Headings as Headings
from renderers.rows import Outcome as Outcome
from renderers.rows import Standing as Standing

# People and chats


@dataclass(frozen=True, slots=True)
class Account:
    """A person on one platform."""

    platform: str
    """`web`, `discord` or `telegram`."""
    id: str
    """The platform's id of the person."""
    name: str
    """Display name there, not escaped."""
    language: str = "en"
    """As the platform reports it, or empty; texts fall back to English."""
    handle: str = ""
    """Unique user name there, without `@`; empty if they have none."""

    awaited: bool = False
    """Only the handle is known, from a challenge to this person."""


GUEST = "guest"
"""The platform of people without an account: each browser that has taken a seat by a link is one of them."""

NAMELESS = "…"
"""The name of a person without one, such as a deleted Telegram account."""

FIXED = "inline:"
"""Prefix of the ids of chats that are a single message, see `Chat.fixed`."""
AWAY = "~"
"""Prefix of the ids of chats where the bot can only answer, see `Chat.by_press_only`."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat on one platform."""

    platform: str
    id: str
    private: bool
    """Between the bot and one person, whose secrets may be shown here."""
    title: str = field(default="", compare=False)
    """The name of a group chat; "" if the platform does not say."""

    @property
    def place(self) -> str:
        """The key of the chat's settings: the part of its id before a `/`, or the whole id."""
        return self.id.partition("/")[0]

    @property
    def fixed(self) -> bool:
        """Whether it is a single message sent via the bot, which can be edited but not followed by others."""
        return self.id.startswith(FIXED)

    @property
    def by_press_only(self) -> bool:
        """Whether the bot can only answer presses and commands there."""
        return self.id.startswith(AWAY)


Accounts = Mapping[PlayerId, Account]
"""The accounts of the people of a match, by player; forgotten people are missing."""

THEMES = ("light", "dark", "contrast", "large")
"""The themes of pictures."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """The preferences of a person or of a group chat."""

    texts: Texts
    theme: str = ""
    """One of `THEMES`; empty for light. All but `light` and `dark` are darker on a dark page."""
    text_only: bool = False
    """Whether boards are described in text, without a picture."""
    changes: bool = False
    """Whether that text has the latest turn first, and a board the position only on request."""
    zone: str = "UTC"
    """IANA name of the time zone."""
    touch: bool = False
    """Whether boards in a private chat can be touched, on platforms with widgets."""


# What a platform can show

UNLIMITED = 1 << 30
"""No practical limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """Limits of a message and of its later edits.

    Lengths are in UTF-16 units and apply to the texts of a screen. Mentions and escape characters that the
    adapter adds have extra room.
    """

    text: int = UNLIMITED
    """Title and text of a message without a picture."""
    caption: int = UNLIMITED
    """Title and text of a message with a picture."""
    alt_text: int = UNLIMITED
    """Description of a picture."""
    row_buttons: int = UNLIMITED
    """Buttons in a row."""
    choices: int = UNLIMITED
    """Buttons for one decision; more choices are grouped."""
    whole_moves: int = 0
    """Most whole moves that a shared board offers at once; more moves are chosen word by word."""
    components: int = UNLIMITED
    """Components in all: the text, the picture, each row and each button."""
    widgets: bool = False
    """A board in a private chat can be drawn there, and touched."""
    tracks: bool = False
    """A replay has a `Track`, which leads to any position."""


def common(platforms: Iterable[Capabilities]) -> Capabilities:
    """The capabilities that all of the platforms have: the strictest value of each."""
    known = tuple(platforms)
    strictest = {field.name: min(getattr(one, field.name) for one in known) for field in fields(Capabilities)}
    return Capabilities(**strictest)


EVERYWHERE = Capabilities(
    text=3000,
    caption=900,
    alt_text=1024,
    row_buttons=5,
    choices=25,
    components=39,
)
"""The capabilities of every platform: for screens whose platform is not known yet, or that several platforms
show."""


def with_buttons_of(platform: Capabilities) -> Capabilities:
    """The capabilities for boards there: the buttons of the platform, and texts that fit everywhere."""
    return replace(
        EVERYWHERE,
        row_buttons=platform.row_buttons,
        choices=platform.choices,
        whole_moves=platform.whole_moves,
        components=platform.components,
        widgets=platform.widgets,
    )


def units(text: str) -> int:
    """The length of a text in UTF-16 units, as Telegram counts; no platform counts higher."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def whole(text: str) -> str:
    """Replace lone surrogates by `?`: JSON can contain them, but UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode()


# Buttons and links


@dataclass(frozen=True, slots=True)
class Button:
    """A label and its request."""

    label: str
    request: Request
    style: Literal["plain", "main", "danger"] = "plain"
    disabled: bool = False
    """Keeps its place but cannot be pressed. Where there are no disabled buttons, a dot is shown."""
    only_for: Account | None = None
    """The only person who may press it on a board for several; platforms can hide it from others."""
    not_for: Account | None = None
    """The only person who may not press it."""


@dataclass(frozen=True, slots=True)
class PersonMenu:
    """A menu to pick a person of the chat, on platforms that have one."""

    label: str
    request: BuildChallenge
    """The request to which `with_person` adds the picked person."""


def with_person(request: BuildChallenge, person: str) -> BuildChallenge:
    """The request of a menu of people when a person is picked: the overview, with them as the opponent."""
    return replace(request, against=person, page=OVERVIEW)


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a message; the adapter writes its URL."""

    label: str
    chat: Chat
    message: str
    match: MatchId = MatchId("")
    """The match shown there; without links to messages, a button can show its board instead."""


@dataclass(frozen=True, slots=True)
class WebLink:
    """A link to a web page."""

    label: str
    url: str
    match: MatchId | None = None
    """The match whose page it is; None for another page."""


@dataclass(frozen=True, slots=True)
class Track:
    """All positions of a replay, for platforms that can show a slider."""

    at: int
    """The index of the position shown."""
    positions: tuple[Request, ...]
    """The request for each position."""


# Pictures

Corners = tuple[tuple[int, int], ...]
"""The corners (x, y) of a polygon, in pixels from the top left of a picture."""

Place = tuple[Request, Corners]
"""A clickable area of a picture: its request and its corners."""

Carry = tuple[Corners, Request, Corners]
"""Something in a picture that can be dragged to another place: where it lies, the request, and that place."""


class Motion(NamedTuple):
    """Something that moves from one picture to the next."""

    start: Corners
    """Its corners in the first picture."""
    end: Corners
    """Its corners in the second one."""
    leaves: bool
    """Whether its first place is empty while it moves."""
    as_before: bool
    """Whether it looks as in the first picture while it moves; otherwise as in the second."""
    since: float
    """The fraction of the animation after which it appears."""


@dataclass(frozen=True, slots=True)
class Picture:
    """All that a painter needs for a picture of a match."""

    game: str
    view: View
    names: tuple[str, str]
    chosen: Words
    alt: str
    """A full description of the picture."""
    unlisted: tuple[Request, ...] = ()
    """Choices that have no button, but can be pressed in the picture."""
    onward: Callable[[Words], Iterable[Request]] = field(default=lambda _: (), compare=False)
    """Computes what could be chosen after these words."""
    before: Callable[[], View | None] = field(default=lambda: None, compare=False)
    """Computes what its readers saw before the newest turn."""
    turn: int = 0
    """A number that tells the newest turn from others."""
    hinted: Words = ()
    """The move that a hint names; it begins with what is chosen."""
    refuted: bool = False
    """Whether `hinted` was tried instead, and is wrong."""
    past: bool = False
    """Whether it is a position of the past, in which nothing can be chosen."""


@dataclass(frozen=True, slots=True)
class Touchable:
    """A board that is drawn where it is seen, and can be touched; see `renderers.widget`."""

    document: str
    drawing: Mapping[str, Any]
    places: tuple[tuple[str, Request], ...]
    """The words whose places can be touched, each with its request, as the areas of a picture."""
    hinted: str = ""
    """The one of these words that a hint names next."""


@dataclass(frozen=True, slots=True)
class Image:
    """A painted picture."""

    data: bytes
    """PNG."""
    alt: str
    name: str
    """A file name that reveals nothing."""
    dark: Callable[[], bytes] | None = field(default=None, compare=False)
    """Paints it for a dark page, as PNG; None if its reader has chosen a theme."""
    regions: Callable[[], Iterable[Place]] = field(default=tuple, compare=False)
    """Computes the clickable areas. Their requests are those of buttons, begin these, or are unlisted."""
    touchable: Callable[[], Touchable] | None = None
    """Makes a board to touch that shows the same; None if its reader wants a picture."""
    carries: Callable[[], Iterable[Carry]] = field(default=tuple, compare=False)
    """Computes what can be dragged from one place to another."""
    turn: int = 0
    """The number of the turn that `motions` show."""
    motions: Callable[[], Iterable[Motion]] = field(default=tuple, compare=False)
    """Computes what moved in the newest turn."""


# Tables too wide for text on a phone: leaderboards, profiles, crosstables


@dataclass(frozen=True, slots=True)
class Ranking:
    """A leaderboard, or the standings of a tournament."""

    title: str
    rows: tuple[Standing, ...]
    headings: Headings
    """In a tournament, `rating` is the heading of the points and `matches` that of the tie-break."""
    alt: str
    """The whole table as text."""


@dataclass(frozen=True, slots=True)
class Careers:
    """A player's ratings and results by game."""

    name: str
    rows: tuple[Career, ...]
    headings: Headings
    alt: str
    """The whole table as text."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The crosstable of a tournament."""

    title: str
    rows: tuple[Crossing, ...]
    name: str
    """The heading of the names."""
    points: str
    """The heading of the points."""
    legend: str
    alt: str
    """The whole table as text."""


Table = Ranking | Careers | Crosstable


# Messages

Turn = Literal["", "yours", "waiting", "over"]
"""Whether the reader of a board is to move or, on a shared one, whether the match runs; "" if not a board."""

Moments = tuple[tuple[str, int], ...]
"""Days and times in a text, each with its value in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class File:
    """An attachment: an animation or a text."""

    name: str
    """Reveals at most the code of a match."""
    data: bytes
    media_type: Literal["image/gif", "text/plain", "application/json"]
    alt: str
    """A description of the file."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The result of a match, for platforms that can show it large."""

    text: str
    winner: Seat | None
    """None for a draw. Platforms may show it as a colour."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a form, to type into."""

    name: str
    """The field of the request that it fills."""
    label: str
    most: int
    """Characters."""
    required: bool = False


@dataclass(frozen=True, slots=True)
class InputForm:
    """Fields to type into, and the request that they complete."""

    request: Request
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """A message for any platform. Text is plain; adapters escape it."""

    text: str
    title: str = ""
    image: Image | None = None
    """The painted `picture` or `table`."""
    rows: tuple[tuple[Button, ...], ...] = ()

    headline: Headline | None = None
    """Of a board whose match is over; the text says it, too."""
    moments: Moments = ()
    """The times in the text, which platforms can show in each reader's time zone."""
    fine_print: str = ""
    """The end of the text, of interest to few; platforms fold it away if they can."""
    language: str = ""
    """Language of the text; "" for that of the answer (`Note.language`)."""

    picture: Picture | None = None
    """The picture to paint; adapters ignore it."""
    table: Table | None = None
    """The table to paint if there is no `picture`; adapters ignore it."""
    text_only: bool = False
    """The text describes the picture: it must not stand below an older picture."""
    file: File | None = None
    """Replaces an image; in new messages only, as no platform allows an edit to replace every file."""

    links: tuple[Link, ...] = ()
    menu: PersonMenu | None = None
    track: Track | None = None
    """Set for a replay."""
    form: InputForm | None = None
    """Opened in place of the screen, where the platform has forms; else the text says what to type."""
    page: WebLink | None = None
    """A page for the only reader, or the public page of a match."""
    invites: bool = False
    """Whether to add a way to invite the bot elsewhere, if the platform has one."""

    awaits: tuple[Account, ...] = ()
    """The people whose turn it is, mentioned if `pings`."""
    players: tuple[Account, ...] = ()
    """Of a board: the people who play."""
    pings: bool = False
    """Whether a new message notifies the awaited people; otherwise it notifies nobody."""
    turn: Turn = ""
    """Of a board; also in the text. Platforms with coloured messages show it by colour."""
    colour: int | None = None
    """Colour of a board as 24-bit RGB; adds nothing to the text."""
    known: bool = field(default=False, compare=False)
    """Of an edit: the message shows what this process showed there last. What stays can be left out."""

    @property
    def buttons(self) -> Iterator[Button]:
        return chain.from_iterable(self.rows)

    @property
    def match(self) -> MatchId | None:
        """The match of the first button that names one."""
        return next(filter(None, (match_of(button.request) for button in self.buttons)), None)
