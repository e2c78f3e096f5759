"""What players say on each platform: the opponent alone reads it, and it is nothing but words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bot.platforms.across_setup import PLATFORMS, across, all_on
from tests.loopback.discord import sight
from tests.loopback.discord.world import SUPPRESS_NOTIFICATIONS
from tests.loopback.telegram import showing

BIRD = "nightingale"
"""What nobody else may read."""
LIVE = f"{BIRD} @everyone @durov <@1> **b** https://a.example/x t.me/y /resign #tag <b>i</b> [a](b)"
"""What platforms would make links, commands, mentions and formats of."""


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_opponent_alone_reads_what_is_said(platform: str, tmp_path: Path) -> None:
    async with across(tmp_path, all_on(platform)) as there:
        ada, ben, cleo = (there.guest(name) for name in ("Ada", "Ben", "Cleo"))
        await there.begin(ada, ben, "sato", privately=True)
        await there.type(ada, f"/say {LIVE}", privately=True)
        (said,) = [seen for seen in ben.messages(private=True) if BIRD in seen.text]
        told = said.text.replace("\u2060", "")
        match said.raw:
            case sight.Shown():
                assert said.raw.pings == frozenset()
                assert there.discord.world.messages[said.raw.id].flags & SUPPRESS_NOTIFICATIONS
                told = re.sub(r"\\(.)", r"\1", told)
                bare = re.sub(r"\\.", "", said.text.partition("\n")[2])
                assert not re.search(r"[*_`~|<\[]|://|@\w", bare)
            case showing.Shown():
                assert {mark.type for mark in said.raw.message.content.entities} == {"bold"}
                assert said.raw.entities("bold") == (said.text.partition("\n")[0],), "the title"
                assert not said.raw.notified
        assert f"Ada: “{LIVE}”" in told
        assert BIRD not in cleo.received()
        assert BIRD not in there.discord.public_record().decode()
