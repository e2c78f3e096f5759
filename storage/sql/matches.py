"""Matches: logs, summary rows, the chats where players act, their messages, and seeks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from games.events import Event, MatchId, PlayerId
from games.game import SEATS
from storage import codec
from storage.boards import ChatId
from storage.errors import PressedBefore, StoreError, VersionConflict
from storage.jobs import Job
from storage.matches import FinishedMatch, MatchRow, Plan, Posted, Remark, Seek, Seen
from storage.sql.database import Line, Part, Record, Row, Rows, Statement, listed, reader
from storage.sql.jobs import LAST_BEAT, TIME_IS_UP, to_put
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
_COUNT_PRESS = Statement(_ADD_PRESS_ONCE)  # a press stays with its first match
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
        await self._write((_COUNT_PRESS, (press, "")))

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
        return await self._first(_to_match, _NEXT_TURN, player, listed(["running"]), besides)

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


# Seeks: players who look for any opponent. Not part of the log; deleted when two are paired.

SEEKS = Table(
    "seeks",
    """
        id text, *player text, *game text, terms text, lowest integer, highest integer, platform text,
        press text, at integer, until integer
    """,
    constraints="UNIQUE (id)",
    indexes="(at, id); (game, at, id); (until)",
)
MEETINGS = Table("meetings", "*match text")

_SEEKS = f"{SEEKS.select} WHERE at > 0 AND until > ?1 ORDER BY at, id LIMIT ?2"
_SEEKS_OF_GAME = f"{SEEKS.select} WHERE game = ?1 AND until > ?2 ORDER BY at, id LIMIT ?3"
_SEEKS_OF_PLAYER = f"{SEEKS.select} WHERE player = ?1 AND until > ?2 ORDER BY at, id"
_COUNT_UNDER_WAY = f"""
    SELECT count(*) FROM ({UNDER_WAY}) AS theirs
    WHERE EXISTS (SELECT 1 FROM meetings WHERE meetings.match = theirs.match)
"""
_TO_SEEK = reader(Seek, "terms", "ratings")

_DROP = Statement("DELETE FROM seeks WHERE id = ?1")


class Seeks(Part):
    """The players who look for an opponent."""

    async def seeks(self, at: int, *, game: str | None = None, most: int) -> tuple[Seek, ...]:
        """At most `most` seeks that are valid at this time, of one game or of all, the oldest first."""
        if game is None:
            return await self._all(_to_seek, _SEEKS, at, most)
        return await self._all(_to_seek, _SEEKS_OF_GAME, game, at, most)

    async def seeks_of(self, player: PlayerId, at: int) -> tuple[Seek, ...]:
        return await self._all(_to_seek, _SEEKS_OF_PLAYER, player, at)

    async def count_under_way(self, player: PlayerId) -> int:
        """The number of a player's challenges and running matches that came of a seek of either player."""
        return await self._number(_COUNT_UNDER_WAY, player)

    async def put_seek(self, seek: Seek) -> None:
        lowest, highest = seek.ratings
        put = SEEKS.put(seek, terms=" ".join(seek.terms), lowest=lowest, highest=highest)
        await self._write((NOT_GONE, (seek.player,)), put)

    async def drop_seek(self, player: PlayerId, game: str) -> None:
        await self._write(SEEKS.drop(player, game))


def pair(match: MatchId, seeks: Iterable[Seek]) -> Iterator[Line]:
    """Delete the seeks that led to a match, and count their presses for it."""
    yield MEETINGS.add(match=match)
    for seek in seeks:
        yield _DROP, (seek.id,)
        yield _COUNT_PRESS, (seek.press, match)


def _to_seek(row: Record) -> Seek:
    return _TO_SEEK(row, terms=tuple(row["terms"].split()), ratings=(row["lowest"], row["highest"]))


# Messages between players, mutes and reports

REMARKS = Table(
    "remarks",
    """
        number number, id text, match text REFERENCES matches, player text, reader text, said text,
        phrase integer, at integer, until integer, platform text?, chat text?, private integer?,
        message text?, reporter text?, reported integer?
    """,
    constraints="UNIQUE (id)",
    indexes="""
        (match, number) WHERE message IS NULL; (until); (player); (reader);
        (reporter) WHERE reporter IS NOT NULL; (reported) WHERE reported IS NOT NULL;
        (match) WHERE reported IS NOT NULL
    """,
)
MUTES = Table("mutes", "*player text, *muted text", constraints="CHECK (player <> muted)", indexes="(muted)")
SILENCES = Table("silences", "*platform text, *place text, *player text", indexes="(player)")

_REMARK = f"{REMARKS.select} WHERE id = ?1"
_REMARKS_WAITING = f"{REMARKS.select} WHERE match = ?1 AND message IS NULL ORDER BY number"
_REMARKS_OF_PLAYER = f"{REMARKS.select} WHERE player = ?1 ORDER BY number"
_LATEST_REPORTS = "ORDER BY reported DESC, number DESC LIMIT"
_REPORTED = f"{REMARKS.select} WHERE reported IS NOT NULL {_LATEST_REPORTS} ?1"
_REPORTED_IN = f"""
    {REMARKS.select} WHERE reported IS NOT NULL AND match IN (
        SELECT match FROM boards WHERE platform = ?1 AND {inside("?2")} AND private = 0
    )
    {_LATEST_REPORTS} ?3
"""
_MUTED_BY = "SELECT muted FROM mutes WHERE player = ?1 ORDER BY muted"
_SILENCED_IN = "SELECT player FROM silences WHERE platform = ?1 AND place = ?2 ORDER BY player"
_PEOPLE_OF = "SELECT platform, account, name FROM people WHERE player = ?1 ORDER BY platform, account"

_TO_REMARK, _TO_POSTED = reader(Remark, "posted"), reader(Posted)

_POST_REMARK = Statement(
    "UPDATE remarks SET platform = ?2, chat = ?3, private = ?4, message = ?5 WHERE id = ?1"
)
_REPORT_REMARK = Statement(
    """
    UPDATE remarks SET reporter = ?2, reported = ?3, until = CASE WHEN until < ?4 THEN ?4 ELSE until END
    WHERE id = ?1 AND reported IS NULL
    """
)
_DROP_REMARK = Statement("DELETE FROM remarks WHERE id = ?1")


class Talk(Part):
    """The messages between players, with mutes and reports."""

    async def add_remark(self, remark: Remark) -> None:
        """Store a remark and queue its delivery; a stored one with the same id stays as it is."""
        keep = REMARKS.keep(remark, platform=None, chat=None, private=None, message=None)
        waiting = Job("remarks", remark.match, remark.at)
        await self._write((NOT_GONE, (remark.player,)), keep, *to_put([waiting]))

    async def remark(self, number: str) -> Remark | None:
        return await self._first(_to_remark, _REMARK, number)

    async def remarks_waiting(self, match: MatchId) -> tuple[Remark, ...]:
        return await self._all(_to_remark, _REMARKS_WAITING, match)

    async def remarks_of(self, player: PlayerId) -> tuple[Remark, ...]:
        return await self._all(_to_remark, _REMARKS_OF_PLAYER, player)

    async def post_remark(self, number: str, posted: Posted) -> None:
        await self._write((_POST_REMARK, (number, *astuple(posted))))

    async def drop_remark(self, number: str) -> None:
        await self._write((_DROP_REMARK, (number,)))

    async def report_remark(self, number: str, reporter: PlayerId, at: int, until: int, *jobs: Job) -> None:
        """Mark a remark as reported and keep it for longer; a second report changes nothing.

        Args:
            until: the earliest time of deletion, in seconds since 1970.
            jobs: they notify chats of the report.
        """
        await self._write((_REPORT_REMARK, (number, reporter, at, until)), *to_put(jobs))

    async def reported_in(self, platform: str, place: str, *, most: int) -> tuple[Remark, ...]:
        """Reported remarks of matches with a public board in a place, the latest report first."""
        return await self._all(_to_remark, _REPORTED_IN, platform, place, most)

    # Mutes by players, and silences by admins

    async def muted_by(self, player: PlayerId) -> tuple[PlayerId, ...]:
        return tuple(row["muted"] for row in await self._rows(_MUTED_BY, player))

    async def put_mute(self, player: PlayerId, muted: PlayerId) -> None:
        await self._write((NOT_GONE, (player,)), MUTES.keep(player=player, muted=muted))

    async def drop_mute(self, player: PlayerId, muted: PlayerId) -> None:
        await self._write(MUTES.drop(player, muted))

    async def silenced_in(self, platform: str, place: str) -> tuple[PlayerId, ...]:
        return tuple(row["player"] for row in await self._rows(_SILENCED_IN, platform, place))

    async def put_silence(self, platform: str, place: str, player: PlayerId) -> None:
        await self._write(SILENCES.keep(platform=platform, place=place, player=player))

    async def drop_silence(self, platform: str, place: str, player: PlayerId) -> None:
        await self._write(SILENCES.drop(platform, place, player))


def _to_remark(row: Record) -> Remark:
    return _TO_REMARK(row, posted=None if row["message"] is None else _TO_POSTED(row))


# For the host


@dataclass(frozen=True, slots=True)
class ReportedWords:
    """A reported message; people are named as `Ben (discord 17)`."""

    remark: Remark
    player: str
    reader: str
    reporter: str


async def reports(rows: Rows, *, most: int) -> tuple[ReportedWords, ...]:
    """At most `most` reported messages, the latest report first."""
    found = [_to_remark(row) for row in await rows(_REPORTED, (most,))]
    return tuple([ReportedWords(one, *[await _named(rows, who) for who in _people(one)]) for one in found])


def _people(remark: Remark) -> tuple[str, ...]:
    return (remark.player, remark.reader, remark.reporter or "")


async def _named(rows: Rows, player: str) -> str:
    people = await rows(_PEOPLE_OF, (player,))
    return ", ".join(f"{row['name']} ({row['platform']} {row['account']})" for row in people) or "someone"


TABLES = (EVENTS, PRESSES, MATCHES, SEEN, PLANS, SEEKS, MEETINGS, REMARKS, MUTES, SILENCES)
