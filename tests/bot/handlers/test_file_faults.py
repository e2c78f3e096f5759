"""A disk that is full, or a file that was deleted under the bot: nothing counts, and people are told so."""

from __future__ import annotations

import pytest

from storage.errors import StoreFull
from storage.sqlite.database import Database
from tests.bot.memory_platform import House, HouseWithFile, Seen, shown

pytestmark = pytest.mark.house(kind=HouseWithFile)

TOLD = "I cannot store anything right now, so this does not count. Please try again later."


@pytest.fixture
async def playing(house: House) -> House:
    await house.start()
    return house


async def pressed(house: House) -> Seen:
    label = next(label for label in house.labels(house.board().message) if label.isdigit())
    return await house.press(house.to_act(), label)


def stands(house: House) -> str:
    return house.board().message.text


@pytest.mark.parametrize("gone", ["", "-wal"])
async def test_a_press_does_not_count_where_its_file_was_deleted(playing: House, gone: str) -> None:
    before, file = stands(playing), playing.folder / f"house.db{gone}"
    file.rename(playing.folder / "aside")
    assert shown(await pressed(playing)).text == TOLD
    assert stands(playing) == before
    (playing.folder / "aside").rename(file)
    assert (await pressed(playing)).succeeded
    assert stands(playing) != before


async def test_a_press_does_not_count_where_the_disk_is_full(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreFull("the disk with the database is full")

    before = stands(playing)
    with monkeypatch.context() as filled:
        filled.setattr(Database, "write", full)
        assert shown(await pressed(playing)).text == TOLD
    assert stands(playing) == before
    assert (await pressed(playing)).succeeded
