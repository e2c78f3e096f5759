"""Settings on Telegram: who manages a group is asked there; a photo that is to become words comes anew."""

from __future__ import annotations

from bot.texts import texts_for
from tests.bot.platforms.telegram.setup import Table
from tests.loopback.telegram.showing import Shown


async def settings(there: Table) -> Shown:
    """Ada's page, asked for in the group and sent to her private chat."""
    there.start_all()
    there.ada.say(there.group, "/settings")
    return await there.ada.sees(lambda one: "Quiet hours" in one.labels, there.ada.private)


async def challengers(there: Table) -> Shown:
    """The page where Ada chooses who may challenge in the group."""
    await there.ada.press(await settings(there), "This chat")
    page = await there.ada.sees(lambda one: "A puzzle each day" in one.labels, there.ada.private)
    await there.ada.press(page, "Other people")
    return await there.ada.sees(lambda one: "nobody" in one.labels, there.ada.private)


def asked_who_manages(there: Table) -> int:
    return there.telegram.calls.count("getChatMember")


async def test_the_creator_of_a_group_chooses_for_it_from_the_private_chat(there: Table) -> None:
    there.group.creator = there.ada.id
    page = await challengers(there)
    await there.ada.press(page, "nobody")
    await there.ada.sees(lambda one: "✓ nobody" in one.labels, there.ada.private)
    chosen = await there.store.settings.chat_settings("telegram", str(there.group.id))
    assert chosen.challengers == "nobody"
    assert asked_who_manages(there) == 1  # and remembered for a minute


async def test_a_member_is_not_offered_to_choose_for_the_group(there: Table) -> None:
    page = await settings(there)
    assert "This chat" not in page.labels
    await there.ada.press(page, payload=f"chat:{there.group.id}:challengers=nobody")
    await there.settled()
    chosen = await there.store.settings.chat_settings("telegram", str(there.group.id))
    assert chosen.challengers == "everyone"


async def test_telegram_is_asked_about_a_challenger_only_where_managers_alone_may(there: Table) -> None:
    there.group.creator = there.ada.id
    await there.begin("sahara")
    assert asked_who_manages(there) == 0
    page = await challengers(there)
    await there.ada.press(page, "admins")
    there.ada.say(there.group, "/play sator")
    await there.cleo.sees(lambda one: "Accept" in one.labels and "Sator" in one.text, there.group)
    there.ben.say(there.group, "/play stacko")
    await there.ben.sees(lambda one: "Only admins can challenge in this chat" in one.text, there.ben.private)


async def test_what_the_adapter_says_itself_is_said_in_the_chosen_language(there: Table) -> None:
    there.start_all()
    board = await there.begin("sator")
    there.ada.say(there.ada.private, "/settings language=de")
    await there.ada.sees(lambda one: "Sprache: Deutsch" in one.text, there.ada.private)
    answer = await there.ada.press(board, "My view")
    assert answer.text == texts_for("de")("note.in_private")
    there.ada.say(there.ada.private, "/play sator")
    await there.ada.sees(lambda one: texts_for("de")("button.share") in one.labels, there.ada.private)
