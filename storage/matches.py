"""Matches: what lists show of them, where players act, what they say, who seeks one, what a press reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.events import Event, MatchId, PlayerId
from games.game import Seat
from storage.boards import Board, ChatId
from storage.jobs import Deadline
from storage.people import ChatSettings, Person, Preferences
from storage.results import Counts

PRESSES_KEPT = 3 * 86_400
"""Seconds for which a press is known again, at least.

Telegram repeats what was not received for 24 hours, and an interaction of Discord lives for 15 minutes. An
open page of the web chat repeats what was not answered for ever: after that time it is a press like any
other, and refused where the match has moved on.
"""
ANY_RATING = (0, 9999)
"""From the lowest to the highest rating that there is."""


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
    offer: Seat | None = None
    """The seat that has offered a draw, as long as the offer stands."""
    take_back: Seat | None = None
    """The seat that has asked to take a ply back, until that is answered."""
    late: tuple[Seat, ...] = ()
    """The seats whose time is up."""


@dataclass(frozen=True, slots=True)
class DueMatch:
    """A match as lists show it, with what is due in it."""

    row: MatchRow
    due: int | None
    """When a time is up or the challenge expires, in seconds since 1970; None: neither is to come."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, as lists show it."""

    row: MatchRow
    counts: Counts | None
    """As in its result; None: it ended before results were kept."""
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a player has acted in a match: there they see what happens."""

    player: PlayerId
    platform: str
    chat: ChatId
    private: bool
    at: int
    """When they did so last, in seconds since 1970."""
    account: str = field(default="", compare=False)
    """With which account they act, which has to be theirs still when that is stored; not kept."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody looks for an opponent; of a player there is one for each game."""

    id: str
    player: PlayerId
    game: str
    terms: tuple[str, ...]
    """What the match is to be, as `target=30`; what is not said is as usual."""
    ratings: tuple[int, int]
    """From the lowest to the highest rating that the opponent may have in the game."""
    platform: str
    """Where they asked."""
    press: str
    """What asked for it: it counts for the match that comes of it."""
    at: int
    """When, in seconds since 1970."""
    until: int
    """From then on it is no good; likewise."""


# What players say to each other in a match: kept for a short time, apart from its log


@dataclass(frozen=True, slots=True)
class Posted:
    """Where a remark stands."""

    platform: str
    chat: str
    private: bool
    message: str
    """The platform's id of the message; "" where it shows the words no more."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Words of a player to their opponent."""

    id: str
    """Of the same press always the same."""
    match: MatchId
    player: PlayerId
    """Who says it."""
    reader: PlayerId
    """To whom."""
    said: str
    """As it was typed; of a set phrase its key."""
    phrase: bool
    """It is a set phrase, which each reader reads in their own language."""
    at: int
    """When, in seconds since 1970."""
    until: int
    """When it is deleted."""
    posted: Posted | None = None
    """None: it is still to be delivered."""
    reporter: PlayerId | None = None
    """Who has reported it to the host, if somebody has."""
    reported: int | None = None
    """When."""


# What is read at once: who presses, and a match with all that its boards show, as of one commit


@dataclass(frozen=True, slots=True)
class Audience:
    """People and chats that were read together; of all others it tells nothing."""

    people: Mapping[PlayerId, tuple[Person, ...]] = field(default_factory=dict)
    """The accounts of each player; () of those who have none any more."""
    preferences: Mapping[PlayerId, Preferences] = field(default_factory=dict)
    chats: Mapping[tuple[str, str], ChatSettings] = field(default_factory=dict)
    """By platform and place."""

    def with_person(self, person: Person, accounts: tuple[Person, ...], chosen: Preferences) -> Audience:
        """Likewise with somebody else."""
        people = {**self.people, person.player: accounts}
        return replace(self, people=people, preferences={**self.preferences, person.player: chosen})


NOBODY = Audience()


@dataclass(frozen=True, slots=True)
class MatchReading:
    """A match with its boards, and those who play it or read them."""

    match: MatchId
    changes: int
    """How often the match has been changed."""
    players: tuple[PlayerId, ...]
    """As in `MatchRow`."""
    events: tuple[Event, ...]
    """Those after the version that is known."""
    deadlines: tuple[Deadline, ...]
    credited: int
    """All time that has been credited to deadlines, whosever they are."""
    boards: tuple[Board, ...]
    audience: Audience


@dataclass(frozen=True, slots=True)
class PressReading:
    """Who presses, and the match that the press names."""

    person: Person | None
    """None: they were never here."""
    accounts: tuple[Person, ...]
    """All that this player has."""
    preferences: Preferences | None
    awaited: Person | None
    """Who was challenged by the handle that this person has, and has not come yet."""
    pressed: bool
    """The press has counted already."""
    match: MatchReading | None
    """None: the press names no match, or one that does not exist."""
