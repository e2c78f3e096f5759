"""What a press costs: its match is played and read once, in two round trips to a database far away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from inspect import getmembers, iscoroutinefunction
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.interface import ChangeChat
from games.sahara import State
from storage.sql.database import Part
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, private_chat
from tests.bot.postgres_house import PostgresHouse
from tests.storage.postgres.server import prepared

Counted = Counter[str]


def counting(calls: Counted, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    def counted(*args: Any, **named: Any) -> Any:
        calls[name] += 1
        return method(*args, **named)

    return counted


def count_store(monkeypatch: pytest.MonkeyPatch, house: House) -> Counted:
    calls = Counted()
    parts = [part for part in vars(house.store).values() if isinstance(part, Part)]
    for part in (house.store, *parts):
        for name, method in getmembers(part, iscoroutinefunction):
            if not name.startswith("_"):
                monkeypatch.setattr(part, name, counting(calls, name, method))
    return calls


async def test_a_move_is_played_once_and_its_match_is_read_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with House(tmp_path) as house:
        await house.start()
        store, played = count_store(monkeypatch, house), Counted()
        monkeypatch.setattr(State, "play", counting(played, "play", State.play))
        await house.press(house.to_act(), "1")
        # Nothing has happened until the answer had arrived: its board is not looked at again.
        assert (played, store) == ({"play": 1}, {"append": 1, "read_press": 1, "note_shown": 1})


async def test_a_board_is_not_looked_at_while_its_answer_is_on_its_way(
    monkeypatch: pytest.MonkeyPatch, house: House
) -> None:
    await house.start()
    store = count_store(monkeypatch, house)
    await house.handled(house.to_act(), "1", house.board())
    await house.dispatcher.worker.settled()
    assert store["read_press"] == 1


async def test_whether_the_game_is_new_to_a_reader_is_read_with_the_press(
    monkeypatch: pytest.MonkeyPatch, house: House
) -> None:
    await house.start_alone()
    own = [house.board(private_chat(who)) for who in (ADA, BEN)]
    shown = next(one for one in own if "1" in house.labels(one.message))
    store = count_store(monkeypatch, house)
    assert (await house.handled(ADA if shown == own[0] else BEN, "1", shown)).update
    assert store["read_press"] == 1
    assert store["has_finished"] == 0


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the server is asked."""
    asked: list[str] = []
    connect = asyncpg.connect

    async def listening(*where: Any, **options: Any) -> asyncpg.Connection:
        connection = await connect(*where, **options)
        connection.add_query_logger(lambda told: asked.append(told.query))
        return connection

    monkeypatch.setattr("storage.postgres.connecting.asyncpg.connect", listening)
    return asked


@pytest.mark.long
async def test_a_press_takes_two_round_trips_one_to_load_and_one_to_store(asked: list[str]) -> None:
    async with PostgresHouse(await prepared()) as house:
        await house.start()
        await house.press(house.to_act(), "1")  # its statements are prepared
        asked.clear()
        assert (await house.handled(house.to_act(), "2", house.board())).update
        assert len(asked) == 2


@pytest.mark.long
async def test_that_holds_whatever_people_and_chats_have_chosen_a_moment_ago(asked: list[str]) -> None:
    """Nothing is asked that others would have to be told of when it changes."""
    async with PostgresHouse(await prepared()) as house:
        await house.start()
        await house.press(house.to_act(), "1")
        house.managers = {ADA.id}
        for who in (ADA, BEN):
            await house.type(who, "/settings theme=dark zone=Europe/Vienna", private_chat(who))
        await house.ask(ADA, ChangeChat("channel", ("theme=dark",)), CHANNEL)
        await house.settled()
        asked.clear()
        assert (await house.handled(house.to_act(), "2", house.board())).update
        assert len(asked) == 2


@pytest.mark.long
async def test_a_press_that_is_refused_takes_one_round_trip(asked: list[str]) -> None:
    async with PostgresHouse(await prepared()) as house:
        await house.start()
        await house.press(house.to_act(), "1")
        waits = BEN if house.to_act() == ADA else ADA
        asked.clear()
        assert not (await house.handled(waits, "2", house.board())).succeeded
        assert len(asked) == 1


@pytest.mark.long
async def test_a_process_at_rest_asks_little_at_each_look_at_the_clock(asked: list[str]) -> None:
    async with PostgresHouse(await prepared()) as house:
        house.store.shared = True
        await house.start()
        await house.wait(60)
        asked.clear()
        await house.wait(60)
        assert len(asked) <= 15  # a minute
