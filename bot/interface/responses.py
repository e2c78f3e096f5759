"""The bot as an adapter, and the server of pages, see it: requests go in, answers come out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal, Protocol

from bot.interface.people import Account, Chat
from bot.interface.registry import Request
from bot.interface.screens import Screen
from games.events import MatchId


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
    ephemeral: bool = False
    """The pressed message is seen by this person alone (a note). False is the safe value."""
    manages: bool = False
    """The person may manage the chat that the request names as its `place`, else the one where it was asked.

    To be found out for `ForManagers`, but where that costs something, for a challenge only after a note
    that is `managers_only`. False is the safe value. Who manages one of several chats that share a place, as
    a channel of a server, does not manage the place: see `manages_chat`.
    """
    present: tuple[Account, ...] = ()
    """The other people in the chat just now, where the platform knows; for a `BuilderRequest`."""
    apart: Literal["", "here", "beside"] = ""
    """Where this person alone can be shown the choices made so far on a board that all see: in the pressed
    message, in a note beside it, or nowhere."""
    earlier: bool = False
    """It was asked some time ago and is handed in now: the person need not be there any more."""
    manages_chat: bool = False
    """The person may manage the chat where it was asked, whatever of its place besides; as `manages`."""
    answer: str | None = field(default=None, repr=False)
    """Finds the new message that answers this again (`Adapter.post`), where a nonce cannot; a secret."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A board on its way to the screen."""

    board: str
    """Also the nonce of a `post`: the same nonce never makes a second message."""
    version: int
    """That of the match which the board will show."""
    unchanged: bool = False
    """The pressed message shows the update already: it need not be sent."""


@dataclass(frozen=True, slots=True)
class Update:
    """The pressed message changes."""

    screen: Screen
    delivery: Delivery | None = None
    """The message shows a board: to be handed back through `delivered`."""
    alone: bool = False
    """Only this person sees it, until the message changes for all (in answer to `apart="here"`)."""
    note: Screen | None = None
    """Told to this person alone besides; mostly why not, where the message had been out of date."""
    language: str = ""
    """The language that the person has chosen, else the one that the platform tells."""


@dataclass(frozen=True, slots=True)
class Post:
    """A new message in the chat, for all who are there."""

    screen: Screen
    delivery: Delivery | None = None
    """As in `Update`."""
    pressed: Screen | None = None
    """What the pressed message shows from now on, where it changes as well."""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """For this person alone (an ephemeral reply; in a private chat an ordinary message)."""

    screen: Screen
    succeeded: bool = True
    """What was asked is done, or shown. A refusal or a question back is no success: it has to be read."""
    for_all: bool = False
    """It repeats what was typed and tells nothing else: all who are there may read it."""
    managers_only: bool = False
    """Refused because the person is no admin of the chat, as far as `Incoming.manages` tells."""
    language: str = ""


Answer = Update | Post | Note | None
"""What an adapter does about one request; None: nothing is to be shown."""


@dataclass(frozen=True, slots=True)
class Completion:
    """How a command that is being typed could go on."""

    line: str
    """The whole line, such as `/play sahara`."""
    told: str = ""
    """What it means, where the line does not say it: of a match, the game and the opponent."""


Forget = Callable[[Account], Awaitable[bool]]
"""Deletes what is kept of an account; False if files still hold it, as another program reads them."""


class Alone(Protocol):
    """What one process of the bot does, see `Front.alone`."""

    @property
    def known(self) -> bool:
        """Whether it was this one's when that was last seen to."""

    async def is_mine(self) -> bool:
        """Whether it still is: another one takes it over from a process that was suspended for long."""


class Front(Protocol):
    """The bot as an adapter sees it."""

    async def handle(self, incoming: Incoming) -> Answer:
        """Never raises: an error becomes an answer."""

    async def meet(self, account: Account) -> None:
        """This person is here, or has a new name: from now on others can name them."""

    @property
    def robot_games(self) -> Collection[str]:
        """The keys of the games that robots play here; none where the host has switched them off."""

    def speaks(self, platform: str, place: str, language: str) -> None:
        """What all can see there is in this language, unless another one is chosen for the place.

        Args:
            platform: the key of the adapter.
            place: see `Chat.place`.
            language: as the platform tells it; "" where it does not.
        """

    async def greeting(
        self, chat: Chat, lacking: Collection[str] = (), *, language: str = "", threads: bool = False
    ) -> Screen | None:
        """What a chat of many is told where the bot has just come to; None where it does not play.

        Args:
            chat: where the greeting will stand.
            lacking: the permissions that the bot has not there, as in `lacking.` of the catalogues.
            language: of the person who brought it there, where no other is known of the chat.
            threads: the bot may open threads there.
        """

    def when_forgotten(self, forget: Forget) -> None:
        """Call this for each account of a person who wants to be forgotten, before they are answered."""

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        """Do what other processes of the bot may be asked for as well, unless one of them has.

        Returns:
            Whether it is done; no: another one is at it, or has died of it. Then it can be asked for again.
        """

    async def change_shared(self, name: str, change: Callable[[str], str]) -> None:
        """Change a short text that all processes of the bot have in common.

        Args:
            name: of the value.
            change: gives what it is to be, from what it is; "" at first. It is asked once more where another
                process was quicker.
        """

    def alone(self, name: str, among: str = "") -> AbstractAsyncContextManager[Alone]:
        """Wait until no other process of the bot is in here under this name, but those `among` the same."""

    async def delivered(self, delivery: Delivery, message: str | None) -> None:
        """The board of an answer has been shown as `message` (its id); None if that failed.

        To be called whatever happens (see `delivered` below): until then the board is not touched. An answer
        that is not handed back within two minutes counts as failed.
        """

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        """How a command typed so far, such as `/play sah`, could go on; at most 25.

        Args:
            account: who types.
            chat: where.
            typed: so far.
            match: the one that is meant, where the platform has a field of its own for it.
        """

    async def lost(self, platform: str, place: str) -> None:
        """The bot cannot write there any more: matches shown there go on in private chats, or are forgotten.

        Args:
            platform: the key of the adapter.
            place: the id of a chat, or what the ids of several chats begin with before a `/`.
        """

    def opened(self, platform: str, place: str) -> None:
        """The bot can write in a chat again that was lost."""

    async def moved(self, platform: str, old: str, new: str) -> None:
        """A chat is called by another id from now on, and its messages cannot be changed any more.

        Args:
            platform: the key of the adapter.
            old: the id that it had.
            new: the id that it has.
        """


@dataclass(slots=True)
class Shown:
    """What has become of the board of an answer."""

    message: str | None = None
    """The id of the message that shows it; None: no message does."""


def delivery_of(answer: Answer) -> Delivery | None:
    """The board that an answer shows, if it shows one."""
    return answer.delivery if isinstance(answer, Update | Post) else None


@asynccontextmanager
async def delivered(front: Front, answer: Answer) -> AsyncIterator[Shown]:
    """Report what became of the board of an answer, however its delivery ends.

    The body sets `message` of what it is given; if the body raises, the board counts as not delivered.
    """
    shown = Shown()
    try:
        yield shown
    except BaseException:
        shown.message = None
        raise
    finally:
        if (delivery := delivery_of(answer)) is not None:
            await front.delivered(delivery, shown.message)


# Pages of matches


@dataclass(frozen=True, slots=True)
class AtTable:
    """A match as one person sees it on such a page."""

    account: Account
    """Who looks, as they are known now."""
    chat: Chat
    """Where what they do on the page counts as done: a page is no chat, and nobody is told anything there."""
    match: MatchId
    message: Screen


class TablePages(Protocol):
    """The server of the pages, as the bot sees it."""

    def link(self, account: Account, match: MatchId) -> str:
        """An address that shows the match to this person, once and for a short time."""

    def changed(self, match: MatchId | None) -> None:
        """Mark the pages of a match as out of date; None: all pages, since accounts have changed."""


class TableFront(Front, Protocol):
    """The bot, as the server of the pages sees it."""

    def serve_tables(self, pages: TablePages) -> None:
        """From now on boards have a button that leads to their page."""

    async def at_table(
        self, platform: str, account: str, match: MatchId | None, *, opening: bool = False
    ) -> AtTable | str:
        """A match as somebody may see it now, or why not, in their language.

        Args:
            platform: of the account of the person who looks.
            account: its id there.
            match: which; None: the one that waits for them longest.
            opening: they ask for it, and it does not only change before their eyes.
        """
