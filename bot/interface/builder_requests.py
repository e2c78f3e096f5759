"""How a challenge is put together by buttons; whatever is chosen stands in them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.words import Words


@dataclass(frozen=True, slots=True)
class PickGame:
    """Challenge somebody: to which game?"""

    opponent: str | None
    """The platform's id of the person; None: who it is to be, is asked afterwards."""


@dataclass(frozen=True, slots=True)
class PickOpponent:
    """Challenge to this game: whom?"""

    game: str


@dataclass(frozen=True, slots=True)
class PickRobot:
    """Play against the robot: which game, at which level?"""

    game: str | None


@dataclass(frozen=True, slots=True)
class BuildChallenge:
    """Show a challenge as it is put together so far, ask for a part of it, or send it."""

    owner: str
    """The beginning of the id of the player who puts it together: nobody else can press it."""
    game: str
    against: str | None
    """The platform's id of a person, or the robot with its level, as `robot3`; None: anyone."""
    words: Words
    """The terms that are not the usual ones, as short as they can be typed."""
    page: int
    """What to show or to do: one of the pages below."""


def with_person(request: BuildChallenge, person: str) -> BuildChallenge:
    """What a menu of people asks once somebody is picked: the overview, with them as the opponent."""
    return replace(request, against=person, page=OVERVIEW)


OVERVIEW, WHICH_GAME, AGAINST_WHOM, SEND, BACK, TERMS = range(6)
"""The pages; `BACK` is the overview, for no two buttons of a message may be the same. From `TERMS` on, there
is one for each term of a match of the game, in their order."""

BuilderRequest = PickGame | PickOpponent | PickRobot | BuildChallenge
