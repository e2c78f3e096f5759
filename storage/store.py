"""What the house asks of a database: the contract that every store keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from games.events import Event, MatchId, PlayerId
from storage.deadlines import Deadline, Deadlines
from storage.results import MatchResult, Rating, Results


class StoreError(Exception):
    """Parent of what a store can complain about."""


class VersionConflict(StoreError):
    """Another event was stored at this version of the match first; nothing of the change was kept."""


class PressedBefore(StoreError):
    """This press has counted already; nothing of the change was kept."""


class UnusableDatabase(StoreError):
    """The database cannot be used, and why, in words for the host: from a newer version, or taken."""


@dataclass(frozen=True, slots=True)
class Person:
    """An account as it was last seen."""

    platform: str
    account: str
    """The platform's own id."""
    player: PlayerId
    name: str
    language: str
    handle: str = ""
    """A name of letters, digits and `_` that nobody else has there, in any case; empty where he has none."""


@dataclass(frozen=True, slots=True)
class LinkCode:
    """A code by which another account can be joined to this one."""

    digest: str
    """The SHA-256 of the code, in hexadecimal."""
    platform: str
    account: str
    """Whose it is: the newest code of an account replaces the one before."""
    expires: int
    """From then on it is no good; in seconds since 1970."""
    used: bool = False
    """It has done its work, or failed to."""


@dataclass(frozen=True, slots=True)
class WrongCodes:
    """How often an account typed a code that is no good."""

    platform: str
    account: str
    count: int
    since: int
    """The first time, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """The record of a match that somebody has brought along; nobody else sees it."""

    id: str
    """Drawn at random, longer than the id of any match."""
    player: PlayerId
    at: int
    """When, in seconds since 1970."""
    text: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as lists show it, without loading it."""

    match: MatchId
    version: int
    game: str
    phase: str
    """A value of `games.match.Phase`."""
    players: tuple[PlayerId, ...]
    """Challenger and invited player before the acceptance, then seat 0 and seat 1."""
    awaited: tuple[PlayerId, ...]
    since: int
    """Since when the present turn, or else the present phase, lasts; in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Whom a board, when it is posted, has to tell that he is asked."""

    player: PlayerId
    question: int
    """The version of the match that asks him: once the question is answered, there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class Board:
    """A chat message that shows a match: a fact that survives crashes, not a message in a queue."""

    id: str
    """Drawn at random; also the nonce under which the message is posted, so that it is posted once."""
    match: MatchId
    platform: str
    chat: str
    private: bool
    message: str | None
    """The platform's id of the message; None until it is known."""
    player: PlayerId | None
    """Whose own view it shows; None: the spectator's, for all who are in the chat."""
    shown: int
    """The version of the match that the message shows; 0 before the first."""
    moved_to: str | None = None
    """A fresh board stands in this message further down: this one is to shrink, and then forgotten."""
    notice: Notice | None = None
    """What its posting has to tell somebody; None once it stands."""
    made: int = 0
    """When it was made, in seconds since 1970; 0 if that is not known."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a player has acted in a match: there he sees what happens."""

    player: PlayerId
    platform: str
    chat: str
    private: bool
    at: int
    """When he did so last, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Change:
    """All that one press changes: stored whole or not at all."""

    row: MatchRow
    """The match after the events."""
    events: tuple[Event, ...]
    """They get the versions up to `row.version`; the one before them must be the newest in the log."""
    press: str | None = None
    """The platform and its id of the press, as `web:17`."""
    boards: tuple[Board, ...] = ()
    """New boards, or new facts about known ones (same id)."""
    shown: Mapping[str, int] = field(default_factory=dict)
    """What boards have been seen to show since the last change, of any match: as in `mark_shown`."""
    seen: Seen | None = None
    """Who made it happen, and where."""
    deadlines: tuple[Deadline, ...] | None = None
    """All deadlines of the match from now on; None: they stay as they are."""
    result: MatchResult | None = None
    """How the match ended, where these events end it."""
    ratings: tuple[Rating, ...] = ()
    """What that makes of the players' ratings."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen for himself; as it stands here, he has chosen nothing."""

    player: PlayerId
    language: str = ""
    """Such as `de`; empty: as his platform tells."""
    theme: str = "light"
    text_only: bool = False
    """Boards in words, without a picture."""
    reminders: bool = True
    quiet: tuple[int, int] | None = None
    """From when to when he wants to hear nothing: minutes of his day, the second may be the smaller one."""
    zone: str = "UTC"
    """His time zone, by its name in the IANA database."""


@dataclass(frozen=True, slots=True)
class Block:
    """A player wants no challenges from another."""

    player: PlayerId
    blocked: PlayerId
    since: int
    """In seconds since 1970."""


Challengers = Literal["everyone", "managers", "nobody"]


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What is chosen for a chat, or for several; as it stands here, nothing is."""

    platform: str
    place: str
    """The id of a chat, or what the ids of several begin with before a `/`."""
    language: str = ""
    """Such as `de`; empty: the language that the bot speaks where nobody has chosen one."""
    theme: str = "light"
    text_only: bool = False
    challengers: Challengers = "everyone"
    """Who may challenge there."""


class Store(Results, Deadlines, Protocol):
    """The database. Every method is one transaction or one read; all may be called at the same time."""

    async def append(self, change: Change) -> None:
        """Store a change.

        Raises:
            PressedBefore, VersionConflict: nothing was kept; PressedBefore where both are true.
        """

    async def load(self, match: MatchId) -> tuple[Event, ...]:
        """The log of a match from its first event; () for an unknown one.

        Raises:
            StoreError: an event cannot be read; says which, not what is in it.
        """

    async def pressed(self, press: str) -> MatchId | None:
        """The match for which this press has counted, or None."""

    async def row(self, match: MatchId) -> MatchRow | None:
        """A match as lists show it."""

    async def matches_of(
        self, player: PlayerId, phases: Sequence[str], *, newest: int | None = None
    ) -> tuple[MatchRow, ...]:
        """The player's matches in these phases, the longest untouched first.

        Args:
            player: whose.
            phases: values of `games.match.Phase`.
            newest: only so many, the one touched last first.
        """

    async def seen_in(self, match: MatchId) -> tuple[Seen, ...]:
        """Where the players of a match have acted in it; each chat of a player once."""

    async def last_seen(self, player: PlayerId) -> Seen | None:
        """Where a player has acted last, in any match."""

    async def boards_of(self, match: MatchId) -> tuple[Board, ...]:
        """The boards that show a match."""

    async def boards_behind(self) -> tuple[Board, ...]:
        """The boards that show less than has happened: after a restart these are brought up to date."""

    async def boards_in(self, platform: str, place: str) -> tuple[Board, ...]:
        """The boards in the chat with this id, and in those whose ids begin with it and a `/`."""

    async def matches_in(self, platform: str, chat: str, phases: Sequence[str]) -> tuple[MatchRow, ...]:
        """The matches in these phases with a board in this chat, the longest untouched first."""

    async def put_boards(self, boards: Sequence[Board]) -> None:
        """Add boards or new facts about known ones; their matches are known.

        Of one message a lower `shown` never replaces a higher one; and a message shows one board only,
        the one that was put last: another that it showed before is forgotten.
        """

    async def mark_shown(self, shown: Mapping[str, int]) -> None:
        """Note for boards, by id, which version they show now; a lower one never replaces a higher one."""

    async def drop_board(self, board: str) -> None:
        """Forget a board: its message is gone or will not change any more."""

    async def move_chat(self, platform: str, old: str, new: str, phases: Sequence[str]) -> None:
        """A chat is called by another id, and its messages are out of reach.

        Its boards, and those in chats whose ids begin with it and a `/`, are in the new one, without a
        message.
        Those of matches in these phases show nothing there yet; others are done with. What is chosen for
        the old one holds for the new one.
        """

    async def person(self, platform: str, account: str) -> Person | None:
        """An account by the platform's id."""

    async def person_with(self, platform: str, handle: str) -> Person | None:
        """An account by its handle there, any case; None for the empty one.

        A handle is one person's: of several who were put with it, it is that of the last.
        """

    async def person_named(self, platform: str, name: str) -> Person | None:
        """An account by its name there, any case; None also where several have it."""

    async def people(self, players: Sequence[PlayerId]) -> tuple[Person, ...]:
        """The accounts of these players."""

    async def put_person(self, person: Person) -> None:
        """Add an account or new facts about a known one."""

    async def put_link_code(self, code: LinkCode) -> None:
        """Add a code, or new facts about a known one; an older one of the same account is forgotten."""

    async def link_code(self, digest: str) -> LinkCode | None:
        """A code by its hash, also one that is used or expired."""

    async def wrong_codes(self, platform: str, account: str) -> WrongCodes | None:
        """The wrong codes of an account as they were put last."""

    async def put_wrong_codes(self, wrong: WrongCodes) -> None:
        """Note the wrong codes of an account in place of those before."""

    async def join_players(
        self, old: PlayerId, player: PlayerId, code: LinkCode, ratings: Sequence[Rating] = ()
    ) -> None:
        """Make one player of two: all that was `old`'s is `player`'s from now on.

        His accounts move, and the blocks by him and of him; what he has chosen for himself moves where the
        other has chosen nothing. What else is stored keeps the ids it was written with: every reading gives
        the present one, and who is asked for by it is found under all.

        Args:
            old: who is no more.
            player: who he is now.
            code: kept in the same transaction.
            ratings: all that he has from now on, in place of both players'.
        """

    async def forget_player(self, player: PlayerId) -> None:
        """Delete what is kept about a person: accounts, own boards, where he acted, codes, ratings, choices.

        Boards of his that are put later are not kept. Log and results stay, with an id that leads to nobody.
        """

    async def preferences(self, player: PlayerId) -> Preferences:
        """What a player has chosen for himself."""

    async def put_preferences(self, preferences: Preferences) -> None:
        """Replace what he has chosen."""

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        """From whom a player wants no challenges, the longest blocked first."""

    async def put_record(self, record: StoredRecord) -> None:
        """Add a record; of one player the newest 20 are kept."""

    async def record(self, number: str) -> StoredRecord | None:
        """A record by its id."""

    async def put_block(self, block: Block) -> None:
        """Add a block; one that stands already stays as it is."""

    async def drop_block(self, player: PlayerId, blocked: PlayerId) -> None:
        """Take a block back."""

    async def chat_settings(self, platform: str, place: str) -> ChatSettings:
        """What is chosen for this place itself."""

    async def put_chat_settings(self, settings: ChatSettings) -> None:
        """Replace what is chosen for a place."""

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
