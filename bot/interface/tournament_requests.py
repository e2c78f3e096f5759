"""What people ask about the tournaments of a chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.words import Words


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """Have everybody in this chat sign up for a tournament."""

    game: str
    style: str
    """`swiss`, or `round`: everybody against everybody."""
    rounds: int
    """0: as many as fit those who take part."""
    terms: Words
    """Of each match, as `clock=1d`."""


@dataclass(frozen=True, slots=True)
class ShowTournament:
    """How does it stand? Without a name: the newest one of this chat."""

    tournament: str | None


@dataclass(frozen=True, slots=True)
class JoinTournament:
    """Take part."""

    tournament: str


@dataclass(frozen=True, slots=True)
class LeaveTournament:
    """Take part no longer."""

    tournament: str


@dataclass(frozen=True, slots=True)
class BeginTournament:
    """Begin with those who have signed up; the organiser's to ask."""

    tournament: str


@dataclass(frozen=True, slots=True)
class CancelTournament:
    """Call it off before it begins; likewise."""

    tournament: str


@dataclass(frozen=True, slots=True)
class EndTournament:
    """Call it off while it runs; asked once more before it counts. Likewise."""

    tournament: str
    sure: bool
    place: str
    """Its chat, see `Chat.place`."""


@dataclass(frozen=True, slots=True)
class TakeTournament:
    """Organise what nobody organises any more; for admins of the chat."""

    tournament: str


@dataclass(frozen=True, slots=True)
class ShowCrosstable:
    """Who has played whom, and where are the matches?"""

    tournament: str


Styles = Literal["swiss", "round"]
STYLES: tuple[Styles, ...] = ("swiss", "round")

TournamentRequest = (
    OpenTournament
    | ShowTournament
    | ShowCrosstable
    | JoinTournament
    | LeaveTournament
    | BeginTournament
    | CancelTournament
    | EndTournament
    | TakeTournament
)
