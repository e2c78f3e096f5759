"""Tournaments of chats: who takes part, who meets whom in which round, and how that went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, Protocol

from games.events import MatchId, PlayerId
from games.frozen import frozen

Style = Literal["swiss", "round"]
"""Pairs of about the same points, or everybody against everybody."""
Stage = Literal["open", "running", "over", "cancelled"]
Outcome = Literal["first", "second", "drawn", "none"]
"""Who gets the point of a pairing; `none`: nobody does."""

NEVER = 2**62
"""Nothing is due any more; in seconds since 1970."""
NOBODY = PlayerId("")
UNDER_WAY: tuple[Stage, ...] = ("open", "running")


@frozen
class Entrant:
    """Somebody who has signed up."""

    player: PlayerId
    gone: bool = False
    """They have left, or are forgotten: from the next round on nobody has to play them."""


@frozen
class Pairing:
    """Two who meet in a round, or one who has a bye."""

    round: int
    """From 1."""
    table: int
    """Within the round, from 1."""
    first: PlayerId
    second: PlayerId | None
    """None: a bye."""
    match: MatchId | None
    """None where nothing is to be played."""
    outcome: Outcome | None = None
    """None: not known yet."""
    in_time: bool = True
    """It was decided by playing, not because the time of the round was up."""


@frozen
class Tournament:
    """A tournament, as it stands."""

    id: str
    platform: str
    place: str
    """Of `chat`, as in `ChatSettings`."""
    chat: str
    """Where it was opened; its matches are shown there."""
    game: str
    style: Style
    rounds: int
    """How many there are; 0: as many as fit those who take part."""
    terms: str
    """Of each match, as they were typed."""
    organiser: PlayerId
    """`NOBODY`: they were forgotten, and nobody has taken it over."""
    made: int
    """In seconds since 1970."""
    due: int
    """When it has to be looked at next, in seconds since 1970 or `NEVER`; 0 as soon as a match of it ends."""
    stage: Stage = "open"
    round: int = 0
    """Which is played; 0 before the first."""
    ends: int = 0
    """When the time of the round is up, in seconds since 1970."""
    told: int = 0
    """The last round of which the chat has been told; -1: nor has it of the organiser's leaving."""
    entrants: tuple[Entrant, ...] = ()
    """As they signed up; from the beginning on, the strongest first."""
    pairings: tuple[Pairing, ...] = ()
    """Of all rounds, in order."""


class Tournaments(Protocol):
    """The part of the store that knows the tournaments.

    The result of a match that belongs to one makes it due in the same transaction.
    """

    async def tournament(self, key: str) -> Tournament | None:
        """A tournament by its id."""

    async def tournament_in(self, platform: str, place: str) -> Tournament | None:
        """The newest tournament of a place."""

    async def tournaments_under_way(self, platform: str, place: str) -> tuple[Tournament, ...]:
        """Those of a place that are open or running, the newest first."""

    async def tournament_of(self, match: MatchId) -> Tournament | None:
        """The tournament that a match belongs to."""

    async def tournaments_of(self, player: PlayerId) -> tuple[str, ...]:
        """The ids of those that a player has signed up for."""

    async def tournaments_due(self, at: int) -> tuple[str, ...]:
        """The ids of those that are due at this time, the longest due first."""

    async def put_tournament(self, tournament: Tournament) -> None:
        """Add a tournament, or new facts about a known one: whole or not at all.

        It is due at once where a match has ended of which it does not know the outcome. The organiser of a
        known one stays.
        """

    async def take_tournament(self, key: str, organiser: PlayerId) -> None:
        """Somebody is the organiser of one that has none; nothing where it has."""

    async def delay_tournaments(self, seconds: int) -> None:
        """The rounds that are played end so much later, for the bot was away."""


def merged(tournament: Tournament, present: Mapping[PlayerId, PlayerId]) -> Tournament:
    """A tournament with the present ids of players who have become others.

    Who took part twice is one entrant from then on, gone only where both are.
    """
    entrants: dict[PlayerId, Entrant] = {}
    for one in tournament.entrants:
        player = present.get(one.player, one.player)
        gone = one.gone and (player not in entrants or entrants[player].gone)
        entrants[player] = replace(entrants.get(player, one), player=player, gone=gone)
    pairings = (
        replace(
            one,
            first=present.get(one.first, one.first),
            second=present.get(one.second, one.second) if one.second else None,
        )
        for one in tournament.pairings
    )
    return replace(
        tournament,
        organiser=present.get(tournament.organiser, tournament.organiser),
        entrants=tuple(entrants.values()),
        pairings=tuple(pairings),
    )
