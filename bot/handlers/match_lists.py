"""Lists of a player's matches, from rows: how urgent each is, and how it stands. No match is loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import inf

from bot.domain.players import is_robot
from bot.handlers.context import Asker
from bot.interface import ROBOT
from bot.presentation import SECTIONS, How, Inbox, Listed, Mark, News, Phrasing, Section, paged
from games.events import MatchId, PlayerId
from games.game import Seat, other
from games.match import UNDER_WAY, Phase
from storage.matches import FinishedMatch, MatchRow
from storage.sql.store import Store

ANSWERABLE: frozenset[Mark] = frozenset(("draw_theirs", "take_back"))
"""Questions that a player may answer even when it is not their turn."""
ON_A_PAGE = 10  # matches


async def open_matches(store: Store, player: PlayerId) -> tuple[MatchRow, ...]:
    """All challenges and running matches of a player, most urgent first."""
    return most_urgent_first(await store.matches.matches_of(player, UNDER_WAY), player)


async def running_with(asker: Asker, person: str) -> tuple[MatchRow, ...]:
    """The running matches of the asker with a person, or with the robot.

    Raises:
        Refused: there is no person of that name.
    """
    rows = await asker.store.matches.matches_of(asker.player, [Phase.RUNNING])
    if person == ROBOT:
        return tuple(row for row in rows if any(map(is_robot, row.players)))
    opponent = await asker.services.accounts.find(asker.chat.platform, person)
    return tuple(row for row in rows if opponent in row.players)


async def next_turn(asker: Asker, besides: MatchId) -> Listed | None:
    """The most urgent other match in which it is the asker's turn, if any."""
    row = await asker.store.matches.next_turn_of(asker.player, besides)
    if row is None:
        return None
    (found,) = await listed(asker, [row])
    return found


async def inbox(asker: Asker, page: int) -> Inbox:
    """A page of the asker's open matches; a number beyond the last page means the last one."""
    matches = await open_matches(asker.store, asker.player)
    here, number, pages = paged(matches, page, ON_A_PAGE)
    counts = Counter(section(match, asker.player) for match in matches)
    return Inbox(counts, await listed(asker, here), number, pages)


async def finished(asker: Asker, *, most: int, skip: int) -> tuple[int, tuple[News, ...]]:
    """The number of finished matches of the asker, and some of them, newest first."""
    total, found = await asker.store.matches.finished_of(asker.player, most=most, skip=skip)
    hows = (_how(one, asker.player) for one in found)
    return total, tuple(map(News, await listed(asker, [one.row for one in found]), hows))


async def listed(asker: Asker, rows: Sequence[MatchRow]) -> tuple[Listed, ...]:
    """Matches of the asker, described for them."""
    phrasing = await asker.naming([player for row in rows for player in row.players])
    return tuple(_listed(row, asker, phrasing) for row in rows)


def _listed(row: MatchRow, asker: Asker, phrasing: Phrasing) -> Listed:
    player = asker.player
    themselves = player if len(row.players) > 1 else None  # against themselves, if accounts were linked since
    opponent = next((one for one in row.players if one != player), themselves)
    return Listed(
        match=row.match,
        game=row.game,
        opponent=phrasing.name(opponent),
        in_brief=phrasing.brief().name(opponent),
        section=section(row, player),
        yours=player in row.awaited,
        challenge=row.phase == Phase.CHALLENGE,
        over=row.phase == Phase.OVER,
        since=row.since,
        age=asker.at - row.since,
        left=None if row.due is None else max(0, row.due - asker.at),
        marks=tuple(_marks(row, player)),
    )


def section(row: MatchRow, player: PlayerId) -> Section:
    """What a match asks of one of its players."""
    if row.phase == Phase.RUNNING and player in row.awaited:
        return "yours"
    marks = {*_marks(row, player)}
    if "claim" in marks:
        return "claim"
    return "asked" if player in row.awaited or ANSWERABLE & marks else "waiting"


def _how(match: FinishedMatch, player: PlayerId) -> How:
    if match.counts is None:
        return "over"
    if match.winner is None:
        return "void" if match.counts == "void" else "drawn"
    return "won" if match.row.players[match.winner] == player else "lost"


def most_urgent_first(rows: Iterable[MatchRow], player: PlayerId) -> tuple[MatchRow, ...]:
    """Matches by section, then the next due first."""

    def urgency(row: MatchRow) -> tuple[int, float, int, MatchId]:
        due = inf if row.due is None else row.due
        return SECTIONS.index(section(row, player)), 0 if row.late else due, row.since, row.match

    return tuple(sorted(rows, key=urgency))


def _marks(row: MatchRow, player: PlayerId) -> Iterator[Mark]:
    """The states of a running match besides the turn: late seats, and offers."""
    if row.phase != Phase.RUNNING or player not in row.players:
        return
    own: Seat = 0 if row.players[0] == player else 1
    if own in row.late:
        yield "late_yours"
    if other(own) in row.late:
        yield "late_theirs" if player in row.awaited else "claim"
    if row.offer is not None:
        yield "draw_yours" if row.offer == own else "draw_theirs"
    if row.take_back == other(own):
        yield "take_back"
