"""Who is who: which ids lead to one player, and what is whose.

When two accounts of one person are joined, one of the two players is no more. All that is stored under the
old id moves to the other; only the log is never rewritten: its events are told with the present ids.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from games.events import Event, PlayerId
from storage.sql.database import Database, GroupCommit, Lines, Statement, listed
from storage.sql.schema import TABLES

STAND_IN = 18  # characters, as many as the id of a player has: it stands in buttons likewise
PLAYERS = ("challenger", "invited", "first", "player")
"""The fields of events that name somebody."""

_KEY = "SELECT key FROM digest_key WHERE id = 1"
_DRAW_KEY = Statement("INSERT INTO digest_key (id, key) VALUES (1, ?1) ON CONFLICT DO NOTHING")
_ACCOUNTS = "SELECT platform, account FROM people WHERE player = ?1 ORDER BY platform, account"
_FORGOTTEN = """
    SELECT DISTINCT player FROM forgotten_accounts WHERE digest IN (SELECT value FROM json_each(?1))
"""


class Identities:
    """The keyed hashes of accounts, and whose they were before they were forgotten."""

    def __init__(self, database: Database, group: GroupCommit) -> None:
        self._database, self._group = database, group
        self._key: bytes | None = None  # None: not read yet

    async def keyed(self, text: str) -> bytes:
        """A hash that takes the key of this database."""
        if self._key is None:
            rows = await self._database.rows(_KEY)
            if not rows:
                await self._group.write([(_DRAW_KEY, (secrets.token_hex(32),))])
                rows = await self._database.rows(_KEY)
            self._key = bytes.fromhex(rows[0]["key"])
        return hmac.digest(self._key, text.encode(), "sha256")

    async def digest_of(self, platform: str, account: str) -> str:
        """The keyed hash of an account: what is kept of it when it is forgotten."""
        return (await self.keyed(f"{platform}\0{account}")).hex()

    async def digests_of(self, player: PlayerId, platform: str | None = None) -> list[str]:
        """Keyed hashes of a player's accounts, or of those on one platform."""
        accounts = await self._database.rows(_ACCOUNTS, (player,))
        here = [row for row in accounts if platform in (None, row["platform"])]
        return [await self.digest_of(row["platform"], row["account"]) for row in here]

    async def before(self, player: PlayerId) -> Collection[PlayerId]:
        """Whose their accounts were before they were forgotten, as long as that is kept."""
        digests = await self.digests_of(player)
        return [PlayerId(row[0]) for row in await self._database.rows(_FORGOTTEN, (listed(digests),))]

    async def ever(self, player: PlayerId) -> str:
        """The id of a player, with those from before their accounts were forgotten, as a parameter."""
        return listed({player, *await self.before(player)})


def stand_in(digest: str) -> PlayerId:
    """Whom others have decided about as long as an account is forgotten; without the key it is nobody."""
    return PlayerId(digest[:STAND_IN])


def told(event: Event, former: Mapping[PlayerId, PlayerId]) -> Event:
    """An event of the log, with the present ids of those it names."""
    if not former:
        return event
    changed: dict[str, Any] = {
        name: former[who] for name in PLAYERS if (who := getattr(event, name, None)) and who in former
    }
    return replace(event, **changed) if changed else event


Fate = Literal["stays", "goes", "copied"]


@dataclass(frozen=True, slots=True)
class Owned:
    """A column that names a player."""

    table: str
    column: str
    beside: tuple[str, ...] | None = None
    """The other columns of a key that this one is in: of two rows that would become one, the new stays."""
    other: str | None = None
    """A column that may not name the same player."""
    plays: bool = False
    """It names a player of the match, whose own row has moved by then: found by that, it needs no index."""
    parted: Fate = "stays"
    """What happens when an account becomes a player of its own: it has none of it, or a copy."""
    forgotten: Fate = "stays"
    """What happens when somebody is forgotten; `copied`: kept for their stand-ins, as others decided it."""


OWNED: Sequence[Owned] = (  # in this order: matches first, where others look, people last
    Owned("former_players", "player"),
    Owned("forgotten_accounts", "player", beside=("digest",)),
    *(Owned("matches", column) for column in ("player", "opponent")),
    *(Owned("matches", column, plays=True) for column in ("awaited", "also_awaited")),
    Owned("boards", "player", forgotten="goes"),
    Owned("boards", "notified", plays=True),
    Owned("seen", "player", beside=("match", "platform", "chat"), forgotten="goes"),
    Owned("results", "first"),
    Owned("results", "second"),
    Owned("reviews", "player", forgotten="goes"),
    Owned("records", "player", forgotten="goes"),
    Owned("preferences", "player", beside=(), parted="copied", forgotten="goes"),
    Owned("blocks", "player", ("blocked",), other="blocked", parted="copied", forgotten="goes"),
    Owned("blocks", "blocked", ("player",), other="player", parted="copied", forgotten="copied"),
    Owned("mutes", "player", ("muted",), other="muted", parted="copied", forgotten="goes"),
    Owned("mutes", "muted", ("player",), other="player", parted="copied", forgotten="copied"),
    Owned("silences", "player", beside=("platform", "place"), parted="copied", forgotten="copied"),
    Owned("remarks", "player", forgotten="goes"),
    Owned("remarks", "reader"),
    Owned("remarks", "reporter"),
    Owned("seeks", "player", beside=("game",), forgotten="goes"),
    Owned("jobs", "player", forgotten="goes"),
    Owned("ratings", "player", beside=("game",), forgotten="goes"),
    Owned("tournaments", "organiser"),
    Owned("tournament_entrants", "player", beside=("tournament",)),
    Owned("tournament_pairings", "first"),
    Owned("tournament_pairings", "second"),
    Owned("people", "player", forgotten="goes"),  # last: others look there
)
"""Whatever is stored under the id of a player, but for the log."""


_COLUMNS = {table.name: table.names for table in TABLES}
_MATCHES_OF_NEW = (
    "SELECT match FROM matches WHERE player = ?1 UNION SELECT match FROM matches WHERE opponent = ?1"
)


def _moved(owned: Owned) -> Statement:
    table, column = owned.table, owned.column
    move = f"UPDATE {table} SET {column} = ?1 WHERE {column} = ?2"
    if owned.plays:
        move += f" AND match IN ({_MATCHES_OF_NEW})"
    if owned.other:
        move += f" AND {owned.other} <> ?1"
    if owned.beside is not None:
        same = "".join(f" AND there.{name} = {table}.{name}" for name in owned.beside)
        move += f" AND NOT EXISTS (SELECT 1 FROM {table} AS there WHERE there.{column} = ?1{same})"
    return Statement(move)


def _deleted(owned: Owned) -> Statement:
    return Statement(f"DELETE FROM {owned.table} WHERE {owned.column} = ?1")


def _copied(owned: Owned, new: str = "?1", old: str = "?2", source: str = "") -> Statement:
    names = [name for name in _COLUMNS[owned.table] if name != owned.column]
    rest = ", ".join(f"{owned.table}.{name}" for name in names)
    return Statement(
        f"INSERT INTO {owned.table} ({owned.column}, {', '.join(names)}) SELECT {new}, {rest}"
        f" FROM {owned.table} {source} WHERE {owned.table}.{owned.column} = {old} ON CONFLICT DO NOTHING"
    )


_ACCOUNT = "JOIN people ON people.platform = ?1 AND people.account = ?2"
_KEPT_FOR_STAND_IN = [owned for owned in OWNED if owned.forgotten == "copied"]
_MOVE = [_moved(owned) for owned in OWNED]
_DROP_UNMOVED = [_deleted(owned) for owned in OWNED if owned.beside is not None]
_COPY_FOR_PARTED = [_copied(owned) for owned in OWNED if owned.parted == "copied"]
_COPY_FOR_STAND_IN = [_copied(owned) for owned in _KEPT_FOR_STAND_IN]
_DROP_FORGOTTEN = [_deleted(owned) for owned in OWNED if owned.forgotten != "stays"]
_RETURN = [_copied(owned, "people.player", "?3", _ACCOUNT) for owned in _KEPT_FOR_STAND_IN]
_DROP_STAND_IN = [_deleted(owned) for owned in _KEPT_FOR_STAND_IN]


def join(old: PlayerId, player: PlayerId) -> Lines:
    """All that is the old player's becomes the other's; of two that would be one, the other's stays."""
    return [*_each(_MOVE, player, old), *_each(_DROP_UNMOVED, old)]


def part(player: PlayerId, fresh: PlayerId) -> Lines:
    """A player of their own begins with copies of what the other has chosen, and others about them."""
    return _each(_COPY_FOR_PARTED, fresh, player)


def forget(player: PlayerId, stand_ins: Sequence[PlayerId]) -> Lines:
    """What is kept about a player goes; what others decided about them is kept for their stand-ins."""
    copies = [line for each in stand_ins for line in _each(_COPY_FOR_STAND_IN, each, player)]
    return [*copies, *_each(_DROP_FORGOTTEN, player)]


def come_back(platform: str, account: str, known_by: PlayerId) -> Lines:
    """What others decided about an account before it was forgotten holds for whose it is now."""
    return [*_each(_RETURN, platform, account, known_by), *_each(_DROP_STAND_IN, known_by)]


def _each(statements: Sequence[Statement], *row: str) -> Lines:
    return [(statement, row) for statement in statements]
