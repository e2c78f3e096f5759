"""Seeks: what somebody looks for, from the words that they type, and who looks for the same. Pure."""

from __future__ import annotations

import re
from typing import Literal

from bot.domain.refusals import Refused
from bot.domain.terms import DAY, SaidTwice, Terms, terms
from games.game import Refused as GameRefused
from games.words import Words
from storage.matches import ANY_RATING, Seek

LASTS = 3 * DAY
"""Seconds until a seek that nobody meets is no good any more, at the latest."""
LASTS_CLOCKS = 12
"""So many times what the clock gives it is good, where that is less: who wants to play now is soon gone."""
MOST_MET = 5  # matches of one person at a time that came about by seeks
BAND = 200  # points: of a rating no more is told than between which of them it lies
MOST_LOOKED_AT = 200  # seeks of a game that are compared with a new one, the oldest

How = Literal["new", "again", "instead"]

_RANGE = re.compile(r"(?:ratings?=)?(\d{0,9})\s*[-–]\s*(\d{0,9})")


def parted(words: Words) -> tuple[Words, tuple[int, int]]:
    """The terms of the match, and from which rating to which the opponent may have.

    Raises:
        Refused: the range goes from a higher rating to a lower one.
        SaidTwice: there are two.
    """
    ranges = [found for word in words if (found := _RANGE.fullmatch(word.strip(",;")))]
    rest = tuple(word for word in words if not _RANGE.fullmatch(word.strip(",;")))
    if len(ranges) > 1:
        raise SaidTwice("rating")
    if not ranges:
        return rest, ANY_RATING
    lowest, highest = (
        int(said) if said else end for said, end in zip(ranges[0].groups(), ANY_RATING, strict=True)
    )
    if not ANY_RATING[0] <= lowest < highest <= ANY_RATING[1]:
        raise Refused("no.seek_range")
    return rest, (lowest, highest)


def is_understood(seek: Seek) -> bool:
    """Nothing was looked for that there was once, before an upgrade."""
    try:
        terms(seek.game, seek.terms)
    except (KeyError, GameRefused):
        return False
    return True


def is_same(one: Seek, other: Seek) -> bool:
    """Two people look for the same, whatever their ratings are."""
    return one.game == other.game and terms(one.game, one.terms) == terms(other.game, other.terms)


def admits(seek: Seek, rating: float) -> bool:
    """The opponent may have this rating, as it is shown."""
    return seek.ratings[0] <= round(rating) <= seek.ratings[1]


def lasts(agreed: Terms) -> int:
    """For how many seconds a seek is good."""
    return min(LASTS, LASTS_CLOCKS * agreed.clock) if agreed.clock else LASTS


def is_confirmed(agreed: Terms) -> bool:
    """The waiting player has to confirm: with less than a day a move they could lose while they are away."""
    return 0 < agreed.clock < DAY


def band(rating: float) -> tuple[int, int]:
    """Between what somebody's rating lies: the number itself would name them, beside a leaderboard."""
    lowest = round(rating) // BAND * BAND
    return lowest, lowest + BAND


def follows(seek: Seek, before: Seek | None) -> How:
    """What a new seek is to the one of the same player and game that it takes the place of."""
    if before is None or before.id == seek.id:
        return "new"
    same = is_understood(before) and is_same(before, seek)
    return "again" if same and before.ratings == seek.ratings else "instead"
