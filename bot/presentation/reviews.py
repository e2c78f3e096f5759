"""Hints and reviews: robots' judgements of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot import interface
from bot.domain.themes import turned_on
from bot.interface import ROBOT, Button, Rows, Screen
from bot.presentation.alt_texts import length, position
from bot.presentation.button_rows import in_rows
from bot.presentation.move_names import called
from bot.presentation.phrasing import Phrasing, opened
from bot.presentation.replay import past_picture
from bot.texts import joined
from games import GAMES
from games.judgement import Judgement
from games.match import MatchView

DECIDED = 0.95
"""The cost, as a chance to win, from which no number is told: 100 more wins of 100 are hard to believe."""


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


def hint_text(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """The move as the buttons and the picture name it, and what speaks for it."""
    move = called(match, notation, phrasing)
    return joined([phrasing.texts("hint.move", move=move), *_purpose(match, notation, phrasing)])


def _purpose(match: MatchView, notation: str, phrasing: Phrasing) -> list[str]:
    """What speaks for a move of the viewer, who is to act."""
    assert match.view is not None  # noqa: S101 - somebody is to act
    facts = match.view.tell_purpose(GAMES[match.game].parse(notation))
    return phrasing.tell(match, facts) or [phrasing.texts("hint.quiet")]


def review_page(
    match: MatchView, plies: Sequence[JudgedPly], count: int, phrasing: Phrasing, *, under_way: bool
) -> Screen:
    """The result of a review in which no ply cost anything.

    As long as fewer than `count` plies are judged, the progress, and whether the judging is `under_way`.
    """
    texts, title = phrasing.texts, phrasing.about("title.review", match)
    if len(plies) == count:
        return Screen("\n".join(_summary(match, plies, [], phrasing)), title)
    progress = texts("review.under_way" if under_way else "review.broken_off", number=len(plies), count=count)
    again = Button(texts("button.review_again"), interface.AskReview(match.match, again=True), "main")
    return Screen(progress, title, rows=((again,),))


def moment_page(
    match: MatchView, plies: Sequence[JudgedPly], number: int, phrasing: Phrasing, *, may_retry: bool
) -> Screen:
    """The position before a ply, with it and the better one marked, and why that was better; first the whole.

    `match` is the reader's view at that time. The buttons lead to the other costly plies.
    """
    texts, title, view = phrasing.texts, phrasing.about("title.review", match), match.view
    assert view is not None  # noqa: S101 - a ply was played
    (ply,) = (ply for ply in plies if ply.number == number)
    better = ply.judged.better or ""
    purpose = _purpose(match, better, phrasing) if better else []
    told = joined([*_comparison(match, ply, phrasing), *purpose])
    means = texts(f"{match.game}.cost_means" if _has_unit(match, phrasing) else "review.chances")
    costly = costly_plies(match, plies, phrasing)
    lines, picture = [*_summary(match, plies, costly, phrasing), told, means], None
    if phrasing.text_only:
        lines = position(match, view, phrasing, lines, phrasing.capabilities.text - length([title]))
    else:
        past, played = past_picture(match, view, phrasing), tuple(ply.played.split())
        picture = replace(past, hinted=tuple(better.split()), refuted=played)
    rows = _ways_on(match, costly, number, phrasing, may_retry=may_retry)
    text = "\n".join(lines)
    return Screen(text, title, picture=picture, rows=rows, text_only=phrasing.text_only, fine_print=means)


def _ways_on(
    match: MatchView, costly: Sequence[JudgedPly], number: int, phrasing: Phrasing, *, may_retry: bool
) -> Rows:
    """To the costly plies before and after this one, and into the match at this place."""
    texts, numbers = phrasing.texts, [ply.number for ply in costly]
    earlier = max((one for one in numbers if one < number), default=None)
    later = min((one for one in numbers if one > number), default=None)
    buttons = [
        Button(
            texts(key),
            interface.ShowMoment(match.match, number if to is None else to, onward=True),
            "main",
            disabled=to is None,
        )
        for key, to in (("button.back", earlier), ("button.forward", later))
        if len(numbers) > 1
    ]
    if may_retry:
        retry = interface.PlayOn(match.match, number - 1, ROBOT)
        buttons.append(Button(texts("button.retry", number=number), retry))
    buttons.append(Button(texts("button.replay"), interface.ShowPly(match.match, number)))
    return in_rows(buttons)


def costly_plies(match: MatchView, plies: Sequence[JudgedPly], phrasing: Phrasing) -> list[JudgedPly]:
    """Those that cost more than nothing, as costs are told."""
    free = _cost(match, 0, phrasing)
    return [ply for ply in plies if ply.judged.better and _cost(match, ply.judged.cost, phrasing) != free]


def _summary(
    match: MatchView, plies: Sequence[JudgedPly], costly: Sequence[JudgedPly], phrasing: Phrasing
) -> list[str]:
    """What the match turned on, how many moves were the best ones, and what one cost on average."""
    mean = sum(ply.judged.cost for ply in plies) / len(plies)
    cost = _cost(match, mean, phrasing, exact=all(ply.judged.exact for ply in plies))
    count = len(plies)
    best = phrasing.texts("review.accuracy", best=count - len(costly), count=count, cost=cost)
    return [*_theme_line(match, costly, phrasing), best]


def _theme_line(match: MatchView, costly: Sequence[JudgedPly], phrasing: Phrasing) -> list[str]:
    """The theme of the match, if it had one: a sentence that holds for the better moves."""
    theme = turned_on((ply.theme, ply.judged.cost) for ply in costly)
    if theme is None:
        return []
    key = f"review.theme.{match.game}.{theme.key}"
    theme_line = phrasing.texts.get(key, "", count=theme.count, total=theme.total)
    return [theme_line] if theme_line else []


def _comparison(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> list[str]:
    """What was played, and what should have been played."""
    texts, played = phrasing.texts, called(match, ply.played, phrasing)
    where = texts("replay.ply", number=ply.number, count=ply.of)
    lines = [joined([where, texts("review.played", played=played)])]
    if ply.judged.better:
        better, cost = called(match, ply.judged.better, phrasing), _cost_of_ply(match, ply, phrasing)
        decided = not _has_unit(match, phrasing) and ply.judged.cost >= DECIDED
        key = "review.decided" if decided else "review.better"
        lines.append(opened(texts(key, better=better, cost=cost), texts))
    return lines


def _cost_of_ply(match: MatchView, ply: JudgedPly, phrasing: Phrasing) -> str:
    """The cost by the reader's knowledge, and with open information if that differs."""
    cost, laid_open = ply.judged.cost, ply.judged.laid_open
    told = _cost(match, cost, phrasing, exact=ply.judged.exact)
    if laid_open is None or _in_hundred(laid_open) == _in_hundred(cost):
        return told
    return phrasing.texts("review.both", cost=told, other=_in_hundred(laid_open))


def _cost(match: MatchView, cost: float, phrasing: Phrasing, *, exact: bool = True) -> str:
    """A cost in what the reader's side gains of what the game counts, or in wins of 100 matches.

    What goes to the other side instead changes the difference, which robots judge by, twice. Estimates are
    told in whole ones.
    """
    texts = phrasing.texts
    if not _has_unit(match, phrasing):
        return texts("review.wins", count=_in_hundred(cost))
    gain = cost / 2
    number = round(gain, 1 if exact or gain < 1 else None)
    if number == int(number):
        counted = texts(f"{match.game}.cost_whole", count=int(number))
    else:
        counted = texts(f"{match.game}.cost", number=texts.number(number))
    return counted if exact else texts("review.about", cost=counted)


def _in_hundred(chance: float) -> int:
    return round(100 * chance)


def _has_unit(match: MatchView, phrasing: Phrasing) -> bool:
    """Whether costs are in what the game counts, such as beans; a game has words for that, or not."""
    return f"{match.game}.cost" in phrasing.texts.messages
