"""The robots as players: who they are, what a match asks of them, and how people ask for one.

A robot has a player id for each level and is no person: no account, profile or rating is stored for it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.domain.terms import SaidTwice
from bot.interface import ROBOT
from games.events import MatchId, PlayerId
from games.game import SEATS, Refused, Seat, other
from games.match import Match, Phase
from games.words import Words

LEVELS = (1, 2, 3, 4, 5)
"""From the weakest to the strongest."""
USUAL_LEVEL = 3
"""Where nobody says which."""
HINT_LEVEL = LEVELS[-1]
"""Of the robot that gives hints."""
MOST_OPEN_WITH_ROBOTS = 5
"""Matches with robots that one person plays at the same time."""
EVEN = 0.55
"""The best chance to win, draws counting half, with which a robot agrees to a draw."""

NAMES = (ROBOT, "roboter", "tischrand")
"""By which a robot is asked for as an opponent, in any case."""
_BETWEEN = ("against", "vs", "vs.", "and", "gegen", "und", "contra", "i")
_ID = "robot:"

Asking = Literal["take_back", "draw", "move"]


class UnknownLevel(Refused):
    """No robot has this level."""

    def __init__(self, level: str) -> None:
        self.level = level
        super().__init__(level)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a match wants of a robot."""

    kind: Asking
    version: int
    """Of the match, since which it stands."""


def robot_player(level: int) -> PlayerId:
    """The id of the robot of a level."""
    return PlayerId(f"{_ID}{level}")


def is_robot(player: PlayerId | None) -> bool:
    """This player is a robot."""
    return player is not None and player.startswith(_ID)


def level_of(player: PlayerId) -> int:
    """The level of a robot, from its id."""
    return int(player.removeprefix(_ID))


def robot_seat(match: Match) -> Seat | None:
    """The seat of the robot in a match, if one plays."""
    return next((seat for seat in SEATS if match.players and is_robot(match.players[seat])), None)


def asked_of(match: Match, seat: Seat) -> Asked | None:
    """What the robot in this seat has to do next; None: nothing. Of time that is up it makes nothing."""
    if match.phase is not Phase.RUNNING:
        return None
    if match.take_back == other(seat):
        return Asked("take_back", match.take_back_version)
    if match.offer == other(seat):
        return Asked("draw", match.offer_version)
    return Asked("move", match.asked[seat]) if seat in match.awaited else None


def dice_seed(match: Match, asked: Asked) -> int:
    """What a robot draws from: known to nobody until the seed of the match is told, to everybody then."""
    said = f"robot {match.opened.match} {asked.version}"
    return int.from_bytes(hmac.digest(bytes.fromhex(match.opened.seed), said.encode(), "sha256")[:8])


def hint_seed(match: Match, seat: Seat) -> int:
    """What a hint is drawn from: public facts alone, so that it tells nothing but what its view does."""
    return _open_seed(f"hint {match.opened.match} {match.asked[seat]}")


def review_seed(match: MatchId, ply: int) -> int:
    """What a review is drawn from: public facts alone."""
    return _open_seed(f"review {match} {ply}")


def _open_seed(said: str) -> int:
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8])


def named_in(opponent: str | None, house_rules: Words) -> int:
    """How many robots somebody wants to play against; 0 where it is a person, or anybody.

    Where an opponent can only be picked, among people, the robot is named among the house rules.
    """
    if opponent is None:
        return sum(word.lower() in NAMES for word in house_rules)
    words = [word.strip("@,").lower() for word in opponent.split()]
    named = [word for word in words if word and word not in _BETWEEN]
    return len(named) if all(word in NAMES for word in named) else 0


def parted(house_rules: Words) -> tuple[int, Words]:
    """The level of the robot that is asked for, and the other words.

    Raises:
        UnknownLevel: there is none like that.
        SaidTwice: which of the two holds?
    """
    levels = [word for word in house_rules if word.lower().startswith("level=")]
    if len(levels) > 1:
        raise SaidTwice("level")
    rest = tuple(word for word in house_rules if word not in levels and word.lower() not in NAMES)
    return _level(levels), rest


def _level(said: Sequence[str]) -> int:
    if not said:
        return USUAL_LEVEL
    level = said[0].partition("=")[2]
    if level not in map(str, LEVELS):
        raise UnknownLevel(level)
    return int(level)
