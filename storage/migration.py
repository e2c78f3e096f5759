"""Copies a whole store into an empty database and verifies the copy.

The source may have the last layout before the first release. Its tables have the same names and columns,
except for `_EXPRESSIONS`, `_CONVERTED`, `_QUERIES` and `_NEW`. Rows stored there under former player ids are
moved to the present ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, get_args

from games.events import PlayerId
from storage.errors import UnusableDatabase
from storage.jobs import NEVER
from storage.people import Reminders
from storage.sql.boards import BOARD_JOB
from storage.sql.database import Row
from storage.sql.people import join_rows
from storage.sql.schema import FIRST_OF_OLD, LAST_OF_OLD, TABLES, require_newest
from storage.sql.second_layout import IN_WORDS, chat_settings_in
from storage.sql.table import Table

PAGE = 1000
"""The number of rows in memory at a time."""

_EXPRESSIONS = {
    ("records", "number"): "rowid",
    ("heartbeat", "credited"): "0",
    ("boards", "answer"): "NULL",
    ("tournaments", "changes"): "1",
    ("preferences", "text"): IN_WORDS,
    ("tournaments", "message"): "''",
    ("tournaments", "shown"): "''",
    ("preferences", "touch"): "0",
    ("preferences", "named"): "0",
    ("preferences", "pages"): "1",
}
"""Expressions that yield a column from the older layout."""
_CONVERTED: Mapping[tuple[str, str], Callable[[Any], Any]] = {
    ("preferences", "reminders"): get_args(Reminders).__getitem__,
    ("digest_key", "key"): bytes.hex,
}
"""Conversions of column values from the older layout."""
_DROPPED = (
    "claims, credits, daily_puzzles, deadlines, errands, notices, people_count, people_epoch, people_news,"
    " refusals, wrong_codes: gone, what they held is in jobs or chat_settings, read or checked elsewhere, or"
    " was for minutes only"
)
_JOB = "0 AS tries, NULL AS claimed_by, 0 AS claimed_until"
_OLDER_JOBS = f"""
    SELECT platform || ':' || place AS key, 'puzzle' AS kind, due, 0 AS since, platform, '' AS player, {_JOB}
    FROM daily_puzzles
    UNION ALL
    SELECT deadlines.match || '/' || CASE seat WHEN 0 THEN '0' WHEN 1 THEN '1' ELSE '' END, kind,
        due + seconds, began, '', CASE seat WHEN 0 THEN player WHEN 1 THEN opponent ELSE '' END, {_JOB}
    FROM deadlines JOIN credits ON credits.heard = deadlines.heard
    JOIN matches ON matches.match = deadlines.match
    UNION ALL
    SELECT match || '/' || CAST(question AS TEXT) || ' ' || player,
        CASE told WHEN 0 THEN 'notice' ELSE 'told' END, CASE told WHEN 0 THEN due ELSE {NEVER} END,
        CASE told WHEN 0 THEN since ELSE due END, '', player, {_JOB}
    FROM notices
    UNION ALL
    SELECT match, 'remarks', min(at), 0, '', '', {_JOB} FROM remarks WHERE message IS NULL GROUP BY match
    UNION ALL
    SELECT match || ' ' || platform || ':' || CASE kind WHEN 'result' THEN place ELSE chat END, kind,
        0, 0, platform, '', {_JOB}
    FROM errands WHERE kind IN ('result', 'stopped')
    UNION ALL
    SELECT match || '/' || replace(place, ' in ' || chat, '') || ' ' || platform || ':' || chat, kind,
        0, 0, platform, '', {_JOB}
    FROM errands WHERE kind = 'reported'
    UNION
    SELECT errands.match || ' ' || chosen.platform || ':' || chosen.place, errands.kind,
        0, 0, chosen.platform, '', {_JOB}
    FROM errands JOIN boards ON boards.match = errands.match AND boards.private = 0
    JOIN chat_settings AS chosen ON chosen.platform = boards.platform AND chosen.threads = 1
        AND substr(boards.chat || '/', 1, length(chosen.place) + 1) = chosen.place || '/'
    WHERE errands.kind = 'thread'
    UNION ALL
    SELECT {BOARD_JOB}, 'board',
        0, 0, platform, coalesce(player, ''), {_JOB}
    FROM boards WHERE shown < latest OR moved_to IS NOT NULL
    UNION ALL
    SELECT id, 'tournament', due, 0, platform, '', {_JOB} FROM tournaments WHERE due < {NEVER}
    ORDER BY key, kind
"""
"""The jobs, which the older layout keeps in several tables, in the columns of `jobs`."""
_NEW = (
    "shared_values",
    "standing_messages",
    "puzzle_posts",
    "puzzle_tries",
    "votes",
    "plans",
    "odd_sentences",
)
"""The tables that the older layout does not have."""
_QUERIES = {"jobs": _OLDER_JOBS, "chat_settings": f"{chat_settings_in('chat_settings')} ORDER BY 1, 2"}
"""Queries in place of tables that the older layout has in several."""
_FORMER = "SELECT former, player FROM former_players ORDER BY former"
_UNRATED = "SELECT match FROM results WHERE counts = 'rated' AND first_value IS NULL LIMIT 1"
_SEEN_LAST = """
    UPDATE seen SET at = (
        SELECT max(at) FROM seen AS either
        WHERE either.match = seen.match AND either.platform = seen.platform AND either.chat = seen.chat
            AND (either.player = ?1 OR either.player = ?2)
    ) WHERE player = ?1
"""


class Tables(Protocol):
    """A source, to which nobody writes meanwhile, or a target, which is new and has the newest schema."""

    older: bool
    """It has the last layout before the first release."""

    def pages(self, query: str, /) -> AsyncIterator[Sequence[Row]]: ...

    async def put(self, table: Table, rows: Sequence[Row], /) -> None: ...

    async def run(self, sql: str, parameters: Row = (), /) -> None: ...


@dataclass(frozen=True, slots=True)
class Copied:
    """The result of a migration."""

    counts: Mapping[str, int]
    """The number of rows in each table."""
    differences: Sequence[str] = ()
    """For the host: where these differ from the source, and why."""


def is_older(applied: Sequence[str], database: object) -> bool:
    """Whether a source has the last layout before the first release, and not that of this version."""
    older = applied[:1] == [FIRST_OF_OLD] and applied[-1] == LAST_OF_OLD
    if not older:
        require_newest(applied, database)
    return older


async def migrate(source: Tables, target: Tables) -> Copied:
    """Copy all rows of all tables.

    Raises:
        UnusableDatabase: the source lacks ratings, or the copy differs from it; the caller must discard
            the target.
    """
    if source.older and [page async for page in source.pages(_UNRATED)]:
        raise UnusableDatabase(
            "it lacks ratings that its version was about to compute: start that one with it once"
        )
    for table in TABLES:
        await target.run(f"DELETE FROM {table.name}")
    counts = {table.name: await _copy(table, source, target) for table in TABLES}
    if not source.older:
        return Copied(counts)
    await _move_former(target)
    after = {table.name: await _count(table, target) for table in TABLES}
    fewer = [
        f"{name}: {after[name]} of {count}, for accounts that were joined have one row where they had two"
        for name, count in counts.items()
        if after[name] != count
    ]
    return Copied(after, [*fewer, _DROPPED])


async def _copy(table: Table, source: Tables, target: Tables) -> int:
    read, written, count = hashlib.sha256(), hashlib.sha256(), 0
    convert = _conversion(table) if source.older else _storable
    async for page in source.pages(_query(table, older=source.older)):
        rows = [convert(row) for row in page]
        await target.put(table, rows)
        count += len(rows)
        _add(read, rows)
    async for page in target.pages(_query(table)):
        _add(written, page)
    if read.digest() != written.digest():
        raise UnusableDatabase(f"the rows of {table.name} did not arrive as they were; nothing is kept")
    return count


def _query(table: Table, *, older: bool = False) -> str:
    """The query for all rows in key order, which is the same in every database."""
    if older and table.name in _NEW:
        return f"SELECT {', '.join(f'NULL AS {name}' for name in table.names)} WHERE 1 = 0"
    if older and table.name in _QUERIES:
        return _QUERIES[table.name]
    expressions = _EXPRESSIONS if older else {}
    columns, key = (
        [expressions.get((table.name, name), name) for name in names] for names in (table.names, table.key)
    )
    return f"SELECT {', '.join(columns)} FROM {table.name} ORDER BY {', '.join(key)}"


def _conversion(table: Table) -> Callable[[Row], Row]:
    by_place = [_CONVERTED.get((table.name, name)) for name in table.names]
    return lambda row: _storable(
        tuple(convert(value) if convert else value for convert, value in zip(by_place, row, strict=True))
    )


def _storable(row: Row) -> Row:
    """A row that every database can store: without NUL, see `storage.postgres.database`."""
    return tuple(value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in row)


def _add(digest: hashlib._Hash, rows: Sequence[Row]) -> None:
    for row in rows:
        digest.update(repr(row).encode())


async def _move_former(target: Tables) -> None:
    """Move rows of former player ids to present ones, as joining two players does now."""
    former: dict[str, str] = {}
    async for page in target.pages(_FORMER):
        former.update({str(old): str(player) for old, player in page})
    for old in former:
        player = former[old]
        while player in former:
            player = former[player]
        await target.run(_SEEN_LAST, (player, old))
        for statement, row in join_rows(PlayerId(old), PlayerId(player)):
            await target.run(statement.sql, row)


async def _count(table: Table, target: Tables) -> int:
    (((count,),),) = [page async for page in target.pages(f"SELECT count(*) FROM {table.name}")]
    return int(count)
