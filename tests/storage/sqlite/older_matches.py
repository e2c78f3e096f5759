"""Databases from before there was in the row of a match what lists show of it today."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from games.events import Event
from storage import codec
from storage.matches import MatchRow
from storage.sql.steps import Step
from storage.sqlite.database import Database


async def make_older(path: Path, steps: Sequence[Step], matches: Mapping[MatchRow, Sequence[Event]]) -> None:
    """A database of these steps, with matches and their logs."""

    def fill(connection: sqlite3.Connection) -> None:
        for row, log in matches.items():
            for version, event in enumerate(log, 1):
                stored = (row.match, version, *codec.dump(event))
                connection.execute("INSERT INTO events VALUES (?, ?, ?, ?)", stored)
            awaited = (*row.awaited, None, None)[:2]
            values = (row.match, row.version, row.game, row.phase, *row.players, *awaited, row.since)
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    database = await Database.open(path, steps)
    await database.write(fill)
    await database.close()
