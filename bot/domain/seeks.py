"""Seeks: parse the terms of a search for an opponent, and compare searches. Pure."""

from __future__ import annotations

import re
from typing import Literal

from bot.domain.refusals import Refused
from bot.domain.terms import DAY, Terms
from bot.domain.terms_parser import DuplicateTerm, terms
from games.game import Refused as GameRefused
from games.words import Words
from storage.seeks import ANY_RATING, Seek

LASTS = 3 * DAY
"""Most seconds until a seek expires."""
LASTS_CLOCKS = 12
"""A seek expires after this many times its clock, if that is earlier: players of fast games leave soon."""
MOST_UNDER_WAY = 5  # simultaneous matches of one person that began with seeks
BAND = 200  # points: only the range of this width in which a rating lies is shown
MOST_LOOKED_AT = 200  # oldest seeks of a game that are compared with a new one

How = Literal["new", "again", "instead"]

_RANGE = re.compile(r"(?:ratings?=)?(\d{0,9})\s*[-–]\s*(\d{0,9})")


def split_off_ratings(words: Words) -> tuple[Words, tuple[int, int]]:
    """Split words into the terms of the match and the range of the opponent's rating.

    Raises:
        Refused: the range is empty or beyond `ANY_RATING`.
        DuplicateTerm: there are two ranges.
    """
    ranges = [found for word in words if (found := _RANGE.fullmatch(word.strip(",;")))]
    rest = tuple(word for word in words if not _RANGE.fullmatch(word.strip(",;")))
    if len(ranges) > 1:
        raise DuplicateTerm("rating")
    if not ranges:
        return rest, ANY_RATING
    lowest, highest = (
        int(said) if said else end for said, end in zip(ranges[0].groups(), ANY_RATING, strict=True)
    )
    if not ANY_RATING[0] <= lowest < highest <= ANY_RATING[1]:
        raise Refused("no.seek_range")
    return rest, (lowest, highest)


def is_understood(seek: Seek) -> bool:
    """Whether the terms are still valid; an upgrade may have removed a game or a house rule."""
    try:
        terms(seek.game, seek.terms)
    except (KeyError, GameRefused):
        return False
    return True


def is_same(one: Seek, other: Seek) -> bool:
    """Whether game and terms are the same, whatever the ratings."""
    return one.game == other.game and terms(one.game, one.terms) == terms(other.game, other.terms)


def admits(seek: Seek, rating: float) -> bool:
    """Whether the range admits this rating, rounded as it is shown."""
    return seek.ratings[0] <= round(rating) <= seek.ratings[1]


def lasts(agreed: Terms) -> int:
    """In seconds."""
    return min(LASTS, LASTS_CLOCKS * agreed.clock) if agreed.clock else LASTS


def is_confirmed(agreed: Terms) -> bool:
    """Whether the waiting player must confirm: with less than a day per move they could lose while away."""
    return 0 < agreed.clock < DAY


def band(rating: float) -> tuple[int, int]:
    """The range in which a rating lies; the exact number would identify the player on a leaderboard."""
    lowest = round(rating) // BAND * BAND
    return lowest, lowest + BAND


def follows(seek: Seek, before: Seek | None) -> How:
    """How a new seek relates to the earlier one of the same player and game that it replaces."""
    if before is None or before.id == seek.id:
        return "new"
    same = is_understood(before) and is_same(before, seek)
    return "again" if same and before.ratings == seek.ratings else "instead"
