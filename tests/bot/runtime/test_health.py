"""The bot on foreign platforms: what it answers, what its monitor shows, and that it stops."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.interface import Account, Chat, Incoming, OfferChallenge, RetryLater, Screen
from bot.runtime.app import BotService, bot_service
from bot.runtime.databases import STORE_FILE
from bot.runtime.settings import Settings
from storage.errors import UnusableDatabase
from storage.sql.boards import Boards
from storage.sql.store import Store
from storage.sqlite.database import open_store
from tests.bot.memory_platform import seen
from tests.bot.scripted_platform import Foreign, until

ADA = Account("discord", "1", "Ada")
CHANNEL = Chat("discord", "7/8", private=False)
CHALLENGE = Incoming(ADA, CHANNEL, OfferChallenge("sahara", None, ()), "p1")
SERVING = {"connected": True, "state": "serving"}
STARTING = {"connected": False, "state": "starting"}
ENDED = {"connected": False, "state": "ended"}


def settings(data: Path) -> Settings:
    return Settings(data=data, monitor_port=0)


@asynccontextmanager
async def running(data: Path, *adapters: Foreign) -> AsyncIterator[BotService]:
    async with bot_service(settings(data), adapters=adapters) as serving:
        await serving.start()
        await until(lambda: len(serving.supervisor.reached) == len(serving.supervisor.adapters))
        yield serving


async def look(serving: BotService, page: str) -> tuple[int, Any]:
    assert serving.monitor
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{serving.monitor.address}/{page}") as response,
    ):
        assert response.headers["Cache-Control"] == "no-store"
        told = await (response.json() if page == "health" else response.text())
        return response.status, told


async def challenge(adapter: Foreign) -> None:
    """Ada challenges everybody; the answer never reaches the platform."""
    assert adapter.front
    answer = seen(await adapter.front.handle(CHALLENGE))
    assert answer.post
    assert answer.delivery
    await adapter.front.delivered(answer.delivery, None)


async def test_health_tells_that_all_is_well(tmp_path: Path) -> None:
    async with running(tmp_path, Foreign("discord"), Foreign("telegram")) as serving:
        assert serving.names == "discord as Table#0, telegram as Table#0"
        status, told = await look(serving, "health")
        assert status == 200
        assert told.pop("seconds") >= 0
        assert told == {
            "status": "ok",
            "platforms": {"discord": SERVING, "telegram": SERVING},
            "store": "ok",
            "boards_behind": 0,
            "deadlines_overdue": 0,
        }


async def test_no_time_runs_until_the_first_platform_is_heard_nor_when_none_is_any_more(
    tmp_path: Path,
) -> None:
    discord, telegram = Foreign("discord"), Foreign("telegram")
    telegram.may_start.clear()
    async with bot_service(settings(tmp_path), adapters=[discord, telegram]) as serving:
        look = serving.dispatcher.services.heartbeat.look
        assert not await look()
        await serving.start()
        assert await look()
        discord.lost.set()
        assert not await look()


async def test_health_fails_when_a_platform_is_lost_for_good(tmp_path: Path) -> None:
    lost = Foreign("discord")
    async with running(tmp_path, lost, Foreign("telegram")) as serving:
        lost.lost.set()
        await until(lambda: serving.supervisor.ended)
        status, told = await look(serving, "health")
        assert (status, told["status"]) == (503, "failing")
        assert told["platforms"] == {"discord": ENDED, "telegram": SERVING}


async def test_health_fails_when_the_store_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_: Boards) -> int:
        raise OSError("the disk is gone")

    async with running(tmp_path, Foreign()) as serving:
        monkeypatch.setattr(Boards, "count_boards_behind", broken)
        status, told = await look(serving, "health")
        assert (status, told["store"], told["boards_behind"]) == (503, "does not answer", None)
        status, numbers = await look(serving, "metrics")
        assert (status, "tischrand_boards_behind NaN" in numbers) == (200, True)
        assert 'tischrand_errors_total{kind="OSError"} 2.0' in numbers
    assert "the disk is gone" in caplog.text


async def test_health_says_what_keeps_presses_from_counting_and_nothing_is_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.health.TRIED_EVERY", 0.0)
    async with running(tmp_path, Foreign()) as serving:
        file = tmp_path / STORE_FILE
        file.rename(tmp_path / "aside")
        status, told = await look(serving, "health")
        assert (status, told["status"]) == (503, "failing")
        assert told["store"].startswith(f"{file} was deleted or replaced while it was open")
        status, ready = await look(serving, "ready")
        assert (status, ready) == (503, json.dumps({"ready": False, "store": told["store"]}))
        (tmp_path / "aside").rename(file)
        assert [(await look(serving, page))[0] for page in ("health", "ready")] == [200, 200]


async def test_whether_the_store_takes_anything_is_tried_every_few_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[None] = []

    async def trial(_: Boards) -> None:
        tried.append(None)

    monkeypatch.setattr("bot.runtime.health.TRIED_EVERY", 1e9)
    monkeypatch.setattr(Store, "try_writing", trial)
    async with running(tmp_path, Foreign()) as serving:
        await asyncio.gather(*(look(serving, page) for page in ("health", "ready") * 5))
        assert len(tried) == 1


async def test_metrics_tell_presses_platforms_and_boards_behind(tmp_path: Path) -> None:
    adapter = Foreign("discord")
    async with running(tmp_path, adapter) as serving:
        await challenge(adapter)
        adapter.lost.set()
        status, numbers = await look(serving, "metrics")
        assert status == 200
        press = 'outcome="posted",platform="discord",request="OfferChallenge"'
        for line in (
            f"tischrand_presses_total{{{press}}} 1.0",
            'tischrand_press_seconds_count{platform="discord"} 1.0',
            'tischrand_platform_connected{platform="discord"} 0.0',
            "tischrand_boards_behind 1.0",
            "tischrand_deadlines_overdue 0.0",
            "tischrand_matches_running 0.0",
            "tischrand_people 1.0",
            "tischrand_backup_age_seconds NaN",
        ):
            assert line in numbers.splitlines()
        assert "tischrand_database_bytes" in numbers
        assert "tischrand_database_bytes NaN" not in numbers


async def test_boards_that_fell_behind_are_brought_up_to_date_when_the_platform_is_there(
    tmp_path: Path,
) -> None:
    async with bot_service(settings(tmp_path), adapters=[adapter := Foreign()]):
        await challenge(adapter)
    adapter = Foreign()
    async with running(tmp_path, adapter):
        await until(lambda: adapter.posted)
    ((chat, board),) = adapter.posted
    assert chat == CHANNEL
    assert board.rows


async def test_no_platform_waits_for_another_to_catch_up(tmp_path: Path) -> None:
    """What is behind on one that serves is shown, though another cannot be reached."""
    async with bot_service(settings(tmp_path), adapters=[adapter := Foreign(), Foreign("telegram")]):
        await challenge(adapter)
    adapter, away = Foreign(), Foreign("telegram")
    away.may_start.clear()
    async with bot_service(settings(tmp_path), adapters=[adapter, away]) as serving:
        await serving.start()
        assert serving.names == "discord as Table#0"
        await until(lambda: adapter.posted)
        status, told = await look(serving, "health")
        assert (status, told["platforms"]) == (200, {"discord": SERVING, "telegram": STARTING})
        away.may_start.set()
        await until(lambda: len(serving.supervisor.reached) == 2)
        assert serving.names == "discord as Table#0, telegram as Table#0"


async def test_a_board_waits_for_its_platform_and_shows_what_is_newest_then(tmp_path: Path) -> None:
    """Nobody writes to a platform that was not reached yet; and nothing old is written afterwards."""
    adapter, away = Foreign(), Foreign("telegram")
    away.may_start.clear()
    async with bot_service(settings(tmp_path), adapters=[adapter, away]) as serving:
        await serving.start()
        door = serving.supervisor.guarded["telegram"]
        waiting = asyncio.create_task(door.post(CHANNEL, Screen("old"), "n1"))
        await until(lambda: away.told)
        assert not waiting.done()
        away.may_start.set()
        with pytest.raises(RetryLater) as again:
            await waiting
        assert (again.value.after, away.posted) == (0.0, [])
        await door.post(CHANNEL, Screen("new"), "n1")
        assert [message.text for _, message in away.posted] == ["new"]


async def test_a_bot_is_ready_from_the_first_platform_on_until_it_begins_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.supervisor.STOP_WITHIN", 60)
    adapter = Foreign("discord")
    async with AsyncExitStack() as running:
        serving = await running.enter_async_context(bot_service(settings(tmp_path), adapters=[adapter]))
        assert await look(serving, "ready") == (503, '{"ready": false}')
        await serving.start()
        assert await look(serving, "ready") == (200, '{"ready": true}')
        adapter.may_leave.clear()  # as while presses are being answered
        stopping = asyncio.create_task(running.aclose())
        await until(lambda: "stop" in adapter.told)
        assert await look(serving, "ready") == (503, '{"ready": false}')
        adapter.may_leave.set()
        await stopping


async def test_a_stop_leaves_the_platform_and_lets_go_of_the_store(tmp_path: Path) -> None:
    adapter = Foreign()
    async with running(tmp_path, adapter) as serving:
        address = serving.monitor.address if serving.monitor else ""
        with pytest.raises(UnusableDatabase, match="open in another process"):
            await open_store(tmp_path / STORE_FILE)
    assert adapter.told[-1] == "gone"
    await (await open_store(tmp_path / STORE_FILE)).close()
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(f"{address}/health")


@pytest.mark.parametrize("earlier", [False, True])
async def test_the_data_folder_is_for_its_owner_alone(tmp_path: Path, earlier: bool) -> None:
    folder = tmp_path / "a" / "b"
    if earlier:
        folder.mkdir(parents=True, mode=0o755)
        (folder / STORE_FILE).touch()
    async with running(folder, Foreign()):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


async def test_the_monitor_turns_away_a_name_that_was_bound_to_its_address(tmp_path: Path) -> None:
    """DNS rebinding: the browser believes that it talks to the other site."""
    async with running(tmp_path, Foreign()) as serving, aiohttp.ClientSession() as session:
        assert serving.monitor
        for page in ("health", "metrics"):
            headers = {"Host": "evil.example"}
            async with session.get(f"{serving.monitor.address}/{page}", headers=headers) as response:
                assert response.status == 421


async def test_a_taken_monitor_port_is_an_error_and_the_store_is_free_again(tmp_path: Path) -> None:
    async with running(tmp_path / "one", Foreign()) as serving:
        assert serving.monitor
        port = int(serving.monitor.address.rpartition(":")[2])
        again = settings(tmp_path / "two").model_copy(update={"monitor_port": port})
        with pytest.raises(OSError, match="address already in use"):
            async with bot_service(again, adapters=[Foreign()]):
                raise AssertionError("it runs")
    await (await open_store(tmp_path / "two" / STORE_FILE)).close()
