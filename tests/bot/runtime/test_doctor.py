"""The doctor: finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import errno
import shutil
import socket
import sqlite3
from pathlib import Path
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
from tests.bot.runtime.command_line import Process


async def findings(data: Path, topic: str = "", **more: Any) -> list[tuple[str, str]]:
    """Kind and text of what is found about a topic."""
    settings = Settings(data=data, **more)
    found = await examine(settings)
    return [(finding.kind, finding.text) for finding in found if finding.text.startswith(topic)]


async def test_a_fresh_installation_is_well_and_nothing_is_made(tmp_path: Path) -> None:
    found = await findings(tmp_path / "data")
    assert {kind for kind, _ in found} == {"ok", "note"}
    assert not (tmp_path / "data").exists()


async def test_which_settings_are_set_is_told_and_not_to_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TISCHRAND_LOG_LEVEL", "WARNING")
    found = await findings(tmp_path, "settings", monitor_port=0)
    names = "TISCHRAND_DATA, TISCHRAND_LOG_LEVEL, TISCHRAND_MONITOR_PORT"
    assert found == [("ok", f"settings: {names} set, the others as they come")]
    assert not [text for _, text in await findings(tmp_path) if "WARNING" in text]


async def test_a_setting_that_is_as_it_would_be_anyway_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tischrand init` writes every one."""
    monkeypatch.setenv("TISCHRAND_BACKUP_KEEP", "7")
    monkeypatch.setenv("TISCHRAND_BACKUP_HOURS", "12")
    ((_, text),) = await findings(tmp_path, "settings")
    assert text == "settings: TISCHRAND_BACKUP_HOURS, TISCHRAND_DATA set, the others as they come"


async def test_a_folder_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ((kind, text),) = await findings(tmp_path / "file" / "data", "data:")
    assert kind == "wrong"
    assert "cannot be written" in text
    assert "TISCHRAND_DATA" in text


async def test_a_full_disk_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9, 7_000_000))
    ((kind, text),) = await findings(tmp_path, "data:")
    assert (kind, "only 7 MB are free" in text) == ("wrong", True)


@pytest.mark.parametrize(
    ("hours", "kind", "told"),
    [
        (None, "note", "there is none yet"),
        (3, "ok", "the last one is 3 h old"),
        (49, "note", "the last one is 49 h old, not 24 h"),
    ],
)
async def test_the_age_of_the_last_backup_is_told(
    tmp_path: Path, hours: int | None, kind: str, told: str
) -> None:
    now = 1_700_000_000
    if hours is not None:
        (tmp_path / file_name(now - hours * 3600)).touch()
    settings = Settings(data=tmp_path, backup_folder=tmp_path)
    found = doctor._backups(settings, now)
    assert [(one.kind, told in one.text) for one in found] == [("ok", False), (kind, True)]


async def test_backups_are_off_or_need_a_folder_that_can_be_written(tmp_path: Path) -> None:
    (off,) = doctor._backups(Settings(data=tmp_path), 0)
    assert (off.kind, "TISCHRAND_BACKUP_FOLDER turns them on" in off.text) == ("note", True)
    (tmp_path / "file").touch()
    found = list(doctor._backups(Settings(data=tmp_path, backup_folder=tmp_path / "file"), 0))
    assert [one.kind for one in found] == ["wrong", "wrong"]
    assert "(TISCHRAND_BACKUP_FOLDER)" in found[0].text


async def test_a_database_in_use_is_as_it_should_be(tmp_path: Path) -> None:
    store = await open_store(tmp_path / STORE_FILE)
    try:
        found = await findings(tmp_path, "database")
    finally:
        await store.close()
    assert [kind for kind, _ in found] == ["ok", "note"]
    assert "a running bot has it open" in found[1][1]


async def test_a_newer_database_is_wrong(tmp_path: Path) -> None:
    await (await open_store(tmp_path / STORE_FILE)).close()
    with sqlite3.connect(tmp_path / STORE_FILE) as connection:
        connection.execute("INSERT INTO steps (number, name) VALUES (9, 'of tomorrow')")
    connection.close()
    ((kind, text),) = await findings(tmp_path, "database")
    assert (kind, "a newer version of this program" in text) == ("wrong", True)


@pytest.mark.usefixtures("painted")
async def test_a_picture_of_each_game_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = await findings(tmp_path, "pictures")
    assert [text.split()[1] for _, text in found] == list(GAMES)
    assert {kind for kind, _ in found} == {"ok"}
    monkeypatch.setattr(picture, "PAINTERS", {**picture.PAINTERS, "sato": None})
    found = await findings(tmp_path, "pictures")
    assert [text.split()[1] for kind, text in found if kind == "wrong"] == ["sato"]


async def test_fonts_that_cannot_be_read_are_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [kind for kind, _ in await findings(tmp_path, "fonts")] == ["ok"]

    def gone(*_: object) -> NoReturn:
        raise OSError("no such file")

    monkeypatch.setattr(doctor, "NAMES", {"Latin": "Zoë", "Georgian": "ნინო"})
    ((kind, text),) = await findings(tmp_path, "fonts")
    assert (kind, "letters are missing: Georgian" in text) == ("wrong", True)
    monkeypatch.setattr(lettering, "legible", gone)
    ((kind, text),) = await findings(tmp_path, "fonts")
    assert (kind, "cannot be read (OSError: no such file)" in text) == ("wrong", True)


async def test_the_port_of_the_monitor_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ((kind, text),) = await findings(tmp_path, "monitor", monitor_port=port)
    assert (kind, f"port {port} is taken" in text) == ("note", True)
    assert await findings(tmp_path, "monitor", monitor_port=port) == [("ok", f"monitor: port {port} is free")]

    def forbidden(*_: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", forbidden)
    ((kind, text),) = await findings(tmp_path, "monitor", monitor_port=80)
    assert (kind, "Permission denied" in text) == ("wrong", True)


async def test_without_a_token_it_says_which_is_missing(tmp_path: Path) -> None:
    ((kind, text),) = await findings(tmp_path, "Discord")
    assert (kind, "DISCORD_TOKEN is not set" in text) == ("note", True)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_settings_in_another_encoding_are_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], encoding: str
) -> None:
    monkeypatch.chdir(tmp_path)
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, line: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text(text)
    assert main(["doctor"]) == 1
    found = capsys.readouterr()
    assert f"wrong .env, line {line}, cannot be read: " in found.out
    assert main(["run"]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"tischrand: .env, line {line}, cannot be read: ")
    assert "quotation mark" in told.err
    assert len(told.err.splitlines()) == 1
    assert "abc" not in found.out + found.err + told.out + told.err


def test_quotation_marks_that_close_and_lines_of_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("# it's\nTISCHRAND_DATA='a folder'  # don't\nCERTIFICATE=\"two\nlines\"\n\n")
    assert check_env_file()
    assert str(Settings().data) == "a folder"


async def test_which_env_file_is_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ((kind, text),) = await findings(tmp_path, ".env")
    assert (kind, f"there is none in {tmp_path}" in text) == ("note", True)
    (tmp_path / ".env").write_text("TISCHRAND_LOG_FORMAT=json\n")
    assert await findings(tmp_path, ".env") == [("ok", f".env: the one in {tmp_path} is read")]


def test_an_env_file_that_is_none_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").mkdir()
    assert main(["doctor"]) == 1
    assert ".env cannot be read: Is a directory" in capsys.readouterr().out


@pytest.mark.long
async def test_what_nobody_has_set_is_not_listed_as_set(tischrand: Process) -> None:
    _, output, _ = await tischrand.run("doctor")
    assert "TISCHRAND_LOG_LEVEL" not in output


def test_a_misspelt_setting_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKN", "x")
    assert main(["doctor", "--data", "data"]) == 1
    assert (
        "wrong settings: there is no setting DISCORD_TOKN; is DISCORD_TOKEN meant?" in capsys.readouterr().out
    )


@pytest.mark.long
async def test_the_port_of_play_is_looked_at(tischrand: Process) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        _, output, _ = await tischrand.run("doctor", TISCHRAND_PORT=str(port))
    assert f"web chat: port {port} is taken" in output
