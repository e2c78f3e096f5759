"""`tischrand run`, `play` and `doctor` as the host has them: processes, signals, exit codes, output."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress

import aiohttp
import pytest
from yarl import URL

from tests.bot.platforms.web.guest import Guest
from tests.bot.platforms.web.visitor import labels, visitors
from tests.bot.runtime.command_line import NO_TOKEN, Process, free_port, line_with, stopped, visit
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import Channel
from tests.loopback.telegram.server import TelegramServer

AUTHENTICATION_FAILED = 4004  # with which Discord's gateway closes


@pytest.fixture
def nowhere() -> Iterator[str]:
    """An address at which nobody answers."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{deaf.getsockname()[1]}/api/v10"


def in_a_channel(discord: DiscordServer) -> tuple[Person, Channel]:
    """Ada, and a channel of a server where the bot is."""
    ada = discord.person("Ada")
    return ada, discord.channel(discord.guild("Club", ada), "games")


async def challenged(telegram: TelegramServer) -> None:
    """Somebody types a command in a group, and sees what it does."""
    ada = telegram.person("Ada")
    club = telegram.group("Club", ada)
    ada.say(club, "/play sahara")
    assert "Accept" in (await ada.sees(chat=club)).labels


@pytest.mark.parametrize("platform", ["Telegram", pytest.param("Discord", marks=pytest.mark.long)])
async def test_a_refused_token_ends_it_in_words(
    tischrand: Process, discord: DiscordServer, telegram: TelegramServer, platform: str
) -> None:
    """And repeats it nowhere, however much is logged."""
    settings = (discord if platform == "Discord" else telegram).environment
    refused = {**settings, f"{platform.upper()}_TOKEN": NO_TOKEN}
    loud = {"TISCHRAND_LOG_LEVEL": "DEBUG", "PYTHONDEVMODE": "1"}
    code, output, errors = await tischrand.run("run", **refused, **loud)
    assert (code, output) == (2, "")
    assert f"{platform} refuses the token" in errors
    assert "Traceback" not in errors
    assert NO_TOKEN not in errors


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "why"),
    [(4004, "Discord refuses the token"), (4014, "the intents"), (4013, "the intents")],
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
    ada, channel = in_a_channel(discord)
    process = await tischrand.begin("run", TISCHRAND_LOG_LEVEL="WARNING", **discord.environment)
    ready = await line_with(process.stdout, "")
    assert ready.startswith(f"Tischrand is ready: discord as {discord.world.bot.name.lower()}#")
    await discord.connected("play")
    assert "Accept" in (await (await ada.use("play", channel, game="sahara")).reply()).labels
    code, errors = await stopped(process, name)
    assert (code, errors) == (0, "")
    process = await tischrand.begin("run", **discord.environment)
    await line_with(process.stdout, "ready")
    assert (await stopped(process, name))[0] == 0


@pytest.mark.long
async def test_a_press_in_flight_is_finished_before_the_end(
    tischrand: Process, discord: DiscordServer
) -> None:
    ada, channel = in_a_channel(discord)
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
async def test_a_bot_that_discord_throws_out_for_good_ends_with_an_error(
    tischrand: Process, discord: DiscordServer
) -> None:
    process = await tischrand.begin("run", **discord.environment)
    await discord.connected("play")
    for session in discord.gateway.connected:
        if session.link:
            session.link.close(AUTHENTICATION_FAILED)
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert "discord has ended for good: Discord refuses the token" in errors.decode()
    assert discord.token not in errors.decode()


@pytest.mark.long
async def test_a_second_signal_stops_it_at_once(tischrand: Process, discord: DiscordServer) -> None:
    ada, channel = in_a_channel(discord)
    process = await tischrand.begin("run", TISCHRAND_MONITOR_PORT="0", **discord.environment)
    await discord.connected("play")
    answer = discord.faults.hold("POST", "/callback", "after")
    _ = ada.use("play", channel, game="sahara")
    await answer.arrived.wait()
    ended = asyncio.ensure_future(process.wait())
    while not ended.done():  # signals of one kind that come at the same time count as one
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGTERM)
        await asyncio.wait({ended}, timeout=0.05)  # thousands at a time would lock up Python itself
    assert await ended == -signal.SIGTERM


@pytest.mark.long
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


@pytest.mark.long
async def test_by_webhook_it_serves_as_well(tischrand: Process, telegram: TelegramServer) -> None:
    port = free_port()
    hook = {
        "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{port}/table",
        "TELEGRAM_WEBHOOK_PORT": str(port),
        "TELEGRAM_WEBHOOK_SECRET": "the-secret-of-this-webhook",
    }
    process = await tischrand.begin("run", **telegram.environment, **hook)
    await telegram.connected("play")
    assert telegram.webhook.hook
    assert telegram.webhook.hook.secret == hook["TELEGRAM_WEBHOOK_SECRET"]
    await challenged(telegram)
    code, output, _ = await tischrand.run("doctor", **telegram.environment, **hook)
    assert (code, "Telegram sends the updates to TELEGRAM_WEBHOOK_URL" in output) == (0, True)
    code, errors = await stopped(process, signal.SIGTERM)
    assert (code, hook["TELEGRAM_WEBHOOK_SECRET"] in errors) == (0, False)


async def test_all_three_platforms_are_served_by_one_process(
    tischrand: Process, discord: DiscordServer, telegram: TelegramServer
) -> None:
    """A match begins on the web, where its code is shown, and is joined on Telegram; Discord has its own."""
    process = await tischrand.begin(
        "run",
        TISCHRAND_WEB="true",
        TISCHRAND_PORT="0",
        TISCHRAND_MONITOR_PORT="0",
        **discord.environment,
        **telegram.environment,
    )
    monitor = (await line_with(process.stderr, "monitor")).split()[-1]
    ready = await line_with(process.stdout, "ready")
    logged = await line_with(process.stderr, "the bot is on web")
    kept = tischrand.data / "web-address"
    page = kept.read_text().strip()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert str(kept) in ready
    assert page.partition("token=")[2] not in logged + ready
    await discord.connected("play")
    await telegram.connected("play")
    status, platforms = await visit(monitor, "health")
    assert status == 200
    assert set(platforms) == {"discord", "telegram", "web"}
    ada, channel = in_a_channel(discord)
    assert "Accept" in (await (await ada.use("play", channel, game="sahara")).reply()).labels
    await challenged(telegram)
    async with visitors(page, "Ben") as (ben,):
        await ben.type("/play sahara")
        assert "Accept" in labels(ben.board())
    assert (await stopped(process, signal.SIGTERM))[0] == 0


async def test_while_trying_out_somebody_beside_you_plays_by_a_link(tischrand: Process) -> None:
    """On a page of this computer; after the end it is the public page, for names of this computer only."""
    process = await tischrand.begin("play", "--port", "0", "--no-browser")
    chat = (await line_with(process.stdout, "ready")).split()[3]
    async with visitors(chat, "Ada") as (ada,), aiohttp.ClientSession() as session:
        await ada.type("/play sahara link begins=you")
        link = URL(re.findall(r"http://127\.0\.0\.1:\S+", ada.notes[-1]["text"])[0])
        async with session.ws_connect(link / "ws", origin=str(link.origin())) as socket:
            zoe = Guest(socket)
            await zoe.open(seat=link.fragment.removeprefix("seat="), name="Zoe", browser="z" * 43)
            await zoe.until("edit")
            await zoe.press(zoe.labels()[0])
            await ada.until(lambda: "Zoe sowed" in ada.board()["text"])
            await zoe.press("More")
            await zoe.press("Resign", on="note")
            await zoe.press("Yes, resign", on="note")
            await ada.until(lambda: ada.board()["board"] == "over")
            await ada.press(ada.board(), "More")
        page = link.origin().join(URL(ada.notes[-1]["links"][-1]["url"]))
        async with session.get(page) as answer:
            assert (answer.status, "Zoe" in await answer.text()) == (200, True)
        async with session.get(page, headers={"Host": f"elsewhere.example:{link.port}"}) as answer:
            assert answer.status == 421
    assert await stopped(process, signal.SIGTERM) == (0, "")
