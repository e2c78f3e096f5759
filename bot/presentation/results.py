"""How a match ended, and the consequences: rating changes and the score between two players."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.players import is_robot
from bot.domain.ratings import PROVISIONAL_UNTIL, MatchResult, Tally, Weighed
from bot.interface import Button, Headline, Replay, Screen
from bot.presentation.phrasing import Phrasing
from bot.texts import joined
from games.events import PlayerId
from games.game import SEATS, Result, Seat, Viewer, other
from games.match import Ending, MatchView


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """The consequences of the end of a match; public, like the result."""

    result: MatchResult
    score: Tally | None
    """Of seat 0 against seat 1 in this game, including this match."""


def how_it_ended(match: MatchView, phrasing: Phrasing) -> list[str]:
    """The reason and the winner; [] while the match runs."""
    if not match.ending:
        return []
    return [ended(match.game, match.ending, phrasing.names(match), phrasing, match.viewer)]


def ended(
    game: str, ending: Ending, names: tuple[str, str], phrasing: Phrasing, viewer: Viewer = None
) -> str:
    if ending.result is not None:
        return outcome(game, ending.result, names, phrasing, viewer)
    winner = ending.winner
    people = {} if winner is None else {"winner": names[winner], "loser": names[other(winner)]}
    return phrasing.texts(f"over.{ending.reason}", **people)


def outcome(
    game: str, result: Result, names: tuple[str, str], phrasing: Phrasing, viewer: Viewer = None
) -> str:
    """Why it ended, and who won; the viewer's own points come first, those for everybody have names."""
    if viewer is None:
        score = f"{names[0]} {result.scores[0]} : {result.scores[1]} {names[1]}"
    else:
        score = f"{result.scores[viewer]} : {result.scores[other(viewer)]}"
    why = phrasing.texts(f"{game}.reason.{result.reason}", score=score)
    if result.winner is None:
        return joined([why, phrasing.texts("over.drawn")])
    return joined([why, phrasing.texts("over.won", name=names[result.winner])])


def result_page(match: MatchView, phrasing: Phrasing, summary: ResultSummary | None) -> Screen:
    lines = [*how_it_ended(match, phrasing), *summary_lines(match, summary, phrasing)]
    replay = Button(phrasing.texts("button.replay"), Replay(match.match, 0))
    return Screen("\n".join(lines), phrasing.about("result.title", match), rows=((replay,),))


def headline(match: MatchView, phrasing: Phrasing) -> Headline | None:
    """The result in a few words, the reader's or else the winner's points first; None if it was abandoned."""
    ending, texts = match.ending, phrasing.texts
    if ending is None or ending.reason == "abandoned":
        return None
    first = next((seat for seat in (match.viewer, ending.winner) if seat is not None), SEATS[0])
    if ending.winner is None:
        key, name = "headline.drawn", ""
    elif match.viewer is None:
        key, name = "headline.won", phrasing.seat(match, ending.winner)
    else:
        key, name = "headline.you_won" if match.viewer == ending.winner else "headline.you_lost", ""
    score = _score(match.game, ending.result, first, phrasing) if ending.result else ""
    lost = match.viewer not in (None, ending.winner)
    return Headline(" ".join(filter(None, [texts(key, name=name), score])), None if lost else ending.winner)


def _score(game: str, result: Result, first: Seat, phrasing: Phrasing) -> str:
    """The points, those of `first` first; "" if the game does not tell them."""
    score = " : ".join(map(str, result.scores))
    if score not in phrasing.texts(f"{game}.reason.{result.reason}", score=score):
        return ""
    return f"{result.scores[first]} : {result.scores[other(first)]}"


def summary_lines(match: MatchView, summary: ResultSummary | None, phrasing: Phrasing) -> list[str]:
    """Rating changes, or why there are none, and the score; without forgotten people."""
    return [*rating_lines(summary, phrasing), *score_lines(match, summary, phrasing)] if summary else []


def score_lines(match: MatchView, summary: ResultSummary, phrasing: Phrasing) -> list[str]:
    """The score between the two; [] if they have none, or one is forgotten."""
    if not (summary.score and match.players and all(map(phrasing.knows, match.players))):
        return []
    return [score_line(summary.score, phrasing.names(match), phrasing)]


def score_line(score: Tally, names: tuple[str, str], phrasing: Phrasing) -> str:
    key = "results.score_drawn" if score.drawn else "results.score"
    return phrasing.texts(
        key,
        first=names[0],
        second=names[1],
        game=phrasing.game(score.game),
        won=score.won,
        lost=score.lost,
        count=score.drawn,
    )


def rating_lines(summary: ResultSummary, phrasing: Phrasing) -> list[str]:
    """The new ratings, or why there are none; nobody expects any against a robot."""
    result = summary.result
    if any(map(is_robot, result.players)):
        return []
    if result.counts != "rated":
        return [phrasing.texts(f"results.{result.counts}")]
    weighed = zip(result.players, result.weighed or (), strict=False)
    changes = [_change(player, one, phrasing) for player, one in weighed if player in phrasing.accounts]
    return [phrasing.texts("results.ratings", changes=phrasing.texts.listed(changes))] if changes else []


def _change(player: PlayerId, weighed: Weighed, phrasing: Phrasing) -> str:
    """The new rating and the change; both are rounded first, so that they add up."""
    now = round(weighed.became)
    moved = now - round(weighed.before.value)
    sign = "+" if moved > 0 else "−" if moved < 0 else "±"
    key = "results.change_provisional" if weighed.matches < PROVISIONAL_UNTIL else "results.change"
    return phrasing.texts(key, name=phrasing.name(player), rating=now, change=f"{sign}{abs(moved)}")
