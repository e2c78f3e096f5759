"""Matches: logs, summary rows, plans, and the chats where players act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.events import Event, MatchId, PlayerId
from games.game import SEATS
from storage import codec
from storage.boards import ChatId
from storage.errors import PressedBefore, StoreError, VersionConflict
from storage.matches import FinishedMatch, MatchRow, Plan, Seen
from storage.sql.database import Line, Part, Record, Row, Statement, listed, reader
from storage.sql.jobs import LAST_BEAT, TIME_IS_UP
from storage.sql.table import NOT_GONE, Table, inside

EVENTS = Table("events", "*match text, *version integer, kind text, body text")
PRESSES = Table("presses", "*press text, match text, counted integer", indexes="(counted)")
# `offer`, `take_back`: the seat that made it; `late`: the seats, separated by blanks. `changes`: the change
# count, for optimistic locking. No index has `since`, which changes with every ply.
MATCHES = Table(
    "matches",
    """
        *match text, version integer, game text, phase text, player text, opponent text?, awaited text?,
        also_awaited text?, since integer, offer integer?, take_back integer?, late text,
        changes integer
    """,
    indexes="(player, phase); (opponent, phase) WHERE opponent IS NOT NULL; (phase) WHERE phase = 'running'",
)
SEEN = Table(
    "seen",
    "*match text REFERENCES matches, *player text, *platform text, *chat text, private integer, at integer",
    indexes="(platform, chat); (player)",
)
PLANS = Table("plans", "*match text REFERENCES matches, seat integer, lines text")

OPEN = "phase IN ('challenge', 'running')"
UNDER_WAY = f"""
    SELECT match FROM matches WHERE {OPEN} AND player = ?1
    UNION
    SELECT match FROM matches WHERE {OPEN} AND opponent = ?1
"""


def _with_due(matches: str) -> str:
    """Rows of matches with what is due in them, see `MatchRow.due`."""
    return f"SELECT theirs.*, ({TIME_IS_UP}) AS due FROM ({matches}) AS theirs"


def _shown_in(chats: str) -> str:
    """The matches with a board in these chats, those with the oldest turn first."""
    matches = f"""
        SELECT {_MATCH} FROM matches
        WHERE match IN (SELECT match FROM boards WHERE platform = ?1 AND {chats})
            AND phase IN (SELECT value FROM json_each(?3))
    """
    return f"{_with_due(matches)} ORDER BY since, match"


_NAMING = ("challenger", "invited", "first", "player")
"""The fields of events that hold a player id."""
_MATCH = ", ".join(MATCHES.names[:-1])
_LOG = "SELECT version, kind, body FROM events WHERE match = ?1 ORDER BY version"
_OF_PRESS = "SELECT match FROM presses WHERE press = ?1"
_ROW = f"SELECT {_MATCH} FROM matches WHERE match = ?1"
_THEIRS = f"""
    SELECT {_MATCH} FROM matches WHERE player = ?1 AND phase IN (SELECT value FROM json_each(?2))
    UNION
    SELECT {_MATCH} FROM matches WHERE opponent = ?1 AND phase IN (SELECT value FROM json_each(?2))
"""
_THEIRS_WITH_DUE = _with_due(_THEIRS)
_OF_PLAYER = f"{_THEIRS_WITH_DUE} ORDER BY since, match"
_NEWEST = f"SELECT * FROM ({_THEIRS}) AS all_of_them ORDER BY since DESC, match DESC LIMIT ?3"
_NEWEST_OF_PLAYER = f"{_with_due(_NEWEST)} ORDER BY since DESC, match DESC"
_NEXT_TURN = f"""
    SELECT * FROM (
        {_THEIRS_WITH_DUE}
        WHERE match <> ?3 AND (awaited = ?1 OR also_awaited = ?1)
    ) AS turns
    ORDER BY CASE WHEN late <> '' THEN 0 ELSE coalesce(due, 1e18) END, since, match LIMIT 1
"""
_FINISHED = f"""
    SELECT theirs.*, results.winner, results.counts FROM (
        SELECT all_of_them.*, count(*) OVER () AS total FROM ({_THEIRS}) AS all_of_them
        ORDER BY since DESC, match DESC LIMIT ?3 OFFSET ?4
    ) AS theirs LEFT JOIN results ON results.match = theirs.match
    ORDER BY since DESC, theirs.match DESC
"""
# Only forgotten players: an id in `forgotten_accounts` may still exist if one of its accounts was unlinked.
_CHALLENGED_BEFORE = """
    SELECT count(*) FROM matches
    WHERE player IN (SELECT value FROM json_each(?1)) AND phase = 'cancelled' AND since >= ?2
        AND EXISTS (SELECT 1 FROM gone_players WHERE gone_players.player = matches.player)
"""
_COUNT_RUNNING = "SELECT count(*) FROM matches WHERE phase = 'running'"
_IN_CHAT, _IN_PLACE = _shown_in("chat = ?2"), _shown_in(inside("?2"))
_SEEN_IN = f"{SEEN.select} WHERE match = ?1 ORDER BY player, platform, chat"
_LAST_SEEN = f"{SEEN.select} WHERE player = ?1 ORDER BY at DESC, platform, chat LIMIT 1"

PLAN_OF_MATCH = PLANS.by_key
FORMER_OF_MATCH = """
    SELECT former, player FROM former_players WHERE player IN (
        SELECT player FROM matches WHERE match = ?1 UNION ALL SELECT opponent FROM matches WHERE match = ?1
    )
"""
"""The former ids of the players of a match, which its log may contain."""

_TO_MATCH, _TO_SEEN = reader(MatchRow, "players", "awaited", "late", "due"), reader(Seen, "account")

_ADD_PRESS_ONCE = f"{PRESSES.insert(counted=LAST_BEAT)} ON CONFLICT DO NOTHING"
ADD_PRESS = Statement(f"{_ADD_PRESS_ONCE} RETURNING 1", PressedBefore)
COUNT_PRESS = Statement(_ADD_PRESS_ONCE)  # a press stays with its first match
# Of two changes at the same version, the second is refused; the log has no gaps.
ADD_EVENT = Statement(
    """
    INSERT INTO events (match, version, kind, body) SELECT ?1, ?2, ?3, ?4
    WHERE ?2 = 1 + (SELECT coalesce(max(version), 0) FROM events WHERE match = ?1)
    ON CONFLICT DO NOTHING RETURNING 1
    """,
    VersionConflict,
)
AT_VERSION = Statement("SELECT 1 FROM matches WHERE match = ?1 AND version = ?2", VersionConflict)
"""Guard of a change without events."""
# The row is an optimistic lock of its match: a writer passes the change count that it read.
PUT_MATCH = Statement(
    f"""
    {MATCHES.insert("player", "opponent", "awaited", "also_awaited", changes="1")}
    {MATCHES.replace("game", changes="matches.changes + 1")}
    WHERE matches.changes = coalesce(?13, matches.changes) RETURNING 1
    """,
    VersionConflict,
)
_TOUCH = Statement(
    "UPDATE matches SET changes = changes + 1 WHERE match = ?1 AND changes = ?2 RETURNING 1", VersionConflict
)
PUT_SEEN = Statement(
    f"""
    {SEEN.insert("player")}
    {SEEN.replace("private", at="CASE WHEN seen.at < excluded.at THEN excluded.at ELSE seen.at END")}
    """
)


class UnreadableLog(StoreError):
    """This version cannot read an event in the log of a match; names the event, but not its contents."""


class Matches(Part):
    """The matches of the store; `Store.append` changes them."""

    async def load(self, match: MatchId) -> tuple[Event, ...]:
        """The log of a match from its first event; () for an unknown match.

        Raises:
            UnreadableLog: the log was written by another version, or is damaged.
        """
        log, former = await self._database.at_once([_LOG, FORMER_OF_MATCH], [match], near=False)
        return to_events(match, log, former)

    async def put_plan(
        self, match: MatchId, plan: Plan, player: PlayerId, *, changes: int, press: str
    ) -> None:
        """Store the plan of a player in a match, as one of its changes; nothing else of the match changes.

        Raises:
            PressedBefore, VersionConflict, PeopleChanged: nothing was stored.
        """
        counted, there = (ADD_PRESS, (press, match)), (NOT_GONE, (player,))
        await self._write(counted, there, (_TOUCH, (match, changes)), keep_plan(match, plan))

    async def pressed(self, press: str) -> MatchId | None:
        row = await self._one(_OF_PRESS, press)
        return row["match"] if row else None

    async def count_press(self, press: str) -> None:
        await self._write((COUNT_PRESS, (press, "")))

    async def drawn_for(self, match: MatchId) -> bytes:
        """32 secret bytes for this match, the same each time; derived from the key of the database."""
        return await self._identities.keyed(f"match\0{match}")

    async def row(self, match: MatchId) -> MatchRow | None:
        return await self._first(_to_match, _ROW, match)

    async def matches_of(
        self, player: PlayerId, phases: Sequence[str], *, newest: int | None = None
    ) -> tuple[MatchRow, ...]:
        """The player's matches in these phases with what is due in them, the longest untouched first.

        Args:
            phases: values of `games.match.Phase`.
            newest: return only this many, the one touched last first.
        """
        if newest is None:
            return await self._all(_to_due_match, _OF_PLAYER, player, listed(phases))
        return await self._all(_to_due_match, _NEWEST_OF_PLAYER, player, listed(phases), newest)

    async def challenged_before(self, player: PlayerId, since: int) -> int:
        """The number of challenges withdrawn since a time under a player's forgotten ids."""
        before = await self._identities.before(player)
        return await self._number(_CHALLENGED_BEFORE, listed(before), since) if before else 0

    async def next_turn_of(self, player: PlayerId, besides: MatchId) -> MatchRow | None:
        """The match with the player's most urgent turn, other than `besides`; None if there is none.

        Matches in which a seat's time is up come first, then by due time, then the longest untouched.
        """
        return await self._first(_to_match, _NEXT_TURN, player, listed(["running"]), besides, near=True)

    async def finished_of(
        self, player: PlayerId, *, most: int, skip: int
    ) -> tuple[int, tuple[FinishedMatch, ...]]:
        """The number of a player's finished matches, and a page of them, the latest first.

        Args:
            most: the page size. If the page is empty, the number is 0.
        """
        rows = await self._rows(_FINISHED, player, listed(["over"]), most, skip)
        found = tuple(FinishedMatch(_to_match(row), row["counts"], row["winner"]) for row in rows)
        return (rows[0]["total"] if rows else 0), found

    async def count_running(self) -> int:
        return await self._number(_COUNT_RUNNING)

    async def matches_in(self, platform: str, chat: ChatId, phases: Sequence[str]) -> tuple[MatchRow, ...]:
        """The matches in these phases with a board in this chat, otherwise like `matches_of`."""
        return await self._all(_to_due_match, _IN_CHAT, platform, chat, listed(phases))

    async def matches_inside(
        self, platform: str, chat: ChatId, phases: Sequence[str]
    ) -> tuple[MatchRow, ...]:
        """Like `matches_in`, with those of its threads, whose ids begin with its id and a `/`."""
        return await self._all(_to_due_match, _IN_PLACE, platform, chat, listed(phases))

    async def seen_in(self, match: MatchId) -> tuple[Seen, ...]:
        return await self._all(_TO_SEEN, _SEEN_IN, match)

    async def last_seen(self, player: PlayerId) -> Seen | None:
        return await self._first(_TO_SEEN, _LAST_SEEN, player)


def keep_plan(match: MatchId, plan: Plan) -> Line:
    """Store what is left of a plan."""
    if not plan.lines:
        return PLANS.drop(match)
    return PLANS.put(match=match, seat=plan.seat, lines=";".join(map(",".join, plan.lines)))


def to_plan(row: Record) -> Plan:
    return Plan(SEATS[row["seat"]], tuple(tuple(line.split(",")) for line in row["lines"].split(";")))


def to_events(match: MatchId, rows: Iterable[Record], former: Iterable[Record]) -> tuple[Event, ...]:
    """The events in rows of the log, with former player ids replaced by present ones.

    Raises:
        UnreadableLog: the rows were written by another version, or are damaged.
    """
    present_ids = {row["former"]: row["player"] for row in former}
    return tuple(_with_present_ids(_to_event(match, row), present_ids) for row in rows)


def _with_present_ids(event: Event, former: Mapping[PlayerId, PlayerId]) -> Event:
    if not former:
        return event
    changed: dict[str, Any] = {
        name: former[who] for name in _NAMING if (who := getattr(event, name, None)) and who in former
    }
    return replace(event, **changed) if changed else event


def _to_event(match: MatchId, row: Record) -> Event:
    try:
        return codec.load(row["kind"], row["body"])
    except codec.UnreadableEvent as wrong:
        raise UnreadableLog(f"event {row['version']} of match {match} cannot be read: {wrong}") from None


def from_match(row: MatchRow, after: int | None) -> Row:
    """The parameters of `PUT_MATCH`; `after` is the change count that was read, None for any."""
    player, opponent = _two_columns(row.players)
    awaited, also_awaited = _two_columns(row.awaited)
    seats = {"player": player, "opponent": opponent, "awaited": awaited, "also_awaited": also_awaited}
    return MATCHES.row(row, **seats, late=" ".join(map(str, row.late)), changes=after)


def _to_due_match(row: Record) -> MatchRow:
    return _to_match(row, row["due"])


def _to_match(row: Record, due: int | None = None) -> MatchRow:
    return _TO_MATCH(
        row,
        players=_known(row["player"], row["opponent"]),
        awaited=_known(row["awaited"], row["also_awaited"]),
        late=tuple(map(SEATS.__getitem__, map(int, row["late"].split()))),
        due=due,
    )


def _two_columns(players: tuple[PlayerId, ...]) -> tuple[PlayerId | None, ...]:
    return players + (None,) * (len(SEATS) - len(players))


def _known(*players: PlayerId | None) -> tuple[PlayerId, ...]:
    return tuple(player for player in players if player is not None)


TABLES = (EVENTS, PRESSES, MATCHES, SEEN, PLANS)
