"""The command line: `play` is the local web chat, `run` the bot elsewhere, `doctor` looks what is wrong.

The house loads slowly: each command loads what it needs, once it is known that flags and settings make sense.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import signal
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot import logs
from bot.platforms.errors import CannotStart
from bot.platforms.finding import Finding
from bot.settings import WEB_PORT, Settings, variable

log = logging.getLogger("bot")

DONE, FAILED, CANNOT_RUN = 0, 1, 2  # exit codes
NOWHERE_TO_GO = (
    "no platform has a token: set DISCORD_TOKEN or TELEGRAM_TOKEN in .env (README.md says where to get one); "
    "the local web chat needs none: tischrand play"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for.

    Returns:
        The exit code: 0 after a clean stop or a healthy examination, 1 where something went wrong on the way
        or is wrong, 2 for what cannot run.
    """
    flags = _parser().parse_args(arguments)
    work: Callable[[Settings], Coroutine[Any, Any, int]] = flags.work
    try:
        settings = _settings(flags)
    except ValidationError as error:
        wrong = [Finding("wrong", text) for text in _told(error)]
        return _report(wrong) if work is _doctor else _complain(*(finding.text for finding in wrong))
    if work is _doctor and "log_level" not in settings.model_fields_set:
        settings.log_level = "ERROR"  # its findings are all that is wanted
    logs.set_up(settings)
    with _loading():
        from storage.store import UnusableDatabase
    try:
        return asyncio.run(work(settings))
    except (CannotStart, UnusableDatabase, OSError) as error:
        return _complain(str(error))
    except Exception:
        log.critical("the bot broke down", exc_info=True)
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tischrand", description="Board games for two, in a chat.")
    parser.add_argument("--version", action="version", version=f"tischrand {version('tischrand')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="run the local web chat; needs no token")
    play.add_argument("--port", type=int, help=f"port on 127.0.0.1 (default {WEB_PORT}; 0: any free one)")
    play.add_argument("--no-browser", action="store_false", dest="browser", default=None, help="open no page")
    run = commands.add_parser("run", help="run the bot on every platform that has a token: Discord, Telegram")
    doctor = commands.add_parser("doctor", help="check settings, data, pictures and tokens; changes nothing")
    for command, work in ((play, _play), (run, _run), (doctor, _doctor)):
        command.add_argument(
            "--data", type=Path, metavar="DIR", help="folder of the databases (default ./data)"
        )
        command.set_defaults(work=work)
    for command in (run, doctor):
        command.add_argument(
            "--monitor-port", type=int, metavar="PORT", help="port of /health and /metrics on 127.0.0.1"
        )
    return parser


def _settings(flags: argparse.Namespace) -> Settings:
    given = {name: value for name, value in vars(flags).items() if name in Settings.model_fields}
    return Settings(**{name: value for name, value in given.items() if value is not None})


def _told(error: ValidationError) -> list[str]:
    """What is wrong with the settings, without their values."""
    return [
        f"{variable(str(problem['loc'][0]))}: {problem['msg'].removeprefix('Value error, ')}"
        for problem in error.errors()
    ]


def _complain(*problems: str) -> int:
    for problem in problems:
        print(f"tischrand: {problem}", file=sys.stderr)
    return CANNOT_RUN


# The commands


async def _play(settings: Settings) -> int:
    with _loading():
        from bot.app import web_chat
    stop = _stop_signal()
    async with web_chat(settings) as adapter:
        print(f"Tischrand is ready: {adapter.address}  (Ctrl+C stops it)", flush=True)
        if settings.browser:
            await asyncio.to_thread(webbrowser.open, adapter.address)
        await stop.wait()
    return DONE


async def _run(settings: Settings) -> int:
    with _loading():
        from bot.app import foreign_adapters, service
    adapters = foreign_adapters(settings)
    if not adapters and not settings.web:
        return _complain(NOWHERE_TO_GO)
    stop = _stop_signal()
    async with service(settings, adapters) as serving:
        if serving.monitor is not None:
            log.info("the monitor is at %s", serving.monitor.address)
        if not await _before(stop, serving.start()):
            return DONE
        if serving.names:
            print(f"Tischrand is ready: {serving.names}  (Ctrl+C stops it)", flush=True)
        if not await _before(stop, serving.connections.all_ended()):
            return DONE
    log.critical("no platform is left")
    return FAILED


async def _doctor(settings: Settings) -> int:
    with _loading():
        from bot.app import STORE_FILE
        from bot.doctor import examine
    return _report(await examine(settings, settings.data / STORE_FILE))


@contextmanager
def _loading() -> Iterator[None]:
    """While modules are loaded the collector of garbage would look at them again and again: they stay."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _report(findings: Sequence[Finding]) -> int:
    for finding in findings:
        print(f"{finding.kind:<6}{finding.text}")
    return FAILED if any(finding.kind == "wrong" for finding in findings) else DONE


def _stop_signal() -> asyncio.Event:
    """Set by the first signal to stop; the second one ends the process at once."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def first() -> None:
        stop.set()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(name)
            signal.signal(name, signal.SIG_DFL)

    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, first)
    return stop


async def _before(stop: asyncio.Event, work: Awaitable[None]) -> bool:
    """Whether the work was done before the signal to stop; if not, it is cancelled."""
    stopped, working = asyncio.ensure_future(stop.wait()), asyncio.ensure_future(work)
    try:
        await asyncio.wait({stopped, working}, return_when=asyncio.FIRST_COMPLETED)
        if stopped.done():
            return False
        await working
        return True
    finally:
        for task in (stopped, working):
            task.cancel()
        await asyncio.gather(stopped, working, return_exceptions=True)


if __name__ == "__main__":
    raise SystemExit(main())
