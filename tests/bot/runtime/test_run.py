"""`tischrand run` and `tischrand doctor` as the host has them: processes, signals, exit codes, output."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import pytest
import pytest_asyncio

from tests.bot.runtime.command_line import NO_TOKEN, Process, line_with, stopped, visit
from tests.loopback.discord.server import DiscordServer

AUTHENTICATION_FAILED = 4004  # with which Discord's gateway closes


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    async with DiscordServer(guard_s=30.0) as server:
        yield server
        assert server.complaints == []


@pytest.fixture
def nowhere() -> Iterator[str]:
    """An address at which nobody answers."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{deaf.getsockname()[1]}/api/v10"


async def test_a_refused_token_ends_it_in_words(tischrand: Process, discord: DiscordServer) -> None:
    """And repeats it nowhere, however much is logged."""
    loud = {"DISCORD_TOKEN": NO_TOKEN, "TISCHRAND_LOG_LEVEL": "DEBUG", "PYTHONDEVMODE": "1"}
    code, output, errors = await tischrand.run("run", **{**discord.environment, **loud})
    assert (code, output) == (2, "")
    assert "Discord refuses the token" in errors
    assert "Traceback" not in errors
    assert NO_TOKEN not in errors


@pytest.mark.parametrize(
    ("code", "why"),
    [
        pytest.param(4004, "Discord refuses the token", marks=pytest.mark.long),
        (4014, "the intents"),
        pytest.param(4013, "the intents", marks=pytest.mark.long),
    ],
)
async def test_a_gateway_that_shuts_the_bot_out_ends_it_in_words(
    tischrand: Process, discord: DiscordServer, monkeypatch: pytest.MonkeyPatch, code: int, why: str
) -> None:
    monkeypatch.setattr(discord.gateway, "_identify", lambda link, _: link.close(code))
    exit_code, output, errors = await tischrand.run("run", **discord.environment)
    assert (exit_code, output) == (2, "")
    assert why in errors
    assert discord.token not in errors


@pytest.mark.parametrize("name", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
async def test_it_serves_and_stops_cleanly(
    tischrand: Process, discord: DiscordServer, name: signal.Signals
) -> None:
    ada = discord.person("Ada")
    channel = discord.channel(discord.guild("Club", ada), "games")
    process = await tischrand.begin("run", TISCHRAND_LOG_LEVEL="WARNING", **discord.environment)
    ready = await line_with(process.stdout, "")
    assert ready.startswith(f"Tischrand is ready: discord as {discord.world.bot.name.lower()}#")
    await discord.connected("play")
    board = await (await ada.use("play", channel, game="sahara")).reply()
    assert "Accept" in board.labels
    code, errors = await stopped(process, name)
    assert (code, errors) == (0, "")
    process = await tischrand.begin("run", **discord.environment)
    await line_with(process.stdout, "ready")
    assert (await stopped(process, name))[0] == 0


async def test_a_press_in_flight_is_finished_before_the_end(
    tischrand: Process, discord: DiscordServer
) -> None:
    ada = discord.person("Ada")
    channel = discord.channel(discord.guild("Club", ada), "games")
    process = await tischrand.begin("run", **discord.environment)
    await discord.connected("play")
    answer = discord.faults.hold("POST", "/callback")
    asked = ada.use("play", channel, game="sahara")
    await answer.arrived.wait()
    process.send_signal(signal.SIGTERM)
    answer.release()
    assert (await (await asked).reply()).labels
    _, errors = await process.communicate()
    assert process.returncode == 0
    assert "Traceback" not in errors.decode()


@pytest.mark.long
async def test_a_press_that_never_ends_holds_nothing_up(tischrand: Process, discord: DiscordServer) -> None:
    ada = discord.person("Ada")
    channel = discord.channel(discord.guild("Club", ada), "games")
    process = await tischrand.begin("run", **discord.environment)
    await discord.connected("play")
    answer = discord.faults.hold("POST", "/callback", "after")
    _ = ada.use("play", channel, game="sahara")
    await answer.arrived.wait()
    code, errors = await stopped(process, signal.SIGTERM)
    assert (code, "Traceback" in errors) == (0, False)
    assert answer.waiting  # it was never answered


async def test_a_bot_that_is_thrown_out_for_good_ends_with_an_error(
    tischrand: Process, discord: DiscordServer
) -> None:
    """The token was reset meanwhile: whoever keeps the process running learns it by the exit code."""
    process = await tischrand.begin("run", **discord.environment)
    await discord.connected("play")
    for session in discord.gateway.connected:
        if session.link:
            session.link.close(AUTHENTICATION_FAILED)
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert "discord has ended for good: Discord refuses the token" in errors.decode()
    assert discord.token not in errors.decode()


async def test_a_second_signal_stops_it_at_once(tischrand: Process, discord: DiscordServer) -> None:
    ada = discord.person("Ada")
    channel = discord.channel(discord.guild("Club", ada), "games")
    process = await tischrand.begin("run", TISCHRAND_MONITOR_PORT="0", **discord.environment)
    await discord.connected("play")
    answer = discord.faults.hold("POST", "/callback", "after")
    _ = ada.use("play", channel, game="sahara")
    await answer.arrived.wait()
    ended = asyncio.ensure_future(process.wait())
    while not ended.done():  # signals of one kind that come at the same time count as one
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGTERM)
        await asyncio.sleep(0)
    assert await ended == -signal.SIGTERM


async def test_a_discord_that_is_away_is_tried_again_and_a_signal_ends_the_waiting(
    tischrand: Process, nowhere: str
) -> None:
    token = NO_TOKEN
    process = await tischrand.begin(
        "run",
        DISCORD_TOKEN=token,
        DISCORD_API_URL=nowhere,
        TISCHRAND_MONITOR_PORT="0",
        TISCHRAND_LOG_FORMAT="json",
    )
    address = json.loads(await line_with(process.stderr, "monitor"))["message"].split()[-1]
    first = json.loads(await line_with(process.stderr, "next try"))
    assert (first["level"], first["platform"]) == ("WARNING", "discord")
    assert (await visit(address, "health")) == (200, {"discord": {"connected": False, "state": "starting"}})
    await line_with(process.stderr, "next try in 2 s")
    code, errors = await stopped(process, signal.SIGTERM)
    assert (code, "Traceback" in errors) == (0, False)


@pytest.mark.long
async def test_a_bot_that_waits_starts_when_discord_is_there(
    tischrand: Process, discord: DiscordServer
) -> None:
    discord.faults.drop("GET", "/users/@me", times=2)
    process = await tischrand.begin("run", **discord.environment)
    await line_with(process.stderr, "next try in 1 s")
    await line_with(process.stdout, "ready")
    assert (await stopped(process, signal.SIGTERM))[0] == 0


async def test_beside_a_running_bot_the_doctor_finds_all_well_and_a_second_bot_is_refused(
    tischrand: Process, discord: DiscordServer
) -> None:
    process = await tischrand.begin("run", **discord.environment)
    await line_with(process.stdout, "ready")
    code, output, errors = await tischrand.run("doctor", **discord.environment)
    assert (code, errors) == (0, "")
    assert {line.split()[0] for line in output.splitlines()} == {"ok", "note"}
    assert "a running bot has it open" in output
    assert discord.token not in output
    for other in ("run", "play"):
        code, _, errors = await tischrand.run(other, **discord.environment)
        assert (code, "is open in another process" in errors) == (2, True), other
    assert (await stopped(process, signal.SIGTERM))[0] == 0


async def test_the_doctor_tells_what_is_wrong_and_makes_nothing(tischrand: Process, nowhere: str) -> None:
    code, output, errors = await tischrand.run("doctor", DISCORD_TOKEN=NO_TOKEN, DISCORD_API_URL=nowhere)
    assert (code, errors) == (1, "")
    (wrong,) = [line for line in output.splitlines() if line.startswith("wrong")]
    assert "Discord does not answer" in wrong
    assert NO_TOKEN not in output
    assert not tischrand.data.exists()
