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
    assert match.view is not None  # noqa: S101 - hints are for the player to move
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
    """The cost of each of a player's plies, and better moves for the costliest.

    As long as fewer than `count` plies are judged, the progress.
    """
    texts, title = phrasing.texts, phrasing.about("title.review", match)
    if len(plies) < count:
        again = Button(texts("button.review_again"), interface.AskReview(match.match, again=True), "main")
        return Screen(texts("review.under_way", number=len(plies), count=count), title, rows=((again,),))
    free, costs = _cost(match, 0, phrasing), [ply.judged.cost for ply in plies]
    exact = all(ply.judged.exact for ply in plies)
    mean = _cost(match, sum(costs) / count, phrasing, exact=exact)
    best = sum(_cost(match, cost, phrasing) == free for cost in costs)
    lines = [texts("review.accuracy", best=best, count=count, cost=mean)]
    dearest = sorted(plies, key=lambda ply: -ply.judged.cost)[:DEAREST]
    dearest = [ply for ply in dearest if _cost(match, ply.judged.cost, phrasing) != free]
    lines += [_dear(match, ply, phrasing) for ply in dearest]
    if match.game in COUNTING:
        lines.append(texts("review.margin"))
    else:
        lines.append(texts("review.chances"))
        if any(_laid_open(match, ply, phrasing) for ply in plies):
            lines.append(texts("review.laid_open"))
    others = [
        texts("review.ply", number=ply.number, played=ply.played, cost=_costs(match, ply, phrasing))
        for ply in plies
        if ply not in dearest and _cost(match, ply.judged.cost, phrasing) != free
    ]
    lines += _fitting(others, phrasing.capabilities.text - length([title, *lines]), texts)
    replay = Button(texts("button.replay"), interface.Replay(match.match, 0))
    show = [
        Button(texts("button.review_ply", number=ply.number), interface.ShowPly(match.match, ply.number))
        for ply in dearest
    ]
    return Screen("\n".join(lines), title, rows=(*in_rows(show), (replay,)))


def _dear(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str:
    cost = _costs(match, ply, phrasing)
    played, better = (_called(match, each, phrasing) for each in (ply.played, ply.judged.better or ""))
    return phrasing.texts("review.dear", number=ply.number, played=played, better=better, cost=cost)


def _called(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """A move within a sentence: a bare number with what it counts."""
    if notation[:1].isdigit():
        return phrasing.texts.get(f"{match.game}.move", quoted(notation), move=quoted(notation))
    return spelled(match, notation, phrasing.texts)


def _costs(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str:
    """The cost by the reader's knowledge, and with open information if that differs."""
    cost = _cost(match, ply.judged.cost, phrasing, exact=ply.judged.exact)
    laid_open = _laid_open(match, ply, phrasing)
    return phrasing.texts("review.both", cost=cost, other=laid_open) if laid_open else cost


def _laid_open(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str | None:
    """The cost with open information, if its text differs from the other cost."""
    if ply.judged.laid_open is None:
        return None
    laid_open = _cost(match, ply.judged.laid_open, phrasing)
    return None if laid_open == _cost(match, ply.judged.cost, phrasing) else laid_open


def _cost(match: MatchView, cost: float, phrasing: Phrasing, *, exact: bool = True) -> str:
    """A cost in beans, in whole ones if estimated, or in percentage points of the chance to win."""
    texts = phrasing.texts
    if match.game not in COUNTING:
        return texts("review.percent", number=texts.number(round(100 * cost)))
    number = round(cost, 1 if exact or cost < 1 else None)
    if number == int(number):
        beans = texts("puzzle.beans", count=int(number))
    else:
        beans = texts("review.beans", number=texts.number(number))
    return beans if exact else texts("review.about", cost=beans)


def _fitting(costs: Sequence[str], room: int, texts: Texts) -> list[str]:
    """All costs in one paragraph, or the first ones that fit."""
    shown = list(costs)
    while shown:
        moves = "; ".join(shown) + (" …" if len(shown) < len(costs) else "")
        told = texts("review.others", moves=moves)
        if length([told]) <= room:
            return [told]
        shown.pop()
    return []
