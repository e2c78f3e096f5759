"""`tischrand run` on several platforms: Telegram, Discord and the local web chat in one process."""

from __future__ import annotations

import signal
import socket
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.bot.platforms.web.visitor import labels, visitors
from tests.bot.runtime.command_line import NO_TOKEN, Process, line_with, stopped, visit
from tests.loopback.discord.server import DiscordServer
from tests.loopback.telegram.refusals import Refusal
from tests.loopback.telegram.server import TelegramServer


@pytest_asyncio.fixture
async def telegram() -> AsyncIterator[TelegramServer]:
    async with TelegramServer() as server:
        yield server
        assert server.unknown == []


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    async with DiscordServer(guard_s=30.0) as server:
        yield server
        assert server.complaints == []


async def challenged(telegram: TelegramServer) -> None:
    """Somebody types a command in a group, and sees what it does."""
    ada = telegram.person("Ada")
    club = telegram.group("Club", ada)
    ada.say(club, "/play sahara")
    assert "Accept" in (await ada.sees(chat=club)).labels


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_it_serves_on_telegram_and_stops_within_two_seconds(
    tischrand: Process, telegram: TelegramServer
) -> None:
    process = await tischrand.begin("run", TISCHRAND_LOG_LEVEL="WARNING", **telegram.environment)
    ready = await line_with(process.stdout, "")
    assert ready.startswith(f"Tischrand is ready: telegram as @{telegram.bot_name}")
    await telegram.connected("play")
    await challenged(telegram)
    code, errors = await stopped(process, signal.SIGTERM)
    assert (code, errors) == (0, "")


async def test_a_refused_token_of_telegram_ends_it_in_words(
    tischrand: Process, telegram: TelegramServer
) -> None:
    loud = {"TELEGRAM_TOKEN": NO_TOKEN, "TISCHRAND_LOG_LEVEL": "DEBUG", "PYTHONDEVMODE": "1"}
    code, output, errors = await tischrand.run("run", **{**telegram.environment, **loud})
    assert (code, output) == (2, "")
    assert "Telegram refuses the token" in errors
    assert "Traceback" not in errors
    assert NO_TOKEN not in errors


async def test_a_mistyped_token_at_the_first_start_does_not_take_the_database(
    tischrand: Process, telegram: TelegramServer
) -> None:
    mistyped = {"TELEGRAM_TOKEN": f"1{telegram.token}"}
    code, _, errors = await tischrand.run("run", **{**telegram.environment, **mistyped})
    assert (code, "Telegram refuses the token" in errors) == (2, True)
    for _ in range(2):
        process = await tischrand.begin("run", **telegram.environment)
        await line_with(process.stdout, "Tischrand is ready")
        await stopped(process, signal.SIGTERM)
    code, _, errors = await tischrand.run("run", **{**telegram.environment, **mistyped})
    assert (code, "another bot on Telegram" in errors) == (2, True)


async def test_a_token_that_is_taken_back_ends_it_and_is_the_cause_that_is_told(
    tischrand: Process, telegram: TelegramServer
) -> None:
    process = await tischrand.begin("run", **telegram.environment)
    await telegram.connected("play")
    telegram.faults.refuse("getUpdates", Refusal(401, "Unauthorized"))
    telegram.updates.end_poll()
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert "telegram has ended for good: Telegram refuses the token" in errors.decode()
    assert telegram.token not in errors.decode()


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


@pytest.mark.long
async def test_without_a_secret_of_its_own_each_start_says_the_same_one(
    tischrand: Process, telegram: TelegramServer
) -> None:
    seen = set()
    for _ in range(2):
        port = free_port()
        url = f"http://127.0.0.1:{port}/"
        hook = {"TELEGRAM_WEBHOOK_URL": url, "TELEGRAM_WEBHOOK_PORT": str(port)}
        process = await tischrand.begin("run", **telegram.environment, **hook)
        await line_with(process.stdout, "ready")
        assert telegram.webhook.hook
        seen.add(telegram.webhook.hook.secret)
        assert (await stopped(process, signal.SIGTERM))[0] == 0
    (secret,) = seen  # several workers have to agree on it
    assert secret is not None
    assert len(secret) > 30


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
    ada = discord.person("Ada")
    channel = discord.channel(discord.guild("Club", ada), "games")
    board = await (await ada.use("play", channel, game="sahara")).reply()
    assert "Accept" in board.labels
    await challenged(telegram)
    async with visitors(page, "Ben") as (ben,):
        await ben.type("/play sahara")
        assert "Accept" in labels(ben.board())
    assert (await stopped(process, signal.SIGTERM))[0] == 0


async def test_one_platform_that_is_away_holds_up_no_other(
    tischrand: Process, telegram: TelegramServer
) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{deaf.getsockname()[1]}/api/v10"
        process = await tischrand.begin(
            "run",
            DISCORD_TOKEN=NO_TOKEN,
            DISCORD_API_URL=nowhere,
            TISCHRAND_MONITOR_PORT="0",
            **telegram.environment,
        )
        monitor = (await line_with(process.stderr, "monitor")).split()[-1]
        assert "telegram as @" in await line_with(process.stdout, "ready")
        await challenged(telegram)
        status, platforms = await visit(monitor, "health")
        assert status == 200
        assert platforms["discord"] == {"connected": False, "state": "starting"}
        assert platforms["telegram"] == {"connected": True, "state": "serving"}
        code, _ = await stopped(process, signal.SIGTERM)
    assert code == 0


async def test_the_doctor_looks_at_telegram_and_at_the_port_of_the_web_chat(
    tischrand: Process, telegram: TelegramServer
) -> None:
    code, output, errors = await tischrand.run(
        "doctor", TISCHRAND_WEB="true", TISCHRAND_PORT=str(free_port()), **telegram.environment
    )
    assert (code, errors) == (0, "")
    assert f"Telegram: Telegram knows the token: it is that of @{telegram.bot_name}" in output
    assert "web chat: port" in output
    assert telegram.token not in output
