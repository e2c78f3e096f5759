"""The match around the game: what may be asked of it, what happens in it, and what a viewer sees of it."""

from games.match.deal import deal, draw_seats, opening, plies_before, plies_text
from games.match.match import Decision, Match, fold
from games.match.status import MOST_GIFTS, MOST_PAST
from games.match.views import UNDER_WAY, Ending, MatchView, Phase, Proof

__all__ = [
    "MOST_GIFTS",
    "MOST_PAST",
    "UNDER_WAY",
    "Decision",
    "Ending",
    "Match",
    "MatchView",
    "Phase",
    "Proof",
    "deal",
    "draw_seats",
    "fold",
    "opening",
    "plies_before",
    "plies_text",
]
