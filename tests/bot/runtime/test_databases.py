"""The host chooses between the SQLite file and a PostgreSQL server; no password is shown."""

from __future__ import annotations

import builtins
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from bot.__main__ import main
from bot.platforms.discord.spec import DISCORD
from bot.platforms.spec import AnyPlatform, CannotStart
from bot.platforms.telegram.spec import TELEGRAM
from bot.runtime import databases, doctor, reports
from bot.runtime.app import bot_service
from bot.runtime.databases import check_owner, note_owner
from bot.runtime.settings import Settings
from storage.errors import UnusableDatabase
from storage.postgres import connecting, copying
from storage.sql.store import Store
from tests.bot.scripted_platform import Foreign
from tests.storage.facts import ADA, BOB, M, change, remark
from tests.storage.postgres.server import by_hand, new_database, prepared
from tests.storage.sqlite.prepared import opened

NOWHERE = "postgresql://ada:hid%40den@127.0.0.1:9/games"


def chosen(folder: Path, url: str | None) -> Settings:
    return Settings(data=folder, database_url=url, _env_file=None)  # type: ignore[arg-type, call-arg]


async def found(settings: Settings) -> list[tuple[str, str]]:
    found = [(finding.kind, finding.text) for finding in await doctor.examine(settings)]
    return [(kind, text) for kind, text in found if text.startswith(("database", "backups"))]


PASSWORDS = ("hid/den", "hid?den", "hid#den", "hid@den", "hid[den", "hid℀den", "hi@d/den", "h@i/d?den")
"""Where one of these stands as it is, the password seems to end sooner, and its rest is taken for a host."""


@pytest.mark.parametrize("url", ["mysql://ada:hidden@db/games", "postgresql://ada:hidden@db", "hidden"])
def test_what_is_no_address_of_a_database_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(ValidationError, match="ACCOUNT:PASSWORD@HOST/DATABASE") as caught:
        chosen(tmp_path, url)
    assert "hidden" not in str(caught.value)


@pytest.mark.parametrize("password", PASSWORDS)
def test_a_password_that_would_end_sooner_is_refused_and_no_part_of_it_told(
    tmp_path: Path, password: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"postgresql://ada:{password}@db/games"
    with pytest.raises(ValidationError, match="%40 for @") as caught:
        chosen(tmp_path, url)
    assert main(["migrate", "--from", url, "--to", f"sqlite:{tmp_path / 'new.db'}"]) == 2
    for told in (str(caught.value), "".join(capsys.readouterr())):
        assert not re.search(r"hi|den", told)


def test_copies_of_the_file_are_not_made_of_another_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TISCHRAND_DATABASE_URL", NOWHERE)
    for command in ("backup", "restore"):
        assert main([command, "copy.db"]) == 2
        assert "pg_dump" in capsys.readouterr().err
    monkeypatch.setenv("TISCHRAND_BACKUP_FOLDER", str(tmp_path))
    assert main(["doctor"]) == 1
    assert "TISCHRAND_BACKUP_FOLDER: the bot copies no PostgreSQL database" in capsys.readouterr().out


def test_the_password_is_kept_out_of_logs_however_it_is_written(tmp_path: Path) -> None:
    assert {NOWHERE, "hid%40den", "hid@den"} <= chosen(tmp_path, NOWHERE).secrets()
    assert "hid@den" in chosen(tmp_path, "postgresql:///games?user=ada&password=hid%40den").secrets()


async def test_a_server_that_is_not_there_is_told_at_start_and_by_the_doctor(tmp_path: Path) -> None:
    settings = chosen(tmp_path, NOWHERE)
    why = "cannot be reached (ConnectionRefusedError); is the server running?"
    told = f"TISCHRAND_DATABASE_URL: games at 127.0.0.1:9 {why}"
    with pytest.raises(UnusableDatabase) as caught:
        async with bot_service(settings, []):
            pass
    assert str(caught.value) == told
    assert ("wrong", f"database: {told}") in await found(settings)


async def test_without_its_library_the_setting_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name.startswith("storage.postgres"):
            raise ModuleNotFoundError("No module named 'asyncpg'", name="asyncpg")
        return original(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UnusableDatabase, match=r"needs asyncpg: pip install .*postgres"):
        await databases.open_store(chosen(tmp_path, NOWHERE))


@pytest.mark.long
async def test_a_bot_works_on_postgresql_and_the_doctor_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "PATIENCE", 0.01)
    url = await prepared()
    settings = chosen(tmp_path, url)
    name = databases.name_of(settings)
    async with copying.source(url):
        with pytest.raises(UnusableDatabase, match=f"^TISCHRAND_DATABASE_URL: {name} is open"):
            await databases.open_store(settings)
    async with bot_service(settings, []) as service:
        assert service.monitor is None
        ok, alone, backups = await found(settings)
        async with by_hand(url) as other:  # as a process of tomorrow's version does
            await other.execute("SET application_name = 'tischrand, the news of tomorrow'")
            await other.execute("SELECT pg_advisory_lock_shared($1)", connecting.LOCK)
            _, both, _ = await found(settings)
    assert ok == ("ok", f"database: {name} can be read")
    assert alone == ("note", "database: a running bot has it open, as it should")
    assert both[1].endswith(
        "2 processes of the running bot have it open, as they should; 1 of another version than this one"
    )
    assert not (tmp_path / databases.STORE_FILE).exists()
    assert backups == ("note", "backups: of a PostgreSQL database you make them, with pg_dump")


@pytest.mark.parametrize("server", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_how_large_a_database_is_is_known_wherever_it_is(tmp_path: Path, server: bool) -> None:
    settings = chosen(tmp_path, await prepared() if server else None)
    store = await databases.open_store(settings)
    assert await store.database.size() > 100_000
    await store.close()


@pytest.mark.long
async def test_what_was_reported_is_read_also_while_the_bot_runs(tmp_path: Path) -> None:
    settings = chosen(tmp_path, await prepared())
    store = await databases.open_store(settings)
    await store.append(change(M, 1))
    await store.talk.add_remark(remark("r1", M, ADA, BOB))
    await store.talk.report_remark("r1", BOB, 86_400, 900_000)
    (line,) = await reports.reports(settings)
    await store.close()
    assert "“words of r1”" in line


ONE, NEW_TOKEN, OTHER = "17:" + "a" * 35, "17:" + "b" * 35, "18:" + "a" * 35
DISCORD_ONE, UNREADABLE = "MTIz.secret.secret", "no.secret"  # 123 in base64


async def test_a_database_is_one_bots_whatever_its_token_and_its_platforms(tmp_path: Path) -> None:
    def told(**more: Any) -> Settings:
        return Settings(data=tmp_path, _env_file=None, **more)  # type: ignore[call-arg]

    async def claim(store: Store, platforms: list[AnyPlatform], settings: Settings) -> None:
        bots = await check_owner(store, platforms, settings)
        for platform in platforms:
            await note_owner(store, bots, platform.key)

    store = await opened(tmp_path / "claimed.db")
    await claim(store, [TELEGRAM], told(telegram_token=ONE))
    await claim(store, [TELEGRAM, DISCORD], told(telegram_token=NEW_TOKEN, discord_token=DISCORD_ONE))
    await claim(store, [TELEGRAM, DISCORD], told(discord_token=UNREADABLE))
    assert await store.jobs.bots() == {"telegram": "17", "discord": "123"}
    with pytest.raises(UnusableDatabase, match=r"another bot on Telegram \(id 17, not 18\)") as caught:
        await claim(store, [TELEGRAM], told(telegram_token=OTHER))
    assert "aaa" not in str(caught.value)
    await claim(store, [TELEGRAM], told(telegram_token=OTHER, take_over=True))
    assert (await store.jobs.bots())["telegram"] == "18"
    await store.close()


async def test_a_mistyped_token_does_not_take_the_database(tmp_path: Path) -> None:
    """A bot owns it once its platform has accepted the token."""

    async def built(adapter: Foreign) -> Foreign:
        return adapter

    async def owners(adapter: Foreign) -> dict[str, str]:
        settings = Settings(data=tmp_path, telegram_token=ONE, _env_file=None)  # type: ignore[arg-type, call-arg]
        platform = replace(TELEGRAM, build=lambda *_: built(adapter))
        async with bot_service(settings, [platform]) as service:
            with suppress(CannotStart):
                await service.start()
            return dict(await service.dispatcher.services.store.jobs.bots())

    assert await owners(Foreign("telegram", CannotStart("no such token", for_good=True))) == {}
    assert await owners(Foreign("telegram")) == {"telegram": "17"}


@pytest.mark.long
async def test_an_empty_database_is_no_fault(tmp_path: Path) -> None:
    settings = chosen(tmp_path, await new_database("nothing"))
    (kind, text), _ = await found(settings)
    assert (kind, "is empty yet" in text) == ("note", True)
