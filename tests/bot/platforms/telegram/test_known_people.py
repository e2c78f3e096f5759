"""Who is meant by `@username`: known after a restart, and forgotten with the account."""

from __future__ import annotations

from pathlib import Path

from bot.interface import Account, Chat, ForgetMe, Incoming
from bot.texts import texts_for
from storage.accounts import Person
from tests.bot.platforms.telegram.setup import Table, table

SAY = texts_for("en")


async def challenged(there: Table) -> str:
    """What Ada reads when she challenges @ben_t in their private chat."""
    before = len(there.ada.messages(there.ada.private))
    there.ada.say(there.ada.private, "/play sahara @Ben_T")
    await there.ada.until(lambda: len(there.ada.messages(there.ada.private)) > before + 1)
    return there.ada.latest(there.ada.private).text


async def test_a_username_is_known_after_a_restart(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.ben.say(there.ben.private, "/help")
        await there.ben.sees(lambda one: one.labels, there.ben.private)
        await there.close()
        await there.open()
        assert "Sahara" in await challenged(there)


async def test_who_is_forgotten_is_known_by_no_username_any_more(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.ben.say(there.ben.private, "/forget_me")
        asked = await there.ben.sees(lambda one: one.labels, there.ben.private)
        await there.ben.press(asked, payload="forget:1")
        await there.settled()
        assert await challenged(there) == SAY("no.unknown_person", name="Ben_T")


async def test_who_is_forgotten_from_another_platform_is_known_by_no_username_either(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.ben.say(there.ben.private, "/help")
        await there.ben.sees(lambda one: one.labels, there.ben.private)
        known = await there.store.person("telegram", str(there.ben.id))
        assert known
        elsewhere = Account("discord", "7", "Benedict")
        await there.store.put_person(Person("discord", "7", known.player, "Benedict", "en", ""))
        chat = Chat("discord", "@7", private=True)
        await there.dispatcher.handle(Incoming(elsewhere, chat, ForgetMe(sure=True), "p1"))
        assert await there.store.person("telegram", str(there.ben.id)) is None
        assert await challenged(there) == SAY("no.unknown_person", name="Ben_T")


async def test_a_new_username_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.ben.say(there.ben.private, "/help")
        await there.ben.sees(lambda one: one.labels, there.ben.private)
        there.ben.user.username = "benedict"
        there.ben.say(there.ben.private, "/matches")
        await there.ben.sees(lambda one: SAY("matches.none") in one.text, there.ben.private)
        await there.close()
        await there.open()
        assert await challenged(there) == SAY("no.unknown_person", name="Ben_T")
