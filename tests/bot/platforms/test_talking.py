"""What players say on the real platforms: the opponent alone reads it, and it is nothing but words."""

from __future__ import annotations

import re
from pathlib import Path

from tests.bot.platforms.discord.setup import table as discord_table
from tests.bot.platforms.telegram.setup import table as telegram_table
from tests.bot.platforms.web.running import web_chat
from tests.bot.platforms.web.visitor import visitors
from tests.loopback.discord.world import SUPPRESS_NOTIFICATIONS

BIRD = "nightingale"
"""What nobody else may read."""
LIVE = f"{BIRD} @everyone @durov <@1> **b** https://a.example/x t.me/y /resign #tag <b>i</b> [a](b)"
"""What platforms would make links, commands, mentions and formats of."""


def tidied(text: str) -> str:
    return text.replace("\u2060", "")


async def test_on_discord(tmp_path: Path) -> None:
    async with discord_table(tmp_path) as there:
        ada, ben, cleo = map(there.person, ("Ada", "Ben", "Cleo"))
        await there.begin("sato", private=True)
        await ada.use("say", there.discord.dm(ada), phrase=LIVE)
        shown = await ben.sees(there.discord.dm(ben), lambda one: BIRD in one.text)
        assert shown.pings == frozenset()
        assert there.discord.world.messages[shown.id].flags & SUPPRESS_NOTIFICATIONS, "without a sound"
        assert f"Ada: “{LIVE}”" in tidied(re.sub(r"\\(.)", r"\1", shown.text))
        bare = re.sub(r"\\.", "", shown.text.partition("\n")[2])
        assert not re.search(r"[*_`~|<\[]|://|@\w", bare)
        assert BIRD not in str(cleo.messages())
        assert BIRD not in str(there.discord.messages(there.channel))


async def test_on_telegram(tmp_path: Path) -> None:
    async with telegram_table(tmp_path) as there:
        await there.begin_in_private("sato")
        there.ada.say(there.ada.private, f"/say {LIVE}")
        shown = await there.ben.sees(lambda one: BIRD in one.text, there.ben.private)
        assert f"Ada: “{LIVE}”" in tidied(shown.text)
        assert {mark.type for mark in shown.message.content.entities} == {"bold"}
        assert shown.entities("bold") == (shown.text.partition("\n")[0],), "the title"
        assert not shown.notified
        assert BIRD not in str(there.cleo.messages())


async def test_in_the_web_chat(tmp_path: Path) -> None:
    async with (
        web_chat(tmp_path) as adapter,
        visitors(adapter.name, "Ada", "Ben", "Cleo") as (ada, ben, cleo),
    ):
        await ada.type("/play sato", f"@{ada.id}")
        code = ada.own()["match"]
        await ben.type(f"/join {code}", f"@{ben.id}")
        await ada.type(f"/say {LIVE} {code}", f"@{ada.id}")
        await ben.until(lambda: any(BIRD in one["text"] for one in ben.messages.values()))
        (said,) = [one for one in ben.messages.values() if BIRD in one["text"]]
        assert said["chat"] == f"@{ben.id}"
        assert tidied(said["text"]) == f"Ada: “{LIVE}”"
        await cleo.ping()
        assert not any(BIRD in frame for frame in cleo.received)
