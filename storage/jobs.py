"""Jobs, the deadlines of matches, notices to players, and claims. Times are in seconds since 1970."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from games.events import MatchId, PlayerId
from games.game import SEATS, Seat
from storage.boards import Notice
from storage.people import NOBODY

NEVER = 1 << 62
"""The due time of jobs that are never done and only record a fact."""
AT_ONCE = 0
"""The due time of a deadline that is settled now, even while nobody can be reached."""
NOTICES_KEPT = 300  # seconds for which sent notices are kept

Kind = Literal["expiry", "time", "reminder", "last_hour", "robot", "vote", "forewarning", "abandonment"]
"""What is due in a match: its deadlines.

`expiry`: a challenge expires. `time`: a seat's time is up. `reminder`, `last_hour`: the seat is reminded when
a quarter of its time is left, and in the last hour. `robot`: the robot in the seat acts. `vote`: the vote of
the channel in the seat closes. `forewarning`, `abandonment`: the players of an untouched match are warned,
then the match is abandoned.
"""
JobKind = Literal[
    Kind,
    "notice",
    "told",
    "retell",
    "board",
    "result",
    "thread",
    "stopped",
    "reported",
    "remarks",
    "puzzle",
    "solvers",
    "lost",
    "linked",
    "unlinked",
    "tournament",
    "review",
    "standing",
    "planned",
    "short",
    "alone",
]
"""A deadline, or one of these.

`notice`, `told`: a player is to be notified of a match, or was just notified. `retell`: boards are redrawn
because a deadline has moved far. `board`: a board is behind its match, or has to make way for another one.
`result`: a result is posted in a results chat. `thread`: a match that has begun gets its own thread.
`stopped`, `reported`: a chat is notified that an admin ended a match, or that a message was reported.
`remarks`: messages between players are delivered. `puzzle`: a chat gets its daily puzzle. `solvers`: the
messages of its last puzzles are brought up to date. `lost`: a player is
notified that a chat refused a board. `linked`, `unlinked`: a player is notified that an account was linked or
unlinked. `tournament`: a tournament is checked. `review`: a message gets the review that was asked for there.
`standing`: the standing message of a chat is brought up to date, posted, or deleted. `planned`: a player is
told that what they had planned was played. `short`: a player is told silently that little of their time is
left.

`alone`: work of only one process, such as receiving from a platform; never due, claimed while it goes on.
"""


@dataclass(frozen=True, slots=True)
class Job:
    """A unit of work, stored in the same transaction as its cause.

    It holds no texts: the key names the subject, and texts are made when they are sent.
    """

    kind: JobKind
    key: str
    """The subject, a blank and the lane, or one of these alone; unique within a kind."""
    due: int
    platform: str = ""
    """Empty if the platform is found only when the job is done."""
    player: PlayerId = NOBODY
    """The player with whose data it is deleted; empty for none."""
    tries: int = 0
    """How often it has been claimed since it was put."""
    since: int = 0
    """When the deadline began or the cause of the notice happened; of a vote, the version that asks."""
    claim: str = field(default="", compare=False)
    """The name of the claim under which it is being done."""

    @property
    def about(self) -> str:
        """The subject: the first part of the key."""
        return self.key.partition(" ")[0]

    @property
    def match(self) -> MatchId:
        """The match of a deadline or notice."""
        return MatchId(self.about.partition("/")[0])

    @property
    def seat(self) -> Seat | None:
        """The seat whose deadline it is; None if it concerns the match as a whole."""
        seat = self.about.partition("/")[2]
        return SEATS[int(seat)] if seat else None

    @property
    def lane(self) -> str:
        """The recipient, such as a chat, or a match in a chat; jobs of one lane are done one by one."""
        return self.key.partition(" ")[2] or self.key

    @property
    def where(self) -> str:
        """The place or chat of a lane that begins with its platform and a `:`."""
        return self.lane.partition(":")[2]


def deadline_job(
    match: MatchId, kind: Kind, seat: Seat | None, began: int, due: int, player: PlayerId = NOBODY
) -> Job:
    """An action on a match that is due at a time, unless it is cancelled before.

    Args:
        seat: the seat whose time it is; None if it concerns the match as a whole.
        began: when this time began to run.
        player: the player in the seat.
    """
    return Job(kind, f"{match}/{'' if seat is None else seat}", due, player=player, since=began)


def notice_later(match: MatchId, notice: Notice, since: int, due: int) -> Job:
    """A notice that is sent later, unless the player looks at the match after `since`."""
    return Job("notice", _key_of_notice(match, notice), due, player=notice.player, since=since)


def notice_sent(match: MatchId, notice: Notice, at: int) -> Job:
    """The fact that a player was notified."""
    return Job("told", _key_of_notice(match, notice), NEVER, player=notice.player, since=at)


def notice_of(job: Job) -> Notice:
    """The notice that is sent later, or was sent."""
    return Notice(job.player, int(job.about.partition("/")[2]))


def _key_of_notice(match: MatchId, notice: Notice) -> str:
    return f"{match}/{notice.question} {notice.player}"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim on jobs: no other process does them until they are done, or the claim expires."""

    by: str
    """The name of the process, `:`, and a number that is unique among its claims."""
    now: int
    """When it is made: claims that expire by then are void, and jobs that are put with it are due."""
    until: int
    alone: bool = False
    """Whether no other process has the store open: claims of others are void."""
    served: Collection[str] = ()
    """The platforms whose jobs this process can do."""

    @property
    def process(self) -> str:
        """The prefix of the names of all claims of the process."""
        return self.by.partition(":")[0] + ":"


UNCLAIMED = Claim("", 0, 0)
