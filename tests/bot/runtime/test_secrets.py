"""Tokens and passwords in the environment of the bot, which fails in many ways and writes none of them."""

from __future__ import annotations

import logging
import os
import signal
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.__main__ import main
from bot.platforms.spec import CannotStart, Finding
from bot.runtime import app, doctor, logs
from bot.runtime.settings import Settings, variable
from storage.errors import UnusableDatabase
from tests.bot.runtime.command_line import Process, line_with
from tests.loopback.telegram.server import TelegramServer
from tests.storage.postgres.server import new_database

NOWHERE = "http://127.0.0.1:9"
SECRETS = {
    "DISCORD_TOKEN": "MTAwMDAwMDAwMDAwMDAwMDAw.Aaaaaa.of-the-tests-of-secrets",
    "DISCORD_CLIENT_SECRET": "client-of-the-tests-of-secrets",
    "TELEGRAM_TOKEN": "123456789:AAaaaa_of-the-tests-of-secrets",
    "TELEGRAM_WEBHOOK_SECRET": "hook-of-the-tests-of-secrets",
    "TISCHRAND_DATABASE_URL": f"postgresql://ada:pass%2Bword-of-tests@{urlsplit(NOWHERE).netloc}/games",
}
PIECES = (*list(SECRETS.values())[:4], "pass%2Bword-of-tests", "pass+word-of-tests")


@pytest.fixture(autouse=True)
def host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Who has set all that is secret, in an empty folder."""
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    for name, value in (*SECRETS.items(), ("DISCORD_API_URL", NOWHERE), ("TELEGRAM_API_URL", NOWHERE)):
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)


def run(line: str) -> object:
    """As in a process of its own, whose logs nobody else takes; gives the exit code."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        patch.setattr(logging.root, "handlers", [])
        try:
            return main(line.split())
        except SystemExit as end:
            return end.code


def fails(kind: type[Exception]) -> Callable[..., object]:
    """Something of the bot that fails, with an error that quotes all there is to know."""

    def fail(*_: object) -> object:
        raise kind(str(dict(os.environ)))

    return fail


async def finds(*_: object) -> list[Finding]:
    return [Finding("wrong", str(dict(os.environ)))]


def without_a_trace(folder: Path, told: str, *more: str) -> bool:
    """No output holds a secret, and no file has one in it or in its name."""
    files = [(str(file), file.read_bytes()) for file in folder.rglob("*") if file.is_file()]
    found = [told, *(f"{name} {content.decode('latin-1')}" for name, content in files)]
    return not [piece for piece in (*PIECES, *more) if any(piece in one for one in found)]


@pytest.mark.parametrize("kind", [RuntimeError, CannotStart, UnusableDatabase, OSError])
@pytest.mark.parametrize("shape", ["text", "json"])
def test_a_crash_at_the_start_that_quotes_the_environment_tells_no_secret(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: type[Exception],
    shape: str,
) -> None:
    monkeypatch.setenv("TISCHRAND_LOG_FORMAT", shape)
    monkeypatch.setattr(app, "bot_service", fails(kind))
    assert run("run") == (1 if kind is RuntimeError else 2)
    told = "".join(capsys.readouterr())
    assert "'DISCORD_TOKEN': " in told
    assert logs.REDACTED in told
    assert without_a_trace(tmp_path, told)


def test_what_the_doctor_finds_tells_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor where a library has put one into what it says."""
    monkeypatch.setattr(doctor, "examine", finds)
    assert run("doctor") == 1
    told = "".join(capsys.readouterr())
    assert logs.REDACTED in told
    assert without_a_trace(tmp_path, told)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        *((f"{command} --help".strip(), 0) for command in ("", "play", "run", "doctor", "backup", "migrate")),
        *(("run", 2), ("run --no-such-flag", 2), ("reports", 2)),
        pytest.param("doctor", 1, marks=pytest.mark.long),
        *(("backup copy.db", 2), ("restore copy.db", 2), ("replay copy.txt", 2)),
        *(("migrate --from postgresql --to sqlite:new.db", 2), ("migrate --from sqlite --to postgresql", 2)),
    ],
)
def test_no_command_tells_what_is_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, code: int
) -> None:
    assert run(line) == code
    told = "".join(capsys.readouterr())
    assert told
    assert without_a_trace(tmp_path, told)


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_that_is_refused_is_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setenv(name, f"\N{LEFT DOUBLE QUOTATION MARK}{SECRETS[name]} ")
    for command in ("run", "doctor"):
        assert run(command) in (1, 2)
        told = "".join(capsys.readouterr())
        assert name in told
        assert without_a_trace(tmp_path, told)


# The real process

PROGRAM = """
import os, resource, sys
from bot.__main__ import main
from bot.handlers.dispatcher import Dispatcher

async def fail(*_):
    raise RuntimeError(str(dict(os.environ)))

Dispatcher._handled = fail
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.exit(main(sys.argv[1:]))
"""
"""A bot in which no press can be answered, and the error quotes all there is to know."""


def command_lines() -> str:
    """Of all processes of the machine, as everybody on it can read them."""
    told = ""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # that one has just ended
            told += file.read_text("latin-1")
    return told


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_a_process_that_fails_and_is_killed_has_written_no_secret(
    tischrand: Process, tmp_path: Path, database: str
) -> None:
    """Nor do the command lines of the processes that it starts have one, nor its own pages."""
    async with TelegramServer() as telegram:
        settings = {
            **dict.fromkeys(SECRETS, ""),
            **telegram.environment,
            "TISCHRAND_LOG_LEVEL": "DEBUG",
            "PYTHONDEVMODE": "1",
            "PYTHONFAULTHANDLER": "1",
        }
        if database == "postgresql":
            url = urlsplit(await new_database("secrets"))
            account = f"{url.username}:{PIECES[-2]}@"
            settings["TISCHRAND_DATABASE_URL"] = url._replace(netloc=account).geturl()
        tischrand.program = ("-c", PROGRAM)
        bot = await tischrand.begin("run", "--monitor-port", "0", **settings)
        await telegram.connected("play")
        ada = telegram.person("Ada")
        ada.say(telegram.group("Club", ada), "/play sahara")
        seen = await line_with(bot.stderr, logs.REDACTED)
        seen += command_lines()
        tischrand.program = ("-m", "bot")
        for line in ("doctor", "backup copy.db"):
            seen += "".join(map(str, await tischrand.run(*line.split(), **settings)))
        bot.send_signal(signal.SIGABRT)
        output, errors = await bot.communicate()
        told = seen + output.decode() + errors.decode()
        assert "Fatal Python error: Aborted" in told
        assert without_a_trace(tmp_path, told, telegram.token)
