"""What is read at once: who presses, and a match with all that its boards show, as of one commit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.events import Event, MatchId, PlayerId
from storage.boards import Board
from storage.jobs import Deadline
from storage.people import Person
from storage.settings import ChatSettings, Preferences


@dataclass(frozen=True, slots=True)
class Audience:
    """People and chats that were read together; of all others it tells nothing."""

    people: Mapping[PlayerId, tuple[Person, ...]] = field(default_factory=dict)
    """The accounts of each player; () of those who have none any more."""
    preferences: Mapping[PlayerId, Preferences] = field(default_factory=dict)
    chats: Mapping[tuple[str, str], ChatSettings] = field(default_factory=dict)
    """By platform and place."""

    def with_person(self, person: Person, accounts: tuple[Person, ...], chosen: Preferences) -> Audience:
        """Likewise with somebody else."""
        people = {**self.people, person.player: accounts}
        return replace(self, people=people, preferences={**self.preferences, person.player: chosen})


NOBODY = Audience()


@dataclass(frozen=True, slots=True)
class MatchReading:
    """A match with its boards, and those who play it or read them."""

    match: MatchId
    changes: int
    """How often the match has been changed."""
    players: tuple[PlayerId, ...]
    """As in `MatchRow`."""
    events: tuple[Event, ...]
    """Those after the version that is known."""
    deadlines: tuple[Deadline, ...]
    credited: int
    """All time that has been credited to deadlines, whosever they are."""
    boards: tuple[Board, ...]
    audience: Audience


@dataclass(frozen=True, slots=True)
class PressReading:
    """Who presses, and the match that the press names."""

    person: Person | None
    """None: they were never here."""
    accounts: tuple[Person, ...]
    """All that this player has."""
    preferences: Preferences | None
    awaited: Person | None
    """Who was challenged by the handle that this person has, and has not come yet."""
    pressed: bool
    """The press has counted already."""
    match: MatchReading | None
    """None: the press names no match, or one that does not exist."""
