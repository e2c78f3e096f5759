"""The doctor: finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import errno
import shutil
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from bot.__main__ import main
from bot.runtime import doctor
from bot.runtime.backups import file_name
from bot.runtime.databases import STORE_FILE
from bot.runtime.doctor import examine
from bot.runtime.settings import Settings, check_env_file
from games import GAMES
from renderers import lettering, picture
from storage.sqlite.database import open_store

NOW = 1_700_000_000


async def findings(data: Path, topic: str = "", **more: Any) -> list[tuple[str, str]]:
    """Kind and text of what is found about a topic."""
    found = await examine(Settings(data=data, **more), clock=lambda: NOW)
    return [(finding.kind, finding.text) for finding in found if finding.text.startswith(topic)]


def fails(error: Exception) -> Callable[..., NoReturn]:
    def fail(*_: object) -> NoReturn:
        raise error

    return fail


async def test_a_fresh_installation_is_well_and_nothing_is_made(tmp_path: Path) -> None:
    found = await findings(tmp_path / "data")
    assert {kind for kind, _ in found} == {"ok", "note"}
    assert [text for _, text in found if "DISCORD_TOKEN is not set" in text]
    assert not (tmp_path / "data").exists()


async def test_which_settings_differ_from_what_init_writes_is_told_and_not_to_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TISCHRAND_LOG_LEVEL", "WARNING")
    monkeypatch.setenv("TISCHRAND_BACKUP_KEEP", "7")
    found = await findings(tmp_path, "settings", monitor_port=0)
    names = "TISCHRAND_DATA, TISCHRAND_LOG_LEVEL, TISCHRAND_MONITOR_PORT"
    assert found == [("ok", f"settings: {names} set, all others as usual")]
    assert not [text for _, text in await findings(tmp_path) if "WARNING" in text]


async def test_a_host_who_names_no_contact_is_asked_for_one(tmp_path: Path) -> None:
    ((kind, text),) = await findings(tmp_path, "contact")
    assert (kind, "TISCHRAND_CONTACT" in text) == ("note", True)
    ((kind, text),) = await findings(tmp_path, "contact", contact="@ada")
    assert (kind, "@ada" in text) == ("ok", False)


async def test_a_folder_has_to_be_writable_and_to_have_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    ((kind, text),) = await findings(tmp_path / "file" / "data", "data:")
    assert (kind, "cannot be written" in text, "TISCHRAND_DATA" in text) == ("wrong", True, True)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=7_000_000))
    ((kind, text),) = await findings(tmp_path, "data:")
    assert (kind, "only 7 MB are free" in text) == ("wrong", True)


@pytest.mark.parametrize(
    ("hours", "kind", "told"),
    [
        (None, "note", "there is none yet"),
        (3, "ok", "the last one is 3 h old"),
        (48, "ok", "the last one is 48 h old"),
        (49, "note", "the last one is 49 h old, not 24 h"),
    ],
)
async def test_the_age_of_the_last_backup_is_told(
    tmp_path: Path, hours: int | None, kind: str, told: str
) -> None:
    if hours is not None:
        (tmp_path / file_name(NOW - hours * 3600)).touch()
    found = await findings(tmp_path, "backups", backup_folder=tmp_path)
    assert [(kind, told in text) for kind, text in found] == [("ok", False), (kind, True)]


async def test_backups_are_off_or_need_a_folder_that_can_be_written(tmp_path: Path) -> None:
    ((kind, text),) = await findings(tmp_path, "backups")
    assert (kind, "TISCHRAND_BACKUP_FOLDER turns them on" in text) == ("note", True)
    (tmp_path / "file").touch()
    found = await findings(tmp_path, "backups", backup_folder=tmp_path / "file")
    assert [kind for kind, _ in found] == ["wrong", "wrong"]
    assert "(TISCHRAND_BACKUP_FOLDER)" in found[0][1]


async def test_a_database_may_be_in_use_and_not_be_newer(tmp_path: Path) -> None:
    store = await open_store(tmp_path / STORE_FILE)
    try:
        found = await findings(tmp_path, "database")
    finally:
        await store.close()
    assert [kind for kind, _ in found] == ["ok", "note"]
    assert "a running bot has it open" in found[1][1]
    with sqlite3.connect(tmp_path / STORE_FILE) as connection:
        connection.execute("INSERT INTO steps (number, name) VALUES (9, 'of tomorrow')")
    connection.close()
    ((kind, text),) = await findings(tmp_path, "database")
    assert (kind, "a newer version of this program" in text) == ("wrong", True)


@pytest.mark.usefixtures("painted")
async def test_a_picture_of_each_game_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = await findings(tmp_path, "pictures")
    assert [(kind, text.split()[1]) for kind, text in found] == [("ok", game) for game in GAMES]
    monkeypatch.setattr(picture, "PAINTED", ("sahara", "sator", "stacko"))
    found = await findings(tmp_path, "pictures")
    assert [text.split()[1] for kind, text in found if kind == "wrong"] == ["sato"]


async def test_fonts_that_cannot_be_read_are_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [kind for kind, _ in await findings(tmp_path, "fonts")] == ["ok"]
    monkeypatch.setattr(doctor, "NAMES", {"Latin": "Zoë", "Georgian": "ნინო"})
    ((kind, text),) = await findings(tmp_path, "fonts")
    assert (kind, "letters are missing: Georgian" in text) == ("wrong", True)
    monkeypatch.setattr(lettering, "legible", fails(OSError("no such file")))
    ((kind, text),) = await findings(tmp_path, "fonts")
    assert (kind, "cannot be read (OSError: no such file)" in text) == ("wrong", True)


@pytest.mark.parametrize(
    ("topic", "setting", "more"),
    [
        ("monitor", "monitor_port", {}),
        ("pages of matches", "table_port", {"public_url": "https://table.example.org/"}),
        ("web chat", "port", {}),
    ],
)
async def test_a_port_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, topic: str, setting: str, more: dict[str, str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ((kind, text),) = await findings(tmp_path, topic, **{setting: port}, **more)
    assert (kind, f"port {port} is taken" in text) == ("note", True)
    ((kind, text),) = await findings(tmp_path, topic, **{setting: port}, **more)
    assert (kind, f"port {port} is free" in text) == ("ok", True)
    monkeypatch.setattr(socket, "create_server", fails(PermissionError(errno.EACCES, "Permission denied")))
    ((kind, text),) = await findings(tmp_path, topic, **{setting: 80}, **more)
    assert (kind, "Permission denied" in text) == ("wrong", True)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_settings_in_another_encoding_are_told_in_words(
    capsys: pytest.CaptureFixture[str], encoding: str
) -> None:
    Path(".env").write_text("TISCHRAND_DATA=Zoë", encoding)
    assert main(["doctor"]) == 1
    assert "wrong .env is not in UTF-8" in capsys.readouterr().out
    assert main(["run"]) == 2
    assert "tischrand: .env is not in UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('TISCHRAND_PORT=1\n\nDISCORD_TOKEN="abc.def\nTISCHRAND_DATA=here\n', 3),
        ("TISCHRAND_DATA='here\n", 1),
        ('DISCORD_TOKEN="abc.def\nTISCHRAND_DATA="here"\n', 1),
        ('# tokens\ndiscord_token="abc.def\nTISCHRAND_DATA=here"\n', 2),  # swallows the next line
        ("TISCHRAND_DATA here\n", 1),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_not_repeated(
    capsys: pytest.CaptureFixture[str], text: str, line: int
) -> None:
    Path(".env").write_text(text)
    why = f".env, line {line}, cannot be read: write NAME=value, and close each quotation mark that opens\n"
    assert main(["doctor"]) == 1
    assert capsys.readouterr() == (f"wrong {why}", "")
    assert main(["run"]) == 2
    assert capsys.readouterr() == ("", f"tischrand: {why}")


def test_quotation_marks_that_close_and_lines_of_others_are_read() -> None:
    Path(".env").write_text("# it's\nTISCHRAND_DATA='a folder'  # don't\nCERTIFICATE=\"two\nlines\"\n\n")
    assert check_env_file()
    assert str(Settings().data) == "a folder"


async def test_which_env_file_is_read_is_told() -> None:
    here = Path.cwd()
    ((kind, text),) = await findings(here, ".env")
    assert (kind, f"there is none in {here}" in text) == ("note", True)
    Path(".env").write_text("TISCHRAND_LOG_FORMAT=json\n")  # noqa: ASYNC240
    assert await findings(here, ".env") == [("ok", f".env: the one in {here} is read")]


def test_an_env_file_that_is_none_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").mkdir()
    assert main(["doctor"]) == 1
    assert ".env cannot be read: Is a directory" in capsys.readouterr().out


def test_a_misspelt_setting_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKN", "x")
    assert main(["doctor", "--data", "data"]) == 1
    told = capsys.readouterr().out
    assert "wrong settings: there is no setting DISCORD_TOKN; is DISCORD_TOKEN meant?" in told
    assert "TISCHRAND_LOG_LEVEL" not in told, "the doctor's own choice is none of the host's"
