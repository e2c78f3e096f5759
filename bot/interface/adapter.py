"""What adapters and the bot call on each other, and on the robots: requests go in, answers come out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from bot.interface.registry import MatchRequest, Request
from bot.interface.screens import Account, Chat, Screen
from bot.texts import Texts
from games.events import MatchId
from games.game import View
from games.judgement import Judgement


@dataclass(frozen=True, slots=True)
class Incoming:
    """A request as an adapter receives it."""

    account: Account
    chat: Chat
    request: Request
    press: str
    """The platform's id of this press or command, which counts once even if delivered several times."""
    message: str | None = None
    """The platform's id of the message whose button was pressed."""
    ephemeral: bool = False
    """Whether only this person sees the pressed message (a note). False is the safe value."""
    manages: bool = False
    """Whether the person is an admin of the `place` that the request names, else of the request's chat.

    Needed for `ForManagers`; if the lookup is expensive, for a challenge only after a note with
    `managers_only`. False is the safe value. An admin of one of several chats that share a place, such as
    a channel of a server, is not an admin of the place: see `manages_chat`.
    """
    present: tuple[Account, ...] = ()
    """The other people in the chat now, if the platform knows; for a `BuilderRequest`."""
    apart: Literal["", "here", "beside"] = ""
    """The private place for choices on a shared board: the pressed message, a note beside it, or none."""
    earlier: bool = False
    """Whether the request is delivered late, so that the person may be gone."""
    manages_chat: bool = False
    """Whether the person is an admin of the request's chat, even if not of its place; as `manages`."""
    dark: bool = False
    """Whether the page that shows the answer is dark: what cannot be painted for both is painted for it."""
    answer: str | None = field(default=None, repr=False)
    """A secret by which `Adapter.post` finds an answer already sent, on platforms where a nonce cannot."""

    @property
    def match(self) -> MatchId | None:
        """The match that the request names."""
        return self.request.match if isinstance(self.request, MatchRequest) else None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A board being delivered."""

    board: str
    """The id of the board, also the nonce of `Adapter.post`; or what identifies an unfinished review."""
    version: int = 0
    """Version of the match that the board will show."""
    unchanged: bool = False
    """Whether the pressed message shows the update already, so that it need not be sent."""


@dataclass(frozen=True, slots=True)
class Update:
    """Edit the pressed message."""

    screen: Screen
    delivery: Delivery | None = None
    """Set if the message shows a board; to be passed to `delivered`."""
    alone: bool = False
    """Only this person sees it until the message is edited for all (in answer to `apart="here"`)."""
    note: Screen | None = None
    """Also shown to this person alone; mostly a refusal because the message was out of date."""
    language: str = ""
    """The person's chosen language, else the one that the platform reports."""


@dataclass(frozen=True, slots=True)
class Post:
    """Post a new message to the chat."""

    screen: Screen
    delivery: Delivery | None = None
    """As in `Update`."""
    pressed: Screen | None = None
    """The new content of the pressed message, if it changes, too."""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Reply to this person alone (an ephemeral reply; in a private chat, an ordinary message)."""

    screen: Screen
    succeeded: bool = True
    """Whether the request was carried out. A refusal or a question is no success and must be read."""
    for_all: bool = False
    """Whether it only repeats what was typed, so that the whole chat may read it."""
    managers_only: bool = False
    """Whether the request was refused because `Incoming.manages` is False."""
    delivery: Delivery | None = None
    """As in `Update`; set if the bot will change the message later, without a press on it."""
    language: str = ""


Answer = Update | Post | Note | None
"""The adapter's response to a request; None to show nothing."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion of a command being typed."""

    line: str
    """The whole line, such as `/play sahara`."""
    description: str = ""
    """An explanation; of a match, the game and the opponent."""


Forget = Callable[[Account], Awaitable[bool]]
"""Deletes the data of an account; False if files that another program reads still contain it."""


class Alone(Protocol):
    """A claim held by one process of the bot, see `Front.alone`."""

    @property
    def known(self) -> bool:
        """Whether this process held the claim at the last check."""

    async def is_mine(self) -> bool:
        """Check whether this process still holds the claim; another takes it over after a long suspension."""


class Front(Protocol):
    """The methods of the bot for adapters."""

    async def handle(self, incoming: Incoming) -> Answer:
        """Handle a request; errors become answers and are never raised."""

    async def register(self, account: Account) -> None:
        """Record that a person is present or has a new name, so that others can name them."""

    @property
    def robot_games(self) -> Collection[str]:
        """The keys of the games that robots play; empty if the host has switched robots off."""

    def speaks(self, platform: str, place: str, language: str) -> None:
        """Set the default language of public messages in a place: as the platform reports it, or ""."""

    async def greeting(
        self, chat: Chat, lacking: Collection[str] = (), *, language: str = "", threads: bool = False
    ) -> Screen | None:
        """The greeting of a group chat that the bot has joined; None if the bot does not play there.

        Args:
            chat: the group chat.
            lacking: the bot's missing permissions there; each is the end of a text key with `lacking.`.
            language: of the person who added the bot, for chats of unknown language.
            threads: whether the bot may open threads there.
        """

    def when_forgotten(self, forget: Forget) -> None:
        """Register a function to call for each account of a person to be forgotten, before the answer."""

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        """Do what several processes may be asked to do; False if another is at it, or has died meanwhile."""

    async def shared_value(self, name: str) -> str:
        """A short text that all processes share; "" if there is none."""

    async def change_shared(self, name: str, change: Callable[[str], str]) -> None:
        """Change a short text that all processes share, at first ""; `change` may be called several times."""

    async def launched(self, account: Account, instance: str, match: MatchId) -> None:
        """Report that a person has opened a match in the platform's own frame, see `PageServer.launched`."""

    def alone(self, name: str, among: str = "") -> AbstractAsyncContextManager[Alone]:
        """Claim a name once no other process of the bot holds it, except those with the same `among`."""

    async def delivered(self, delivery: Delivery, message: str | None, *, tried: bool = True) -> None:
        """Report the id of the message that shows the board of an answer; None if sending it failed.

        Must always be called (see `delivered` below): until then the board is locked. An answer not reported
        within two minutes counts as failed. If nothing was `tried`, the bot shows the board when it can.
        """

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        """Complete a partly typed command such as `/play sah`; at most 25 completions.

        On platforms with separate fields, `match` is that of the command's match field.
        """

    async def lost(self, platform: str, place: str) -> None:
        """Report that the bot cannot write there any more: matches move to private chats or are forgotten.

        `place` is the id of a chat, or the part before a `/` that the ids of several chats share.
        """

    def opened(self, platform: str, place: str) -> None:
        """Report that the bot can write again in a lost chat."""

    async def moved(self, platform: str, old: str, new: str) -> None:
        """Report that a chat has a new id, and that its old messages cannot be edited any more."""


@dataclass(slots=True)
class Shown:
    """The message that shows an answer, once it is delivered."""

    message: str | None = None
    left: bool = False
    """Nothing was tried, as when the chat accepts nothing at present."""


def delivery_of(answer: Answer) -> Delivery | None:
    return answer.delivery if answer else None


@asynccontextmanager
async def delivered(front: Front, answer: Answer) -> AsyncIterator[Shown]:
    """Report the delivery of an answer to the front, even if it fails; if the answer asks for that.

    The body sets `Shown.message`. If the body raises, the answer counts as not delivered.
    """
    shown = Shown()
    try:
        yield shown
    except BaseException:
        shown.message = None
        raise
    finally:
        if (delivery := delivery_of(answer)) is not None:
            message = None if shown.left else shown.message
            await front.delivered(delivery, message, tried=not shown.left)


# Pages of matches


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """A match as one person sees it on a page."""

    account: Account
    """The viewer's account, up to date."""
    chat: Chat
    """The chat of requests made on the page; a page itself is no chat and gets no notifications."""
    match: MatchId
    message: Screen
    guest: bool = False
    """Whether the viewer has no account, but a seat by a link."""


@dataclass(frozen=True, slots=True)
class PublicMatch:
    """A finished match as everybody may see it, in one language."""

    match: MatchId
    game: str
    texts: Texts
    title: str
    result: str
    shown: Screen | None
    """A position, painted; None if what was hidden is not laid open."""
    place: int
    """Of the position among all pages of the replay, from 1; 0 without one."""
    places: int
    number: int
    """Of the plies until the position."""
    may_play_on: bool
    """Whether a new match can begin there."""


class PageServer(Protocol):
    """The methods of the page server for the bot."""

    def link(self, account: Account, match: MatchId) -> str:
        """A URL that shows the match to this person; it works once and for a short time."""

    def public_link(self, match: MatchId) -> str:
        """The URL of the public page of a match, whether it has one or not."""

    def seat_link(self, secret: str) -> str:
        """A URL with a secret that offers a seat to the person who opens it."""

    def changed(self, match: MatchId | None) -> None:
        """Mark the pages of a match as out of date; None for all pages, when accounts have changed."""

    @property
    def embedded_in(self) -> str:
        """The platform that shows the pages in a frame of its own; "" if none does."""

    async def launched(self, account: Account, instance: str, match: MatchId) -> None:
        """Note which match a person has opened in an instance: what people share who are in one frame."""


class PageFront(Front, Protocol):
    """The methods of the bot for the page server."""

    def serve_pages(self, pages: PageServer) -> None:
        """Add buttons to boards that open their pages."""

    async def see_match(
        self, platform: str, account: str, match: MatchId | None, *, opening: bool = False
    ) -> SeenMatch | str:
        """A match as a person may see it now, or a refusal in their language.

        Args:
            platform: of the viewer's account.
            account: its id there.
            match: None for the match that has waited longest for the viewer.
            opening: whether the viewer asked for it; False if an open page is refreshed.
        """

    def slow_down(self, address: str) -> int:
        """Count a request for a public page; returns the seconds that its visitor has to wait, mostly 0."""

    async def see_public(self, match: MatchId, language: str, place: int | None) -> PublicMatch | None:
        """The public page of a match; None if there is none, without a reason.

        Args:
            match: its code.
            language: as the browser reports it.
            place: the page of the replay, from 1; None: the last one.
        """

    async def public_record(self, match: MatchId) -> str | None:
        """The record of a match with a public page that shows its moves; None for any other."""

    async def offered_seat(self, secret: str, language: str, guest: str) -> Screen | SeenMatch | str:
        """What a seat link leads to, or a refusal; opening a link changes nothing.

        It is the challenge as long as the seat is free, then the match for the person who has taken it:
        `guest` is the id of their account, "" if they can have none.
        """

    async def take_seat(self, secret: str, account: Account) -> SeenMatch | str:
        """Accept the challenge behind a link: the first account gets the seat, any other a refusal."""


class Unreachable(Exception):
    """The chat cannot be written to: closed, blocked, deleted or no permission. A retry is useless.

    A post may be refused although an edit is allowed: then the old board of a match is kept, and the player
    is notified in a private chat.
    """


class MessageGone(Exception):
    """The message no longer exists."""


class InteractionRequired(Exception):
    """The message can be changed only in response to a press on it; until then it stays as it is.

    The edit is tried again at the next change of the match.
    """


class MessageKindFixed(Exception):
    """The message cannot be edited into this screen; a new message is needed.

    Either it has a picture and the screen is `text_only`, or it is too old.
    """


class RetryLater(Exception):
    """A temporary error: a retry may succeed.

    Attributes:
        after: least seconds to wait.
        due: the platform has promised to accept the call then, so that no longer wait is needed.
    """

    def __init__(self, after: float = 1.0, *, due: bool = False) -> None:
        self.after, self.due = after, due
        super().__init__(f"again after {after} s")


class Backoff:
    """Exponential backoff: waits that double with each consecutive failure, up to a limit."""

    __slots__ = ("_first", "_last", "_longest")

    def __init__(self, first: float, longest: float) -> None:
        """Both in seconds; only `at_least` can exceed `longest`."""
        self._first, self._longest = first, longest
        self._last = 0.0

    @property
    def failed(self) -> bool:
        """Whether anything has failed since the last reset."""
        return self._last > 0

    def next_wait(self, at_least: float = 0.0) -> float:
        """Count a failure, and return the seconds to wait; `at_least` is what the other side demands."""
        self._last = max(at_least, min(2 * self._last or self._first, self._longest))
        return self._last

    def reset(self) -> None:
        self._last = 0.0


class Adapter(Protocol):
    """The calls that the bot makes to a platform."""

    @property
    def platform(self) -> str: ...

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        """Send a message and return its id.

        Args:
            chat: the destination.
            message: the content.
            nonce: an idempotency key: a second call sends no second message, but replaces the first one, if
                the platform supports this.
            answer: `Incoming.answer` of a press that this message may already have answered; it is replaced.

        Raises:
            Unreachable, RetryLater
        """

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        """Replace a message.

        Raises:
            MessageGone, MessageKindFixed, Unreachable, InteractionRequired, RetryLater
        """

    async def delete(self, chat: Chat, message_id: str) -> None:
        """Delete a message of the bot.

        Raises:
            MessageGone: it does not exist.
            Unreachable: it cannot be deleted (any more) and stays; it may still be editable.
            InteractionRequired, RetryLater
        """

    def private_chat(self, account_id: str) -> Chat: ...


@runtime_checkable
class Threads(Protocol):
    """An adapter for a platform with threads."""

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        """Open a thread on a message for some people, or find the existing one.

        Returns:
            The thread, whose id begins with the chat's and a `/`; None where threads are not possible.

        Raises:
            MessageGone, Unreachable, RetryLater
        """


@runtime_checkable
class Pins(Protocol):
    """An adapter for a platform where messages can be pinned."""

    async def pin(self, chat: Chat, message_id: str) -> None:
        """Pin a message of the bot, without notifying anybody where that is possible.

        Raises:
            MessageGone, Unreachable, RetryLater
        """


@runtime_checkable
class EditsAlone(Protocol):
    """An adapter for a platform where one person can see a shared message differently."""

    async def edit_alone(self, chat: Chat, message_id: str, reader: str, message: Screen) -> None:
        """Replace a message for one reader (an account id) until it is edited for all.

        Raises:
            RetryLater
        """


class PlatformAdapter(Adapter, Protocol):
    """An adapter with the life cycle of its connection."""

    @property
    def name(self) -> str:
        """The name of the bot's account; "" before login."""

    @property
    def connected(self) -> bool: ...

    def connect(self, front: Front) -> None: ...

    async def start(self) -> None:
        """Log in and wait until presses are received; may be called again after a failure.

        Raises:
            CannotStart
        """

    async def running(self) -> str:
        """Wait until the connection ends for good, and return the reason, without tokens.

        Raises:
            Exception: an unexpected error.
        """

    async def stop(self) -> None:
        """Finish pending answers, then disconnect."""


class Robots(Protocol):
    """The robots' decisions, computed off the event loop from views alone."""

    @property
    def games(self) -> Collection[str]: ...

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        """Choose a move for the view's seat, in notation.

        Args:
            view: of a seat to act.
            level: of the robot.
            seed: the same seed gives the same choice.
            match: for scheduling: jobs of one match run one by one and take turns with those of others.
        """

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        """Estimate the chance of the view's seat to win, from 0 to 1; a draw counts half."""

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        """Judge the cost of a move from what its seat could know; robots' moves never wait for this.

        Args:
            before: the seat's view before its move.
            played: the move, in notation.
            after: the seat's view after its move.
            seed: the same seed gives the same judgement.
            opposite: the other seat's views before and after; the match is over.
        """


class NoRobots:
    """Robots that are switched off."""

    games: Collection[str] = ()

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        raise RuntimeError("robots are switched off")

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        raise RuntimeError("robots are switched off")

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        raise RuntimeError("robots are switched off")
