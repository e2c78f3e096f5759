"""What people ask about the tournaments of a chat."""

from __future__ import annotations

from typing import Literal

from games.frozen import frozen
from games.words import Words


@frozen
class OpenTournament:
    """Have everybody in this chat sign up for a tournament."""

    game: str
    style: str
    """`swiss`, or `round`: everybody against everybody."""
    rounds: int
    """0: as many as fit those who take part."""
    terms: Words
    """Of each match, as `clock=1d`."""


@frozen
class ShowTournament:
    """How does it stand? Without a name: the newest one of this chat."""

    tournament: str | None


@frozen
class JoinTournament:
    """Take part."""

    tournament: str


@frozen
class LeaveTournament:
    """Take part no longer."""

    tournament: str


@frozen
class BeginTournament:
    """Begin with those who have signed up; the organiser's to ask."""

    tournament: str


@frozen
class CancelTournament:
    """Call it off before it begins; likewise."""

    tournament: str


@frozen
class EndTournament:
    """Call it off while it runs; asked once more before it counts. Likewise."""

    tournament: str
    sure: bool
    place: str
    """Its chat, see `Chat.place`."""


@frozen
class TakeTournament:
    """Organise what nobody organises any more; for admins of the chat."""

    tournament: str


@frozen
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
