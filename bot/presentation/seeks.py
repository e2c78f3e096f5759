"""The pages of seeks, which hide the seeking players until a match begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.seeks import How, is_confirmed
from bot.domain.terms import Terms
from bot.interface import Button, PickRobot, Screen, SeekOpponent, ShowSeeks, TakeSeek, WithdrawSeek
from bot.presentation.button_rows import in_rows
from bot.presentation.phrasing import Phrasing
from games import GAMES


@dataclass(frozen=True, slots=True)
class ShownSeek:
    """A seek as it is shown."""

    id: str
    game: str
    terms: Terms
    ratings: tuple[int, int] | None
    """The range of the opponent's rating; None for any."""
    rating: tuple[int, int]
    """The range in which the seeking player's rating lies."""
    until: int


def seeking_page(seek: ShownSeek, how: How, phrasing: Phrasing, *, robots: bool) -> Screen:
    texts = phrasing.texts
    moment = phrasing.moment(seek.until)
    key = "seek.how_asked" if is_confirmed(seek.terms) else "seek.how"
    lines = [texts(f"seek.{how}", what=_what(seek, phrasing)), texts(key, moment=moment)]
    ways = [
        Button(texts("button.withdraw_seek", game=phrasing.game(seek.game)), WithdrawSeek(seek.game)),
        Button(texts("button.seeks"), ShowSeeks()),
        *([Button(texts("button.robot"), PickRobot(seek.game))] if robots else []),
    ]
    moments = ((moment, seek.until),)
    return Screen("\n".join(lines), texts("title.seeks"), rows=in_rows(ways), moments=moments)


def seeks_page(
    own: Sequence[ShownSeek], others: Sequence[ShownSeek], phrasing: Phrasing, *, listed: bool
) -> Screen:
    """The reader's seeks and, if this chat may list them, those of others that the reader can take."""
    texts = phrasing.texts
    lines = [texts("seek.own", what=_what(one, phrasing), moment=phrasing.moment(one.until)) for one in own]
    for number, one in enumerate(others, start=1):
        lowest, highest = one.rating
        what = _what(one, phrasing)
        lines.append(texts("seek.line", number=number, what=what, lowest=lowest, highest=highest))
    if not others:
        lines.append(texts("seek.none" if listed else "seek.not_here"))
    takes = [
        Button(
            texts("button.take_seek", number=number, game=phrasing.game(one.game)),
            TakeSeek(one.game, one.id),
            "main",
        )
        for number, one in enumerate(others, start=1)
    ]
    looked_for = {one.game for one in own}
    ways = [
        Button(texts("button.withdraw_seek", game=phrasing.game(game)), WithdrawSeek(game))
        if game in looked_for
        else Button(texts("button.seek", game=phrasing.game(game)), SeekOpponent(game, ()))
        for game in GAMES
    ]
    lines.append(texts("seek.typed"))
    return Screen("\n".join(lines), texts("title.seeks"), rows=(*in_rows(takes), *in_rows(ways)))


def _what(seek: ShownSeek, phrasing: Phrasing) -> str:
    """A seek, such as `Sahara: series to 30, 1 day for each move, rated, opponents rated 1400 to 1600`."""
    texts, agreed = phrasing.texts, seek.terms
    rules = [phrasing.term(seek.game, word, value) for word, value in agreed.house_rules.items()]
    parts = [*rules, *phrasing.clock(agreed)]
    if agreed.clock:
        parts.append(texts(f"term.rated.{'yes' if agreed.rated else 'no'}"))
    if seek.ratings:
        parts.append(texts("seek.ratings", lowest=seek.ratings[0], highest=seek.ratings[1]))
    return texts("seek.what", game=phrasing.game(seek.game), terms=", ".join(parts))
