"""A bare /play, as the menu sends it, leads to a challenge by buttons, there where it was typed."""

from __future__ import annotations

from pathlib import Path

from tests.bot.platforms.telegram.setup import Table, table
from tests.bot.simple_robots import FirstMoves
from tests.loopback.telegram.world import Chat


async def press_all(there: Table, chat: Chat, *labels: str) -> None:
    """Ada presses one button after the other, as soon as it is there."""
    for label in labels:
        await press(there, chat, label)


async def press(there: Table, chat: Chat, label: str) -> None:
    asked = await there.ada.sees(lambda one: label in one.labels, chat)
    await there.ada.press(asked, label)


async def test_a_bare_play_in_a_group_leads_to_a_challenge_in_the_group(there: Table) -> None:
    there.ada.say(there.group, "/play")
    await press_all(there, there.group, "Sato", "medium table", "small table")
    asked = await there.ben.sees(lambda one: "Send the challenge" in one.labels, there.group)
    answer = await there.ben.press(asked, "Send the challenge")
    assert "/play" in answer.text
    await press_all(there, there.group, "Send the challenge")
    challenge = await there.ben.sees(lambda one: "Accept" in one.labels, there.group)
    assert "Ada" in challenge.text
    assert "small table" in challenge.text
    await there.ada.sees(lambda one: "Another challenge" in one.labels, there.group)
    assert not there.ada.messages(there.ada.private)


async def test_in_a_group_two_presses_challenge_anyone_there_also_where_robots_play(tmp_path: Path) -> None:
    async with table(tmp_path, robots=FirstMoves()) as there:
        there.ada.say(there.group, "/play")
        await press_all(there, there.group, "Sahara", "Send the challenge")
        challenge = await there.ben.sees(lambda one: "Accept" in one.labels, there.group)
        assert "Sahara" in challenge.text


async def test_what_is_put_together_in_the_private_chat_can_be_sent_to_another_chat(there: Table) -> None:
    there.start_all()
    there.ada.say(there.ada.private, "/play")
    await press_all(there, there.ada.private, "Sato", "medium table", "small table")
    chat = there.telegram.between(there.ada, there.ben)
    mine = await there.ada.sees(lambda one: "Send the challenge" in one.labels)
    await there.ada.share(mine, "Send it to another chat", chat)
    challenge = await there.ben.sees(lambda one: "Cancel" in one.labels, chat)
    assert "small table" in challenge.text
    await there.ben.press(challenge, "Accept")
    await there.settled()
    await there.ben.sees(lambda one: "More" in one.labels, chat)


async def test_a_bare_play_in_the_private_chat_offers_who_has_played_before(tmp_path: Path) -> None:
    async with table(tmp_path, robots=FirstMoves()) as there:
        there.start_all()
        await there.begin("sator")
        there.ada.say(there.ada.private, "/play")
        await press_all(there, there.ada.private, "Sahara", "Against: Robot (level 1)")
        asked = await there.ada.sees(lambda one: "Ben" in one.labels, there.ada.private)
        assert asked.labels[-4:] == ("A friend, by link or code", "Ben", "Pick a person …", "Back")
        await press_all(there, there.ada.private, "Ben", "Send the challenge")
        await there.ben.sees(lambda one: "Accept" in one.labels and "Sahara" in one.text, there.ben.private)


async def test_a_friend_who_was_never_here_is_named_before_the_game(there: Table) -> None:
    there.ben.user.username = "a_friend_with_a_name_of_32_chars"
    there.ada.say(there.group, "/play @a_friend_with_a_name_of_32_chars")
    await press_all(there, there.group, "Sato", "open supplies", "hidden supplies", "medium table")
    await press_all(there, there.group, "small table", "Send the challenge")
    challenge = await there.ben.sees(lambda one: "Accept" in one.labels, there.group)
    assert "@a_friend_with_a_name_of_32_chars" in challenge.text
    await there.cleo.press(challenge, "Accept")
    await there.settled()
    assert "Accept" in (await there.ben.sees(lambda one: one.id == challenge.id, there.group)).labels
    await there.ben.press(challenge, "Accept")
    await there.settled()
    assert "More" in (await there.ben.sees(lambda one: one.id == challenge.id, there.group)).labels


async def test_in_a_group_the_question_who_is_to_play_is_asked_openly(tmp_path: Path) -> None:
    async with table(tmp_path, robots=FirstMoves()) as there:
        there.start_all()
        there.ada.say(there.group, "/play robot")
        games = await there.ada.sees(lambda one: "Sator" in one.labels, there.group)
        await there.ada.press(games, "Sator")
        challenge = await there.ada.sees(lambda one: "Against: Robot (level 1)" in one.labels)
        await there.ada.press(challenge, "Against: Robot (level 1)")
        levels = await there.ada.sees(lambda one: "Level 2" in one.labels)
        await there.ada.press(levels, "Level 2")
        challenge = await there.ada.sees(lambda one: "Against: Robot (level 2)" in one.labels)
        await there.ada.press(challenge, "Start")
        await there.ada.sees(lambda one: "Robot (level 2)" in one.text and "Start" not in one.labels)
