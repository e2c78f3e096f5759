"""A friend is picked from Telegram's own list of people, started or not, also after a restart."""

from __future__ import annotations

import pytest

from bot.texts import texts_for
from tests.bot.platforms.telegram.setup import Table, found_links
from tests.loopback.telegram.showing import Shown

SAY = texts_for("en")


async def press(there: Table, label: str) -> None:
    asked = await there.ada.sees(lambda one: label in one.labels, there.ada.private)
    await there.ada.press(asked, label)


async def asked_for_a_person(there: Table) -> Shown:
    """Ada puts a challenge together, and asks for the list."""
    there.ada.say(there.ada.private, "/play")
    await press(there, "Sato")
    builder = await there.ada.sees(lambda one: "Send the challenge" in one.labels, there.ada.private)
    await press(there, next(label for label in builder.labels if label.startswith("Against")))
    await press(there, SAY("build.pick_person"))
    return await there.ada.sees(lambda one: one.text == SAY("ask.person"), there.ada.private)


def keyboard_is_gone(there: Table) -> bool:
    """The newest message that has one way or the other to do with it takes it away."""
    kept = [one.message.asks for one in there.ada.messages(there.ada.private) if one.message.asks]
    return bool(kept and kept[-1].get("remove_keyboard"))


@pytest.mark.parametrize("username", ["dora_t", None])
@pytest.mark.parametrize("started", [True, False])
async def test_whoever_is_picked_is_challenged(there: Table, started: bool, username: str | None) -> None:
    there.ada.start()
    dora = there.telegram.person("Dora", username=username)
    if started:
        dora.start()
    there.ada.pick(await asked_for_a_person(there), dora)
    await there.ada.sees(lambda one: "Against: Dora" in one.labels, there.ada.private)
    assert keyboard_is_gone(there)
    await press(there, "Send the challenge")
    challenge = await there.ada.sees(lambda one: "Cancel" in one.labels, there.ada.private)
    if not started:
        links = [url for _, url in [*challenge.links, *found_links(challenge)]]
        dora.follow(next(url for url in links if "join_" in url))
    invitation = await dora.sees(lambda one: "Accept" in one.labels, dora.private)
    await dora.press(invitation, "Accept")
    await there.ada.sees(lambda one: one.picture and "Dora" in one.text, there.ada.private)


async def test_after_a_restart_the_game_is_asked_for_once_more(there: Table) -> None:
    there.start_all()
    question = await asked_for_a_person(there)
    await there.close()
    await there.open()
    there.ada.pick(question, there.ben)
    await there.ada.sees(lambda one: one.text == SAY("note.picked", name="Ben"), there.ada.private)
    page = await there.ada.sees(lambda one: "Stacko" in one.labels, there.ada.private)
    await there.ada.press(page, "Stacko")
    await press(there, "Send the challenge")
    await there.ben.sees(lambda one: "Accept" in one.labels and "Stacko" in one.text, there.ben.private)


async def test_nobody_need_be_picked(there: Table) -> None:
    there.ada.start()
    await asked_for_a_person(there)
    there.ada.say(there.ada.private, SAY("button.never_mind"))
    await there.ada.sees(lambda one: one.text == SAY("note.never_mind"), there.ada.private)
    assert keyboard_is_gone(there)


async def test_no_group_is_asked_for_a_person(there: Table) -> None:
    """Telegram gives its list in private chats alone: a forged press opens nothing."""
    there.ada.say(there.group, "/play sahara")
    challenge = await there.ada.sees(lambda one: "Accept" in one.labels, there.group)
    await there.ada.press(challenge, payload="?b:abcde:sahara:::2")
    await there.settled()
    assert not [one for one in there.ada.messages() if one.text == SAY("ask.person")]
