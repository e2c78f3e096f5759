"""The bot is brought to a group: it greets once, whatever Telegram tells of it."""

from __future__ import annotations

from bot import interface
from bot.interface import Button, Note, PickGame, Screen
from bot.texts import texts_for
from tests.bot.conftest import Scripted
from tests.bot.platforms.telegram.setup import Stage, Table, stage
from tests.loopback.telegram.world import Chat

SAY = texts_for("en")
BOT = "tischrand_test_bot"
ELSEWHERE = "A club"
BRING = f"https://t.me/{BOT}?startgroup=new"
ROWS = ((Button("New game", PickGame(None)),),)


def club(there: Stage) -> Chat:
    """A group that the bot is not in."""
    return there.telegram.group(ELSEWHERE, there.ada, there.ben, bot="left")


async def settled(there: Stage, front: Scripted) -> None:
    """What happened before has been dealt with."""
    there.ben.say(there.ben.private, "/matches")
    await there.telegram.until(lambda: any(one.request == interface.ListMatches() for one in front.asked))
    await there.telegram.dealt_with()
    front.asked.clear()


async def test_a_group_is_greeted_once_also_by_way_of_the_button(scene: Stage, front: Scripted) -> None:
    front.hello = Screen("Hello, everybody!")
    group = club(scene)
    scene.ada.bring_bot(BRING, group)
    greeting = await scene.ben.sees(chat=group)
    assert greeting.text == "Hello, everybody!"
    scene.ada.promote_bot(group)
    await settled(scene, front)
    assert [one.text for one in scene.ben.messages(group) if one.sender != "Ada"] == [greeting.text]
    scene.telegram.clock.advance(120)
    scene.ada.bring_bot(BRING, group)  # it is there already: this is a plain /start
    await scene.telegram.until(lambda: front.asked)
    assert [one.request for one in front.asked] == [interface.Help()]


async def test_no_group_is_greeted_where_the_bot_does_not_play_or_was_already(front: Scripted) -> None:
    async with stage(front, small=True) as there:
        there.ada.add_bot(club(there))  # where the host does not let it play
        await settled(there, front)
        front.hello = Screen("Hello, everybody!")
        new = there.telegram.migrate(there.group, there.ada)
        await settled(there, front)
        new.bot = "left"
        there.ada.add_bot(new)  # Telegram may tell so of the supergroup that the group has become
        there.ben.remove_bot(new)
        await settled(there, front)
        assert there.telegram.calls.count("sendMessage") == 0


async def test_where_nothing_can_be_whispered_a_challenge_for_the_group_is_put_together_there(
    scene: Stage, front: Scripted
) -> None:
    front.on(interface.PickGame, Note(Screen("Which game?", rows=ROWS)))
    await scene.grow_old()
    scene.ada.private.bot = "member"
    shown = await scene.posted(Screen("Hello, everybody!", rows=ROWS))
    await scene.ada.press(shown, "New game")
    await scene.ben.sees(lambda one: one.text == "Which game?", scene.group)


async def test_the_greeting_has_the_first_steps(there: Table) -> None:
    there.start_all()
    group = there.telegram.group(ELSEWHERE, there.ada, there.ben, bot="left")
    there.ada.add_bot(group)
    greeting = await there.ben.sees(chat=group)
    assert greeting.text.startswith(SAY("title.greeting"))
    await there.ben.press(greeting, SAY("button.new_game"))
    page = await there.ben.sees(lambda one: "Sahara" in one.labels, group)
    assert page.ephemeral  # it is for the group, and for Ben alone until it is sent
    await there.ben.press(page, "Sahara")
    page = await there.ben.sees(lambda one: SAY("button.build_send") in one.labels, group)
    await there.ben.press(page, SAY("button.build_send"))
    await there.ada.sees(lambda one: SAY("button.accept") in one.labels, group)
    there.ben.say(there.ben.private, "/help")  # to /start Ben is shown the challenge now
    page = await there.ben.sees(lambda one: SAY("button.add_to_group") in one.labels)
    there.ada.user.language = "de"
    other = there.telegram.group("Other", there.ada, there.ben, bot="left")
    there.ada.add_bot(other)
    greeting = await there.ben.sees(chat=other)
    assert greeting.text.startswith(texts_for("de")("title.greeting"))
    assert page.key(SAY("button.add_to_group")).value == BRING
