"""What is chosen shows: language, theme and words on private boards, notes, and the boards of a chat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import pytest

from bot import texts
from bot.domain import settings_parser
from bot.interface import Account, ChangeChat, Screen
from bot.texts import Plural, Texts, texts_for
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, Shown, private_chat
from tests.bot.two_platforms import ADA_THERE, Houses, own_chat

OWN = private_chat(ADA)


class Shouted(Texts):
    """English with an exclamation mark before every sentence."""

    @cached_property
    def messages(self) -> Mapping[str, texts.Message]:
        return {
            key: f"!{said}"
            if isinstance(said, str)
            else Plural(tuple(f"!{form}" for form in said.forms), said.rule)
            for key, said in texts_for("en").messages.items()
        }


@pytest.fixture
def klingon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second language, whose sentences can be told from the English ones."""
    languages = {"en": texts_for("en"), "tlh": Shouted("tlh", "en_GB")}
    monkeypatch.setattr(texts, "LANGUAGES", languages)
    known = {**settings_parser.CHOICES, "language": ("auto", *languages)}
    monkeypatch.setattr(settings_parser, "CHOICES", known)


async def choose(house: House, words: str, who: Account = ADA) -> None:
    answer = await house.type(who, f"/settings {words}", private_chat(who))
    await house.dispatcher.worker.settled()
    assert answer.succeeded, answer.note


async def choose_for_chat(house: House, *words: str) -> None:
    house.managers = {ADA.id}
    assert (await house.ask(ADA, ChangeChat("channel", words), CHANNEL)).succeeded


def image(message: Screen) -> bytes:
    assert message.image
    return message.image.data


async def private_board(house: House) -> Shown:
    """Ada's own board of a match that is being played."""
    await house.start()
    return await shown_to_ada(house)


async def shown_to_ada(house: House) -> Shown:
    """The match in her private chat."""
    code = house.board().code
    await house.type(ADA, f"/board {code}", OWN)
    return house.board(OWN)


# A person's own


async def test_the_present_private_board_follows_at_once_and_the_channel_does_not(house: House) -> None:
    own = await private_board(house)
    channel = house.board()
    await choose(house, "theme=dark")
    changed = house.platform.messages[own.id]
    assert image(changed.message) != image(own.message)
    assert changed.message.text == own.message.text
    assert house.board() == channel
    await choose(house, "reminders=off")
    assert house.platform.messages[own.id].edits == changed.edits  # nothing to be seen of that


async def test_a_board_that_comes_later_is_painted_in_the_theme_after_a_restart_too(house: House) -> None:
    await house.meet(ADA)
    await choose(house, "theme=dark")
    await house.restart()
    assert image((await private_board(house)).message) != image(house.board().message)


@pytest.mark.usefixtures("klingon")
async def test_the_own_setting_goes_before_the_language_of_the_platform(house: House) -> None:
    own = await private_board(house)
    assert not own.message.text.startswith("!")
    await choose(house, "language=tlh")
    assert all(line.startswith("!") for line in house.platform.messages[own.id].message.text.split("\n"))
    assert (await house.type(ADA, "/help")).noted.text.startswith("!")
    assert (await house.type(ADA, "/join NOSUCH")).noted.text.startswith("!")
    assert not (await house.type(BEN, "/help")).noted.text.startswith("!")


@pytest.mark.usefixtures("klingon")
async def test_automatic_is_the_language_of_the_platform(house: House) -> None:
    answer = await house.type(replace(ADA, language="tlh"), "/help")
    assert answer.note
    assert answer.note.text.startswith("!")
    await house.type(replace(ADA, language="tlh"), "/settings language=en")
    answer = await house.type(replace(ADA, language="tlh"), "/help")
    assert answer.note
    assert not answer.note.text.startswith("!")


@pytest.mark.parametrize("game", ["sahara", "sator", "stacko", "sato"])
async def test_a_board_in_words_tells_all_that_the_picture_would(house: House, game: str) -> None:
    await house.start(f"/play {game}")
    pictured = (await shown_to_ada(house)).message
    await choose(house, "text=on")
    told = house.board(OWN).message
    assert pictured.image
    assert told.image is None
    assert told.text_only
    assert told.title == pictured.title
    assert told.rows == pictured.rows
    for sentence in pictured.image.alt.split(". "):
        assert sentence.rstrip(".") in told.text
    assert len(told.title) + len(told.text) <= 3000


async def test_the_examples_of_the_rules_come_in_words_too(house: House) -> None:
    await house.meet(ADA)
    pictured = await house.type(ADA, "/rules sahara")
    await choose(house, "text=on")
    told = await house.type(ADA, "/rules sahara")
    assert pictured.note
    assert pictured.note.image
    assert told.note
    assert told.note.image is None
    assert pictured.note.image.alt in told.note.text


async def test_in_quiet_hours_a_board_that_waits_comes_without_a_sound(house: House) -> None:
    await house.meet(ADA, BEN)
    house.now = 23 * 3600  # an hour before midnight of the first day of 1970, UTC
    await choose(house, "quiet=22-7", BEN)
    await house.type(ADA, "/play sahara Ben", OWN)
    own = house.board(private_chat(BEN))
    assert own.message.awaits == (BEN,)
    assert house.platform.pings == []
    house.now = 31 * 3600  # seven in the morning
    await house.type(ADA, "/play sahara Ben", OWN)
    assert house.platform.pings == [(BEN.id, private_chat(BEN).id)]


# A chat's


async def test_the_boards_of_a_chat_look_as_was_chosen_for_it(house: House) -> None:
    await house.start()
    light = image(house.board().message)
    await choose_for_chat(house, "theme=dark")
    await house.type(ADA, "/board")
    dark = image(house.board().message)
    assert dark != light
    await choose_for_chat(house, "text=on")
    await house.type(ADA, "/board")
    assert house.board().message.text_only
    assert (await shown_to_ada(house)).message.image  # of a person nothing is chosen


@pytest.mark.usefixtures("klingon")
async def test_a_chat_of_several_languages_speaks_english_unless_one_is_chosen(house: House) -> None:
    await house.meet(replace(ADA, language="tlh"), BEN)
    await house.type(replace(ADA, language="tlh"), "/play sahara ben")
    assert not house.board().message.text.startswith("!")
    await choose_for_chat(house, "language=tlh")
    await house.press(BEN, "Accept")
    assert house.board().message.text.startswith("!")


async def test_what_is_chosen_for_a_place_holds_for_all_chats_in_it_and_goes_with_it(house: House) -> None:
    await choose_for_chat(house, "challengers=nobody")
    for there in ("channel/thread", "hall"):
        answer = (await house.type(BEN, "/play sahara", replace(CHANNEL, id=there))).noted
        assert "Nobody can challenge in this chat" in answer.text
        await house.dispatcher.moved("fake", "channel", "hall")
    assert (await house.type(BEN, "/play sahara")).succeeded


# Where a picture never becomes a text


async def test_a_picture_that_is_to_become_words_is_posted_anew_in_place_of_the_old_one(house: House) -> None:
    house.platform.rigid = True
    old = await private_board(house)
    await choose(house, "text=on")
    new = house.board(OWN)
    assert old.id not in house.platform.messages
    assert new.message.text_only
    assert len(house.live(OWN)) == 1
    await choose(house, "text=off")  # a text can become a picture
    assert image(house.platform.messages[new.id].message)


async def test_where_nothing_new_can_be_posted_the_old_picture_stays(house: House) -> None:
    house.platform.rigid = True
    old = await private_board(house)
    house.platform.unposted.add(OWN.id)
    await choose(house, "text=on")
    assert house.platform.messages[old.id].message == old.message
    assert house.platform.calls < 50
    await house.type(house.to_act(), "/move 1")  # and is tried again, not for ever
    assert house.platform.calls < 100


async def test_a_press_on_such_a_picture_is_followed_by_the_board_in_words(house: House) -> None:
    house.platform.rigid = True
    await private_board(house)
    await house.press(BEN, "Offer draw")
    own = house.board(OWN)
    await house.store.settings.put_preferences(replace(await preferences(house), text="on"))
    await house.restart()
    answer = await house.handled(ADA, "Decline draw", own)
    assert answer.update
    assert answer.update.text_only
    assert answer.delivery
    await house.dispatcher.delivered(answer.delivery, None)  # the adapter could not show it there
    await house.dispatcher.worker.settled()
    assert house.live(OWN) == [house.board(OWN)]
    assert house.board(OWN).message.text_only
    assert house.board(OWN).id != own.id


async def preferences(house: House) -> Any:
    person = await house.store.people.person("fake", ADA.id)
    assert person
    return await house.store.settings.preferences(person.player)


# Reading, and two accounts


@pytest.mark.house(kind=Houses)
async def test_what_was_chosen_on_one_platform_holds_on_the_other_once_they_are_joined(
    house: Houses,
) -> None:
    await house.meet(ADA, ADA_THERE, BEN)
    await house.type(ADA, "/settings theme=dark text=on block=Ben", own_chat(ADA))
    code = (await house.type(ADA, "/link", own_chat(ADA))).note
    assert code
    line = next(word for word in code.text.split() if len(word) == 10 and word.isupper())
    await house.type(ADA_THERE, "/settings", own_chat(ADA_THERE))  # what is known is forgotten
    await house.type(ADA_THERE, f"/link {line}", own_chat(ADA_THERE))
    page = (await house.type(ADA_THERE, "/settings", own_chat(ADA_THERE))).note
    assert page
    assert "Theme: dark\nBoards: in words only" in page.text
    others = (await house.press_note(ADA_THERE, "Other people", page)).updated
    assert "Blocked: 1 person" in others.text


async def test_a_chat_without_a_language_speaks_the_one_that_its_players_share(house: House) -> None:
    ada, ben = replace(ADA, language="de-AT"), replace(BEN, language="de")
    await house.type(ada, "/play sahara")
    assert "Herausforderung" in house.board().message.title
    await house.press(ben, "Annehmen")
    assert "Mehr" in house.labels(house.board().message)
    await house.type(ada, "/play sahara")
    await house.press(BEN, "Annehmen")  # an Englishman
    assert "More" in house.labels(house.board().message)
