"""What the bot has to do later: deadlines of matches, notices to players, jobs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, cast

from games.events import MatchId, PlayerId
from games.game import SEATS, Seat
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


NEVER = 1 << 62
"""When a job is due that nobody does: it only says that something is so."""
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
"""A deadline; somebody is to be told something of a match, or was told just now; boards of a match tell a
time that has moved far.

A board does not show the newest version of its match, or has to make way for another one; a match is over,
and its result is told in a chat that was chosen for that; a match has begun, and gets a
thread of its own where its chat wants that; an admin has ended a match, or words in one were reported, and
the chat where that stands is told; players have said something to each other; a chat gets its puzzle of the
day; a chat has refused a board, and a player is told so; somebody's account was linked, or unlinked; a
tournament is to be seen to.

What one process alone does, such as hearing a platform, is never due: it is claimed as long as it is done."""


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to do; it comes into being with what asks for it, in one transaction.

    It has no words: its key names what to say, and the words are made when it is said.
    """

    kind: JobKind
    key: str
    """What it is about, then a blank and for whom; or one of these alone. Two with the same key are one."""
    due: int
    """When, in seconds since 1970."""
    platform: str = ""
    """Where; "" where that is seen only when it is done."""
    player: PlayerId = PlayerId("")
    """Whose it is: it goes with them; "" nobody's."""
    tries: int = 0
    """How often it has been claimed since it was put."""
    since: int = 0
    """When it began to be so, in seconds since 1970, of deadlines and notices."""
    claim: str = field(default="", compare=False)
    """The name of the claim under which it is being done."""

    @property
    def about(self) -> str:
        """The first part of the key."""
        return self.key.partition(" ")[0]

    @property
    def lane(self) -> str:
        """For whom it is, as a chat, or a match in a chat: of these one is done after the other."""
        return self.key.partition(" ")[2] or self.key

    @property
    def where(self) -> str:
        """The place or chat of a lane that begins with its platform and a `:`."""
        return self.lane.partition(":")[2]


def job_of(deadline: Deadline, player: PlayerId = PlayerId("")) -> Job:
    """A deadline as a job; whose time it is goes with it."""
    seat = "" if deadline.seat is None else deadline.seat
    key = f"{deadline.match}/{seat}"
    return Job(deadline.kind, key, deadline.due, player=player, since=deadline.began)


def deadline_of(job: Job) -> Deadline:
    """A job as the deadline that it is."""
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
    """A job as the notice that it is."""
    match, _, question = job.about.partition("/")
    due = job.since if job.kind == "told" else job.due
    notice = Notice(job.player, int(question))
    return OwedNotice(MatchId(match), notice, job.since, due, told=job.kind == "told")


@dataclass(frozen=True, slots=True)
class Claim:
    """A process is about to show boards, and nobody else does until it has, or its time is up."""

    by: str
    """The name of the process, `:`, and a number that no other claim of it has."""
    now: int
    """In seconds since 1970: the boards are to be shown from now on."""
    until: int
    """Likewise."""
    free: int
    """Claims of other processes until then are void."""
    served: Collection[str]
    """The platforms that this process can show boards on."""

    @property
    def process(self) -> str:
        """What the names of all claims of the process begin with."""
        return self.by.partition(":")[0] + ":"


UNCLAIMED = Claim("", 0, 0, 0, ())


@dataclass(frozen=True, slots=True)
class Free:
    """Which jobs can be claimed."""

    until: int
    """In seconds since 1970: claims until then have run out."""
    served: Collection[str]
    """The platforms."""
    busy: Collection[str] = ()
    """No jobs of these lanes."""
    alone: str = ""
    """What the names of claims begin with that hold, where those of other processes are void."""
    without: Collection[JobKind] = ()
    """No jobs of these kinds."""
    timed: int = 0
    """In seconds since 1970; until then people could be reached whose time runs: no deadlines after it."""
