"""The interface between the store and a database, in the SQL that SQLite and PostgreSQL share.

Parameters are numbered (`?1`) and lists are JSON (`IN (SELECT value FROM json_each(?1))`). A statement that
must find something returns a row (`RETURNING 1`, or a `SELECT`); if it returns none, the batch is refused.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from operator import itemgetter
from typing import Any, Protocol, TypeVar

from games.events import PlayerId
from storage.errors import StoreError, StoreFull, StoreUnavailable

FULL_FOR = 30.0  # seconds for which the disk counts as full after a write failed for lack of space
MOST = 256  # batches in one transaction, so that the first does not wait long for the last
LATER = 1.0  # seconds until what `write_later` was given is written, if no other write takes it along

T = TypeVar("T")
Row = tuple[Any, ...]
"""The parameters of a statement."""


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A statement that writes or guards a write."""

    sql: str
    refusal: type[StoreError] | None = None
    """Raised if no row is returned; None: it need not return any."""
    alone: bool = False
    """Exclusive, because it changes who is who: other processes write nothing until it is committed."""


Line = tuple[Statement, Row]
Lines = list[Line]
Batch = Sequence[Line]
Waiting = tuple[Batch, asyncio.Future[None]]


class Record(Protocol):
    """A row of a result: its values by index, by name, and in order."""

    def __getitem__(self, place: str | int, /) -> Any: ...

    def keys(self) -> Iterable[str]:
        """The names of the columns."""

    def __iter__(self) -> Iterator[Any]: ...


Rows = Callable[[str, Sequence[object]], Awaitable[Sequence[Record]]]


class Database(Protocol):
    """An open database with the newest schema."""

    own_faults: tuple[type[Exception], ...]
    """Faults of a single batch, which do not affect others, unlike those of a disk."""

    async def rows(
        self, sql: str, parameters: Sequence[object] = (), /, *, near: bool = False
    ) -> Sequence[Record]:
        """Return the rows of a query, as of the latest commit.

        Args:
            near: it asks for a few rows by key that were just written or read, and so are in memory.
        """

    async def at_once(
        self, queries: Sequence[str], parameters: Sequence[object], *, near: bool
    ) -> Sequence[Sequence[Record]]:
        """Return the rows of each query, as of one commit and in one round trip.

        Args:
            queries: they share their parameters, each of which is used by at least one of them.
            near: as for `rows`.
        """

    async def store(self, batch: Batch, /) -> None:
        """Write a batch in one transaction.

        Raises:
            StoreError: a statement was refused; nothing was stored.
        """

    async def check_room(self) -> None:
        """Check that there is room for a press, which a minimal write does not prove.

        Raises:
            StoreFull: there is none.
        """

    async def size(self) -> int:
        """Return the size on disk, in bytes."""

    async def wipe(self) -> bool:
        """Erase deleted data from the files; return False if a reader of an older state prevents it."""

    async def close(self) -> None:
        """Finish pending requests, then close the database."""


class GroupCommit:
    """A queue of writes: waiting batches are committed together, in the order of their requests."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._full: tuple[StoreFull, float] | None = None  # the last failure for lack of space, and its time

    async def write(self, batch: Batch, *, press: bool = False) -> None:
        """Write a batch, and return when it is on the disk.

        If the caller is cancelled before the batch is started, nothing is written; if it is cancelled later,
        the batch is stored or refused all the same. `press`: it takes as much room as a press.

        Raises:
            StoreError: a statement was refused; nothing was stored.
        """
        done = self._put(batch)
        self._begin()
        await done
        if press:
            self._full = None

    def write_later(self, batch: Batch) -> None:
        """Write a batch together with the next one, or in a second: of a press, one transaction less.

        It is lost if the process dies before that, or if the database is unavailable then.
        """
        self._put(batch).add_done_callback(_refused)
        asyncio.get_running_loop().call_later(LATER, self._begin)

    def _put(self, batch: Batch) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((batch, done))
        return done

    def _begin(self) -> None:
        if self._queue and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._work())

    async def try_out(self, least: Batch) -> None:
        """Check that the database can be written, by a minimal write.

        Raises:
            StoreUnavailable: it cannot, or a larger write found no room a moment ago.
        """
        await self.write(least)
        if self._full is not None and asyncio.get_running_loop().time() - self._full[1] < FULL_FOR:
            raise self._full[0]

    async def finish(self) -> None:
        """Wait for all queued writes."""
        self._begin()
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        group: list[Waiting] = []
        try:
            while group := self._next():
                outcomes = await self._outcomes(group)
                for (_, done), fault in zip(group, outcomes, strict=True):
                    if fault is not None and not done.cancelled():
                        done.set_exception(fault)
                    elif not done.cancelled():
                        done.set_result(None)
        finally:  # Callers are still waiting only if this task was cancelled.
            for _, done in (*group, *self._queue):
                done.cancel()

    def _next(self) -> list[Waiting]:
        waiting = [(batch, done) for batch, done in self._queue if not done.cancelled()]
        group, self._queue = waiting[:MOST], waiting[MOST:]
        return group

    async def _outcomes(self, group: Sequence[Waiting]) -> Sequence[Exception | None]:
        """Commit a group; for each batch None, or the reason why it was not stored."""
        try:
            await self._database.store([line for batch, _ in group for line in batch])
            return [None] * len(group)
        except self._database.own_faults as fault:  # of one of them: halves of the group find it
            if len(group) == 1:
                return [fault]
            middle = len(group) // 2
            return [*await self._outcomes(group[:middle]), *await self._outcomes(group[middle:])]
        except Exception as error:  # a disk's or a server's
            if isinstance(error, StoreFull):
                self._full = error, asyncio.get_running_loop().time()
            return [error] * len(group)


def _refused(done: asyncio.Future[None]) -> None:
    """Report a refusal that nobody waits for; of an unavailable database, the next write tells."""
    if not done.cancelled() and (fault := done.exception()) and not isinstance(fault, StoreUnavailable):
        context = {"message": "what could wait was refused", "exception": fault}
        done.get_loop().call_exception_handler(context)


def reader(kind: type[T], *given: str) -> Callable[..., T]:
    """A function that builds a dataclass from a row by column names, with the `given` fields as keywords."""
    taken = [field for field in fields(kind) if field.name not in given]  # type: ignore[arg-type]
    names = [field.name for field in taken]
    flags = [field.name for field in taken if field.type == "bool"]
    values_of = itemgetter(*names)

    def read(row: Record, /, **values: object) -> T:
        values.update(zip(names, values_of(row), strict=True))
        for flag in flags:  # both databases store a bool as a number
            values[flag] = bool(values[flag])
        return kind(**values)

    return read


def listed(values: Iterable[str]) -> str:
    """A list parameter, sorted so that processes lock rows in the same order and do not deadlock."""
    return json.dumps(sorted(values))


# The parts of the store

_KEY = "SELECT key FROM digest_key WHERE id = 1"
_DRAW_KEY = Statement("INSERT INTO digest_key (id, key) VALUES (1, ?1) ON CONFLICT DO NOTHING")
_ACCOUNTS = "SELECT platform, account FROM people WHERE player = ?1 ORDER BY platform, account"
_FORGOTTEN = """
    SELECT DISTINCT player FROM forgotten_accounts WHERE digest IN (SELECT value FROM json_each(?1))
"""


class Identities:
    """Keyed hashes of accounts, and the former players behind forgotten ones."""

    def __init__(self, database: Database, group: GroupCommit) -> None:
        self._database, self._group = database, group
        self._key: bytes | None = None  # None: not read yet

    async def keyed(self, text: str) -> bytes:
        """The HMAC-SHA-256 of a text with this database's key, which is drawn on first use."""
        if self._key is None:
            rows = await self._database.rows(_KEY)
            if not rows:
                await self._group.write([(_DRAW_KEY, (secrets.token_hex(32),))])
                rows = await self._database.rows(_KEY)
            self._key = bytes.fromhex(rows[0]["key"])
        return hmac.digest(self._key, text.encode(), "sha256")

    async def digest_of(self, platform: str, account: str) -> str:
        """The keyed hash of an account: all that is kept of it when it is forgotten."""
        return (await self.keyed(f"{platform}\0{account}")).hex()

    async def digests_of(self, player: PlayerId, platform: str | None = None) -> list[str]:
        accounts = await self._database.rows(_ACCOUNTS, (player,))
        here = [row for row in accounts if platform in (None, row["platform"])]
        return [await self.digest_of(row["platform"], row["account"]) for row in here]

    async def before(self, player: PlayerId) -> Collection[PlayerId]:
        digests = await self.digests_of(player)
        return [PlayerId(row[0]) for row in await self._database.rows(_FORGOTTEN, (listed(digests),))]

    async def ever(self, player: PlayerId) -> str:
        """The id of a player and those of `before`, as a list parameter."""
        return listed({player, *await self.before(player)})


class Part:
    """One part of the store, with its queries and writes."""

    def __init__(self, database: Database, group: GroupCommit, identities: Identities) -> None:
        self._database, self._group, self._identities = database, group, identities

    async def _rows(self, query: str, *parameters: object) -> Sequence[Record]:
        return await self._database.rows(query, parameters)

    async def _one(self, query: str, *parameters: object) -> Record | None:
        return next(iter(await self._database.rows(query, parameters)), None)

    async def _all(
        self, made: Callable[[Record], T], query: str, *parameters: object, near: bool = False
    ) -> tuple[T, ...]:
        return tuple(map(made, await self._database.rows(query, parameters, near=near)))

    async def _first(
        self, made: Callable[[Record], T], query: str, *parameters: object, near: bool = False
    ) -> T | None:
        return next(iter(await self._all(made, query, *parameters, near=near)), None)

    async def _number(self, query: str, *parameters: object) -> int:
        """The first value of the first row; 0 if there is none."""
        row = await self._one(query, *parameters)
        return int(row[0]) if row else 0

    async def _write(self, *lines: Line, later: bool = False) -> None:
        if later:
            self._group.write_later(lines)
        elif lines:
            await self._group.write(lines)
