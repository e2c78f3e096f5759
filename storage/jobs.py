"""Jobs, the deadlines of matches, notices to players, and claims. Times are in seconds since 1970."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, cast

from games.events import MatchId, PlayerId
from games.game import SEATS, Seat
from storage.boards import Notice

Kind = Literal["expiry", "time", "reminder", "last_hour", "robot", "forewarning", "abandonment"]
"""What is due.

`expiry`: a challenge expires. `time`: a seat's time is up. `reminder`, `last_hour`: the seat is reminded when
a quarter of its time is left, and in the last hour. `robot`: the robot in the seat acts. `forewarning`,
`abandonment`: the players of an untouched match are warned, then the match is abandoned.
"""


@dataclass(frozen=True, slots=True)
class Deadline:
    """An action on a match that is due at a time, unless it is cancelled before."""

    match: MatchId
    kind: Kind
    seat: Seat | None
    """The seat whose time it is; None if it concerns the match as a whole."""
    began: int
    """When this time began to run."""
    due: int


NEVER = 1 << 62
"""The due time of jobs that are never done and only record a fact."""
NOTICES_KEPT = 300  # seconds for which sent notices are kept


@dataclass(frozen=True, slots=True)
class OwedNotice:
    """A notice about a match that is to be sent later, or was just sent."""

    match: MatchId
    notice: Notice
    since: int
    """When it happened. It is dropped if the player looks at the match later."""
    due: int
    """When it is to be sent or was sent."""
    told: bool = False


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
    "lost",
    "linked",
    "unlinked",
    "tournament",
    "alone",
]
"""A deadline, or one of these.

`notice`, `told`: a player is to be notified of a match, or was just notified. `retell`: boards are redrawn
because a deadline has moved far. `board`: a board is behind its match, or has to make way for another one.
`result`: a result is posted in a results chat. `thread`: a match that has begun gets its own thread.
`stopped`, `reported`: a chat is notified that an admin ended a match, or that a message was reported.
`remarks`: messages between players are delivered. `puzzle`: a chat gets its daily puzzle. `lost`: a player is
notified that a chat refused a board. `linked`, `unlinked`: a player is notified that an account was linked or
unlinked. `tournament`: a tournament is checked.

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
    player: PlayerId = PlayerId("")
    """The player with whose data it is deleted; empty for none."""
    tries: int = 0
    """How often it has been claimed since it was put."""
    since: int = 0
    """When the deadline began or the cause of the notice happened."""
    claim: str = field(default="", compare=False)
    """The name of the claim under which it is being done."""

    @property
    def about(self) -> str:
        """The subject: the first part of the key."""
        return self.key.partition(" ")[0]

    @property
    def lane(self) -> str:
        """The recipient, such as a chat, or a match in a chat; jobs of one lane are done one by one."""
        return self.key.partition(" ")[2] or self.key

    @property
    def where(self) -> str:
        """The place or chat of a lane that begins with its platform and a `:`."""
        return self.lane.partition(":")[2]


def job_of(deadline: Deadline, player: PlayerId = PlayerId("")) -> Job:
    """A deadline as a job of the player whose time it is."""
    seat = "" if deadline.seat is None else deadline.seat
    key = f"{deadline.match}/{seat}"
    return Job(deadline.kind, key, deadline.due, player=player, since=deadline.began)


def deadline_of(job: Job) -> Deadline:
    """The deadline that a job stands for; inverse of `job_of`."""
    match, _, seat = job.key.partition("/")
    whose = SEATS[int(seat)] if seat else None
    return Deadline(MatchId(match), cast(Kind, job.kind), whose, job.since, job.due)


def job_of_notice(owed: OwedNotice) -> Job:
    """A notice as a job, with a lane for each player."""
    player = owed.notice.player
    key = f"{owed.match}/{owed.notice.question} {player}"
    if owed.told:
        return Job("told", key, NEVER, player=player, since=owed.due)
    return Job("notice", key, owed.due, player=player, since=owed.since)


def notice_of(job: Job) -> OwedNotice:
    """The notice that a job stands for; inverse of `job_of_notice`."""
    match, _, question = job.about.partition("/")
    due = job.since if job.kind == "told" else job.due
    notice = Notice(job.player, int(question))
    return OwedNotice(MatchId(match), notice, job.since, due, told=job.kind == "told")


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
