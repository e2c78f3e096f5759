"""The base of all parts of the store: reading, writing, and keyed hashes of accounts."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from games.events import PlayerId
from storage.errors import PeopleChanged
from storage.sql.database import Database, GroupCommit, Line, Record, Statement, listed
from storage.sql.schema import DIGEST_KEY

T = TypeVar("T")

STAND_IN = 18  # characters, as many as a player id has: buttons carry it likewise

_KEY = "SELECT key FROM digest_key WHERE id = 1"
_DRAW_KEY = Statement(f"{DIGEST_KEY.insert(id='1')} ON CONFLICT DO NOTHING")
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
        """The keyed hashes of a player's accounts, on one platform or on all."""
        accounts = await self._database.rows(_ACCOUNTS, (player,))
        here = [row for row in accounts if platform in (None, row["platform"])]
        return [await self.digest_of(row["platform"], row["account"]) for row in here]

    async def before(self, player: PlayerId) -> Collection[PlayerId]:
        """The player ids that a player's accounts had before they were forgotten or unlinked, while kept."""
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

    async def _all(self, made: Callable[[Record], T], query: str, *parameters: object) -> tuple[T, ...]:
        """All rows, each converted."""
        return tuple(map(made, await self._database.rows(query, parameters)))

    async def _first(self, made: Callable[[Record], T], query: str, *parameters: object) -> T | None:
        """The first row, converted; None if there is none."""
        row = await self._one(query, *parameters)
        return None if row is None else made(row)

    async def _glance(self, query: str, *parameters: object) -> Record | None:
        """The first row of a lookup by key, see `Database.glance`."""
        return next(iter(await self._database.glance(query, parameters)), None)

    async def _number(self, query: str, *parameters: object) -> int:
        """The first value of the first row; 0 if there is none."""
        row = await self._one(query, *parameters)
        return int(row[0]) if row else 0

    async def _write(self, *lines: Line) -> None:
        if lines:
            await self._group.write(lines)


OPEN = "phase IN ('challenge', 'running')"
UNDER_WAY = f"""
    SELECT match FROM matches WHERE {OPEN} AND player = ?1
    UNION
    SELECT match FROM matches WHERE {OPEN} AND opponent = ?1
"""
"""A player's challenges and running matches."""
NOT_GONE = Statement(
    "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM gone_players WHERE player = ?1)", PeopleChanged
)
"""Guard: this player id has not been joined to another one or forgotten."""
STILL_THEIRS = Statement(
    "SELECT 1 FROM people WHERE platform = ?1 AND account = ?2 AND player = ?3", PeopleChanged
)
"""Guard: the account still belongs to the same player."""


def stand_in(digest: str) -> PlayerId:
    """The id under which blocks, mutes and silences of a forgotten account are kept.

    Without the key it cannot be traced to the account.
    """
    return PlayerId(digest[:STAND_IN])
