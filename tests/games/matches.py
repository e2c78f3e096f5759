"""Matches for the tests of the match: two people, fixed times, any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games import Seat, actions
from games.actions import Reason, RefusedByMatch
from games.events import ChallengeOffered, MatchId, PlayerId
from games.match import Match, fold

ADA, BEN, CLEO = PlayerId("ada"), PlayerId("ben"), PlayerId("cleo")
NOON = 1_000_000  # seconds since 1970
HOUR = 3600


def begun(
    game: str, *, clock: int = 0, words: Mapping[str, str] | None = None, seed: int = 1, **more: Any
) -> Match:
    """A match at noon: Ada has seat 0 and Ben seat 1."""
    opened = ChallengeOffered(
        at=NOON,
        match=MatchId("ABCDEF"),
        game=game,
        game_version=1,
        house_rules=dict(words or {}),
        challenger=ADA,
        invited=None,
        first=ADA,
        seed=bytes([seed] * 32).hex(),
        entropy="web:1",
        clock=clock,
        rated=True,
        **more,
    )
    return asked(fold([opened]), actions.AcceptChallenge(BEN, "web:2"))


def asked(match: Match, *requests: actions.Action, at: int = NOON) -> Match:
    """The match after these requests."""
    for request in requests:
        match = match.decide(request, at).after
    return match


def plays(match: Match, *notations: str, at: int = NOON, by: Seat | None = None) -> Match:
    """The match after these plies of whoever is to play."""
    for notation in notations:
        assert match.players
        seat = match.awaited[0] if by is None else by
        match = asked(match, actions.PlayMove(match.players[seat], notation, None), at=at)
    return match


def reason(match: Match, request: actions.Action, at: int = NOON) -> Reason:
    """Why it is refused."""
    with pytest.raises(RefusedByMatch) as refused:
        match.decide(request, at)
    return refused.value.reason
