"""Several processes of one bot on Telegram: an update is answered once, and one of them fetches."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import aiohttp
import pytest

from bot.delivery.claims import HELD_FOR, LATE, Claims
from bot.delivery.shared_values import SharedValues
from bot.interface import Alone, Screen
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.telegram.pace import ASKED, Pace
from bot.platforms.telegram.spec import TELEGRAM, TelegramSettings
from bot.platforms.telegram.updates import SECRET_HEADER, Webhook
from storage.errors import StoreUnavailable
from storage.jobs import Claim
from storage.postgres.database import open_store
from storage.sql.store import Store
from tests.bot.conftest import Scripted
from tests.bot.platforms.telegram.setup import Stage, stage
from tests.bot.platforms.telegram.test_updates import ROWS
from tests.bot.scripted_platform import until
from tests.loopback.core.clock import Clock
from tests.loopback.telegram.limits import Flood, Limits
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.world import Chat as PlaceOfMany
from tests.storage.postgres.server import prepared
from tests.storage.sqlite.prepared import opened

SECRET = "the-secret"  # noqa: S105


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await opened(tmp_path / "play.db")
    yield store
    await store.close()


class Worker(Scripted):
    """The bot in one of several processes, as an adapter sees it."""

    now = 1000

    def __init__(self, store: Store) -> None:
        super().__init__()
        store.shared = True
        self._claims, self._values = Claims(store, lambda: self.now), SharedValues(store)

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        return await self._claims.once(name, do)

    async def change_shared(self, name: str, change: Callable[[str], str]) -> None:
        await self._values.change(name, change)

    def alone(self, name: str, among: str = "") -> AbstractAsyncContextManager[Alone]:
        return self._claims.alone(name, among)


def hook() -> Webhook:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    return Webhook(f"http://127.0.0.1:{port}/telegram", SECRET, port=port)


def asks_for_help(there: Stage) -> dict[str, object]:
    """An update that the server brings to nobody by itself."""
    who = {"id": there.ada.id, "is_bot": False, "first_name": "Ada"}
    chat = {"id": there.ada.id, "type": "private", "first_name": "Ada"}
    return {
        "update_id": 77,
        "message": {"message_id": 5, "date": 0, "chat": chat, "from": who, "text": "/help"},
    }


async def bring(update: dict[str, object], *workers: Webhook) -> list[int]:
    """Bring an update to each worker at once; gives how each answers."""
    async with aiohttp.ClientSession(headers={SECRET_HEADER: SECRET}) as session:

        async def to(worker: Webhook) -> int:
            async with session.post(worker.url, json=update) as answer:
                return answer.status

        return list(await asyncio.gather(*map(to, workers)))


async def test_an_update_that_comes_to_two_workers_is_answered_by_one(store: Store) -> None:
    hooks = hook(), hook()
    fronts = [Worker(store), Worker(store)]
    async with stage(fronts[0], webhook=hooks[0]) as there:
        second = TelegramAdapter(there.telegram.token, there.telegram.url, webhook=hooks[1])
        second.connect(fronts[1])
        await second.start()
        first = await bring(asks_for_help(there), *hooks)
        assert 200 in first
        assert set(first) <= {200, 503}  # whoever comes while it is being answered comes again
        assert await bring(asks_for_help(there), *hooks) == [200, 200]
        assert sum(len(front.asked) for front in fronts) == 1
        await second.stop()


async def test_an_update_whose_worker_died_of_it_is_answered_when_it_comes_again_later(store: Store) -> None:
    there_is = hook()
    front = Worker(store)
    async with stage(front, webhook=there_is) as there:
        await store.jobs.hold("telegram 77", Claim("a dead process", front.now, front.now + HELD_FOR))
        assert await bring(asks_for_help(there), there_is) == [503]
        front.now += HELD_FOR
        assert await bring(asks_for_help(there), there_is) == [200]
        assert len(front.asked) == 1


async def test_of_two_that_fetch_updates_one_stands_by_until_the_other_is_gone(
    monkeypatch: pytest.MonkeyPatch, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.delivery.claims.STANDS_BY_FOR", 0.01)
    monkeypatch.setattr("bot.platforms.telegram.updates.SOON", 0.0)
    first, other = Worker(store), Worker(store)
    async with stage(first) as there:
        second = TelegramAdapter(there.telegram.token, there.telegram.url)
        second.connect(other)
        await second.start()
        shown = await there.posted(Screen("challenge", rows=ROWS))
        await there.ada.press(shown, "No")
        assert (there.adapter.connected, second.connected) == (True, False)
        assert (len(first.asked), other.asked) == (1, [])
        await there.adapter.stop()
        await there.ada.press(shown, "No")
        assert (len(first.asked), len(other.asked)) == (1, 1)
        await second.stop()
    assert "TELEGRAM_WEBHOOK_URL" in caplog.text
    assert "another program" not in caplog.text


async def test_a_process_that_was_suspended_fetches_nothing_until_the_other_has_gone(
    monkeypatch: pytest.MonkeyPatch,
    store: Store,
) -> None:
    """It hears no press before it knows that it is for it."""
    monkeypatch.setattr("bot.delivery.claims.STANDS_BY_FOR", 0.01)
    monkeypatch.setattr("bot.platforms.telegram.updates.STANDS_BY", 0.01)
    first, other = Worker(store), Worker(store)
    async with stage(first) as there:
        second = TelegramAdapter(there.telegram.token, there.telegram.url)
        second.connect(other)
        await second.start()
        shown = await there.posted(Screen("challenge", rows=ROWS))
        await there.ada.press(shown, "No")
        assert (len(first.asked), len(other.asked)) == (1, 0)
        other.now += HELD_FOR + 1
        await until(lambda: second.connected)
        first.now = other.now  # it goes on after so long, amid a poll
        await there.ada.press(shown, "No")
        await there.ada.press(shown, "No")
        assert len(first.asked) == 1
        assert len({asked.press for asked in (*first.asked, *other.asked)}) == 3
        assert (there.adapter.connected, second.connected) == (False, True)
        await second.stop()
        first.now += LATE + 1
        await there.ada.press(shown, "No")
        assert len({asked.press for asked in first.asked}) == 2


async def test_who_fetches_takes_no_webhook_away_from_workers_that_listen(
    monkeypatch: pytest.MonkeyPatch,
    store: Store,
) -> None:
    monkeypatch.setattr("bot.delivery.claims.STANDS_BY_FOR", 0.01)
    listening, fetching = Worker(store), Worker(store)
    async with stage(listening, webhook=hook()) as there:
        second = TelegramAdapter(there.telegram.token, there.telegram.url)
        second.connect(fetching)
        await second.start()
        shown = await there.posted(Screen("challenge", rows=ROWS))
        await there.ada.press(shown, "No")
        assert there.telegram.webhook.hook is not None
        assert (len(listening.asked), fetching.asked) == (1, [])
        await second.stop()


async def test_all_workers_have_the_same_secret_and_another_bot_another_one() -> None:
    secrets = []
    for token in ("1234567:" + "a" * 35, "1234567:" + "a" * 35, "1234567:" + "b" * 35):
        async with TelegramServer() as telegram:
            telegram.token = token
            given = {
                "TELEGRAM_TOKEN": token,
                "TELEGRAM_API_URL": telegram.url,
                "TELEGRAM_WEBHOOK_URL": "http://127.0.0.1/hook",
                "TELEGRAM_WEBHOOK_PORT": "0",
            }
            worker = await TELEGRAM.build(TelegramSettings.model_validate(given), None)  # type: ignore[arg-type]
            worker.connect(Scripted())
            await worker.start()
            assert telegram.webhook.hook is not None
            secrets.append(telegram.webhook.hook.secret)
            await worker.stop()
    assert secrets[0] == secrets[1] != secrets[2]
    assert secrets[0].isalnum()


async def test_who_stands_by_while_the_database_is_away_goes_on_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
    store: Store,
) -> None:
    monkeypatch.setattr("bot.delivery.claims.STANDS_BY_FOR", 0.0)
    asked = 0
    hold = store.jobs.hold

    async def away_at_first(name: str, claim: Claim) -> bool:
        nonlocal asked
        asked += 1
        if asked < 4:
            raise StoreUnavailable
        return await hold(name, claim)

    monkeypatch.setattr(store.jobs, "hold", away_at_first)
    front = Worker(store)
    async with stage(front) as there:
        shown = await there.posted(Screen("challenge", rows=ROWS))
        await there.ada.press(shown, "No")
        assert (len(front.asked), asked) == (1, 4)


async def test_what_a_process_has_written_in_a_group_is_known_to_the_next_one(tmp_path: Path) -> None:
    """Also where no two of them ever run at the same time."""
    clock = Clock()
    for written in (True, False):
        store = await opened(tmp_path / "play.db")
        pace = Pace(clock.now, SharedValues(store).change)
        waits = [await pace.take("-1001", f"asked {number}", asked=True) for number in range(ASKED)]
        assert [wait == 0 for wait in waits] == [written] * ASKED
        await store.close()


@pytest.mark.long
async def test_three_processes_write_no_more_in_a_group_than_telegram_takes_and_as_soon_as_one() -> None:
    """Each board is pressed three seconds after it has changed; any process may hear that."""
    url, clock, chance = await prepared(), Clock(), random.Random(1)
    stores = [await open_store(url) for _ in range(3)]
    paces = [Pace(clock.now, SharedValues(store).change) for store in stores]
    group, limits, waits = PlaceOfMany(-1001, "supergroup"), Limits(clock, Flood()), list[float]()
    pressed = {f"board {number}": (clock.now() + 3.0, paces[number]) for number in range(3)}

    async def show(board: str) -> None:
        at, pace = pressed[board]
        if await pace.take(str(group.id), board):
            return
        limits.count(group)  # raises a Refusal at the twenty-first of a minute
        waits.append(clock.now() - at)
        pressed[board] = (clock.now() + 3.0, chance.choice(paces))

    end = clock.now() + 180.0
    while clock.now() < end:
        await asyncio.gather(*(show(board) for board, (at, _) in pressed.items() if at <= clock.now()))
        clock.advance(0.25)
    for store in stores:
        await store.close()
    assert len(waits) > 40
    assert sorted(waits)[-2] <= 12.0
