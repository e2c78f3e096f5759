"""The progress of tournament matches, and who loses when the time of a round is up. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.events import AwayTold, ByTheHouse, ChallengeAccepted, ChallengeOffered, Event, PlayerId
from games.game import SEATS
from games.match import fold

NO_ACT = ByTheHouse | ChallengeOffered | ChallengeAccepted | AwayTold
"""The events that do not count as play."""


@dataclass(frozen=True, slots=True)
class Course:
    """The progress of a match."""

    slower: PlayerId | None
    """The player who loses if the round ends now: the one whose time is up, else the one who has used more
    time; None if both have used the same."""
    begun: int
    """When the match was opened, in seconds since 1970."""
    acted: int
    """When a player last moved, claimed, resigned, …; 0 if nobody has."""


def course(log: Sequence[Event], at: int) -> Course:
    """Compute the progress of a match at a time from its log.

    Weekends do not count as used time if the match pauses on them; absences do.
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
