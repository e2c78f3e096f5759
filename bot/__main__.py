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
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import HttpUrl, ValidationError

from bot.platforms.spec import HOST, AnyPlatform, CannotStart, Finding, port_after
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

Work = Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, int]]
"""Carries out a command, and returns the exit code."""


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
    work: Work = flags.work
    try:
        check_env_file(flags.env_file)
        settings = _settings(flags)
    except (ValidationError, UnreadableEnvFile) as error:
        problems = _problems(error)
        if work is _doctor:
            return _report(Finding("wrong", problem) for problem in problems)
        return _complain(*problems)
    logged = settings
    if work in (_doctor, _play) and "log_level" not in changed(settings):
        # The doctor only shows its findings, and a terminal for `play` only its URL.
        logged = settings.model_copy(update={"log_level": "ERROR" if work is _doctor else "WARNING"})
    logs.set_up(logged)
    with _loading():
        from storage.errors import UnusableDatabase
    try:
        return asyncio.run(work(flags, settings))
    except (CannotStart, UnusableDatabase) as error:
        return _complain(logs.redact(settings.secrets(), str(error)))
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return _complain(logs.redact(settings.secrets(), problem))
    except Exception:
        log.critical("the bot broke down", exc_info=True)
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tischrand", description="Board games for two, in a chat.")
    parser.add_argument("--version", action="version", version=f"tischrand {version('tischrand')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    bare = argparse.ArgumentParser(add_help=False)
    configured = argparse.ArgumentParser(add_help=False)
    configured.add_argument(
        "--data", type=Path, metavar="DIR", help="folder of the databases (default ./data)"
    )
    configured.add_argument(
        "--env-file", type=Path, metavar="FILE", help=f"file of the settings (default ./{ENV_FILE})"
    )
    monitored = argparse.ArgumentParser(add_help=False, parents=[configured])
    monitored.add_argument(
        "--monitor-port", type=int, metavar="PORT", help="port of /health, /ready and /metrics on 127.0.0.1"
    )

    def command(
        name: str, summary: str, work: Work | None = None, flags: argparse.ArgumentParser = configured
    ) -> Callable[..., argparse.Action]:
        description = f"{summary[0].upper()}{summary[1:]}."
        added = commands.add_parser(name, help=summary, description=description, parents=[flags])
        added.set_defaults(work=work)
        return added.add_argument

    add = command(
        "play", "run the local web chat, for people here or against a robot; needs no token", _play, monitored
    )
    usual = Settings.model_fields["port"].default
    add("--port", type=int, help=f"port on 127.0.0.1 (default {usual}; 0: any free one)")
    add("--no-browser", action="store_false", dest="browser", default=None, help="open no page")
    titles = ", ".join(platform.title for platform in PLATFORMS if platform.token)
    command("run", f"run the bot on every platform that has a token: {titles}", _run, monitored)
    command("doctor", "check settings, data, pictures and tokens; changes nothing", _doctor, monitored)
    add = command("init", "write a file with all settings, each explained, for you to fill in", flags=bare)
    add("file", type=Path, nargs="?", default=Path(ENV_FILE), help=f"a new file (default {ENV_FILE})")
    command("licences", "list the packages that the bot is installed with, and their licences", flags=bare)
    add = command("backup", "copy the database to a file, also while the bot runs", _backup)
    add("file", type=Path, metavar="FILE", help="a new file, for your eyes only: secrets are in it")
    add = command("restore", "bring back a copy of the database, while the bot does not run", _restore)
    add("file", type=Path, metavar="FILE", help="a file that `tischrand backup` has made")
    add = command(
        "migrate",
        "copy everything into a new database, also from one of before 1.0, while the bot does not run",
        _migrate,
    )
    add("--from", dest="source", required=True, metavar="DATABASE", help=DATABASES)
    add("--to", dest="target", required=True, metavar="DATABASE", help=DATABASES)
    command("reports", "show the messages that players have reported, also while the bot runs", _reports)
    command("odd", "list the sentences that people find odd, also while the bot runs", _odd)
    add = command("replay", "describe a match from its record, or say which line of it is wrong", _replay)
    add("file", type=Path, metavar="FILE", help="a record, as /export gives it")
    add("--seat", choices=SEAT_WORDS, help="tell what this seat saw (default: a spectator)")
    return parser


def _settings(flags: argparse.Namespace) -> Settings:
    given = {
        name: value
        for name, value in vars(flags).items()
        if name in Settings.model_fields and value is not None
    }
    return Settings(_env_file=flags.env_file or ENV_FILE, **given)  # type: ignore[call-arg]


def _problems(error: ValidationError | UnreadableEnvFile) -> list[str]:
    """What is wrong with the settings, without their values."""
    if isinstance(error, UnreadableEnvFile):
        return [str(error)]
    return [
        f"{variable(str(problem['loc'][0]))}: "
        + (PLAINLY.get(problem["type"]) or problem["msg"].removeprefix("Value error, "))
        for problem in error.errors()
    ]


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
    try:
        write_example(file)
    except FileExistsError:
        return _complain(f"{file} exists already and is left as it is; name another file")
    except OSError as error:
        return _complain(f"{file}: {error.strerror}")
    print(f"{file} holds all settings. Write your token into it, then: tischrand doctor --env-file {file}")
    return DONE


def _licences() -> int:
    from bot.runtime.licences import licences

    print(*licences(), sep="\n")
    return DONE


async def _play(_: argparse.Namespace, settings: Settings) -> int:
    if settings.public_url is None:  # the people here can open the pages of matches as well
        port = port_after(settings.port)
        pages = {"public_url": HttpUrl(f"http://{HOST}:{port}/"), "table_port": port}
        settings = settings.model_copy(update=pages)
    return await _serve(settings, [WEB], _show_page)


async def _run(flags: argparse.Namespace, settings: Settings) -> int:
    wanted = [platform for platform in PLATFORMS if platform.wanted(settings)]
    if not wanted:
        tokens = " or ".join(platform.token for platform in PLATFORMS if platform.token)
        file = flags.env_file or ENV_FILE
        return _complain(NOWHERE_TO_GO.format(tokens=tokens, file=file), *misspelt(flags.env_file))
    for problem in misspelt(flags.env_file):
        log.warning(problem)
    return await _serve(settings, wanted, _show_names)


async def _serve(
    settings: Settings,
    platforms: Sequence[AnyPlatform],
    ready: Callable[[BotService, Settings], Awaitable[None]],
) -> int:
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


async def _show_names(service: BotService, settings: Settings) -> None:
    """Print where the bot is; tokens only to a terminal: more people can read a journal."""
    names = service.names if sys.stdout.isatty() else logs.redact(settings.secrets(), service.names)
    if names != service.names:
        names += f"; the whole address is in {settings.data / WEB_ADDRESS_FILE}"
    if names:
        print(f"Tischrand is ready: {names}  (Ctrl+C stops it)", flush=True)


async def _show_page(service: BotService, settings: Settings) -> None:
    for page in service.supervisor.reached:
        print(f"Tischrand is ready: {page.name}  (Ctrl+C stops it)", flush=True)
        if settings.browser:
            await asyncio.to_thread(webbrowser.open, page.name)


async def _doctor(flags: argparse.Namespace, settings: Settings) -> int:
    with _loading():
        from bot.runtime.doctor import examine
    secrets = settings.secrets()
    findings = await examine(settings, flags.env_file)
    return _report(Finding(found.kind, logs.redact(secrets, found.text)) for found in findings)


async def _backup(flags: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.databases import file_of
    from storage.sqlite import copying

    size = copying.make(file_of(settings), flags.file)
    kilobytes = size // 1000 + 1
    print(f"{flags.file} holds everything as of now, {kilobytes} kB; whoever reads it sees hidden hands.")
    return DONE


async def _restore(flags: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.databases import file_of
    from storage.sqlite import copying

    database = file_of(settings)
    replaced = copying.bring_back(flags.file, database)
    before = f" What was there before is kept as {replaced}." if replaced else ""
    print(f"{database} is as it was when {flags.file} was made.{before}")
    return DONE


async def _migrate(flags: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.databases import carry_over

    copied = await carry_over(settings, flags.source, flags.target)
    counts = ", ".join(f"{count} {table}" for table, count in copied.counts.items() if count)
    print(f"Everything has been copied and compared: {counts}.")
    for difference in copied.differences:
        print(f"Different from before: {difference}.")
    print("From now on the bot is to use the new database; the old one is as it was.")
    return DONE


async def _reports(_: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.reports import reports

    print(*(await reports(settings) or ["Nothing has been reported."]), sep="\n")
    return DONE


async def _odd(_: argparse.Namespace, settings: Settings) -> int:
    from bot.runtime.odd_sentences import odd_sentences

    for line in await odd_sentences(settings):
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
        return _complain(f"{flags.file} is not a text file")
    except record.UnreadableRecord as wrong:
        return _complain(presentation.unreadable(wrong, phrasing))
    viewer = SEATS[SEAT_WORDS.index(flags.seat)] if flags.seat else None
    views = [state.view(viewer) for state in states]
    print(*presentation.record_lines(played, views, phrasing), sep="\n")
    return DONE


def _report(findings: Iterable[Finding]) -> int:
    code = DONE
    for finding in findings:
        print(f"{finding.kind:<6}{finding.text}")
        if finding.kind == "wrong":
            code = FAILED
    return code


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
