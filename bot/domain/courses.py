"""How matches of tournaments go, and who loses when a round's time is up. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.events import AwayTold, ByTheHouse, ChallengeAccepted, ChallengeOffered, Event, PlayerId
from games.game import SEATS
from games.match import fold

NO_ACT = ByTheHouse | ChallengeOffered | ChallengeAccepted | AwayTold
"""What happens without anybody playing."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a match has gone so far."""

    slower: PlayerId | None
    """Who loses if nothing more counts: the one whose time is up, else who has let more time pass; None: both
    have taken as long."""
    begun: int
    """When it was opened, in seconds since 1970."""
    acted: int
    """When somebody played last, or claimed, resigned, …; 0: nobody has."""


def course(log: Sequence[Event], at: int) -> Course:
    """How a match has gone at a time, as its log tells it.

    Weekends that are off for the match are no time that somebody lets pass; being away is.
    """
    match, passed, since = fold(log[:1]), [0, 0], log[0].at
    for event in (*log[1:], None):
        until = event.at if event else max(at, since)
        for seat in match.awaited:
            passed[seat] += replace(match.pauses(seat), away=()).running(since, until)
        match, since = match.apply(event) if event else match, until
    acted = max((event.at for event in log if not isinstance(event, NO_ACT)), default=0)
    late = match.late if len(match.late) == 1 else SEATS
    even = len(late) > 1 and passed[0] == passed[1]
    slower = None if even or match.players is None else match.players[max(late, key=passed.__getitem__)]
    return Course(slower, log[0].at, acted)
