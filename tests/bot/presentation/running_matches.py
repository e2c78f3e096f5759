"""Matches of Ada and Ben that have come to any state, and how they are spoken of."""

from __future__ import annotations

from dataclasses import replace

from bot.interface import Account
from bot.presentation import Phrasing
from bot.texts import texts_for
from games.dice import SEED_BYTES
from games.events import ChallengeAccepted, ChallengeOffered, MatchId, PlayerId
from games.game import State
from games.match import Match, fold
from tests.games.walks import Case

PHRASING = Phrasing(
    texts_for("en"), {PlayerId(who): Account("web", who, who.title()) for who in ("ada", "ben")}
)


def match_of(case: Case, state: State) -> Match:
    """A running match of Ada and Ben that has come to this state."""
    opened = ChallengeOffered(
        at=0,
        match=MatchId("ABCDEF"),
        game=case.key,
        game_version=1,
        house_rules=dict(case.words),
        challenger=PlayerId("ada"),
        invited=None,
        first=PlayerId("ada"),
        seed="00" * SEED_BYTES,
        entropy="one",
    )
    match = fold([opened, ChallengeAccepted(at=1, player=PlayerId("ben"), entropy="two")])
    return replace(match, state=state)
