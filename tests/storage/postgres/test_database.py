"""A PostgreSQL database is opened by several processes, tells in words why not, and survives its server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg
import pytest

from storage.boards import BoardId
from storage.errors import PeopleChanged, StoreUnavailable, UnusableDatabase
from storage.postgres import connecting, copying, database
from storage.postgres.connecting import ConnectionLost, OwnFault, connected
from storage.postgres.database import Database, open_store
from storage.sql.database import Statement
from storage.sql.schema import FIRST_OF_OLD, LAST_OF_OLD, UPGRADES, Upgrade, lacking
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, M, board, change, person, ply, row
from tests.storage.postgres.server import by_hand, new_database, prepared, url_of

WORDS = Upgrade("words", (), ("ALTER TABLE matches ADD COLUMN words TEXT NOT NULL DEFAULT ''",))
pytestmark = pytest.mark.long


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    store = await open_store(await prepared())
    yield store
    await store.close()


async def cut(store: Store) -> None:
    """The server ends all connections but this one."""
    async with by_hand(await current(store)) as connection:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


async def current(store: Store) -> str:
    (row,) = await store.database.rows("SELECT current_database() AS name")
    return url_of(row["name"])


# What is stored


async def test_a_press_is_stored_in_one_round_trip_and_those_that_wait_together_as_well(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    original = asyncpg.Connection.execute

    async def execute(self: asyncpg.Connection, query: str, *given: Any, **named: Any) -> str:
        asked.append(query)
        return str(await original(self, query, *given, **named))

    boards = (board("b", M, message="m1"),)
    await store.append(change(M, 1, press="web:1", boards=boards))  # its statements are prepared
    monkeypatch.setattr(asyncpg.Connection, "execute", execute)
    await store.append(change(M, 2, press="web:2", boards=boards))
    assert len(asked) == 1
    await asyncio.gather(*(store.people.put_person(person(str(number), "Ada")) for number in range(50)))
    assert len([query for query in asked if not query.startswith("PREPARE")]) == 2


async def test_a_sign_that_the_server_does_not_keep_becomes_one_that_stands_for_it(
    store: Store,
) -> None:
    await store.people.put_person(person("1", "A\0da\\u0000"))
    found = await store.people.person("web", "1")
    assert found is not None
    assert found.name == "A\ufffdda\\u0000"


async def test_what_the_schema_refuses_is_told_without_what_it_says(store: Store) -> None:
    with pytest.raises(OwnFault) as caught:
        await store.boards.put_boards([board("hidden", M, message="hidden")])
    assert "hidden" not in str(caught.value)
    assert caught.value.__suppress_context__


async def test_texts_are_compared_by_their_bytes_as_in_sqlite(store: Store) -> None:
    others = await store.database.rows(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND data_type = 'text' AND coalesce(collation_name, '') <> 'C'"
        " AND table_name <> 'steps'"  # whose names are compared by the program
    )
    assert list(others) == []


# A server that goes away


async def test_when_the_connections_are_cut_the_bot_goes_on_with_new_ones(store: Store) -> None:
    await store.append(change(M, 1))
    await cut(store)
    assert await store.matches.load(M) == (ply(1),)
    try:
        await store.append(change(M, 2))
    except ConnectionLost:  # the end of the connection was not known yet
        await store.append(change(M, 2))
    await store.boards.note_shown(BoardId("none"), 1)
    assert await store.matches.load(M) == (ply(1), ply(2))


async def test_as_long_as_the_server_is_away_nothing_is_refused_for_good(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_: str, **_options: object) -> None:
        raise UnusableDatabase("games at db.example cannot be reached")

    await cut(store)
    with monkeypatch.context() as down:
        down.setattr(connecting, "locked", away)
        with pytest.raises(ConnectionLost):  # the end of the connection was not known yet
            await store.append(change(M, 1))
        with pytest.raises(ConnectionLost, match="cannot be reached"):
            await store.append(change(M, 1))
    await store.append(change(M, 1))
    assert await store.matches.load(M) == (ply(1),)


# Other processes


async def test_what_waits_in_a_circle_with_other_processes_is_written_once_more(store: Store) -> None:
    shown = Statement("UPDATE boards SET shown = ?1::bigint WHERE id = ?2")
    await store.append(change(M, 1, boards=(board("a", M),)))
    async with by_hand(await current(store)) as connection:
        await connection.execute(
            "CREATE SEQUENCE tries;"  # which goes on when a transaction is undone
            "CREATE FUNCTION clash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " IF nextval('tries') % 3 > 0 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF;"
            " RETURN NEW; END $$;"
            "CREATE TRIGGER clash BEFORE UPDATE ON boards FOR EACH ROW EXECUTE FUNCTION clash()"
        )
        try:
            await store.database.store([(shown, (1, "a"))])
            assert [one.shown for one in await store.boards.boards_of(M)] == [1]
        finally:
            await connection.execute("DROP FUNCTION clash CASCADE; DROP SEQUENCE tries")


async def test_who_goes_waits_for_what_another_process_is_writing_and_goes_only_as_they_are_then(
    store: Store,
) -> None:
    """Else an account that was linked in the meantime would stay behind without its player."""
    ada, more = person("1", "Ada", player=ADA), person("2", "Ada", player=ADA, platform="telegram")
    bob, other = person("3", "Bob", player=BOB), await open_store(await current(store))
    for one in (ada, bob):
        await other.people.put_person(one)
    await store.people.forget_player(BOB, 1, [bob], 0)  # now the statements of both are prepared
    async with by_hand(await current(store)) as connection:
        async with connection.transaction():
            await connection.execute("LOCK TABLE people IN SHARE MODE")
            linked = asyncio.create_task(other.people.put_person(more))
            await until_waiting(connection, 1)
            gone = asyncio.create_task(store.people.forget_player(ADA, 1, [ada], 0))
            await until_waiting(connection, 2)
        await linked
        with pytest.raises(PeopleChanged):
            await gone
    await other.close()
    assert {*await store.people.people([ADA])} == {ada, more}


async def until_waiting(connection: asyncpg.Connection, number: int) -> None:
    """Until so many others wait for a lock."""
    waiting = (
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
        " WHERE datname = current_database() AND NOT granted"
    )
    while await connection.fetchval(waiting) < number:
        pass


# Which databases are opened


async def test_several_processes_may_have_it_open_and_who_copies_it_is_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connecting, "PATIENCE", 0.01)
    url = await prepared()
    one, other = await open_store(url), await open_store(url)
    await one.append(change(M, 1))
    assert await other.matches.load(M) == (ply(1),)
    await one.close()
    with pytest.raises(UnusableDatabase, match="is open in another process; stop that one first"):
        async with copying.source(url):
            pass
    await other.close()
    async with copying.source(url):
        with pytest.raises(UnusableDatabase, match="is open in another process; stop that one first"):
            await open_store(url)
    await (await open_store(url)).close()


async def test_a_database_of_a_newer_version_or_another_program_stays_as_it_is() -> None:
    url = await new_database("foreign")
    newer = (*UPGRADES, Upgrade("of tomorrow", (), ("CREATE TABLE tomorrow (id TEXT PRIMARY KEY)",)))
    async with by_hand(url) as connection:
        await connection.execute("CREATE TABLE tales (line text)")
        with pytest.raises(UnusableDatabase, match="of another program"):
            await Database.open(url, UPGRADES)
        await connection.execute("DROP TABLE tales")
        await (await Database.open(url, newer)).close()
        with pytest.raises(UnusableDatabase, match=r"newer version .* 'of tomorrow'"):
            await Database.open(url, UPGRADES)


async def test_an_upgrade_that_fails_leaves_a_database_without_any() -> None:
    url = await new_database("broken")
    await (await Database.open(url, UPGRADES)).close()
    with pytest.raises(UnusableDatabase, match="cannot be used"):
        await Database.open(url, (*UPGRADES, Upgrade("broken", (), ("CREATE TABLE events (again TEXT)",))))
    await (await Database.open(url, UPGRADES)).close()


@pytest.mark.parametrize("last", [LAST_OF_OLD, "seeks"])
async def test_a_database_of_the_layout_before_is_refused_in_one_sentence(last: str) -> None:
    url = await new_database("older")
    await (await Database.open(url, [Upgrade(name, (), ()) for name in (FIRST_OF_OLD, last)])).close()
    with pytest.raises(
        UnusableDatabase, match=r"^older_.* was written before version 1\.0.*copy it to a new one$"
    ):
        await open_store(url)


# An upgrade


async def test_a_database_is_upgraded_while_another_process_stores_presses() -> None:
    url = await new_database("growing")
    playing = await open_store(url)
    upgrading = asyncio.create_task(Database.open(url, (*UPGRADES, WORDS)))
    played = 0
    while not upgrading.done() or played < 10:
        played += 1
        await playing.append(change(M, played, press=f"web:{played}"))
        assert await playing.matches.row(M) == row(M, played)
    newer = Store(await upgrading, shared=True)
    await newer.append(change(M, played + 1))
    assert await playing.matches.load(M) == tuple(map(ply, range(1, played + 2)))
    for one in (playing, newer):
        await one.close()
    with pytest.raises(UnusableDatabase, match=r"newer version .* 'words'"):
        await open_store(url)


async def test_an_upgrade_gives_way_to_who_has_the_table_and_is_applied_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 1)
    monkeypatch.setattr(database, "PAUSE", 0)
    attempts: list[str] = []
    gave_way = asyncio.Event()

    def counted(applied: Sequence[str], upgrades: Sequence[Upgrade], name: str) -> Any:
        attempts.append(name)
        if len(attempts) > 2:
            gave_way.set()
        return lacking(applied, upgrades, name)

    monkeypatch.setattr(database, "lacking", counted)
    url = await new_database("held")
    await (await Database.open(url, UPGRADES)).close()
    async with by_hand(url) as connection:
        async with connection.transaction():
            await connection.execute("LOCK TABLE matches IN ROW EXCLUSIVE MODE")
            both = [asyncio.create_task(Database.open(url, (*UPGRADES, WORDS))) for _ in range(2)]
            await gave_way.wait()
        for one in await asyncio.gather(*both):
            await one.close()
        assert [row["name"] for row in await connection.fetch("SELECT name FROM steps")] == [
            "1",
            "2",
            "words",
        ]


async def test_a_database_that_is_not_there_is_told() -> None:
    with pytest.raises(UnusableDatabase, match=r"^nowhere at .* does not exist; create it first"):
        await connected(url_of("nowhere"))


async def test_a_server_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "OLDEST", 99)
    with pytest.raises(UnusableDatabase, match="is PostgreSQL 18; it takes 99 or newer"):
        await connected(url_of("postgres"))


async def test_what_comes_after_the_end_opens_no_connection(store: Store) -> None:
    """It would keep the database in use, under a process that thinks it has left it."""
    await store.close()
    with pytest.raises(StoreUnavailable):
        await store.append(change(M, 1))
