"""The terms of a match: the house rules of the game, and the clock, rating and so on of any game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from games import GAMES
from games.game import HEAD_START, HouseRule, is_uneven

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds


class Clock(NamedTuple):
    """The time control of a match."""

    base: int
    """Seconds for each move or, with an increment, at the start; 0 for unlimited time."""
    increment: int = 0
    """Seconds that each move adds to the time left."""


CLOCKS: Mapping[str, Clock] = {
    "none": Clock(0),
    "5m": Clock(5 * MINUTE),
    "1h": Clock(HOUR),
    "12h": Clock(12 * HOUR),
    "1d": Clock(DAY),
    "2d": Clock(2 * DAY),
    "3d": Clock(3 * DAY),
    "5d": Clock(5 * DAY),
    "7d": Clock(7 * DAY),
    "14d": Clock(14 * DAY),
    "3d+12h": Clock(3 * DAY, 12 * HOUR),
    "7d+1d": Clock(7 * DAY, DAY),
}
"""The clocks on offer, by word."""

_BANK = re.compile(r"([1-9]\d{0,3})([mhd])\+([1-9]\d{0,3})([mhd])")
_UNITS = {"m": MINUTE, "h": HOUR, "d": DAY}
LEAST_BASE, MOST_BASE = 5 * MINUTE, 14 * DAY
"""Limits of the time at the start of clocks that are typed, such as `10d+12h`."""

USUAL_CLOCK = "3d"
_RULES_OF_ANY_GAME = (
    HouseRule("clock", tuple(CLOCKS), USUAL_CLOCK),
    HouseRule("rated", ("yes", "no"), "yes"),
    HouseRule("weekends", ("count", "off"), "count"),
    HouseRule("begins", ("lot", "me", "you"), "lot"),
)
OF_ANY_GAME = tuple(rule.word for rule in _RULES_OF_ANY_GAME)

VOTES: Mapping[str, int] = {
    "10m": 10 * MINUTE,
    "30m": 30 * MINUTE,
    "1h": HOUR,
    "3h": 3 * HOUR,
    "6h": 6 * HOUR,
    "12h": 12 * HOUR,
    "1d": DAY,
    "2d": 2 * DAY,
}
"""How long a channel that plays may vote for a move, in seconds, by word."""
VOTE = HouseRule("vote", tuple(VOTES), "1h")
"""Only for matches of a channel."""
SHORTEST_VOTE = f"{VOTE.word}={next(iter(VOTES))}"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match."""

    house_rules: dict[str, str]
    """House rules of the game that differ from its defaults."""
    clock: int
    """Seconds for each move or, with an increment, at the start; 0 for unlimited time."""
    increment: int
    """Seconds that each move adds to the time left; 0 if each move has `clock` seconds."""
    rated: bool
    weekends_off: bool
    vote: int
    """Seconds for which a channel that plays votes for its move; 0 where none plays."""
    begins: str
    """The first seat: `me` (the challenger), `you` (the other player) or, without a head start, `lot`."""

    @property
    def head_start(self) -> bool:
        return HEAD_START in self.house_rules


def choices(
    game: str, *, robot: bool = False, head_start: bool = False, channel: bool = False
) -> tuple[HouseRule, ...]:
    """The terms of a game, with the defaults for a match with a robot or with a head start.

    `channel`: whether a channel plays as one.
    """
    rules = (_adapted(rule, robot=robot, head_start=head_start) for rule in _RULES_OF_ANY_GAME)
    return (*GAMES[game].house_rules, *rules, *([VOTE] if channel else []))


def _adapted(rule: HouseRule, *, robot: bool, head_start: bool) -> HouseRule:
    """Against a robot, there is no clock, and the challenger has a head start; otherwise the other player."""
    if rule.word == "clock" and robot:
        return replace(rule, default="none")
    if rule.word == "begins" and head_start:
        return replace(rule, values=("me", "you"), default="me" if robot else "you")
    return rule


def is_advantage(game: str, chosen: Mapping[str, str]) -> bool:
    """Whether the terms name who begins, in a game where beginning is a great advantage."""
    return chosen.get("begins", "lot") != "lot" and is_uneven(GAMES[game], chosen)


def clock_of(word: str) -> Clock | None:
    """Parse a clock such as `3d` or `10d+12h`; None if the word is not one."""
    if word in CLOCKS:
        return CLOCKS[word]
    bank = _BANK.fullmatch(word)
    if bank is None:
        return None
    count, unit, more, more_unit = bank.groups()
    base, increment = int(count) * _UNITS[unit], int(more) * _UNITS[more_unit]
    return Clock(base, increment) if LEAST_BASE <= base <= MOST_BASE and increment <= base else None
