"""In a private chat of the web chat, the newest page of settings is the only one."""

from __future__ import annotations

from pathlib import Path

from bot.texts import texts_for
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Shown, Visitor, labels, visitors

EN = texts_for("en")


def cards(page: Visitor) -> list[Shown]:
    return [one for one in page.messages.values() if one.get("subject") == "settings"]


async def settings(page: Visitor, line: str = "/settings") -> Shown:
    """The only page of settings that there is after this line."""
    await page.type(line, f"@{page.id}")
    (card,) = cards(page)
    return card


async def test_a_newer_page_of_settings_takes_the_place_of_the_older_one(tmp_path: Path) -> None:
    async with web_bot(tmp_path) as (adapter, _), visitors(adapter.name, "Ada") as (ada,):
        first = await settings(ada)
        await ada.press(first, next(iter(labels(first))))
        assert [one["id"] for one in cards(ada)] == [first["id"]], "it changes in place"
        second = await settings(ada, "/settings text=on")
        assert second["id"] != first["id"]
        await ada.type("/help", f"@{ada.id}")
    async with web_bot(tmp_path) as (adapter, _), visitors(adapter.name, "Ada") as (ada,):
        third = await settings(ada)
        assert third["id"] not in (first["id"], second["id"])
        assert any(EN("title.help") in (one.get("title") or "") for one in ada.messages.values()), (
            "the rest stays"
        )
