"""What a person is shown, and what he may ask: the language between the platforms and the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from games.events import MatchId
from games.game import View
from games.words import Words

# People and places


@dataclass(frozen=True, slots=True)
class Account:
    """A person on one platform."""

    platform: str
    """`web`, `discord` or `telegram`."""
    id: str
    """The platform's own id of him."""
    name: str
    """His display name there, not escaped."""
    language: str = "en"
    """As the platform tells it; texts fall back to English."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Where people talk on one platform."""

    platform: str
    id: str
    private: bool
    """Between the bot and one person: what is secret to others may be shown here."""


# What he may ask


@dataclass(frozen=True, slots=True)
class Help:
    """What is this?"""


@dataclass(frozen=True, slots=True)
class AskRules:
    """How is it played? Without a game: which games are there?"""

    game: str | None
    page: int = 0
    """Counted from 1; 0 opens the rules at their first page in a message of their own."""


@dataclass(frozen=True, slots=True)
class OfferMatch:
    """Challenge somebody, or everybody who sees it."""

    game: str
    opponent: str | None
    """The platform's id of the person, or his name as it was typed."""
    house_rules: Words
    """As `target=30`."""


@dataclass(frozen=True, slots=True)
class AcceptMatch:
    """Take a challenge, by its button or by its code."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class DeclineMatch:
    """Refuse a challenge."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class CancelMatch:
    """Take the own challenge back."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class Choose:
    """A button of a board: the words chosen so far; with a whole move they play it."""

    match: MatchId
    version: int
    """That of the match when the button was shown."""
    words: Words
    final: bool
    """The words are to be played as they stand, though longer moves begin with them."""
    page: int
    """Which page of the choices to show, from 0."""


@dataclass(frozen=True, slots=True)
class TypeMove:
    """A move typed in notation."""

    words: Words
    match: MatchId | None


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the board here, afresh."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show me my own view, privately."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Resign; asked once more before it counts."""

    match: MatchId | None
    sure: bool


@dataclass(frozen=True, slots=True)
class ProposeDraw:
    """Offer a draw, or accept the one that is offered."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """Agree to the draw that is offered."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class NeverMind:
    """Answer no to what was asked: nothing happens."""


@dataclass(frozen=True, slots=True)
class RefuseDraw:
    """Turn down the offered draw."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The same again with swapped seats."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class ListMatches:
    """Which matches am I in?"""


@dataclass(frozen=True, slots=True)
class VerifyDeal:
    """Show seal, seed and entropy of a finished match."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A payload that no button of ours carries: forged, truncated, or from another time."""


Problem = Literal["no_command", "unknown_command", "missing", "too_much", "unknown_game", "too_long"]


@dataclass(frozen=True, slots=True)
class Misspoken:
    """A command that could not be understood."""

    problem: Problem
    command: str
    """Its name as far as it was recognised; shortened."""
    detail: str
    """The word in question; shortened."""


MatchRequest = (
    AcceptMatch
    | DeclineMatch
    | CancelMatch
    | Choose
    | TypeMove
    | ShowBoard
    | ShowHand
    | GiveUp
    | ProposeDraw
    | AcceptDraw
    | RefuseDraw
    | PlayAgain
    | VerifyDeal
)
Request = Help | AskRules | OfferMatch | ListMatches | NeverMind | MatchRequest | Unreadable | Misspoken


@dataclass(frozen=True, slots=True)
class Incoming:
    """One thing that somebody asked, as an adapter hands it in."""

    account: Account
    chat: Chat
    request: Request
    press: str
    """The platform's id of this press or command: it counts once, however often it is delivered."""
    message: str | None = None
    """The platform's id of the message whose button was pressed."""
    alone: bool = False
    """The pressed message is seen by this person alone (a note). False is the safe answer."""


# What he is shown


@dataclass(frozen=True, slots=True)
class Button:
    """A label and the request it makes."""

    label: str
    request: Request
    style: Literal["plain", "main", "danger"] = "plain"


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to be painted; the painters get nothing else."""

    game: str
    view: View
    names: tuple[str, str]
    chosen: Words
    alt: str
    """The whole picture in words."""


@dataclass(frozen=True, slots=True)
class Link:
    """A way to a message: the adapter knows how its platform writes it."""

    label: str
    chat: Chat
    message: str


@dataclass(frozen=True, slots=True)
class Screen:
    """What is shown, without platform and not yet painted. Text is plain: adapters escape it."""

    text: str
    title: str = ""
    picture: Picture | None = None
    rows: tuple[tuple[Button, ...], ...] = ()
    links: tuple[Link, ...] = ()
    awaits: tuple[Account, ...] = ()
    """Whose turn it is: to be mentioned where a mention is due."""


@dataclass(frozen=True, slots=True)
class Image:
    """A painted picture."""

    data: bytes
    """PNG."""
    alt: str
    name: str
    """A file name that says nothing."""


@dataclass(frozen=True, slots=True)
class Message:
    """A screen ready to be sent."""

    text: str
    title: str = ""
    image: Image | None = None
    rows: tuple[tuple[Button, ...], ...] = ()
    links: tuple[Link, ...] = ()
    awaits: tuple[Account, ...] = ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """A board on its way to the screen."""

    board: str
    """Also the nonce of a `post`: the same nonce never makes a second message."""
    version: int
    """That of the match which the board will show."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an adapter does about one request; delivered in the order of the fields."""

    update: Message | None = None
    """Replaces the message whose button was pressed."""
    post: Message | None = None
    """A new message in the chat, for all who are there."""
    note: Message | None = None
    """For this person's eyes alone (an ephemeral reply; in a private chat an ordinary one)."""
    delivery: Delivery | None = None
    """The updated or posted message shows a board: to be handed back through `Front.delivered`."""


class Front(Protocol):
    """The house as an adapter sees it."""

    async def handle(self, incoming: Incoming) -> Answer:
        """Never raises: whatever goes wrong becomes an answer."""

    async def meet(self, account: Account) -> None:
        """This person is here, or has a new name: from now on others can name him."""

    async def delivered(self, delivery: Delivery, message: str | None) -> None:
        """The board of an answer has been shown as `message` (its id); None if that failed."""

    async def complete(self, account: Account, chat: Chat, typed: str) -> tuple[str, ...]:
        """Whole lines that a command typed so far, such as `/play sah`, could go on to; at most 25."""


# What an adapter can do


class Unreachable(Exception):
    """The chat cannot be written to: closed, blocked, deleted, or no permission. Trying again is useless."""


class MessageGone(Exception):
    """The message to be edited is no longer there."""


class Hiccup(Exception):
    """A passing fault: the same may go through later.

    Attributes:
        after: seconds to wait at least.
    """

    def __init__(self, after: float = 1.0) -> None:
        self.after = after
        super().__init__(f"again after {after} s")


class Adapter(Protocol):
    """One platform, as the house sees it."""

    @property
    def platform(self) -> str:
        """Its key, as in `Account.platform`."""

    async def post(self, chat: Chat, message: Message, nonce: str) -> str:
        """Send a new message and give its id; the same nonce makes no second one, as far as the platform can.

        Raises:
            Unreachable, Hiccup
        """

    async def edit(self, chat: Chat, message_id: str, message: Message) -> None:
        """Replace a message.

        Raises:
            MessageGone, Unreachable, Hiccup
        """

    def private_chat(self, account_id: str) -> Chat:
        """Where the bot can talk to one person alone."""
