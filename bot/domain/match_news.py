"""The notices that follow from a change of a match, and whether they are still valid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.players import is_robot
from games.events import PlayerId
from games.game import SEATS
from games.match import Match, Phase
from storage.boards import Notice
from storage.jobs import NOTICES_KEPT

MOST_AT_ONCE = 3  # single notifications for a player in `NOTICES_KEPT` seconds
ANSWERED = (Phase.RUNNING, Phase.DECLINED, Phase.EXPIRED)
ACCEPTED = 0
"""`Notice.question` of a notice about an acceptance, which asks nothing."""


def newly_asked(before: Match, after: Match, presser: PlayerId | None) -> PlayerId | None:
    """The human player whose turn began with a change, unless they made it; never more than one."""
    for seat in SEATS:
        question = after.question(seat)
        if not after.players or not question or question <= before.version:
            continue
        if after.players[seat] != presser and not is_robot(after.players[seat]):
            return after.players[seat]
    return None


def news_of(before: Match, after: Match, presser: PlayerId | None) -> Iterator[Notice]:
    """Yield notices for players about a change that they did not make: a question, an answer or the end."""
    asked, challenger = newly_asked(before, after, presser), after.opened.challenger
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        for player in dict.fromkeys(after.players or ()):
            if player != presser and not is_robot(player):
                yield Notice(player, after.version)
    elif asked is not None:
        yield Notice(asked, after.version)
    elif before.phase is Phase.CHALLENGE and after.phase in ANSWERED and presser != challenger:
        yield Notice(challenger, ACCEPTED if after.phase is Phase.RUNNING else after.version)


def may_notify_at(now: int, sent: Sequence[int], quiet_until: int) -> int:
    """When a player may be notified next, now at the earliest.

    Args:
        now: in seconds since 1970, as all times here.
        sent: when they were notified in the last `NOTICES_KEPT` seconds, in order.
        quiet_until: when their quiet hours end; a time in the past if they are over.
    """
    free = sent[-MOST_AT_ONCE] + NOTICES_KEPT if len(sent) >= MOST_AT_ONCE else now
    return max(now, free, quiet_until)


def still_asks(match: Match, notice: Notice) -> bool:
    """Whether a notice is still valid: its question is unanswered, or its news is current."""
    if match.phase is Phase.CHALLENGE:
        return match.opened.invited == notice.player
    if match.phase is not Phase.RUNNING:
        return notice.question == match.version - len(match.laid_open)
    seat = match.seat_of(notice.player)
    return seat is not None and (notice.question == ACCEPTED or notice.question in match.questions(seat))
