"""Who is meant by `@username`: known after a restart, and forgotten with the account."""

from __future__ import annotations

import pytest

from bot.interface import Account, Chat, ForgetMe, Incoming
from bot.texts import texts_for
from storage.people import Person
from tests.bot.platforms.telegram.setup import Table

SAY = texts_for("en")
MUCH_LATER = 2**31


async def challenged(there: Table) -> str:
    """What Ada reads when she challenges @ben_t in their private chat."""
    before = len(there.ada.messages(there.ada.private))
    there.ada.say(there.ada.private, "/play sahara @Ben_T")
    await there.ada.until(lambda: len(there.ada.messages(there.ada.private)) > before + 1)
    return there.ada.latest(there.ada.private).text


async def is_only_awaited(there: Table) -> None:
    """Nobody who was here before was challenged, but whoever comes with the username."""
    person = await there.store.people.person_with("telegram", "ben_t")
    assert person is not None
    assert not person.account.isdigit()


async def test_a_username_is_known_after_a_restart(there: Table) -> None:
    there.ben.say(there.ben.private, "/help")
    await there.ben.sees(lambda one: one.labels, there.ben.private)
    await there.close()
    await there.open()
    assert "Sahara" in await challenged(there)


async def test_who_is_forgotten_is_known_by_no_username_any_more(there: Table) -> None:
    there.ben.say(there.ben.private, "/forget_me")
    asked = await there.ben.sees(lambda one: one.labels, there.ben.private)
    await there.ben.press(asked, payload="forget:1")
    await there.settled()
    assert "Sahara" in await challenged(there)
    await is_only_awaited(there)


async def test_who_is_forgotten_from_another_platform_is_known_by_no_username_either(there: Table) -> None:
    there.ben.say(there.ben.private, "/help")
    await there.ben.sees(lambda one: one.labels, there.ben.private)
    known = await there.store.people.person("telegram", str(there.ben.id))
    assert known
    elsewhere = Account("discord", "7", "Benedict")
    await there.store.people.put_person(Person("discord", "7", known.player, "Benedict", "en", ""))
    chat = Chat("discord", "@7", private=True)
    await there.dispatcher.handle(Incoming(elsewhere, chat, ForgetMe(sure=True), "p1"))
    assert await there.store.people.person("telegram", str(there.ben.id)) is None
    assert "Sahara" in await challenged(there)
    await is_only_awaited(there)


async def test_a_new_username_takes_the_place_of_the_old_one(there: Table) -> None:
    there.ben.say(there.ben.private, "/help")
    await there.ben.sees(lambda one: one.labels, there.ben.private)
    there.ben.user.username = "benedict"
    there.ben.say(there.ben.private, "/matches")
    await there.ben.sees(lambda one: SAY("matches.none") in one.text, there.ben.private)
    await there.close()
    await there.open()
    assert "Sahara" in await challenged(there)
    await is_only_awaited(there)


async def test_a_friend_who_was_never_here_is_challenged_by_name_and_alone_can_accept(there: Table) -> None:
    there.ada.say(there.group, "/play sahara @Ben_T")
    challenge = await there.ben.sees(lambda one: "Accept" in one.labels, there.group)
    assert "@Ben_T" in challenge.text
    await there.close()  # it is stored, like any challenge
    await there.open()
    await there.cleo.press(challenge, "Accept")
    await there.settled()
    still = there.ada.still(challenge)
    assert "Accept" in still.labels
    await there.ben.press(challenge, "Accept")
    await there.settled()
    board = there.ada.still(challenge)
    assert "More" in board.labels
    assert "Ben" in board.text
    assert "@Ben_T" not in board.text
    assert await there.store.people.count_people() == 3


async def test_whoever_has_the_username_by_then_accepts_also_who_was_here_with_another(there: Table) -> None:
    there.cleo.say(there.cleo.private, "/help")
    await there.cleo.sees(lambda one: one.labels, there.cleo.private)
    there.ada.say(there.group, "/play sahara @newname")
    challenge = await there.cleo.sees(lambda one: "Accept" in one.labels, there.group)
    there.cleo.user.username = "NewName"
    await there.cleo.press(challenge, "Accept")
    await there.settled()
    board = there.ada.still(challenge)
    assert "Resign" in board.text or "More" in board.labels
    assert "Cleo" in board.text


async def test_a_bot_is_not_challenged_by_its_username(there: Table) -> None:
    there.start_all()
    there.ada.say(there.ada.private, "/play sahara @other_bot")
    told = await there.ada.sees(lambda one: "other_bot" in one.text and one.sender != "Ada")
    assert told.text.replace("\u2060", "") == SAY("no.a_bot", detail="@other_bot")


async def test_a_newcomer_in_a_group_reads_there_why_a_challenge_failed(there: Table) -> None:
    there.ada.say(there.group, "/play sahara benny")
    told = await there.ben.sees(lambda one: "benny" in one.text and one.sender != "Ada", there.group)
    assert told.text.replace("\u2060", "") == SAY("no.unknown_person", name="benny")


@pytest.mark.parametrize("ended", ["/forget_me", "Cancel"])
async def test_a_friend_who_never_came_is_kept_no_longer_than_the_challenge(there: Table, ended: str) -> None:
    there.ada.start()
    there.ada.say(there.group, "/play sahara @Ben_T")
    challenge = await there.ada.sees(lambda one: "Cancel" in one.labels, there.group)
    await there.store.jobs.beat(MUCH_LATER)
    await is_only_awaited(there)
    if ended == "Cancel":
        await there.ada.press(challenge, "Cancel")
    else:
        there.ada.say(there.ada.private, ended)
        asked = await there.ada.sees(lambda one: SAY("button.forget_sure") in one.labels, there.ada.private)
        await there.ada.press(asked, payload="forget:1")
    await there.settled()
    await there.store.jobs.beat(MUCH_LATER + 60)
    assert await there.store.people.person_with("telegram", "ben_t") is None


async def test_who_takes_the_username_that_they_have_challenged_does_not_play_against_themselves(
    there: Table,
) -> None:
    there.ada.say(there.group, "/play sahara @newname")
    challenge = await there.ada.sees(lambda one: "Cancel" in one.labels, there.group)
    there.ada.user.username = "NewName"
    await there.ada.press(challenge, "Accept")
    await there.settled()
    still = there.ada.still(challenge)
    assert "Accept" in still.labels
    await there.ada.press(challenge, "Cancel")
    await there.settled()
    gone = there.ada.now(challenge)
    assert gone is None or "Accept" not in gone.labels


async def test_a_stranger_without_a_username_is_challenged_by_a_reply_and_alone_can_accept(
    there: Table,
) -> None:
    dora = there.telegram.person("Dora")
    there.group.members.append(dora.user)
    dora.say(there.group, "Who plays?")
    there.ada.say(there.group, "/play sahara", reply_to=there.ada.latest(there.group))
    challenge = await there.ada.sees(lambda one: "Accept" in one.labels, there.group)
    assert "Dora" in challenge.text
    await there.cleo.press(challenge, "Accept")
    await there.settled()
    still = there.ada.still(challenge)
    assert "Accept" in still.labels
    await dora.press(challenge, "Accept")
    await there.settled()
    board = there.ada.still(challenge)
    assert "More" in board.labels
