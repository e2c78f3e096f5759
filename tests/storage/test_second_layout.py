"""A database of the first layout becomes one of today at the next start, and keeps what is in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from storage.errors import PressedBefore
from storage.people import ChatSettings, Preferences
from storage.postgres.database import Database as Postgres
from storage.sql.matches import EVENTS, MATCHES, PRESSES
from storage.sql.schema import TABLES, UPGRADES, Upgrade, creation
from storage.sql.second_layout import NEW
from storage.sql.store import Store
from storage.sql.table import Table
from storage.sqlite.database import Database as Sqlite
from tests.storage.conftest import in_file as in_file_lent
from tests.storage.facts import ACCEPTED, ADA, BOB, CLEO, OPENED, M, change, ply
from tests.storage.postgres.server import new_database
from tests.storage.test_schema import check_declared

FIRST = {
    "preferences": """
        *player text, language text, theme text, text_only integer, reminders text, quiet_from integer?,
        quiet_to integer?, zone text, words integer, away text, revision integer
    """,
    "chat_settings": """
        *platform text, *place text, language text, theme text, text_only integer, challengers text,
        words integer, seeks integer, results text, threads integer, revision integer
    """,
    "tournaments": """
        *id text, platform text, place text, chat text, game text, style text, rounds integer, terms text,
        organiser text, made integer, stage text, round integer, ends integer, told integer, changes integer
    """,
}
"""The columns of tables that have others by now."""
GONE = (
    Table("daily_puzzles", "*platform text, *place text, chat text, zone text"),
    Table("wrong_codes", "*platform text, *account text, count integer, since integer", indexes="(since)"),
)
ROWS = (
    "INSERT INTO preferences VALUES ('ada', 'de', 'dark', 1, 'both', 60, 420, 'UTC', 1, '[]', 3)",
    """
    INSERT INTO preferences VALUES
        ('bob', '', '', 0, 'quarter', NULL, NULL, 'Asia/Tokyo', 0, '[[5, 9]]', 1)
    """,
    "INSERT INTO chat_settings VALUES ('fake', '7', 'ca', '', 1, 'managers', 1, 1, '7/1', 1, 2)",
    "INSERT INTO daily_puzzles VALUES ('fake', '7', '7/2', 'Europe/Berlin'), ('fake', '8', '8', 'UTC')",
    """
    INSERT INTO tournaments VALUES
        ('T', 'fake', '7', '7', 'sahara', 'swiss', 3, '[]', 'ada', 100, 'running', 1, 900, 0, 4)
    """,
    "INSERT INTO tournament_entrants VALUES ('T', 'ada', 1, 0)",
)
Open = Callable[[Sequence[Upgrade]], Awaitable[Store]]


async def in_file(path: Path, upgrades: Sequence[Upgrade]) -> Store:
    return Store(await Sqlite.open(path, upgrades), shared=False)


async def on_server(url: str, upgrades: Sequence[Upgrade]) -> Store:
    return Store(await Postgres.open(url, upgrades), shared=True)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
async def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    if request.param == "sqlite":
        return partial(in_file, tmp_path / "first.db")
    return partial(on_server, await new_database("first_layout"))


async def rows_of_a_match(folder: Path) -> list[str]:
    """The statements that insert a match as it is stored today, and as it was then."""
    async with in_file_lent(folder) as store:
        await store.append(change(M, 2, OPENED, ACCEPTED, press="web:1"))
        return [
            f"INSERT INTO {table.name} ({table.all}) VALUES ({', '.join(map(literal, row))})"  # noqa: S608
            for table in (MATCHES, EVENTS, PRESSES)
            for row in await store.database.rows(f"SELECT {table.all} FROM {table.name}")  # noqa: S608
        ]


def literal(value: object) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else "'{}'".format(str(value).replace("'", "''"))


def first_layout(rows: Sequence[str]) -> Upgrade:
    """What made the first layout, and puts rows into it."""
    tables = [replace(table, columns=FIRST.get(table.name, table.columns)) for table in TABLES]
    made = creation([*(table for table in tables if table not in NEW), *GONE])
    return replace(made, sqlite=(*made.sqlite, *rows), postgres=(*made.postgres, *rows))


async def test_what_people_chose_and_play_is_there_after_the_upgrade(opened: Open, tmp_path: Path) -> None:
    rows = [*await rows_of_a_match(tmp_path), *ROWS]
    await (await opened([first_layout(rows)])).close()
    store = await opened(UPGRADES)
    await check_declared(store)
    with pytest.raises(PressedBefore):
        await store.append(change(M, 3, press="web:1"))
    await store.append(change(M, 3, press="web:2"))
    assert await store.matches.load(M) == (OPENED, ACCEPTED, ply(3))
    ada, bob, cleo = [await store.settings.preferences(player) for player in (ADA, BOB, CLEO)]
    assert ada == Preferences(ADA, "de", "dark", "on", "both", (60, 420))
    assert bob == Preferences(BOB, zone="Asia/Tokyo", words=False, away=((5, 9),))
    assert cleo == Preferences(CLEO)
    await store.settings.put_preferences(replace(ada, touch=True))
    there, elsewhere = [await store.settings.chat_settings("fake", place) for place in ("7", "8")]
    assert there == ChatSettings(
        "fake", "7", "ca", "", "on", "managers", seeks=True, results="7/1", puzzles="7/2",
        zone="Europe/Berlin", threads=True,
    )  # fmt: skip
    assert elsewhere == ChatSettings("fake", "8", puzzles="8")
    tournament = await store.tournaments.tournament("T")
    assert tournament
    assert (tournament.message, tournament.shown, len(tournament.entrants)) == ("", "", 1)
    await store.close()
    await (await opened(UPGRADES)).close()
