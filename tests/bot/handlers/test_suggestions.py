"""Did you mean …? What was misspelled is suggested, with a button that does it, and no name leaks by it."""

from __future__ import annotations

import pytest

from bot.interface import Account, Chat
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat

ELSEWHERE = Chat(CHANNEL.platform, "elsewhere", private=False)


@pytest.mark.parametrize(
    ("line", "asked", "label"),
    [
        ("/palyy sahara", "I do not know /palyy. /help lists what I understand.", "/play sahara"),
        (
            "/play sahra",
            "I do not know the game “sahra”. I know: sahara,",
            "/play sahara",
        ),
        ("/play sahara Bne", "I do not know anybody called “Bne” here.", "Ben"),
        ("/play sahara Bne target=30", "I do not know anybody called “Bne” here.", "Ben"),
    ],
)
async def test_the_button_of_a_suggestion_does_what_was_meant(
    house: House, line: str, asked: str, label: str
) -> None:
    await house.start("/play sator")
    note = (await house.type(ADA, line)).noted
    assert note.text.startswith(asked)
    assert note.text.endswith(f"Did you mean {label}?")
    await house.press_note(ADA, label, note)
    board = house.board().message
    assert "Sahara" in (board.title + board.text)
    assert ("Ben" in board.text) == (label == "Ben")
    assert ("30" in board.text) == ("30" in line)


async def test_a_profile_is_suggested_by_the_first_name(house: House) -> None:
    await house.start()
    note = (await house.type(ADA, "/profile Bem")).noted
    assert "Ben" in (await house.press_note(ADA, "Ben", note)).noted.title


async def test_a_person_is_found_by_the_first_of_several_names(house: House) -> None:
    await house.start()
    zoe = Account(ADA.platform, "zoe", "Zoe Moonlight")
    await house.meet(zoe)
    await house.type(zoe, "/play sahara ben")
    assert (await house.type(ADA, "/profile Zoey")).noted.text.endswith("Did you mean Zoe Moonlight?")


async def test_a_blank_name_in_the_chat_hides_no_other(house: House) -> None:
    await house.start()
    nameless = Account(ADA.platform, "nameless", " ")
    await house.meet(nameless)
    await house.type(nameless, "/play sahara ben")
    assert (await house.type(ADA, "/profile Bem")).noted.text.endswith("Did you mean Ben?")


@pytest.mark.parametrize("chat", [CHANNEL, private_chat(ADA)], ids=["group", "private"])
async def test_nobody_is_suggested_whom_the_asker_has_not_met(house: House, chat: Chat) -> None:
    """Twins: in one world a person of this name plays elsewhere, with others; the answers are the same."""
    zoe = Account(ADA.platform, "zoe", "Zoe")
    before = await house.type(ADA, "/play sahara Zoey", chat)
    await house.meet(zoe)
    await house.type(zoe, "/play sahara", ELSEWHERE)
    await house.press(CLEO, "Accept", house.board(ELSEWHERE))
    after = await house.type(ADA, "/play sahara Zoey", chat)
    assert after.note == before.note
    assert after.noted.rows == ()


async def test_a_group_is_not_told_whom_somebody_plays_elsewhere(house: House) -> None:
    await house.type(ADA, "/play sahara", ELSEWHERE)
    await house.press(BEN, "Accept", house.board(ELSEWHERE))
    assert "Did you mean" not in (await house.type(ADA, "/play sahara Bne")).noted.text
    assert "Did you mean Ben?" in (await house.type(ADA, "/play sahara Bne", private_chat(ADA))).noted.text


@pytest.mark.house(plays=True)
async def test_a_level_is_asked_for_in_any_words(house: House) -> None:
    which = (await house.type(ADA, "/play robot easy")).noted
    assert "level 1" in (await house.press_note(ADA, "Sahara", which)).updated.text
    await house.type(ADA, "/play sahara robot lvl 2")
    assert "Robot (level 2)" in house.board().message.text
    await house.type(ADA, "/play robot lvl 9")
    assert "No robot has the level “9”" in house.note(ADA)


@pytest.mark.house(start="/play sator")
async def test_a_move_is_also_what_its_button_says(house: House) -> None:
    for who in (ADA, BEN):
        await house.type(who, "/move hide b d")
    assert (await house.type(house.to_act(), "/move c1-c2")).succeeded


@pytest.mark.parametrize("line", ["theme=patterns", "theme=Muster", "theme=contrast"])
async def test_a_setting_takes_the_words_of_its_button(house: House, line: str) -> None:
    assert "patterns" in (await house.type(ADA, f"/settings {line}")).noted.text
