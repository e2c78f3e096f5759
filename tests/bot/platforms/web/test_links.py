"""The link to a page as each platform shows it, and where the pages can be."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest
from pydantic import ValidationError

from bot.interface import Button, Chat, OpenPage, Screen, WebLink
from bot.platforms.discord import layout as discord
from bot.platforms.telegram import layout as telegram
from bot.platforms.telegram.mini_app import MiniApp
from bot.platforms.web.spec import WEB
from bot.runtime.app import TABLE_KEY_FILE, bot_service
from bot.runtime.settings import Settings
from games.events import MatchId

URL = "https://table.example.org/#name"
LINK = Screen("Open it.", page=WebLink("Open the board", URL))


def test_a_link_is_a_button_on_each_platform() -> None:
    (row,) = [part for part in discord.new(LINK)["view"].to_components() if part.get("components")]
    assert [(one["label"], one["url"]) for one in row["components"]] == [("Open the board", URL)]
    markup = telegram.shape(LINK, Chat("telegram", "4711", private=True)).markup
    assert markup is not None
    assert [key["url"] for keys in markup["inline_keyboard"] for key in keys] == [URL]
    assert telegram.short_note(LINK) == ""


def test_where_telegram_cannot_open_the_page_its_button_asks_for_the_link() -> None:
    board = Screen("It is your turn.", rows=((Button("Big board", OpenPage(MatchId("K7QF2M"))),),))
    group = Chat("telegram", "-100", private=False)
    for app in (None, MiniApp("https://table.example.org/")):
        markup = telegram.shape(board, group, app=app).markup
        assert markup is not None
        assert markup["inline_keyboard"][0][0]["callback_data"] == "table:K7QF2M"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("https://table.example.org", "https://table.example.org/"),
        ("https://example.org/table", "https://example.org/table/"),
        ("http://127.0.0.1:8322/", "http://127.0.0.1:8322/"),
    ],
)
def test_pages_stand_in_a_folder_of_their_own(
    given: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TISCHRAND_PUBLIC_URL", given)
    assert str(Settings().public_url) == meant


@pytest.mark.parametrize("url", [None, "http://127.0.0.1:8322/"])
async def test_a_port_is_open_where_the_pages_have_an_address(url: str | None, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, port=0, browser=False, public_url=url, table_port=0)  # type: ignore[arg-type]
    async with bot_service(settings, [WEB]) as service:
        assert (service.pages is not None) == (url is not None)
        if service.pages is not None:
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"http://127.0.0.1:{service.pages.port}/health") as answer,
            ):
                assert (answer.status, await answer.text()) == (200, "ok")
    assert (tmp_path / TABLE_KEY_FILE).exists() == (url is not None)


@pytest.mark.parametrize(
    "given", ["http://table.example.org/", "https://example.org/?a=b", "https://example.org/#a", "table"]
)
def test_no_page_is_sent_in_the_open(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHRAND_PUBLIC_URL", given)
    with pytest.raises(ValidationError):
        Settings()
