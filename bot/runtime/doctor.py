"""Checks whether the bot could serve as it is set up, and says how to fix it; changes nothing."""

from __future__ import annotations

import logging
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bot.platforms.spec import AnyPlatform, Finding, free_port
from bot.presentation.rules import example
from bot.runtime import backups, databases
from bot.runtime.platforms import PLATFORMS
from bot.runtime.robot_pool import games_of_robots
from bot.runtime.settings import ENV_FILE, Settings, changed, check_env_file, misspelt, variable
from games import GAMES
from renderers import lettering, picture
from storage.errors import UnusableDatabase
from storage.sql.schema import Checkup

LOWEST_SPACE = 100_000_000  # bytes of free disk space below which a bot should not start
NAMES = {
    "Latin": "Zoë",
    "Greek": "Ἑλένη",
    "Cyrillic": "Юлія",
    "Arabic": "علي",
    "Hebrew": "נועה",
    "Devanagari": "अदिति",
    "Thai": "สมชาย",
}
"""Names in the scripts whose fonts are always installed; others may be transliterated."""

log = logging.getLogger(__name__)


async def examine(
    settings: Settings, env_file: Path | None = None, *, clock: Callable[[], float] = time.time
) -> list[Finding]:
    """Run all checks that are possible from here.

    Args:
        settings: the host's settings.
        env_file: the file that they were read from; None: `.env`, if it exists.
        clock: the time in seconds since 1970.
    """
    found: dict[str, Iterable[Finding]] = {
        str(env_file or ENV_FILE): [_env_file(env_file)],
        "settings": _settings(settings, env_file),
        "data": _folder(settings.data, "TISCHRAND_DATA"),
        "database": await _database(settings),
        "backups": _backups(settings, clock()),
        "contact": [_contact(settings.contact)],
        "pictures": _pictures(),
        "fonts": [_letters()],
        "robots": [_robots(settings.robot_processes)],
        "monitor": [_monitor(settings.monitor_port)],
        "pages of matches": [_match_pages(settings)],
        **{platform.title: await _platform(platform, settings) for platform in PLATFORMS},
    }
    return [
        Finding(one.kind, f"{topic}: {one.text}") for topic, findings in found.items() for one in findings
    ]


def _env_file(env_file: Path | None) -> Finding:
    if env_file is not None:
        return Finding("ok", "it is read")
    if check_env_file():
        return Finding("ok", f"the one in {Path.cwd()} is read")
    return Finding("note", f"there is none in {Path.cwd()}; the environment alone counts")


def _settings(settings: Settings, env_file: Path | None) -> Iterator[Finding]:
    names = ", ".join(sorted(map(variable, changed(settings))))  # `tischrand init` writes all of them
    yield Finding("ok", f"{names} set, all others as usual" if names else "none set")
    for problem in misspelt(env_file):
        yield Finding("wrong", problem)

    # A file that is named is that of a service, which needs a token.
    if env_file is not None and not any(platform.wanted(settings) for platform in PLATFORMS):
        tokens = " or ".join(platform.token for platform in PLATFORMS if platform.token)
        yield Finding("wrong", f"{env_file} sets no token, so the bot cannot run: set {tokens}")


def _folder(folder: Path, setting: str) -> Iterator[Finding]:
    place = folder.resolve()
    there = next(path for path in (place, *place.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            free = shutil.disk_usage(there).free
    except OSError as error:
        why = f"{folder} cannot be written: {error.strerror}"
        yield Finding("wrong", f"{why}; give the bot a folder of its own ({setting})")
        return
    if free < LOWEST_SPACE:
        yield Finding("wrong", f"only {free // 1_000_000} MB are free for {folder}; make room")
    else:
        what = "can be written" if there == place else "can be made by the first start"
        yield Finding("ok", f"the folder {folder} {what}; {free // 1_000_000} MB are free")


async def _database(settings: Settings) -> list[Finding]:
    try:
        found = await databases.check(settings)
    except UnusableDatabase as error:
        return [Finding("wrong", str(error))]
    name, server = databases.name_of(settings), settings.database_url is not None
    if found is None:
        empty = f"{name} is empty yet; the first start makes its tables"
        text = empty if server else "there is none yet; the first start makes it"
        return [Finding("note", text)]
    if found.damages:
        damages = "; ".join(found.damages)
        return [Finding("wrong", f"{name} is damaged, go back to a copy: {damages}")]
    # A server checks by itself whether it is whole.
    findings = [Finding("ok", f"{name} can be read{'' if server else ' and is whole'}")]
    if found.in_use:
        findings.append(Finding("note", _usage(found)))
    if found.outdated:
        outdated = "from an older version; the next start brings it up to date"
        findings.append(Finding("note", outdated))
    return findings


def _usage(found: Checkup) -> str:
    if not found.processes:
        return "a running bot has it open, as it should; no second one can start"
    others = f"; {found.strangers} of another version than this one" if found.strangers else ""
    if found.processes == 1:
        return f"a running bot has it open, as it should{others}"
    return f"{found.processes} processes of the running bot have it open, as they should{others}"


def _backups(settings: Settings, now: float) -> Iterator[Finding]:
    folder, hours = settings.backup_folder, settings.backup_hours
    if settings.database_url is not None:
        yield Finding("note", "of a PostgreSQL database you make them, with pg_dump")
        return
    if folder is None:
        yield Finding("note", "off; TISCHRAND_BACKUP_FOLDER turns them on")
        return
    yield from _folder(folder, "TISCHRAND_BACKUP_FOLDER")
    try:
        age = backups.age(folder, int(now))
    except OSError as error:
        yield Finding("wrong", f"{folder} cannot be read: {error.strerror}")
        return
    if age is None:
        yield Finding("note", "there is none yet; the running bot makes them")
    elif age <= 2 * hours * 3600:
        yield Finding("ok", f"the last one is {age // 3600} h old")
    else:
        why = "the running bot makes them, and logs what goes wrong"
        yield Finding("note", f"the last one is {age // 3600} h old, not {hours} h; {why}")


def _contact(contact: str) -> Finding:
    if not contact:
        return Finding("note", "players do not learn how to reach you; set TISCHRAND_CONTACT")
    return Finding("ok", "/privacy says how to reach you")


def _pictures() -> Iterator[Finding]:
    for game, engine in GAMES.items():
        try:
            size = len(picture.paint(game, example(game, engine.rule_pages[0]), ("Ada", "Ben")))
        except Exception as fault:
            log.debug("no picture of %s", game, exc_info=True)
            what = f"{game} cannot be painted ({type(fault).__name__}: {fault})"
            yield Finding("wrong", f"{what}; install the bot again, with -c constraints.txt")
        else:
            yield Finding("ok", f"{game} can be painted, {size // 1000} kB")


def _letters() -> Finding:
    try:
        lacking = [script for script, name in NAMES.items() if lettering.legible(name, "") != name]
    except Exception as fault:
        log.debug("no fonts", exc_info=True)
        what = f"they cannot be read ({type(fault).__name__}: {fault})"
        return Finding("wrong", f"{what}; install the bot again")
    if lacking:
        return Finding("wrong", f"letters are missing: {', '.join(lacking)}; install the bot again")
    return Finding("ok", f"{', '.join(NAMES)} are there; names in others may be transliterated")


def _robots(processes: int) -> Finding:
    if not processes:
        return Finding("note", "switched off; TISCHRAND_ROBOT_PROCESSES turns them on")
    if missing := [game for game in GAMES if game not in games_of_robots()]:
        return Finding("note", f"there is none for {', '.join(missing)}")
    return Finding("ok", f"there is one for each game; up to {processes} may think at a time")


def _monitor(port: int | None) -> Finding:
    if port is None:
        return Finding("note", "off; TISCHRAND_MONITOR_PORT turns /health, /ready and /metrics on")
    return free_port(port)


def _match_pages(settings: Settings) -> Finding:
    if settings.public_url is None:
        return Finding("note", "off; TISCHRAND_PUBLIC_URL turns them on")
    found = free_port(settings.table_port)
    return Finding(found.kind, f"at {settings.public_url}; {found.text}")


async def _platform(platform: AnyPlatform, settings: Settings) -> list[Finding]:
    if platform.wanted(settings) or not platform.token:  # `play` opens platforms without a token
        return await platform.check(settings)
    return [Finding("note", f"{platform.token} is not set; without it the bot is not there")]
