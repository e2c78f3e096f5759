"""What the result of a match changes: ratings, and the score between its players."""

from __future__ import annotations

from bot.domain.ratings import PROVISIONAL_UNTIL
from bot.presentation import RatingChange, ResultSummary, Score
from games.events import PlayerId
from games.match import Match
from storage.results import Weighed
from storage.sql.results import Results


async def result_summary(store: Results, match: Match) -> ResultSummary | None:
    """Ratings and score; None for a match that is not over, or ended before results were kept."""
    if match.ending is None or match.players is None:
        return None
    result = await store.result(match.opened.match)
    if result is None:
        return None
    changes = tuple(map(_change, result.players, result.weighed)) if result.weighed else ()
    scores = {score.game: score for score in await scores_of(store, *result.players)}
    return ResultSummary(result.counts, changes, scores.get(result.game))


async def scores_of(store: Results, one: PlayerId, other: PlayerId) -> tuple[Score, ...]:
    """How one player has done against another, game by game; () against themselves."""
    if one == other:
        return ()
    tallies = await store.tallies(one, other)
    return tuple(Score(tally.game, tally.won, tally.drawn, tally.lost) for tally in tallies)


def _change(player: PlayerId, weighed: Weighed) -> RatingChange:
    few = weighed.matches < PROVISIONAL_UNTIL
    return RatingChange(player, weighed.before.value, weighed.became, few)
