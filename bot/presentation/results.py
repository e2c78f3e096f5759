"""The consequences of a finished match: rating changes and the score between two players."""

from __future__ import annotations

from dataclasses import dataclass

from bot.interface import Button, Replay, Screen
from bot.presentation.alt_texts import ended
from bot.presentation.phrasing import Phrasing
from games import GAMES
from games.events import PlayerId
from games.game import HEAD_START, choose, is_uneven
from games.match import MatchView


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change of a player's rating by a match."""

    player: PlayerId
    before: float
    now: float
    provisional: bool
    """Whether the rating rests on few matches."""


@dataclass(frozen=True, slots=True)
class Score:
    """One player's results against another in a game."""

    game: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """The consequences of the end of a match; public, like the result."""

    counts: str
    """`rated`, or the reason why not, whose text is `results.REASON`."""
    changes: tuple[RatingChange, ...]
    """The changes of seat 0 and seat 1, if the match is rated."""
    score: Score | None
    """The score of seat 0 against seat 1, including this match."""


def result_page(match: MatchView, phrasing: Phrasing, summary: ResultSummary | None) -> Screen:
    """The result of a match for a results channel, from the public view of the match."""
    title = phrasing.about("result.title", match)
    lines = [ended(match.game, match.ending, phrasing.names(match), phrasing)] if match.ending else []
    lines += summary_lines(match, summary, phrasing) if summary else []
    replay = Button(phrasing.texts("button.replay"), Replay(match.match, 0))
    return Screen("\n".join(lines), title, rows=((replay,),))


def why_unrated(match: MatchView) -> str:
    """The key of the sentence that a match is unrated."""
    if HEAD_START in match.house_rules:
        return "challenge.unrated_head_start"
    rules = choose(GAMES[match.game].house_rules, match.house_rules)
    if match.clock and match.first is not None and is_uneven(GAMES[match.game], rules):
        return "challenge.unrated_begins"
    return "challenge.unrated"


def thread_name(match: MatchView, phrasing: Phrasing) -> str:
    """The name of a match's thread."""
    return phrasing.about("thread.title", match)


def summary_lines(match: MatchView, summary: ResultSummary, phrasing: Phrasing) -> list[str]:
    """Rating changes, or why there are none, and the score; without forgotten people."""
    lines = _ratings(summary, phrasing)
    if summary.score and match.players and all(map(phrasing.knows, match.players)):
        lines.append(score_line(summary.score, phrasing.names(match), phrasing))
    return lines


def score_line(score: Score, names: tuple[str, str], phrasing: Phrasing) -> str:
    """The score of the first player against the second."""
    first, second = names
    values = {"first": first, "second": second, "game": phrasing.game(score.game)}
    key = "results.score_drawn" if score.drawn else "results.score"
    return phrasing.texts(key, won=score.won, lost=score.lost, count=score.drawn, **values)


def rating_in_words(value: float) -> str:
    """A rating rounded to whole points."""
    return str(round(value))


def _ratings(summary: ResultSummary, phrasing: Phrasing) -> list[str]:
    texts = phrasing.texts
    if summary.counts != "rated":
        return [texts(f"results.{summary.counts}")]
    told = [_change(change, phrasing) for change in summary.changes if change.player in phrasing.cast]
    return [texts("results.ratings", changes=texts.listed(told))] if told else []


def _change(change: RatingChange, phrasing: Phrasing) -> str:
    key = "results.change_provisional" if change.provisional else "results.change"
    moved = round(change.now) - round(change.before)
    sign = "+" if moved > 0 else "−" if moved < 0 else "±"
    return phrasing.texts(
        key,
        name=phrasing.name(change.player),
        rating=rating_in_words(change.now),
        change=f"{sign}{abs(moved)}",
    )
