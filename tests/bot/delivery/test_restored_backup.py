"""An older copy of the database is brought back, while the chats show what happened after it was made."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from storage.sqlite import copying
from tests.bot.memory_platform import CHANNEL, CLEO, House, HouseWithFile, Shown, private_chat
from tests.bot.postgres_house import PostgresHouse
from tests.storage.postgres.server import by_hand, new_database, url_of


@asynccontextmanager
async def brought_back(folder: Path, game: str = "sahara") -> AsyncIterator[tuple[House, Shown, set[str]]]:
    """A match as it was one ply earlier, the board posted after the copy was made, and all messages."""
    for name in ("now", "then"):
        (folder / name).mkdir()
    async with HouseWithFile(folder / "now") as house:
        await house.start(f"/play {game}")
        await house.meet(CLEO)
        copying.make(folder / "now" / "house.db", folder / "copy.db")
        house.now += 1000  # nobody is watching any more: the turn passes with a fresh board
        mover, where = house.to_act(), CHANNEL if game == "sahara" else private_chat(house.to_act())
        await house.press(mover, "1", house.board(where))
        ahead = house.board()
        platform = house.platform
    before = set(platform.messages)
    copying.bring_back(folder / "copy.db", folder / "then" / "house.db")
    async with HouseWithFile(folder / "then", platform) as house:
        for _ in range(100):  # those that were counted before come no more
            next(house.presses)
        yield house, ahead, before


def asked(board: Shown) -> list[str]:
    return [who.name for who in board.message.awaits]


async def test_a_board_that_is_ahead_is_set_right_by_a_press_and_can_be_played_on(tmp_path: Path) -> None:
    async with brought_back(tmp_path) as (house, ahead, _):
        first = next(shown for shown in house.live() if shown.id != ahead.id)
        assert asked(first) != asked(ahead)
        (mover,) = first.message.awaits
        answer = (await house.press(mover, house.labels(ahead.message)[0], ahead)).noted
        assert answer.text == "The match has moved on since."
        right = house.platform.messages[ahead.id]
        assert asked(right) == [mover.name]
        assert (await house.press(mover, "1", right)).succeeded
        assert house.platform.messages[ahead.id].message.text.startswith(f"{mover.name} sowed hollow 1")


@pytest.mark.parametrize("game", ["sahara", "stacko"])
async def test_whoever_is_asked_once_more_is_told_so_by_one_message(tmp_path: Path, game: str) -> None:
    """Also where the choice is secret, and asked in private."""
    async with brought_back(tmp_path, game) as (house, _, before):
        await house.wait(0)
        fresh = [house.platform.messages[key] for key in house.platform.messages.keys() - before]
        (told,) = [one for one in fresh if one.message.pings]
        assert [who.name for who in told.message.awaits] == [house.to_act().name]
        await house.wait(60)
        assert len(house.platform.messages.keys() - before) == len(fresh)


@pytest.mark.long
async def test_with_postgresql_the_statements_of_the_documentation_do_that(tmp_path: Path) -> None:
    """Of a copy that is a database of its own, as `pg_restore` makes it; test_docs.py compares the page."""
    now, copy = await new_database("now"), await new_database("copy")
    house = PostgresHouse(now)
    async with house:
        await house.start("/play stacko")
    async with by_hand(url_of("postgres")) as connection:
        await connection.execute(f"DROP DATABASE {name_of(copy)}")
        # A server lets go of sessions a while after they have ended, and copies no database in use.
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", name_of(now)
        )
        await connection.execute(f"CREATE DATABASE {name_of(copy)} TEMPLATE {name_of(now)}")
    async with by_hand(copy) as connection:
        for statement in (copying.SHOW_AGAIN, copying.SHOW_BOARDS, copying.ASK_AGAIN):
            await connection.execute(statement)
    async with house:
        house.now += 1000
        mover = house.to_act()
        await house.press(mover, "1", house.board(private_chat(mover)))
        assert house.to_act() != mover
    house.url = copy
    before = set(house.platform.messages)
    async with house:
        await house.wait(0)
        fresh = [house.platform.messages[key] for key in house.platform.messages.keys() - before]
        (told,) = [one for one in fresh if one.message.pings]
        assert [who.name for who in told.message.awaits] == [mover.name]
        assert (await house.press(mover, "1", told)).succeeded


def name_of(url: str) -> str:
    """Of a database, from its address."""
    return urlsplit(url).path.removeprefix("/")


async def test_a_stranger_changes_nothing_there(tmp_path: Path) -> None:
    async with brought_back(tmp_path) as (house, ahead, _):
        assert (await house.press(CLEO, house.labels(ahead.message)[0], ahead)).note
        assert house.platform.messages[ahead.id] == ahead
