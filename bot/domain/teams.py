"""A channel that plays as one: its id as a player, and what its votes decide.

A channel has an account, as a person has, which holds its title. It acts through the people in it: each has a
vote, and what most of them want is done in its name.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bot.domain.players import TEAM_ID
from bot.domain.terms import MINUTE
from bot.interface import Account, Chat
from bot.texts import folded, words
from games.events import MatchId, PlayerId
from games.game import Seat
from games.match import Match
from games.words import Words
from storage.jobs import Job
from storage.votes import MOVE, Vote

CHANNEL = "channel"
MARKED_EVERY = 10  # seconds between two edits of a board that only show new votes
LATELY = 3  # votes of a team, before the present one, that tell who takes part
CLOSED_BEFORE = MINUTE  # the end of the time for the move, at most; a tenth of a shorter time
_ACCOUNT = "#"


def team_id(drawn: bytes) -> PlayerId:
    return PlayerId(f"{TEAM_ID}{drawn.hex()}")


def account_id(chat: str) -> str:
    """The id of the account of a channel, which no person's account has."""
    return f"{_ACCOUNT}{chat}"


def account_of(chat: Chat) -> Account:
    title = (chat.title or chat.id).lstrip(_ACCOUNT)
    return Account(chat.platform, account_id(chat.id), f"{_ACCOUNT}{title}", "")


def is_account_of_team(account: str) -> bool:
    return account.startswith(_ACCOUNT)


@cache
def names() -> frozenset[str]:
    """The words that ask for the channel as a player, `folded`."""
    return frozenset((CHANNEL, *words("called.channel")))


def split_off_channel(house_rules: Words) -> tuple[bool, Words]:
    """Whether house rules ask for the channel as a player, and the other words."""
    rest = tuple(word for word in house_rules if folded(word) not in names())
    return len(rest) < len(house_rules), rest


# Votes


@dataclass(frozen=True, slots=True)
class Ballot:
    """The votes of one team about what is asked of it now."""

    voters: int
    """How many have voted for a move."""
    moves: Mapping[str, int]
    """The number of votes for each move, in notation; empty for those who may not know it."""
    motions: Mapping[str, int]
    """The number of those who are for a motion and take part, by the verb of its request."""
    number: int
    """Which vote of the team it is, from 1."""
    lately: int
    """How many take part: they voted now, or in one of the last votes."""
    closes: int | None
    """When the vote closes, in seconds since 1970; None while the team has no move to choose."""
    missing: int
    """How many of those who voted in one of the last votes have not voted now."""

    @property
    def is_complete(self) -> bool:
        """Whether nobody is waited for: all who voted in the last votes have voted."""
        return self.number > LATELY and self.voters > 0 and not self.missing

    @property
    def needed(self) -> int:
        """How many of those who take part a motion needs: two thirds."""
        return -(-2 * self.lately // 3)

    def carries(self, motion: str) -> bool:
        return self.decides_motions and self.motions.get(motion, 0) >= self.needed

    @property
    def decides_motions(self) -> bool:
        """Whether a vote was closed before, so that it is known who takes part."""
        return self.number > 1


def ballot(match: Match, seat: Seat, votes: Iterable[Vote], deadlines: Iterable[Job] = ()) -> Ballot:
    """The votes of a team, of which `deadlines` tells when they close."""
    theirs = [vote for vote in votes if vote.seat == seat]
    now, lately = _voters(match, seat, theirs)
    return Ballot(
        voters=len(now),
        moves=Counter(vote.words for vote in now),
        motions=Counter(
            vote.motion
            for vote in theirs
            if vote.motion != MOVE and vote.question == match.version and vote.player in lately
        ),
        number=_number(match, seat, theirs),
        lately=len(lately),
        closes=next((one.due for one in deadlines if (one.kind, one.seat) == ("vote", seat)), None),
        missing=len(lately) - len(now),
    )


def takes_part(match: Match, seat: Seat, votes: Iterable[Vote], player: PlayerId) -> bool:
    """Whether a person has voted now or in one of the last votes of the team."""
    return player in _voters(match, seat, [vote for vote in votes if vote.seat == seat])[1]


def _voters(match: Match, seat: Seat, votes: Sequence[Vote]) -> tuple[list[Vote], set[PlayerId]]:
    """The votes for a move that is asked now, and who has voted now or in one of the last votes."""
    number = _number(match, seat, votes)
    now = [vote for vote in votes if vote.motion == MOVE and vote.question == _present(match, seat)]
    lately = {vote.player for vote in votes if vote.number and vote.number >= number - LATELY}
    return now, lately


def _number(match: Match, seat: Seat, votes: Sequence[Vote]) -> int:
    """Which vote of the team is the present one, from 1."""
    present = [vote.number for vote in votes if vote.number and vote.question == _present(match, seat)]
    return present[0] if present else 1 + max((vote.number for vote in votes), default=0)


def _present(match: Match, seat: Seat) -> int | None:
    """The version that asks the seat for a move; None if it has none to choose."""
    return match.asked[seat] if seat in match.awaited else None


def marks_job(match: MatchId, now: int) -> Job:
    """The job that shows new votes on the boards; the votes of one interval have the same one."""
    interval = now // MARKED_EVERY
    return Job("retell", f"{match} {interval}", (interval + 1) * MARKED_EVERY)


def winner(match: Match, seat: Seat, moves: Mapping[str, int]) -> str | None:
    """The move with the most votes; ties are drawn from the seed of the match. None without votes."""
    most = max(moves.values(), default=0)
    tied = sorted(move for move, count in moves.items() if count == most)
    about = f"vote {match.opened.match} {seat} {match.asked[seat]}"
    drawn = hmac.digest(bytes.fromhex(match.opened.seed), about.encode(), "sha256")
    return tied[int.from_bytes(drawn[:8]) % len(tied)] if tied else None


def closing(asked_at: int, period: int, time_up: int | None) -> int:
    """When a vote closes that is open since a moment: before the time for the move is up."""
    due = asked_at + period
    if time_up is None or time_up <= asked_at:
        return due
    return min(due, time_up - min(CLOSED_BEFORE, (time_up - asked_at) // 10))
