"""Interactions that Discord brings to an address of the bot's own, and shards in several processes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from nacl.signing import SigningKey

from bot.interface import Alone, Note, OfferChallenge, Screen
from bot.platforms.discord import client
from bot.platforms.discord.adapter import DiscordAdapter
from bot.platforms.discord.interaction_server import InteractionServer
from bot.platforms.discord.settings import Hearing, Shards, shards_of
from bot.platforms.spec import CannotStart
from tests.bot.conftest import OnlyOne, Scripted
from tests.bot.platforms.discord.setup import library_as_it_was, table
from tests.bot.runtime.command_line import free_port
from tests.bot.scripted_platform import until
from tests.loopback.discord.application import STAMP
from tests.loopback.discord.server import DiscordServer

NONE = Shards((), 1)


def brought(shards: Shards | None = NONE) -> Hearing:
    port = free_port()
    return Hearing(shards, f"http://127.0.0.1:{port}/discord", port)


async def post(url: str, body: bytes, key: SigningKey) -> tuple[int, bytes]:
    headers = {
        "X-Signature-Timestamp": STAMP,
        "X-Signature-Ed25519": key.sign(STAMP.encode() + body).signature.hex(),
    }
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, data=body, headers=headers) as response,
    ):
        return response.status, await response.read()


@pytest.mark.parametrize("shards", [NONE, None])
async def test_a_press_that_is_brought_is_answered_by_one_call_picture_included(
    tmp_path: Path, shards: Shards | None
) -> None:
    async with table(tmp_path, hearing=brought(shards)) as there:
        assert bool(there.discord.gateway.identified) == (shards is None)
        assert there.adapter.connected
        await there.begin("sahara")
        for _ in range(3):
            ((person, shown),) = there.to_press()
            mark = there.discord.log.mark()
            await person.press(shown, shown.labels[0])
            await there.settled()
            assert [call.route.rpartition("/")[2] for call in there.discord.log.since(mark)] == ["callback"]
            assert there.board().pictures


async def test_what_is_brought_twice_counts_once(tmp_path: Path) -> None:
    async with table(tmp_path, hearing=brought()) as there:
        asked = there.person("Ada").use("play", there.channel, game="sahara")
        await asked
        there.person("Ada").press_again(asked)
        await there.discord.application.stop()
        await there.answered()
        assert len(there.discord.messages(there.channel)) == 1


async def test_what_is_not_signed_by_discord_is_turned_away(tmp_path: Path) -> None:
    hearing = brought()
    assert hearing.url
    async with table(tmp_path, hearing=hearing) as there:
        key, command = there.discord.application.key, json.dumps({"type": 2}).encode()
        assert await post(hearing.url, command, SigningKey.generate()) == (401, b"")
        assert await post(hearing.url, b'{"type": 1}', key) == (200, b'{"type": 1}')
        for nonsense in (b"", b"[]", b'{"type": 3}', b"\xff"):
            assert (await post(hearing.url, nonsense, key))[0] == 400
        async with aiohttp.ClientSession() as session, session.post(hearing.url, data=command) as response:
            assert response.status == 401
        assert there.discord.messages(there.channel) == []


async def test_an_address_that_discord_does_not_reach_is_named() -> None:
    async with DiscordServer() as discord:
        url = f"http://127.0.0.1:{free_port()}/nobody-listens-here"
        adapter = DiscordAdapter(discord.token, discord.api_url, hearing=Hearing(NONE, url, 0))
        adapter.connect(Scripted())
        with library_as_it_was(), pytest.raises(CannotStart, match="DISCORD_INTERACTIONS_URL") as refused:
            await adapter.start()
        assert not refused.value.for_good
        assert not adapter.connected


async def test_an_address_that_the_bot_does_not_know_of_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with DiscordServer() as discord:
        discord.application.url = "https://example.org/"
        adapter = DiscordAdapter(discord.token, discord.api_url)
        adapter.connect(Scripted())
        with library_as_it_was():
            await adapter.start()
        assert "no press arrives" in caplog.text
        await adapter.stop()


async def test_each_shard_is_heard_by_one_process_alone() -> None:
    async with DiscordServer(shards=2) as discord:
        ada = discord.person("Ada")
        channels = [discord.channel(discord.guild(str(number), ada), "games") for number in range(4)]
        processes = [Scripted(), Scripted()]
        with library_as_it_was():
            adapters = []
            for number, process in enumerate(processes):
                adapter = DiscordAdapter(
                    discord.token, discord.api_url, hearing=Hearing(Shards((number,), 2))
                )
                process.on(OfferChallenge, Note(Screen("noted")))
                adapter.connect(process)
                await adapter.start()
                adapters.append(adapter)
            await discord.connected("play")
            for channel in channels:
                await ada.use("play", channel, game="sahara")
            for adapter in adapters:
                await adapter.stop()
        heard = [[one.chat.place.split("/")[0] for one in process.asked] for process in processes]
        assert sorted(heard[0] + heard[1]) == sorted(
            str(channel.guild.id) for channel in channels if channel.guild
        )
        assert all((int(guild) >> 22) % 2 == number for number in (0, 1) for guild in heard[number])


class OneAtATime(Scripted):
    """A process beside another one."""

    def __init__(self, lock: asyncio.Lock) -> None:
        super().__init__()
        self._lock, self.there = lock, OnlyOne()

    @asynccontextmanager
    async def alone(self, name: str, among: str = "") -> AsyncIterator[Alone]:
        async with self._lock:
            yield self.there


async def test_of_two_processes_with_the_same_shards_one_hears_them_and_the_other_when_that_is_gone(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "SOON", 0.01)
    async with DiscordServer() as discord:
        ada = discord.person("Ada")
        channel = discord.channel(discord.guild("Club", ada), "games")
        lock = asyncio.Lock()
        processes = [OneAtATime(lock), OneAtATime(lock)]
        adapters = [DiscordAdapter(discord.token, discord.api_url) for _ in processes]
        with library_as_it_was():
            for adapter, process in zip(adapters, processes, strict=True):
                process.on(OfferChallenge, Note(Screen("noted")))
                adapter.connect(process)
                await adapter.start()
            assert [adapter.connected for adapter in adapters] == [True, False]
            assert "TISCHRAND_SHARDS" in caplog.text
            await discord.connected("play")
            await ada.use("play", channel, game="sahara")
            assert [len(process.asked) for process in processes] == [1, 0]
            await adapters[0].stop()
            await until(lambda: adapters[1].connected)
            await ada.use("play", channel, game="sahara")
            assert [len(process.asked) for process in processes] == [1, 1]
            await adapters[1].stop()


async def test_what_the_gateway_brings_to_a_process_that_was_suspended_is_left_to_the_other() -> None:
    async with DiscordServer() as discord:
        ada = discord.person("Ada")
        channel = discord.channel(discord.guild("Club", ada), "games")
        front = OneAtATime(asyncio.Lock())
        front.on(OfferChallenge, Note(Screen("noted")))
        adapter = DiscordAdapter(discord.token, discord.api_url)
        adapter.connect(front)
        with library_as_it_was():
            await adapter.start()
            await discord.connected("play")
            front.there.known = False
            assert not adapter.connected
            ada.use("play", channel, game="sahara")
            await until(lambda: front.there.asked)
            assert front.asked == []
            front.there.known = True  # the other one has gone
            assert adapter.connected
            await ada.use("play", channel, game="sahara")
            assert len(front.asked) == 1
            await adapter.stop()


@pytest.mark.parametrize(
    ("text", "numbers", "of"), [("0-3/8", (0, 1, 2, 3), 8), ("2/8", (2,), 8), ("none", (), 1)]
)
def test_shards_are_written_as_a_range_of_all(text: str, numbers: tuple[int, ...], of: int) -> None:
    assert shards_of(text) == Shards(numbers, of)


@pytest.mark.parametrize("text", ["8/8", "3-1/8", "0-8/8", "1", "1/0", "a/b", "", "-1/8", "0-3", "١/٢"])
def test_what_is_no_range_of_shards_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="write 0-3/8 for the first four of eight"):
        shards_of(text)


async def test_what_is_taken_while_the_bot_stops_to_listen_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, hearing=brought()) as there:
        close = InteractionServer.close

        async def close_late(server: InteractionServer) -> None:
            await there.person("Ada").use("play", there.channel, game="sahara")
            await close(server)

        monkeypatch.setattr(InteractionServer, "close", close_late)
        await there.adapter.stop()
        assert len(there.discord.messages(there.channel)) == 1
