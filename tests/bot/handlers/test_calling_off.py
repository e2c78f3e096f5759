"""A tournament is called off by its organiser, when that is sure; where people sign up, all see it."""

from __future__ import annotations

import pytest

from bot.domain import commands
from bot.domain.tournaments import OPEN_FOR
from bot.interface import Account, EndTournament, Incoming, Screen
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, account

DORA = account("Dora")
CALLED_OFF = "This tournament was called off."

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO, DORA))


async def opened(house: House) -> Shown:
    await house.type(BEN, "/tournament sator")
    return page(house)


def page(house: House) -> Shown:
    """Where people sign up."""
    (shown,) = [one for one in house.platform.in_chat(CHANNEL) if "a tournament" in one.message.title]
    return shown


async def shown_to(house: House, who: Account) -> list[str]:
    """The buttons of the page that somebody asks for."""
    return house.labels((await house.type(who, "/tournament")).noted)


async def key_of(house: House) -> str:
    found = await house.store.tournaments.tournament_in("fake", CHANNEL.place)
    assert found
    return found.id


async def test_where_everybody_manages_nobody_calls_off_what_another_has_opened(house: House) -> None:
    house.all_manage = True
    await opened(house)
    assert await shown_to(house, DORA) == ["Join", "Leave"]
    assert not [one for one in house.labels((await house.type(DORA, "/moderate")).noted) if "Call off" in one]
    for sure in (False, True):
        await house.ask(DORA, EndTournament(await key_of(house), sure, CHANNEL.place), CHANNEL)
        assert house.note(DORA).startswith("Only the organiser or an admin")
    assert "Signed up (1): Ben" in page(house).message.text
    assert await shown_to(house, BEN) == ["Join", "Leave", "Call off …"]


async def test_where_everybody_manages_anybody_leads_one_without_an_organiser(house: House) -> None:
    house.all_manage = True
    await opened(house)
    await house.forget(BEN)
    assert await shown_to(house, DORA) == ["Join", "Call off …"], "nobody is left to leave"
    await called_off(house, DORA, house.notes[DORA.id][-1], "Call off …")


async def called_off(house: House, who: Account, note: Screen, label: str) -> None:
    question = (await house.press_note(who, label, note)).updated
    assert question.text == "Really call off this tournament of Sator?"
    assert (await house.press_note(who, "Yes, call it off", question)).updated.text == "Done."


async def test_who_opened_it_is_asked_first_and_then_all_see_it(house: House) -> None:
    shown = await opened(house)
    await house.press(CLEO, "Join", shown)
    question = (await house.press(BEN, "Call off …", page(house))).noted
    assert question.text == "Really call off this tournament of Sator?"
    assert "Signed up (2): Ben and Cleo" in page(house).message.text
    await house.press_note(BEN, "Yes, call it off", question)
    assert (page(house).message.text, page(house).message.rows) == (CALLED_OFF, ())
    assert len(house.platform.in_chat(CHANNEL)) == 1


@pytest.mark.parametrize("line", ["/tournament", "/moderate"])
async def test_all_see_it_where_it_was_called_off_from_a_private_answer(house: House, line: str) -> None:
    who, house.managers = (DORA if line == "/moderate" else BEN), {DORA.id}
    await opened(house)
    note = (await house.type(who, line)).noted
    (label,) = [one for one in house.labels(note) if one.startswith("Call off")]
    await called_off(house, who, note, label)
    assert (page(house).message.text, page(house).message.rows) == (CALLED_OFF, ())


async def test_all_see_who_signed_up_and_that_it_has_begun_from_private_answers(house: House) -> None:
    await opened(house)
    for who in (CLEO, DORA):
        await house.press_note(who, "Join", (await house.type(who, "/tournament")).noted)
    assert "Signed up (3): Ben, Cleo and Dora" in page(house).message.text
    await house.press_note(BEN, "Begin", (await house.type(BEN, "/tournament")).noted)
    assert house.labels(page(house).message) == ["Standings"]
    assert "round 1 of" in house.platform.in_chat(CHANNEL)[1].message.title


async def test_all_see_that_it_was_called_off_because_nobody_began_it(house: House) -> None:
    await opened(house)
    await house.restart()
    await house.wait(OPEN_FOR)
    assert page(house).message.text == CALLED_OFF


async def test_a_message_that_was_not_posted_with_the_answer_is_posted_later(house: House) -> None:
    answer = await house.handle(Incoming(BEN, CHANNEL, commands.read("/tournament sator"), "press"))
    assert answer.delivery
    await house.dispatcher.delivered(answer.delivery, None)
    await house.settled()
    await house.press(CLEO, "Join", page(house))
    assert "Signed up (2): Ben and Cleo" in page(house).message.text
