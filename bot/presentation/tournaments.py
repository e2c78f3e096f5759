"""The pages of a tournament: sign-up, pairs of a round, standings and crosstable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.domain.standings import breaks_ties, standings
from bot.domain.tournaments import (
    FEW,
    FEWEST,
    MOST,
    OPEN_FOR,
    Pairing,
    Tournament,
    agreed,
    is_abandoned,
    round_seconds,
)
from bot.interface import Button, Crossing, Crosstable, Headline, Link, Ranking, Screen, Standing
from bot.interface.requests_of_people import (
    BeginTournament,
    EndTournament,
    JoinTournament,
    LeaveTournament,
    OpenTournament,
    ShowCrosstable,
    ShowTournament,
    TakeTournament,
)
from bot.presentation.alt_texts import table_in_words
from bot.presentation.button_rows import confirm_page, in_rows
from bot.presentation.phrasing import Phrasing
from bot.presentation.profiles import headings
from bot.presentation.proposals import agreed_terms
from games import GAMES
from games.events import PlayerId

QUARTERS = ("", "¼", "½", "¾")
POINTS = {"first": ("1", "0"), "second": ("0", "1"), "drawn": ("½", "½"), "none": ("0", "0")}
GOES_ON, BYE, LEFT = "…", "+", "×"
"""Cells of a crosstable, and the mark of a player who has left."""


def sign_up_page(tournament: Tournament, phrasing: Phrasing, reader: PlayerId | None = None) -> Screen:
    """For its only reader, or for a whole chat, where each button is shown to those who need it."""
    texts, key = phrasing.texts, tournament.id
    title = phrasing.tournament("sign_up", tournament)
    if tournament.stage == "cancelled" and not tournament.round:
        return Screen(texts("tournament.cancelled"), title)
    names = [phrasing.name(entrant.player) for entrant in tournament.entrants if not entrant.gone]
    signed_up = [texts("tournament.entrants", count=len(names), names=texts.listed(names))] if names else []
    if tournament.stage != "open":
        show = standings_button(tournament, phrasing)
        return Screen("\n".join([_what(tournament, phrasing), *signed_up]), title, rows=((show,),))
    begin, name = texts("button.tournament_begin"), phrasing.name(tournament.organiser or None)
    ends = tournament.made + OPEN_FOR
    led = "tournament.how" if tournament.organiser else "tournament.how_led_by_nobody"
    lines = [
        _what(tournament, phrasing),
        _lasts("tournament.takes", tournament, phrasing),
        texts(led, name=name, begin=begin, fewest=FEWEST, most=MOST),
        texts("tournament.until", moment=phrasing.moment(ends)),
        *signed_up,
    ]
    there = phrasing.accounts_of(one.player for one in tournament.entrants if not one.gone)
    leads = reader in (None, tournament.organiser) or not tournament.organiser
    # Admins may press these, too, where a platform shows them to all; else they have /moderate.
    organiser = phrasing.accounts_of([tournament.organiser])
    leave = Button(texts("button.tournament_leave"), LeaveTournament(key), only_for=there)
    begins = Button(begin, BeginTournament(key), only_for=organiser)
    ends_it = replace(_end_button(tournament, phrasing), only_for=organiser)
    leading = [begins, ends_it] if len(names) >= FEWEST else [ends_it]
    buttons = [
        Button(texts("button.tournament_join"), JoinTournament(key), "main", not_for=there),
        *([leave] if names else []),
        *(leading if leads else []),
    ]
    return Screen("\n".join(lines), title, rows=in_rows(buttons), moments=phrasing.moments([ends]))


def standings_button(tournament: Tournament, phrasing: Phrasing) -> Button:
    return Button(phrasing.texts("button.tournament_show"), ShowTournament(tournament.id))


def no_tournament_page(phrasing: Phrasing) -> Screen:
    """For a chat without a tournament: buttons that open one, as the command does."""
    opens = [
        Button(
            phrasing.texts("tournament.title.sign_up", game=phrasing.game(game)),
            OpenTournament(game, "swiss", 0, ()),
        )
        for game in GAMES
    ]
    return Screen(phrasing.texts("tournament.no.none"), rows=in_rows(opens))


def tournament_page(
    tournament: Tournament,
    phrasing: Phrasing,
    *,
    reader: PlayerId | None = None,
    others: Sequence[Tournament] = (),
) -> Screen:
    """The current state of a tournament, and buttons to others of the chat.

    Args:
        tournament: at any stage.
        phrasing: the reader's language, and the names of all entrants.
        reader: the only reader; None for a whole chat.
        others: each gets a button.
    """
    elsewhere = [Button(title, ShowTournament(key)) for key, title in _titles(others, phrasing).items()]
    if not tournament.round:
        page = sign_up_page(tournament, phrasing, reader)
        return replace(page, rows=(*page.rows, *in_rows(elsewhere)))
    scores, title = _standings(tournament, phrasing), _short(tournament, phrasing)
    table = _ranking(tournament, reader, phrasing) if scores and not phrasing.text_only else None
    lines = [*_news(tournament, phrasing), *(() if table else scores)]
    rules = []
    if reader is not None and tournament.stage == "running":
        rules.append(_lasts("tournament.lasts", tournament, phrasing))
    if scores and breaks_ties(standings(tournament)):
        rules.append(phrasing.texts(f"tournament.tie_break.{tournament.style}"))
    won = _outcome(tournament, phrasing) if tournament.stage == "over" else []
    return Screen(
        "\n".join([*lines, *rules]),
        title,
        fine_print="\n".join(rules),
        rows=in_rows([*_buttons(tournament, reader, phrasing), *elsewhere]),
        text_only=phrasing.text_only,
        table=table,
        headline=Headline(won[0], None) if won else None,
        players=phrasing.accounts_of(one.player for one in tournament.entrants),
    )


def end_tournament_page(asked: EndTournament, tournament: Tournament, phrasing: Phrasing) -> Screen:
    """Ask for confirmation before a tournament is cancelled."""
    texts, back = phrasing.texts, ShowTournament(asked.tournament)
    key = "tournament.end" if tournament.round else "tournament.end_open"
    text, sure = texts(key, game=phrasing.game(tournament.game)), texts("button.tournament_end_sure")
    return confirm_page(text, sure, replace(asked, sure=True), texts, back=back)


def end_buttons(of: Sequence[Tournament], phrasing: Phrasing) -> list[Button]:
    titles = _titles(of, phrasing)
    return [_end_button(tournament, phrasing, titles[tournament.id]) for tournament in of]


def _end_button(tournament: Tournament, phrasing: Phrasing, title: str = "") -> Button:
    key = "button.tournament_end_of" if title else "button.tournament_end"
    ends = EndTournament(tournament.id, False, tournament.place)
    return Button(phrasing.texts(key, game=title), ends, "danger")


def _titles(tournaments: Sequence[Tournament], phrasing: Phrasing) -> dict[str, str]:
    """The title of each tournament by its code, which stands in equal titles."""
    titles = {one.id: _short(one, phrasing) for one in tournaments}
    alike = Counter(titles.values())
    return {key: title if alike[title] == 1 else f"{title} · {key}" for key, title in titles.items()}


def _buttons(tournament: Tournament, reader: PlayerId | None, phrasing: Phrasing) -> Iterator[Button]:
    texts, key = phrasing.texts, tournament.id
    if reader is None and tournament.stage == "running":
        yield standings_button(tournament, phrasing)
    yield Button(texts("button.tournament_crosstable"), ShowCrosstable(key))
    if tournament.stage != "running":
        return
    if reader is None and not tournament.organiser:
        yield Button(texts("button.tournament_take"), TakeTournament(key))
    if any(one.player == reader and not one.gone for one in tournament.entrants):
        yield Button(texts("button.tournament_leave"), LeaveTournament(key))
    if reader is not None and reader == tournament.organiser:
        yield _end_button(tournament, phrasing)


def _short(tournament: Tournament, phrasing: Phrasing) -> str:
    stage = {"open": "sign_up", "running": "round"}.get(tournament.stage, tournament.stage)
    return phrasing.tournament(stage, tournament)


def _lasts(key: str, tournament: Tournament, phrasing: Phrasing) -> str:
    return phrasing.texts(key, time=phrasing.texts.duration(round_seconds(tournament), 1))


def _what(tournament: Tournament, phrasing: Phrasing) -> str:
    """The style and terms, such as `Swiss, 4 rounds · 1 day for each move`."""
    texts = phrasing.texts
    style = texts(f"tournament.{tournament.style}")
    if tournament.rounds and tournament.style == "swiss":
        style = texts("tournament.rounds", style=style, count=tournament.rounds)
    elif tournament.style == "swiss":
        style = texts("tournament.few", most=FEW)
    return f"{style} · {agreed_terms(tournament.game, agreed(tournament), phrasing)}"


def _news(tournament: Tournament, phrasing: Phrasing) -> Iterator[str]:
    """Yield the winners, results decided on time, and the pairs of this round."""
    texts = phrasing.texts
    yield from _outcome(tournament, phrasing)
    if tournament.stage == "cancelled":
        return
    if tournament.stage == "running" and not tournament.organiser:
        yield texts("tournament.led_by_nobody")
    for one in tournament.pairings:
        if one.second and one.round >= tournament.round - 1 and not one.in_time:
            yield texts("tournament.time_up", **phrasing.pair(one.first, one.second), score=_score(one))
    if tournament.stage == "over":
        return
    for one in tournament.pairings:
        if one.round == tournament.round:
            yield pairing_line(one, phrasing)


def _outcome(tournament: Tournament, phrasing: Phrasing) -> list[str]:
    """How it ended; nothing while it runs."""
    texts = phrasing.texts
    if tournament.stage == "cancelled":
        return [texts("tournament.cancelled_running")]
    if is_abandoned(tournament):
        return [texts("tournament.abandoned")]
    if tournament.stage != "over":
        return []
    best = [phrasing.name(row.player) for row in standings(tournament) if row.rank == 1]
    return [texts("tournament.won", names=texts.listed(best), count=len(best))]


def pairing_line(pairing: Pairing, phrasing: Phrasing) -> str:
    if pairing.second is None and pairing.outcome == "none":
        return f"{phrasing.name(pairing.first)}: 0"
    if pairing.second is None:
        return phrasing.texts("tournament.bye", name=phrasing.name(pairing.first))
    pair = phrasing.pair(pairing.first, pairing.second)
    if pairing.match is None:
        return phrasing.texts("tournament.unplayed", **pair)
    line = f"{pair['first']} – {pair['second']}"
    return f"{line}: {_score(pairing)}" if pairing.outcome else line


def _score(pairing: Pairing) -> str:
    return " : ".join(POINTS[pairing.outcome or "none"])


def _standings(tournament: Tournament, phrasing: Phrasing) -> list[str]:
    """The whole table as text; empty before the first result."""
    if not any(one.outcome and one.second for one in tournament.pairings):
        return []
    texts, rows = phrasing.texts, standings(tournament)
    lines = [
        texts(
            "tournament.row_gone" if row.gone else "tournament.row",
            place=row.rank,
            name=phrasing.name(row.player),
            points=in_quarters(row.points * 2),
        )
        for row in rows
    ]
    if not breaks_ties(rows):
        return lines
    return [f"{line} ({in_quarters(row.tie_break)})" for line, row in zip(lines, rows, strict=True)]


def _ranking(tournament: Tournament, reader: PlayerId | None, phrasing: Phrasing) -> Ranking:
    table = standings(tournament)
    ties = breaks_ties(table)
    rows = (
        Standing(
            *(row.rank, phrasing.plain(row.player)),
            rating=in_quarters(row.points * 2),
            provisional=False,
            matches=in_quarters(row.tie_break) if ties else "",
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            own=row.player == reader,
            remark=phrasing.texts("heading.left" if row.gone else "heading.sat_out")
            if row.gone or row.byes
            else "",
        )
        for row in table
    )
    columns = headings(phrasing, rating="points", matches=tournament.style)
    columns = columns if ties else replace(columns, matches="")
    title = phrasing.texts("button.tournament_show")
    return Ranking(title, tuple(rows), columns, table_in_words(partial(_standings, tournament), phrasing))


def in_quarters(quarters: int) -> str:
    """Format quarters, such as `2½`."""
    whole, rest = divmod(quarters, 4)
    return f"{whole or ('' if rest else 0)}{QUARTERS[rest]}"


def crosstable_page(
    tournament: Tournament,
    phrasing: Phrasing,
    links: Sequence[Link],
    *,
    reader: PlayerId,
) -> Screen:
    """The crosstable for one reader, with links to the boards of the matches of the round."""
    texts, text_only = phrasing.texts, phrasing.text_only
    title = texts("tournament.title.crosstable", game=phrasing.game(tournament.game))
    running = tournament.stage == "running"
    lines = [
        *_how_it_ended(tournament, phrasing),
        texts("tournament.matches_of", round=tournament.round),
    ]
    for one in tournament.pairings:
        if one.round == tournament.round and (running or one.second):
            pair = pairing_line(one, phrasing)
            lines.append(f"{pair} · {one.match}" if one.match else pair)
    goes_on = any(one.match and one.outcome is None for one in tournament.pairings)
    lines += [
        *([texts("tournament.watch")] if goes_on else ()),
        *(_crosstable_lines(tournament, phrasing) if text_only else ()),
    ]
    back = standings_button(tournament, phrasing)
    table = None if text_only else _crosstable(tournament, phrasing, reader)
    return Screen(
        "\n".join(lines), title, rows=((back,),), links=tuple(links), text_only=text_only, table=table
    )


def _how_it_ended(tournament: Tournament, phrasing: Phrasing) -> list[str]:
    """As `_outcome`, under a title that does not say it."""
    if tournament.stage == "cancelled":
        return [phrasing.texts("tournament.cancelled")]
    return _outcome(tournament, phrasing)


def _crosstable(tournament: Tournament, phrasing: Phrasing, reader: PlayerId) -> Crosstable:
    texts = phrasing.texts
    signs = {GOES_ON: "goes_on", BYE: "sat_out", LEFT: "left"}
    rows = tuple(
        Crossing(
            row.rank,
            phrasing.plain(row.player),
            in_quarters(row.points * 2),
            cells,
            own=row.player == reader,
            remark=LEFT if row.gone else "",
        )
        for row, cells in zip(standings(tournament), _cells(tournament), strict=True)
    )
    there = {sign for row in rows for sign in (*row.cells, row.remark)}
    legend = [f"{sign} {texts(f'heading.{key}')}" for sign, key in signs.items() if sign in there]
    return Crosstable(
        texts("button.tournament_crosstable"),
        rows,
        name=texts("heading.name"),
        points=texts("heading.points"),
        legend=" · ".join(legend),
        alt=table_in_words(partial(_crosstable_lines, tournament), phrasing),
    )


def _crosstable_lines(tournament: Tournament, phrasing: Phrasing) -> list[str]:
    """The whole table as text, such as `1. Ada 2½: 2 = 1, 3 = ½`, with the opponents' row numbers."""
    lines = []
    for number, (row, cells) in enumerate(zip(standings(tournament), _cells(tournament), strict=True)):
        results = [f"{column + 1} = {got}" for column, got in enumerate(cells) if got and column != number]
        results += [BYE] if cells[number] else []
        left = f" ({phrasing.texts('heading.left')})" if row.gone else ""
        player = f"{number + 1}. {phrasing.name(row.player)}{left} {in_quarters(row.points * 2)}"
        lines.append(f"{player}: {', '.join(results)}" if results else player)
    return lines


def _cells(tournament: Tournament) -> list[tuple[str, ...]]:
    places = {row.player: place for place, row in enumerate(standings(tournament))}
    cells = [[""] * len(places) for _ in places]
    for one in tournament.pairings:
        first, second = places.get(one.first), places.get(one.second) if one.second else None
        if first is None:
            continue
        if one.second is None:
            cells[first][first] = BYE if one.outcome == "first" else ""
        elif second is not None and first != second:
            points = POINTS[one.outcome] if one.outcome else (GOES_ON, GOES_ON)
            cells[first][second], cells[second][first] = points
    return [tuple(row) for row in cells]
