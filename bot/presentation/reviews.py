"""Hints and reviews: robots' judgements of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot import interface
from bot.interface import Button, Screen
from bot.presentation.alt_texts import length
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import in_rows, spelled
from bot.texts import Texts
from games import GAMES
from games.judgement import Judgement
from games.match import MatchView

DEAREST = 3
"""Number of plies for which a review shows a better move."""
COUNTING = ("sahara",)
"""Games whose costs are counted in beans."""


def hint_text(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """The move that the robot would play, with its reasons.

    Args:
        match: in the view of the player to move.
        notation: of the move.
        phrasing: the player's.
    """
    if match.view is None:
        raise ValueError("a hint needs a match that has been dealt")
    facts = match.view.tell_purpose(GAMES[match.game].parse(notation))
    why = phrasing.describe(match.game, phrasing.names(match), facts) or [phrasing.texts("hint.quiet")]
    return "\n".join([phrasing.texts("hint.move", move=spelled(match, notation, phrasing.texts)), *why])


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """One of the reader's plies with its judgement."""

    number: int
    """Number of the ply in the match, as in replays."""
    played: str
    judged: Judgement


def review_page(match: MatchView, plies: Sequence[JudgedPly], count: int, phrasing: Phrasing) -> Screen:
    """The cost of each of a player's plies, and better moves for the costliest; or the progress so far.

    Args:
        match: the player's view.
        plies: the judged ones.
        count: the number of plies to judge.
        phrasing: the player's.
    """
    texts = phrasing.texts
    title = phrasing.about("title.review", match)
    again = Button(texts("button.review_again"), interface.AskReview(match.match, again=True), "main")
    if len(plies) < count:
        told = texts("review.under_way", number=len(plies), count=count)
        return Screen(told, title, rows=in_rows([again]))
    free = _cost(match, 0, phrasing)
    best = sum(_cost(match, ply.judged.cost, phrasing) == free for ply in plies)
    lines = [texts("review.accuracy", best=best, count=count, cost=_mean(match, plies, phrasing))]
    dearest = _dearest(match, plies, phrasing)
    lines += [_dear(match, ply, phrasing) for ply in dearest]
    if match.game not in COUNTING:
        lines.append(texts("review.chances"))
        if any(_laid_open(match, ply, phrasing) for ply in plies):
            lines.append(texts("review.laid_open"))
    elif not all(ply.judged.exact for ply in plies):
        lines.append(texts("review.estimates"))
    lines += _fitting(
        [_told(match, ply, phrasing) for ply in plies], phrasing.capabilities.text - length([title, *lines])
    )
    replay = Button(texts("button.replay"), interface.Replay(match.match, 0))
    pictured = [_pictured(match, ply, phrasing) for ply in dearest]
    return Screen("\n".join(lines), title, rows=(*in_rows(pictured), *in_rows([replay])))


def _dearest(match: MatchView, plies: Sequence[JudgedPly], phrasing: Phrasing) -> list[JudgedPly]:
    """The costliest plies, costliest first, without those whose cost is shown as nothing."""
    free = _cost(match, 0, phrasing)
    dearest = sorted(plies, key=lambda ply: -ply.judged.cost)[:DEAREST]
    return [ply for ply in dearest if _cost(match, ply.judged.cost, phrasing) != free]


def _pictured(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> Button:
    """A button that opens the replay at this ply."""
    label = phrasing.texts("button.review_ply", number=ply.number)
    return Button(label, interface.ShowPly(match.match, ply.number))


def _dear(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str:
    cost = _costs(match, ply, phrasing)
    played, better = quoted(ply.played), quoted(ply.judged.better or "")
    return phrasing.texts("review.dear", number=ply.number, played=played, better=better, cost=cost)


def _told(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str:
    cost = _costs(match, ply, phrasing)
    return phrasing.texts("review.ply", number=ply.number, played=ply.played, cost=cost)


def _costs(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str:
    """The cost by the reader's knowledge, and with open information if that differs."""
    cost = _cost(match, ply.judged.cost, phrasing, exact=ply.judged.exact)
    laid_open = _laid_open(match, ply, phrasing)
    return phrasing.texts("review.both", cost=cost, other=laid_open) if laid_open else cost


def _laid_open(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str | None:
    """The cost with open information, if its text differs from the other cost."""
    if ply.judged.laid_open is None:
        return None
    told = _cost(match, ply.judged.laid_open, phrasing)
    return None if told == _cost(match, ply.judged.cost, phrasing) else told


def _cost(match: MatchView, cost: float, phrasing: Phrasing, *, exact: bool = True) -> str:
    """A cost in beans, marked if estimated, or in percentage points of the chance to win."""
    if match.game in COUNTING:
        beans = _beans(round(cost, 1), phrasing.texts)
        return beans if exact else phrasing.texts("review.about", cost=beans)
    return phrasing.texts("review.percent", number=phrasing.texts.number(round(100 * cost)))


def _beans(number: float, texts: Texts) -> str:
    """A number of beans: `1 bean`, as in puzzles, but `0.5 beans`."""
    if number == int(number):
        return texts("puzzle.beans", count=int(number))
    return texts("review.beans", number=texts.number(number))


def _mean(match: MatchView, plies: Sequence[JudgedPly], phrasing: Phrasing) -> str:
    mean = sum(ply.judged.cost for ply in plies) / len(plies)
    return _cost(match, mean, phrasing, exact=all(ply.judged.exact for ply in plies))


def _fitting(costs: Sequence[str], room: int) -> list[str]:
    """All costs in one paragraph, or the first ones that fit."""
    kept = list(costs)
    while kept and length(["; ".join(kept)]) + 2 > room:
        kept.pop()
    return ["; ".join(kept) + (" …" if len(kept) < len(costs) else "")] if kept else []
