"""On each platform somebody plays by ear: what is new, the position on request, and one silent reminder."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.terms import HOUR
from tests.bot.platforms.across_people import Guest, Seen
from tests.bot.platforms.across_setup import PLATFORMS, Across, across, all_on
from tests.loopback.discord.world import SUPPRESS_NOTIFICATIONS


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_board_in_private_tells_what_is_new(platform: str, tmp_path: Path) -> None:
    async with across(tmp_path, all_on(platform)) as there:
        ada, ben = there.guest("Ada"), there.guest("Ben")
        for guest in (ada, ben):
            await there.type(guest, "/settings text=changes", privately=True)
        await there.begin(ada, ben, "sahara", privately=True)
        mover = ada if ada.asked() else ben
        waits = ben if mover is ada else ada
        await there.press(mover, await mover.sees("5", private=True), "5")
        heard = await waits.sees("Position", private=True)
        assert not heard.alt
        assert f"{mover.name} sowed hollow 5" in heard.text
        assert "Possible: 1, 2, 3, 4, 5, 6." in heard.text
        assert "in hollows 1 to 6" not in heard.text
        await there.press(waits, heard, "Position")
        assert waits.everything().count("in hollows 1 to 6") == 2
        assert there.refused() == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_position_that_is_asked_for_where_others_read_is_told_alone(
    platform: str, tmp_path: Path
) -> None:
    async with across(tmp_path, all_on(platform)) as there:
        ada, ben, cleo = (there.guest(name) for name in ("Ada", "Ben", "Cleo"))
        await there.accepted(ada, ben, "stacko")
        await there.type(ada, "/where position")
        assert "Ada's tower from the bottom up: x" not in ada.everything()
        assert "Ben's tower from the bottom up: x x x x x x x x x x" in ada.everything()
        assert "tower from the bottom up" not in ben.everything() + cleo.everything()
        assert there.refused() == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_little_time_is_told_without_a_sound(platform: str, tmp_path: Path) -> None:
    async with across(tmp_path, all_on(platform)) as there:
        ada, ben = there.guest("Ada"), there.guest("Ben")
        for guest in (ada, ben):
            await there.type(guest, "/settings text=changes", privately=True)
        await there.accepted(ada, ben, "sahara clock=1d")
        mover = ada if ada.asked() else ben
        for hours in (18, 5):
            await there.pass_time(hours * HOUR)
        told = [seen for seen in mover.messages(private=True) if "1 hour left for this move" in seen.text]
        assert [is_silent(there, mover, seen) for seen in told] == [True]
        await there.press(mover, told[0], "Open the board")
        assert await mover.sees("Position", private=True)
        assert there.refused() == []


def is_silent(there: Across, guest: Guest, seen: Seen) -> bool:
    if guest.platform == "discord":
        return bool(there.discord.world.messages[seen.raw.id].flags & SUPPRESS_NOTIFICATIONS)  # type: ignore[attr-defined]
    if guest.platform == "telegram":
        return not seen.raw.notified  # type: ignore[attr-defined]
    return not seen.raw["calls"]  # type: ignore[index]
