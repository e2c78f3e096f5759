"""Forms on Discord: opened in place of a page, filled in, and refused as anything else is."""

from __future__ import annotations

import pytest

from bot.interface import OpenPage, TellOdd
from bot.platforms import callback_data
from storage.sql.sentences import odd_sentences
from tests.bot.platforms.discord.setup import Table
from tests.loopback.discord.people import Asked
from tests.loopback.discord.sight import Shown

FORM, UPDATE, DEFER_UPDATE, SAY = 9, 7, 6, 4


async def kept(there: Table) -> list[tuple[str, str]]:
    found = await odd_sentences(lambda query, row: there.store.database.rows(query, row))
    return [(one.keys, one.comment) for one in found]


async def languages(there: Table) -> Shown:
    """Ada's page of languages, in a note in the channel."""
    ada = there.person("Ada")
    shown = await (await ada.use("settings", there.channel)).reply()
    await ada.press(shown, "Language")
    return await ada.sees(there.channel, lambda shown: "This sentence is odd" in shown.labels)


async def opened(there: Table) -> Asked:
    return await there.person("Ada").press(await languages(there), "This sentence is odd")


async def test_the_button_opens_a_form_and_what_is_typed_gets_to_the_host(there: Table) -> None:
    asked = await opened(there)
    assert asked.kind == FORM
    form = asked.interaction.form
    assert form
    assert form["title"] == "An odd sentence"
    assert [label["label"] for label in form["components"]] == [
        "The sentence, as you read it",
        "A better one, if you know one",
    ]
    sent = await there.person("Ada").fill(asked, sentence="accept\n", better="Yes,\n please")
    assert sent.kind == UPDATE
    thanks = await there.person("Ada").sees(there.channel, "this sentence is odd: Accept")
    assert thanks.id == (asked.interaction.message.id if asked.interaction.message else 0)
    assert await kept(there) == [("button.accept", "Yes, please")]


async def test_the_command_opens_it_and_an_unknown_sentence_is_refused(there: Table) -> None:
    ada = there.person("Ada")
    asked = await ada.use("settings", there.channel, changes="odd")
    assert asked.kind == FORM
    sent = await ada.fill(asked, sentence="There once was a king in Thule")
    assert sent.kind == SAY
    assert (await sent.reply()).text.startswith("I have no sentence like that.")
    assert "Which of my sentences is it?" in (await (await ada.fill(asked, sentence=" ")).reply()).text
    assert await kept(there) == []


@pytest.mark.parametrize("payload", ["", "sets:::", "never", callback_data.encode(OpenPage(None)), "odd:x"])
async def test_a_forged_form_does_what_a_button_of_that_payload_does(there: Table, payload: str) -> None:
    ada = there.person("Ada")
    sent = await ada.fill(await opened(there), payload or "nothing", sentence="Accept")
    assert sent.kind in (SAY, UPDATE, DEFER_UPDATE)  # what is not meant any more goes
    assert await kept(there) == []


async def test_a_form_sent_twice_counts_once(there: Table) -> None:
    ada = there.person("Ada")
    sent = await ada.fill(await opened(there), callback_data.encode(TellOdd()), sentence="Accept")
    ada.press_again(sent)
    await there.answered()
    assert await kept(there) == [("button.accept", "")]


async def test_where_discord_refuses_a_form_the_page_asks_in_words(
    there: Table, caplog: pytest.LogCaptureFixture
) -> None:
    page, ada = await languages(there), there.person("Ada")
    there.discord.faults.fail("POST", "/callback", status=400)
    asked = await ada.press(page, "This sentence is odd")
    assert asked.kind == UPDATE
    assert "Which of my sentences is it?" in (await ada.sees(there.channel, "Which of my sentences")).text
    assert "Discord does not open a form: 400" in caplog.text
