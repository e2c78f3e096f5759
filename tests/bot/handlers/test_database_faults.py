"""A database server that goes away in the middle of a match: people try again, nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from typing import Any

import asyncpg
import pytest

from bot.interface import Incoming
from bot.platforms import callback_data
from games.events import MatchId, MovePlayed
from storage.errors import CannotStore, StoreUnavailable, UnusableDatabase
from storage.postgres.connecting import connected
from storage.postgres.database import open_store
from tests.bot.memory_platform import ADA, BEN, House, Seen, Shown, shown
from tests.bot.postgres_house import PostgresHouse
from tests.storage.postgres.faulty_server import FaultyServer, faulty_server, small_disk
from tests.storage.postgres.server import by_hand, prepared

OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
END_OTHERS = f"SELECT pg_terminate_backend(pid, 10000) {OTHERS}"  # and wait until they are gone
END_BUT = f"{END_OTHERS} AND backend_type = 'client backend' AND pid <> ALL($1)"
WAITING = f"SELECT count(*) {OTHERS} AND wait_event_type = 'Lock'"

FULL = """
    CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END
    $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk();
"""  # what the server says then

pytestmark = pytest.mark.long  # on SQLite: test_file_faults


@pytest.fixture
async def house() -> AsyncIterator[PostgresHouse]:
    async with PostgresHouse(await prepared()) as house:
        await house.start()
        yield house


def code(house: House) -> MatchId:
    return house.board().code


async def plies(house: House) -> int:
    return sum(isinstance(event, MovePlayed) for event in await house.store.matches.load(code(house)))


async def press(house: House, number: str = "") -> Seen:
    """Whoever is to act presses the first cup that they can; with the same number it is the same press."""
    return await delivered(house, incoming(house, house.board(), number or str(next(house.presses))))


async def delivered(house: House, press: Incoming) -> Seen:
    """It is handed in, and its answer is shown."""
    answer = await house.handle(press)
    await house.deliver(press.account, answer, press.chat, press.message)
    await house.settled()
    return answer


def incoming(house: House, board: Shown, number: str) -> Incoming:
    """The first cup of a board, pressed by whoever is to act there."""
    label = next(label for label in house.labels(board.message) if label.isdigit())
    (who,) = board.message.awaits
    request = callback_data.decode(callback_data.encode(house.button(board.message, label).request))
    return Incoming(who, board.chat, request, number, board.id)


async def answered(house: House, press: Incoming) -> Seen:
    """The same press, handed in until the server can be reached."""
    while failed(answer := await house.handle(press)):
        pass
    return answer


def failed(answer: Seen) -> bool:
    """They are told that it did not work, and the board stays as it is."""
    return (
        answer.update is None and "Please try again " in shown(answer).text
    )  # later, where the disk is full


async def test_a_press_whose_connection_is_cut_while_it_is_stored_is_not_stored(house: PostgresHouse) -> None:
    async with by_hand(house.url) as connection:
        async with connection.transaction():
            await connection.execute("LOCK TABLE events IN EXCLUSIVE MODE")
            pressed = asyncio.create_task(press(house))
            async with asyncio.timeout(20):
                while not await connection.fetchval(WAITING):
                    continue
            await connection.execute(END_OTHERS)
        assert failed(await pressed)
    assert await plies(house) == 0
    assert (await press(house)).update
    assert await plies(house) == 1


async def test_a_press_that_is_stored_without_an_answer_counts_once(
    house: PostgresHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = asyncpg.Connection.execute

    async def stored_in_silence(connection: asyncpg.Connection, query: str, *parameters: Any) -> None:
        await execute(connection, query, *parameters)
        if "write_all" in query:
            async with by_hand(house.url) as other:
                await other.execute(END_OTHERS)
            raise asyncpg.ConnectionDoesNotExistError

    pressed = incoming(house, house.board(), "the same")
    with monkeypatch.context() as cut:
        cut.setattr(asyncpg.Connection, "execute", stored_in_silence)
        assert failed(await house.handle(pressed))
    assert (await delivered(house, pressed)).update  # the platform hands it in once more
    assert await plies(house) == 1
    assert not failed(await press(house))
    assert await plies(house) == 2


async def test_while_the_disk_of_the_server_is_full_a_press_is_to_be_tried_again(
    house: PostgresHouse,
) -> None:
    async with by_hand(house.url) as connection:
        await connection.execute(FULL)
        try:
            answer = await press(house)
            assert not answer.update
            assert shown(answer).text.endswith("so this does not count. Please try again later.")
            with pytest.raises(CannotStore, match="disk of the database's server is full"):
                await house.store.try_writing()
        finally:
            await connection.execute("DROP TRIGGER full_disk ON events")
    assert (await press(house)).update
    assert await plies(house) == 1


@pytest.mark.parametrize("code", ["query_canceled", "lock_not_available", "too_many_connections"])
async def test_what_a_server_can_be_foreseen_to_refuse_is_told_without_a_traceback(
    house: PostgresHouse, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with by_hand(house.url) as connection:
        await connection.execute(FULL.replace("disk_full", code))
        try:
            assert failed(await press(house))
        finally:
            await connection.execute("DROP TRIGGER full_disk ON events")
    assert (await press(house)).update
    assert unforeseen(caplog) == []


async def test_after_a_while_in_which_the_server_could_only_be_read_presses_count_again(
    house: PostgresHouse, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a failover: whoever connected meanwhile has a session that does not write."""
    async with by_hand(house.url) as connection:
        (name,) = await connection.fetchrow("SELECT quote_ident(current_database())")
        await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        try:
            await connection.execute(END_OTHERS)
            assert failed(await press(house))
            assert failed(await press(house))
            with pytest.raises(StoreUnavailable, match="can only be read from at present"):
                await house.store.try_writing()
        finally:
            await connection.execute("SET default_transaction_read_only = off")
            await connection.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert (await press(house)).update
    await house.store.try_writing()
    assert await plies(house) == 1
    assert unforeseen(caplog) == []


def unforeseen(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What is written with a traceback, and is not the sentence of a database that cannot be reached."""
    foreseen = StoreUnavailable | UnusableDatabase  # the pool's own attempts end with the second
    return [one for one in caplog.records if one.exc_info and not isinstance(one.exc_info[1], foreseen)]


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with faulty_server() as server:
        yield server


async def test_when_its_server_is_killed_the_bot_goes_on_by_itself_with_all_that_was_stored(
    server: FaultyServer,
) -> None:
    async with PostgresHouse(server.url()) as house:
        await house.start()
        for played in range(1, 4):
            assert (await press(house, f"before {played}")).update
            server.kill()
            assert failed(await press(house, f"again {played}"))
            assert failed(await press(house))
            server.start()
            async with asyncio.timeout(60):
                while failed(await press(house, f"again {played}")):  # what was left of old connections
                    assert await plies(house) == 2 * played - 1
            assert await plies(house) == 2 * played


async def take_all_connections(url: str, taken: AsyncExitStack) -> None:
    """Until nobody else has one: the bot takes what its ended connections leave free, too."""
    mine = [await taken.enter_async_context(by_hand(url))]
    while await mine[0].fetch(END_BUT, [connection.get_server_pid() for connection in mine]):
        with suppress(asyncpg.TooManyConnectionsError):
            while True:
                mine.append(await taken.enter_async_context(by_hand(url)))


async def test_where_the_server_has_no_free_connection_presses_count_as_soon_as_it_has(
    server: FaultyServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with PostgresHouse(server.url()) as house, AsyncExitStack() as taken:
        await house.start()
        await take_all_connections(house.url, taken)
        assert failed(await press(house))
        await taken.aclose()
        async with asyncio.timeout(60):
            while failed(await press(house)):
                pass  # the server counts a connection until its process has ended
        assert unforeseen(caplog) == []


async def test_of_presses_under_way_when_the_server_is_killed_each_counts_once_or_never(
    server: FaultyServer,
) -> None:
    async with PostgresHouse(server.url()) as house:
        await house.start()
        codes = [code(house)]
        for _ in range(7):
            await house.type(ADA, "/play sahara")
            await house.press(BEN, "Accept")
            codes.append(code(house))
        boards = [one for one in house.live() if any(label.isdigit() for label in house.labels(one.message))]
        assert len(boards) == len(codes)
        presses = [incoming(house, one, f"at once {one.id}") for one in boards]
        pressed = [asyncio.create_task(house.handle(one)) for one in presses]
        await house.store.matches.pressed("none")  # some are on their way to the server
        server.kill()
        first = await asyncio.gather(*pressed)
        server.start()
        async with asyncio.timeout(60):
            again = [await answered(house, one) for one in presses]
        assert all(one.update for one in again), "the same press has the same answer, stored before or not"
        assert all(one.update or failed(one) for one in first)
        for match in codes:
            events = await house.store.matches.load(match)
            assert sum(isinstance(event, MovePlayed) for event in events) == 1


async def test_when_the_disk_of_its_server_is_really_full_the_bot_goes_on_as_soon_as_there_is_room() -> None:
    with small_disk(90) as server:
        async with PostgresHouse(server.url()) as house:
            await house.start()
            ballast, stored = server.fill(), 0
            while not failed(await press(house)):
                stored += 1
                assert stored < 300, "there is no end to the room"
            assert failed(await press(house)), "whoever presses then is asked to try again, too"
            ballast.unlink()
            server.start()  # where it has gone down with it
            assert await plies(house) == stored
            async with asyncio.timeout(60):
                while failed(await press(house)):
                    pass
            assert await plies(house) == stored + 1


async def test_a_wrong_password_is_told_in_one_sentence_without_it(server: FaultyServer) -> None:
    async with by_hand(server.url()) as connection:
        await connection.execute("CREATE ROLE ada LOGIN PASSWORD 'right'")
    server.ask_for_password("ada")
    server.kill()
    server.start()

    def url(password: str) -> str:
        return server.url().replace("postgres:@", f"ada:{password}@")

    await (await connected(url("right"))).close()
    for wrong in ("hidden", ""):
        with pytest.raises(UnusableDatabase) as caught:
            await open_store(url(wrong))
        why = str(caught.value)
        assert "does not let this account in: look at its name and its password" in why
        assert "\n" not in why
        assert "hidden" not in why
        assert "ada" not in why
        assert caught.value.__suppress_context__
