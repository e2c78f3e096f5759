"""The robots as players: their ids, their pending decisions, and how people ask for one.

Each level has a player id. A robot is not a person: no account, profile or rating is stored for it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Literal

from bot.domain.terms import DuplicateTerm
from bot.interface import ROBOT
from games.events import MatchId, PlayerId
from games.game import SEATS, Refused, Seat, other
from games.match import Match, Phase
from games.words import Words

LEVELS = (1, 2, 3, 4, 5)  # from the weakest to the strongest
USUAL_LEVEL = 3
HINT_LEVEL = LEVELS[-1]
MOST_OPEN_WITH_ROBOTS = 5  # simultaneous matches of one person against robots
EVEN = 0.55
"""A robot agrees to a draw if its chance to win, draws counting half, is at most this."""

NAMES = (ROBOT, "roboter", "tischrand")
"""The names that ask for a robot as opponent, in any case."""
LEVEL_NAMES = {
    **dict.fromkeys(("easy", "leicht", "einfach", "fàcil", "facil"), LEVELS[0]),
    **dict.fromkeys(("medium", "normal", "mittel", "mitjà", "mitja"), USUAL_LEVEL),
    **dict.fromkeys(("hard", "schwer", "difícil", "dificil"), LEVELS[-1]),
}
_SAID = re.compile(r"\b(?:level|lvl|stufe|nivell)[ =:]?([^\s=]+)", re.IGNORECASE)
_BARE = re.compile(rf"({'|'.join(NAMES)})[ ,]+([1-9]|{'|'.join(LEVEL_NAMES)})(?!\S)", re.IGNORECASE)
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
    """A pending decision of a robot."""

    kind: Asking
    version: int
    """The version of the match since which it is pending."""


def robot_player(level: int) -> PlayerId:
    return PlayerId(f"{_ID}{level}")


def is_robot(player: PlayerId | None) -> bool:
    return player is not None and player.startswith(_ID)


def level_of(player: PlayerId) -> int:
    return int(player.removeprefix(_ID))


def robot_seat(match: Match) -> Seat | None:
    return next((seat for seat in SEATS if match.players and is_robot(match.players[seat])), None)


def asked_of(match: Match, seat: Seat) -> Asked | None:
    """The next decision of the robot in a seat, or None. Robots never claim a win on time."""
    if match.phase is not Phase.RUNNING:
        return None
    if match.take_back == other(seat):
        return Asked("take_back", match.take_back_version)
    if match.offer == other(seat):
        return Asked("draw", match.offer_version)
    return Asked("move", match.asked[seat]) if seat in match.awaited else None


def dice_seed(match: Match, asked: Asked) -> int:
    """The random seed of a robot's decision: secret until the seed of the match is published."""
    about = f"robot {match.opened.match} {asked.version}"
    return int.from_bytes(hmac.digest(bytes.fromhex(match.opened.seed), about.encode(), "sha256")[:8])


def hint_seed(match: Match, seat: Seat) -> int:
    """The random seed of a hint: made from public facts, so that it reveals nothing beyond the view."""
    return _open_seed(f"hint {match.opened.match} {match.asked[seat]}")


def review_seed(match: MatchId, ply: int) -> int:
    """The random seed of a review, made from public facts."""
    return _open_seed(f"review {match} {ply}")


def _open_seed(about: str) -> int:
    return int.from_bytes(hashlib.sha256(about.encode()).digest()[:8])


def with_level(words: Words) -> Words:
    """The words with a robot's level as `level=3`, however it is said: `robot easy`, `robot 3`, `lvl 3`."""
    text = _SAID.sub(r"level=\1", " ".join(words))
    text = _BARE.sub(lambda found: f"{found[1]} level={LEVEL_NAMES.get(found[2].lower(), found[2])}", text)
    return tuple(text.split())


def named_in(opponent: str | None, house_rules: Words) -> int:
    """The number of robots that a challenge names; 0 if it is for a person or open to all.

    On platforms where the opponent is picked from a list of people, the robot is named among the house rules.
    """
    if opponent is None:
        leveled = any(word.lower().startswith("level=") for word in house_rules)
        return sum(word.lower() in NAMES for word in house_rules) or int(leveled)
    words = [word.strip("@,").lower() for word in opponent.split()]
    named = [word for word in words if word and word not in _BETWEEN]
    return len(named) if all(word in NAMES for word in named) else 0


def level_after(wins: int) -> int:
    """The level for somebody who asks for none and has so many wins over robots in a game."""
    return min(LEVELS[0] + wins, USUAL_LEVEL)


def parted(house_rules: Words) -> tuple[int | None, Words]:
    """Split house rules into the level of the robot, if there is one, and the other words.

    Raises:
        UnknownLevel: no such level.
        DuplicateTerm: two levels.
    """
    levels = [word for word in house_rules if word.lower().startswith("level=")]
    if len(levels) > 1:
        raise DuplicateTerm("level")
    rest = tuple(word for word in house_rules if word not in levels and word.lower() not in NAMES)
    if not levels:
        return None, rest
    level = levels[0].partition("=")[2]
    if level not in map(str, LEVELS):
        raise UnknownLevel(level)
    return int(level), rest
