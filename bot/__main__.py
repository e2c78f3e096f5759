"""The command line: `play` runs the local web chat, `run` the bot elsewhere, the others maintain it.

Importing the whole bot is slow: each command imports its modules after flags and settings were checked.
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
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from bot.platforms.spec import AnyPlatform, CannotStart, Finding
from bot.runtime import logs
from bot.runtime.platforms import PLATFORMS, WEB, WEB_ADDRESS_FILE
from bot.runtime.settings import (
    ENV_FILE,
    Settings,
    UnreadableEnvFile,
    changed,
    check_env_file,
    misspelt,
    variable,
    write_example,
)
from games.record import SEAT_WORDS

if TYPE_CHECKING:
    from bot.runtime.app import BotService

log = logging.getLogger("bot")

DONE, FAILED, CANNOT_RUN = 0, 1, 2  # exit codes
DATABASES = "sqlite:FILE or postgresql://ACCOUNT@HOST/DATABASE; sqlite or postgresql: the one in the settings"
PLAINLY = {
    "bool_parsing": "write true or false",
    "int_parsing": "write a whole number",
    "url_parsing": "write a whole address, such as https://bots.example.org/here",
}
"""Messages for hosts in place of the library's, which describe its own work."""
NOWHERE_TO_GO = (
    "no platform has a token: set {tokens} in {file} (`tischrand init` writes one that says where to get "
    "a token); the local web chat needs none: tischrand play"
)
NOT_ON_WINDOWS = "Windows is not supported; run the bot on Linux or macOS, or in WSL (Linux in Windows)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        The exit code: 0 after a clean stop or if the doctor found nothing wrong, 1 if something failed or is
        wrong, 2 if the command cannot run.
    """
    if sys.platform == "win32":  # its event loops support no signal handlers
        return _complain(NOT_ON_WINDOWS)
    flags = _parser().parse_args(arguments)
    if flags.command == "init":
        return _init(flags.file)
    if flags.command == "licences":
        return _licences()
    work: Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, int]] = flags.work
    try:
        check_env_file(flags.env_file)
        settings = _settings(flags)
    except ValidationError as error:
        wrong = [Finding("wrong", text) for text in _told(error)]
        return _report(wrong) if work is _doctor else _complain(*(finding.text for finding in wrong))
    except UnreadableEnvFile as error:
        text = str(error)
        return _report([Finding("wrong", text)]) if work is _doctor else _complain(text)
    shown = settings
    if work in (_doctor, _play) and "log_level" not in changed(settings):
        # The doctor only shows its findings, and a terminal for `play` only its URL.
        shown = settings.model_copy(update={"log_level": "ERROR" if work is _doctor else "WARNING"})
    logs.set_up(shown)
    with _loading():
        from storage.errors import UnusableDatabase
    try:
        return asyncio.run(work(flags, settings))
    except (CannotStart, UnusableDatabase) as error:
        return _complain(logs.without(settings.secrets(), str(error)))
    except OSError as error:
        told = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return _complain(logs.without(settings.secrets(), told))
    except Exception:
        log.critical("the bot broke down", exc_info=True)
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tischrand", description="Board games for two, in a chat.")
    parser.add_argument("--version", action="version", version=f"tischrand {version('tischrand')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, told: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")

    play = command("play", "run the local web chat, for people here or against a robot; needs no token")
    usual = Settings.model_fields["port"].default
    play.add_argument("--port", type=int, help=f"port on 127.0.0.1 (default {usual}; 0: any free one)")
    play.add_argument("--no-browser", action="store_false", dest="browser", default=None, help="open no page")
    titles = ", ".join(platform.title for platform in PLATFORMS if platform.token)
    run = command("run", f"run the bot on every platform that has a token: {titles}")
    doctor = command("doctor", "check settings, data, pictures and tokens; changes nothing")
    init = command("init", "write a file with all settings, each explained, for you to fill in")
    init.add_argument(
        "file", type=Path, nargs="?", default=Path(ENV_FILE), help=f"a new file (default {ENV_FILE})"
    )
    command("licences", "list the packages that the bot is installed with, and their licences")
    to_file = command("backup", "copy the database to a file, also while the bot runs")
    to_file.add_argument(
        "file", type=Path, metavar="FILE", help="a new file, for your eyes only: secrets are in it"
    )
    from_file = command("restore", "bring back a copy of the database, while the bot does not run")
    from_file.add_argument("file", type=Path, metavar="FILE", help="a file that `tischrand backup` has made")
    migrate = command(
        "migrate",
        "copy everything into a new database, also from one of before 1.0, while the bot does not run",
    )
    for flag, name in (("--from", "source"), ("--to", "target")):
        migrate.add_argument(flag, dest=name, required=True, metavar="DATABASE", help=DATABASES)
    reports = command("reports", "show the words that players have reported, also while the bot runs")
    replay = command("replay", "tell a match from its record, or which line of it is wrong")
    replay.add_argument("file", type=Path, metavar="FILE", help="a record, as /export gives it")
    replay.add_argument("--seat", choices=SEAT_WORDS, help="tell what this seat saw (default: a spectator)")
    works = (
        (play, _play),
        (run, _run),
        (doctor, _doctor),
        (to_file, _backup),
        (from_file, _restore),
        (migrate, _migrate),
        (reports, _reports),
        (replay, _replay),
    )
    for made, work in works:
        made.add_argument("--data", type=Path, metavar="DIR", help="folder of the databases (default ./data)")
        made.add_argument(
            "--env-file", type=Path, metavar="FILE", help=f"file of the settings (default ./{ENV_FILE})"
        )
        made.set_defaults(work=work)
    for made in (play, run, doctor):
        made.add_argument(
            "--monitor-port",
            type=int,
            metavar="PORT",
            help="port of /health, /ready and /metrics on 127.0.0.1",
        )
    return parser


def _settings(flags: argparse.Namespace) -> Settings:
    given = {name: value for name, value in vars(flags).items() if name in Settings.model_fields}
    known = {name: value for name, value in given.items() if value is not None}
    return Settings(_env_file=flags.env_file or ENV_FILE, **known)  # type: ignore[call-arg]


def _told(error: ValidationError) -> list[str]:
    """The errors in the settings, without their values."""
    told = []
    for problem in error.errors():
        words = PLAINLY.get(problem["type"]) or problem["msg"].removeprefix("Value error, ")
        told.append(f"{variable(str(problem['loc'][0]))}: {words}")
    return told


def _complain(*problems: str) -> int:
    for problem in problems:
        print(f"tischrand: {problem}", file=sys.stderr)
    return CANNOT_RUN


@contextmanager
def _loading() -> Iterator[None]:
    """Keep the garbage collector from scanning modules, while they are imported and later: they stay."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


# The commands


def _init(file: Path) -> int:
    """Write the file of settings; needs no settings."""
    try:
        write_example(file)
    except FileExistsError:
        return _complain(f"{file} is there already, and stays as it is; name another file")
    except OSError as error:
        return _complain(f"{file}: {error.strerror}")
    print(f"{file} holds all settings. Write your token into it, then: tischrand doctor --env-file {file}")
    return DONE


def _licences() -> int:
    from bot.runtime.licences import told

    for line in told():
        print(line)
    return DONE


async def _play(_: argparse.Namespace, settings: Settings) -> int:
    return await _serve(settings, [WEB], _show_page)


async def _run(flags: argparse.Namespace, settings: Settings) -> int:
    wanted = [platform for platform in PLATFORMS if platform.wanted(settings)]
    if not wanted:
        tokens = " or ".join(platform.token for platform in PLATFORMS if platform.token)
        file = flags.env_file or ENV_FILE
        return _complain(NOWHERE_TO_GO.format(tokens=tokens, file=file), *misspelt(flags.env_file))
    for problem in misspelt(flags.env_file):
        log.warning(problem)
    return await _serve(settings, wanted, _tell_names)


Ready = Callable[["BotService", Settings], Awaitable[None]]
"""Notifies the host that the bot serves."""


async def _serve(settings: Settings, platforms: Sequence[AnyPlatform], ready: Ready) -> int:
    """Serve these platforms until a signal to stop, or until none is left."""
    with _loading():
        from bot.runtime.app import bot_service
    stop = _stop_signal()
    async with bot_service(settings, platforms) as service:
        if not await _before(stop, service.start()):
            return DONE
        await ready(service, settings)
        if not await _before(stop, service.supervisor.all_ended()):
            return DONE
    log.critical("no platform is left")
    return FAILED


async def _tell_names(service: BotService, settings: Settings) -> None:
    """Print where the bot is; tokens only to a terminal: more people can read a journal."""
    told = service.names if sys.stdout.isatty() else logs.without(settings.secrets(), service.names)
    if told != service.names:
        told += f"; the whole address is in {settings.data / WEB_ADDRESS_FILE}"
    if told:
        print(f"Tischrand is ready: {told}  (Ctrl+C stops it)", flush=True)


async def _show_page(service: BotService, settings: Settings) -> None:
    for page in service.supervisor.serving:
        print(f"Tischrand is ready: {page.name}  (Ctrl+C stops it)", flush=True)
        if settings.browser:
            await asyncio.to_thread(webbrowser.open, page.name)


async def _doctor(flags: argparse.Namespace, settings: Settings) -> int:
    with _loading():
        from bot.runtime.doctor import examine
    found, secrets = await examine(settings, flags.env_file), settings.secrets()
    return _report([Finding(one.kind, logs.without(secrets, one.text)) for one in found])


async def _backup(flags: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.databases import file_of
    from storage.sqlite import copying

    file: Path = flags.file
    size = await copying.make(file_of(settings), file)
    print(f"{file} holds everything as of now, {size // 1000 + 1} kB; whoever reads it sees hidden hands.")
    return DONE


async def _restore(flags: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.databases import file_of
    from storage.sqlite import copying

    file, database = flags.file, file_of(settings)
    replaced = await copying.bring_back(file, database)
    kept = f" What was there before is kept as {replaced}." if replaced else ""
    print(f"{database} is as it was when {file} was made.{kept}")
    return DONE


async def _migrate(flags: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.databases import carry_over

    copied = await carry_over(settings, flags.source, flags.target)
    told = ", ".join(f"{count} {table}" for table, count in copied.counts.items() if count)
    print(f"Everything has been copied and compared: {told}.")
    for difference in copied.differences:
        print(f"Otherwise than before: {difference}.")
    print("From now on the bot is to use the new database; the old one is as it was.")
    return DONE


async def _reports(_: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.reports import told

    for line in await told(settings) or ["Nothing has been reported."]:
        print(line)
    return DONE


async def _replay(flags: argparse.Namespace, _: Settings) -> int:
    from bot import presentation
    from bot.texts import DEFAULT, texts_for
    from games import record
    from games.game import SEATS

    phrasing = presentation.Phrasing(texts_for(DEFAULT), {})
    try:
        text = await asyncio.to_thread(flags.file.read_text, "utf-8-sig")
        played, states = record.read(text)
    except UnicodeDecodeError:
        return _complain(f"{flags.file} is no text")
    except record.UnreadableRecord as wrong:
        return _complain(presentation.unreadable(wrong, phrasing))
    viewer = SEATS[SEAT_WORDS.index(flags.seat)] if flags.seat else None
    for line in presentation.record_lines(played, [state.view(viewer) for state in states], phrasing):
        print(line)
    return DONE


def _report(findings: Sequence[Finding]) -> int:
    for finding in findings:
        print(f"{finding.kind:<6}{finding.text}")
    return FAILED if any(finding.kind == "wrong" for finding in findings) else DONE


def _stop_signal() -> asyncio.Event:
    """An event that the first signal to stop sets; the second signal ends the process at once."""
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
    """Wait for the work; return False and cancel it if the signal to stop comes first."""
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
