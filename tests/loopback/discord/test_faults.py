"""The loopback Discord breaks when it is told to, and a true client library notices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import pytest_asyncio

from tests.loopback.discord.bare_setup import Table, seated
from tests.loopback.discord.faults import When
from tests.loopback.discord.server import DiscordServer


@pytest_asyncio.fixture
async def table() -> AsyncIterator[Table]:
    async with seated() as table:
        yield table


async def test_a_rate_limit_is_told_and_obeyed(table: Table) -> None:
    place = table.bot.get_partial_messageable(table.channel.id)
    route = "/channels/{channel_id}/messages"
    table.server.rates.narrow("POST", route, limit=3, per=0.2)
    table.server.faults.limit("POST", "/messages$", retry_after=0.01)
    await place.send("after a refusal")
    assert [call.status for call in table.server.log.since(0, "POST", route)] == [429, 200]
    table.server.faults.limit("POST", "/messages$", via=False)
    with pytest.raises(discord.HTTPException, match="429"):
        await place.send("refused by Cloudflare")
    mark = table.server.log.mark()
    await asyncio.gather(*(place.send(f"word {number}") for number in range(5)))
    assert {call.status for call in table.server.log.since(mark)} == {200}
    assert len(table.ada.messages()) == 6


async def test_a_limit_that_is_not_obeyed_refuses(table: Table) -> None:
    table.server.rates.narrow("GET", "/users/@me", limit=1, per=60)
    headers = {"Authorization": f"Bot {table.server.token}"}
    async with aiohttp.ClientSession(headers=headers) as raw:
        seen = []
        for _ in range(2):
            async with raw.get(f"{table.server.api_url}/users/@me") as answer:
                left = answer.headers["X-RateLimit-Remaining"]
                seen.append((answer.status, left, answer.headers.get("Via")))
    assert seen == [(200, "0", None), (429, "0", "1.1 google")]


async def test_edits_of_messages_older_than_an_hour_are_limited(table: Table) -> None:
    message = await table.bot.get_partial_messageable(table.channel.id).send("0")
    table.server.clock.advance(3601)
    for number in range(3):
        await message.edit(content=str(number))
    with pytest.raises(discord.HTTPException, match="30046"):
        await message.edit(content="one too many")
    table.server.clock.advance(6)
    await message.edit(content="later")
    assert table.ada.now(message.id).text == "later"


async def test_a_client_resumes_what_it_missed_and_starts_anew_when_it_must(table: Table) -> None:
    table.server.gateway.reconnect()
    await table.server.until(lambda: not table.server.gateway.connected)
    table.ada.use("play", table.channel, game="sato")
    missed = await table.bot.presses.get()
    await missed.response.send_message("not lost")
    assert (table.server.gateway.identified, table.server.gateway.resumed) == (1, 1)
    table.server.gateway.invalidate()
    await table.server.until(lambda: table.server.gateway.identified == 2)
    await (await table.play()).response.send_message("here again")
    await table.ben.sees(table.channel, "here again")


@pytest.mark.parametrize(("when", "arrives"), [("before", 0), ("after", 1)])
async def test_a_connection_can_be_dropped_before_or_after_the_effect(
    table: Table, when: When, arrives: int
) -> None:
    table.server.faults.drop("POST", "/messages$", when=when)
    with pytest.raises(aiohttp.ClientError):
        await table.bot.get_partial_messageable(table.channel.id).send("perhaps")
    assert len(table.ada.messages()) == arrives


@pytest.mark.parametrize(("when", "arrives"), [("before", 0), ("after", 1)])
async def test_a_breakdown_may_hide_what_was_done(table: Table, when: When, arrives: int) -> None:
    fault = table.server.faults.fail("POST", "/messages$", 503, when=when)
    place = table.bot.get_partial_messageable(table.channel.id)
    with pytest.raises(discord.DiscordServerError):
        await place.send("perhaps", nonce="one")
    assert (len(table.ada.messages()), fault.struck) == (arrives, 1)
    await place.send("perhaps", nonce="one")
    assert len(table.ada.messages()) == 1


async def test_a_silent_client_is_closed_and_a_wrong_token_turned_away() -> None:
    async with DiscordServer() as server, aiohttp.ClientSession() as raw:
        server.gateway.heartbeat_s = 0.02
        async with raw.ws_connect(server.gateway_url) as socket:
            assert (await socket.receive_json())["op"] == 10
            assert (await socket.receive()).data == 4009
        async with raw.ws_connect(server.gateway_url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 0, "properties": {}}})
            assert (await socket.receive()).data == 4004
        async with raw.get(f"{server.api_url}/users/@me", headers={"Authorization": "Bot wrong"}) as answer:
            assert (answer.status, await answer.json()) == (401, {"message": "401: Unauthorized", "code": 0})
