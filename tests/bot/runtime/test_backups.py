"""Copies that the running bot makes by itself: when, how many are kept, and what is left alone."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.runtime.app import bot_service
from bot.runtime.backups import LONGEST_WAIT, PAUSE, Backups, age, file_name, made_at
from bot.runtime.databases import STORE_FILE
from bot.runtime.settings import Settings
from storage.errors import UnusableDatabase
from storage.sqlite import copying
from storage.sqlite.copying import check
from tests.bot.scripted_platform import Foreign, until

HOUR, DAY = 3600, 86_400
NOON = 1_700_000_000 - 1_700_000_000 % DAY + 12 * HOUR


class Scene:
    """A folder for copies, a clock that is set by hand, and copies that cost nothing."""

    def __init__(self, folder: Path, *, keep: int = 2) -> None:
        self.now, self.folder = NOON, folder
        self.fault: Exception | None = None
        self.keep = keep

    def backups(self) -> Backups:
        """As after a start: all that it knows is in the folder."""
        database = self.folder.parent / STORE_FILE
        return Backups(database, self.folder, every=DAY, keep=self.keep, clock=lambda: self.now)

    def make(self, _: Path, copy: Path) -> int:
        if self.fault:
            raise self.fault
        copy.parent.mkdir(exist_ok=True)
        copy.touch()
        return 1

    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir()) if self.folder.exists() else []


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    scene = Scene(tmp_path / "backups")
    monkeypatch.setattr(copying, "make", scene.make)
    return scene


def test_names_sort_by_time_and_tell_it() -> None:
    times = [NOON + step for step in (0, 1, 60, HOUR, DAY, 40 * DAY, 400 * DAY)]
    names = [file_name(at) for at in times]
    assert names[0] == "tischrand-2023-11-14T12-00-00Z.db"
    assert names == sorted(names)
    assert [made_at(name) for name in names] == times


@pytest.mark.parametrize(
    "name",
    [
        "tischrand.db",
        "before-upgrade.db",
        "tischrand-2023-11-14.db",
        "tischrand-2023-11-14T12-00-00Z.db.old",
        "tischrand-2023-1-4T2-00-00Z.db",
        "tischrand-2023-02-31T12-00-00Z.db",
        "tischrand-2023-11-14T12-00-61Z.db",
        "Tischrand-2023-11-14T12-00-00Z.db",
    ],
)
def test_a_file_of_another_name_was_not_made_by_the_bot(name: str) -> None:
    assert made_at(name) is None


async def test_the_age_of_the_newest_copy_decides_when_the_next_is_due_also_after_a_restart(
    scene: Scene,
) -> None:
    assert await scene.backups().round() == LONGEST_WAIT
    first = file_name(NOON)
    assert scene.names() == [first]
    scene.now += DAY - 20
    assert await scene.backups().round() == 20
    assert scene.names() == [first]
    scene.now += 20
    await scene.backups().round()
    assert scene.names() == [first, file_name(NOON + DAY)]


async def test_the_oldest_are_deleted_and_only_what_the_bot_has_made(scene: Scene) -> None:
    old = [file_name(NOON - days * DAY) for days in (3, 2, 1)]
    others = ["before-upgrade.db", "notes.txt", "notes.db.part", file_name(NOON + 9 * DAY)]
    killed = f"{file_name(NOON - 4 * DAY)}.part"
    scene.folder.mkdir()
    for name in (*old, *others, killed):
        (scene.folder / name).touch()
    (scene.folder / file_name(NOON - 5 * DAY)).mkdir()
    (scene.folder / file_name(NOON - 6 * DAY)).symlink_to(scene.folder / "notes.txt")
    await scene.backups().round()
    apart = [file_name(NOON - days * DAY) for days in (5, 6)]
    assert scene.names() == sorted([*others, *apart, old[2], file_name(NOON)])


async def test_a_copy_from_the_future_neither_delays_the_next_nor_drives_it_out(scene: Scene) -> None:
    scene.keep = 1
    scene.folder.mkdir()
    (scene.folder / file_name(NOON + 400 * DAY)).touch()
    for _ in range(2):
        await scene.backups().round()
        scene.now += 60
    assert scene.names() == [file_name(NOON), file_name(NOON + 400 * DAY)]


async def test_what_fails_is_logged_tried_again_and_deletes_nothing(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.folder.mkdir()
    old = [file_name(NOON - days * DAY) for days in (4, 3, 2)]
    for name in old:
        (scene.folder / name).touch()
    scene.fault = UnusableDatabase("the disk is full")  # the host's to mend: no traceback
    assert await scene.backups().round() == PAUSE
    assert scene.names() == old
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "the disk is full" in record.message
    assert record.exc_info is None
    assert "tried again in 10 minutes" in record.message
    scene.fault, scene.now = None, NOON + int(PAUSE)
    assert await scene.backups().round() == LONGEST_WAIT
    assert scene.names() == [old[2], file_name(scene.now)]


async def test_a_folder_that_is_none_stops_nothing_and_the_age_of_the_last_copy_is_told(scene: Scene) -> None:
    assert (await scene.backups().age(), age(scene.folder, NOON)) == (float("inf"), None)
    scene.folder.touch()
    assert await scene.backups().round() == PAUSE
    assert await scene.backups().age() == float("inf")
    scene.folder.unlink()
    await scene.backups().round()
    scene.now += 90
    assert (await scene.backups().age(), age(scene.folder, scene.now)) == (90, 90)


async def test_the_running_bot_makes_a_copy_every_so_many_hours_where_a_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.backups.LONGEST_WAIT", 0.0)
    folder, now, asked = tmp_path / "backups", NOON, 0

    def clock() -> int:
        nonlocal asked
        asked += 1
        return now

    settings = Settings(data=tmp_path / "data", backup_folder=folder, backup_hours=5)
    async with bot_service(settings, adapters=[Foreign()], clock=clock):
        await until((folder / file_name(NOON)).exists)
        now, seen = NOON + 5 * HOUR - 1, asked
        await until(lambda: asked > seen + 2)
        assert [file.name for file in folder.glob("*.db")] == [file_name(NOON)]
        now = NOON + 5 * HOUR
        await until((folder / file_name(now)).exists)
    found = await check(folder / file_name(NOON))
    assert found
    assert found.damages == ()
