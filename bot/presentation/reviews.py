"""Hints and reviews: robots' judgements of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot import interface
from bot.domain.themes import turned_on
from bot.interface import Button, Screen
from bot.presentation.alt_texts import length
from bot.presentation.phrasing import Phrasing, opened, quoted
from bot.presentation.prompts import in_rows, move_in_words, named_as_button, spelled
from bot.texts import Texts, joined
from games import GAMES
from games.judgement import Judgement
from games.match import MatchView

DEAREST = 3
"""Number of plies for which a review shows a better move."""


def hint_text(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """The move as the buttons and the picture name it, and what speaks for it."""
    assert match.view is not None  # noqa: S101 - hints are for the player to move
    move = GAMES[match.game].parse(notation)
    why = phrasing.tell(match, match.view.tell_purpose(move)) or [phrasing.texts("hint.quiet")]
    named = move_in_words(match, notation, phrasing) or named_as_button(match, notation, phrasing.texts)
    return joined([phrasing.texts("hint.move", move=named), *why])


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """One of the reader's plies with its judgement."""

    number: int
    """Number of the ply in the match, as in replays."""
    of: int
    """Number of all plies of the match."""
    played: str
    judged: Judgement
    theme: str | None = None
    """What the better move had and this one had not, see `bot.domain.themes`."""


def review_page(
    match: MatchView, plies: Sequence[JudgedPly], count: int, phrasing: Phrasing, *, under_way: bool
) -> Screen:
    """What the match turned on, better moves for the costliest plies, and at the end the cost of the others.

    As long as fewer than `count` plies are judged, the progress, and whether the judging is `under_way`.
    """
    texts, title = phrasing.texts, phrasing.about("title.review", match)
    if len(plies) < count:
        progress = texts(
            "review.under_way" if under_way else "review.broken_off", number=len(plies), count=count
        )
        again = Button(texts("button.review_again"), interface.AskReview(match.match, again=True), "main")
        return Screen(progress, title, rows=((again,),))
    costly = [ply for ply in plies if not _is_free(match, ply, phrasing)]
    dearest = sorted(costly, key=lambda ply: -ply.judged.cost)[:DEAREST]
    begins = [*_turned_on(match, costly, phrasing), _summary(match, plies, phrasing)]
    explained = _explained(match, plies, phrasing)
    if _is_counted(match, phrasing):
        begins, explained = [*begins, *explained], []
    paragraphs = ["\n".join(begins), *(_dear(match, ply, phrasing) for ply in dearest)]
    others = [
        texts(
            "review.ply",
            number=ply.number,
            played=spelled(match, ply.played, phrasing),
            cost=_costs(match, ply, phrasing),
        )
        for ply in costly
        if ply not in dearest
    ]
    room = phrasing.capabilities.text - length([title, *paragraphs, *explained]) - 2 * len(paragraphs)
    fine = "\n".join([*_fitting(others, room, texts), *explained])
    replay = Button(texts("button.replay"), interface.Replay(match.match, 0))
    show = [
        Button(texts("button.review_ply", number=ply.number), interface.ShowPly(match.match, ply.number))
        for ply in dearest
    ]
    rows = (*in_rows(show), (*_retry(match, dearest, phrasing), replay))
    return Screen("\n\n".join(filter(None, [*paragraphs, fine])), title, rows=rows, fine_print=fine)


def _retry(match: MatchView, dearest: Sequence[JudgedPly], phrasing: Phrasing) -> list[Button]:
    """Plays on from before the costliest ply."""
    if not dearest:
        return []
    number = dearest[0].number
    label = phrasing.texts("button.retry", number=number)
    return [Button(label, interface.PlayOn(match.match, number - 1, None))]


def _is_free(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> bool:
    """Whether the cost reads like none."""
    return _cost(match, ply.judged.cost, phrasing) == _cost(match, 0, phrasing)


def _summary(match: MatchView, plies: Sequence[JudgedPly], phrasing: Phrasing) -> str:
    mean = sum(ply.judged.cost for ply in plies) / len(plies)
    cost = _cost(match, mean, phrasing, exact=all(ply.judged.exact for ply in plies))
    best = sum(_is_free(match, ply, phrasing) for ply in plies)
    return phrasing.texts("review.accuracy", best=best, count=len(plies), cost=cost)


def _turned_on(match: MatchView, costly: Sequence[JudgedPly], phrasing: Phrasing) -> list[str]:
    """The theme of the match, if it had one: a sentence that holds for the better moves."""
    theme = turned_on((ply.theme, ply.judged.cost) for ply in costly if ply.judged.better)
    if theme is None:
        return []
    key = f"review.theme.{match.game}.{theme.key}"
    theme_line = phrasing.texts.get(key, "", count=theme.count, total=theme.total)
    return [theme_line] if theme_line else []


def _explained(match: MatchView, plies: Sequence[JudgedPly], phrasing: Phrasing) -> list[str]:
    """What the numbers say."""
    if _is_counted(match, phrasing):
        return [phrasing.texts(f"{match.game}.cost_means")]
    laid_open = any(_laid_open(match, ply, phrasing) for ply in plies)
    return [phrasing.texts("review.chances"), *([phrasing.texts("review.laid_open")] if laid_open else [])]


def _dear(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str:
    played = _called(match, ply.played, phrasing)
    line = phrasing.texts("review.played", number=ply.number, count=ply.of, played=played)
    return f"{opened(line, phrasing.texts)}\n{better_line(match, ply, phrasing)}"


def better_line(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str:
    """What should have been played, and what the ply cost; empty for a ply that cost nothing."""
    if ply.judged.better is None or _is_free(match, ply, phrasing):
        return ""
    better, cost = _called(match, ply.judged.better, phrasing), _costs(match, ply, phrasing)
    return opened(phrasing.texts("review.better", better=better, cost=cost), phrasing.texts)


def _called(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """A move within a sentence: a bare number with what it counts."""
    if notation[:1].isdigit():
        return phrasing.texts.get(f"{match.game}.move", quoted(notation), move=quoted(notation))
    return spelled(match, notation, phrasing)


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
    """A cost in what the game counts, in whole ones if estimated, or in hundredths of a win."""
    texts = phrasing.texts
    if not _is_counted(match, phrasing):
        return texts("review.percent", number=texts.number(round(100 * cost)))
    number = round(cost, 1 if exact or cost < 1 else None)
    if number == int(number):
        counted = texts(f"{match.game}.cost_whole", count=int(number))
    else:
        counted = texts(f"{match.game}.cost", number=texts.number(number))
    return counted if exact else texts("review.about", cost=counted)


def _is_counted(match: MatchView, phrasing: Phrasing) -> bool:
    """Whether costs are in what the game counts, such as beans; a game has words for that, or not."""
    return f"{match.game}.cost" in phrasing.texts.messages


def _fitting(costs: Sequence[str], room: int, texts: Texts) -> list[str]:
    """All costs in one paragraph, or the first ones that fit."""
    shown = list(costs)
    while shown:
        moves = "; ".join(shown) + (" …" if len(shown) < len(costs) else "")
        line = texts("review.others", moves=moves)
        if length([line]) <= room:
            return [line]
        shown.pop()
    return []
