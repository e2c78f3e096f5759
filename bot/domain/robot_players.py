"""The robots as players: their ids, their pending decisions, and how people ask for one.

Each level has a player id. A robot is not a person: no account, profile or rating is stored for it.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from bot.domain.players import ROBOT_ID, robot_seat
from bot.domain.terms_parser import DuplicateTerm
from bot.interface import ROBOT
from bot.texts import folded, words
from games.events import MatchId, PlayerId
from games.game import SEATS, Refused, Seat, other
from games.match import Match, Phase
from games.words import Words
from storage.results import MatchResult

LEVELS = (1, 2, 3, 4, 5)  # from the weakest to the strongest
OWN = "mine"
"""Asked for as a level: the one that follows one's own results, by `STEP` after each."""
STEP = 0.5
ASKED_LEVELS = (*map(str, LEVELS), OWN)
USUAL_LEVEL = 3
HINT_LEVEL = LEVELS[-1]
MOST_OPEN_WITH_ROBOTS = 5  # simultaneous matches of one person against robots
EARLY = 12
"""A robot agrees to no draw before so many events of a match: about five moves of each."""
EVEN = 0.55
"""A robot agrees to a draw if its chance to win, draws counting half, is at most this."""

_LEVELS = {"easy": str(LEVELS[0]), "medium": str(USUAL_LEVEL), "hard": str(LEVELS[-1]), OWN: OWN}
"""The levels that have a name in every language."""
OWN_ID = f"{ROBOT_ID}{OWN}:"
"""How the ids of robots begin that were asked for by `OWN`; the level follows, such as `2.5`."""

Asking = Literal["take_back", "draw", "move"]


class UnknownLevel(Refused):
    """No robot has this level."""

    def __init__(self, level: str) -> None:
        self.level = level
        super().__init__(level)


@dataclass(frozen=True, slots=True)
class Asked:
    """A pending decision of a robot."""

    seat: Seat
    robot: PlayerId
    kind: Asking
    version: int
    """The version of the match since which it is pending."""


def robot_player(level: int) -> PlayerId:
    return PlayerId(f"{ROBOT_ID}{level}")


def own_robot(level: float) -> PlayerId:
    return PlayerId(f"{OWN_ID}{level:g}")


def is_own(player: PlayerId | None) -> bool:
    return player is not None and player.startswith(OWN_ID)


def level_of(player: PlayerId) -> float:
    """The level of a robot; that of one's own may lie halfway between two."""
    return float(player.rpartition(":")[2])


def shown_level(player: PlayerId) -> str:
    level = level_of(player)
    return f"{math.floor(level)}{'½' if level % 1 else ''}"


def level_of_move(player: PlayerId, seed: int) -> int:
    """The level that one move is made at; halfway between two levels the seed says which of them."""
    return math.floor(level_of(player) + seed % 2 / 2)


def own_level(player: PlayerId, last: MatchResult | None) -> float:
    """The next level for somebody by the latest result against a robot of their own level."""
    if last is None:
        return LEVELS[0]
    seat = next(seat for seat in SEATS if last.players[seat] == player)
    step = 0.0 if last.winner is None else STEP if last.winner == seat else -STEP
    return min(max(level_of(last.players[other(seat)]) + step, LEVELS[0]), LEVELS[-1])


def asked_of_robot(match: Match) -> Asked | None:
    """The next decision of the robot that plays, or None. Robots never claim a win on time."""
    seat = robot_seat(match)
    if match.phase is not Phase.RUNNING or match.players is None or seat is None:
        return None
    robot = match.players[seat]
    if match.take_back == other(seat):
        return Asked(seat, robot, "take_back", match.take_back_version)
    if match.offer == other(seat):
        return Asked(seat, robot, "draw", match.offer_version)
    return Asked(seat, robot, "move", match.asked[seat]) if seat in match.awaited else None


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


@cache
def names() -> frozenset[str]:
    """The names that ask for a robot as opponent, `folded`."""
    return frozenset((ROBOT, *words("called.robot")))


@cache
def level_names() -> Mapping[str, str]:
    """Levels by what they are called in any language."""
    return {name: level for key, level in _LEVELS.items() for name in words(f"called.level.{key}")}


@cache
def _said() -> re.Pattern[str]:
    """A level after the word for it."""
    return re.compile(rf"\b(?:{_one_of(words('called.level'))})[ =:]?([^\s=]+)", re.IGNORECASE)


@cache
def _bare() -> re.Pattern[str]:
    """A level after a name of the robot."""
    levels = f"[1-9]|{_one_of(level_names())}"
    return re.compile(rf"({_one_of(names())})[ ,]+({levels})(?!\S)", re.IGNORECASE)


def _one_of(known: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(known, reverse=True)))


def with_level(typed: Words) -> Words:
    """The words with a robot's level as `level=3`, however it is said: `robot easy`, `robot 3`, `lvl 3`."""
    text = _said().sub(r"level=\1", " ".join(typed))
    levels = level_names()
    text = _bare().sub(lambda found: f"{found[1]} level={levels.get(folded(found[2]), found[2])}", text)
    return tuple(text.split())


def named_in(opponent: str | None, house_rules: Words) -> int:
    """The number of robots that a challenge names; 0 if it is for a person or open to all.

    On platforms where the opponent is picked from a list of people, the robot is named among the house rules.
    """
    if opponent is None:
        leveled = any(word.lower().startswith("level=") for word in house_rules)
        return sum(folded(word) in names() for word in house_rules) or int(leveled)
    said = [folded(word).strip("@,") for word in opponent.split()]
    named = [word for word in said if word and word not in words("called.between")]
    return len(named) if all(word in names() for word in named) else 0


def level_after(wins: int) -> int:
    """The level for somebody who asks for none and has so many wins over robots in a game."""
    return min(LEVELS[0] + wins, USUAL_LEVEL)


def split_off_level(house_rules: Words) -> tuple[str | None, Words]:
    """Split house rules into the level of the robot or `OWN`, if there is one, and the other words.

    Raises:
        UnknownLevel: no such level.
        DuplicateTerm: two levels.
    """
    levels = [word for word in house_rules if word.lower().startswith("level=")]
    if len(levels) > 1:
        raise DuplicateTerm("level")
    rest = tuple(word for word in house_rules if word not in levels and folded(word) not in names())
    if not levels:
        return None, rest
    return asked_level(levels[0].partition("=")[2]), rest


def asked_level(typed: str) -> str:
    """The level or `OWN`, as typed.

    Raises:
        UnknownLevel
    """
    if typed.lower() not in ASKED_LEVELS:
        raise UnknownLevel(typed)
    return typed.lower()
