"""What people and chats have chosen."""

from __future__ import annotations

import json
from dataclasses import astuple

from games.events import PlayerId
from storage.errors import PeopleChanged
from storage.jobs import Job
from storage.people import Block, ChatSettings, DailyPuzzle, Preferences
from storage.sql.database import Record, Row, Statement, reader
from storage.sql.jobs import to_put
from storage.sql.part import NOT_GONE, Part
from storage.sql.schema import (
    BLOCKS,
    CHAT_SETTINGS,
    DAILY_PUZZLES,
    LAST_BEAT,
    PREFERENCES,
    SHARED_VALUES,
    Table,
)


def _revised(table: Table, **values: str) -> Statement:
    """Put where the row has the revision that is given last; NULL: in any case."""
    known = f"{table.name}.revision"
    still = f"WHERE {known} = coalesce(?{len(table.names) - len(values)}, {known}) RETURNING 1"
    put = f"{table.insert(revision='1', **values)} {table.replace(revision=f'{known} + 1')}"
    return Statement(f"{put} {still}", PeopleChanged)


_PREFERENCES = f"SELECT {PREFERENCES.all} FROM preferences WHERE player = ?1"
_BLOCKED_BY = "SELECT player, blocked, since FROM blocks WHERE player = ?1 ORDER BY since, blocked"
_CHAT_SETTINGS = f"SELECT {CHAT_SETTINGS.all} FROM chat_settings WHERE platform = ?1 AND place = ?2"
_PUZZLE = f"SELECT {DAILY_PUZZLES.all} FROM daily_puzzles WHERE platform = ?1 AND place = ?2"

_PUT_PREFERENCES = _revised(PREFERENCES)
_PUT_CHAT_SETTINGS = _revised(CHAT_SETTINGS)
_SHARED_VALUE = "SELECT value, revision FROM shared_values WHERE name = ?1"
_PUT_SHARED_VALUE = _revised(SHARED_VALUES, changed=LAST_BEAT)
_PUT_BLOCK, _DROP_BLOCK = Statement(BLOCKS.keep), Statement(BLOCKS.drop)
_PUT_PUZZLE, _DROP_PUZZLE = Statement(DAILY_PUZZLES.put), Statement(DAILY_PUZZLES.drop)

to_chat_settings = reader(ChatSettings)
_TO_PREFERENCES, _TO_BLOCK = reader(Preferences, "quiet", "away"), reader(Block)


class Settings(Part):
    """The part of the store that knows what people and chats have chosen, and what processes agree on."""

    async def shared_value(self, name: str) -> tuple[str, int]:
        """A short text that the processes of the bot have in common, and its revision; "" at first.

        What nobody has changed for `SHARED_KEPT` is forgotten.
        """
        row = await self._one(_SHARED_VALUE, name)
        return (str(row["value"]), int(row["revision"])) if row else ("", 0)

    async def put_shared_value(self, name: str, value: str, revision: int) -> None:
        """Replace it.

        Raises:
            PeopleChanged: it has another revision by now.
        """
        await self._write((_PUT_SHARED_VALUE, (name, value, revision)))

    async def preferences(self, player: PlayerId) -> Preferences:
        """What a player has chosen for themselves."""
        row = await self._glance(_PREFERENCES, player)
        return to_preferences(row) if row else Preferences(player, revision=0)

    async def put_preferences(self, preferences: Preferences) -> None:
        """Replace what they have chosen.

        Raises:
            PeopleChanged: somebody was quicker.
        """
        player = preferences.player
        row = _from_preferences(preferences)
        await self._write((NOT_GONE, (player,)), (_PUT_PREFERENCES, row))

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        """From whom a player wants no challenges, the longest blocked first."""
        return await self._all(_TO_BLOCK, _BLOCKED_BY, player)

    async def put_block(self, block: Block) -> None:
        """Add a block; one that stands already stays as it is."""
        await self._write((NOT_GONE, (block.player,)), (_PUT_BLOCK, astuple(block)))

    async def drop_block(self, player: PlayerId, blocked: PlayerId) -> None:
        await self._write((_DROP_BLOCK, (player, blocked)))

    async def chat_settings(self, platform: str, place: str) -> ChatSettings:
        row = await self._glance(_CHAT_SETTINGS, platform, place)
        return to_chat_settings(row) if row else ChatSettings(platform, place, revision=0)

    async def put_chat_settings(self, settings: ChatSettings) -> None:
        """Replace what is chosen there.

        Raises:
            PeopleChanged: somebody was quicker.
        """
        await self._write((_PUT_CHAT_SETTINGS, astuple(settings)))

    async def daily_puzzle(self, platform: str, place: str) -> DailyPuzzle | None:
        """The puzzles that a place gets each day, if it does."""
        row = await self._one(_PUZZLE, platform, place)
        return DailyPuzzle(*row) if row else None

    async def put_daily_puzzle(self, daily: DailyPuzzle, due: int) -> None:
        """From now on a place gets a puzzle each day, as told by this; when the first one is due."""
        job = Job("puzzle", f"{daily.platform}:{daily.place}", due, daily.platform)
        await self._write((_PUT_PUZZLE, astuple(daily)), *to_put([job]))

    async def drop_daily_puzzle(self, platform: str, place: str) -> None:
        """A place gets no puzzles any more; what is due finds none."""
        await self._write((_DROP_PUZZLE, (platform, place)))


def _from_preferences(chosen: Preferences) -> Row:
    begin, end = chosen.quiet or (None, None)
    return PREFERENCES.row(chosen, quiet_from=begin, quiet_to=end, away=json.dumps(chosen.away))


def to_preferences(row: Record) -> Preferences:
    """Whether quiet hours are set is told by the first of their two columns."""
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    return _TO_PREFERENCES(row, quiet=quiet, away=tuple(map(tuple, json.loads(row["away"]))))
