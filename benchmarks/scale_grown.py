"""What calls cost in a PostgreSQL database with many open matches, beside one with few.

`python -m benchmarks.scale_grown [MATCHES]`: so many, 100,000 unless told.
Matches of all games are begun by the bot and played at random to somewhere in the midst; the others are
copies of these that the server makes, with ids, people and chats of their own: ten matches for each person.

Blocks are those of 8 KB that the server looked at, in memory or not: unlike times they are the same on any
machine. A call whose blocks grow with the database (more than an index does) is too slow some day.
"""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from benchmarks.aims import at_most
from benchmarks.scale import opened
from benchmarks.scale_process import Pair, ScaleHouse, Trips
from bot.interface import Chat
from games import GAMES, actions
from games.events import MatchId
from storage.postgres import copying
from tests.bot.memory_platform import House, account
from tests.storage.postgres.server import by_hand

FEW, MANY = 1_000, 100_000
BEGUN, COPIED = 40, 25_000
"""Matches that the bot itself begins, and that the server copies at a time."""
PLIES = 30
"""At most, of those that are begun."""
OF_EACH = 10
"""Matches of each person."""
TRIES = 4
COUNTING = ("/metrics",)
"""What counts everybody and all running matches."""
GROWN = at_most(2)


# The databases

# The copies of a match are like it but for the names of all that is in it.
_ID = "substr(md5(match || '.' || n), 1, 12)"
_EACH = "generate_series($1::int, $2::int) AS n"
_WHO = f"|| '.' || n / {OF_EACH}"
_COPIED = {
    "events": f"""
        SELECT {_ID}, version, kind, CASE WHEN version > 2 THEN body ELSE replace(
            replace(replace(body, match, {_ID}), player, player {_WHO}), opponent, opponent {_WHO}
        ) END
        FROM events_begun JOIN (SELECT match, player, opponent FROM matches_begun) AS theirs USING (match)
    """,
    "presses": f"SELECT md5(press || '.' || n), {_ID}, counted FROM presses_begun",
    "matches": f"""
        SELECT {_ID}, version, game, phase, player {_WHO}, opponent {_WHO}, awaited {_WHO},
            also_awaited {_WHO}, since + n % 86400, offer, take_back, late, changes FROM matches_begun
    """,
    "boards": f"""
        SELECT md5(id || '.' || n), {_ID}, platform, chat || '.' || n, private, message || '.' || n,
            player {_WHO}, shown, moved_to, notified, question, made FROM boards_begun
    """,
    "seen": f"""
        SELECT {_ID}, player {_WHO}, platform, chat || '.' || n, private, at + n % 86400 FROM seen_begun
    """,
    "jobs": f"""
        SELECT {_ID.replace("match", "split_part(key, '/', 1)")} || '/' || split_part(key, '/', 2), kind,
            due + n % 86400, since + n % 86400, platform, player {_WHO}, tries, claimed_until FROM jobs_begun
    """,
}
_COLUMNS = {
    "matches": "match, version, game, phase, player, opponent, awaited, also_awaited, since, offer,"
    " take_back, late, changes",
    "boards": "id, match, platform, chat, private, message, player, shown, moved_to, notified,"
    " question, made",
    "jobs": "key, kind, due, since, platform, player, tries, claimed_until",
    "presses": "press, match, counted",
}
_PEOPLE = f"""
    INSERT INTO people (platform, account, player, name, folded, language, handle)
    SELECT platform, account {_WHO}, player {_WHO}, name {_WHO}, folded {_WHO}, language, handle
    FROM people_begun, generate_series(0, $1::int, {OF_EACH}) AS n
"""


async def begin(house: House) -> None:
    """Matches of all games, each in a channel of its own, at some point."""
    chance = random.Random(1)
    for number in range(BEGUN):
        game = list(GAMES)[number % len(GAMES)]
        first, second = account(f"ada t{number}"), account(f"ben t{number}")
        chat = Chat("fake", f"channel t{number}", private=False)
        await house.type(first, f"/play {game}", chat)
        await house.press(second, "Accept", house.board(chat))
        await play_on(house, MatchId(house.board(chat).message.title.split()[-1]), chance)


async def play_on(house: House, code: MatchId, chance: random.Random) -> None:
    """Plies that nobody has thought about, until it is nearly over or some are played."""
    matches = house.dispatcher.services.matches
    loaded = await matches.kept(code)
    for number in range(chance.randrange(PLIES)):
        match = loaded.match
        assert match.state
        assert match.players
        seat = match.awaited[0]
        notation = str(chance.choice(match.state.legal_moves(seat)))
        decision = match.decide(actions.PlayMove(match.players[seat], notation, match.version), house.now)
        if decision.after.ending:
            break
        loaded, _ = await matches.append(loaded, decision, press=f"{code} {number}")


async def multiply(connection: asyncpg.Connection, matches: int) -> None:
    """As many as that, all in all."""
    await connection.execute("SET session_replication_role = replica; SET synchronous_commit = off")
    newest = "SELECT version FROM matches WHERE matches.match = boards.match"
    await connection.execute(f"UPDATE boards SET shown = ({newest}); DELETE FROM jobs WHERE kind = 'board'")
    for table in (*_COPIED, "people"):
        await connection.execute(f"CREATE TEMP TABLE {table}_begun AS TABLE {table}; ANALYZE {table}_begun")
    copies = matches // BEGUN
    each = COPIED // BEGUN
    for first in range(0, copies, each):
        for table, rows in _COPIED.items():
            columns = f" ({_COLUMNS[table]})" if table in _COLUMNS else ""
            statement = f"INSERT INTO {table}{columns} {rows}, {_EACH}"
            await connection.execute(statement, first, min(first + each, copies) - 1)
    await connection.execute(_PEOPLE, copies - 1)
    await connection.execute("VACUUM ANALYZE", timeout=1800)
    await connection.execute("CHECKPOINT", timeout=1800)


async def filled(url: str, matches: int) -> None:
    """A database with so many open matches."""
    with tempfile.TemporaryDirectory() as folder:
        async with ScaleHouse(Path(folder), url) as house:
            await begin(house)
    async with by_hand(url) as connection:
        await multiply(connection, matches)


# What is called in them


class GrownHouse(ScaleHouse):
    """A bot on one of these databases, a match in it, and what it asks of the server."""

    pair: Pair
    trips: Trips


Call = Callable[[GrownHouse], Awaitable[object]]
SOMEBODY = account("ada t1.1")
LOBBY = Chat("fake", "lobby", private=False)


async def press(house: GrownHouse) -> None:
    """A ply of a match that this process knows."""
    await house.pair.press()


async def press_anew(house: GrownHouse) -> None:
    """A ply of a match that this process reads from its log."""
    house.dispatcher.services.matches._kept.clear()
    await house.pair.press()


async def start(house: GrownHouse) -> None:
    """What a process does before it serves anybody."""
    await house.dispatcher.services.heartbeat.come_back()
    await house.dispatcher.services.boards.catch_up()


async def look(house: GrownHouse) -> None:
    """What is due."""
    house.dispatcher.worker.look()
    await house.dispatcher.worker.settled()


async def complete(house: GrownHouse) -> None:
    """Which matches are proposed while a command is typed."""
    await house.dispatcher.complete(SOMEBODY, LOBBY, "/board ")


async def counted(house: GrownHouse) -> None:
    """What `/metrics` asks."""
    store = house.store
    await asyncio.gather(
        store.boards.count_boards_behind(),
        house.dispatcher.services.heartbeat.overdue(),
        store.matches.count_running(),
        store.people.count_people(),
        store.database.size(),
    )


async def beat(house: GrownHouse) -> None:
    """Once a minute: a note that the bot is at work, and what is old goes."""
    await house.store.jobs.beat(house.now)


def typed(line: str) -> Call:
    """What somebody types who has ten matches."""

    async def type_(house: GrownHouse) -> None:
        await house.type(SOMEBODY, line, LOBBY)

    return type_


CALLS: Mapping[str, Call] = {
    "a press": press,
    "a press, the match not in memory": press_anew,
    "/play": typed("/play sahara"),
    "/matches": typed("/matches"),
    "/profile": typed("/profile"),
    "/leaderboard": typed("/leaderboard sahara"),
    "a command completed": complete,
    "a look at the clock": look,
    "a beat, with cleaning up": beat,
    "/metrics": counted,
    "doctor": lambda house: copying.check(house.where),
    "a start": start,
}


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one call."""

    blocks: int
    queries: int
    milliseconds: float


async def flushed(trips: Trips, connection: asyncpg.Connection) -> int:
    """The blocks that the server has looked at so far in this database."""
    for one in trips.connections:
        if not one.is_closed():
            await one.fetchval("SELECT pg_stat_force_next_flush()")
    return int(
        await connection.fetchval(
            "SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()"
        )
    )


async def cost(call: Call, house: GrownHouse, connection: asyncpg.Connection) -> Cost:
    """The least of some calls, without what looking costs."""
    found = list[Cost]()
    for _ in range(TRIES):
        await house.dispatcher.worker.settled()
        idle = -await flushed(house.trips, connection)
        before = await flushed(house.trips, connection)
        idle, trips, since = idle + before, house.trips.count, time.perf_counter()
        await call(house)
        await house.settled()
        taken, trips = (time.perf_counter() - since) * 1e3, house.trips.count - trips
        found.append(Cost(await flushed(house.trips, connection) - before - idle, trips, taken))
    return min(found, key=lambda one: one.blocks)


async def costs(house: GrownHouse) -> dict[str, Cost]:
    """Of all calls."""
    house.pair = Pair(house, "now", random.Random(1))
    await house.pair.start()
    async with by_hand(house.where) as connection:
        return {name: await cost(call, house, connection) for name, call in CALLS.items()}


async def bytes_of(connection: asyncpg.Connection) -> Iterator[tuple[str, float, float]]:
    """Of each table that matters: rows and bytes a match, with indexes."""
    matches = await connection.fetchval("SELECT count(*) FROM matches")
    rows = await connection.fetch(
        "SELECT relname, reltuples AS rows, pg_total_relation_size(oid) AS bytes FROM pg_class"
        " WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > 1000 ORDER BY 3 DESC"
    )
    return ((row["relname"], row["rows"] / matches, row["bytes"] / matches) for row in rows)


async def main(many: int) -> None:
    """Fill both, and measure by turns."""
    found = dict[int, dict[str, Cost]]()
    trips = Trips()
    trips.install()
    async with AsyncExitStack() as open_:
        folder = open_.enter_context(tempfile.TemporaryDirectory())
        for matches in (FEW, many):
            url, _ = await open_.enter_async_context(opened(f"grown_{matches}"))
            since = time.perf_counter()
            await filled(url, matches)
            print(f"{matches:,} open matches after {time.perf_counter() - since:.0f} s", flush=True)
            house = GrownHouse(Path(folder, str(matches)), url)
            house.trips = trips
            async with house:
                found[matches] = await costs(house)
        async with by_hand(url) as connection:
            size = await connection.fetchval("SELECT pg_database_size(current_database())")
            tables = list(await bytes_of(connection))
    print("\n".join(report(found[FEW], found[many])))
    print(f"\n{size / many:,.0f} bytes a match, with indexes: {size / 1e9:.1f} GB")
    for name, rows, weight in tables:
        print(f"{name:<20}{rows:>8.2f} rows{weight:>8,.0f} bytes")
    grown = max(found[many][name].blocks / found[FEW][name].blocks for name in CALLS if name not in COUNTING)
    print(GROWN.row(f"scale_grown: blocks of a call with {many:,} matches, {FEW:,} = 1", grown))


def report(few: Mapping[str, Cost], many: Mapping[str, Cost]) -> Iterator[str]:
    """A line for each call."""
    yield f"{'a call':<36}{'queries':>8}{'blocks, few':>12}{'blocks, many':>13}{'ms, many':>10}"
    for name, cost_ in many.items():
        yield (
            f"{name:<36}{cost_.queries:>8}{few[name].blocks:>12}{cost_.blocks:>13}{cost_.milliseconds:>10.1f}"
        )


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else MANY))
