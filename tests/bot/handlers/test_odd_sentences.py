"""*This sentence is odd*: off unless the host wants it, and nothing of a match or a person is kept."""

from __future__ import annotations

import pytest

from bot.handlers.access import RateLimits
from bot.interface import ForgetMe, TellOdd
from storage.sentences import DAY, OddSentence
from storage.sql.sentences import odd_sentences
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat

OWN = private_chat(ADA)
HOW = "Which of my sentences is it? Type /settings odd and then the sentence"


class Asking(House):
    """Its host wants to hear which sentences are odd."""

    odd_sentences = True


pytestmark = pytest.mark.house(Asking, meet=(ADA, BEN, CLEO))


async def kept(house: House) -> list[OddSentence]:
    return [*await odd_sentences(lambda query, row: house.store.database.rows(query, row))]


async def tell(house: House, line: str, chat: object = OWN) -> str:
    return (await house.type(ADA, f"/settings odd {line}", chat)).noted.text  # type: ignore[arg-type]


@pytest.mark.house(meet=(ADA,))
async def test_it_is_off_unless_the_host_wants_it(house: House) -> None:
    page = (await house.type(ADA, "/settings")).noted
    languages = (await house.press_note(ADA, "Language", page)).update
    assert languages
    assert "This sentence is odd" not in {button.label for row in languages.rows for button in row}
    for request in (TellOdd(), TellOdd(sentence="Accept", better="Yes")):
        answer = await house.ask(ADA, request, OWN)
        assert "“odd”" in answer.noted.text
        assert "is not a setting" in answer.noted.text
    assert "odd" not in (await house.type(ADA, "/privacy")).noted.text
    assert await kept(house) == []


async def test_the_button_asks_in_words_and_the_host_gets_the_key(house: House) -> None:
    page = (await house.type(ADA, "/settings")).noted
    languages = (await house.press_note(ADA, "Language", page)).update
    assert languages
    asked = (await house.press_note(ADA, "This sentence is odd", languages)).update
    assert asked
    assert asked.text.startswith(HOW)
    assert (await tell(house, "")).startswith(HOW)
    assert (await tell(house, "-> Yes")).startswith(HOW)
    told = await tell(house, "accept -> Yes, please")
    assert told.endswith("this sentence is odd: Accept")
    day = house.now - house.now % DAY
    assert await kept(house) == [OddSentence("en", "button.accept", "Accept", "Yes, please", day)]


async def test_neither_names_nor_words_of_a_match_are_kept(house: House) -> None:
    await house.start("/play sahara")
    talk = "purple newts"
    await house.type(ADA, f"/say {talk}")
    for line in (
        f"{BEN.name} has more time now. You can give it 2 more times in this match. -> {BEN.name} has time",
        f"Which one? {talk}",
        f"Accept -> {ADA.name.upper()} says yes to {BEN.name}s offer",
        talk,
    ):
        await tell(house, line, CHANNEL)
    words = " ".join(f"{one.said} {one.comment}" for one in await kept(house)).casefold()
    assert "{name} has time" in words
    assert "{name} says yes to {name}s offer" in words
    assert not [hidden for hidden in (ADA.name, BEN.name, "newts") if hidden.casefold() in words]


async def test_what_is_none_of_the_sentences_is_not_kept(house: House) -> None:
    for line in ("There once was a king in Thule", "🙂", "[]", "x" * 250):
        assert (await tell(house, line)).startswith("I have no sentence like that")
    assert "300 characters" in await tell(house, "x" * 400)
    assert await kept(house) == []


async def test_what_a_form_hands_in_is_cut(house: House) -> None:
    await house.ask(ADA, TellOdd(sentence="Accept", better="yes " * 1000), OWN)
    (told,) = await kept(house)
    assert len(told.comment) <= 300


@pytest.mark.house(Asking, meet=(ADA, BEN), rates=RateLimits())
async def test_nobody_can_tell_very_many_at_once(house: House) -> None:
    answers = [await tell(house, f"Accept -> {number}") for number in range(7)]
    assert [answer.startswith("Thank you") for answer in answers] == [True] * 5 + [False] * 2
    assert answers[-1].startswith("That was a lot at once.")
    assert len(await kept(house)) == 5
    house.now += 60
    assert (await tell(house, "Accept -> 8")).startswith("Thank you")


async def test_it_is_kept_without_its_person(house: House) -> None:
    await tell(house, "Accept -> Yes")
    before = await kept(house)
    mine = (await house.type(ADA, "/my_data")).noted
    assert mine.file
    assert b"button.accept" not in mine.file.data
    await house.ask(ADA, ForgetMe(sure=True), OWN)
    assert await kept(house) == before
    assert "I do not keep that it was you" in (await house.type(BEN, "/privacy")).noted.text


async def test_a_sentence_that_the_chat_reads_in_its_language_is_found(house: House) -> None:
    house.managers = {ADA.id}
    page = (await house.type(ADA, "/settings", CHANNEL)).noted
    for label in ("This chat", "Language", "Deutsch"):
        answer = await house.press_note(ADA, label, page, CHANNEL)
        assert answer.update
        page = answer.update
    await tell(house, "Annehmen", CHANNEL)
    await tell(house, "Accept", CHANNEL)
    assert [(one.language, one.said) for one in await kept(house)] == [("de", "Annehmen"), ("en", "Accept")]
