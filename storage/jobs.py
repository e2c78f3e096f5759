"""What the bot has to do later: deadlines of matches, notices to players, errands for chats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.events import MatchId
from games.game import Seat
from storage.boards import Notice

Kind = Literal["expiry", "time", "reminder", "last_hour", "robot", "forewarning", "abandonment"]
"""What happens then: a challenge expires, the time of a seat is up, it is reminded (when a quarter of it is
left, and in its last hour), the robot in it acts; a match that nobody touches is warned, then given up."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that the bot has to do about a match at a time, unless it is called off before."""

    match: MatchId
    kind: Kind
    seat: Seat | None
    """Whose time it is; None where it is about the match."""
    began: int
    """Since when this time runs, in seconds since 1970."""
    due: int
    """In seconds since 1970; what the bot has credited is in it."""


Heard = frozenset[str]
"""The platforms on which those can be reached whose time it is; none where a time is about the match."""


NOTICES_KEPT = 300  # seconds for which is kept what was told


@dataclass(frozen=True, slots=True)
class OwedNotice:
    """What somebody is told later of a match, or was told just now."""

    match: MatchId
    notice: Notice
    since: int
    """When it happened, in seconds since 1970: who has looked at the match later need not be told."""
    due: int
    """When they are to be told, or were; likewise."""
    told: bool = False


ErrandKind = Literal["result", "thread", "stopped", "reported"]
"""A match is over, and its result is told in a chat that was chosen for that; a match has begun, and gets a
thread of its own where its chat wants that; an admin has ended a match, or words in one were reported, and
the chat where that stands is told."""


@dataclass(frozen=True, slots=True)
class Errand:
    """One thing to do; it comes into being with the events that ask for it, in one transaction."""

    kind: ErrandKind
    match: MatchId
    platform: str = ""
    """Of a thread, where is looked up: "" like the fields below."""
    place: str = ""
    """Whose settings ask for it, see `ChatSettings`; of a report the day and the chat, told once."""
    chat: str = ""
    """The id of the chat to tell it in."""
