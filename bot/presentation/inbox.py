"""Lists of matches: pages, digests, one-line summaries and the question which match is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from bot import interface
from bot.domain.terms import DAY, HOUR, MINUTE
from bot.interface import Button, Request, Screen, Unwatch, Watch
from bot.presentation.button_rows import in_rows, turning
from bot.presentation.phrasing import Phrasing
from games.events import MatchId, PlayerId
from games.match import MatchView, Phase

IN_A_ROW = 2  # buttons with names, which need room

Mark = Literal["late_yours", "late_theirs", "claim", "draw_yours", "draw_theirs", "take_back"]
"""Notes on a listed match besides whose turn it is; the text is `matches.MARK`."""

Section = Literal["yours", "claim", "asked", "waiting"]
"""The section of a match, by what it needs from the reader; the text is `inbox.SECTION`."""
SECTIONS: tuple[Section, ...] = get_args(Section)


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list for one of its players."""

    match: MatchId
    game: str
    opponent: str
    in_brief: str
    section: Section
    yours: bool
    challenge: bool
    over: bool
    since: int
    """Start of the current turn, in seconds since 1970."""
    age: int
    left: int | None = None
    """Seconds until time is up or the challenge expires; None if neither applies."""
    marks: tuple[Mark, ...] = ()


How = Literal["won", "drawn", "lost", "void", "over"]
"""The ending of a match for the reader; the text is `history.HOW`. void: no winner; over: unknown."""
Became = Literal[How, "accepted", "declined", "expired"]
"""The outcome of a match or of the reader's challenge; the text of the latter is `digest.BECAME`."""


@dataclass(frozen=True, slots=True)
class News:
    """A match that does not wait for the reader, and what became of it."""

    listed: Listed
    became: Became


@dataclass(frozen=True, slots=True)
class Inbox:
    """A page of a person's matches."""

    counts: Mapping[Section, int]
    """The number of matches per section, on all pages."""
    listed: tuple[Listed, ...]
    page: int
    pages: int


def matches_page(inbox: Inbox, phrasing: Phrasing) -> Screen:
    """The counts per section and a page of matches, with a button for each."""
    texts, page = phrasing.texts, inbox.page
    past = Button(texts("button.history"), interface.ShowHistory())
    if not inbox.listed:
        return Screen(texts("matches.none"), texts("title.matches"), rows=((past,),))
    counts = " · ".join(
        texts(f"inbox.{section}", count=inbox.counts[section])
        for section in SECTIONS
        if inbox.counts.get(section)
    )
    counts = texts.upper(counts[:1]) + counts[1:]
    ways = turning(page, inbox.pages, interface.ShowInbox, texts)
    return Screen(
        "\n".join([counts, *(_line(match, phrasing) for match in inbox.listed)]),
        texts("title.matches_page" if inbox.pages > 1 else "title.matches", page=page, pages=inbox.pages),
        rows=(*in_rows(_ways_to(inbox.listed, phrasing), IN_A_ROW), *in_rows([*ways, past])),
    )


def digest_page(inbox: Inbox, news: Sequence[News], phrasing: Phrasing, *, left_out: int) -> Screen:
    """One message: how many matches wait, news of others without those `left_out`, and the first page."""
    texts, page = phrasing.texts, matches_page(inbox, phrasing)
    waiting = sum(count for section, count in inbox.counts.items() if section != "waiting")
    lines = [
        *([texts("digest.waiting", count=waiting)] if waiting else []),
        *(_became(one, phrasing) for one in news),
        *([texts("matches.more", count=left_out)] if left_out else []),
        *([page.text] if inbox.listed else []),
    ]
    following = next((match for match in inbox.listed if match.section != "waiting"), None)
    first = ((next_button(following, phrasing, again=True),),) if following else ()
    return replace(page, text="\n".join(lines), rows=(*first, *page.rows))


def what_became(match: MatchView) -> Became:
    """Classify the news of a match that does not wait for its viewer."""
    if match.phase is Phase.OVER:
        winner = match.ending.winner if match.ending else None
        if winner is not None and match.viewer is not None:
            return "won" if winner == match.viewer else "lost"
        return "void" if match.ending and match.ending.reason in ("abandoned", "stopped") else "drawn"
    if match.phase is Phase.RUNNING:
        return "accepted"
    return "declined" if match.phase is Phase.DECLINED else "expired"


def history_page(finished: Sequence[News], phrasing: Phrasing, *, page: int, pages: int) -> Screen:
    """A page (from 1) of finished matches, newest first, with buttons to replay and to review each."""
    texts = phrasing.texts
    running = Button(texts("button.matches"), interface.ListMatches())
    if not finished:
        return Screen(texts("history.none"), texts("title.history"), rows=((running,),))
    ways = turning(page, pages, interface.ShowHistory, texts)
    return Screen(
        "\n".join(_became(match, phrasing) for match in finished),
        texts("title.history_page" if pages > 1 else "title.history", page=page, pages=pages),
        rows=(*(_looks_back(one.listed.match, phrasing) for one in finished), *in_rows([*ways, running])),
    )


def _became(news: News, phrasing: Phrasing) -> str:
    keys = "history." if news.became in get_args(How) else "digest."
    day = phrasing.texts.date(news.listed.since, phrasing.zone)
    return phrasing.texts(keys + news.became, day=day, **_about(news.listed, phrasing))


def _about(listed: Listed, phrasing: Phrasing) -> dict[str, str]:
    return {"match": listed.match, "game": phrasing.game(listed.game), "opponent": listed.opponent}


def _looks_back(match: MatchId, phrasing: Phrasing) -> tuple[Button, ...]:
    texts = phrasing.texts
    return (
        Button(f"{texts('button.replay')} {match}", interface.Replay(match, 0)),
        Button(f"{texts('button.review')} {match}", interface.AskReview(match)),
    )


def _ways_to(listed: Sequence[Listed], phrasing: Phrasing) -> list[Button]:
    """A button for each match; those with the same opponent and game also show day and code."""
    texts, alike = phrasing.texts, Counter((match.in_brief, match.game) for match in listed)
    return [
        Button(
            texts(
                "inbox.match" if alike[match.in_brief, match.game] == 1 else "inbox.match_of",
                opponent=match.in_brief,
                game=phrasing.game(match.game),
                day=texts.day(match.since, phrasing.zone),
                match=match.match,
            ),
            interface.OpenMatch(match.match),
            "main" if match.section == "yours" else "plain",
        )
        for match in listed
    ]


def next_button(listed: Listed, phrasing: Phrasing, *, again: bool) -> Button:
    """A button to another match; with `again` it replaces the match view on which it is pressed."""
    label = phrasing.texts("inbox.next", opponent=listed.in_brief, game=phrasing.game(listed.game))
    return Button(label, interface.OpenMatch(listed.match, again))


def in_short(listed: Listed, phrasing: Phrasing) -> str:
    """One line: game, opponent, state."""
    if listed.over:
        key = "short.over"
    elif listed.challenge:
        key = "short.invited" if listed.yours else "short.challenge"
    else:
        key = "short.running"
    return phrasing.texts(key, whose=_whose(listed, phrasing), **_about(listed, phrasing))


def which_match(
    listed: Sequence[Listed], request: Callable[[MatchId], Request], phrasing: Phrasing, *, left_out: int = 0
) -> Screen:
    """Ask which of several matches was meant; `left_out` is the number of those that do not fit."""
    buttons = [
        Button(f"{phrasing.game(match.game)} – {match.opponent} · {match.match}"[:80], request(match.match))
        for match in listed
    ]
    lines = [phrasing.texts("note.which_match")]
    lines += [phrasing.texts("matches.more", count=left_out)] if left_out else []
    return Screen("\n".join(lines), rows=in_rows(buttons))


def _line(listed: Listed, phrasing: Phrasing) -> str:
    texts, key = phrasing.texts, "matches.line"
    if listed.challenge:
        key = "matches.invited" if listed.yours else "matches.challenge"
    about, whose = _about(listed, phrasing), _whose(listed, phrasing)
    parts = [texts(key, since=_since(listed.age, phrasing), whose=whose, **about)]
    if listed.left is not None:
        parts.append(texts("matches.left", time=texts.duration(listed.left)))
    parts += [texts(f"matches.{mark}", name=listed.opponent) for mark in listed.marks]
    return " · ".join(parts)


def _whose(listed: Listed, phrasing: Phrasing) -> str:
    if listed.yours:
        return phrasing.texts("matches.yours")
    return phrasing.texts("matches.theirs", name=listed.opponent)


def _since(age: int, phrasing: Phrasing) -> str:
    for key, unit in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if age >= unit:
            return phrasing.texts(f"since.{key}", count=age // unit)
    return phrasing.texts("since.now")


Running = tuple[MatchId, str, tuple[PlayerId, ...]]
"""A match, its game and its players."""


def running_page(matches: Sequence[Running], phrasing: Phrasing, *, left_out: int, watched: bool) -> Screen:
    """The first running matches of a chat or, in a private one, those that the reader watches."""
    texts = phrasing.texts
    lines = [
        texts(
            "watch.line",
            game=phrasing.game(game),
            **phrasing.pair(players[0], players[-1]),
            match=match,
        )
        for match, game, players in matches
    ]
    if not matches:
        lines.append(texts("watch.none" if watched else "watch.none_here"))
    if left_out:
        lines.append(texts("watch.more", count=left_out))
    lines.append(texts("watch.how"))
    buttons = [
        Button(texts("button.unwatch_one", match=match), Unwatch(match))
        if watched
        else Button(texts("button.watch", match=match), Watch(match))
        for match, _, _ in matches
    ]
    title = texts("title.watched" if watched else "title.running")
    return Screen("\n".join(lines), title, rows=in_rows(buttons))


def watching(match: MatchId, phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    stop = Button(texts("button.unwatch"), Unwatch(match))
    return Screen(texts("watch.begun", match=match), rows=in_rows([stop]))
