"""What people and chats have chosen, in SQLite: how it is asked for and written, and as rows."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import get_args

from games.events import PlayerId
from storage.settings import Block, ChatSettings, DailyPuzzle, Preferences, Reminders
from storage.sql import statements
from storage.sql.database import Record, Row
from storage.sql.guard_statements import REFUSE_GONE
from storage.sql.part import Part


class SqlSettings(Part):
    """The `Settings` of a database."""

    async def preferences(self, player: PlayerId) -> Preferences:
        """What a player has chosen for themselves."""
        row = await self._one(statements.PREFERENCES, player)
        return _to_preferences(row) if row else Preferences(player, revision=0)

    async def put_preferences(self, preferences: Preferences) -> None:
        """Replace what they have chosen."""
        await self._group.write(
            {
                REFUSE_GONE: [(preferences.player,)],
                statements.PUT_PREFERENCES: [_from_preferences(preferences)],
            }
        )

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        """From whom a player wants no challenges, the longest blocked first."""
        return tuple(Block(*row) for row in await self._database.rows(statements.BLOCKED_BY, (player,)))

    async def put_block(self, block: Block) -> None:
        """Add a block; one that stands already stays as it is."""
        await self._group.write(
            {
                REFUSE_GONE: [(block.player,)],
                statements.PUT_BLOCK: [(block.player, block.blocked, block.since)],
            }
        )

    async def drop_block(self, player: PlayerId, blocked: PlayerId) -> None:
        """Take a block back."""
        await self._group.write({statements.DROP_BLOCK: [(player, blocked)]})

    async def chat_settings(self, platform: str, place: str) -> ChatSettings:
        """What is chosen for this place itself."""
        row = await self._one(statements.CHAT_SETTINGS, platform, place)
        return _to_chat_settings(row) if row else ChatSettings(platform, place, revision=0)

    async def put_chat_settings(self, settings: ChatSettings) -> None:
        """Replace what is chosen for a place."""
        await self._group.write({statements.PUT_CHAT_SETTINGS: [_from_chat_settings(settings)]})

    async def daily_puzzle(self, platform: str, place: str) -> DailyPuzzle | None:
        """The puzzles that a place gets each day, if it does."""
        row = await self._one(statements.DAILY_PUZZLE, platform, place)
        return DailyPuzzle(*row) if row else None

    async def daily_puzzles_due(self, at: int) -> tuple[DailyPuzzle, ...]:
        """All that are due at this time or were before, the longest due first."""
        rows = await self._database.rows(statements.DAILY_PUZZLES_DUE, (at,))
        return tuple(DailyPuzzle(*row) for row in rows)

    async def put_daily_puzzle(self, daily: DailyPuzzle) -> None:
        """From now on a place gets a puzzle each day, as told by this."""
        await self._group.write({statements.PUT_DAILY_PUZZLE: [astuple(daily)]})

    async def settle_daily_puzzle(self, daily: DailyPuzzle, following: int) -> None:
        """A puzzle is posted: when the next one is due."""
        row = (following, daily.platform, daily.place, daily.chat, daily.due)
        await self._group.write({statements.SETTLE_DAILY_PUZZLE: [row]})

    async def drop_daily_puzzle(self, platform: str, place: str) -> None:
        """A place gets no puzzles any more."""
        await self._group.write({statements.DROP_DAILY_PUZZLE: [(platform, place)]})


def _from_preferences(chosen: Preferences) -> Row:
    """In the order of the columns of `preferences`."""
    switches = (int(chosen.text_only), get_args(Reminders).index(chosen.reminders))
    quiet = chosen.quiet or (None, None)
    look = (chosen.language, chosen.theme)
    rest = (chosen.zone, int(chosen.words), json.dumps(chosen.away), chosen.revision)
    return (chosen.player, *look, *switches, *quiet, *rest)


def _to_preferences(row: Record) -> Preferences:
    """Whether quiet hours are set is told by the first of their two columns."""
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    switches = (bool(row["text_only"]), get_args(Reminders)[row["reminders"]])
    look, words = (row["language"], row["theme"]), bool(row["words"])
    away = tuple((begin, end) for begin, end in json.loads(row["away"]))
    return Preferences(row["player"], *look, *switches, quiet, row["zone"], words, away, row["revision"])


def _from_chat_settings(chosen: ChatSettings) -> Row:
    """In the order of the columns of `chat_settings`."""
    place, look = (chosen.platform, chosen.place), (chosen.language, chosen.theme, int(chosen.text_only))
    news = (int(chosen.words), int(chosen.seeks), chosen.results, int(chosen.threads))
    return (*place, *look, chosen.challengers, *news, chosen.revision)


def _to_chat_settings(row: Record) -> ChatSettings:
    """The columns have the names of the fields."""
    switches = {name: bool(row[name]) for name in ("text_only", "words", "seeks", "threads")}
    return ChatSettings(**{**dict(row), **switches})
