"""The page of a match as a Mini App: from Telegram's buttons to a press that the group sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import telegram

from bot.interface import Account
from bot.platforms.telegram import mini_app
from bot.platforms.telegram.mini_app import OURS, MiniApp
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions
from games.events import MatchId
from tests.bot.conftest import board_image
from tests.bot.platforms.telegram.setup import table
from tests.bot.platforms.web.guest import guest, told
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.server import TelegramServer

PAGES = "https://table.example.org/"
BIG = "Big board"


def account(person: Person) -> Account:
    return Account("telegram", str(person.id), person.user.first_name)


async def test_a_press_in_the_mini_app_is_one_in_the_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the group a link opens the app, in a private chat the button itself."""
    tan = board_image("tan", "").data
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: tan)
    async with table(tmp_path, pages=PAGES, main_web_app=True) as there:
        server = MatchPages(
            there.dispatcher, PAGES, 0, Sessions(bytes(32), there.now), token=there.telegram.token
        )
        await server.start()
        there.start_all()
        board = await there.begin("sahara")
        await there.ada.press(board, "More")
        link = (await there.ada.sees(lambda one: BIG in one.labels, there.group)).key(BIG)
        assert link.value.startswith("https://t.me/")
        code = MatchId(link.value.partition("?startapp=")[2])
        there.ada.say(there.ada.private, f"/board {code}")
        own = await there.ada.sees(lambda one: "More" in one.labels, there.ada.private)
        await there.ada.press(own, "More")
        more = await there.ada.sees(lambda one: BIG in one.labels, there.ada.private)
        assert json.loads(more.key(BIG).more) == {"web_app": {"url": f"{PAGES}?match={code}"}}
        token = there.telegram.token
        to_act = there.ada if "your turn" in own.text else there.ben
        async with guest(server) as page:
            opened = told(account(to_act), there.now(), token=token, start_param=code)
            assert (await page.open(telegram=opened))["match"] == code
            await page.until("edit")
            while labels := [label for label in page.labels() if label.isdigit()]:
                await page.press(labels[0])
                await there.settled()
        after = there.ben.now(board)
        assert after is not None
        assert after.text != board.text
        await server.stop()


async def test_where_telegram_opens_no_page_there_is_no_button_for_one(tmp_path: Path) -> None:
    """Without a main Mini App a group's button answers with a link; without pages there is none."""
    bare = MiniApp(PAGES)
    code = MatchId("ABCDEF")
    assert bare.opens(code, private=False) is None
    async with TelegramServer() as server, bot_of(server) as bot:
        assert mini_app.mini_app(PAGES, bot) == bare
        assert mini_app.mini_app(None, bot) is None
        assert mini_app.mini_app("http://127.0.0.1:8322/", bot) is None


async def test_the_menu_opens_the_pages_as_long_as_there_are_any() -> None:
    """What the host has chosen for the menu stays."""
    async with TelegramServer() as server, bot_of(server) as bot:
        menus = server.service.profile.menus
        await mini_app.register(bot, None)
        assert not menus
        for _ in range(2):
            await mini_app.register(bot, MiniApp(PAGES))
        assert server.calls.count("setChatMenuButton") == 1
        assert menus[0] == {"type": "web_app", "text": OURS, "web_app": {"url": PAGES}}
        await mini_app.register(bot, MiniApp("https://elsewhere.example.org/"))
        assert menus[0]["web_app"] == {"url": "https://elsewhere.example.org/"}
        await mini_app.register(bot, None)
        assert menus[0] == {"type": "default"}
        theirs = {"type": "web_app", "text": "Shop", "web_app": {"url": "https://shop.example.org/"}}
        menus[0] = theirs
        for app in (MiniApp(PAGES), None):
            await mini_app.register(bot, app)
        assert menus[0] == theirs


def bot_of(server: TelegramServer) -> telegram.Bot:
    return telegram.Bot(server.token, base_url=f"{server.url}/bot")
