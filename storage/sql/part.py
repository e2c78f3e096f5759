"""What all parts of the store have in common: rows, writes, and who has become whom."""

from __future__ import annotations

import hmac
import json

from games.events import PlayerId
from storage.merged_players import FormerPlayers
from storage.sql import result_statements, statements
from storage.sql.database import Database, Record
from storage.sql.group_commit import GroupCommit

STAND_IN = 18  # characters, as many as the id of a player has: it stands in buttons likewise


class Part:
    """Reads a database, and writes to it; what it keeps of it is as new as what `look` has told."""

    def __init__(self, database: Database, group: GroupCommit) -> None:
        self._database, self._group = database, group
        self._former: FormerPlayers | None = None  # who has become whom; None: not read yet
        self._digest_key: bytes | None = None  # None: not read yet

    async def _one(self, query: str, *parameters: object) -> Record | None:
        return next(iter(await self._database.rows(query, parameters)), None)

    async def _count(self, query: str, *parameters: object) -> int:
        row = await self._one(query, *parameters)
        return row["counted"] if row else 0

    async def _ids_of(self, *players: PlayerId) -> str:
        """The ids of these players, the former ones too, as a parameter."""
        return json.dumps((await self._former_players()).ids(*players))

    async def _digests_of(self, player: PlayerId, platform: str | None = None) -> list[str]:
        """Keyed hashes of a player's accounts, or of that on one platform."""
        accounts = await self._database.rows(statements.PEOPLE_OF_PLAYERS, (json.dumps([player]),))
        here = [row for row in accounts if platform in (None, row["platform"])]
        return [await self._digest_of(row["platform"], row["account"]) for row in here]

    async def _digest_of(self, platform: str, account: str) -> str:
        """The keyed hash of an account: what is kept of it when it is forgotten."""
        return (await self._keyed(f"{platform}\0{account}")).hex()

    async def _keyed(self, text: str) -> bytes:
        """A hash that takes the key of this database."""
        if self._digest_key is None:
            (row,) = await self._database.rows(result_statements.DIGEST_KEY)
            self._digest_key = row["key"]
        return hmac.digest(self._digest_key, text.encode(), "sha256")

    async def _ids_before(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Whose their accounts were before they were forgotten, as long as that is kept."""
        digests = json.dumps(await self._digests_of(player))
        before = await self._database.rows(result_statements.FORGOTTEN_PLAYERS, (digests,))
        return tuple(PlayerId(row["player"]) for row in before)

    async def _former_players(self) -> FormerPlayers:
        """Who has become whom; read once, and again after news of it."""
        if self._former is None:
            rows = await self._database.rows(statements.FORMER_PLAYERS)
            if self._former is None:  # nobody was quicker
                self._former = FormerPlayers({row["former"]: row["player"] for row in rows})
        return self._former


def stand_in(digest: str) -> PlayerId:
    """Whom others have decided about as long as an account is forgotten; without the key it is nobody."""
    return PlayerId(digest[:STAND_IN])
