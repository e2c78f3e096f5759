"""/forget_me in the web chat: its own messages of the person go too, and nobody sits under their name."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.interface import Account, Chat, ForgetMe, Incoming, Screen
from bot.runtime.app import CHAT_FILE, bot_service
from bot.runtime.settings import Settings
from games.events import PlayerId
from storage.people import Person
from storage.sqlite import database
from storage.sqlite.database import open_store
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.memory_platform import seen
from tests.bot.platforms.web.page import CHANNEL, field, ready, said
from tests.bot.platforms.web.running import web_chat as running_web_chat
from tests.bot.platforms.web.visitor import Visitor, hello, labels, visitors
from tests.bot.platforms.wiretap import ADA, BEN, frames, here, texts
from tests.bot.scripted_platform import Foreign

pytestmark = pytest.mark.asyncio(loop_scope="session")

LINKED = Account("discord", "1", "Ada of Discord")
OTHER_BROWSER = "C" * 43
WORD = "Zwetschgenkompott"


def settings(data: Path) -> Settings:
    return Settings(data=data, port=0, browser=False)


def files(data: Path) -> bytes:
    """All that the files of the web chat hold."""
    return b"".join(file.read_bytes() for file in data.iterdir() if file.name.startswith("web-"))


async def forget(ada: Visitor, chat: str) -> None:
    await ada.type("/forget_me", chat)
    await ada.press(ada.board(chat) if chat != "channel" else ada.notes[-1], "Yes, forget me")


@pytest.mark.parametrize("private", [True, False])
async def test_what_they_wrote_goes_and_what_others_wrote_stays(tmp_path: Path, private: bool) -> None:
    async with running_web_chat(tmp_path) as adapter:
        async with (
            visitors(adapter.name, "Ada") as (ada,),
            visitors(adapter.name, "Ben", secret=OTHER_BROWSER) as (ben,),
        ):
            await ada.type(f"{WORD} for all")
            await ben.type("and that is Ben's")
            await ada.type(f"/help {WORD}", f"@{ADA}")
            assert WORD.encode() in files(tmp_path)
            await forget(ada, f"@{ADA}" if private else "channel")
            assert "In the web chat" not in ada.notes[-1]["text"]
            assert "I have forgotten you" in ada.notes[-1]["text"]
            await ben.ping()
            assert [one["id"] for one in frames(ben, "forgotten")] == [ADA]
            assert here(ben) == [BEN]
        assert WORD.encode() not in files(tmp_path)
        assert ADA.encode() not in files(tmp_path)
        async with visitors(adapter.name, "Ada", "Ben", secret=OTHER_BROWSER) as (another, ben):
            assert texts(another) == texts(ben) == ["and that is Ben's"]
            assert another.id != ADA
            assert texts(another, f"@{another.id}") == []


async def test_their_page_is_nobodys_until_they_say_hello_again(tmp_path: Path) -> None:
    async with running_web_chat(tmp_path) as adapter, visitors(adapter.name, "Ada") as (ada,):
        await forget(ada, "channel")
        await ada.ask(type="command", chat="channel", text="am I still here?", wait=False)
        await ada.until(lambda: frames(ada, "problem"))
        await ada.hello()
        await ada.type("now I am")
        assert texts(ada) == ["now I am"]


async def test_a_page_of_whoever_was_forgotten_gets_nothing_of_whoever_takes_the_name_next(
    tmp_path: Path,
) -> None:
    """Nor does the new person get what is still on its way to the earlier one, after a restart neither."""
    for _ in range(2):
        async with running_web_chat(tmp_path) as adapter, visitors(adapter.name, "Ada") as (old,):
            await forget(old, "channel")
            before = old.id
            async with visitors(adapter.name, "Ada", "Ben", secret=OTHER_BROWSER) as (new, ben):
                await ben.type("/play sator")
                await new.until(lambda page=new: "Accept" in labels(page.board()))
                await new.press(new.board(), "Accept")
                told, received = len(old.notes), len(new.received)
                await new.type("/hand")
                await new.type("/help")
                await adapter.post(adapter.private_chat(before), Screen(WORD), "late")
                await new.ping()
                await old.send(**hello("Cleo"))
                await old.until(lambda page=old: len(frames(page, "welcome")) == 2)
                assert len(old.notes) == told
                assert WORD not in "".join(new.received[received:])
                assert new.id not in (before, old.id)
                await forget(new, "channel")


async def test_a_name_is_in_no_file_when_the_boards_have_lost_it(tmp_path: Path) -> None:
    """Not in what SQLite writes ahead either, and that of a bot that was killed is emptied at the start."""
    async with (
        running_web_chat(tmp_path) as adapter,
        visitors(adapter.name, WORD) as (ada,),
        visitors(adapter.name, "Ben", secret=OTHER_BROWSER) as (ben,),
    ):
        await ada.type("/play sahara")
        await ben.until(lambda: "Accept" in labels(ben.board()))
        await ben.press(ben.board(), "Accept")
        await ben.until(lambda: WORD in ben.board()["title"] + ben.board()["text"])
        await forget(ada, "channel")
        await ben.until(lambda: WORD not in json.dumps(ben.board()))
        assert WORD.encode() not in files(tmp_path)


async def test_it_is_told_beforehand_what_goes_and_what_stays(tmp_path: Path) -> None:
    async with running_web_chat(tmp_path) as adapter, visitors(adapter.name, "Ada") as (ada,):
        await ada.type("/forget_me")
        assert "In the web chat I delete what you wrote" in ada.notes[-1]["text"]


async def test_while_somebody_reads_the_messages_it_is_not_said_that_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_MS", 1)
    async with running_web_chat(tmp_path) as adapter, visitors(adapter.name, "Ada") as (ada,):
        await ada.type(WORD)
        with closing(sqlite3.connect(tmp_path / CHAT_FILE, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM messages").fetchone()
            await forget(ada, "channel")
            assert "they still hold the deleted data" in ada.notes[-1]["text"]
            reader.execute("COMMIT")


async def test_a_web_chat_that_is_closed_now_forgets_as_well(tmp_path: Path) -> None:
    """By an account of another platform that was joined by /link."""
    async with running_web_chat(tmp_path) as adapter, visitors(adapter.name, "Ada") as (ada,):
        await ada.type(WORD)
    store, player = await open_store(tmp_path / "tischrand.db"), PlayerId("ada")
    for account in (LINKED, Account("web", ADA, "Ada")):
        await store.people.put_person(Person(account.platform, account.id, player, account.name, "en", ""))
    await store.close()
    async with bot_service(settings(tmp_path), adapters=[foreign := Foreign()]) as service:
        await service.start()
        assert foreign.front
        sure = Incoming(LINKED, Chat("discord", "@1", private=True), ForgetMe(sure=True), "p1")
        answer = seen(await foreign.front.handle(sure))
        assert answer.note
        assert "I have forgotten you" in answer.note.text
        assert WORD.encode() not in files(tmp_path)
        assert ADA.encode() not in files(tmp_path)


async def test_what_cannot_be_deleted_leaves_the_rest_to_be_forgotten_again(tmp_path: Path) -> None:
    async with running_web_chat(tmp_path) as adapter, visitors(adapter.name, "Ada") as (ada,):
        with closing(sqlite3.connect(tmp_path / CHAT_FILE)) as file:
            file.execute("ALTER TABLE messages RENAME TO away")
            await forget(ada, "channel")
            assert "forgotten" not in ada.notes[-1]["text"]
            file.execute("ALTER TABLE away RENAME TO messages")
        await ada.type("/forget_me")
        assert "I know you as" in ada.notes[-1]["text"]


async def test_an_account_of_another_platform_is_nothing_to_the_web_chat(
    web_chat: WebChat, front: Scripted
) -> None:
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.type("hello")
        assert await front.forgets[-1](Account("telegram", ADA, "Ada"))
        await ada.ping()
        assert frames(ada, "forgotten") == []


@pytest.mark.long
async def test_an_open_page_says_nothing_of_who_was_forgotten_until_they_speak_again(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, tmp_path: Path
) -> None:
    page = await ready(await open_page("Ada", "Ben"))
    await field(page).fill("hello there")
    await field(page).press("Enter")
    await expect(said(page, "hello there")).to_be_visible()
    await web_chat.adapter.post(web_chat.adapter.private_chat(ADA), Screen("psst"), "n1")
    await expect(said(page, "psst")).to_be_visible()
    await front.forgets[-1](Account("web", ADA, "Ada"))
    await expect(said(page, "hello there")).to_have_count(0)
    await expect(said(page, "psst")).to_have_count(0)
    await web_chat.stop()
    await web_chat.start()
    await web_chat.adapter.post(CHANNEL, Screen("while they are away"), "n2")
    await expect(said(page, "while they are away")).to_be_visible()  # to Ben, who sits at the same page
    assert ADA.encode() not in files(tmp_path)
    await field(page).fill("here I am again")
    await field(page).press("Enter")
    await expect(said(page, "here I am again")).to_be_visible()
    assert ADA.encode() in files(tmp_path)
