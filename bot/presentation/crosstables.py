"""Who has played whom in a tournament, how it ended, and the ways to the matches of the round."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface import Button, Crossing, Crosstable, Link, Screen
from bot.interface.service_requests import ShowTournament
from bot.presentation.alt_texts import length
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import in_rows
from bot.presentation.tournaments import Paired, ShownTournament, in_quarters, told_pair
from games.events import PlayerId

POINTS = {"first": ("1", "0"), "second": ("0", "1"), "drawn": ("½", "½"), "none": ("0", "0")}
GOES_ON, BYE, LEFT = "…", "+", "×"


def crosstable_page(
    tournament: ShownTournament,
    phrasing: Phrasing,
    links: Sequence[Link],
    *,
    reader: PlayerId,
    text_only: bool = False,
) -> Screen:
    """The crosstable, for one reader.

    Args:
        tournament: which.
        phrasing: the language of who reads it, and the names of all who take part.
        links: to the boards of the matches of the round.
        reader: who reads it.
        text_only: without a picture; the text tells all that it would show.
    """
    texts = phrasing.texts
    title = texts("tournament.title.crosstable", game=phrasing.game(tournament.game))
    told = _told(tournament, phrasing)
    lines = [texts("tournament.matches_of", round=tournament.round)]
    for one in tournament.pairs:
        if one.round == tournament.round:
            pair = told_pair(one, phrasing)
            lines.append(f"{pair} · {one.match}" if one.match else pair)
    lines += [texts("tournament.watch"), *(told if text_only else ())]
    back = Button(texts("button.tournament_show"), ShowTournament(tournament.id))
    table = None if text_only else _table(tournament, title, told, phrasing, reader)
    return Screen(
        "\n".join(lines),
        title,
        rows=in_rows([back]),
        links=tuple(links),
        text_only=text_only,
        table=table,
    )


def _table(
    tournament: ShownTournament, title: str, told: list[str], phrasing: Phrasing, reader: PlayerId
) -> Crosstable:
    texts, most = phrasing.texts, phrasing.capabilities.alt_text
    rows = tuple(
        Crossing(
            row.rank,
            phrasing.plain(row.player),
            in_quarters(row.points * 2),
            cells,
            own=row.player == reader,
            remark=LEFT if row.gone else "",
        )
        for row, cells in zip(tournament.standings, _cells(tournament), strict=True)
    )
    alt = told if length(told) <= most else _told(tournament, phrasing.brief())
    return Crosstable(
        title,
        rows,
        texts("heading.name"),
        texts("heading.points"),
        texts("heading.legend", goes_on=GOES_ON, bye=BYE, left=LEFT),
        alt="\n".join(alt)[:most],
    )


def _told(tournament: ShownTournament, phrasing: Phrasing) -> list[str]:
    """The whole table in words, as `1. Ada 2½: 2 = 1, 3 = ½`: the number is that of the opponent's row."""
    lines = []
    for number, (row, cells) in enumerate(zip(tournament.standings, _cells(tournament), strict=True)):
        against = [f"{column + 1} = {told}" for column, told in enumerate(cells) if told and column != number]
        bye = [BYE] if cells[number] else []
        left = f" ({phrasing.texts('heading.left')})" if row.gone else ""
        who = f"{number + 1}. {phrasing.name(row.player)}{left} {in_quarters(row.points * 2)}"
        lines.append(f"{who}: {', '.join([*against, *bye])}" if against or bye else who)
    return lines


def _cells(tournament: ShownTournament) -> list[tuple[str, ...]]:
    """For each row what they got against each of all rows."""
    places = {row.player: place for place, row in enumerate(tournament.standings)}
    cells = [[""] * len(places) for _ in places]
    for one in tournament.pairs:
        first, second = places.get(one.first), places.get(one.second) if one.second else None
        if first is None:
            continue
        if one.second is None:
            cells[first][first] = BYE if one.outcome == "first" else ""
        elif second is not None and first != second:
            cells[first][second], cells[second][first] = _points(one)
    return [tuple(row) for row in cells]


def _points(one: Paired) -> tuple[str, str]:
    return POINTS[one.outcome] if one.outcome else (GOES_ON, GOES_ON)
