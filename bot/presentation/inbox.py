"""Lists of matches: in short, as a page, and as the question which one is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.interface import Button, Link, Request, Screen
from bot.presentation.alt_texts import length
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import in_rows
from games.events import MatchId

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds

Mark = Literal["late_yours", "late_theirs", "claim", "draw_yours", "draw_theirs", "take_back"]
"""What stands in a listed match besides whose turn it is: `matches.MARK` tells it."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as a list shows it to one of its players."""

    match: MatchId
    game: str
    opponent: str
    """Their name."""
    yours: bool
    """It is the reader's turn."""
    challenge: bool
    """Not accepted yet."""
    over: bool
    age: int
    """Seconds since the last event."""
    link: Link | None
    left: int | None = None
    """Seconds until something is due: a time is up, or the challenge expires; None: nothing is."""
    marks: tuple[Mark, ...] = ()


def matches_page(listed: Sequence[Listed], phrasing: Phrasing, *, left_out: int = 0) -> Screen:
    """Whose turn in which match, since when, with a way to each board.

    Args:
        listed: the most important ones first; those that have no room are left out.
        phrasing: the reader's.
        left_out: how many more there are.
    """
    texts = phrasing.texts
    title, lines = texts("title.matches"), [_line(match, phrasing) for match in listed]

    def told(count: int) -> list[str]:
        more = left_out + len(lines) - count
        return [*lines[:count], *([texts("matches.more", count=more)] if more else [])]

    room = phrasing.capabilities.text
    fitting = next((n for n in range(len(lines), 0, -1) if length([title, *told(n)]) <= room), 0)
    links = tuple(match.link for match in listed[:fitting] if match.link)
    return Screen("\n".join(told(fitting)) or texts("matches.none"), title, links=links)


def in_short(listed: Listed, phrasing: Phrasing) -> str:
    """What the code of a match means: which game against whom, and how it stands."""
    texts = phrasing.texts
    values = {"game": phrasing.game(listed.game), "opponent": listed.opponent}
    if listed.over:
        return texts("short.over", **values)
    if listed.challenge:
        return texts("short.invited" if listed.yours else "short.challenge", **values)
    whose = texts("matches.yours") if listed.yours else texts("matches.theirs", name=listed.opponent)
    return texts("short.running", whose=whose, **values)


def which_match(
    listed: Sequence[Listed], request: Callable[[MatchId], Request], phrasing: Phrasing
) -> Screen:
    """Ask which of several matches was meant."""
    buttons = [
        Button(f"{phrasing.game(match.game)} – {match.opponent} · {match.match}"[:80], request(match.match))
        for match in listed
    ]
    return Screen(phrasing.texts("note.which_match"), rows=in_rows(buttons))


def _line(listed: Listed, phrasing: Phrasing) -> str:
    texts = phrasing.texts
    values = {"match": listed.match, "game": phrasing.game(listed.game), "opponent": listed.opponent}
    since = _since(listed.age, phrasing)
    beside = [] if listed.left is None else [texts("matches.left", time=texts.duration(listed.left))]
    beside += [texts(f"matches.{mark}", name=listed.opponent) for mark in listed.marks]
    left = "".join(f" · {told}" for told in beside)
    if listed.challenge:
        key = "matches.invited" if listed.yours else "matches.challenge"
        return texts(key, since=since, **values) + left
    whose = texts("matches.yours") if listed.yours else texts("matches.theirs", name=listed.opponent)
    return texts("matches.line", since=since, whose=whose, **values) + left


def _since(age: int, phrasing: Phrasing) -> str:
    for key, unit in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if age >= unit:
            return phrasing.texts(f"since.{key}", count=age // unit)
    return phrasing.texts("since.now")
