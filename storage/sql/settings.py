"""Preferences, blocks, settings of chats, and values shared by processes."""

from __future__ import annotations

import json
from dataclasses import astuple

from games.events import PlayerId
from storage.errors import PeopleChanged
from storage.people import Block, ChatSettings, Preferences
from storage.sql.database import Part, Record, Row, Statement, reader
from storage.sql.jobs import LAST_BEAT
from storage.sql.table import NOT_GONE, Table

PREFERENCES = Table(
    "preferences",
    """
        *player text, language text, theme text, text text, touch integer, reminders text,
        quiet_from integer?, quiet_to integer?, zone text, words integer, named integer, away text,
        pages integer, revision integer
    """,
)
CHAT_SETTINGS = Table(
    "chat_settings",
    """
        *platform text, *place text, language text, theme text, text text, challengers text,
        words integer, seeks integer, results text, puzzles text, zone text, threads integer,
        revision integer
    """,
    indexes="(threads) WHERE threads = 1",
)
# Values shared by the processes of the bot, such as what a chat was sent recently.
SHARED_VALUES = Table(
    "shared_values",
    "*name text, value text, revision integer, changed integer",
    indexes="(changed)",
)
BLOCKS = Table(
    "blocks",
    "*player text, *blocked text, since integer",
    constraints="CHECK (player <> blocked)",
    indexes="(blocked)",
)
TABLES = (PREFERENCES, CHAT_SETTINGS, SHARED_VALUES, BLOCKS)


def _revised(table: Table, **values: str) -> Statement:
    """Put a row if the stored one has the revision in the last parameter; NULL for any revision."""
    known = f"{table.name}.revision"
    still = f"WHERE {known} = coalesce(?{len(table.names) - len(values)}, {known}) RETURNING 1"
    put = f"{table.insert(revision='1', **values)} {table.replace(revision=f'{known} + 1')}"
    return Statement(f"{put} {still}", PeopleChanged)


_BLOCKED_BY = f"{BLOCKS.select} WHERE player = ?1 ORDER BY since, blocked"

_PUT_PREFERENCES = _revised(PREFERENCES)
_PUT_CHAT_SETTINGS = _revised(CHAT_SETTINGS)
_PUT_SHARED_VALUE = _revised(SHARED_VALUES, changed=LAST_BEAT)

to_chat_settings = reader(ChatSettings)
_TO_PREFERENCES, _TO_BLOCK = reader(Preferences, "quiet", "away"), reader(Block)


class Settings(Part):
    """Preferences, blocks, chat settings and values shared by processes.

    What has a revision is refused as `PeopleChanged` if it has another one by now; None is any.
    """

    async def shared_value(self, name: str) -> tuple[str, int]:
        """A short text shared by the processes of the bot, and its revision; ("", 0) if there is none.

        It is deleted `SHARED_KEPT` seconds after its last change.
        """
        row = await self._one(SHARED_VALUES.by_key, name)
        return (str(row["value"]), int(row["revision"])) if row else ("", 0)

    async def put_shared_value(
        self, name: str, value: str, revision: int | None, *, later: bool = False
    ) -> None:
        """Replace a shared value; `later`: with the next write."""
        await self._write((_PUT_SHARED_VALUE, (name, value, revision)), later=later)

    async def preferences(self, player: PlayerId) -> Preferences:
        chosen = await self._first(to_preferences, PREFERENCES.by_key, player, near=True)
        return chosen or Preferences(player, revision=0)

    async def put_preferences(self, preferences: Preferences) -> None:
        """Replace the preferences of a player."""
        player = preferences.player
        row = _from_preferences(preferences)
        await self._write((NOT_GONE, (player,)), (_PUT_PREFERENCES, row))

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        return await self._all(_TO_BLOCK, _BLOCKED_BY, player)

    async def put_block(self, block: Block) -> None:
        await self._write((NOT_GONE, (block.player,)), BLOCKS.keep(block))

    async def drop_block(self, player: PlayerId, blocked: PlayerId) -> None:
        await self._write(BLOCKS.drop(player, blocked))

    async def chat_settings(self, platform: str, place: str) -> ChatSettings:
        chosen = await self._first(to_chat_settings, CHAT_SETTINGS.by_key, platform, place, near=True)
        return chosen or ChatSettings(platform, place, revision=0)

    async def put_chat_settings(self, settings: ChatSettings) -> None:
        """Replace the settings of a place."""
        await self._write((_PUT_CHAT_SETTINGS, astuple(settings)))


def _from_preferences(chosen: Preferences) -> Row:
    begin, end = chosen.quiet or (None, None)
    return PREFERENCES.row(chosen, quiet_from=begin, quiet_to=end, away=json.dumps(chosen.away))


def to_preferences(row: Record) -> Preferences:
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    return _TO_PREFERENCES(row, quiet=quiet, away=tuple(map(tuple, json.loads(row["away"]))))
