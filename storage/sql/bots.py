"""Which bot a database belongs to."""

from __future__ import annotations

from collections.abc import Mapping

from storage.sql.bot_statements import BOTS, PUT_BOT
from storage.sql.part import Part


class SqlBots(Part):
    """The `Bots` of a database."""

    async def bots(self) -> Mapping[str, str]:
        """By platform the id of the bot there, as far as it is known."""
        return {row["platform"]: row["bot"] for row in await self._database.rows(BOTS, ())}

    async def put_bot(self, platform: str, bot: str) -> None:
        """Note the bot of a platform, in place of the one before."""
        await self._group.write({PUT_BOT: [(platform, bot)]})
