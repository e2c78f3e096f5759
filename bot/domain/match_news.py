"""The notices that a change of a match gives, and whether they still hold."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.robot_players import is_robot
from games.events import PlayerId
from games.game import SEATS
from games.match import Match, Phase
from storage.boards import Notice

ANSWERED = (Phase.RUNNING, Phase.DECLINED, Phase.EXPIRED)
ACCEPTED = 0
"""The question of a notice that tells somebody of an acceptance: nothing is asked."""


def newly_asked(before: Match, after: Match, presser: PlayerId | None) -> PlayerId | None:
    """The player whose turn it became by a change, unless they made it themselves; never more than one."""
    for seat in SEATS:
        question = after.question(seat)
        if not after.players or not question or question <= before.version:
            continue
        if after.players[seat] != presser and not is_robot(after.players[seat]):
            return after.players[seat]
    return None


def news_of(before: Match, after: Match, presser: PlayerId | None) -> Iterator[Notice]:
    """The notices for players about a change that they did not make: a question, an answer, or the end."""
    asked, challenger = newly_asked(before, after, presser), after.opened.challenger
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        for player in dict.fromkeys(after.players or ()):
            if player != presser and not is_robot(player):
                yield Notice(player, after.version)
    elif asked is not None:
        yield Notice(asked, after.version)
    elif before.phase is Phase.CHALLENGE and after.phase in ANSWERED and presser != challenger:
        yield Notice(challenger, ACCEPTED if after.phase is Phase.RUNNING else after.version)


def still_asks(match: Match, notice: Notice) -> bool:
    """The player of a notice has still to answer what it asks, or to be told what it tells."""
    if match.phase is Phase.CHALLENGE:
        return match.opened.invited == notice.player
    if match.phase is not Phase.RUNNING:
        return notice.question == match.version
    seat = match.seat_of(notice.player)
    return seat is not None and (notice.question == ACCEPTED or notice.question in match.questions(seat))
