"""Matches of Ada and Ben that have come to any state, and how they are spoken of."""

from __future__ import annotations

from collections.abc import Iterable
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


def begun(game: str, rules: Iterable[tuple[str, str]] = (), *, clock: int = 0) -> Match:
    """A match of Ada (seat 0) and Ben that has just been dealt."""
    opened = ChallengeOffered(
        at=0,
        match=MatchId("ABCDEF"),
        game=game,
        game_version=1,
        house_rules=dict(rules),
        challenger=PlayerId("ada"),
        invited=None,
        first=PlayerId("ada"),
        seed="00" * SEED_BYTES,
        entropy="web:1",
        clock=clock,
    )
    return fold([opened, ChallengeAccepted(at=1, player=PlayerId("ben"), entropy="web:2")])


def match_of(case: Case, state: State) -> Match:
    """A running match that has come to this state."""
    return replace(begun(case.key, case.words), state=state)
